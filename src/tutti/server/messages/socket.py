"""What goes over a socket: orders of the client, messages of the server. Their JSON Schema is published.

Every message of the server carries ``n``, which counts up by one on each socket: a client that misses
a number says ``sync`` and gets everything anew. An order carries the client's own ``key``; the answer
(``done`` or ``refused``) repeats it, and an order sent twice with one key is carried out once.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from tutti.server.messages.base import SeatNumber
from tutti.server.messages.errors import Fault
from tutti.server.messages.tables import TableInfo

PROTOCOL = 1

Key = Annotated[str, Meta(min_length=1, max_length=64)]
Question = Annotated[int, Meta(ge=0, le=2**53)]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
Talk = Annotated[str, Meta(min_length=1, max_length=500)]
Row = Annotated[list[ActionText], Meta(max_length=12)]
"""Actions of one seat, one after the other."""


class Order(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Base of what a client can ask. What is left out is not written either: an order is the same after an update."""

    key: Key


class Play(Order, tag="play"):
    """Answer the open question, and those that follow from it: all of ``actions`` or none. It ends early at an action
    that reveals something. ``question`` is the number it was shown with; older pages send one ``action``."""

    question: Question
    action: ActionText = ""
    actions: Row = []

    def __post_init__(self) -> None:
        if bool(self.action) == bool(self.actions):
            raise ValueError("either `actions` or `action` must be given")


class Undo(Order, tag="undo"):
    """Take back my last action; beyond what is free, the table is asked."""

    question: Question


class Propose(Order, tag="propose"):
    """Ask the table to end the match here."""


class Answer(Order, tag="answer"):
    """Agree to a request, or not."""

    offer: Annotated[int, Meta(ge=0)]
    agree: bool


class Resign(Order, tag="resign"):
    """Give up for good."""


class Away(Order, tag="away"):
    """Leave the running match: a bot takes the seat until I am back."""


class Back(Order, tag="back"):
    """Take my seat again."""


class Replace(Order, tag="replace"):
    """Let a bot play for somebody who is not there any more."""

    seat: SeatNumber


class Slow(Order, tag="slow"):
    """Ask the table to go on slowly: so many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


class Invite(Order, tag="invite"):
    """Ask the table to let somebody else take a seat over by a link: mine, or one that a stand-in plays."""

    seat: SeatNumber


class Ahead(Order, tag="ahead"):
    """Moves to be made for me when I am asked, one after the other: twenty at most; an empty list forgets them."""

    actions: Annotated[list[ActionText], Meta(max_length=200)]


class Auto(Order, tag="auto"):
    """Whether questions with a single answer are answered for me."""

    on: bool


class Say(Order, tag="say"):
    """Talk to the table."""

    text: Talk


class Hint(Order, tag="hint"):
    """What would a strong bot do? Only to my own open question."""

    question: Question


class Preview(Order, tag="preview"):
    """What would these actions of mine do, one after the other, as far as I can know? To my own open question."""

    question: Question
    actions: Annotated[list[ActionText], Meta(min_length=1, max_length=12)]
    view: bool = False
    """Tell also what would change in the view."""


class Why(Order, tag="why"):
    """Why may I not do that?"""

    action: ActionText
    before: Annotated[list[ActionText], Meta(max_length=11)] = []
    """What I would do first."""


class Sync(Struct, forbid_unknown_fields=True, tag="sync"):
    """Something was missed: send everything anew."""


class Ping(Struct, forbid_unknown_fields=True, tag="ping"):
    """Is anybody there?"""


Leaving = Resign | Away | Back | Replace | Invite
Orders = Play | Undo | Propose | Slow | Answer | Leaving | Ahead | Auto | Say | Hint | Preview | Why
"""What the dispatcher takes (``rooms.commands.dispatch``), over a socket or without one."""
Anything = Orders | Sync | Ping


# -- from the server ---------------------------------------------------------------------------


class Asked(Struct, forbid_unknown_fields=True):
    """The open question: ``prompt.<step>`` of the game's words, the ledger rule, and the values."""

    step: str
    rule: str
    args: dict[str, Any]


class TakeBack(Struct, forbid_unknown_fields=True):
    """Whether undo is free; if not, why (``refusal.<code>``), and whether the table may be asked."""

    free: bool
    ask: bool
    code: str = ""
    args: dict[str, Any] = field(default_factory=dict)


class RemarkInfo(Struct, forbid_unknown_fields=True):
    """Something to know before one decides: ``remark.<code>`` of the game's words, the ledger rule, the values."""

    code: str
    rule: str
    args: dict[str, Any]


class MajorityInfo(Struct, forbid_unknown_fields=True):
    """Something that is counted and pays, mostly by who has most (``majority.<name>``); rows are per player."""

    name: str
    args: dict[str, Any]
    counts: list[int]
    pays: list[int]
    leaders: list[int]
    margin: int
    exclusive: bool
    """One player scores it alone, so nobody leads."""


class StandingInfo(Struct, forbid_unknown_fields=True):
    """Points now and if the match were scored now, as far as this seat can know; rows are per player."""

    points: list[int]
    scored: list[int]
    sources: list[dict[str, int]]
    majorities: list[MajorityInfo]
    open: list[bool]
    """Of whom something will be scored that this seat cannot know."""


class Core(Struct, forbid_unknown_fields=True, kw_only=True):
    """Everything that one seat sees of the match now, the log of events aside."""

    question: int
    view: dict[str, Any]
    prompt: Asked | None
    legal: list[str]
    undo: TakeBack | None
    ahead: list[str]
    auto: bool
    standing: StandingInfo | None = None


class View(Core, tag="view", kw_only=True):
    """The match as this seat sees it. Keep the first ``keep`` events you have and put ``events`` after them."""

    n: int
    keep: int
    events: list[dict[str, Any]]
    since: int | None = None
    """How many of all events had been told when this seat last acted; None for a spectator."""
    given: list[int] = []
    """Those of ``events`` with which an answer begins that was given for this seat by itself."""
    stood: list[int] = []
    """Those with which a move begins that a stand-in made for this seat."""


class TableMessage(Struct, forbid_unknown_fields=True, tag="table", kw_only=True):
    """The table: seats, clocks, requests."""

    n: int
    table: TableInfo


class TalkLine(Struct, forbid_unknown_fields=True, kw_only=True):
    """A person's words, or a notice (``notice.<code>`` of the server's words)."""

    no: int
    at: int
    seat: int
    name: str
    text: str
    code: str
    args: dict[str, Any]


class TalkMessage(Struct, forbid_unknown_fields=True, tag="talk", kw_only=True):
    """New lines of talk."""

    n: int
    lines: list[TalkLine]


class Welcome(Struct, forbid_unknown_fields=True, tag="welcome", kw_only=True):
    """The first message: who you are here. A ``table``, all ``talk`` and the ``view`` follow."""

    n: int
    protocol: int
    seat: int | None
    """None for a spectator."""
    now: int
    """The server's time in milliseconds, for clocks."""


class Done(Struct, forbid_unknown_fields=True, tag="done", kw_only=True):
    """The order is carried out and safely stored. If it was ``repeated``, the rest was told the first time."""

    n: int
    key: str
    repeated: bool = False
    played: list[str] = []
    """The actions of ``play`` that were carried out."""
    stop: str = ""
    """What the last of them revealed, if others were left: chance, something hidden, sealed answers."""


class RefusedMessage(Struct, forbid_unknown_fields=True, tag="refused", kw_only=True):
    """The order was not carried out. If it was stale, the current view comes with it."""

    n: int
    key: str
    fault: Fault


class Candidate(Struct, forbid_unknown_fields=True):
    """A move worth thinking of; ``chance`` is the share of the win to expect."""

    action: str
    visits: int
    chance: float
    points: float
    error: float = 0.0
    """How far ``chance`` may be off: one standard error."""
    points_error: float = 0.0
    equal: bool = False
    """It cannot be told from the best one."""
    same: list[str] = field(default_factory=list)
    """Other moves that do in every way what this one does."""
    reasons: list[RemarkInfo] = field(default_factory=list)


class HintMessage(Struct, forbid_unknown_fields=True, tag="hint", kw_only=True):
    """Moves from the best down, and how the bot thinks it may go on: player and action."""

    n: int
    key: str
    bot: str
    candidates: list[Candidate]
    line: list[tuple[int, str]]
    iterations: int
    fair: float = 0.0
    """What everybody could expect of the win if all were equal; 0: unknown."""
    exact: bool = False
    """The rest of the match was worked out; ``iterations`` counts the positions."""


class PreviewMessage(Struct, forbid_unknown_fields=True, tag="preview", kw_only=True):
    """What actions would do, as far as it is certain to the seat. Pairs are before and after; rows are per player."""

    n: int
    key: str
    actions: list[str]
    """Those that were carried out, up to the one at which certainty ended."""
    events: list[dict[str, Any]]
    stop: Literal["question", "turn", "over", "chance", "seen", "answers"]
    """What comes then: I am asked again, others decide, the end; or what I cannot know: chance, something hidden that
    I am shown, sealed answers that are opened."""
    changes: list[dict[str, Any]] | None
    """JSON Patch (RFC 6902) of the view; None where it is cut short or was not asked for."""
    numbers: dict[str, tuple[list[int], list[int]]]
    sources: dict[str, tuple[list[int], list[int]]]
    majorities: list[tuple[MajorityInfo, MajorityInfo]]
    warnings: list[RemarkInfo]
    merits: list[RemarkInfo]


class WhyMessage(Struct, forbid_unknown_fields=True, tag="why", kw_only=True):
    """Why an action is not allowed now; nothing if it is."""

    n: int
    key: str
    fault: Fault | None


class Pong(Struct, forbid_unknown_fields=True, tag="pong", kw_only=True):
    """Yes."""

    n: int
    now: int


Message = (
    Welcome
    | TableMessage
    | TalkMessage
    | View
    | Done
    | RefusedMessage
    | HintMessage
    | PreviewMessage
    | WhyMessage
    | Pong
)

decode: Any = msgspec.json.Decoder(Anything).decode
encode = msgspec.json.Encoder().encode


def schema() -> dict[str, Any]:
    """The JSON Schema of both directions: ``$defs`` holds all types, ``Order`` and ``Message`` the unions."""
    (orders, messages), parts = msgspec.json.schema_components([Anything, Message], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tutti socket",
        "protocol": PROTOCOL,
        "anyOf": [{"$ref": "#/$defs/AnyOrder"}, {"$ref": "#/$defs/AnyMessage"}],
        "$defs": {"AnyOrder": orders, "AnyMessage": messages, **parts},
    }
