"""How good actions are and how sure that is: what several searches that know nothing of each other agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

TREES: Final = 8
"""So many searches share a budget where it matters how sure a value is."""
FEW: Final = 0.25
"""What was looked at less than this part of the most popular is not called better, whatever its few lines brought."""


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Of a single value nobody knows the error; it counts as large as can be."""
        if not values:
            return cls(0.0, 1.0)
        mean = sum(values) / len(values)
        if len(values) < 2:
            return cls(mean, 1.0)
        return cls(mean, sqrt(sum((x - mean) ** 2 for x in values) / (len(values) - 1) / len(values)))


class Sample(NamedTuple):
    """What one search found of an action. Rows are per player; empty from a bot that judges its own seat alone."""

    worth: float
    """What the bot goes by when it chooses."""
    chance: float
    points: float
    chances: tuple[float, ...] = ()
    scores: tuple[float, ...] = ()


class Gap(NamedTuple):
    """By how much one action is better than another."""

    worth: Estimate
    chance: Estimate
    points: Estimate


@dataclass(frozen=True)
class Weighed:
    """One action as several searches that know nothing of each other judge it."""

    action: int
    visits: int
    samples: tuple[Sample | None, ...]
    """One for each search, in the same order for all actions; None from one that did not look at it."""
    line: tuple[tuple[int, int], ...] = ()
    """How it may go on: player and action, this one first."""

    @property
    def worth(self) -> Estimate:
        return Estimate.of([one.worth for one in self.samples if one])

    @property
    def chance(self) -> Estimate:
        """The share of the win that the player can expect."""
        return Estimate.of([one.chance for one in self.samples if one])

    @property
    def points(self) -> Estimate:
        """The points that the player can expect at the end."""
        return Estimate.of([one.points for one in self.samples if one])

    @property
    def chances(self) -> tuple[Estimate, ...]:
        """The share of the win of every player."""
        return tuple(map(Estimate.of, zip(*(one.chances for one in self.samples if one), strict=True)))

    @property
    def scores(self) -> tuple[Estimate, ...]:
        """The points of every player at the end."""
        return tuple(map(Estimate.of, zip(*(one.scores for one in self.samples if one), strict=True)))

    def ahead(self, other: Weighed) -> Gap:
        """By how much this action is better: search by search, so that what both meet in one search cancels out."""
        pairs = [(a, b) for a, b in zip(self.samples, other.samples, strict=True) if a and b]
        return Gap(
            Estimate.of([a.worth - b.worth for a, b in pairs]),
            Estimate.of([a.chance - b.chance for a, b in pairs]),
            Estimate.of([a.points - b.points for a, b in pairs]),
        )


@dataclass(frozen=True)
class Weighing:
    """What several searches together think of a question: some actions, from the best down."""

    weighed: tuple[Weighed, ...]
    iterations: int
    exact: bool = False
    """Whether the rest of the match was worked out: then there is no error."""


def best_of(found: Sequence[Weighed], most: int, also: Sequence[int]) -> tuple[Weighed, ...]:
    """The ``most`` best of what was looked at, and those in ``also``, from the best down."""
    least = max((one.visits for one in found), default=0) * FEW
    order = sorted(found, key=lambda one: (one.visits < least, -one.worth.mean, one.action))
    return tuple(one for place, one in enumerate(order) if place < most or one.action in also)
