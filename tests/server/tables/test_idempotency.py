"""Idempotency keys: orders sent twice and carried out once, whatever is ordered between or happens to the server."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.kit import Browser, LiveServer, live_server
from server.rooms import room_of
from tutti.kernel.errors import TuttiError
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms.commands import idempotency
from tutti.server.rooms.commands.dispatch import Asker
from tutti.server.rooms.commands.idempotency import Keys, digest_of
from tutti.server.store.rows import Event

FIRST = {"first_player": 0}


def id_of(person: Browser) -> str:
    return person.http.cookies["tutti"].split(".")[0]


def send(person: Browser, table: str, seat: int, status: int | None = None, **order: Any) -> Any:
    return person.post(f"/api/tables/{table}/orders?seat={seat}", order, status=status)


def forgotten(home: LiveServer) -> None:
    """Everything is read again from the store, as after a restart."""
    for room in list(home.server.registry.rooms.values()):
        home.call(home.server.registry._hand_over(room))


def test_nobody_can_make_the_table_forget_the_keys_of_another(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", options=FIRST)
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    said: dict[str, Any] = {"type": "say", "key": "mine", "text": "once"}
    assert not send(ada, table, 0, **said)["repeated"]
    registry, dispatcher, person = home.server.registry, home.server.dispatcher, id_of(bo)

    async def flood(first: int) -> None:
        async with registry.room(table) as room:
            for number in range(first, first + 50):
                await dispatcher.take(room, Asker(person, 1, ""), m.Auto(key=f"k{number}", on=bool(number % 2)))

    for first in range(0, 600, 50):
        home.call(flood(first))
    assert send(ada, table, 0, **said)["repeated"]
    forgotten(home)
    assert send(ada, table, 0, **said)["repeated"]
    assert [line["text"] for line in ada.get(f"/api/tables/{table}/talk")].count("once") == 1
    assert send(bo, table, 1, type="auto", key="k599", on=True)["repeated"]


def test_each_seat_has_its_own_keys_and_so_many_of_them() -> None:
    known = Keys()
    for number in range(2 * idempotency.KEPT):
        known.note(0, f"k{number}", "d")
    known.note(1, "k0", "e")
    assert [known.known(0, f"k{number}", "d") for number in (0, idempotency.KEPT - 1, idempotency.KEPT)] == [
        False,
        False,
        True,
    ]
    assert known.known(1, "k0", "e")
    assert not known.known(2, "k0", "e")
    known.note(2, "a\0b", "f")
    assert known.known(2, "a\ufffdb", "f")  # what one of the stores makes of it


def test_a_used_key_does_not_pass_for_another_order(home: LiveServer) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "local Bo", options=FIRST, start=True)
    assert not send(ada, table, 0, type="say", key="k", text="one")["repeated"]
    others: list[dict[str, Any]] = [
        {"type": "say", "text": "two"},
        {"type": "play", "question": 1, "action": "draw"},
        {"type": "resign"},
    ]
    for _ in range(2):
        for order in others:
            assert send(ada, table, 0, 409, key="k", **order)["code"] == "error.key_used"
        assert send(ada, table, 0, type="say", key="k", text="one")["repeated"]
        with ada.at(table, 0) as place:
            said = place.order("resign", key="k")
            assert (said["type"], said["fault"]["code"]) == ("refused", "error.key_used")
        forgotten(home)
    assert not send(ada, table, 1, type="say", key="k", text="of the other seat")["repeated"]
    found = ada.get(f"/api/tables/{table}")
    assert (found["state"], found["seats"][0]["resigned"]) == ("running", False)
    assert [line["text"] for line in ada.get(f"/api/tables/{table}/talk")] == ["one", "of the other seat"]


def test_keys_of_matches_of_before_are_known_though_not_what_they_were_for(home: LiveServer) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "local Bo", options=FIRST, start=True)
    store = home.server.store
    old = home.call(store.table(table))
    old.seq, old.saves = old.seq + 1, old.saves + 1
    home.call(store.save(old, [Event(table, old.seq, 5, "said", 0, "old", {"line": 1})]))
    forgotten(home)
    assert send(ada, table, 0, type="say", key="old", text="whatever it was")["repeated"]
    assert ada.get(f"/api/tables/{table}/talk") == []


def test_the_key_belongs_to_who_ordered_even_if_another_seat_is_concerned() -> None:
    room = room_of(people=3)
    change = room.change()
    change.event("replaced", 2, "k", bot="greedy")
    change.event("said", 0, "k")
    change.keep_key(1, "k", "d")
    assert [(event.seat, event.key, event.digest) for event in change.events] == [
        (2, "", ""),
        (0, "", ""),
        (1, "k", "d"),
    ]
    assert [event.seq for event in change.events] == [1, 2, 3]
    change = room.change()
    change.event("play", 1, "k")
    change.event("over")
    change.keep_key(1, "k", "d")
    assert [(event.kind, event.key, event.digest) for event in change.events] == [("play", "k", "d"), ("over", "", "")]


def test_orders_differ_by_who_what_and_how() -> None:
    some = [
        m.Play(key="k", question=1, action="draw"),
        m.Play(key="k", question=2, action="draw"),
        m.Play(key="k", question=1, action="place 1"),
        m.Resign(key="k"),
        m.Away(key="k"),
    ]
    digests = [digest_of(person, order) for person in ("p", "q", "p" * 80) for order in some]
    assert len(set(digests)) == len(digests)
    assert digest_of("p", some[0]) == digest_of("p", m.Play(key="k", question=1, action="draw"))


# -- any orders, any number of times, in any order ----------------------------------------------------

KEY = st.sampled_from(["a", "b", "c"])
ORDER = st.one_of(
    st.builds(m.Say, key=KEY, text=st.sampled_from(["one", "two"])),
    st.builds(m.Auto, key=KEY, on=st.booleans()),
    st.builds(m.Ahead, key=KEY, actions=st.sampled_from([[], ["draw"], ["place 1"]])),
    st.builds(m.Play, key=KEY, question=st.integers(1, 4), action=st.sampled_from(["draw", "place 1", "place 2"])),
    st.builds(m.Undo, key=KEY, question=st.integers(1, 4)),
    st.builds(m.Propose, key=KEY),
    st.builds(m.Answer, key=KEY, offer=st.integers(1, 3), agree=st.booleans()),
    st.builds(m.Away, key=KEY),
    st.builds(m.Back, key=KEY),
    st.builds(m.Resign, key=KEY),
)
BATCH = st.lists(st.tuples(st.integers(0, 2), ORDER), min_size=1, max_size=6)
Outcome = str


@settings(max_examples=max(5, settings().max_examples // 3), deadline=None, suppress_health_check=list(HealthCheck))
@given(batches=st.lists(st.one_of(BATCH, st.none()), max_size=12))
def test_whatever_is_sent_however_often_is_carried_out_once(home: LiveServer, batches: list[Any]) -> None:
    """A batch is sent at once; None stands for a server that forgets everything that it has not stored."""
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "local Cy", "open", options=FIRST)
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    people = [id_of(ada), id_of(ada), id_of(bo)]
    registry = home.server.registry

    async def one(seat: int, order: m.Orders) -> Outcome:
        try:
            async with registry.room(table) as room:
                answer = await home.server.dispatcher.take(room, Asker(people[seat], seat, ""), order)
                return "repeated" if isinstance(answer, m.Done) and answer.repeated else "done"
        except Refused as refused:
            return "used" if refused.code == "key_used" else "refused"
        except TuttiError:
            return "refused"

    async def all_of(batch: list[tuple[int, m.Orders]]) -> list[Outcome]:
        return await asyncio.gather(*(one(seat, order) for seat, order in batch))

    answers: dict[tuple[int, str], list[tuple[bytes, Outcome]]] = defaultdict(list)
    said = 0
    for batch in batches:
        if batch is None:
            forgotten(home)
            continue
        for (seat, order), outcome in zip(batch, home.call(all_of(batch)), strict=True):
            answers[seat, order.key].append((m.encode(order), outcome))
            said += isinstance(order, m.Say) and outcome == "done"
    carried_out = set()
    for place, those in answers.items():
        outcomes = Counter(outcome for _, outcome in those)
        assert outcomes["done"] <= 1
        assert outcomes["done"] or not outcomes["repeated"] + outcomes["used"]
        if outcomes["done"]:
            carried_out.add(place)
            at = [outcome for _, outcome in those].index("done")
            done = those[at][0]
            assert all(outcome == ("repeated" if sent == done else "used") for sent, outcome in those[at + 1 :])
            assert all(outcome == "refused" for _, outcome in those[:at])
    events = home.call(home.server.store.events(table))
    stored = Counter((event.seat, event.key) for event in events if event.key)
    assert stored == dict.fromkeys(carried_out, 1)
    assert sum(bool(line["text"]) for line in ada.get(f"/api/tables/{table}/talk")) == said


def test_what_a_server_had_acknowledged_is_known_to_the_next(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True)
        assert not send(ada, table, 0, type="play", key="k", question=1, action="draw")["repeated"]
    with live_server(tmp_path) as home:
        again = home.person()
        again.http.cookies.clear()
        again.http.cookies.update(ada.http.cookies)
        assert send(again, table, 0, type="play", key="k", question=1, action="draw")["repeated"]
        said = send(again, table, 0, 409, type="play", key="k", question=2, action="place 1")
        assert said["code"] == "error.key_used"
