"""The types of what is printed: the tables of a pack that a picture needs, without their provenance."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tutti.games.symphony.types import Column, Master, Token

Category = Literal["strings", "brass", "woodwinds", "percussion", "soloist", "choir", "special"]


class PrintedBoard(TypedDict):
    """One side of the board: the dots of its seats, row by row from the front."""

    rows: list[str]
    virt_side: int


class PrintedMovement(TypedDict):
    """The bars of a Movement, and which sheet is scored after it."""

    id: Column
    first: int
    last: int
    scores: int


class PrintedInstrument(TypedDict):
    """An instrument card: its row of spaces, half-dots, abilities, clefs."""

    id: str
    name: str
    category: Category
    copies: int
    dots: str
    row: str
    basic: list[str]
    unlock: list[str]
    clefs: str


class PrintedToken(TypedDict):
    """A Musician token."""

    id: Token
    copies: int
    forbid: list[str]
    coda: bool
    max_own_discs: NotRequired[int]
    vp_per_clef: NotRequired[int]


class PrintedPrize(TypedDict):
    """A prize: the fixed points, or what is counted on the other side."""

    id: str
    where: Literal["sheet", "voice1", "voice2", "voice3"]
    fixed: int
    counts: str
    per: int


class PrintedTrack(TypedDict):
    points: list[int]


class PrintedTracks(TypedDict):
    note: PrintedTrack
    zone: PrintedTrack
    clash: PrintedTrack


class PrintedMaster(TypedDict):
    """A Master: discs, whose abilities they use, and the objective that the Master takes away."""

    id: Master
    name: str
    discs: list[str]
    pool: str
    remove: str


class PrintedFace(TypedDict):
    """A side of a music sheet; the Voices in the notation of the pack, rests and all."""

    id: str
    sheet: int
    black: bool
    title: str
    v1: str
    v2: str
    v3: str


class PrintedConductor(TypedDict):
    discs: list[str]


class PrintedPreset(TypedDict):
    """A seated orchestra: rows from the front, cards with owners by Part; 1 is the First Player, # a stage card."""

    conductor: int
    concertmaster: int
    rows: list[str]


class Components(TypedDict):
    board: dict[str, PrintedBoard]
    movement: list[PrintedMovement]
    instrument: list[PrintedInstrument]
    token: list[PrintedToken]
    prize: list[PrintedPrize]
    tracks: PrintedTracks
    master: list[PrintedMaster]
    conductor: PrintedConductor
    face: list[PrintedFace]
    preset: dict[str, PrintedPreset]
