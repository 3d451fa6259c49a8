"""Data retention: deletes guests who were inactive for long, and sessions whose cookies have expired."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tutti.server.accounts.identity import COOKIE_DAYS, DAY
from tutti.server.logs import log
from tutti.server.rooms.room import Now
from tutti.server.settings import Settings
from tutti.server.store import Conflict, Store, StoreFault

if TYPE_CHECKING:
    from tutti.server.accounts.people import People
    from tutti.server.open_sockets import OpenSockets
    from tutti.server.rooms.registry import Registry

EVERY = 3600.0
AT_ONCE = 100
"""So many guests in one go; nobody waits for it."""


class Retention:
    """Looks every hour."""

    def __init__(
        self, store: Store, settings: Settings, now: Now, people: People, sockets: OpenSockets, registry: Registry
    ) -> None:
        self.store = store
        self.settings = settings
        self.now = now
        self.people = people
        self.sockets = sockets
        self.registry = registry

    async def keep(self) -> None:
        while True:
            try:
                await self.sweep()
            except (StoreFault, Conflict) as fault:
                log("not_forgotten", level="error", reason=str(fault))
            await asyncio.sleep(EVERY)

    async def sweep(self) -> int:
        """Forget who is to be forgotten; how many."""
        now, count = self.now(), 0
        before = now - self.settings.guest_days * DAY
        await self.store.drop_sessions(now - (COOKIE_DAYS + 3) * DAY)
        gone = True
        while gone:
            gone = False
            for id in await self.store.idle_guests(before, AT_ONCE):
                person = await self.people.get(id)
                if person.seen < before and not self.sockets.of(id):  # else somebody is here now
                    await self.registry.forget(person)
                    self.people.forget(id)
                    gone, count = True, count + 1
        if count:
            log("guests_forgotten", count=count)
        return count
