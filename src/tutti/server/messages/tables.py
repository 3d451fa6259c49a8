"""What goes over HTTP: strict both ways. Fields are only ever added, with defaults."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from tutti.server.accounts.identity import LONGEST_NAME
from tutti.server.messages.errors import Fault
from tutti.server.store.rows import Clock as StoredClock
from tutti.server.store.rows import Offer, Table

SeatNumber = Annotated[int, Meta(ge=0, le=5)]
NameText = Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_NAME)]
Passphrase = Annotated[str, Meta(min_length=1, max_length=256)]


class Wire(Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of all bodies."""


# -- people ------------------------------------------------------------------------------------


class Me(Wire):
    """Who you are to the server."""

    name: str
    protected: bool


class NewName(Wire):
    name: NameText


class NewPassphrase(Wire):
    """A passphrase protects the name and opens the way back from another device."""

    passphrase: Passphrase
    old: Passphrase | None = None
    """Needed to change one."""


class SignIn(Wire):
    name: NameText
    passphrase: Passphrase


# -- tables ------------------------------------------------------------------------------------


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


class Created(Wire):
    """Where the new thing is."""

    id: str


# -- what can be played ------------------------------------------------------------------------


class OptionInfo(Wire):
    """An option; ``option.<name>`` of the game's words explains it."""

    name: str
    rule: str
    default: Any
    schema: dict[str, Any]


class Choices(Wire):
    """Options while they are being chosen."""

    players: int
    options: dict[str, Any]


class Conflict(Wire):
    """Why these choices cannot be played together, and which of them to change."""

    options: list[str]
    fault: Fault


class PackOrigin(Wire):
    """Of the fields of a pack that are marked with their source, how many are printed, inferred, and composed by us."""

    printed: int
    inferred: int
    composed: int
    fields: int
    percent: int
    """Of all, those composed by us."""


class GameInfo(Wire):
    name: str
    version: int
    low: int
    high: int
    usual: int
    pack: str
    pack_hash: str
    options: list[OptionInfo]
    actions: list[str]
    secrets: bool = True
    """Whether somebody may know what another does not."""
    simultaneous: bool = True
    """Whether several may be asked at once."""
    minutes: int = 0
    """How long a match of people usually takes; 0: nobody can say."""
    concert: bool = False
    """Whether a match of it can be performed (``/api/replays/TOKEN/concert``)."""
    origin: PackOrigin | None = None
    """Where its usual components come from; ``origin.some`` or ``origin.none`` of the words says it."""


class PackInfo(Wire):
    """The components of a game by the hash of their pack, as far as a picture needs them."""

    game: str
    name: str
    hash: str
    components: dict[str, Any]


class CardSound(Wire):
    """How a card sounds: ``keys`` of the seven positions, Voice by Voice; an accidental adds or takes a semitone."""

    program: int
    """General MIDI, from 0."""
    drum: int | None
    """The key of General MIDI percussion, of an instrument without pitch."""
    keys: list[list[int]]


class Sounds(Wire):
    """How the cards of a pack sound, by card."""

    cards: dict[str, CardSound]


class BotInfo(Wire):
    name: str
    searches: bool
    """Whether it can be asked for hints."""


class RuleInfo(Wire):
    """A rule of the ledger; ``text`` is Markdown in one line."""

    id: str
    section: str
    text: str
    source: str


class Health(Wire):
    """``ok``, or what is wrong."""

    status: str
    version: str
    compiled: bool


# -- records -----------------------------------------------------------------------------------


class ReplayInfo(Wire):
    """A match to look at: ``length`` entries after the set-up."""

    token: str
    game: str
    players: int
    names: list[str]
    length: int
    at: int
    options: dict[str, Any]
    result: dict[str, Any] | None
    mine: bool
    pack_hash: str = ""
    """The pack that it was played with (``/api/packs``); empty where the record does not say."""
    played_on: bool = False
    """Not a match from its set-up: it began with a position, or with a moment of another match."""


class ConcertTempo(Wire):
    """From ``at`` on so many crotchets a minute."""

    at: float
    bpm: float


class ConcertPassage(Wire):
    """A bar as it sounds, in seconds; a bar may come twice. ``mark`` is the Movement that begins, or the return."""

    bar: int
    mark: str
    start: float
    end: float


class ConcertPart(Wire):
    """An instrument at its seat, a Part of a choir, or those who accompany (nobody's)."""

    id: str
    seat: str
    part: int
    card: str
    player: int | None
    program: int
    drum: int | None
    name: str


class ConcertTone(Wire):
    """A tone: ``at`` and ``length`` in crotchets, ``start`` and ``end`` in seconds; ``note`` is the printed note."""

    at: float
    length: float
    start: float
    end: float
    key: int
    velocity: int
    part: int
    voice: int
    bar: int
    note: str
    player: int | None
    kind: Literal["disc", "under", "black", "held"]


class ConcertInfo(Wire):
    """A match as music, and the forms in which this server can give it: docs/concert.md."""

    title: str
    bars: int
    seconds: float
    tempo: list[ConcertTempo]
    passages: list[ConcertPassage]
    parts: list[ConcertPart]
    tones: list[ConcertTone]
    formats: list[str]


class ReplayMoment(Wire):
    """A moment of a replay: the match after ``at`` entries, through one pair of eyes."""

    at: int
    player: int | None
    """Who moved; None for the set-up."""
    action: str
    events: list[dict[str, Any]]
    view: dict[str, Any]


class ReplayMoments(Wire):
    frames: list[ReplayMoment]
    length: int


class AnalysisInfo(Wire):
    """What was found out about a finished match (docs/analysis.md has its form), or how many pieces of it are."""

    state: Literal["none", "running", "done"]
    done: int = 0
    total: int = 0
    mine: bool = False
    """Whether you began it, and may stop it."""
    analysis: dict[str, Any] | None = None


class PlayOn(Wire):
    """Play on against bots: in ``seat`` (None: whoever is asked), the others by ``bot`` (empty: whoever played there,
    else the strongest)."""

    seat: SeatNumber | None = None
    bot: Annotated[str, Meta(max_length=64)] = ""


class PlayOnFrom(PlayOn, kw_only=True):
    """The same from a moment of a replay: after so many entries."""

    entry: Annotated[int, Meta(ge=0, le=100_000)]


class PlayOnAt(PlayOn, kw_only=True):
    """The same from a position, as ``GET …/position`` or ``tutti`` writes it, or by hand (``?`` for what is hidden)."""

    position: dict[str, Any]


class Position(Wire):
    """A position that somebody writes."""

    position: dict[str, Any]


class PositionInfo(Wire):
    """A position as the rules read it, or why it cannot be. Through the eyes of the first who is asked."""

    fault: Fault | None = None
    game: str = ""
    players: int = 0
    pack_hash: str = ""
    active: list[int] = field(default_factory=list)
    view: dict[str, Any] | None = None


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
