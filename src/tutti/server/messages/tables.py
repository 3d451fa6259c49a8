"""Tables: their seats, clocks and requests, and how they are opened, joined and listed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from tutti.server.accounts.identity import LONGEST_NAME
from tutti.server.messages.base import SeatNumber, Wire
from tutti.server.store.rows import Clock as StoredClock
from tutti.server.store.rows import Offer, Table


class Clock(Wire):
    """``turn`` seconds are free in each turn, then ``reserve`` runs down; ``increment`` comes after each turn."""

    kind: Literal["none", "live", "days"] = "none"
    turn: Annotated[int, Meta(ge=0, le=3600)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0
    reserve: Annotated[int, Meta(ge=0, le=36000)] = 0
    days: Annotated[int, Meta(ge=0, le=30)] = 0

    def stored(self) -> StoredClock:
        return StoredClock(self.kind, self.turn, self.increment, self.reserve, self.days)


class SeatPlan(Wire):
    """Who is to sit here: whoever comes, you, a bot, or another person at your screen."""

    kind: Literal["open", "me", "bot", "local"] = "open"
    bot: Annotated[str, Meta(max_length=64)] = ""
    name: Annotated[str, Meta(max_length=4 * LONGEST_NAME)] = ""


class NewTable(Wire):
    """A table to be opened. Seats left out are open."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[SeatPlan], Meta(min_length=1, max_length=6)]
    options: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    spectators: bool = True
    undo: Literal["none", "free", "ask"] = "ask"
    hints: bool = True
    previews: bool = True
    """Whether moves may be looked at before they are made."""
    coach: bool = True
    """Whether players are warned of moves that look better than they are."""
    clock: Clock = field(default_factory=Clock)
    start: bool = False
    """Begin at once, if no seat is open."""


class JoinTable(Wire):
    seat: SeatNumber | None = None
    """None: the first open one."""


class TakeSeat(Wire):
    """Apply for a seat that its table or its owner gives away, with the ``invite`` of a link."""

    seat: SeatNumber
    invite: Annotated[str, Meta(min_length=1, max_length=64)]


class ReturnToSeat(Wire):
    """Take one's own seat back from a substitute who has not moved."""

    seat: SeatNumber


class Start(Wire):
    """Begin the match."""

    fill: Annotated[str, Meta(max_length=64)] = ""
    """The bot that takes the seats still open; empty: none may be open."""


class SeatInfo(Wire):
    kind: Literal["open", "person", "local", "bot"]
    name: str
    bot: str
    standin: bool
    resigned: bool
    online: bool
    mine: bool
    replaceable_at: int | None = None
    """From when on the others may hand the seat to a bot (server's time); None while nobody can say."""
    holidays: list[tuple[int, int]] = field(default_factory=list)
    """When its person is on holiday (server's time), for those who sit there."""
    invite: str = ""
    """With which a newcomer may apply for the seat (``POST …/take``): for the owner who gives it away, or for all who
    sit there."""
    substitute_from: int | None = None
    """From when on the others may ask for a substitute (server's time); None while they may not."""
    returns: bool = False
    """Whether this was your seat and you may return to it (``POST …/return``): until the substitute has moved."""
    former: str = ""
    """Whose seat it was, as long as they may return."""


class HandInfo(Wire):
    """A clock: the reserve in milliseconds when the turn began, and since when it runs (server's time)."""

    reserve: int
    since: int | None


class OfferInfo(Wire):
    id: int
    what: Literal["undo", "end", "slow", "seat", "newcomer"]
    seat: int
    """Who asks; with ``newcomer``, the seat that is applied for."""
    agreed: list[int]
    days: int = 0
    """For each turn, if the table is to turn slow."""
    target: int = -1
    """The seat that somebody else is to take over."""
    name: str = ""
    """Who applies for it."""
    mine: bool = False
    """Whether that is you."""


class Ending(Wire):
    """How it ended. Rows are per player; ``sources`` may be empty when the match was stopped early."""

    reason: str
    winners: list[int]
    places: list[int]
    points: list[int]
    sources: list[dict[str, int]]
    tiebreak: str | None = None
    early: bool = False
    """Stopped before the rules ended it (``ending.<reason>`` of the server's words)."""


class OriginInfo(Wire):
    """Where a match came from that is not the real one: after ``entry`` entries of a replay, or a position."""

    kind: Literal["replay", "position"]
    replay: str = ""
    """For those who sit there: whoever has it may look at the other match."""
    entry: int = 0


class TableInfo(Wire):
    """A table as anybody at it may see it."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    state: Literal["waiting", "running", "over", "closed"]
    public: bool
    spectators: bool
    undo: Literal["none", "free", "ask"]
    hints: bool
    clock: Clock
    seats: list[SeatInfo]
    active: list[int]
    hands: list[HandInfo]
    offer: OfferInfo | None
    """The first of ``offers``."""
    watchers: int
    """Spectators with an open socket."""
    host: bool
    """Whether you opened it."""
    turn: bool
    """Whether it waits for you."""
    created: int
    updated: int
    started: int | None
    ended: int | None
    ending: Ending | None
    commitment: str
    """SHA-256 of ``tutti-seed:`` and the seed."""
    seed: str | None
    """Only when the match is over."""
    next: str | None
    """The rematch."""
    offers: list[OfferInfo] = field(default_factory=list)
    """What the table is being asked: first what you have not answered, then what you ask yourself."""
    broken: bool = False
    """The match cannot be played again under the rules of this server; nothing can be done at the table."""
    pack_hash: str = ""
    """The pack that its match is played with (``/api/packs``); empty until it begins."""
    previews: bool = True
    coach: bool = True
    expires: int | None = None
    """When a table is closed whose match has not begun (server's time)."""
    origin: OriginInfo | None = None
    """None for a match that began at its set-up; all others are for trying out."""


class TablePage(Wire):
    tables: list[TableInfo]
    more: int | None
    """Pass it as ``before`` for the next page."""


class NextTable(Wire):
    """The next table that waits for you."""

    table: str | None
    waiting: int
    """How many do, other than the one you come from."""


class Mute(Wire):
    """Hear no more of whoever sits there, or hear them again."""

    seat: SeatNumber
    on: bool


class ReportLine(Wire):
    """Point out a line of talk to whoever runs the server."""

    line: Annotated[int, Meta(ge=1, le=2**53)]
    reason: Annotated[str, Meta(max_length=500)] = ""


def offer_of(offer: Offer, person: str = "") -> OfferInfo:
    """A request to the table, as a person sees it."""
    return OfferInfo(
        id=offer.id,
        what=offer.what,
        seat=offer.seat,
        agreed=list(offer.agreed),
        days=offer.days,
        target=offer.target,
        name=offer.name,
        mine=bool(offer.person) and offer.person == person,
    )


def origin_of(table: Table, sits: bool) -> OriginInfo | None:
    """Where the match of a stored table came from, as told to somebody who sits there or not."""
    came = table.origin
    return None if came is None else OriginInfo(kind=came.kind, replay=came.token if sits else "", entry=came.entry)


def ending_of(table: Table) -> Ending | None:
    """The ending of a stored table."""
    return None if table.ending is None else Ending(**table.ending)
