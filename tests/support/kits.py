"""What each game lends the laws: ``games/<game>/kit.py``, found by folder."""

from __future__ import annotations

import importlib
from typing import Any, Protocol, cast

from hypothesis import strategies as st

import tutti
from tutti.kernel.types import Fields


class Kit(Protocol):
    """The members of a kit module."""

    SECRETS: bool
    """Whether players can know different things."""
    HEAVY: bool
    """Whether a match is so long that the laws try fewer of them."""
    PLAYTHROUGHS: dict[str, tuple[int, Fields]]
    """The golden playthroughs: file name to number of players and options."""

    def options(self, players: int) -> st.SearchStrategy[Fields]:
        """Any options the game takes for so many players."""

    def census(self, state: Any) -> object:
        """All that can neither appear nor vanish, counted."""

    def faults(self, state: Any) -> list[str]:
        """All that no position reached by play shows."""


def kit(game: str) -> Kit:
    return cast(Kit, importlib.import_module(f"games.{game}.kit"))


def tables(secrets: bool = False) -> list[tuple[str, int]]:
    """Every game with every number of players; only games with secrets if asked."""
    return [
        (name, players)
        for name in tutti.games()
        if not secrets or kit(name).SECRETS
        for players in range(tutti.game(name).low, tutti.game(name).high + 1)
    ]
