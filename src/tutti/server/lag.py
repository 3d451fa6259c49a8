"""How late the loop is: everybody waits as long for their answer."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from tutti.server.metrics import Histogram

EVERY = 0.5
FADE = 0.8
"""What was a moment ago counts for so much of what is now."""


class LoopLag:
    """Sleeps a little, and looks how much longer it was."""

    def __init__(self, seen: Histogram) -> None:
        self.seen = seen
        self._now = 0.0

    def now(self) -> float:
        """Seconds by which everything is late, about."""
        return self._now

    def note(self, late: float) -> None:
        self.seen.observe(late)
        self._now = max(late, self._now * FADE)

    async def keep(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(EVERY)
            self.note(max(0.0, time.monotonic() - began - EVERY))


def open_files() -> int:
    """Descriptors that this process has open; -1 where the system does not tell."""
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return -1
