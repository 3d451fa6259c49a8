"""Estimates from running sums: as those of the arena, without keeping the matches.

Matches of one block share a deal and come one after another, so a sum has to remember the open block only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from tutti.arena.estimates import NORMAL, Estimate, student, wilson

GROUPS: Final = 20
"""The jackknife leaves out one of so many groups of blocks."""

Key = tuple[int, int]
"""An arm and its block."""


class Sum:
    """A mean over cases, with its doubt from how much whole blocks differ."""

    __slots__ = ("_cc", "_open", "_tc", "_tt", "blocks", "cases", "part", "total", "was")

    def __init__(self) -> None:
        self.blocks = 0
        self.total = 0.0
        self.cases = 0
        self._tt = 0.0
        self._tc = 0.0
        self._cc = 0
        self._open: Key | None = None
        self.part = 0.0
        self.was = 0

    def add(self, key: Key, total: float, cases: int = 1) -> None:
        """So much over so many cases of a block."""
        if key != self._open:
            self._close()
            self._open = key
        self.part += total
        self.was += cases

    def _close(self) -> None:
        if self.was:
            self.blocks += 1
            self.total += self.part
            self.cases += self.was
            self._tt += self.part * self.part
            self._tc += self.part * self.was
            self._cc += self.was * self.was
        self._open, self.part, self.was = None, 0.0, 0

    @property
    def mean(self) -> float:
        self._close()
        return self.total / self.cases if self.cases else math.nan

    @property
    def variance(self) -> float:
        """Of the mean; inf from fewer than two blocks."""
        self._close()
        if self.blocks < 2:
            return math.inf
        mean = self.total / self.cases
        spread = max(0.0, self._tt - 2 * mean * self._tc + mean * mean * self._cc)
        return spread * self.blocks / (self.blocks - 1) / self.cases**2

    def average(self) -> Estimate:
        """With Student's interval over blocks."""
        mean, half = self.mean, student(self.blocks - 1) * math.sqrt(self.variance)
        return Estimate(mean, mean - half, mean + half)

    def share(self) -> Estimate:
        """Of something between 0 and 1: Wilson's interval for as many cases as the blocks are worth."""
        mean, variance = self.mean, self.variance
        worth = float(self.cases)
        if 0 < variance < math.inf:
            worth = mean * (1 - mean) / variance * (NORMAL / student(self.blocks - 1)) ** 2
        return wilson(mean, max(1.0, min(worth, self.cases)))

    def over(self, all_of_it: Sum) -> Sum:
        """The same where blocks that are not in it count as nothing: ``all_of_it`` has every block."""
        self._close()
        all_of_it._close()
        found = Sum()
        found.total, found._tt, found._tc = self.total, self._tt, self._tc
        found.blocks, found.cases, found._cc = all_of_it.blocks, all_of_it.cases, all_of_it._cc
        return found


def difference(one: Sum, other: Sum) -> Estimate:
    """Of two means that have no block in common (Welch)."""
    mean = one.mean - other.mean
    a, b = one.variance, other.variance
    if not 0 < a + b < math.inf:
        half = 0.0 if a + b == 0 else math.inf
    else:
        freedom = (a + b) ** 2 / (a * a / (one.blocks - 1) + b * b / (other.blocks - 1))
        half = student(math.floor(freedom)) * math.sqrt(a + b)
    return Estimate(mean, mean - half, mean + half)


def jackknife(groups: Sequence[Sequence[float]], value: Callable[[list[float]], float]) -> Estimate:
    """Any figure made of sums, with its doubt from leaving out one group of blocks after another."""
    whole = [math.fsum(column) for column in zip(*groups, strict=True)]
    found = value(whole)
    without = [value([total - mine for total, mine in zip(whole, group, strict=True)]) for group in groups]
    count = len(without)
    middle = math.fsum(without) / count
    half = student(count - 1) * math.sqrt((count - 1) / count * math.fsum((one - middle) ** 2 for one in without))
    return Estimate(found, found - half, found + half)
