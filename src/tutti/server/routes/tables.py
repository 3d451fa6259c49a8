"""Tables: find one, open one, sit down, begin, and again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Controller, Response, get, post, put
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from tutti.kernel.errors import TuttiError
from tutti.server.accounts.people import People
from tutti.server.logs import log
from tutti.server.messages import socket as m
from tutti.server.messages.base import Created
from tutti.server.messages.errors import Moved, Refused, fault_of
from tutti.server.messages.tables import (
    JoinTable,
    Mute,
    NewTable,
    ReportLine,
    ReturnToSeat,
    SeatPlan,
    Start,
    TableInfo,
    TablePage,
    TakeSeat,
)
from tutti.server.metrics import Metrics
from tutti.server.middleware import address
from tutti.server.moderation.policy import Policy
from tutti.server.rate_limits import Limits
from tutti.server.rooms import holidays, lobby
from tutti.server.rooms.client_view import view_message
from tutti.server.rooms.commands import seats
from tutti.server.rooms.commands.dispatch import Asker, Dispatcher, Stale
from tutti.server.rooms.registry import Registry
from tutti.server.rooms.room import TALK_KEPT, Room, table_info
from tutti.server.routes import FAULTS, Asking, Part, Visitor, raw
from tutti.server.routes.account import PAGE, Before, online
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store
from tutti.server.store.rows import Person, Report

TRIES = 3
"""So often is a table looked for that goes from one process to another."""
Id = Annotated[str, PathParameter(max_length=64, description="The table")]
SeatIndex = Annotated[int, PathParameter(ge=0, le=5)]
Mine = Annotated[int, QueryParameter(ge=0, le=5, description="One of my seats")]
Eyes = Annotated[int | None, QueryParameter(ge=0, le=5, description="One of my seats; without it, as a spectator")]


class TablesController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/", responses=FAULTS, operation_id="listTables")
    async def listed(
        self,
        store: Part[Store],
        registry: Part[Registry],
        person: Visitor,
        show: FromQuery[Literal["waiting", "running", "over"]] = "waiting",
        before: Before = None,
    ) -> TablePage:
        """Public tables to join or to watch."""
        found = await store.public(show, PAGE, before)
        more = found[-1].created if len(found) == PAGE else None
        seen = [table for table in found if show == "waiting" or table.spectators]
        return TablePage(tables=[table_info(t, person.id, online(registry, t)) for t in seen], more=more)

    @post("/", responses=FAULTS, operation_id="createTable")
    async def create(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        registry: Part[Registry],
        policy: Part[Policy],
        person: Visitor,
        data: JSONBody[NewTable],
    ) -> TableInfo:
        """Open a table."""
        limits.check(limits.tables, address(request.scope))
        policy.check_tables()
        person = await people.note(person)
        await people.check_guests(person, *(seat.name for seat in data.seats))
        room = await lobby.create(registry, data, person, address(request.scope))
        return room.info(person.id)

    @get("/{id:str}", responses=FAULTS, operation_id="getTable")
    async def one(self, request: Asking, registry: Part[Registry], person: Visitor, id: Id) -> TableInfo:
        """One table. Who knows its address may see who sits there."""
        async with registry.room(id) as room, room.lock:
            registry.bots.look(room, address(request.scope))
            return room.info(person.id)

    @post("/{id:str}/join", status_code=200, responses=FAULTS, operation_id="joinTable")
    async def join(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        registry: Part[Registry],
        person: Visitor,
        id: Id,
        data: JSONBody[JoinTable],
    ) -> TableInfo:
        """Take an open seat."""
        limits.check(limits.changes, address(request.scope))
        person = await people.note(person)
        async with registry.room(id) as room:
            await registry.act(room, lambda change: lobby.join(room, change, person, data.seat))
            return room.info(person.id)

    @post("/{id:str}/leave", status_code=200, responses=FAULTS, operation_id="leaveTable")
    async def leave(
        self, request: Asking, limits: Part[Limits], registry: Part[Registry], person: Visitor, id: Id
    ) -> TableInfo:
        """Give the seat back before the match begins. (A running match is left with the order ``away``.)"""
        limits.check(limits.changes, address(request.scope))
        async with registry.room(id) as room:
            await registry.act(room, lambda change: lobby.leave(room, change, person))
            return room.info(person.id)

    @put("/{id:str}/seats/{seat:int}", responses=FAULTS, operation_id="setSeat")
    async def set_seat(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        registry: Part[Registry],
        person: Visitor,
        id: Id,
        seat: SeatIndex,
        data: JSONBody[SeatPlan],
    ) -> TableInfo:
        """The host gives a seat to a bot, to a person at the same screen, or opens it (whoever sat there goes)."""
        limits.check(limits.changes, address(request.scope))
        await people.check_guests(person, data.name)
        async with registry.room(id) as room:
            await registry.act(room, lambda change: lobby.set_seat(room, change, person, seat, data))
            return room.info(person.id)

    @post("/{id:str}/start", status_code=200, responses=FAULTS, operation_id="startTable")
    async def start(self, registry: Part[Registry], person: Visitor, id: Id, data: JSONBody[Start]) -> TableInfo:
        """The host begins the match."""
        async with registry.room(id) as room:
            await registry.act(room, lambda change: lobby.start(room, change, person, data.fill))
            await holidays.note(registry, room)
            return room.info(person.id)

    @post("/{id:str}/keep", status_code=200, responses=FAULTS, operation_id="keepTable")
    async def keep(self, settings: Part[Settings], registry: Part[Registry], person: Visitor, id: Id) -> TableInfo:
        """Wait on: a table whose match does not begin is closed after a while."""
        hours = settings.waiting_hours
        async with registry.room(id) as room:
            await registry.act(room, lambda change: lobby.keep_open(room, change, person, hours))
            return room.info(person.id)

    @post("/{id:str}/take", status_code=200, responses=FAULTS, operation_id="takeSeat")
    async def take(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        registry: Part[Registry],
        person: Visitor,
        id: Id,
        data: JSONBody[TakeSeat],
    ) -> TableInfo:
        """Apply for a seat of a running match that is given away by a link; without others who have to agree, take it.

        Until the table has answered, the newcomer is among ``offers``; after that, the seat is ``mine``, or not."""
        limits.check(limits.changes, address(request.scope))
        person = await people.note(person)
        async with registry.room(id) as room:
            await registry.act(room, lambda change: seats.take(room, change, person, data.seat, data.invite))
            await holidays.note(registry, room)
            return room.info(person.id)

    @post("/{id:str}/untake", status_code=200, responses=FAULTS, operation_id="untakeSeat")
    async def untake(
        self, request: Asking, limits: Part[Limits], registry: Part[Registry], person: Visitor, id: Id
    ) -> TableInfo:
        """No longer apply for a seat."""
        limits.check(limits.changes, address(request.scope))
        async with registry.room(id) as room:
            await registry.act(room, lambda change: seats.withdraw(room, change, person))
            return room.info(person.id)

    @post("/{id:str}/return", status_code=200, responses=FAULTS, operation_id="returnToSeat")
    async def come_home(
        self,
        request: Asking,
        limits: Part[Limits],
        registry: Part[Registry],
        person: Visitor,
        id: Id,
        data: JSONBody[ReturnToSeat],
    ) -> TableInfo:
        """Take one's own seat back from a substitute who has not moved yet."""
        limits.check(limits.changes, address(request.scope))
        async with registry.room(id) as room:
            await registry.act(room, lambda change: seats.come_home(room, change, person, data.seat))
            await holidays.note(registry, room)
            return room.info(person.id)

    @post("/{id:str}/rematch", status_code=200, responses=FAULTS, operation_id="rematch")
    async def rematch(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        registry: Part[Registry],
        policy: Part[Policy],
        person: Visitor,
        id: Id,
    ) -> Created:
        """Once more: opens the same table again, or joins it if somebody else of this table has opened it."""
        limits.check(limits.tables, address(request.scope))
        person = await people.note(person)
        async with registry.room(id) as room:
            if room.table.next is None:
                policy.check_tables()
            return Created(id=await lobby.open_rematch(registry, room, person, address(request.scope)))

    # -- without a socket ----------------------------------------------------------------------

    @get("/{id:str}/view", responses=FAULTS, operation_id="getView")
    async def view(
        self, request: Asking, registry: Part[Registry], person: Visitor, id: Id, seat: Eyes = None
    ) -> Response[m.View]:
        """The match as a seat of mine sees it, or as a spectator does."""
        async with registry.room(id) as room, room.lock:
            seen = _view(room, person.id, seat)
            registry.bots.look(room, address(request.scope))
            return raw(seen)

    @post("/{id:str}/orders", status_code=200, responses=FAULTS, operation_id="sendOrder")
    async def order(
        self,
        request: Asking,
        registry: Part[Registry],
        dispatcher: Part[Dispatcher],
        person: Visitor,
        id: Id,
        seat: Mine,
        data: JSONBody[m.Orders],
    ) -> Response[m.Done | m.RefusedMessage | m.HintMessage | m.PreviewMessage | m.WhyMessage]:
        """The same orders as over the socket, for clients without one. Look at the view afterwards."""
        for tries in range(TRIES):
            try:
                async with registry.room(id) as room:
                    return raw(
                        m.encode(await _answer(registry, dispatcher, room, person, seat, data, address(request.scope)))
                    )
            except Moved as moved:  # between two processes: whoever asks need not know of it
                if moved.code != "try_again" or tries == TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    # -- talk ----------------------------------------------------------------------------------

    @get("/{id:str}/talk", responses=FAULTS, operation_id="getTalk")
    async def talk(
        self, store: Part[Store], people: Part[People], registry: Part[Registry], person: Visitor, id: Id
    ) -> list[m.TalkLine]:
        """What was said at the table lately, without those whom I muted."""
        from tutti.server.connection import talk_line

        async with registry.room(id) as room:
            if room.begun and not room.may_look(person.id):
                raise Refused("no_spectators", 403)
            mutes = await people.mutes(person.id)
            lines = await store.talk(id, room.table.lines - TALK_KEPT)
            return [talk_line(line) for line in lines if line.heard(mutes)]

    @post("/{id:str}/mute", status_code=204, responses=FAULTS, operation_id="mute")
    async def mute(
        self, people: Part[People], registry: Part[Registry], person: Visitor, id: Id, data: JSONBody[Mute]
    ) -> None:
        """Hear no more of whoever sits there, at any table; or hear them again."""
        async with registry.room(id) as room:
            seats = room.table.seats
            if not room.seats_of(person.id):
                raise Refused("not_at_table", 403)
            other = seats[data.seat].person if data.seat < len(seats) else None
            if other is None or other == person.id:
                raise Refused("nobody_there", 409)
            await people.mute(person, other, data.on)

    @post("/{id:str}/report", status_code=204, responses=FAULTS, operation_id="report")
    async def report(
        self,
        store: Part[Store],
        clock: Part[ServerClock],
        limits: Part[Limits],
        registry: Part[Registry],
        metrics: Part[Metrics],
        person: Visitor,
        id: Id,
        data: JSONBody[ReportLine],
    ) -> None:
        """Point out a line of talk to whoever runs the server."""
        limits.check(limits.talk, person.id)
        async with registry.room(id) as room:
            if not room.seats_of(person.id):
                raise Refused("not_at_table", 403)
            lines = await store.talk(id, data.line - 1)
            if not lines or lines[0].no != data.line or lines[0].code:
                raise Refused("no_such_line", 404)
            await store.report(Report(id, data.line, person.id, clock(), data.reason))
        metrics.reports.add()
        log("reported", level="warning", table=id[:6], line=data.line)


def _view(room: Room, person: str, seat: int | None) -> bytes:
    if seat is not None:
        room.check_seat(person, seat)
    elif not room.may_look(person):
        raise Refused("no_spectators", 403)
    view = room.client_view(seat)
    if view is None:
        raise Refused("match_broken" if room.broken else "not_started", 409)
    return view_message(0, view, 0)


async def _answer(
    registry: Registry, dispatcher: Dispatcher, room: Room, person: Person, seat: int, order: m.Orders, where: str
) -> Any:
    """The answer of the dispatcher. A move that comes too late or is against the rules is answered as over a socket."""
    if seat in room.seats_of(person.id):
        registry.bots.look(room, where)
    try:
        return await dispatcher.take(room, Asker(person.id, seat, where), order)
    except (TuttiError, Stale) as refused:
        return m.RefusedMessage(n=0, key=order.key, fault=fault_of(refused))
