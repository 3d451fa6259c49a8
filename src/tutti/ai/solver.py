# tutti: compiled
"""Solver: works out the rest of a match exactly."""

from __future__ import annotations

from tutti.kernel.native import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Solver:
    """Works out the rest of a match from one position, exactly, if everybody seeks their own share of the win."""

    states: i64
    """Positions worked out so far."""

    def __init__(self) -> None:
        self.states = 0

    def run(self, steps: i64) -> bool:
        """Work out so many positions more; True once every choice is known."""
        raise NotImplementedError

    def share(self, a: i64, player: i64) -> i64:
        """The share of the win that an action brings a player, in millionths."""
        raise NotImplementedError

    def points(self, a: i64, player: i64) -> i64:
        """The points that it brings them in the end, in thousandths."""
        raise NotImplementedError
