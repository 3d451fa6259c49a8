"""What one pair of eyes gets to see of a room: made once for all sockets that look through it."""

from __future__ import annotations

from typing import Any

import msgspec

from tutti.kernel.facts import WATCHER, Fields
from tutti.kernel.log import Entry, events
from tutti.kernel.match import Match
from tutti.server.messages import Asked, Core, StandingInfo, TakeBack, encode
from tutti.server.store.rows import Table


class Window:
    """The view of one seat (or of spectators): the core as bytes, and the log of events."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.turn = -1
        """The turn of the room for which it was made."""
        self.core = b""
        self.events: list[Fields] = []
        self.since: int | None = None
        """How many events had been told when the seat last acted."""
        self.given: list[int] = []
        """The events with which an answer begins that was given for the seat by itself. Nobody else is told."""
        self.stood: list[int] = []
        """The events with which a move begins that a stand-in made for the seat."""
        self._entries: list[tuple[Entry, int]] = []
        """The entries told so far, each with the number of events up to its end."""

    def look(self, match: Match, table: Table, turn: int) -> None:
        """Look again, unless nothing has happened since."""
        if turn == self.turn:
            return
        self.core = encode(core_of(match, table, self.seat))
        own = None if self.seat is None else table.seats[self.seat]
        self._listen(match, own.given if own else [], own.stood if own else [])
        if self.seat is not None:
            self.since = self._told_when_acted(table.seats[self.seat].acted)
        self.turn = turn

    def _listen(self, match: Match, given: list[int], stood: list[int]) -> None:
        """Keep the events of entries that still stand, add those of new ones; ``given``, ``stood``: see ``Seat``."""
        log = [match.start, *match.log]
        known = self._entries
        same = 0
        if known and len(known) <= len(log) and known[-1][0] is log[len(known) - 1]:
            same = len(known)  # entries only ever move towards the front, so all before it stand, too
        while same < len(known) and same < len(log) and known[same][0] is log[same]:
            same += 1
        if same == len(known) == len(log):
            return
        kept = known[same - 1][1] if same else 0
        told = self.events[:kept]
        del known[same:]
        eyes = WATCHER if self.seat is None else self.seat
        self.given = [at for at in self.given if at < kept]
        self.stood = [at for at in self.stood if at < kept]
        for moves, entry in enumerate(log[same:], same):
            before = len(told)
            told += events(match.game, entry, eyes)
            known.append((entry, len(told)))
            if entry.player == self.seat and moves in given and len(told) > before:
                self.given.append(before)
            if entry.player == self.seat and moves in stood and len(told) > before:
                self.stood.append(before)
        self.events = told

    def _told_when_acted(self, moves: int) -> int:
        """How many events had been told after so many moves: the person's last one, if it is known."""
        if 0 < moves < len(self._entries):
            return self._entries[moves][1]
        if self.stood:  # only a stand-in has moved for this seat
            return self._entries[0][1]
        return next((told for entry, told in reversed(self._entries) if entry.player == self.seat), 0)


def core_of(match: Match, table: Table, seat: int | None) -> Core:
    """All that a seat sees now. Nothing in it depends on what the seat may not know."""
    running = table.state == "running"
    asked = match.prompt(seat) if running and seat is not None else None
    own = table.seats[seat] if seat is not None else None
    return Core(
        question=match.question if seat is None else match.asked(seat),
        view=match.view(seat),
        prompt=None if asked is None else Asked(asked.step, asked.rule, dict(asked.args)),
        legal=list(match.legal(seat)) if running and seat is not None else [],
        undo=take_back(match, table, seat) if running and seat is not None else None,
        ahead=list(own.ahead) if own else [],
        auto=own.auto if own else False,
        standing=msgspec.convert(match.standing(seat).json(), StandingInfo),
    )


def take_back(match: Match, table: Table, seat: int) -> TakeBack | None:
    """What undo would do; None where the table plays without."""
    if table.undo == "none":
        return None
    refusal = match.undo_refusal(seat)
    if refusal is None:
        return TakeBack(free=True, ask=False)
    ask = table.undo == "ask" and refusal.code != "undo_nothing"
    return TakeBack(free=False, ask=ask, code=refusal.code, args=refusal.args)


def news(told: list[Fields], now: list[Fields]) -> int:
    """How many of the events told before still stand; the rest of ``now`` is new."""
    if len(told) <= len(now) and (not told or told[-1] is now[len(told) - 1]):
        return len(told)
    keep = 0
    while keep < min(len(told), len(now)) and told[keep] is now[keep]:
        keep += 1
    return keep


def view_message(n: int, window: Window, keep: int) -> bytes:
    """A ``View`` as bytes, around the core that all sockets with these eyes share."""
    fresh: list[Any] = window.events[keep:]
    given = [at - keep for at in window.given if at >= keep]
    stood = [at - keep for at in window.stood if at >= keep]
    head = n, keep, encode(window.since), encode(fresh), encode(given), encode(stood), window.core[1:]
    return b'{"type":"view","n":%d,"keep":%d,"since":%b,"events":%b,"given":%b,"stood":%b,%b' % head
