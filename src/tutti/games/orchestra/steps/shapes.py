"""What the prompt of each step holds. Not compiled: the compiler keeps no parameters of types."""

from __future__ import annotations

from typing import Literal, TypedDict


class KeepTheaterArgs(TypedDict):
    cards: list[str]


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


class PlacePieceArgs(OfferArgs):
    left: int
    prices: list[str]


class PieceAtArgs(OfferArgs):
    piece: str
    shape: list[str]
    prices: list[str]


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
