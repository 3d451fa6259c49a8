"""The words of the notation for things on the table, by number."""

from __future__ import annotations

from tutti.games.orchestra.shapes import Freed, Look, Source, Space, Type

TYPES: tuple[Type, ...] = ("B", "P", "I", "V")
SPACE_NAMES: tuple[Space, ...] = ("E1", "E2", "E3", "X", "C", "M")
FREED: tuple[Freed, ...] = ("locked", "waiting", "gone")
LOOKS: tuple[Look, ...] = (
    "children", "students", "families", "seniors", "patrons", "fork",
    "star-children", "star-students", "star-families", "star-seniors", "star-patrons", "star-fork",
)  # fmt: skip
SOURCES: tuple[Source, ...] = (
    "cards", "column", "posters", "last_space", "academy", "wcu", "conductor", "social",
    "orchestra", "audience", "theater", "coins",
)  # fmt: skip
"""Names of the accounts from ``BY_CARDS`` on."""
