# tutti: compiled
"""Cards as lists, for whoever shows them or counts them; nothing here runs in the move loop."""

from __future__ import annotations

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE, Box
from tutti.games.symphonimo.rules.state import ROW, ROWS, State


def under(s: State, c: int) -> list[int]:
    """The families of the cards under a Conductor, in the order in which they came."""
    first = ROWS + c * ROW
    return list(map(int, s.cards[first : first + s.cards[first + SIZE]]))


def hand(s: State, player: int) -> list[int]:
    first = player * FAMILIES
    return list(map(int, s.cards[first : first + FAMILIES]))


def value(d: Box, family: int) -> int | None:
    return d.values[family] if family >= 0 else None
