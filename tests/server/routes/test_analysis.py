"""Analyses: begun, followed, stopped, kept. What is found out is the engine's; here a quick one stands in for it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tutti
from server.kit import PATIENCE, Browser, LiveServer, live_server
from server.routes.test_positions import brought, played
from server.tables.test_broken_matches import same_person
from tutti.server.analyses import FORM, MOST, SILENT
from tutti.server.messages.errors import Refused
from tutti.server.store.rows import Analysing

PIECES = 4


class Quick:
    """Stands in for the engine: pieces wait at a gate that the test opens."""

    def __init__(self, at: LiveServer) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.done: list[int] = []
        self.plans = 0
        workers: Any = at.server.workers
        workers.analysis_plan, workers.analyse_part, workers.analysis_join = self.plan, self.part, self.join

    async def plan(self, record: str, owner: str = "") -> list[Any]:
        assert isinstance(record, str)
        if '"result": null' in record:
            raise Refused("unreadable_record")
        self.plans += 1
        return [{"number": number} for number in range(PIECES)]

    async def part(self, record: str, piece: Any, owner: str = "") -> dict[str, Any]:
        while piece["number"] and not self.gate.is_set():
            await asyncio.sleep(0.01)
        self.done.append(piece["number"])
        return {"part": piece["number"]}

    async def join(self, record: str, parts: list[Any], owner: str = "") -> dict[str, Any]:
        return {"analysis": 1, "parts": parts}


WHOLE = {"analysis": 1, "parts": [{"part": number} for number in range(PIECES)]}


@pytest.fixture
def quick(home: LiveServer) -> Iterator[Quick]:
    yield Quick(home)
    for name in ("analysis_plan", "analyse_part", "analysis_join"):
        delattr(home.server.workers, name)


def short(ada: Browser, seed: int = 1) -> str:
    """The address of the analysis of a finished match."""
    return f"/api/replays/{brought(ada, played('symphonimo', 10_000, seed, 2))}/analysis"


def until(person: Browser, path: str, **wanted: Any) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while True:
        info: dict[str, Any] = person.get(path)
        if all(info[key] == value for key, value in wanted.items()):
            return info
        assert time.monotonic() < end, info
        time.sleep(0.02)


def test_an_analysis_is_kept_and_shown_at_once_to_everybody(home: LiveServer, quick: Quick) -> None:
    ada = home.person("Ada")
    path = short(ada)
    assert ada.get(path) == {"state": "none", "done": 0, "total": 0, "mine": False, "analysis": None}
    ada.post(path)
    assert until(ada, path, state="done")["analysis"] == WHOLE
    assert home.person().post(path)["analysis"] == WHOLE
    assert sorted(quick.done) == list(range(PIECES))


def test_it_is_followed_and_stopped_and_goes_on_where_it_was(home: LiveServer, quick: Quick) -> None:
    ada, eve = home.person("Ada"), home.person("Eve")
    path = short(ada, 2)
    quick.gate.clear()
    assert ada.post(path)["state"] == "running"
    assert until(ada, path, done=1)["total"] == PIECES
    assert (ada.get(path)["mine"], eve.get(path)["mine"]) == (True, False)
    assert eve.delete(path, status=403)["code"] == "error.not_your_analysis"
    assert eve.post(path)["state"] == "running"  # it is under way
    other = short(ada, 3)
    assert ada.post(other, status=409)["code"] == "error.one_analysis"
    assert ada.delete(path) == {"state": "none", "done": 1, "total": PIECES, "mine": False, "analysis": None}
    assert ada.delete(path)["state"] == "none"
    quick.gate.set()
    ada.post(path)
    assert until(ada, path, state="done")["analysis"] == WHOLE
    assert sorted(quick.done) == list(range(PIECES))
    assert quick.plans == 1


def test_another_process_can_stop_it(home: LiveServer, quick: Quick) -> None:
    """The row of who is at it goes: whoever does the pieces notices with the next."""
    ada = home.person("Ada")
    path = short(ada, 4)
    quick.gate.clear()
    ada.post(path)
    until(ada, path, done=1)
    home.call(home.server.store.stop_analysing(path.split("/")[3]))
    quick.gate.set()
    end = time.monotonic() + PATIENCE
    while home.server.analyses._tasks:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert ada.get(path)["state"] == "none"
    assert 1 < ada.get(path)["done"] < PIECES


def test_the_engine_looks_into_a_match(home: LiveServer) -> None:
    """The last moves of one, played on from a position: quickly done."""
    ada, whole = home.person("Ada"), played("symphonimo", 10_000, 1, 2)
    late, dice = tutti.Match.load(tutti.Match.replay(whole.record(), len(whole.log) - 12).dump(), "late"), tutti.Dice(1)
    while late.active:
        legal = late.legal(late.active[0])
        late.play(late.active[0], legal[dice.below(len(legal))])
    path = f"/api/replays/{brought(ada, late)}/analysis"
    ada.post(path)
    found = until(ada, path, state="done")["analysis"]
    assert (found["analysis"], found["length"], found["course"][-1][0]) == (2, len(late.log), len(late.log))
    unfinished = f"/api/replays/{brought(ada, played('symphonimo', 5))}/analysis"
    assert ada.post(unfinished, status=409)["code"] == "error.analysis_unfinished"


def test_a_record_that_cannot_be_looked_into_leaves_nothing_behind(home: LiveServer, quick: Quick) -> None:
    ada = home.person("Ada")
    path = f"/api/replays/{brought(ada, played('symphonimo', 5))}/analysis"
    assert ada.post(path, status=400)["code"] == "error.unreadable_record"
    assert ada.get(path)["state"] == "none"
    ada.post(short(ada, 5))  # and is in nobody's way


def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with live_server(folder) as first:
        ada, quick = first.person("Ada"), Quick(first)
        path = short(ada, 6)
        quick.gate.clear()
        ada.post(path)
        until(ada, path, done=1)
    with live_server(folder) as second:
        again, quick = same_person(second, ada), Quick(second)
        found = again.get(path)
        assert (found["state"], found["done"], found["total"]) == ("none", 1, PIECES)
        again.post(path)
        assert until(again, path, state="done")["analysis"] == WHOLE
        assert (sorted(quick.done), quick.plans) == ([1, 2, 3], 0)


def test_who_is_not_heard_of_any_more_is_not_at_it(home: LiveServer, quick: Quick) -> None:
    ada, eve = home.person("Ada"), home.person("Eve")
    path = short(ada, 7)
    home.call(home.server.store.begin_analysis(Analysing(path.split("/")[3], "crashed", home.server.now()), 0))
    assert eve.get(path)["state"] == "running"
    assert eve.delete(path, status=403)["code"] == "error.not_your_analysis"
    home.clock.skip(SILENT / 1000 + 1)
    assert eve.get(path)["state"] == "none"
    eve.post(path)
    assert until(eve, path, state="done")["analysis"] == WHOLE


def test_analyses_go_with_their_replays(home: LiveServer, quick: Quick) -> None:
    ada = home.person("Ada")
    path = short(ada, 8)
    token = path.split("/")[3]
    ada.post(path)
    until(ada, path, state="done")
    store = home.server.store
    home.call(store.drop_replays(home.server.now() + 10**9))
    assert home.call(store.analysis(token, FORM)) is None
    assert ada.get(path, status=404)["code"] == "error.no_such_replay"


def test_many_analyses_are_slowed_down(tmp_path: Path) -> None:
    with live_server(tmp_path / "data", limits=True) as busy:
        ada = busy.person("Ada")
        Quick(busy)
        path = short(ada, 9)
        said = [ada.http.post(path).status_code for _ in range(40)]
        assert 429 in said


def test_who_lost_it_to_another_does_not_end_theirs(home: LiveServer, quick: Quick) -> None:
    ada = home.person("Ada")
    path = short(ada, 10)
    token = path.split("/")[3]
    quick.gate.clear()
    ada.post(path)
    until(ada, path, done=1)
    other = Analysing(token, "another", home.server.now(), run="another go")
    home.call(home.server.store.begin_analysis(other, home.server.now() + 1))  # as if nobody had heard of the first
    quick.gate.set()
    end = time.monotonic() + PATIENCE
    while home.server.analyses._tasks:
        assert time.monotonic() < end
        time.sleep(0.02)
    found = home.call(home.server.store.analysing(token))
    assert (found.person, found.run) == ("another", "another go")


def test_a_replay_that_is_dropped_is_in_nobodys_way(home: LiveServer, quick: Quick) -> None:
    ada = home.person("Ada")
    path = short(ada, 11)
    quick.gate.clear()
    ada.post(path)
    until(ada, path, done=1)
    home.call(home.server.store.drop_replays(home.server.now() + 10**9))
    other = short(ada, 12)
    assert ada.post(other)["state"] == "running"
    quick.gate.set()
    until(ada, other, state="done")


def test_one_address_has_so_many_looked_into_at_a_time(home: LiveServer, quick: Quick) -> None:
    quick.gate.clear()
    people = [home.person() for _ in range(MOST + 1)]
    paths = [short(one, 20 + number) for number, one in enumerate(people)]
    for one, path in zip(people[:MOST], paths[:MOST], strict=True):
        assert one.post(path)["state"] == "running"
    assert people[MOST].post(paths[MOST], status=429)["code"] == "error.slow_down"
    quick.gate.set()
    for one, path in zip(people[:MOST], paths[:MOST], strict=True):
        until(one, path, state="done")
    people[MOST].post(paths[MOST])
    until(people[MOST], paths[MOST], state="done")
