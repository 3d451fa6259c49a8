"""My holidays: clocks by days stand still, and nobody writes to me."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated

from litestar import Controller, delete, get, put
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody
from msgspec import Meta

from tutti.server.accounts.people import People
from tutti.server.messages.errors import Refused
from tutti.server.messages.tables import Wire
from tutti.server.rooms import holidays
from tutti.server.rooms.registry import Registry
from tutti.server.routes import FAULTS, Part, Visitor
from tutti.server.routes.account import MOST_TABLES
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store
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


class Calendar:
    """The holidays of people, as they are kept."""

    def __init__(self, store: Store, settings: Settings, clock: ServerClock, registry: Registry) -> None:
        self.store = store
        self.clock = clock
        self.registry = registry
        self.most = settings.holiday_days

    async def of(self, person: str) -> list[Span]:
        return (await self.store.holidays([person], self.clock() - holidays.REMEMBERED))[person]

    async def keep(self, person: str, spans: list[Span]) -> Holidays:
        await self.store.save_holidays(person, spans, self.clock() - holidays.REMEMBERED)
        for table in await self.store.open_tables(person, MOST_TABLES):
            with suppress(Refused):  # a match that cannot be played waits for nobody
                async with self.registry.room(table.id) as room:
                    await holidays.note(self.registry, room)
        return self.told(spans)

    def told(self, spans: list[Span]) -> Holidays:
        now = self.clock()
        year = datetime.fromtimestamp(now / 1000, UTC).year
        to_come = next((Holiday(since=since, until=until) for since, until in spans if until > now), None)
        return Holidays(holiday=to_come, left=holidays.left(spans, year, self.most), most=self.most)


async def provide_calendar(
    store: Part[Store], settings: Part[Settings], clock: Part[ServerClock], registry: Part[Registry]
) -> Calendar:
    return Calendar(store, settings, clock, registry)


Dates = NamedDependency[Calendar]
CALENDAR = {"calendar": Provide(provide_calendar)}


class HolidaysController(Controller):
    path = "/api/me/holidays"
    tags = ("me",)
    dependencies = CALENDAR

    @get("/", responses=FAULTS, operation_id="myHolidays")
    async def mine(self, calendar: Dates, person: Visitor) -> Holidays:
        """When I am away."""
        return calendar.told(await calendar.of(person.id))

    @put("/", responses=FAULTS, operation_id="goOnHoliday")
    async def go(
        self, calendar: Dates, clock: Part[ServerClock], people: Part[People], person: Visitor, data: JSONBody[Holiday]
    ) -> Holidays:
        """Be away from then to then: clocks by days do not run for me. One holiday at a time, so many days a year."""
        known = await people.note(person)
        planned = holidays.planned(await calendar.of(known.id), data.since, data.until, calendar.most, clock())
        return await calendar.keep(known.id, planned)

    @delete("/", status_code=200, responses=FAULTS, operation_id="comeBack")
    async def back(self, calendar: Dates, clock: Part[ServerClock], person: Visitor) -> Holidays:
        """Back already, or not going."""
        return await calendar.keep(person.id, holidays.ended(await calendar.of(person.id), clock()))
