"""All that is mine in one file: made in batches by a worker of low priority, never half a file that looks whole."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from bench.load.measures import percentile

from server.kit import PATIENCE, Browser, LiveServer, fetch, live_server, until
from server.past import measured, past
from tutti.kernel.match import Match
from tutti.server import exports
from tutti.server.store import StoreFault
from tutti.server.store.rows import Replay, TalkLine
from tutti.server.workers import worker
from tutti.server.workers.pool import Worker
from tutti.server.workers.queue import WATCHED, Standing, Ticket

MATCHES = 12
encode = msgspec.json.encode


def id_of(person: Browser) -> str:
    return person.http.cookies["tutti"].split(".")[0]


def remember(home: LiveServer, person: Browser, count: int) -> list[str]:
    """So many matches that the person has played; their ids."""

    async def work() -> list[str]:
        ids = []
        for table, events in past(id_of(person), count):
            await home.server.store.save(table, events)
            ids.append(table.id)
        return ids

    found: list[str] = home.call(work())
    return found


@pytest.fixture
def here(tmp_path: Path) -> Iterator[LiveServer]:
    with live_server(tmp_path) as running:
        yield running


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of one or two matches."""
    monkeypatch.setattr(exports, "BATCH", 20_000)


class Watched(Worker):
    """A worker whose jobs are looked at before it gets them."""

    look: Callable[[Worker, bytes], None]

    async def ask(self, job: bytes, seconds: float) -> dict[str, Any]:
        Watched.look(self, job)
        return await super().ask(job, seconds)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> type[Watched]:
    monkeypatch.setattr(exports, "Worker", Watched)
    Watched.look = lambda worker, job: None
    return Watched


@pytest.mark.usefixtures("small")
def test_every_match_comes_once_in_batches_of_bounded_size(here: LiveServer, watched: type[Watched]) -> None:
    ada = here.person("Ada Batches")
    ids = remember(here, ada, MATCHES)
    sizes = []
    watched.look = lambda worker, job: sizes.append(len(job))
    told = ada.get("/api/me/export")
    assert [one["table"]["id"] for one in told["tables"]] == ids
    for one in told["tables"]:
        assert Match.replay(one["record"]).record()["log"] == one["record"]["log"]
    assert len(sizes) > MATCHES / 4
    longest = max(len(encode([table, events])) for table, events in past("", MATCHES))
    assert max(sizes) < exports.BATCH + longest + 3000  # one match more may begin below the bound
    until(lambda: here.server.exports._worker is None)


def test_a_batch_ends_with_its_time_or_its_size_but_not_before_one_match_is_done(here: LiveServer) -> None:
    items = [{"told": {"table": {"id": str(number)}}} for number in range(5)]
    job = {"person": "p", "items": items}
    assert worker.export({**job, "seconds": 60, "size": 10**6})["done"] == 5
    assert worker.export({**job, "seconds": 0, "size": 10**6})["done"] == 1
    assert worker.export({**job, "seconds": 60, "size": 30})["done"] == 2


def test_the_server_itself_replays_nothing(here: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = here.person("Ada Elsewhere")
    remember(here, ada, 3)

    def never(*given: Any, **more: Any) -> None:
        raise AssertionError("replayed in the server")

    monkeypatch.setattr("tutti.server.rooms.event_log.rebuild", never)
    monkeypatch.setattr(Match, "advance", never)
    assert len(ada.get("/api/me/export")["tables"]) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="priorities have no numbers there")
def test_the_worker_has_a_low_priority_and_ends_with_the_last_export(
    here: LiveServer, watched: type[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = here.person("Ada Yields")
    remember(here, ada, 3)
    seen = []

    async def ask(self: Worker, job: bytes, seconds: float) -> dict[str, Any]:
        said = await Worker.ask(self, job, seconds)
        seen.append((self.process, os.getpriority(os.PRIO_PROCESS, self.process.pid)))
        return said

    monkeypatch.setattr(Watched, "ask", ask)
    ada.get("/api/me/export")
    assert {priority for _, priority in seen} == {min(19, os.getpriority(os.PRIO_PROCESS, 0) + worker.LOW_PRIORITY)}
    until(lambda: all(process.returncode is not None for process, _ in seen))


def test_bots_at_a_table_go_first(here: LiveServer, watched: type[Watched], monkeypatch: pytest.MonkeyPatch) -> None:
    """No batch is begun while a worker is wanted, unless it has waited for its whole patience."""
    ada = here.person("Ada Patient")
    remember(here, ada, 3)
    line = here.server.workers.line
    begun = []
    watched.look = lambda worker, job: begun.append(line.running())
    monkeypatch.setattr(exports, "PATIENCE", 3600.0)

    async def busy(free: asyncio.Event) -> None:
        async with line.place(Ticket(Standing(WATCHED, "somewhere"))):
            await free.wait()

    free = asyncio.Event()
    working = asyncio.run_coroutine_threadsafe(busy(free), here.loop)  # type: ignore[arg-type]
    until(line.running)
    with ada.http.stream("GET", "/api/me/export") as answer:
        assert answer.status_code == 200
        time.sleep(0.5)
        assert begun == []
        assert here.loop is not None
        here.loop.call_soon_threadsafe(free.set)
        working.result(PATIENCE)
        assert len(json.loads(b"".join(answer.iter_bytes()))["tables"]) == 3
    assert set(begun) == {0}


def test_an_export_goes_on_where_bots_think_without_end(here: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = here.person("Ada Crowded")
    remember(here, ada, 3)
    monkeypatch.setattr(exports, "PATIENCE", 0.1)
    monkeypatch.setattr(here.server.workers, "free", lambda: False)
    assert len(ada.get("/api/me/export")["tables"]) == 3


def test_white_space_keeps_the_connection_alive_while_it_waits(
    here: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = here.person("Ada Waits")
    remember(here, ada, 3)
    monkeypatch.setattr(exports, "SILENCE", 0.05)
    monkeypatch.setattr(exports, "PATIENCE", 0.5)
    monkeypatch.setattr(here.server.workers, "free", lambda: False)
    answer = ada.http.get("/api/me/export")
    assert "\n\n" in answer.text
    assert len(answer.json()["tables"]) == 3


# -- one at a time -------------------------------------------------------------------------------


class Held:
    """Workers begin nothing until they are let go on."""

    def __init__(self, home: LiveServer) -> None:
        self.home = home
        self.asked = 0
        self.free = asyncio.Event()

    def let_go(self) -> None:
        assert self.home.loop is not None
        self.home.loop.call_soon_threadsafe(self.free.set)


@pytest.fixture
def held(here: LiveServer, watched: type[Watched], monkeypatch: pytest.MonkeyPatch) -> Held:
    holding = Held(here)

    async def ask(self: Worker, job: bytes, seconds: float) -> dict[str, Any]:
        holding.asked += 1
        await holding.free.wait()
        return await Worker.ask(self, job, seconds)

    monkeypatch.setattr(Watched, "ask", ask)
    return holding


def test_one_export_at_a_time_for_each_person(here: LiveServer, held: Held) -> None:
    ada, bo = here.person("Ada Twice"), here.person("Bo Once")
    remember(here, ada, 3)
    with ada.http.stream("GET", "/api/me/export") as answer:
        until(lambda: held.asked)
        again = fetch("GET", f"{here.address}/api/me/export", cookies=dict(ada.http.cookies))
        assert (again.status_code, again.json()["code"]) == (409, "error.one_export")
        assert bo.get("/api/me/export")["tables"] == []  # others have theirs
        held.let_go()
        assert len(json.loads(b"".join(answer.iter_bytes()))["tables"]) == 3
    until(lambda: not here.server.exports._people)
    assert len(ada.get("/api/me/export")["tables"]) == 3


def test_no_more_exports_than_the_server_has_room_for(
    here: LiveServer, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOST", 1)
    ada, bo = here.person("Ada First"), here.person("Bo Later")
    remember(here, ada, 1)
    with ada.http.stream("GET", "/api/me/export") as answer:
        until(lambda: held.asked)
        assert bo.get("/api/me/export", status=503)["code"] == "error.try_again"
        held.let_go()
        answer.read()
    until(lambda: not here.server.exports._people)
    bo.get("/api/me/export")


def test_who_goes_away_ends_it(here: LiveServer, held: Held) -> None:
    ada = here.person("Ada Leaves")
    remember(here, ada, 3)
    with (
        httpx.Client(base_url=here.address, cookies=dict(ada.http.cookies), timeout=PATIENCE) as gone,
        gone.stream("GET", "/api/me/export"),
    ):
        until(lambda: held.asked)
        worker = here.server.exports._worker
        assert worker is not None
    until(lambda: not here.server.exports._people)
    until(lambda: worker.process.returncode is not None)
    assert here.server.exports._worker is None
    assert not here.server.exports._turn.locked()
    held.let_go()
    assert len(ada.get("/api/me/export")["tables"]) == 3


def test_nothing_is_read_for_a_client_that_does_not_read(here: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond what fits into the buffers of the system, some megabytes."""
    ada = here.person("Ada Slow")
    store, count = here.server.store, 60
    record = json.dumps({"tutti": 1, "x": "x" * 500_000}).encode()

    async def fill() -> None:
        for number in range(count):
            await store.save_replay(Replay(f"r{number}", f"t{number}", id_of(ada), number, "symphonimo", 2, record))

    here.call(fill())
    asked, found = [time.monotonic()], store.replay

    async def noted(token: str) -> Replay | None:
        asked.append(time.monotonic())
        return await found(token)

    monkeypatch.setattr(store, "replay", noted)
    with (
        httpx.Client(base_url=here.address, cookies=dict(ada.http.cookies), timeout=PATIENCE) as http,
        http.stream("GET", "/api/me/export", headers={"accept-encoding": "identity"}),
    ):
        until(lambda: len(asked) > 1 and time.monotonic() - asked[-1] > 1.0)
    until(lambda: not here.server.exports._people)
    assert len(asked) < count / 2


# -- what fails --------------------------------------------------------------------------------


def broken_off(person: Browser, encoding: str) -> bytes:
    """What came of an export that failed. The client is told, and neither form of it can be read as a whole."""
    raw = b""

    def read() -> None:
        nonlocal raw
        with person.http.stream("GET", "/api/me/export", headers={"accept-encoding": encoding}) as answer:
            assert answer.status_code == 200
            for part in answer.iter_raw():
                raw += part

    with pytest.raises(httpx.RemoteProtocolError):
        read()
    with pytest.raises(EOFError if encoding == "gzip" else json.JSONDecodeError):
        json.loads(gzip.decompress(raw) if encoding == "gzip" else raw)
    return raw


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
@pytest.mark.parametrize("fault", ["worker", "store", "bug"])
def test_a_fault_in_the_middle_never_leaves_a_file_that_looks_whole(
    here: LiveServer, watched: type[Watched], monkeypatch: pytest.MonkeyPatch, encoding: str, fault: str
) -> None:
    ada = here.person("Ada Unlucky")
    remember(here, ada, MATCHES)
    asked = []

    def look(worker: Worker, job: bytes) -> None:
        asked.append(job)
        if len(asked) >= 3 and fault == "worker":  # and each that comes after it
            os.kill(worker.process.pid, signal.SIGKILL)
        elif len(asked) == 3 and fault == "bug":
            raise ZeroDivisionError

    watched.look = look
    events = here.server.store.events

    async def unlucky(match: str, after: int = 0) -> Any:
        if match == f"past{MATCHES // 2:012}":
            raise StoreFault("the disk is gone")
        return await events(match, after)

    with monkeypatch.context() as patch:
        if fault == "store":
            patch.setattr(here.server.store, "events", unlucky)
        assert broken_off(ada, encoding)
    watched.look = lambda worker, job: None
    until(lambda: not here.server.exports._people)
    assert len(ada.get("/api/me/export")["tables"]) == MATCHES  # nothing is left of it


@pytest.mark.usefixtures("small")
def test_a_worker_that_dies_once_is_replaced(here: LiveServer, watched: type[Watched]) -> None:
    ada = here.person("Ada Lucky")
    ids = remember(here, ada, MATCHES)
    asked = []

    def look(worker: Worker, job: bytes) -> None:
        asked.append(job)
        if len(asked) == 3:
            os.kill(worker.process.pid, signal.SIGKILL)

    watched.look = look
    assert [one["table"]["id"] for one in ada.get("/api/me/export")["tables"]] == ids
    assert here.server.metrics.workers_lost.values[""] == 1


def test_what_is_damaged_is_said_and_does_not_stop_the_rest(here: LiveServer) -> None:
    ada = here.person("Ada Damaged")
    ids = remember(here, ada, 3)
    me = id_of(ada)

    async def damage() -> None:
        store: Any = here.server.store
        await store._write(("UPDATE events SET body = ? WHERE match = ? AND seq = 5", (b"{}", ids[0])))
        await store._write(("UPDATE tables SET body = ? WHERE id = ?", (b"{", ids[1])))
        for token, record in (("good", b'{"tutti": 1}'), ("torn", b'{"tutti": '), ("odd", b'{"x": "\xff"}')):
            await store.save_replay(Replay(token, f"of {token}", me, 1, "symphonimo", 2, record))

    here.call(damage())
    told = ada.get("/api/me/export")
    first, second, third = told["tables"]
    assert first["log"]["tutti_log"] == 1
    assert second == {"id": ids[1], "unreadable": True}
    assert Match.replay(third["record"]).log
    assert {one["replay"]: one["record"] for one in told["replays"]} == {
        "good": {"tutti": 1},
        "torn": '{"tutti": ',
        "odd": '{"x": "\ufffd"}',
    }


def test_talk_and_notices_come_whole_page_by_page(here: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "ROWS", 3)
    ada = here.person("Ada Talks")
    (id,) = remember(here, ada, 1)
    me = id_of(ada)

    async def talk() -> None:
        store: Any = here.server.store
        table = await store.table(id)
        for no in range(1, 21):
            said: dict[str, Any] = {"text": f"line {no}"} if no % 3 else {"code": "away"}
            table.saves, table.lines = table.saves + 1, no
            await store.save(table, lines=[TalkLine(id, no, 100 - no, 0, me, "Ada", **said)])

    here.call(talk())
    told = ada.get("/api/me/export")
    assert [one["text"] for one in told["talk"]] == [f"line {no}" for no in range(1, 21) if no % 3]
    assert [(one["table"], one["line"], one["code"]) for one in told["notices"]] == [
        (id, no, "away") for no in range(3, 21, 3)
    ]


# -- what others notice of it --------------------------------------------------------------------


@pytest.mark.soak
def test_others_hardly_notice_the_export_of_thousands_of_matches(tmp_path: Path) -> None:
    alone, found = measured(tmp_path, 5000, 20.0)
    print(f"\nalone: {alone}\nduring the export: {found}")
    assert found.size == 5000
    assert found.memory < alone.memory + (64 << 20)
    for before, then in ((alone.moves, found.moves), (alone.requests, found.requests)):
        assert percentile(then, 0.99) < 3 * percentile(before, 0.99) + 0.05
