"""Lanes run in turns, in short slices, so that a noisy machine slows all of them alike."""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median

from bench import measures

ROUNDS = 9
"""Fewest rounds of a run: a median of less says little."""


@dataclass
class Lane:
    """One engine at one kind of work. ``slice`` does a few milliseconds of it: units done, seconds used."""

    name: str
    slice: Callable[[], tuple[float, float]]


@dataclass
class Rival:
    """A lane to be compared with; ``floor`` is the least ratio that passes, None is for information.

    ``goal`` is what we want to reach: a run that misses it passes and says so, and the documentation says why.
    """

    lane: Lane
    floor: float | None = None
    goal: float | None = None


@dataclass
class Measure:
    """Our lane against its rivals, all doing the same ``unit`` of work."""

    name: str
    unit: str
    ours: Lane
    rivals: list[Rival]


@dataclass
class Measured:
    """One line of the table: how our lane did against one rival, round by round."""

    measure: str
    unit: str
    ours: str
    rival: str
    floor: float | None
    our_rates: list[float] = field(default_factory=list)
    rival_rates: list[float] = field(default_factory=list)
    goal: float | None = None

    @property
    def ratios(self) -> list[float]:
        return [mine / other for mine, other in zip(self.our_rates, self.rival_rates, strict=True)]

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def passed(self) -> bool:
        return self.floor is None or self.ratio >= self.floor

    @property
    def reached(self) -> bool:
        return self.goal is None or self.ratio >= self.goal


def lane(name: str, piece: Callable[[int], object], units: Sequence[float]) -> Lane:
    """A lane that does one piece of work after the other, over and over; ``units[i]`` are done by ``piece(i)``.

    A piece should last some milliseconds. The clock is that of the thread: time that the machine lends
    to other programs does not count.
    """
    numbers = cycle(range(len(units)))

    def slice() -> tuple[float, float]:
        i = next(numbers)
        start = time.thread_time()
        piece(i)
        return units[i], time.thread_time() - start

    return Lane(name, slice)


def found(only: str = "") -> list[Measure]:
    """Every module in ``bench/measures`` offers ``measures()``; a new one is found by lying there."""
    made: list[Measure] = []
    for info in sorted(pkgutil.iter_modules(measures.__path__), key=lambda info: info.name):
        module = importlib.import_module(f"bench.measures.{info.name}")
        made += [measure for measure in module.measures() if only in measure.name]
    return made


def rates(lanes: list[Lane], seconds: float) -> list[float]:
    """Units a second of each lane, run in turns until every one has had its seconds.

    The turn is always that of whoever has had least, so that short slices come many times for each long one.
    """
    units = [0.0] * len(lanes)
    used = [0.0] * len(lanes)
    while min(used) < seconds:
        i = used.index(min(used))
        done, took = lanes[i].slice()
        units[i] += done
        used[i] += took
    return [done / took for done, took in zip(units, used, strict=True)]


def run(todo: list[Measure], rounds: int, seconds: float, after_round: Callable[[], object]) -> list[Measured]:
    """All measures, round after round; one round more at the start only warms up and is thrown away."""
    table = [
        [Measured(m.name, m.unit, m.ours.name, rival.lane.name, rival.floor, goal=rival.goal) for rival in m.rivals]
        for m in todo
    ]
    for number in range(rounds + 1):
        for measure, rows in zip(todo, table, strict=True):
            ours, *others = rates([measure.ours, *(rival.lane for rival in measure.rivals)], seconds)
            if number:
                for row, other in zip(rows, others, strict=True):
                    row.our_rates.append(ours)
                    row.rival_rates.append(other)
        if number:
            after_round()
    return [row for rows in table for row in rows]
