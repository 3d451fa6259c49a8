"""Server: everything that one running server has, made once and handed around."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tutti.server.accounts.people import People
from tutti.server.accounts.retention import Retention
from tutti.server.accounts.sessions import Sessions
from tutti.server.admission import Admission
from tutti.server.analyses import Analyses
from tutti.server.concerts import Concerts
from tutti.server.exports import Exports
from tutti.server.lag import LoopLag, open_files
from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.metrics import Metrics
from tutti.server.middleware import address
from tutti.server.moderation.policy import Policy
from tutti.server.notifications.dispatcher import Notices
from tutti.server.pubsub import Outbox
from tutti.server.rate_limits import MIB, Limits
from tutti.server.rooms.commands.dispatch import Dispatcher
from tutti.server.rooms.registry import Registry
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Conflict, Store, StoreFault
from tutti.server.store.rows import Person
from tutti.server.workers.pool import WorkerPool

if TYPE_CHECKING:
    from tutti.server.connection import Socket

AGAIN = 4503
"""The close code that says: reconnect."""
COOKIE_ARRIVES = 1.0
"""Seconds until a browser surely has a cookie that it was sent."""

TRY_EVERY, TRY_LONGEST = 1.0, 3.0
"""Seconds between two tries whether anything can be stored, and until one has taken too long."""


class Server:
    """The parts of a server. ``open`` and ``close`` are its life."""

    registry: Registry
    people: People

    def __init__(self, store: Store, settings: Settings, now: ServerClock | None = None) -> None:
        self.store = store
        self.settings = settings
        self.now = now = now or ServerClock()
        self.metrics = Metrics()
        self.limits = Limits(settings.limits, settings.imports_per_address * MIB)
        self.workers = WorkerPool(settings, self.metrics)
        self.registry = Registry(store, self.workers, settings, self.metrics, now)
        self.notifications = Notices(store, settings, now, self.registry.spawn, self.metrics)
        self.registry.watch = self.notifications.watch
        self.analyses = Analyses(store, self.workers, now)
        self.exports = Exports(store, self.workers, now)
        self.concerts = Concerts(self.workers, settings.soundfont)
        self.dispatcher = Dispatcher(self.registry, self.limits, self.metrics)
        self.sessions = Sessions(store, now, self.registry.spawn)
        self.retention = Retention(self)
        self.outbox = Outbox()
        self.admission = Admission()
        self.registry.crowded = self.admission.crowded
        self.lag = LoopLag()
        self.metrics.lag = self.lag.seen
        self.metrics.gauge("tutti_open_files", "Open descriptors of the process.", open_files)
        self.policy = Policy(self)
        self.dispatcher.may_talk = self.policy.check_talk
        self.began = now()
        self.sockets: dict[str, set[Socket]] = {}
        """Open sockets by person."""
        self.notifications.looks = lambda person, room: any(one.room is room for one in self.sockets.get(person, ()))
        self.documents: asyncio.Future[Any] | None = None
        """What whoever writes a client reads, once it is made."""
        self._addresses: Counter[str] = Counter()
        self.ready = False
        self._try: asyncio.Task[bool] | None = None
        self._tried = 0.0
        self.metrics.gauge("tutti_sockets", "Open sockets.", self.registry.fanout.count)
        self.metrics.gauge("tutti_jobs_waiting", "Jobs that wait for a worker process.", self.workers.line.waiting)
        self.metrics.gauge("tutti_rooms", "Tables in memory.", lambda: len(self.registry.rooms))

    async def open(self) -> None:
        await self.store.open(self._heard)
        secret = await self.store.secret()
        self.people = People(self.store, secret, self.now)
        await self.registry.start()
        await self.notifications.open(secret)
        self.registry.spawn(self.retention.keep())
        self.registry.spawn(self.lag.keep())
        await self.policy.refresh()
        self.registry.spawn(self.policy.keep())
        self.ready = True

    def _heard(self, what: str, id: str) -> None:
        """What another process told; before we are ready there is nothing that could be out of date."""
        if not self.ready:
            return
        if what == "person":
            self.sessions.forget(id)
            self.registry.spawn(self._changed(id))
        elif what == "gone":
            self.people.forget(id)
            self.notifications.listeners.discard(id)
        elif what == "listener":
            self.registry.spawn(self.notifications.refresh(id))
        elif what == "house":
            self.registry.spawn(self.policy.refresh())
        elif what == "lost":
            self.people.forget_all()
        self.registry.heard(what, id)

    async def _changed(self, id: str) -> None:
        await self.hang_up(await self.people.read_again(id))

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
        await self.registry.stop()
        await self.analyses.close()
        await self.exports.close()
        await self.concerts.close()
        await self.notifications.close()
        await self.workers.close()
        await self.store.close()

    @contextmanager
    def counted(self, wire: Any) -> Iterator[None]:
        """One address may not take all sockets."""
        where = address(wire.scope)
        if self.settings.limits and self._addresses[where] >= self.settings.sockets_per_address:
            raise Refused("too_many_sockets", 429)
        self._addresses[where] += 1
        try:
            yield
        finally:
            self._addresses[where] -= 1
            if not self._addresses[where]:
                del self._addresses[where]

    async def hang_up(self, person: Person) -> None:
        """Close the sockets of cookies that are worth nothing any more. Who has a new one comes back at once."""
        await asyncio.sleep(COOKIE_ARRIVES)
        for socket in tuple(self.sockets.get(person.id, ())):
            try:
                if socket.person.epoch < person.epoch or await self.people.ended(person, socket.session):
                    await socket.close(AGAIN, "signed_out")
            except Exception as fault:  # the others must be closed all the same
                log("not_closed", level="error", reason=repr(fault))
