"""Server: everything that one running server has, made once and handed around."""

from __future__ import annotations

import asyncio

from tutti.server.accounts.people import People
from tutti.server.accounts.retention import Retention
from tutti.server.accounts.sessions import Sessions
from tutti.server.admission import Admission
from tutti.server.analyses import Analyses
from tutti.server.concerts import Concerts
from tutti.server.documents import Documents
from tutti.server.exports import Exports
from tutti.server.logs import log
from tutti.server.metrics import LoopLag, Metrics, open_files
from tutti.server.moderation.policy import Policy
from tutti.server.notifications.dispatcher import Notifications
from tutti.server.open_sockets import OpenSockets
from tutti.server.pubsub import Outbox
from tutti.server.rate_limits import MIB, Limits
from tutti.server.replays import Replays
from tutti.server.rooms.clocks import DAY
from tutti.server.rooms.commands.dispatch import Dispatcher
from tutti.server.rooms.downtime import Downtime
from tutti.server.rooms.registry import Registry
from tutti.server.rooms.scheduler import Scheduler
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Conflict, Store, StoreFault
from tutti.server.tasks import Tasks
from tutti.server.workers.pool import WorkerPool

TRY_EVERY, TRY_LONGEST = 1.0, 3.0
"""Seconds between two tries whether anything can be stored, and until one has taken too long."""


class Server:
    """The parts of a server. ``open`` and ``close`` are its life."""

    def __init__(self, store: Store, settings: Settings, now: ServerClock | None = None) -> None:
        self.store = store
        self.settings = settings
        self.now = now = now or ServerClock()
        self.began = now()
        self.tasks = tasks = Tasks()
        self.metrics = Metrics()
        self.lag = LoopLag(self.metrics.lag)
        self.limits = Limits(settings.limits, self.metrics.slowed, settings.imports_per_address * MIB)
        self.people = People(store, now)
        self.sessions = Sessions(store, now, tasks.spawn)
        self.sockets = OpenSockets(settings, self.people)
        self.admission = Admission()
        self.outbox = Outbox()
        self.workers = WorkerPool(settings, self.metrics)
        self.notifications = Notifications(store, settings, now, tasks.spawn, self.metrics, self.sockets.looks_at)
        downtime = Downtime(store, now, settings.abandoned_days * DAY, alone=not settings.database)
        self.registry = Registry(
            store,
            self.workers,
            settings,
            self.metrics,
            now,
            tasks.spawn,
            downtime,
            on_change=self.notifications.watch,
            crowded=self.admission.crowded,
        )
        self.scheduler = Scheduler(self.registry, store, settings, now, tasks.spawn, downtime)
        self.policy = Policy(store, now, self.registry, self.sockets, tasks.spawn)
        self.dispatcher = Dispatcher(self.registry, self.limits, self.metrics, self.policy.check_talk)
        self.retention = Retention(store, settings, now, self.people, self.sockets, self.registry)
        self.replays = Replays(store, now, tasks.spawn)
        self.analyses = Analyses(store, self.workers, now)
        self.exports = Exports(store, self.workers, now)
        self.concerts = Concerts(self.workers, settings.soundfont)
        self.documents = Documents()
        self.ready = False
        self._try: asyncio.Task[bool] | None = None
        self._tried = 0.0
        self.metrics.gauge("tutti_open_files", "Open descriptors of the process.", open_files)
        self.metrics.gauge("tutti_sockets", "Open sockets.", self.registry.pubsub.count)
        self.metrics.gauge("tutti_jobs_waiting", "Jobs that wait for a worker process.", self.workers.line.waiting)
        self.metrics.gauge("tutti_rooms", "Tables in memory.", lambda: len(self.registry.rooms))

    async def open(self) -> None:
        await self.store.open(self._heard)
        secret = await self.store.secret()
        self.people.open(secret)
        await self.scheduler.start()
        await self.notifications.open(secret)
        self.tasks.spawn(self.retention.keep())
        self.tasks.spawn(self.lag.keep())
        await self.policy.refresh()
        self.tasks.spawn(self.policy.keep())
        self.ready = True

    def _heard(self, what: str, id: str) -> None:
        """What another process told; before we are ready there is nothing that could be out of date."""
        if not self.ready:
            return
        if what == "person":
            self.sessions.forget(id)
            self.tasks.spawn(self._changed(id))
        elif what == "gone":
            self.people.forget(id)
            self.notifications.listeners.discard(id)
        elif what == "listener":
            self.tasks.spawn(self.notifications.refresh(id))
        elif what == "house":
            self.tasks.spawn(self.policy.refresh())
        elif what == "lost":
            self.people.forget_all()
        self.registry.heard(what, id)

    async def _changed(self, id: str) -> None:
        await self.sockets.hang_up(await self.people.read_again(id))

    async def writes(self) -> bool:
        """Whether a change could be stored now. However many ask, one try is made at a time, and not too often."""
        now = self.metrics.clock()
        if self._try is None or (self._try.done() and now - self._tried > TRY_EVERY):
            self._try, self._tried = asyncio.create_task(self._write()), now
        await asyncio.wait({self._try}, timeout=TRY_LONGEST)
        return self._try.done() and self._try.result()

    async def _write(self) -> bool:
        try:
            await self.store.try_write()
        except (StoreFault, Conflict) as fault:
            log("not_ready", level="error", reason=str(fault))
            return False
        return True

    async def close(self) -> None:
        self.ready = False
        await self.tasks.stop()
        await self.registry.stop()
        await self.scheduler.stop()
        await self.analyses.close()
        await self.exports.close()
        await self.concerts.close()
        await self.notifications.close()
        await self.workers.close()
        await self.store.close()
