"""Who I am, and what waits for me."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from litestar import Controller, delete, get, patch, post, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from tutti.server.core import Server
from tutti.server.edge import address, give_cookie
from tutti.server.faults import Refused
from tutti.server.rooms import lobby, orders
from tutti.server.rooms.clocks import played_by_bot
from tutti.server.rooms.room import Change, table_info
from tutti.server.routes import FAULTS, Asking, Serving, Visitor, slow
from tutti.server.store.rows import Person, Table
from tutti.server.wire import Me, NewName, NewPassphrase, NextTable, SignIn, TablePage

PAGE = 50
MOST_TABLES = 500

Before = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="`more` of the page before")]


def me(person: Person) -> Me:
    return Me(name=person.name, protected=person.passphrase is not None)


class MeController(Controller):
    path = "/api/me"
    tags = ("me",)

    @get("/", responses=FAULTS, operation_id="getMe")
    async def who(self, person: Visitor) -> Me:
        """Who you are. A visitor gets a cookie and a name at once."""
        return me(person)

    @patch("/", responses=FAULTS, operation_id="renameMe")
    async def rename(self, server: Serving, person: Visitor, data: JSONBody[NewName]) -> Me:
        """Take another name."""
        return me(await server.people.rename(person, data.name))

    @put("/passphrase", responses=FAULTS, operation_id="protectMe")
    async def protect(self, request: Asking, server: Serving, person: Visitor, data: JSONBody[NewPassphrase]) -> Me:
        """Protect the name with a passphrase, or change it. Other devices are signed out."""
        slow(server, server.limits.sign_ins, address(request.scope))
        changed = await server.people.protect(person, data.passphrase, data.old)
        give_cookie(request.scope, server.people.cookie(changed))
        return me(changed)

    @post("/sign-in", status_code=200, responses=FAULTS, operation_id="signIn")
    async def sign_in(self, request: Asking, server: Serving, data: JSONBody[SignIn]) -> Me:
        """Come back on this device as somebody with a passphrase."""
        slow(server, server.limits.sign_ins, address(request.scope))
        slow(server, server.limits.sign_ins, f"name:{data.name.casefold()[:64]}")
        found = await server.people.sign_in(data.name, data.passphrase)
        give_cookie(request.scope, server.people.cookie(found))
        return me(found)

    @post("/sign-out", status_code=204, responses=FAULTS, operation_id="signOut")
    async def sign_out(self, request: Asking, person: Visitor) -> None:
        """Forget me on this device. Without a passphrase there is no way back, so it is refused."""
        if person.passphrase is None:
            raise Refused("no_way_back", 409)
        give_cookie(request.scope, "")

    @delete("/", responses=FAULTS, operation_id="deleteMe")
    async def forget(self, request: Asking, server: Serving, person: Visitor) -> None:
        """Delete my data: name, talk, seats. Matches stay, with nobody's name on them; bots play on for me."""
        for table in await server.store.tables_of(person.id, ("waiting", "running"), MOST_TABLES):
            await leave_for_good(server, person, table)
        for room in list(server.hall.rooms.values()):
            if room.seats_of(person.id) or room.table.host == person.id:
                await server.hall.act(room, partial(lobby.anonymise, room, person.id))
            room.talk = [line for line in room.talk if line.person != person.id] if room.talk else room.talk
        await server.people.forget(person)
        give_cookie(request.scope, "")

    # -- tables --------------------------------------------------------------------------------

    @get("/tables", responses=FAULTS, operation_id="myTables")
    async def tables(
        self,
        server: Serving,
        person: Visitor,
        show: FromQuery[Literal["open", "over"]] = "open",
        before: Before = None,
    ) -> TablePage:
        """My tables, those that wait for me first; with ``over``, my past matches."""
        states = ("waiting", "running") if show == "open" else ("over",)
        found = await server.store.tables_of(person.id, states, PAGE, before)
        shown = [table_info(table, person.id, online(server, table)) for table in found]
        if show == "open":
            shown.sort(key=lambda info: not info.turn)
        return TablePage(tables=shown, more=found[-1].updated if len(found) == PAGE else None)

    @get("/next", responses=FAULTS, operation_id="nextTable")
    async def next(
        self, server: Serving, person: Visitor, after: Annotated[str | None, QueryParameter(max_length=64)] = None
    ) -> NextTable:
        """The table that has waited longest for me, other than the one I come from."""
        found = await server.store.tables_of(person.id, ("running",), MOST_TABLES)
        waiting = [table.id for table in found if my_turn(table, person.id)]
        others = [id for id in waiting if id != after]
        return NextTable(table=others[-1] if others else None, waiting=len(waiting))


def my_turn(table: Table, person: str) -> bool:
    return any(table.seats[n].person == person and not played_by_bot(table.seats[n]) for n in table.active)


def online(server: Server, table: Table) -> dict[int, int]:
    room = server.hall.rooms.get(table.id)
    return room.online if room else {}


async def leave_for_good(server: Server, person: Person, table: Table) -> None:
    """Nobody waits for somebody who is gone."""
    async with server.hall.room(table.id) as room:

        def work(change: Change) -> None:
            if room.table.state == "waiting":
                lobby.leave(room, change, person)
            for seat in room.seats_of(person.id) if room.table.state == "running" else []:
                if not room.table.seats[seat].standin:
                    orders.hand_over(room, change, seat, server.hall.standin(), "left")

        await server.hall.act(room, work)
