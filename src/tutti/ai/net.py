# tutti: compiled
"""A small network in whole numbers: facts about one player in, the points that they can expect out.

Two straight lines, one for the end of a match and one for its start, are mixed by the time left. A hidden layer adds
what depends on several facts at once. All arithmetic is of integers, so every interpreter thinks the same.
"""

from __future__ import annotations

from typing import Final, final

from tutti.kernel.native import i64, vec

UNIT: Final = 1 << 16
"""One in the hidden layer."""
LANE: Final = 1 << 32
HALF: Final = 1 << 31
"""Two hidden cells share a number, so that one product serves both: the upper counts in lanes, and each may be anything
from minus a half to a half."""
HEAVIEST: Final = 1 << 20
"""No weight into a cell may be more: then facts may add up to two thousand before a cell can leave its lane."""


@final
class Net:
    """Weights by fact; made from what training wrote down (docs/bots.md)."""

    def __init__(
        self, late: list[int], early: list[int], into: list[list[int]], bias: list[int], out: list[int]
    ) -> None:
        """``late`` and ``early``: what everybody has, then the worth of one of each fact, in thousandths of a point.

        ``into`` has a row of hidden cells for each fact and one for the time left, ``bias`` what they begin with, in
        ``UNIT``; ``out`` says what a whole one of each cell is worth.
        """
        self.size: i64 = len(late) - 1
        self.hidden: i64 = len(out)
        self.pairs: i64 = (len(out) + 1) // 2
        """Of hidden cells; where their number is odd, the last has none beside it."""
        if len(early) != len(late) or len(into) != len(late) or len(bias) != len(out):
            raise ValueError(f"weights of {len(late)}, {len(early)}, {len(into)} facts do not fit together")
        self.base_late: i64 = late[0]
        self.base_early: i64 = early[0]
        self.late = vec[i64](late[1:])
        self.early = vec[i64](early[1:])
        if any(len(row) != len(out) for row in into):
            raise ValueError(f"not every fact has weights for {len(out)} hidden cells")
        if any(abs(weight) > HEAVIEST for row in into for weight in row):
            raise ValueError(f"a weight into the hidden layer is beyond {HEAVIEST}")
        self.into = vec[i64]([pair for row in into for pair in _paired(row)])
        self.bias = vec[i64](_paired(bias))
        full = [*out, 0]
        self.out = vec[i64](full)

    def value(self, facts: vec[i64], left: i64) -> i64:  # tutti: hot
        """Expected points in thousandths; ``left`` is the time left, of a thousand."""
        late = self.base_late
        early = self.base_early
        pairs = self.pairs
        cells = self.bias[:]
        into = self.into
        lates = self.late
        earlies = self.early
        size = self.size
        at: i64 = 0
        i: i64 = 0
        while i < size:
            fact = facts[i]
            if fact:
                late += lates[i] * fact
                early += earlies[i] * fact
                h: i64 = 0
                while h < pairs:
                    cells[h] += into[at + h] * fact
                    h += 1
            at += pairs
            i += 1
        total = (late * (1000 - left) + early * left) // 1000
        out = self.out
        h = 0
        while h < pairs:
            pair = cells[h] + into[at + h] * left
            upper = (pair + HALF) >> 32
            lower = pair - upper * LANE
            if lower > 0:
                total += (out[2 * h] * lower) >> 16
            if upper > 0:
                total += (out[2 * h + 1] * upper) >> 16
            h += 1
        return total


def _paired(row: list[int]) -> list[int]:
    """Two of them in one number, the second one above the first."""
    even = [*row, 0] if len(row) % 2 else row
    return [even[i] + LANE * even[i + 1] for i in range(0, len(even), 2)]


NOTHING_LEARNED: Final = Net([0], [0], [[]], [], [])
"""Of a game whose evaluation is not learned."""
