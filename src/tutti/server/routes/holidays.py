"""My holidays: clocks by days stand still, and nobody writes to me."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

from litestar import Controller, delete, get, put
from litestar.params import JSONBody
from msgspec import Meta

from tutti.server.core import Server
from tutti.server.messages.errors import Refused
from tutti.server.messages.tables import Wire
from tutti.server.rooms import holidays
from tutti.server.routes import FAULTS, Serving, Visitor
from tutti.server.routes.account import MOST_TABLES
from tutti.server.store.notifications import Span

Moment = Annotated[int, Meta(ge=0, le=2**53)]


class Holiday(Wire):
    """From when to when, in milliseconds since 1970."""

    since: Moment
    until: Moment


class Holidays(Wire):
    """The holiday under way or to come, and how many whole days of this year are left."""

    holiday: Holiday | None
    left: int
    most: int


class HolidaysController(Controller):
    path = "/api/me/holidays"
    tags = ("me",)

    @get("/", responses=FAULTS, operation_id="myHolidays")
    async def mine(self, server: Serving, person: Visitor) -> Holidays:
        """When I am away."""
        return _told(server, await _known(server, person.id))

    @put("/", responses=FAULTS, operation_id="goOnHoliday")
    async def go(self, server: Serving, person: Visitor, data: JSONBody[Holiday]) -> Holidays:
        """Be away from then to then: clocks by days do not run for me. One holiday at a time, so many days a year."""
        known = await server.people.note(person)
        spans = await _known(server, known.id)
        now, most = server.now(), server.settings.holiday_days
        return await _keep(server, known.id, holidays.planned(spans, data.since, data.until, most, now))

    @delete("/", status_code=200, responses=FAULTS, operation_id="comeBack")
    async def back(self, server: Serving, person: Visitor) -> Holidays:
        """Back already, or not going."""
        return await _keep(server, person.id, holidays.ended(await _known(server, person.id), server.now()))


async def _known(server: Server, person: str) -> list[Span]:
    return (await server.store.holidays([person], server.now() - holidays.REMEMBERED))[person]


async def _keep(server: Server, person: str, spans: list[Span]) -> Holidays:
    await server.store.save_holidays(person, spans, server.now() - holidays.REMEMBERED)
    for table in await server.store.open_tables(person, MOST_TABLES):
        with suppress(Refused):  # a match that cannot be played waits for nobody
            async with server.registry.room(table.id) as room:
                await holidays.note(server.registry, room)
    return _told(server, spans)


def _told(server: Server, spans: list[Span]) -> Holidays:
    now, most = server.now(), server.settings.holiday_days
    year = datetime.fromtimestamp(now / 1000, UTC).year
    to_come = next((Holiday(since=since, until=until) for since, until in spans if until > now), None)
    return Holidays(holiday=to_come, left=holidays.left(spans, year, most), most=most)
