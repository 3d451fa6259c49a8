"""My account: name, passphrase, tables and holidays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Literal

from litestar import Controller, delete, get, patch, post, put
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from tutti.server import cookies
from tutti.server.accounts.identity import name_key
from tutti.server.accounts.people import People
from tutti.server.messages.account import Me, NewName, NewPassphrase, Protected, Recover, SignIn
from tutti.server.messages.base import Wire
from tutti.server.messages.errors import Refused
from tutti.server.messages.tables import NextTable, TablePage
from tutti.server.middleware import address, give_cookie, remember_device
from tutti.server.open_sockets import OpenSockets
from tutti.server.rate_limits import Limits
from tutti.server.rooms import holidays, lobby
from tutti.server.rooms.clocks import played_by_bot
from tutti.server.rooms.registry import Registry
from tutti.server.rooms.room import table_info
from tutti.server.routes import FAULTS, Asking, Part, Visitor, guessing
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store
from tutti.server.store.notifications import Span
from tutti.server.store.rows import Person, Table
from tutti.server.tasks import Tasks

PAGE = 50
MOST_TABLES = 500

Before = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="`more` of the page before")]


def me(person: Person) -> Me:
    return Me(name=person.name, protected=person.passphrase is not None)


class AccountController(Controller):
    path = "/api/me"
    tags = ("account",)

    @get("/", responses=FAULTS, operation_id="getMe")
    async def who(self, request: Asking, people: Part[People], person: Visitor) -> Me:
        """Who you are. A visitor gets a cookie and a name at once."""
        if person.passphrase is not None:
            remember_device(request.scope, people, person)
        return me(person)

    @patch("/", responses=FAULTS, operation_id="renameMe")
    async def rename(
        self,
        store: Part[Store],
        people: Part[People],
        registry: Part[Registry],
        person: Visitor,
        data: JSONBody[NewName],
    ) -> Me:
        """Take another name. Your seats at tables that have not begun show it at once."""
        renamed = await people.rename(person, data.name)
        for table in await store.open_tables(person.id, MOST_TABLES):
            if table.state == "waiting":
                with suppress(Refused):  # a table that cannot be opened keeps the old name
                    async with registry.room(table.id) as room:
                        await registry.act(room, partial(lobby.rename, room, person=renamed))
        return me(renamed)

    @put("/passphrase", responses=FAULTS, operation_id="protectMe")
    async def protect(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        sockets: Part[OpenSockets],
        tasks: Part[Tasks],
        person: Visitor,
        data: JSONBody[NewPassphrase],
    ) -> Protected:
        """Protect the name with a passphrase, or change it. Other devices are signed out.

        The answer has a code for the day when the passphrase is forgotten. It is told this once."""
        where = address(request.scope)
        limits.check(limits.sign_ins, where)
        limits.check(limits.guesses, f"{where} {name_key(person.name)}")
        with guessing(limits, f"{person.id} {request.scope['state']['session']}"):
            changed, code = await people.protect(person, data.passphrase, data.old)
        give_cookie(request.scope, people.cookie(changed))
        remember_device(request.scope, people, changed)
        tasks.spawn(sockets.hang_up(changed))
        return Protected(name=changed.name, protected=True, recovery=code)

    @post("/sign-in", status_code=200, responses=FAULTS, operation_id="signIn")
    async def sign_in(
        self,
        request: Asking,
        store: Part[Store],
        limits: Part[Limits],
        people: Part[People],
        sockets: Part[OpenSockets],
        tasks: Part[Tasks],
        person: Visitor,
        data: JSONBody[SignIn],
    ) -> Me:
        """Come back on this device as somebody with a passphrase."""
        where, name = address(request.scope), name_key(data.name)
        limits.check(limits.sign_ins, where)
        limits.check(limits.guesses, f"{where} {name}")
        # Guesses from all addresses share the budget of the account; devices of its owner do not.
        owner = await store.protected(name)
        device = people.known_device(cookies.device(request.scope["headers"]), owner) if owner else ""
        with guessing(limits, f"device {device}" if device else f"name {name}"):
            found = await people.sign_in(data.name, data.passphrase)
        await _leave(people, sockets, tasks, request, person)
        give_cookie(request.scope, people.cookie(found))
        remember_device(request.scope, people, found)
        return me(found)

    @post("/recover", status_code=200, responses=FAULTS, operation_id="recoverMe")
    async def recover(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        sockets: Part[OpenSockets],
        tasks: Part[Tasks],
        person: Visitor,
        data: JSONBody[Recover],
    ) -> Protected:
        """Come back without the passphrase, by the code that was given with it; it is replaced by a new one."""
        where = address(request.scope)
        limits.check(limits.sign_ins, where)
        limits.check(limits.guesses, f"{where} {name_key(data.name)}")
        found, code = await people.recover(data.name, data.code, data.passphrase)
        if found.id != person.id:
            await _leave(people, sockets, tasks, request, person)
        give_cookie(request.scope, people.cookie(found))
        remember_device(request.scope, people, found)
        tasks.spawn(sockets.hang_up(found))
        return Protected(name=found.name, protected=True, recovery=code)

    @post("/sign-out", status_code=204, responses=FAULTS, operation_id="signOut")
    async def sign_out(
        self, request: Asking, people: Part[People], sockets: Part[OpenSockets], tasks: Part[Tasks], person: Visitor
    ) -> None:
        """Forget me on this device: its cookie is worth nothing any more. Other devices stay.

        Without a passphrase there is no way back, so it is refused."""
        if person.passphrase is None:
            raise Refused("no_way_back", 409)
        await _leave(people, sockets, tasks, request, person)
        give_cookie(request.scope, "")

    @delete("/", responses=FAULTS, operation_id="deleteMe")
    async def forget(self, request: Asking, people: Part[People], registry: Part[Registry], person: Visitor) -> None:
        """Delete my data: name, talk, seats. Matches stay, with nobody's name on them; bots play on for me."""
        await registry.forget(person)
        people.forget(person.id)
        give_cookie(request.scope, "")
        request.scope["state"]["device"] = ""

    # -- tables --------------------------------------------------------------------------------

    @get("/tables", responses=FAULTS, operation_id="myTables")
    async def tables(
        self,
        store: Part[Store],
        registry: Part[Registry],
        person: Visitor,
        show: FromQuery[Literal["open", "over"]] = "open",
        before: Before = None,
    ) -> TablePage:
        """All my open tables, those that wait for me first; with ``over``, my past matches, page by page."""
        if show == "over":
            past = await store.past_tables(person.id, PAGE, before)
            more = past[-1].ended if len(past) == PAGE else None
            return TablePage(
                tables=[table_info(table, person.id, online(registry, table)) for table in past], more=more
            )
        found = await store.open_tables(person.id, MOST_TABLES)
        shown = [table_info(table, person.id, online(registry, table)) for table in found]
        return TablePage(tables=sorted(shown, key=lambda info: not info.turn), more=None)

    @get("/next", responses=FAULTS, operation_id="nextTable")
    async def next(
        self, store: Part[Store], person: Visitor, after: Annotated[str | None, QueryParameter(max_length=64)] = None
    ) -> NextTable:
        """The table that has waited longest for me, other than the one I come from."""
        found = await store.open_tables(person.id, MOST_TABLES)
        waiting = [table.id for table in found if my_turn(table, person.id)]
        others = [id for id in waiting if id != after]
        return NextTable(table=others[-1] if others else None, waiting=len(others))


async def _leave(people: People, sockets: OpenSockets, tasks: Tasks, request: Asking, person: Person) -> None:
    """This device is no longer that person's, and whoever copied its cookie is not, either."""
    if person.passphrase is not None:
        await people.end(person, request.scope["state"]["session"])
        tasks.spawn(sockets.hang_up(person))


def my_turn(table: Table, person: str) -> bool:
    return any(table.seats[n].person == person and not played_by_bot(table.seats[n]) for n in table.active)


def online(registry: Registry, table: Table) -> dict[int, int]:
    room = registry.rooms.get(table.id)
    return room.online if room else {}


# -- holidays ------------------------------------------------------------------------------------

Milliseconds = Annotated[int, Meta(ge=0, le=2**53)]


class Holiday(Wire):
    """From when to when, in milliseconds since 1970."""

    since: Milliseconds
    until: Milliseconds


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

    async def change(self, person: str, change: Callable[[list[Span]], list[Span]]) -> Holidays:
        spans = await self.store.change_holidays(person, self.clock() - holidays.REMEMBERED, change)
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
    tags = ("account",)
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
        me = await people.note(person)
        return await calendar.change(
            me.id, lambda known: holidays.planned(known, data.since, data.until, calendar.most, clock())
        )

    @delete("/", status_code=200, responses=FAULTS, operation_id="comeBack")
    async def back(self, calendar: Dates, clock: Part[ServerClock], person: Visitor) -> Holidays:
        """Back already, or not going."""
        return await calendar.change(person.id, lambda known: holidays.ended(known, clock()))
