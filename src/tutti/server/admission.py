"""Admission: sockets are let in first come, first served. After a restart a thousand come at once; if all of them were
brought to their tables in step, nobody would see anything before the last one is known. So few are on their way at a
time."""

from __future__ import annotations

import asyncio

AT_ONCE = 96
"""So many are on their way to a table; the others wait in line."""
CROWD = 8
"""If more than so many have not arrived yet, it is a crowd."""
LONGEST = 0.5
"""Seconds after which somebody who is still on the way keeps nobody waiting: a table may be busy elsewhere."""


class Turn:
    """The turn of one socket; it is over when the socket sits, or when it goes."""

    def __init__(self, line: Admission, loop: asyncio.AbstractEventLoop) -> None:
        self._line = line
        self._over = False
        self._timer = loop.call_later(LONGEST, self.end)

    def end(self) -> None:
        if not self._over:
            self._over = True
            self._timer.cancel()
            self._line.free.release()
            self._line.here += 1

    def __enter__(self) -> Turn:
        return self

    def __exit__(self, *fault: object) -> None:
        self.end()


class Admission:
    """The line."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.free = asyncio.Semaphore(at_once)
        self.count = 0
        """How many have come, and how many of them are no longer on their way."""
        self.here = 0

    def crowded(self) -> bool:
        return self.count - self.here > CROWD

    async def turn(self) -> Turn:
        self.count += 1
        await self.free.acquire()
        return Turn(self, asyncio.get_running_loop())
