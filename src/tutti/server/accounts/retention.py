"""What is forgotten by itself: guests who did nothing for long, devices whose cookies nobody can have any more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tutti.server.accounts.identity import COOKIE_DAYS, DAY
from tutti.server.logs import log
from tutti.server.store import Conflict, StoreFault

if TYPE_CHECKING:
    from tutti.server.core import Server

EVERY = 3600.0
AT_ONCE = 100
"""So many guests in one go; nobody waits for it."""


class Retention:
    """Looks every hour."""

    def __init__(self, server: Server) -> None:
        self.server = server

    async def keep(self) -> None:
        while True:
            try:
                await self.sweep()
            except (StoreFault, Conflict) as fault:
                log("not_forgotten", level="error", reason=str(fault))
            await asyncio.sleep(EVERY)

    async def sweep(self) -> int:
        """Forget who is to be forgotten; how many."""
        server = self.server
        now, count = server.now(), 0
        before = now - server.settings.guest_days * DAY
        await server.store.drop_sessions(now - (COOKIE_DAYS + 3) * DAY)
        gone = True
        while gone:
            gone = False
            for id in await server.store.idle_guests(before, AT_ONCE):
                person = await server.people.get(id)
                if person.seen < before and id not in server.sockets:  # else somebody is here now
                    await server.registry.forget(person)
                    server.people.forget(id)
                    gone, count = True, count + 1
        if count:
            log("guests_forgotten", count=count)
        return count
