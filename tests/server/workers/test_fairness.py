"""One address with many bots or many names must not make everybody else's bots slow."""

from __future__ import annotations

import asyncio
import json
import math
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from server.kit import PATIENCE, LiveServer, Place, live_server
from tutti.server.metrics import Metrics
from tutti.server.settings import Settings
from tutti.server.workers import pool as pools
from tutti.server.workers.pool import WorkerPool
from tutti.server.workers.queue import UNWATCHED, WATCHED, Standing, Ticket

HONEST = "10.0.0.1"
ATTACKERS = ("10.6.6.1", "10.6.6.2", "10.6.6.3")
"""One for each test: nobody may open many tables in a short time."""
ATTACKER = ATTACKERS[0]
SIX = ("maestro",) * 6
FIRST = {"first_player": 0}


def wait_for(right: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not right():
        assert time.monotonic() < end
        time.sleep(0.02)


# -- with workers that only wait ------------------------------------------------------------------


class Idler(pools.Worker):
    """Takes its time and says nothing; processes are dear."""

    busy = 0
    most = 0

    def __init__(self) -> None:
        self.process: Any = type("Process", (), {"returncode": None})
        self.table = ""
        self.spare = None
        self.idle = asyncio.Event()

    async def ask(self, job: bytes, seconds: float) -> dict[str, Any]:
        Idler.busy += 1
        Idler.most = max(Idler.most, Idler.busy)
        await asyncio.sleep(json.loads(job)["seconds"])
        Idler.busy -= 1
        return {}

    async def end(self) -> None:
        pass


@pytest.fixture
def idlers(monkeypatch: pytest.MonkeyPatch) -> type[Idler]:
    async def start() -> Idler:
        return Idler()

    monkeypatch.setattr(pools.Worker, "start", start)
    Idler.busy = Idler.most = 0
    return Idler


@pytest.mark.parametrize("rank", [WATCHED, UNWATCHED])
def test_others_are_answered_as_if_the_crowd_were_not_there(idlers: type[Idler], rank: Any) -> None:
    slow, quick = 0.2, 0.001

    async def work() -> list[float]:
        pool = WorkerPool(Settings(workers=2), Metrics())
        crowd = [
            asyncio.create_task(pool.job("x", ticket=Ticket(Standing(rank, ATTACKER)), seconds=slow))
            for _ in range(200)  # twenty seconds of work for two
        ]
        await asyncio.sleep(0)
        took = []
        for _ in range(10):
            began = time.monotonic()
            await pool.job("x", owner=HONEST, seconds=quick)
            took.append(time.monotonic() - began)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        return took

    took = asyncio.run(work())
    assert statistics.median(took) < slow
    assert max(took) < 2.0
    assert idlers.most == 3  # the spare one


def test_a_crowd_of_addresses_shares_what_there_is(idlers: type[Idler]) -> None:
    async def work() -> float:
        pool = WorkerPool(Settings(workers=2), Metrics())
        crowd = [
            asyncio.create_task(pool.job("x", owner=f"{ATTACKER} {number % 3}", seconds=0.1)) for number in range(120)
        ]
        await asyncio.sleep(0)
        began = time.monotonic()
        await pool.job("x", owner=HONEST, seconds=0.0)
        took = time.monotonic() - began
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        return took

    assert asyncio.run(work()) < 2.0  # two places of three seconds each, in a line


# -- at tables -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server that believes what the tests say about their addresses; workers think for real."""
    folder = tmp_path_factory.mktemp("crowded")
    with live_server(folder, proxies="127.0.0.1", workers=2, limits=True, hint_seconds=1.0) as home:
        yield home


def test_bots_among_themselves_wait_until_somebody_looks(crowded: LiveServer) -> None:
    eve = crowded.person("Eve", ATTACKER)
    pool = crowded.server.workers
    tables = [eve.table(*SIX, start=True) for _ in range(15)]
    rooms = [crowded.server.registry.rooms[id] for id in tables]
    assert [pool.line.load(ATTACKER), *(len(room.thinking) for room in rooms)] == [0] * 16
    assert all((room.table.deadline or 0) > crowded.clock() + 10**9 for room in rooms)  # nothing wakes them
    with eve.at(tables[0]) as place:
        place.wait(lambda at: at.events)
        question = place.view["question"]
        place.wait(lambda at: at.view["question"] > question)
        assert all(room.match and not room.match.log for room in rooms[1:])
    wait_for(lambda: not rooms[0].thinking)  # the watcher went: it pauses
    assert rooms[0].match
    moves = len(rooms[0].match.log)
    eve.get(f"/api/tables/{tables[0]}/view")  # somebody without a socket looks
    wait_for(lambda: rooms[0].match and len(rooms[0].match.log) > moves)
    crowded.clock.skip(61)
    wait_for(lambda: not rooms[0].thinking)


def test_a_match_comes_to_the_turn_of_somebody_who_is_not_there(crowded: LiveServer) -> None:
    ada = crowded.person("Ada", HONEST)
    id = ada.table("me", "greedy", "greedy", options={"first_player": 1}, start=True)
    room = crowded.server.registry.rooms[id]
    wait_for(lambda: room.table.active == [0] and not room.thinking)
    # When she leaves her seat to a bot and goes, nobody waits for anything any more.
    with ada.at(id, 0) as place:
        place.wait(lambda at: at.view["legal"])
        place.order("away")
    wait_for(lambda: not room.thinking)
    if room.table.state == "running":
        assert crowded.server.registry.bots.standing(room) is None


def answers(place: Place, count: int) -> list[float]:
    """Play, and measure how long the bots take to answer."""
    took: list[float] = []
    while len(took) < count and not place.view["view"]["result"]:
        place.play()
        began = time.monotonic()
        place.wait(lambda at: at.view["legal"] or at.view["view"]["result"])
        took.append(time.monotonic() - began)
    return took


def test_watched_tables_of_one_address_do_not_slow_down_the_bots_of_others(crowded: LiveServer) -> None:
    """Each of their moves takes up to three seconds."""
    eve, ada = crowded.person("Eve", ATTACKERS[1]), crowded.person("Ada", HONEST)
    pool = crowded.server.workers
    with ExitStack() as stack:
        for _ in range(18):
            stack.enter_context(eve.at(eve.table(*SIX, start=True)))
        wait_for(lambda: pool.line.load(ATTACKERS[1]) >= 15)
        place = stack.enter_context(ada.at(ada.table("me", "greedy", options=FIRST, start=True), 0))
        place.wait(lambda at: at.view["legal"])
        answers(place, 2)  # a process more has started
        took = answers(place, 20)
        assert pool.line.load(ATTACKERS[1]) >= 15
    assert statistics.median(took) < 2.0  # in one queue for all: half a minute
    assert max(took) < 8.0


def test_hints_for_many_names_of_one_address_are_not_many_hints(crowded: LiveServer) -> None:
    with ExitStack() as stack:
        names = []
        for _ in range(20):
            eve = crowded.person("", ATTACKERS[2])
            names.append(stack.enter_context(eve.at(eve.table("me", "greedy", options=FIRST, start=True), 0)))
        ada = crowded.person("Ada", HONEST)
        place = stack.enter_context(ada.at(ada.table("me", "greedy", options=FIRST, start=True), 0))
        for one in (*names, place):
            one.wait(lambda at: at.view["legal"])
        began = time.monotonic()
        keys = [one.send("hint", question=one.view["question"]) for one in names]
        sent = time.monotonic() - began  # two workers, a second each: so many places came free meanwhile
        began += sent
        assert place.order("hint", question=place.view["question"])["type"] == "hint"
        assert time.monotonic() - began < 8.0  # a second of thought, and a process that starts
        said = [one.until("hint", "refused", key=key)["type"] for one, key in zip(names, keys, strict=True)]
        assert said.count("hint") <= 6 + math.ceil(2 * sent)
        assert said.count("refused") == 20 - said.count("hint")
