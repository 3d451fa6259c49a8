"""The types of all that Symphonimo shows. Its client's types are made from these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Power = Literal["classic", "limit_two", "pass_left", "discard_one", "discard_own", "draw_one", "take_now"]
Counts = dict[str, int]
"""Number of cards by the value of their family, families without a card left out."""


class Conductor(TypedDict):
    power: Power
    limit: int
    cards: list[int]
    taken_by: int | None


class View(TypedDict):
    step: str
    round: int
    deck: int
    drawn: int | None
    conductors: list[Conductor]
    chosen: int | None
    collections: list[Counts]
    points: list[int]
    in_round: list[bool]
    discards: Counts
    removed_unseen: int
    unseen: Counts
    removed: NotRequired[Counts]
    """SO-050: at the end."""


class PlaceArgs(TypedDict):
    card: int | None


class PowerArgs(TypedDict):
    """A Conductor's power asks."""

    conductor: int
    power: Power


class PassArgs(PowerArgs):
    to: int
