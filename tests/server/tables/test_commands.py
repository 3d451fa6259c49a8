"""Commands: one function for every order, the same over a socket and without one."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any, get_args

import pytest

from games.symphonimo.tables import position
from server.kit import Browser, LiveServer, Place, live_server
from tutti.server.messages import socket as m
from tutti.server.rate_limits import Buckets
from tutti.server.rooms.commands.register import TASKS

_keys = (f"d{number}" for number in itertools.count())


def test_every_order_has_its_function_and_no_other_has() -> None:
    assert set(TASKS) == set(get_args(m.Orders))
    for task in TASKS.values():
        assert (task.change is None) != (task.answer is None)


def counted(home: LiveServer) -> dict[str, int]:
    metrics = home.server.metrics
    return {**metrics.orders.values, "moves": metrics.moves.values[""], "slowed": metrics.slowed.values[""]}


def orders(question: int) -> list[dict[str, Any]]:
    """Orders of all kinds, with all outcomes."""
    said = {"type": "say", "key": "same", "text": "hello"}
    return [
        {"type": "why", "key": "a", "action": "draw"},
        {"type": "why", "key": "b", "action": "take 5"},
        {"type": "hint", "key": "c", "question": question},
        {"type": "hint", "key": "d", "question": question + 1},
        said,
        said,
        {"type": "play", "key": "e", "question": question + 1, "action": "draw"},
        {"type": "play", "key": "f", "question": question, "action": "place 9"},
        {"type": "ahead", "key": "g", "actions": ["draw"] * 21},
        {"type": "back", "key": "h"},
        {"type": "preview", "key": "j", "question": question, "actions": ["draw"]},
        {"type": "preview", "key": "k", "question": question, "actions": ["take 1"]},
        {"type": "play", "key": "i", "question": question, "action": "draw"},
    ]


def by_request(ada: Browser, table: str, order: dict[str, Any]) -> tuple[str, str]:
    answer = ada.http.post(f"/api/tables/{table}/orders?seat=0", json=order)
    said = answer.json()
    return ("refused", said["code"]) if answer.status_code >= 300 else _kind(said)


def by_socket(place: Place, order: dict[str, Any]) -> tuple[str, str]:
    fields = {key: value for key, value in order.items() if key != "type"}
    return _kind(place.order(order["type"], **fields))


def _kind(said: dict[str, Any]) -> tuple[str, str]:
    return said["type"], (said.get("fault") or {}).get("code", "")


def test_orders_are_answered_and_counted_alike_over_a_socket_and_without_one(tmp_path: Path) -> None:
    answers, counts = [], []
    with live_server(tmp_path, hint_seconds=0.1) as home:
        ada = home.person("Ada")
        for way in ("socket", "request"):
            table = ada.table("me", "local Bo", options={"first_player": 0}, start=True)
            before = counted(home)
            if way == "socket":
                with ada.at(table, 0) as place:
                    place.wait(lambda at: at.view)
                    answers.append([by_socket(place, order) for order in orders(1)])
            else:
                answers.append([by_request(ada, table, order) for order in orders(1)])
            after = counted(home)
            counts.append({key: after[key] - before.get(key, 0) for key in after})
    assert answers[0] == answers[1]
    assert answers[0][2] == ("hint", "")
    assert answers[0][8] == ("refused", "error.plan_too_long")
    assert answers[0][10] == ("preview", "")
    assert answers[0][11][0] == "refused"
    assert counts[0] == counts[1]
    assert counts[0] == {"done": 6, "repeated": 1, "stale": 2, "refused": 4, "moves": 1, "slowed": 0}


def test_who_asks_too_fast_is_told_so_and_counted_by_either_way(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", start=True)
        said = [ada.http.post(f"/api/tables/{table}/orders?seat=0", json=_say()).status_code for _ in range(12)]
        assert said[0] == 200
        assert said[-1] == 429
        slowed = home.server.metrics.slowed.values[""]
        assert slowed
        with ada.at(table, 0) as place:
            kinds = {by_socket(place, _say()) for _ in range(12)}
        assert ("refused", "error.slow_down") in kinds
        assert home.server.metrics.slowed.values[""] > slowed


def _say() -> dict[str, str]:
    return {"type": "say", "key": next(_keys), "text": "hello"}


@pytest.mark.parametrize(
    "order", [{"type": "hint", "question": 1}, {"type": "say", "text": "hello"}, {"type": "resign"}]
)
def test_a_watcher_orders_nothing(home: LiveServer, order: dict[str, Any]) -> None:
    ada, eve = home.person("Ada"), home.person("Eve")
    table = ada.table("me", "local Bo", start=True)
    with eve.at(table) as place:
        assert by_socket(place, {**order, "key": next(_keys)}) == ("refused", "error.only_watching")
    answer = eve.http.post(f"/api/tables/{table}/orders?seat=0", json={**order, "key": next(_keys)})
    assert (answer.status_code, answer.json()["code"]) == (403, "error.not_your_seat")


def test_one_hint_at_a_time_however_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_server(tmp_path, hint_seconds=0.1) as home:
        ada = home.person("Ada")
        table, other = (ada.table("me", "local Bo", options={"first_player": 0}, start=True) for _ in range(2))
        workers, thought = home.server.registry.bots.workers, asyncio.Event()
        think = workers.think

        async def think_long(where: str, *about: Any) -> Any:
            if where == table:
                await thought.wait()
            return await think(where, *about)

        monkeypatch.setattr(workers, "think", think_long)
        with ada.at(table, 0) as place:
            place.wait(lambda at: at.view)
            first, second = (place.send("hint", question=1, key=key) for key in ("one", "two"))
            assert place.until("refused", "hint", key=second)["fault"]["code"] == "error.slow_down"
            for _ in range(2):  # the socket goes on meanwhile, and no other question ends the waiting
                assert place.order("why", action="draw")["type"] == "why"
                assert place.order("hint", question=1)["fault"]["code"] == "error.slow_down"
                assert by_request(ada, table, _hint()) == ("refused", "error.slow_down")
            assert by_request(ada, other, _hint()) == ("hint", "")
            home.loop.call_soon_threadsafe(thought.set)  # type: ignore[union-attr]  # the server is open
            assert place.until("hint", key=first)["candidates"]
            assert place.order("hint", question=1)["type"] == "hint"
        assert by_request(ada, table, _hint()) == ("hint", "")
        assert not home.server.dispatcher.waiting


def _hint() -> dict[str, Any]:
    return {"type": "hint", "key": next(_keys), "question": 1}


def test_who_comes_and_goes_is_told_of_however_many_sat_there_before(home: LiveServer) -> None:
    """Notices about a person are counted by person: nobody uses up those of the next who takes the seat."""
    ada, bo, cy = (home.person(name) for name in ("Ada", "Bo", "Cy"))
    table = ada.table("me", "open")
    for _ in range(10):
        bo.post(f"/api/tables/{table}/join")
        bo.post(f"/api/tables/{table}/leave")
    cy.post(f"/api/tables/{table}/join")
    cy.post(f"/api/tables/{table}/leave")
    told = [(line["code"], line["args"]["name"]) for line in ada.get(f"/api/tables/{table}/talk")]
    assert 1 < told.count(("went", "Bo")) < 10
    assert told.count(("joined", "Cy")) == told.count(("went", "Cy")) == 1


def test_whoever_looks_ahead_too_fast_is_slowed_down(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True) as home:
        home.server.limits.previews = Buckets(0.01, 60)  # a machine slower than the limit would never meet it
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", options={"first_player": 0}, start=True)
        with ada.at(table, 0) as place:
            place.wait(lambda at: at.view)
            order = {"type": "preview", "question": 1, "actions": ["draw"]}
            said = [by_request(ada, table, {**order, "key": f"k{number}"}) for number in range(70)]
            said += [by_socket(place, {**order, "key": f"s{number}"}) for number in range(40)]
    assert said[:30] == [("preview", "")] * 30
    assert ("refused", "error.slow_down") in said


def test_a_table_without_a_coach_gets_no_warnings(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        found = ada.post("/api/positions", {"position": position("7", "5", hands=["7 7 7 7"]), "bot": "greedy"})
        room = home.server.registry.rooms[found["id"]]
        order = {"type": "preview", "question": 1, "actions": ["take 1"]}
        said = []
        for coach in (True, False):
            room.table.coach = coach
            path = f"/api/tables/{found['id']}/orders?seat=0"
            answer = ada.http.post(path, json={**order, "key": f"coach {coach}"}).json()
            said.append([warning["code"] for warning in answer["warnings"]])
    assert said == [["breaks_set"], []]
