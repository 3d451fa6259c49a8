# tutti: compiled
"""The clock of a search: how many lines may follow."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from tutti.ai.bot import Budget, never

CHECKS: Final = 40
"""How often at least a budget of seconds looks at the clock."""
LATEST: Final = 0.75
"""The part of its seconds that may be gone before a bot begins; the rest it has at any rate."""


class Clock:
    """Says how many iterations may follow, until a budget is used up or somebody calls."""

    def __init__(self, budget: Budget, stopped: Callable[[], bool] = never, late: float = 0.0) -> None:
        self.most = budget.iterations
        self.seconds = budget.seconds
        self.stopped = stopped
        self.done = 0
        self.start = time.perf_counter()
        if self.seconds is not None:
            self.start -= min(late, self.seconds * LATEST)

    def used(self) -> float:
        """The part of the seconds that is gone."""
        return 0.0 if self.seconds is None else (time.perf_counter() - self.start) / max(self.seconds, 1e-9)

    def extend(self, times: int) -> None:
        """So many times as many iterations; the seconds stay."""
        if self.most is not None:
            self.most *= times

    def count(self, steps: int) -> None:
        self.done += steps

    def steps(self, span: int, lead: int) -> int:
        """At most ``span``; 0 when the budget is used up, or when the runner-up cannot catch up within it."""
        if self.done and self.stopped():
            return 0
        left = span if self.most is None else min(span, self.most - self.done)
        rest = None if self.most is None else self.most - self.done
        used = 0.0 if self.seconds is None else time.perf_counter() - self.start
        if self.seconds is not None and used >= self.seconds and self.done:
            return 0
        if self.seconds is not None and self.done and used > 0:
            pace = self.done / used
            soon = int(pace * (self.seconds - used))
            rest = soon if rest is None else min(rest, soon)
            left = max(1, min(left, int(pace * self.seconds / CHECKS)))
        elif self.seconds is not None:
            left = min(left, 4)  # the pace is not known yet: at the start, or until a coarse clock ticks
        return 0 if rest is not None and lead > rest else left
