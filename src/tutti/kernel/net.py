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
        if len(early) != len(late) or len(into) != len(late) or len(bias) != len(out):
            raise ValueError(f"weights of {len(late)}, {len(early)}, {len(into)} facts do not fit together")
        self.base_late: i64 = late[0]
        self.base_early: i64 = early[0]
        self.late = vec[i64](late[1:])
        self.early = vec[i64](early[1:])
        self.into = vec[i64]([weight for row in into for weight in row])
        self.bias = vec[i64](bias)
        self.out = vec[i64](out)
        if len(self.into) != len(late) * len(out):
            raise ValueError(f"{len(self.into)} weights for {len(late)} rows of {len(out)} hidden cells")

    def value(self, facts: vec[i64], left: i64) -> i64:
        """Expected points in thousandths; ``left`` is the time left, of a thousand."""
        late = self.base_late
        early = self.base_early
        hidden = self.hidden
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
                while h < hidden:
                    cells[h] += into[at + h] * fact
                    h += 1
            at += hidden
            i += 1
        total = (late * (1000 - left) + early * left) // 1000
        h = 0
        while h < hidden:
            cell = cells[h] + into[at + h] * left
            if cell > 0:
                total += self.out[h] * cell // UNIT
            h += 1
        return total


NOTHING_LEARNED: Final = Net([0], [0], [[]], [], [])
"""Of a game whose evaluation is not learned."""
