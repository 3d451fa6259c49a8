"""What one pair of eyes gets to see of a room: made once for all sockets that look through it."""

from __future__ import annotations

from typing import Any

from tutti.kernel.chance import EVERYONE
from tutti.kernel.facts import WATCHER, Fields
from tutti.kernel.log import Entry, may_know
from tutti.kernel.match import Match
from tutti.server.messages import Asked, TakeBack, encode
from tutti.server.store.rows import Table


class Shared:
    """What the windows of a room have in common, made once for all: the public part of the views, decoded events.

    Only what the kernel calls public is here, or goes out of here by ``may_know``; what one seat alone may know is made
    in its window.
    """

    def __init__(self) -> None:
        self.turn = -1
        self._views: dict[bool, bytes] = {}
        self._standings: dict[bool, bytes] = {}
        self._majorities: dict[bool, bytes] = {}
        self._told: dict[int, tuple[Entry, list[tuple[int, Fields]]]] = {}
        """The events of entries by the identity of the entry, each with who may know of it: of all while everybody
        looks at the same turn, as after a restart, else of recent ones."""

    def at(self, turn: int) -> Shared:
        if turn != self.turn:
            self._views, self._standings, self._majorities, self.turn = {}, {}, {}, turn
            if len(self._told) > RECENT:
                self._told.clear()
        return self

    def view(self, match: Match, seat: int | None) -> bytes:
        """The public part of a view, for those who see inside an open group, or for the others."""
        inside = _inside(match, seat)
        if inside not in self._views:
            self._views[inside] = encode(match.public_part(seat))
        return self._views[inside]

    def standing(self, match: Match, seat: int | None) -> bytes:
        """A ``StandingInfo``: made once where all know the same; else only who leads where is made once."""
        inside = _inside(match, seat)
        if (known := self._standings.get(inside)) is not None:
            return known
        stands = match.standing(seat)
        if inside not in self._majorities:
            self._majorities[inside] = encode([one.json() for one in stands.majorities])
        made = b'{"points":%b,"scored":%b,"sources":%b,"majorities":%b,"open":%b}' % (
            encode(stands.points),
            encode(stands.scored),
            encode(stands.sources),
            self._majorities[inside],
            encode(stands.open or [False] * len(stands.points)),
        )
        if match.same_standing(seat):
            self._standings[inside] = made
        return made

    def told(self, match: Match, entry: Entry, eyes: int) -> list[Fields]:
        """The events of an entry as that player was told them, the same objects for all who were."""
        found = self._told.get(id(entry))
        if found is None or found[0] is not entry:
            decoded = [(t.to, match.game.event(t.verb, t.player, t.a, t.b, t.c)) for t in entry.told]
            found = self._told[id(entry)] = entry, decoded
        return [event for to, event in found[1] if to == EVERYONE or may_know(to, eyes)]


NULL, EMPTY = b"null", b"[]"
RECENT = 32
"""So many entries are remembered decoded: windows are seldom further apart."""


def _inside(match: Match, seat: int | None) -> bool:
    return match.seen_by(WATCHER if seat is None else seat) is match.state


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

    def look(self, match: Match, table: Table, shared: Shared) -> None:
        """Look again, unless nothing has happened since."""
        turn = shared.turn
        if turn == self.turn:
            return
        self.core = core_of(match, table, self.seat, shared)
        own = None if self.seat is None else table.seats[self.seat]
        self._listen(match, own.given if own else [], own.stood if own else [], shared)
        if self.seat is not None:
            self.since = self._told_when_acted(table.seats[self.seat].acted)
        self.turn = turn

    def _listen(self, match: Match, given: list[int], stood: list[int], shared: Shared) -> None:
        """Keep the events of entries that still stand, add those of new ones; ``given``, ``stood``: see ``Seat``."""
        log, known = match.log, self._entries
        length, same = len(log) + 1, 0
        if 1 < len(known) <= length and known[-1][0] is log[len(known) - 2]:
            same = len(known)  # entries only ever move towards the front, so all before it stand, too
        while same < len(known) and same < length and known[same][0] is (log[same - 1] if same else match.start):
            same += 1
        if same == len(known) == length:
            return
        kept = known[same - 1][1] if same else 0
        told = self.events[:kept]
        del known[same:]
        eyes = WATCHER if self.seat is None else self.seat
        self.given = [at for at in self.given if at < kept]
        self.stood = [at for at in self.stood if at < kept]
        for moves, entry in enumerate(log[same - 1 :] if same else [match.start, *log], same):
            before = len(told)
            told += shared.told(match, entry, eyes)
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


def core_of(match: Match, table: Table, seat: int | None, shared: Shared) -> bytes:
    """All that a seat sees now: a ``Core`` as bytes. Nothing in it depends on what the seat may not know."""
    running = table.state == "running"
    asked = match.prompt(seat) if running and seat is not None else None
    own = table.seats[seat] if seat is not None else None
    return (
        b'{"question":%d,"view":%b,%b,"prompt":%b,"legal":%b,"undo":%b,"ahead":%b,"auto":%b,"standing":%b}'
        % (
            match.question if seat is None else match.asked(seat),
            shared.view(match, seat)[:-1],  # open: what is this seat's own comes behind it
            encode(match.own_part(seat))[1:],
            NULL if asked is None else encode(Asked(asked.step, asked.rule, dict(asked.args))),
            EMPTY if asked is None or seat is None else encode(match.legal(seat)),
            encode(take_back(match, table, seat)) if running and seat is not None else NULL,
            encode(own.ahead) if own and own.ahead else EMPTY,
            b"true" if own and own.auto else b"false",
            shared.standing(match, seat),
        )
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
