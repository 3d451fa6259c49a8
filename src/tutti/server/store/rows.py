"""The rows of the store. They only ever gain fields, and new fields have defaults: old rows must stay readable."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

SeatKind = Literal["open", "person", "local", "bot"]
TablePhase = Literal["waiting", "running", "over", "closed"]


class Person(Struct):
    """Somebody known by a cookie. ``epoch`` rises when all their cookies are to lose their worth."""

    id: str
    name: str
    created: int
    seen: int
    passphrase: str | None = None
    key: str | None = None
    """The protected name in a form that all ways to write it share; None while it is not protected."""
    epoch: int = 0
    look: str | None = None
    """The protected name in a form that look-alikes share."""
    recovery: str | None = None
    """What is known of the code that opens the way back without the passphrase."""


class Former(Struct):
    """Whose seat it was before a substitute was seated: they may return until the substitute has moved."""

    person: str
    name: str
    kind: SeatKind


class Seat(Struct):
    """A place at a table. ``local`` is another person at the screen of ``person``."""

    kind: SeatKind = "open"
    person: str | None = None
    name: str = ""
    bot: str = ""
    """Who plays a bot's seat, or stands in for a person who is away."""
    standin: bool = False
    resigned: bool = False
    auto: bool = False
    """Single choices are answered for the person."""
    ahead: list[str] = field(default_factory=list)
    """Moves given in advance."""
    votes_until: int = 0
    """How long the vote of a person counts for whom a bot plays."""
    went: int = 0
    """How many moves the match had when the bot sat down: older ones are not taken back without the person."""
    acted: int = 0
    """How many moves the match had after the person's last one; those of a stand-in are not the person's, and no more
    are forced answers after moves of others."""
    given: list[int] = field(default_factory=list)
    """How many moves the match had after each answer that was given for the person by itself."""
    stood: list[int] = field(default_factory=list)
    """And after each move that a stand-in made for the person."""
    off: list[tuple[int, int]] = field(default_factory=list)
    """When the person is on holiday: clocks by days stand still then."""
    invite: str = ""
    """With this, a newcomer may apply for the seat."""
    gift: bool = False
    """Whether its owner gives it away, not the others."""
    away: int = 0
    """When the bot sat down for a person; unknown (0) in older matches."""
    former: Former | None = None
    """Whose seat it was, as long as they may return."""
    turned_away: list[str] = field(default_factory=list)
    """Marks (``rooms.commands.seats.mark_of``) of those whom the table did not want in the seat."""


class Clock(Struct):
    """How long a player may think. ``turn`` seconds are free in each turn, then the reserve runs down."""

    kind: Literal["none", "live", "days"] = "none"
    turn: int = 0
    increment: int = 0
    reserve: int = 0
    days: int = 0


class Hand(Struct):
    """One seat's clock: what is left of the reserve, and since when the turn runs (None: it does not)."""

    reserve: int = 0
    since: int | None = None
    before: int = 0
    """The reserve when the last turn began."""
    used: int = 0
    """What the last turn took."""
    began: int | None = None
    """Since when the turn runs in which a bot took the seat."""


class Offer(Struct):
    """A request to the table that needs everybody's consent."""

    id: int
    what: Literal["undo", "end", "slow", "seat", "newcomer"]
    seat: int
    """Who asks; with ``newcomer``, the seat that is applied for."""
    agreed: list[int] = field(default_factory=list)
    days: int = 0
    """For each turn, if the table is to turn slow."""
    target: int = -1
    """The seat that somebody else is to take over."""
    person: str = ""
    """Who applies for it …"""
    name: str = ""
    """… and under which name."""


class Origin(Struct):
    """Where a match came from that did not begin at the set-up: a moment of a replay, or a position from anywhere."""

    kind: Literal["replay", "position"]
    token: str = ""
    entry: int = 0


class Table(Struct):
    """A table and its match. Everything but the log of moves and the talk."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    host: str
    created: int
    updated: int
    state: TablePhase = "waiting"
    public: bool = False
    spectators: bool = True
    undo: Literal["none", "free", "ask"] = "ask"
    hints: bool = True
    previews: bool = True
    coach: bool = True
    clock: Clock = field(default_factory=Clock)
    seats: list[Seat] = field(default_factory=list)
    seq: int = 0
    """The number of the last event."""
    lines: int = 0
    """The number of the last line of talk."""
    active: list[int] = field(default_factory=list)
    deadline: int | None = None
    hands: list[Hand] = field(default_factory=list)
    offer: Offer | None = None
    """Where older matches keep the one request that could be open then."""
    offers: int = 0
    """The number of the last request."""
    requests: list[Offer] = field(default_factory=list)
    """What the table is being asked, the oldest first."""
    commitment: str = ""
    seed: str = ""
    rules: int = 0
    pack: str = ""
    pack_hash: str = ""
    started: int | None = None
    ended: int | None = None
    ending: dict[str, Any] | None = None
    """How it ended: the result of the rules, or the agreement or resignation that stopped it."""
    next: str | None = None
    """The table of the rematch."""
    origin: Origin | None = None
    """None for a match that began at its set-up. The position itself is in the log, with the start."""
    expires: int | None = None
    """When it is closed if the match has not begun; None where only ``deadline`` knows."""
    warned: bool = False
    """Whether those who wait were told that it will be closed soon."""
    adjusted: int = 0
    """When its clocks were last put right for the times when the server was down."""
    sat: list[str] = field(default_factory=list)
    """Marks of everybody who has held a seat since the match began."""
    saves: int = 0
    """Rises with every save; the store takes no row but the one that follows its own. Read from a column of its own."""


class Event(Struct):
    """One line of a match's log. ``key`` is the client's own, so that a repeated order is recognised.

    ``digest`` tells the order from others with its key; it is empty in matches of before there were digests.
    """

    match: str
    seq: int
    at: int
    kind: str
    seat: int = -1
    key: str = ""
    body: dict[str, Any] = field(default_factory=dict)
    digest: str = ""


class TalkLine(Struct):
    """One line of talk: words of a person, or a notice of the server (``code`` and ``args``)."""

    table: str
    no: int
    at: int
    seat: int = -1
    person: str | None = None
    name: str = ""
    text: str = ""
    code: str = ""
    args: dict[str, Any] = field(default_factory=dict)

    def heard(self, mutes: set[str]) -> bool:
        """Whether somebody who muted these people gets it: their words no, notices about them yes."""
        return bool(self.code) or self.person not in mutes


class Snapshot(Struct):
    """The moves of a match that stand after event ``seq``: what was taken back is no longer among them."""

    match: str
    seq: int
    body: bytes


class Report(Struct):
    """Somebody finds a line of talk unbearable."""

    table: str
    no: int
    by: str
    at: int
    reason: str


class Analysing(Struct):
    """Somebody has a replay looked into, and was last seen at it then; so many pieces of all are done."""

    token: str
    person: str
    at: int
    done: int = 0
    total: int = 0
    run: str = ""
    """Which of several goes at it this is: who lost it to another does not end theirs."""


class Replay(Struct):
    """A match that whoever has the link may look at. ``table`` is empty for one that was brought along."""

    token: str
    table: str
    person: str | None
    at: int
    game: str
    players: int
    record: bytes
    names: list[str] = field(default_factory=list)
    opened: int = 0
    """When one that was brought along was last looked at, to the day."""
