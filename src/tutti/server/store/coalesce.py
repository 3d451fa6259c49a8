"""Request coalescing: lookups of many people at the same moment become one query. After a restart a thousand people
want to know who they are; a query for each costs a way to another thread and back, far more than its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from tutti.server.store.dialect import SqlRow

Ask = Callable[[str, Sequence[str]], Awaitable[list[SqlRow]]]
"""A query and its values."""
GATHERING = 0.002
"""Seconds that a question waits for more who ask when the one before was not alone."""


class Coalesced:
    """A query by one name, put for many: ``{names}`` in it stands for them, and each row begins with its name.

    Who asks while it is under way goes into the next one, so nobody is answered from before they asked."""

    def __init__(self, ask: Ask, sql: str, most: int) -> None:
        self._ask, self._sql, self._most = ask, sql, most
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[tuple[str, asyncio.Future[list[SqlRow]]]] = []
        self._asking: asyncio.Task[None] | None = None
        self._busy = False

    async def rows(self, name: str) -> list[SqlRow]:
        """The rows of this name; not to be changed."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._waiting, self._asking = loop, [], None
        done: asyncio.Future[list[SqlRow]] = loop.create_future()
        self._waiting.append((name, done))
        if self._asking is None:
            self._asking = loop.create_task(self._ask_on())  # begins when those have asked who are about to
        return await done

    async def _ask_on(self) -> None:
        group: list[tuple[str, asyncio.Future[list[SqlRow]]]] = []
        try:
            while self._waiting:
                if self._busy:
                    await asyncio.sleep(GATHERING)
                group, self._waiting = self._waiting[: self._most], self._waiting[self._most :]
                self._busy = len(group) > 1
                names = padded(list(dict.fromkeys(name for name, _ in group)))
                try:
                    rows = await self._ask(self._sql.replace("{names}", ", ".join("?" * len(names))), names)
                except Exception as fault:
                    _settle(group + self._waiting, fault)  # nobody waits twice for a database that is away
                    self._waiting = []
                else:
                    found: dict[str, list[SqlRow]] = {}
                    for row in rows:
                        found.setdefault(row[0], []).append(row)
                    for name, done in group:
                        if not done.done():
                            done.set_result(found.get(name, []))
        finally:
            self._asking = None
            for _, done in [*group, *self._waiting]:
                done.cancel()  # nobody asks for them any more; those who were answered do not mind
            self._waiting = []


def _settle(group: list[tuple[str, asyncio.Future[list[SqlRow]]]], fault: Exception) -> None:
    for _, done in group:
        if not done.done():
            done.set_exception(fault)


def padded(names: list[str]) -> list[str]:
    """As many as a power of two, so that few statements have to be prepared; the last one stands for the rest."""
    return names + names[-1:] * ((1 << (len(names) - 1).bit_length()) - len(names))
