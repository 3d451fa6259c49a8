"""The types of all that the étude shows."""

from __future__ import annotations

from typing import Literal, TypedDict

Counts = dict[str, int]
"""Number of cards by kind."""


class Hidden(TypedDict):
    """A card, by name to those who have seen it."""

    card: str
    seen: list[int] | Literal["all"]


class View(TypedDict):
    step: str
    round: int
    first: int
    deck: int
    tail: list[Hidden]
    hands: list[list[Hidden]]
    stage: list[Counts]
    spent: Counts
    coins: list[int]
    chords: list[int]
    points: list[int]
    offered: list[int]
    ready: list[bool] | None
    peeked: Hidden | None


class OfferArgs(TypedDict):
    offered: list[int]


class PeekArgs(TypedDict):
    card: str


class ChordArgs(TypedDict):
    picked: list[str]
