"""The status page: whether the server is slow or down, and what is kept for how long."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency, Provide

import tutti
from tutti.server.accounts.identity import COOKIE_DAYS, DAY
from tutti.server.core import Server
from tutti.server.messages.tables import Wire
from tutti.server.metrics import LoopLag
from tutti.server.open_sockets import OpenSockets
from tutti.server.rooms.registry import Registry
from tutti.server.routes import FAULTS, Part, Serving
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store
from tutti.server.workers.pool import WorkerPool

LOOK_BACK = 30
"""Days of which times without the server are told."""
SHORTEST = 30_000
"""Milliseconds. What is shorter nobody noticed."""


class Down(Wire):
    """The server was down between these moments."""

    since: int
    until: int


class StatusInfo(Wire):
    """How the house is now, and what it keeps for how long."""

    version: str
    now: int
    since: int
    """When it was started."""
    stores: bool
    """Whether moves can be stored now; while not, none is taken."""
    slow: bool
    """Whether it answers late just now."""
    waiting: int
    """Bots that wait to think."""
    people: int
    """Who has a table open."""
    tables: int
    """Tables that are in use."""
    downs: list[Down]
    """The times without it in the last 30 days, the latest first."""
    cookie_days: int
    guest_days: int
    imports_days: int
    waiting_hours: int
    abandoned_days: int
    contact: str


class HealthReport:
    """Looks at the parts that tell how the server is."""

    def __init__(
        self,
        server: Server,
        store: Store,
        settings: Settings,
        clock: ServerClock,
        lag: LoopLag,
        workers: WorkerPool,
        sockets: OpenSockets,
        registry: Registry,
    ) -> None:
        self.server = server
        self.store = store
        self.settings = settings
        self.clock = clock
        self.lag = lag
        self.workers = workers
        self.sockets = sockets
        self.registry = registry

    async def status(self) -> StatusInfo:
        now, settings = self.clock(), self.settings
        downs = [Down(since=since, until=until) for since, until in await self.store.downs(now - LOOK_BACK * DAY)]
        return StatusInfo(
            version=tutti.__version__,
            now=now,
            since=self.server.began,
            stores=self.server.ready and await self.server.writes(),
            slow=self.lag.now() > 0.25,
            waiting=self.workers.line.waiting(),
            people=self.sockets.people_online(),
            tables=len(self.registry.rooms),
            downs=[down for down in reversed(downs) if down.until - down.since >= SHORTEST],
            cookie_days=COOKIE_DAYS,
            guest_days=settings.guest_days,
            imports_days=settings.imports_days,
            waiting_hours=settings.waiting_hours,
            abandoned_days=settings.abandoned_days,
            contact=settings.contact,
        )


async def provide_report(
    server: Serving,
    store: Part[Store],
    settings: Part[Settings],
    clock: Part[ServerClock],
    lag: Part[LoopLag],
    workers: Part[WorkerPool],
    sockets: Part[OpenSockets],
    registry: Part[Registry],
) -> HealthReport:
    return HealthReport(server, store, settings, clock, lag, workers, sockets, registry)


Reporting = NamedDependency[HealthReport]
REPORT = {"report": Provide(provide_report)}


@get("/api/status", responses=FAULTS, operation_id="getStatus", tags=["system"], dependencies=REPORT)
async def status(report: Reporting) -> StatusInfo:
    """How the house is. The same for everybody."""
    return await report.status()
