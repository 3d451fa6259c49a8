"""Scheduler: wakes tables when a clock runs out, tells the store that the server is alive, and cleans up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from tutti.server.accounts.identity import COOKIE_DAYS
from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks, holidays, lobby
from tutti.server.rooms.commands import endings, proposals, seats
from tutti.server.rooms.downtime import Downtime
from tutti.server.rooms.registry import Registry
from tutti.server.rooms.room import Change
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store, StoreFault
from tutti.server.tasks import Spawn

PULSE = 0.25
TICK = 0.5
BEAT = 5.0
SWEEP = 3600.0
MOST_DUE = 200
RETRY = 5_000
"""Milliseconds until a table that could not be woken is tried again."""


class Scheduler:
    """What happens by itself at the tables of a registry."""

    def __init__(
        self,
        registry: Registry,
        store: Store,
        settings: Settings,
        now: ServerClock,
        spawn: Spawn,
        downtime: Downtime,
    ) -> None:
        self.registry = registry
        self.store = store
        self.settings = settings
        self.now = now
        self.spawn = spawn
        self.downtime = downtime

    async def start(self) -> None:
        await self.downtime.start()
        await self.store.beat(self.now())
        self.spawn(self._every(PULSE, self._pulse))
        self.spawn(self._every(TICK, self.tick))
        self.spawn(self._every(BEAT, self._beat))
        self.spawn(self._every(SWEEP, self.sweep))
        self.spawn(self.sweep())

    async def stop(self) -> None:
        """After the rooms: the time without the server begins."""
        try:
            await self.store.beat(self.now())
        except StoreFault as fault:
            log("store_fault", level="error", reason=str(fault))  # the rest must be closed all the same

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except Exception as fault:
                log("hall_fault", level="error", reason=repr(fault))

    async def _pulse(self) -> None:
        """Ask for the time often, so that it is noticed when the process slept."""
        for room in await self.downtime.keep(self.registry.rooms.values()):
            if not room.dead:
                self.registry.pubsub.publish(f"{room.table.id}:{room.table.seq}")
                if self.settings.database:
                    with suppress(Refused):  # stored, since nobody else knows of it
                        await self.registry.act(room, Change.private)

    async def _beat(self) -> None:
        await self.store.beat(self.now())

    async def sweep(self) -> None:
        """Records that were brought along and that nobody looks at any more; ends of cookies that nobody can have."""
        await self.store.drop_ended(self.now() - (COOKIE_DAYS + 3) * clocks.DAY)
        gone = await self.store.drop_replays(self.now() - self.settings.imports_days * clocks.DAY)
        if gone:
            log("replays_dropped", count=gone)

    async def tick(self) -> None:
        """Wake the tables whose time has come, and let go of those nobody needs."""
        for id in await self.store.due(self.now(), MOST_DUE):
            await self._wake(id)
        self.registry.let_go()

    async def _wake(self, id: str) -> None:
        """What is wrong with one table must not keep the others from being woken."""
        if id not in self.registry.rooms and not await self.registry.claims.claim(id):
            return  # whoever plays it wakes it
        try:
            async with self.registry.room(id) as room:
                await holidays.note(self.registry, room)
                await self.registry.act(room, self._due)
        except Refused as fault:
            log("not_woken", level="warning", table=id[:6], reason=fault.code)
            later = clocks.DAY if fault.code == "match_broken" else RETRY
        except Exception as fault:
            log("not_woken", level="error", table=id[:6], reason=repr(fault))
            later = RETRY
        else:
            return
        await self.store.postpone(id, self.now(), self.now() + later)

    def _due(self, change: Change) -> None:
        """A deadline has passed: time is over for somebody, or a bot must be woken, or nobody came."""
        room, table, now = change.room, change.room.table, change.now
        change.private()  # whatever it is, the deadline in the store moves on
        if table.state == "waiting" and table.deadline is not None and table.deadline <= now:
            lobby.run_out(room, change)
        if table.state != "running":
            return
        for seat in clocks.overdue(table, now):
            if table.state == "running":  # the first may have been the last whose consent was needed
                seats.hand_over(room, change, seat, self.registry.bots.standin(), "timed_out")
        proposals.settle(room, change)  # a vote may have lapsed
        if table.state == "running" and now - table.updated >= self.registry.patience:
            endings.abandon(room, change)
