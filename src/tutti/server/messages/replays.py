"""Replays and positions: a match to look at, its music and its analysis, and how it is played on from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from tutti.server.messages.base import SeatNumber, Wire
from tutti.server.messages.errors import Fault


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
