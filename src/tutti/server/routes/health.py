"""Health: status page, liveness and readiness, Prometheus metrics; and the API pages for authors of clients."""

from __future__ import annotations

import asyncio
from ipaddress import IPv6Address, ip_address
from typing import Any

from litestar import Litestar, Response, get
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType

import tutti
from tutti.server.accounts.identity import COOKIE_DAYS, DAY
from tutti.server.core import Server
from tutti.server.documents import Documents
from tutti.server.messages.base import Wire
from tutti.server.messages.errors import Refused
from tutti.server.metrics import LoopLag, Metrics
from tutti.server.middleware import host_of, name_of
from tutti.server.open_sockets import OpenSockets
from tutti.server.protocol.connections import is_proxy
from tutti.server.rooms.registry import Registry
from tutti.server.routes import FAULTS, Asking, Part, Serving
from tutti.server.routes.caching import OWN, send
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store
from tutti.server.workers.pool import WorkerPool

LATER = 10.0
"""Seconds after the start until the documents are written: first come those whom the last server sent away."""
LOOK_BACK = 30
"""Days of which times without the server are told."""
SHORTEST = 30_000
"""Milliseconds. What is shorter nobody noticed."""


class Down(Wire):
    """The server was down between these moments."""

    since: int
    until: int


class StatusInfo(Wire):
    """How the server is now, and what it keeps for how long."""

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


class Health(Wire):
    """``ok``, or what is wrong."""

    status: str
    version: str
    compiled: bool


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


@get("/api/status", responses=FAULTS, operation_id="getStatus", tags=["health"], dependencies=REPORT)
async def status(report: Reporting) -> StatusInfo:
    """How the server is. The same for everybody."""
    return await report.status()


FORWARDED = {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"}
"""Headers with which a proxy says that somebody else asks."""


@get("/health", responses=FAULTS, operation_id="health", tags=["health"])
async def health() -> Health:
    """Whether the server is alive: if nobody answers, start it again. Whether it can do its work is ``/ready``."""
    return _well()


@get("/ready", responses=FAULTS, operation_id="ready", tags=["health"])
async def ready(server: Serving) -> Health:
    """Whether moves can be stored now; else 503: send nobody here, and look into the log for the reason."""
    if not server.ready or not await server.writes():
        raise Refused("not_ready", 503)
    return _well()


def _well() -> Health:
    return Health(status="ok", version=tutti.__version__, compiled=tutti.COMPILED)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Asking, settings: Part[Settings], metrics: Part[Metrics]) -> str:
    """Numbers for Prometheus; by default only for this machine."""
    mode = settings.metrics
    if mode == "off" or (mode == "local" and not local(request, settings)):
        raise Refused("not_there", 404)
    return metrics.text()


def local(request: Asking, settings: Settings) -> bool:
    """Whether somebody on this machine asks for themselves: no proxy between, and by no name for the outside."""
    here = name_of(host_of(request.scope)) or ""
    client = request.client.host if request.client else ""
    if not _loopback(client) or not (here == "localhost" or _loopback(here)):
        return False
    return not FORWARDED & set(request.headers) and not is_proxy(client, settings)


def _loopback(text: str) -> bool:
    try:
        found = ip_address(text)
    except ValueError:
        return False
    plain = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (plain or found).is_loopback


async def prepare(documents: Documents, app: Litestar) -> None:
    """Write the documents before anybody asks, though not at once: whoever plays is waiting."""
    await asyncio.sleep(LATER)
    await documents.get(app.openapi_schema.to_schema)


@get("/schema/socket.json", include_in_schema=False, opt=OWN)
async def socket_schema(request: Asking, documents: Part[Documents]) -> Response[Any]:
    """The JSON Schema of what goes over a socket."""
    return send(request, (await documents.get(request.app.openapi_schema.to_schema)).socket)


@get("/docs", include_in_schema=False, opt=OWN)
async def docs(request: Asking, documents: Part[Documents]) -> Response[Any]:
    """The API as a page that needs nothing from elsewhere."""
    return send(request, (await documents.get(request.app.openapi_schema.to_schema)).page, "text/html")
