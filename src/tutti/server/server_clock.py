"""The server's time: milliseconds since 1970 as they were when it started, and since then as they went by for it."""

from __future__ import annotations

import time
from collections.abc import Callable

ASLEEP = 2_000_000_000
"""Nanoseconds. It is asked far more often; if nobody asked for so long, the process (or the machine) was asleep."""
AHEAD = 1000
"""Milliseconds by which the clock on the wall may be ahead before we follow it."""
Nanoseconds = Callable[[], int]


class ServerClock:
    """Never goes back, whatever happens to the clock on the wall, and stands still while the process sleeps.

    It falls behind the wall then. ``catch_up`` sets it right; whoever calls it forgives the clocks what it left out.
    """

    def __init__(self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = time.monotonic_ns) -> None:
        self._wall, self._steady = wall, steady
        self._now, self._asked = wall(), steady()

    def __call__(self) -> int:
        asked = self._steady()
        gone = asked - self._asked
        self._asked = asked
        if gone < ASLEEP:
            self._now += gone
        return self._now // 1_000_000

    def catch_up(self) -> tuple[int, int] | None:
        """If the wall is ahead: from when to when nobody's time ran."""
        before, wall = self(), self._wall()
        if wall // 1_000_000 - before < AHEAD:
            return None
        self._now = wall
        return before, wall // 1_000_000
