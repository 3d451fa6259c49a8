"""Names as the components print them and as people read them, by number; those of the notation are in actions.py."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.types import Area, Coins, Freed, Icon, Level, Look, Price, Section, Source, Space, Type

TYPES: Final[tuple[Type, ...]] = ("B", "P", "I", "V")
LEVELS: Final[tuple[Level, ...]] = ("I", "II", "III", "S")
AREA_NAMES: Final[tuple[Area, ...]] = ("A", "B", "C", "D")
SECTIONS: Final[tuple[Section, ...]] = ("strings", "woodwinds", "brass", "percussion")
ICONS: Final[tuple[Icon, ...]] = ("children", "students", "families", "seniors", "patrons", "fork")
SPACE_NAMES: Final[tuple[Space, ...]] = ("E1", "E2", "E3", "X", "C", "M")
NEEDS: Final[tuple[str, ...]] = (*TYPES, "any")
"""What a slot of a card asks for."""
FREED: Final[tuple[Freed, ...]] = ("locked", "waiting", "gone")
LOOKS: Final[tuple[Look, ...]] = (
    "children", "students", "families", "seniors", "patrons", "fork",
    "star-children", "star-students", "star-families", "star-seniors", "star-patrons", "star-fork",
)  # fmt: skip
SOURCES: Final[tuple[Source, ...]] = (
    "cards", "column", "posters", "last_space", "academy", "wcu", "conductor", "social",
    "orchestra", "audience", "theater", "coins",
)  # fmt: skip
"""Names of the accounts from ``BY_CARDS`` on."""


def price(money: int, prestige: int) -> Price:
    """For the words: what is to be paid, without what is 0."""
    args: Coins = {"money": money, "prestige": prestige}
    return {"name": "both" if money and prestige else "prestige" if prestige else "money", "args": args}
