"""A law of rooms: whatever people do, in whatever order, memory and store agree, and refusals leave no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.kit import LiveServer
from server.tables.test_idempotency import ORDER, id_of
from tutti.kernel.errors import TuttiError
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.messages.tables import SeatPlan
from tutti.server.rooms import event_log, lobby
from tutti.server.rooms.commands.dispatch import Asker
from tutti.server.rooms.room import Change, Room
from tutti.server.store.rows import Person, Table

Step = Callable[[Room, list[Person]], Any]
WHO = st.integers(0, 2)
SEAT = st.integers(0, 3)
PLAN = st.sampled_from(
    [
        SeatPlan(kind="open"),
        SeatPlan(kind="me"),
        SeatPlan(kind="bot", bot="random"),
        SeatPlan(kind="bot", bot="nobody"),
        SeatPlan(kind="local", name="Lo"),
        SeatPlan(kind="local", name=" "),
        SeatPlan(kind="me", bot="random"),
    ]
)
LOBBY = st.one_of(
    st.tuples(st.just("join"), WHO, SEAT | st.none()),
    st.tuples(st.just("leave"), WHO, st.none()),
    st.tuples(st.just("seat"), WHO, st.tuples(SEAT, PLAN)),
    st.tuples(st.just("start"), WHO, st.sampled_from(["", "random", "nobody"])),
)
STEP = st.one_of(LOBBY, st.tuples(st.just("order"), WHO, st.tuples(SEAT, ORDER, st.integers(0, 10**6))))


def change_of(room: Room, person: Person, what: str, value: Any) -> Callable[[Change], None]:
    if what == "join":
        return lambda change: lobby.join(room, change, person, value)
    if what == "leave":
        return lambda change: lobby.leave(room, change, person)
    if what == "seat":
        return lambda change: lobby.set_seat(room, change, person, *value)
    return lambda change: lobby.start(room, change, person, value)


def check(room: Room) -> None:
    """What always holds at a table."""
    table = room.table
    people = [seat.person for seat in table.seats if seat.kind == "person"]
    assert len(people) == len(set(people)), "one seat each"
    assert (table.seed == "") == (table.state in ("waiting", "closed"))
    assert (room.match is None) == (table.state in ("waiting", "closed"))
    asked = [(offer.what, table.seats[offer.seat].person) for offer in table.requests]
    assert len(asked) == len(set(asked))
    assert [what for what, _ in asked].count("end") <= 1
    assert table.state == "running" or not table.requests
    if table.state == "running":
        assert room.match
        assert table.active == list(room.match.active)
        assert not any(seat.kind == "open" for seat in table.seats)


@settings(max_examples=max(8, settings().max_examples // 2), deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEP, max_size=25), begun=st.booleans())
def test_memory_and_store_agree_whatever_happens(home: LiveServer, steps: list[Any], begun: bool) -> None:
    registry, store = home.server.registry, home.server.store
    browsers = [home.person(name) for name in ("Ada", "Bo", "Cy")]
    people = [Person(id_of(browser), name, 1, 1) for browser, name in zip(browsers, ("Ada", "Bo", "Cy"), strict=True)]
    id = browsers[0].table("me", "open", "local Lo", options={"first_player": 0})
    if begun:
        browsers[1].post(f"/api/tables/{id}/join")
        browsers[0].post(f"/api/tables/{id}/start")

    async def run() -> None:
        async with registry.room(id) as room:
            for what, who, value in steps:
                before = msgspec.json.encode(room.table)
                try:
                    if what == "order":
                        seat, order, choice = value
                        asker = Asker(people[who].id, seat, "")
                        await home.server.dispatcher.take(room, asker, aimed(room, seat, order, choice))
                    else:
                        await registry.act(room, change_of(room, people[who], what, value))
                except (Refused, TuttiError):
                    assert msgspec.json.encode(room.table) == before
                    assert not room.dead
                found = await store.table(id)
                assert found == stored(room.table)
                check(room)
                if any(seat.kind == "bot" or seat.standin for seat in room.table.seats) and room.match:
                    return  # bots move by themselves from now on
            if room.match:
                again = event_log.rebuild(room.table, None, await store.events(id))
                assert again.view(0) == room.match.view(0)
                assert again.question == room.match.question

    home.call(run())


def stored(table: Table) -> Table:
    """As it comes back from the store."""
    return msgspec.json.decode(msgspec.json.encode(table), type=Table)


def aimed(room: Room, seat: int, order: m.Orders, choice: int) -> m.Orders:
    """Orders that often hit: the open question, a legal move, an open request."""
    match, requests = room.match, room.table.requests
    if match is None or seat >= len(room.table.seats):
        return order
    order = msgspec.structs.replace(order, key=f"k{choice}")
    if isinstance(order, m.Play) and (legal := match.legal(seat)):
        return m.Play(key=order.key, question=match.question, action=legal[choice % len(legal)])
    if isinstance(order, m.Undo):
        return m.Undo(key=order.key, question=match.question)
    if isinstance(order, m.Answer) and requests:
        return m.Answer(key=order.key, offer=requests[choice % len(requests)].id, agree=order.agree)
    return order
