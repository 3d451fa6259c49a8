# tutti: compiled
"""The components as tables that the rules can index. ``reader.py`` reads a pack and fills them."""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.types import Power
from tutti.kernel import library

FAMILIES: Final = 11
MOST_CARDS: Final = 13
"""Of one family; tables by number of cards end there."""
SIZE: Final = 4
"""The most Musicians that a Conductor can hold, and the cell behind them that counts them."""

# The faces of a Conductor with a power, numbered as in the component file (a test compares them).
LIMIT_TWO: Final = 1
POWER_PASS_LEFT: Final = 2
POWER_DISCARD_ONE: Final = 3
POWER_DISCARD_OWN: Final = 4
POWER_DRAW_ONE: Final = 5
POWER_TAKE_NOW: Final = 6


@final
class Box:
    """One box. Never changed once it is read: all matches with the pack share it."""

    name: str
    hash: str
    values: bytes
    """SO-001: the value of each family, by its index; also its number of cards."""
    in_play: bytes
    """SO-003: the number of families in play, by number of players."""
    powers: tuple[Power, ...]
    """Faces of a Conductor; 0 is the Classic one."""
    limits: bytes
    """SO-012, SO-040: how many Musicians a Conductor holds, by its face."""
    sets: tuple[tuple[str, int, int], ...]
    """SO-035: the sets that score: name, number of cards, points."""
    worth: bytes
    """SO-035: points for a set, by its number of cards."""
    tally: bytes
    """SO-037: points and, for ties, quartets: the sum of a collection compares as both in turn."""
    removed: int
    """SO-050."""

    def __copy__(self) -> Box:
        return self

    def __deepcopy__(self, memo: object) -> Box:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return library.tables, library.reference("symphonimo", self.name, self.hash)
