"""The clock of a search: how many lines may follow."""

from __future__ import annotations

import time
from typing import Final

from tutti.kernel.bot import Budget

CHECKS: Final = 40
"""How often at least a budget of seconds looks at the clock."""


class Clock:
    """Says how many iterations may follow, until a budget is used up."""

    def __init__(self, budget: Budget) -> None:
        self.most = budget.iterations
        self.seconds = budget.seconds
        self.done = 0
        self.start = time.perf_counter()

    def count(self, steps: int) -> None:
        self.done += steps

    def steps(self, span: int, lead: int) -> int:
        """At most ``span``; 0 when the budget is used up, or when the runner-up cannot catch up within it."""
        left = span if self.most is None else min(span, self.most - self.done)
        rest = None if self.most is None else self.most - self.done
        if self.seconds is not None and self.done:
            used = time.perf_counter() - self.start
            if used >= self.seconds:
                return 0
            pace = self.done / used
            soon = int(pace * (self.seconds - used))
            rest = soon if rest is None else min(rest, soon)
            left = max(1, min(left, int(pace * self.seconds / CHECKS)))
        elif self.seconds is not None:
            left = min(left, 4)
        return 0 if rest is not None and lead > rest else left
