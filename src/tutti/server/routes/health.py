"""How the house is: for players who wonder whether it is them or the server, and what is kept for how long."""

from __future__ import annotations

from litestar import get

import tutti
from tutti.server.accounts.identity import COOKIE_DAYS, DAY
from tutti.server.core import Server
from tutti.server.messages.tables import Wire
from tutti.server.routes import FAULTS, Serving

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


@get("/api/status", responses=FAULTS, operation_id="getStatus", tags=["system"])
async def status(server: Serving) -> StatusInfo:
    """How the house is. The same for everybody."""
    return await status_of(server)


async def status_of(server: Server) -> StatusInfo:
    now, settings = server.now(), server.settings
    downs = [Down(since=since, until=until) for since, until in await server.store.downs(now - LOOK_BACK * DAY)]
    return StatusInfo(
        version=tutti.__version__,
        now=now,
        since=server.began,
        stores=server.ready and await server.writes(),
        slow=server.lag.now() > 0.25,
        waiting=server.workers.line.waiting(),
        people=server.sockets.people_online(),
        tables=len(server.registry.rooms),
        downs=[down for down in reversed(downs) if down.until - down.since >= SHORTEST],
        cookie_days=COOKIE_DAYS,
        guest_days=settings.guest_days,
        imports_days=settings.imports_days,
        waiting_hours=settings.waiting_hours,
        abandoned_days=settings.abandoned_days,
        contact=settings.contact,
    )
