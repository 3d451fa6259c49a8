"""Server: everything that one running server has, made once and handed around."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tutti.server.edge import address
from tutti.server.faults import Refused
from tutti.server.limits import Limits
from tutti.server.metrics import Metrics
from tutti.server.people import People
from tutti.server.rooms.hall import Hall
from tutti.server.settings import Settings
from tutti.server.store import Store
from tutti.server.thinkers import Thinkers


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Server:
    """The parts of a server. ``open`` and ``close`` are its life."""

    hall: Hall
    people: People

    def __init__(self, store: Store, settings: Settings, now: Callable[[], int] = wall_clock) -> None:
        self.store = store
        self.settings = settings
        self.now = now
        self.metrics = Metrics()
        self.limits = Limits(settings.limits)
        self.thinkers = Thinkers(settings, self.metrics)
        self.hall = Hall(store, self.thinkers, settings, self.metrics, now)
        self._sockets: Counter[str] = Counter()
        self.ready = False
        self.metrics.gauge("tutti_sockets", "Open sockets.", self.hall.fanout.count)
        self.metrics.gauge("tutti_rooms", "Tables in memory.", lambda: len(self.hall.rooms))

    async def open(self) -> None:
        self.people = People(self.store, await self.store.secret(), self.now)
        await self.hall.start()
        self.ready = True

    async def close(self) -> None:
        self.ready = False
        await self.hall.stop()
        await self.thinkers.close()
        await self.store.close()

    @contextmanager
    def counted(self, wire: Any) -> Iterator[None]:
        """One address may not take all sockets."""
        where = address(wire.scope)
        if self.settings.limits and self._sockets[where] >= self.settings.sockets_per_address:
            raise Refused("too_many_sockets", 429)
        self._sockets[where] += 1
        try:
            yield
        finally:
            self._sockets[where] -= 1
            if not self._sockets[where]:
                del self._sockets[where]
