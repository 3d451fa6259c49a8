"""The types of all that Orchestra shows. Its client's types are made from these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Phase = Literal["setup", "allocation", "resolution", "special_round", "scoring", "over"]
Reason = Literal["audience_full", "orchestra_full", "deck_i", "deck_ii", "deck_iii", "deck_star", "last_round"]
"""Why the match ends."""
Level = Literal["I", "II", "III", "S"]
Type = Literal["B", "P", "I", "V"]
"""Beginner, Professional, Instrumentalist, Virtuoso."""
Kind = Literal["b", "p", "i", "v", "inv-b", "inv-p", "inv-i", "hire-b", "hire-p", "hire-i"]
"""A Musician: from the Academy, invited, or hired."""
Space = Literal["E1", "E2", "E3", "X", "C", "M"]
Section = Literal["strings", "woodwinds", "brass", "percussion"]
Icon = Literal["children", "students", "families", "seniors", "patrons", "fork"]
Look = Literal[
    "children", "students", "families", "seniors", "patrons", "fork",
    "star-children", "star-students", "star-families", "star-seniors", "star-patrons", "star-fork",
]  # fmt: skip
"""The icon of a card that is turned over, with the mark of a Star card."""
Side = Literal["left", "right"]
Coin = Literal["money", "prestige"]
Area = Literal["A", "B", "C", "D"]
Freed = Literal["locked", "waiting", "gone"]
"""What has become of a Virtuoso of the Academy."""
Virtuoso = Literal["V1", "V2", "V3", "V4"]
Seated = Literal["I", "V1", "V2", "V3", "V4"]
"""Who takes a spot of the Orchestra."""
Source = Literal[
    "cards", "column", "posters", "last_space", "academy", "wcu", "conductor", "social",
    "orchestra", "audience", "theater", "coins",
]  # fmt: skip
PosterPart = Literal["a", "b", "c", "d"]


class Coins(TypedDict):
    money: int
    prestige: int


class Price(TypedDict):
    """Coins to be said, without a kind of which there are none."""

    name: Literal["money", "prestige", "both"]
    args: Coins


class Scores(TypedDict):
    """Points by where they come from."""

    cards: int
    column: int
    posters: int
    last_space: int
    academy: int
    wcu: int
    conductor: int
    social: int
    orchestra: int
    audience: int
    theater: int
    coins: int


class Grid(TypedDict):
    """The columns of the Academy where a Musician of each type stands."""

    B: list[int]
    P: list[int]
    I: list[int]  # noqa: E741  # the type of an Instrumentalist


class CardPlace(TypedDict):
    """A card in a row; with Musicians on it, whose they are and on which Part."""

    card: str
    player: NotRequired[int]
    part: NotRequired[int]
    musicians: NotRequired[list[Kind]]


class Deck(TypedDict):
    """How many cards nobody has seen, and those that were put below them."""

    unseen: int
    below: list[str]


class Rows(TypedDict):
    I: list[CardPlace | None]  # noqa: E741  # a Level
    II: list[CardPlace | None]
    III: list[CardPlace | None]
    S: list[CardPlace | None]


class Decks(TypedDict):
    I: Deck  # noqa: E741  # a Level
    II: Deck
    III: Deck
    S: Deck


class Unseen(TypedDict):
    """The cards that nobody has seen, by Level."""

    I: list[str]  # noqa: E741  # a Level
    II: list[str]
    III: list[str]
    S: list[str]


class Social(TypedDict):
    """The Social Cards by kind."""

    deck: dict[str, int]
    discards: dict[str, int]


class Piece(TypedDict):
    """An Audience Piece on its chairs."""

    player: int
    piece: str
    at: str


class Poster(TypedDict):
    id: str
    parts: int


class Conductor(TypedDict):
    """How far the two markers have come, how many are below them, and as which one both arrived."""

    left: int
    right: int
    below: list[int]
    arrived: int | None


class Fulfilled(TypedDict):
    """A card beside the board."""

    card: str
    face_up: bool


class Sections(TypedDict):
    strings: int
    woodwinds: int
    brass: int
    percussion: int


class Areas(TypedDict):
    A: int
    B: int
    C: int
    D: int


class Holding(TypedDict):
    """What a player has, as it lies on the table."""

    board: str
    money: int
    prestige: int
    scores: Scores
    reserve: dict[Kind, int]
    grid: Grid
    spaces: dict[Space, Kind]
    slots: list[list[Kind]]
    banners: list[Section]
    assigned: int
    virtuosos: list[Freed]
    column: int
    poster: Poster | None
    conductor: Conductor
    area: Area | None
    cards: list[Fulfilled]


class Academy(Holding):
    """What a player has, and what follows from it."""

    points: int
    teaches: list[Section]
    limit: int
    eyes_ignored: int
    sections: Sections
    areas: Areas
    supply: dict[str, int]
    repeats: list[Space]
    """OR-061: where a student could not be paid for as things stand."""


class Goal(TypedDict):
    """How far something has come, and when it happens."""

    now: int
    needed: int


class Progress(TypedDict):
    """What opens Levels III and Star (OR-173, OR-174), and what ends the match (OR-175 to OR-177, OR-183)."""

    III: Goal
    S: Goal
    chairs: Goal
    strings: Goal
    woodwinds: Goal
    brass: Goal
    percussion: Goal
    rounds: Goal


class Way(TypedDict):
    """Answers in a row to what an action asks, and what is left of the coins then, as far as that is certain."""

    answers: list[str]
    money: int
    prestige: int


class Chairs(TypedDict):
    """The chairs of a Theater Card: under own pieces, lost to others, free."""

    mine: list[str]
    lost: list[str]
    free: list[str]


class Dealt(TypedDict):
    dealt: list[str]
    kept: str | None


class Theater(Dealt):
    """The player's own Theater Cards; once one is kept, its chairs, what they score, and what all would."""

    chairs: NotRequired[Chairs]
    points: NotRequired[int]
    all: NotRequired[int]


class Counted(TypedDict):
    """So many of something that somebody has, and what they score."""

    player: int
    count: int
    points: int


class Counts(TypedDict):
    """Who is counted in each section."""

    strings: list[Counted]
    woodwinds: list[Counted]
    brass: list[Counted]
    percussion: list[Counted]


class AreaCounted(Counted):
    """The pieces of an area that somebody has chosen; ``halves`` of a point for each."""

    area: Area
    halves: int


class TheaterCounted(Counted):
    """Own chairs of a Theater Card, of how many, and what all of them score."""

    theater: str
    seats: int
    all: int


class Reckoning(TypedDict):
    """OR-187: final scoring part by part, as far as it has come; Theater Cards and coins are counted at the end."""

    before: list[int]
    """Points when it began."""
    sections: Counts
    ranks: list[int]
    """OR-188: what a section pays by rank."""
    areas: list[AreaCounted]
    theaters: NotRequired[list[TheaterCounted]]
    coins: NotRequired[list[Counted]]
    coins_per_point: int


StackFrame = dict[str, str | int | list[int]]
"""A step that is under way: its name, its player, who has to answer, and numbers of its own."""


class Laid(TypedDict):
    """Everything on the table that all may see (OR-010), without the Academies."""

    phase: Phase
    round: int
    first_player: int
    turn: int
    reason: Reason | None
    open_levels: list[Level]
    rows: Rows
    decks: Decks
    social: Social
    freelancers: dict[Type, int]
    spots: dict[str, int]
    pieces: list[Piece]
    wcu: int
    academies_completed: int
    posters_completed: int
    arrivals: int
    tried: list[Space]
    stack: list[StackFrame]
    theater_cards: NotRequired[list[str | None]]
    """OR-197: when the match is over."""
    reckoning: NotRequired[Reckoning]
    """OR-187: once final scoring has begun."""


class Public(Laid):
    """The table, enough to set it up again."""

    academies: list[Holding]


class Open(Laid):
    """What everybody is shown."""

    academies: list[Academy]
    step: str | None
    unseen: Unseen
    progress: Progress
    halves: Areas


class Own(TypedDict):
    """What is shown to one player."""

    theater: Theater | None
    ways: dict[str, list[Way]]


class View(Laid):
    academies: list[Academy]
    step: str | None
    unseen: Unseen
    theater: Theater | None
    progress: Progress
    halves: Areas
    """OR-192, OR-127: what a piece in each area scores now, in halves of a point."""
    ways: dict[str, list[Way]]
    """Of the actions of one's own turn that ask something more."""


# -- what the questions show, by step ------------------------------------------------------------


class KeepTheaterArgs(TypedDict):
    cards: list[str]
    names: list[str]


class TurnArgs(TypedDict):
    round: int
    money: int
    prestige: int


class DevelopArgs(TypedDict):
    slot: int
    chosen: list[str]
    left: int


class PartArgs(TypedDict):
    card: str
    name: str
    letters: bool
    parts: list[list[str]]
    """The slots of each part, as the card prints them: ``P-2m``."""


class SlotsArgs(TypedDict):
    card: str
    name: str
    slots: list[str]
    slot: str
    """The one to be filled now."""
    chosen: list[str]


class GatherArgs(TypedDict):
    chosen: list[str]
    left: int


class BannerArgs(TypedDict):
    sections: list[str]


class EvolveCost(TypedDict):
    column: int
    money: int
    prestige: int


class EvolveArgs(TypedDict):
    type: str
    to: str
    space: str | None
    free: bool
    costs: list[EvolveCost]


class ExchangeArgs(TypedDict):
    most: int
    rate: int


ColumnArgs = TypedDict("ColumnArgs", {"from": int, "reach": int})


class PosterEffectArgs(TypedDict):
    poster: str
    name: str
    part: str
    gains: list[list[str]]
    """One row, or the two to choose from."""
    prestige: int


class VirtuosoArgs(TypedDict):
    virtuoso: str


Payment = Literal["free", "flat", "board", "less"]


class OfferArgs(TypedDict):
    """Pieces that may be placed, and how they are paid."""

    payment: Payment
    price: int
    audience: bool
    wcu: bool


class CostArgs(TypedDict):
    area: str
    money: int


class Cost(TypedDict):
    """What a chair, a piece or a place for a wheelchair user costs, in an area."""

    name: Literal["area", "area_free", "wcu", "wcu_free"]
    args: CostArgs


class AskingArgs(TypedDict):
    money: int
    costs: list[Cost]


class Asking(TypedDict):
    """How an offer is paid, to be said: by the chair at board price or below, the whole piece, flat, or not at all."""

    name: Literal["board", "less", "whole", "flat", "free"]
    args: AskingArgs


class Places(TypedDict):
    """Where a piece may lie now, as anchors one after the other, and what it costs in each area."""

    at: str
    costs: Areas


class PlacePieceArgs(OfferArgs):
    left: int
    prices: list[str]
    offer: Asking
    places: dict[str, Places]
    """Of each piece that may be chosen."""


class PieceAtArgs(OfferArgs):
    piece: str
    shape: list[str]
    prices: list[str]
    offer: Asking
    costs: Areas


class SideArgs(TypedDict):
    back: bool


class CoinArgs(TypedDict):
    left: int


class InviteArgs(TypedDict):
    types: list[str]


class TakeCardArgs(TypedDict):
    levels: list[str]


class SocialOrderArgs(TypedDict):
    cards: list[str]
