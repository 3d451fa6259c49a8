"""The types of what is printed: the tables of a pack that a picture needs, without their provenance.

Gains are lists of the tokens that ``tokens.py`` reads, such as ``m1`` or ``A:free``.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from tutti.games.orchestra.types import Areas, Icon, PosterPart, Section, Space, Virtuoso

Gain = list[str]


class Price(TypedDict):
    """Money and Prestige."""

    m: int
    p: int


class PrintedHire(TypedDict):
    B: Price
    P: Price
    I: Price  # noqa: E741  # the type of an Instrumentalist


class PrintedFreelancers(TypedDict):
    hire: PrintedHire


class PrintedSteps(TypedDict):
    """Steps on the Column by type."""

    B: int
    P: int
    I: int  # noqa: E741  # the type of an Instrumentalist
    V: int


class PrintedExchange(TypedDict):
    max_given: int
    rate: int


class PrintedSlot(TypedDict):
    """A banner slot: whom it needs, what it costs, the Virtuoso that it frees."""

    need: list[Literal["any"]]
    cost: Price
    virtuoso: NotRequired[Virtuoso]


class PrintedSpace(TypedDict):
    """A space of the Academy: whom it needs, and its bonus."""

    id: Space
    need: Literal["B", "P", "any"]
    invited: bool
    bonus: NotRequired[Gain]


class PrintedEffect(TypedDict):
    """What Social Media bring to one type: a bonus, and cards to turn up."""

    bonus: Gain
    cards: int


class PrintedSocialMedia(TypedDict):
    B: PrintedEffect
    P: PrintedEffect
    I: PrintedEffect  # noqa: E741  # the type of an Instrumentalist
    V: PrintedEffect


class PrintedEvolution(TypedDict):
    """Who is out at the start, and what each step up costs, by column."""

    start_out: list[Literal["B", "P", "I"]]
    P: list[Price]
    I: list[Price]  # noqa: E741  # the type of an Instrumentalist


class PrintedVirtuosos(TypedDict):
    bolt: dict[str, Gain]


class PrintedAcademy(TypedDict):
    orchestra_limit: list[int]
    eyes_ignored: list[int]
    completion_points: list[int]
    column_steps: PrintedSteps
    exchange: PrintedExchange
    develop: list[PrintedSlot]
    spaces: list[PrintedSpace]
    social: PrintedSocialMedia
    evolution: PrintedEvolution
    virtuosos: PrintedVirtuosos


class PrintedBoard(TypedDict):
    """The board of an Academy."""

    id: str
    name: str
    printed: Section
    completion_bonus: Gain


class PrintedSpot(TypedDict):
    """A spot of the Orchestra."""

    id: str
    part: NotRequired[str]
    shape: Literal["I", "V"]
    gain: Gain


class PrintedSpots(TypedDict):
    strings: list[PrintedSpot]
    woodwinds: list[PrintedSpot]
    brass: list[PrintedSpot]
    percussion: list[PrintedSpot]


class PrintedOrchestra(TypedDict):
    min_per_section_end: dict[str, int]
    control_points: list[int]
    spots: PrintedSpots


class ColumnSpace(TypedDict):
    """A space of the Column: its gain, what lies at its edge, whether one returns to it."""

    gain: Gain
    edge: NotRequired[PosterPart | Literal["V1"]]
    ret: NotRequired[bool]


class PrintedColumn(TypedDict):
    poster_complete_points: list[int]
    last_space_bonus_per_later_poster: int
    spaces: list[ColumnSpace]


class PrintedSides(TypedDict):
    left: int
    right: int


class PrintedTrack(TypedDict):
    left_steps: int
    right_steps: int
    unlock: PrintedSides


class PrintedConductor(TypedDict):
    first_points: int
    later_points: int
    second_points_2p: int
    track: PrintedTrack


class PrintedPrices(TypedDict):
    per_seat: Areas


class PrintedMap(TypedDict):
    """The hall, row by row, and how many chairs each part of it has."""

    rows: list[str]
    seats: dict[str, int]


class PrintedAudience(TypedDict):
    wcu_price: int
    wcu_points: dict[str, int]
    area_points: dict[str, int]
    area_d_halves: dict[str, int]
    prices: PrintedPrices
    map: PrintedMap


class PrintedPiece(TypedDict):
    """An Audience Piece."""

    count: int
    shape: list[str]


class TheaterCard(TypedDict):
    """Its blank seats, one after the other."""

    id: str
    name: str
    seats: str


class PrintedTheater(TypedDict):
    all_points: int
    cards: list[TheaterCard]


class PosterHalf(TypedDict):
    """What a part of a poster brings: a choice or an offer now, or an effect from now on."""

    when: Literal["now", "always"]
    choice: NotRequired[list[Gain]]
    pay: NotRequired[dict[str, int]]
    optional: NotRequired[bool]
    gain: NotRequired[Gain]
    effect: NotRequired[Literal["share_column", "extra_money", "seat_discount"]]
    n: NotRequired[int]
    seats: NotRequired[int]


class PrintedPoster(TypedDict):
    name: str
    b: PosterHalf
    c: PosterHalf


class ScenarioCard(TypedDict):
    """A Scenario Card: whom it needs (or else), its audience, what it brings; a, b and c if it has letters."""

    id: str
    name: str
    sec: Section | Literal["lyre"]
    need: list[str]
    alt: NotRequired[list[str]]
    letters: NotRequired[bool]
    aud: Icon | Literal["none"]
    pts: int
    gain: NotRequired[Gain]
    a: NotRequired[Gain]
    b: NotRequired[Gain]
    c: NotRequired[Gain]


class PrintedScenario(TypedDict):
    I: list[ScenarioCard]  # noqa: E741  # a Level
    II: list[ScenarioCard]
    III: list[ScenarioCard]
    S: list[ScenarioCard]


class SocialCard(TypedDict):
    id: str
    gain: NotRequired[Gain]
    eye: NotRequired[bool]


class PrintedSocial(TypedDict):
    cards: list[SocialCard]


class Components(TypedDict):
    freelancers: PrintedFreelancers
    academy: PrintedAcademy
    board: list[PrintedBoard]
    orchestra: PrintedOrchestra
    column: PrintedColumn
    conductor: PrintedConductor
    audience: PrintedAudience
    pieces: dict[str, PrintedPiece]
    theater: PrintedTheater
    posters: dict[str, PrintedPoster]
    scenario: PrintedScenario
    social: PrintedSocial
