"""Ownership: which matches this process may play. With one process, all; with several, each match is played by one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tutti.server.messages.errors import Refused
from tutti.server.store import Store
from tutti.server.tasks import Spawn

WANT_EVERY, WANT_TRIES = 0.05, 60
"""Seconds between looks at whether another process has let go of a match, and how many looks."""


class Ownership:
    """The claims of a registry. ``used`` says whether a match is in memory here, or on its way."""

    def __init__(self, store: Store, used: Callable[[str], bool], spawn: Spawn) -> None:
        self._store = store
        self._used = used
        self._spawn = spawn
        self._lock = asyncio.Lock()

    async def claim(self, id: str) -> bool:
        """Whether the match is ours to play."""
        async with self._lock:
            return await self._store.claim(id)

    async def take(self, id: str) -> None:
        """Be the one that plays this match; another process that does is asked to let go."""
        if await self.claim(id):
            return
        await self._store.tell("want", id)
        for _ in range(WANT_TRIES):
            await asyncio.sleep(WANT_EVERY)
            if await self.claim(id):
                return
        raise Refused("try_again", 503)

    def give_back(self, id: str) -> None:
        """We have let go of it, unless it is in use again by then."""
        self._spawn(self._release(id))

    async def _release(self, id: str) -> None:
        async with self._lock:
            if not self._used(id):
                await self._store.release(id)
