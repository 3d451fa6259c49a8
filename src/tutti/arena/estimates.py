"""Numbers with their doubt. Matches of one block share a deal, so the block, not the match, is what repeats."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

NORMAL: Final = 1.959963985
"""95 % of a normal distribution lie within so many standard deviations."""


class Estimate(NamedTuple):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float

    def scaled(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.low * factor, self.high * factor)


class Block(NamedTuple):
    """What one block adds up to: a sum over so many cases."""

    total: float
    cases: int


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, by its series around the normal one."""
    if freedom < 3:
        return (math.inf, 12.706, 4.303)[max(freedom, 0)]
    z, n = NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean_variance(blocks: Sequence[Block]) -> tuple[float, float]:
    """The mean over all cases and its variance, from how much whole blocks differ. One block says nothing: inf."""
    cases = sum(block.cases for block in blocks)
    mean = sum(block.total for block in blocks) / cases
    if len(blocks) < 2:
        return mean, math.inf
    spread = sum((block.total - mean * block.cases) ** 2 for block in blocks)
    return mean, spread * len(blocks) / (len(blocks) - 1) / cases**2


def share(blocks: Iterable[Block]) -> Estimate:
    """A share between 0 and 1, with Wilson's interval for as many matches as the blocks are really worth.

    Matches that resemble their block are worth less than their number, and few blocks less still (Student). Nothing
    is ever worth more than its number, so that a lucky evenness does not feign precision.
    """
    some = [block for block in blocks if block.cases]
    matches = sum(block.cases for block in some)
    mean, variance = mean_variance(some)
    worth = float(matches)
    if 0 < variance < math.inf:
        worth = mean * (1 - mean) / variance * (NORMAL / student(len(some) - 1)) ** 2
    return wilson(mean, max(1.0, min(worth, matches)))


def wilson(mean: float, cases: float) -> Estimate:
    """Wilson's 95 % interval."""
    z = NORMAL
    middle = (mean + z * z / (2 * cases)) / (1 + z * z / cases)
    half = z / (1 + z * z / cases) * math.sqrt(max(0.0, mean * (1 - mean)) / cases + z * z / (4 * cases * cases))
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half))


def average(blocks: Iterable[Block]) -> Estimate:
    """A mean of any numbers, with Student's interval over blocks."""
    some = [block for block in blocks if block.cases]
    mean, variance = mean_variance(some)
    half = student(len(some) - 1) * math.sqrt(variance)
    return Estimate(mean, mean - half, mean + half)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value below which this part of the ordered values lies."""
    at = part * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)
