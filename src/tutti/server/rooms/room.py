"""Room: one table in memory. Everything that changes it goes through its lock and is stored before it is told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tutti.kernel.log import whole
from tutti.kernel.match import Match
from tutti.server.logs import log
from tutti.server.messages.errors import Moved, Refused
from tutti.server.messages.socket import Order, encode
from tutti.server.messages.tables import Clock, HandInfo, SeatInfo, TableInfo, ending_of, offer_of, origin_of
from tutti.server.rate_limits import Buckets
from tutti.server.rooms import clocks
from tutti.server.rooms.client_view import ClientView, Shared
from tutti.server.rooms.commands.idempotency import Keys, digest_of
from tutti.server.store import Conflict, Store, StoreFault
from tutti.server.store.rows import Event, Hand, Table, TalkLine
from tutti.server.workers.queue import Ticket

TALK_KEPT = 500
"""So many lines of talk are shown to who comes."""
NOTICES = 1 / 10, 8
"""The same notice about the same person or seat is told so often a second, and so many times in a row."""
CROWDS = 1 / 5, 24
"""And so the same notice about whomever: names are cheap."""
ASKS = 1 / 20, 3
"""So may somebody ask the others for their consent."""
Now = Callable[[], int]


class Change:
    """What an order does to a room, collected until it can be stored as one."""

    def __init__(self, room: Room, now: int) -> None:
        self.room = room
        self.now = now
        self.events: list[Event] = []
        self.lines: list[TalkLine] = []
        self.any = False
        self.open = False
        """Whether anybody else may notice it."""
        self.undone = False
        """Whether moves were taken back."""
        self.played: list[str] = []
        """The actions of an order to play that were carried out …"""
        self.stop = ""
        """… and what ended it early."""

    def event(self, kind: str, seat: int = -1, key: str = "", hidden: bool = False, **body: Any) -> None:
        """Something for the log of the match; ``hidden`` if nobody else may notice that it happened."""
        table = self.room.table
        table.seq += 1
        self.events.append(Event(table.id, table.seq, self.now, kind, seat, key, body))
        self.any = True
        self.open |= not hidden

    def keep_key(self, seat: int, key: str, digest: str) -> None:
        """An order was carried out: its key goes into the log once, as that of the seat that gave it."""
        found = None
        for event in self.events:
            if found is None and (event.seat, event.key) == (seat, key):
                found = event
            else:
                event.key = ""
        if found is None:
            self.event("ordered", seat, key, hidden=True)
            found = self.events[-1]
        found.digest = digest

    def line(self, **fields: Any) -> None:
        table = self.room.table
        table.lines += 1
        self.lines.append(TalkLine(table=table.id, no=table.lines, at=self.now, **fields))
        self.any = self.open = True

    def notice(self, code: str, person: str | None = None, always: bool = False, **args: Any) -> None:
        """Tell everybody at the table; the words are ``notice.<code>``. One that names a person goes with them.

        What happens over and over is not told each time, as seats and requests are seen without it; but what
        was asked for is ``always`` answered.
        """
        room = self.room
        told = room.notifications.take(f"{code}:{person or args.get('player', '')}")
        if always or (told and (person is None or room.crowds.take(code))):
            self.line(code=code, person=person, args=args)

    def touch(self) -> None:
        """The table has changed in a way that everybody at it should see."""
        self.room.version += 1
        self.any = self.open = True

    def private(self) -> None:
        """Something changed that is nobody else's business."""
        self.any = True


class Room:
    """A table, its match, and who looks at it. ``dead`` when memory and store may differ: it is thrown away."""

    def __init__(self, table: Table, match: Match | None, store: Store, now: Now, patience: int) -> None:
        self.table = table
        self.match = match
        self.store = store
        self.now = now
        self.patience = patience
        """After so many milliseconds without a move the match is taken for abandoned."""
        self.lock = asyncio.Lock()
        self.turn = 0
        """Rises with every stored change."""
        self.version = 0
        """Rises with every change of the table that all may see."""
        self.holders = 0
        self.idle_since = now()
        self.dead = False
        self.broken = False
        """The stored match cannot be played again here: it can be looked at, and nothing is written to it."""
        self.keys = Keys()
        self.thinking: set[int] = set()
        self.pondered: dict[int, int] = {}
        """At how many entries of the match the bot of a seat began to think on while others are asked."""
        self.online: dict[int, int] = {}
        """How many sockets look through each seat."""
        self.left: dict[int, int] = {}
        """When the last socket of a seat went."""
        self.telling = False
        """Everybody will soon be told who came or went."""
        self.watchers = 0
        self.near: Counter[tuple[bool, str]] = Counter()
        """Open sockets by whether they are a player's, and by address."""
        self.looks: dict[str, int] = {}
        """When somebody without a socket looked last, by address."""
        self.home = ""
        """The address from which it was opened, as far as this process knows."""
        self.tickets: dict[int, Ticket] = {}
        """Bots that wait to think, by seat."""
        self.talk: list[TalkLine] | None = None
        self.notifications = Buckets(*NOTICES, lambda: now() / 1000)
        self.crowds = Buckets(*CROWDS, lambda: now() / 1000)
        self.asks = Buckets(*ASKS, lambda: now() / 1000)
        """How often everybody may still ask the table for something."""
        if table.offer is not None:  # stored when there was but one
            table.requests, table.offer = [table.offer], None
        self._client_views: dict[int | None, ClientView] = {}
        self._shared = Shared(encode)

    # -- changing ------------------------------------------------------------------------------

    def change(self) -> Change:
        if self.dead:
            raise Moved("try_again", 503)
        if self.broken:
            raise Refused("match_broken", 409)
        return Change(self, self.now())

    async def commit(self, change: Change) -> None:
        """Store what has changed. Only the holder of the lock may call it."""
        if not change.any:
            return
        self._run_clocks(change)
        self.table.saves += 1
        try:
            await self.store.save(self.table, change.events, change.lines)
        except (Conflict, StoreFault) as fault:
            self.dead = True
            log("not_saved", level="error", table=self.table.id[:6], seq=self.table.seq, reason=str(fault))
            if isinstance(fault, Conflict):
                raise Moved("not_saved", 503) from None
            raise Refused("not_saved", 503) from None
        except asyncio.CancelledError:
            self.dead = True  # nobody knows any more whether it was stored
            raise
        for event in change.events:
            if event.key:
                self.keys.note(event.seat, event.key, event.digest)
        if self.talk is not None:
            self.talk += change.lines
            del self.talk[: -2 * TALK_KEPT]
        self.turn += 1

    def _run_clocks(self, change: Change) -> None:
        table = self.table
        if change.open:
            table.updated = max(change.now, table.updated)
        if table.state != "running":
            return
        assert self.match is not None
        table.active = list(self.match.active)
        # Without a clock it is only told how long they are waited for who are not here.
        quiet = table.clock.kind == "none" and len(self.online) == len(table.seats)
        told = [] if quiet else self._told_clocks()
        before = [(hand.reserve, hand.since) for hand in told]
        clocks.run(table, change.now, self.patience, change.undone)
        if told and before != [(hand.reserve, hand.since) for hand in told]:
            self.version += 1

    def _told_clocks(self) -> list[Hand]:
        """The hands that somebody is told of."""
        table = self.table
        return [
            hand
            for number, (seat, hand) in enumerate(zip(table.seats, table.hands, strict=True))
            if table.clock.kind != "none" or not (number in self.online or clocks.played_by_bot(seat))
        ]

    def play(self, change: Change, seat: int, action: str, by: str, key: str = "") -> None:
        """One move, checked by the rules."""
        assert self.match is not None
        self.match.advance(seat, self.match.read(seat, action), self.match.scribe())  # every view looks for itself
        place, moves = self.table.seats[seat], len(self.match.log)
        moved_in = by not in ("bot", "auto") and place.former is not None
        if by == "auto":
            place.given.append(moves)
            # What others did before a forced answer has still not been seen.
            if place.acted == moves - 1:
                place.acted = moves
        elif by != "bot":
            place.acted = moves
        elif place.kind != "bot":
            place.stood.append(moves)
        self.note(change, by, key)
        if moved_in:  # the substitute has moved: the former owner cannot return any more
            place.former = None
            change.event("kept", seat)
            change.touch()

    def note(self, change: Change, by: str, key: str = "") -> None:
        """Put the last move into the log, with what chance brought."""
        assert self.match is not None
        last = self.match.log[-1]
        entry = whole(self.match.game, last)
        chance = {"chance": entry["chance"]} if "chance" in entry else {}
        change.event("play", last.player, key, not last.done, action=entry["action"], by=by, **chance)

    # -- people --------------------------------------------------------------------------------

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person may act for."""
        return [number for number, seat in enumerate(self.table.seats) if seat.person == person]

    @property
    def begun(self) -> bool:
        """Whether there is anything that not everybody may see."""
        return self.match is not None or self.broken

    def may_look(self, person: str) -> bool:
        """Whether a person may watch the match."""
        return self.table.spectators or bool(self.seats_of(person)) or person in self.former()

    def former(self) -> set[str]:
        """Those who may still return to their seats from a substitute."""
        return {seat.former.person for seat in self.table.seats if seat.former is not None}

    def names(self, person: str) -> bool:
        """Whether anything at the table is about this person."""
        applies = any(offer.person == person for offer in self.table.requests)
        return bool(self.seats_of(person)) or person in self.former() or applies or self.table.host == person

    def check_seat(self, person: str, seat: int) -> None:
        """Nobody acts for another's seat."""
        if not 0 <= seat < len(self.table.seats) or self.table.seats[seat].person != person:
            raise Refused("not_your_seat", 403, seat=seat)

    def repeats(self, person: str, seat: int, order: Order, digest: str = "") -> bool:
        """Whether this very order of the seat has been carried out. ``Refused`` if its key belongs to another one."""
        return self.keys.known(seat, order.key, digest or digest_of(person, order))

    @contextmanager
    def held(self) -> Iterator[None]:
        """As long as somebody holds it, the room stays in memory."""
        self.holders += 1
        try:
            yield
        finally:
            self.holders -= 1
            self.idle_since = self.now()

    # -- seeing --------------------------------------------------------------------------------

    def client_view(self, seat: int | None) -> ClientView | None:
        """What a seat sees of the match; None before it has begun. Only under the lock."""
        if self.match is None:
            return None
        view = self._client_views.get(seat)
        if view is None:
            view = self._client_views[seat] = ClientView(seat, encode)
        if view.turn != self.turn:
            view.look(self.match, self.table, self._shared.at(self.turn, self.match))
        return view

    def info(self, person: str) -> TableInfo:
        info = table_info(self.table, person, self.online, self.watchers, self.left)
        info.broken = self.broken
        return info


def table_info(
    table: Table,
    person: str,
    online: dict[int, int] | None = None,
    watchers: int = 0,
    left: dict[int, int] | None = None,
) -> TableInfo:
    """The table as a person may see it. No id of anybody goes out, and no seed before the end."""
    over = table.state == "over"
    mine = [number for number, seat in enumerate(table.seats) if seat.person == person]
    offers = [offer_of(one, person) for one in table.requests]
    if offers:  # first what the person is asked, then what the person asks
        offers.sort(key=lambda one: (bool(set(mine) & {one.seat, *one.agreed}), one.seat not in mine))
    clock, online, left = table.clock, online or {}, left or {}
    here = clocks.here(table, online)
    return TableInfo(
        id=table.id,
        game=table.game,
        players=table.players,
        options=table.options,
        state=table.state,
        public=table.public,
        spectators=table.spectators,
        undo=table.undo,
        hints=table.hints,
        previews=table.previews,
        coach=table.coach,
        clock=Clock(
            kind=clock.kind, turn=clock.turn, increment=clock.increment, reserve=clock.reserve, days=clock.days
        ),
        seats=[
            SeatInfo(
                kind=seat.kind,
                name=seat.name,
                bot=seat.bot,
                standin=seat.standin,
                resigned=seat.resigned,
                online=number in here,
                mine=number in mine,
                replaceable_at=clocks.replaceable(table, number, online, left),
                holidays=seat.off if mine else [],
                invite=seat.invite if mine and (number in mine or not seat.gift) else "",
                substitute_from=None if seat.invite else clocks.substitute_from(table, number),
                returns=seat.former is not None and seat.former.person == person,
                former=seat.former.name if seat.former is not None else "",
            )
            for number, seat in enumerate(table.seats)
        ],
        active=list(table.active),
        hands=[
            HandInfo(reserve=hand.reserve, since=None if clock.kind == "none" else hand.since) for hand in table.hands
        ],
        offer=offers[0] if offers else None,
        offers=offers,
        watchers=watchers,
        host=table.host == person,
        turn=any(number in table.active and not clocks.played_by_bot(table.seats[number]) for number in mine),
        created=table.created,
        updated=table.updated,
        started=table.started,
        ended=table.ended,
        ending=ending_of(table),
        commitment=table.commitment,
        seed=table.seed if over else None,
        next=table.next,
        origin=origin_of(table, bool(mine)),
        pack_hash=table.pack_hash,
        expires=table.expires or table.deadline if table.state == "waiting" else None,
    )
