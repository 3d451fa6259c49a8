# tutti: compiled
"""What one pair of eyes gets to see of a room: made once for all sockets that look through it.

Where packages are built there is no msgspec, and mypyc looks into all that is imported: so whoever makes a view hands
it the one who writes JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tutti.kernel import undoing
from tutti.kernel.chance import EVERYONE
from tutti.kernel.log import Entry, may_know
from tutti.kernel.match import Match
from tutti.kernel.types import WATCHER, Fields

StoredTable = Any
"""``store.rows.Table``."""
Encode = Callable[[Any], bytes]


class Shared:
    """What the views of a room have in common, made once for all: the public part of the views, decoded events.

    Only what the kernel calls public is here, or goes out of here by ``may_know``; what one seat alone may know is made
    in its own view.
    """

    def __init__(self, encode: Encode) -> None:
        self.encode = encode
        self.turn = -1
        self.active: tuple[int, ...] = ()
        """Who is asked."""
        self.whole = True
        """Everybody sees all that has happened: nobody has a group open."""
        self._heads: dict[tuple[int, bool], bytes] = {}
        self._standings: dict[bool, bytes] = {}
        self._majorities: dict[bool, bytes] = {}
        self._told: dict[int, tuple[Entry, list[Fields], list[int]]] = {}
        """The events of entries by the identity of the entry, and who may know of each if not all may know all: of
        all entries while everybody looks at the same turn, as after a restart, else of recent ones."""
        self._heard = Heard(WATCHER, encode)
        """What spectators were told: the same as everybody, while all may know all."""
        self._listened = -1

    def at(self, turn: int, match: Match) -> Shared:
        if turn != self.turn:
            self.active, self.whole = match.active, match.sees_all(WATCHER)
            self._heads, self._standings, self._majorities, self.turn = {}, {}, {}, turn
            if len(self._told) > RECENT:
                self._told.clear()
        return self

    def head(self, match: Match, seat: int | None, asked: bool, inside: bool) -> bytes:
        """The number of the question and the public part of the view, for those who see inside an open group, or for
        the others; open at its end, where a seat's own part follows."""
        question = match.asked(seat) if asked and match.clicks and seat is not None else match.question
        known = self._heads.get((question, inside))
        if known is None:
            public = self.encode(match.public_part(seat))
            known = self._heads[question, inside] = b'{"question":%d,"view":%b' % (question, public[:-1])
        return known

    def standing(self, match: Match, seat: int | None, inside: bool) -> bytes:
        """A ``StandingInfo``: made once where all know the same; else only who leads where is made once."""
        if (known := self._standings.get(inside)) is not None:
            return known
        stands, encode = match.standing(seat), self.encode
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

    def told(self, match: Match, entry: Entry) -> tuple[Entry, list[Fields], list[int]]:
        """The events of an entry, the same objects for all; and who may know of each, nothing if all may know all."""
        found = self._told.get(id(entry))
        if found is None or found[0] is not entry:
            events = [match.game.event(t.verb, t.player, t.a, t.b, t.c) for t in entry.told]
            public = all(t.to == EVERYONE for t in entry.told)
            found = self._told[id(entry)] = entry, events, [] if public else [t.to for t in entry.told]
        return found

    def heard(self, match: Match, own: Heard) -> Heard:
        """What a pair of eyes was told up to now; ``own`` as far as that is not what everybody was told."""
        common = self._heard
        if self._listened != self.turn:
            self._listened = self.turn
            common.listen(match, self)
        if common.eyes == own.eyes or common.public == len(common.entries):
            return common
        if len(own.entries) < common.public:
            own.begin(common)
        own.listen(match, self)
        return own


NULL: Final = b"null"
EMPTY: Final = b"[]"
RECENT: Final = 32
"""So many entries are remembered decoded: views are seldom further apart."""


class Heard:
    """What eyes were told: entry by entry, each with the number of events up to its end."""

    def __init__(self, eyes: int, encode: Encode) -> None:
        self.eyes = eyes
        self.encode = encode
        self.entries: list[tuple[Entry, int]] = []
        self.events: list[Fields] = []
        self.public = 0
        """So many entries, from the first on, of which all may know all."""
        self._written = 0, EMPTY

    def begin(self, other: Heard) -> None:
        """With what all may know, as others were told it."""
        self.entries = other.entries[: other.public]
        self.events = other.events[: self.entries[-1][1] if self.entries else 0]
        self.public, self._written = other.public, (len(self.events), EMPTY)

    def listen(self, match: Match, shared: Shared) -> None:
        """Keep the events of entries that still stand, add those of new ones."""
        log, known = match.log, self.entries
        same, length = len(known), len(log) + 1
        if not (1 < same <= length and known[-1][0] is log[same - 2]):
            # Entries only ever move towards the front: else all before the last stand, too.
            same = 0
            while same < len(known) and same < length and known[same][0] is (log[same - 1] if same else match.start):
                same += 1
        if same == len(known) == length:
            return
        told = self.events
        if same < len(known):  # another list: who was told this one has to see the difference
            told = told[: known[same - 1][1] if same else 0]
            del known[same:]
        self.public = min(self.public, same)
        for entry in log[same - 1 :] if same else [match.start, *log]:
            _, events, to = shared.told(match, entry)
            if to:
                told += [event for event, who in zip(events, to, strict=True) if may_know(who, self.eyes)]
            else:
                told += events
                self.public += self.public == len(known)
            known.append((entry, len(told)))
        self.events, self._written = told, (len(told), EMPTY)

    def written(self, keep: int) -> bytes:
        """The events after so many, as bytes: most who look have been told as many."""
        if self._written[0] != keep:
            self._written = keep, self.encode(self.events[keep:])
        return self._written[1]

    def starts(self, moves: list[int], seat: int | None) -> list[int]:
        """Where the events begin of those moves of a seat that have any."""
        return [
            self.entries[number - 1][1]
            for number in moves
            if 0 < number < len(self.entries)
            and self.entries[number][0].player == seat
            and self.entries[number][1] > self.entries[number - 1][1]
        ]


class ClientView:
    """The view of one seat (or of spectators): the core as bytes, and the log of events."""

    def __init__(self, seat: int | None, encode: Encode) -> None:
        self.seat = seat
        self.turn = -1
        """The turn of the room for which it was made."""
        self.core = b""
        self.heard = self._own = Heard(WATCHER if seat is None else seat, encode)
        self.since: int | None = None
        """How many events had been told when the seat last acted."""
        self.given: list[int] = []
        """The events with which an answer begins that was given for the seat by itself. Nobody else is told."""
        self.stood: list[int] = []
        """The events with which a move begins that a stand-in made for the seat."""

    @property
    def events(self) -> list[Fields]:
        """All that these eyes were told."""
        return list(self.heard.events)

    def look(self, match: Match, table: StoredTable, shared: Shared) -> None:
        """Look again, unless nothing has happened since."""
        if shared.turn == self.turn:
            return
        self.core = core_of(match, table, self.seat, shared)
        self.heard = heard = shared.heard(match, self._own)
        if self.seat is not None:
            own = table.seats[self.seat]
            self.given = heard.starts(own.given, self.seat) if own.given else []
            self.stood = heard.starts(own.stood, self.seat) if own.stood else []
            self.since = self._told_when_acted(own.acted, heard.entries)
        self.turn = shared.turn

    def _told_when_acted(self, moves: int, entries: list[tuple[Entry, int]]) -> int:
        """How many events had been told after so many moves: the person's last one, if it is known."""
        if 0 < moves < len(entries):
            return entries[moves][1]
        if self.stood or self.given:  # only a stand-in has moved for this seat, or forced answers were given
            return entries[0][1]
        return next((told for entry, told in reversed(entries) if entry.player == self.seat), 0)


def core_of(match: Match, table: StoredTable, seat: int | None, shared: Shared) -> bytes:
    """All that a seat sees now: a ``Core`` as bytes. Nothing in it depends on what the seat may not know."""
    asked = seat is not None and seat in shared.active
    inside = shared.whole or asked
    encode = shared.encode
    head, own = shared.head(match, seat, asked, inside), encode(match.own_part(seat))[1:]
    standing = shared.standing(match, seat, inside)
    if seat is None:
        return WATCHED % (head, own, standing)
    undo, prompt, legal = NULL, NULL, EMPTY
    if table.state == "running":
        undo = take_back(match, table.undo, seat, encode)
        if asked and (question := match.prompt(seat)) is not None:
            prompt = encode({"step": question.step, "rule": question.rule, "args": question.args})
            legal = encode(match.legal(seat))
    place = table.seats[seat]
    ahead = encode(place.ahead) if place.ahead else EMPTY
    return CORE % (head, own, prompt, legal, undo, ahead, b"true" if place.auto else b"false", standing)


CORE: Final = b'%b,%b,"prompt":%b,"legal":%b,"undo":%b,"ahead":%b,"auto":%b,"standing":%b}'
WATCHED: Final = b'%b,%b,"prompt":null,"legal":[],"undo":null,"ahead":[],"auto":false,"standing":%b}'


def take_back(match: Match, rule: str, seat: int, encode: Encode) -> bytes:
    """What undo would do, a ``TakeBack`` as bytes; null where the table plays without."""
    if rule == "none":
        return NULL
    refusal = undoing.why_not(match.log, seat)
    if refusal is None:
        return FREE
    code, args = refusal.code, refusal.args
    kept = rule == "ask" and code != "undo_nothing", code, args.get("player")
    known = NOT_FREE.get(kept)
    if known is None:  # there are few, and every seat is told one after every move
        known = NOT_FREE[kept] = encode({"free": False, "ask": kept[0], "code": code, "args": args})
    return known


FREE: Final = b'{"free":true,"ask":false,"code":"","args":{}}'
NOT_FREE: Final[dict[tuple[bool, str, object], bytes]] = {}


class Told:
    """What one client has been told of the match. A list of events only grows as long as nothing is taken back, so
    its length at that time goes with it."""

    def __init__(self) -> None:
        self.n = 0
        """The number of the last message, whatever it was about."""
        self.core = b""
        self.events: list[Fields] = []
        self.count = 0
        self.again = False
        """The client wants the view though it has not changed."""

    def number(self) -> int:
        """That of the next message."""
        self.n += 1
        return self.n

    def forget(self) -> None:
        """The client starts from nothing."""
        self.core, self.events, self.count, self.again = b"", [], 0, True

    def news(self, view: ClientView) -> bytes | None:
        """The message with what these eyes see and have not been told; None if there is nothing."""
        events, core = view.heard.events, view.core
        keep = news(self.events, events, self.count)
        if not self.again and keep == self.count == len(events) and core == self.core:
            return None
        self.core, self.events, self.count, self.again = core, events, len(events), False
        return view_message(self.number(), view, keep)


def news(told: list[Fields], now: list[Fields], count: int = -1) -> int:
    """How many of the events told before still stand, if the first ``count`` were told (all, where nothing is said);
    the rest of ``now`` is new."""
    if count < 0:
        count = len(told)
    if told is now or (count <= len(now) and (not count or told[count - 1] is now[count - 1])):
        return count
    keep = 0
    while keep < count and keep < len(now) and told[keep] is now[keep]:
        keep += 1
    return keep


def view_message(n: int, view: ClientView, keep: int) -> bytes:
    """A ``View`` as bytes, around the core that all sockets with these eyes share."""
    given = [at - keep for at in view.given if at >= keep] if view.given else view.given
    stood = [at - keep for at in view.stood if at >= keep] if view.stood else view.stood
    return b'{"type":"view","n":%d,"keep":%d,"since":%b,"events":%b,"given":%b,"stood":%b,%b' % (
        n,
        keep,
        NULL if view.since is None else b"%d" % view.since,
        view.heard.written(keep),
        view.heard.encode(given) if given else EMPTY,
        view.heard.encode(stood) if stood else EMPTY,
        view.core[1:],
    )
