"""When the database fails or holds nonsense: everybody gets an answer, and the log says why."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from cli.running import PROGRAM, surroundings
from server.kit import Browser, LiveServer, live_server
from server.routes.test_records import some_record
from server.tables.test_broken_matches import FIRST, database, same_person
from server.workers.test_pool import within
from tutti.server import open_sockets
from tutti.server.logs import Others, everything, log
from tutti.server.settings import Settings
from tutti.server.store import StoreFault
from tutti.server.store.rows import Person
from tutti.server.store.sqlite import SqliteStore
from tutti.server.workers.pool import WorkerPool


class Said:
    """What the log has said so far, line by line."""

    def __init__(self) -> None:
        self.sink = io.StringIO()

    def lines(self, event: str) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.sink.getvalue().splitlines()]
        return [line for line in found if line["event"] == event]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    found = Said()
    monkeypatch.setattr(log, "form", "json")
    monkeypatch.setattr(log, "sink", found.sink)
    return found


def pragma(home: LiveServer, text: str) -> Any:
    """Set something on the connection that writes, and only there."""
    store = home.server.store
    assert isinstance(store, SqliteStore)
    connection = store.writer._connection
    return connection.execute(f"PRAGMA {text}").fetchone()


def soon_ready(ada: Browser, status: int) -> Any:
    """The answer when it is of this kind: one try is good for a second."""
    end = time.monotonic() + 30
    while ada.http.get("/ready").status_code != status and time.monotonic() < end:
        time.sleep(0.1)
    return ada.get("/ready", status=status)


# -- a database that cannot be written to ------------------------------------------------------------


def test_a_full_database_is_alive_and_not_ready_and_the_log_says_why(tmp_path: Path, said: Said) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True)
        assert soon_ready(ada, 200)["status"] == "ok"
        (pages,) = pragma(home, "page_count")
        pragma(home, f"max_page_count = {pages}")
        assert soon_ready(ada, 503)["code"] == "error.not_ready"
        assert ada.get("/health")["status"] == "ok"
        for number in range(100):  # there may be room on a page
            order = {"type": "say", "key": f"say{number}", "text": "x" * 500}
            answer = ada.http.post(f"/api/tables/{table}/orders?seat=0", json=order)
            if answer.status_code != 200:
                break
        assert (answer.status_code, answer.json()["code"]) == (503, "error.not_saved")
        (line,) = said.lines("not_saved")
        assert (line["level"], line["table"]) == ("error", table[:6])
        assert "full" in line["reason"]
        assert "full" in said.lines("not_ready")[0]["reason"]
        pragma(home, "max_page_count = 1000000")
        assert soon_ready(ada, 200)["status"] == "ok"
        with ada.at(table, 0) as place:
            assert place.play("draw")["type"] == "done"


def test_a_locked_database_is_alive_and_not_ready(tmp_path: Path, said: Said) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        pragma(home, "busy_timeout = 500")
        with database(tmp_path) as other:
            other.execute("BEGIN IMMEDIATE")
            assert soon_ready(ada, 503)["code"] == "error.not_ready"
            assert ada.get("/health")["status"] == "ok"
            assert ada.patch("/api/me", {"name": "Bo"}, status=503)["code"] == "error.try_again"
            other.execute("ROLLBACK")
        assert "locked" in said.lines("store_fault")[0]["reason"]
        assert soon_ready(ada, 200)


@pytest.mark.postgres
def test_a_database_that_only_reads_is_not_ready(tmp_path: Path, database_url: str) -> None:
    import psycopg

    with live_server(tmp_path, database=database_url) as home:
        ada = home.person()
        assert soon_ready(ada, 200)
        with psycopg.connect(database_url, autocommit=True) as wire:
            name = wire.info.dbname
            wire.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
            wire.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert soon_ready(ada, 503)["code"] == "error.not_ready"
        assert ada.get("/health")["status"] == "ok"
        with psycopg.connect(database_url, autocommit=True) as wire:
            wire.execute("SET default_transaction_read_only = off")
            wire.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'.encode())
            wire.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert soon_ready(ada, 200)


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue("database")
    return found


# -- a database that cannot be read ------------------------------------------------------------------


def test_who_cannot_be_looked_up_is_told_so_and_keeps_the_cookie(tmp_path: Path, said: Said) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "open")
        store, people = home.server.store, home.server.people
        whole = store.person

        async def fails(id: str) -> None:
            raise StoreFault("the disk is gone")

        store.person = fails  # type: ignore[method-assign]
        people.forget_all()
        answer = ada.http.get("/api/me")
        assert (answer.status_code, answer.json()["code"]) == (503, "error.try_again")
        assert "set-cookie" not in answer.headers
        assert answer.headers["retry-after"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        with ada.at(table, 0) as place:
            assert place.read()["fault"]["code"] == "error.try_again"
            assert place.closed() == 4503
        assert "the disk is gone" in said.lines("store_fault")[0]["reason"]
        store.person = whole  # type: ignore[method-assign]
        assert ada.get("/api/me")["name"] == "Ada"


def test_a_read_that_fails_is_a_fault_of_the_store(tmp_path: Path, said: Said) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "open")
        with database(tmp_path) as db:
            db.execute("ALTER TABLE lines RENAME TO elsewhere")
            db.execute("ALTER TABLE seats RENAME TO nowhere")
            db.execute("ALTER TABLE mutes RENAME TO nobody")
        for path in ("/api/me/tables", "/api/me/next", f"/api/tables/{table}/talk"):
            assert ada.get(path, status=503)["code"] == "error.try_again"
        with ada.at(table, 0) as place:
            assert place.read()["fault"]["code"] == "error.try_again"
            assert place.closed() == 4503
        assert "no such table" in said.lines("store_fault")[0]["reason"]
        with database(tmp_path) as db:
            db.execute("ALTER TABLE elsewhere RENAME TO lines")
            db.execute("ALTER TABLE nowhere RENAME TO seats")
        assert ada.get("/api/me/tables")["tables"]


# -- rows that hold nonsense -------------------------------------------------------------------------


def spoken(lines: list[dict[str, Any]]) -> list[str]:
    """What people said; notices of who came and went, which a slow machine adds, left out."""
    return [line["text"] for line in lines if not line["code"]]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE lines SET args = x'ff' WHERE no = 2",
        "UPDATE lines SET args = '[]' WHERE no = 2",
        "UPDATE lines SET args = 7 WHERE no = 2",
        "UPDATE lines SET text = x'00ff' WHERE no = 2",
        "UPDATE lines SET at = 'yesterday' WHERE no = 2",
    ],
)
def test_a_damaged_line_of_talk_is_left_out(tmp_path: Path, sql: str) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "open")
        with ada.at(table, 0) as place:
            for text in ("one", "two", "three"):
                assert place.order("say", text=text)["type"] == "done"
        ada.post(f"/api/tables/{table}/report", {"line": 2})
    with database(tmp_path) as db:
        assert db.execute(sql).rowcount == 1
    with live_server(tmp_path) as home:
        again = same_person(home, ada)
        assert spoken(again.get(f"/api/tables/{table}/talk")) == ["one", "three"]
        with again.at(table, 0) as place:
            place.wait(lambda at: at.talk)
            assert spoken(place.talk) == ["one", "three"]
            assert place.order("say", text="four")["type"] == "done"
        ((_, line),) = home.call(home.server.store.reports(9))
        assert line is None


def test_letters_that_are_no_text_are_shown_as_such(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "open")
        with ada.at(table, 0) as place:
            assert place.order("say", text="one")["type"] == "done"
    with database(tmp_path) as db:
        db.execute("UPDATE lines SET text = CAST(x'6fff65' AS TEXT)")
    with live_server(tmp_path) as home:
        (line,) = same_person(home, ada).get(f"/api/tables/{table}/talk")
        assert line["text"] == "o\ufffde"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE replays SET names = x'ff'",
        "UPDATE replays SET names = '{}'",
        "UPDATE replays SET record = x'ff'",
        "UPDATE replays SET record = '{'",
        "UPDATE replays SET record = '{\"players\": 2}'",
        "UPDATE replays SET record = 7",
    ],
)
def test_a_damaged_replay_cannot_be_shown_and_says_so(tmp_path: Path, sql: str) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", options=FIRST, start=True)
        with ada.at(table, 0) as place:
            place.play("draw")
            assert place.order("propose")["type"] == "done"
            place.wait(lambda at: at.table["state"] == "over")
        token = ada.post(f"/api/tables/{table}/share")["id"]
        ada.get(f"/api/replays/{token}")
        with database(tmp_path) as db:
            assert db.execute(sql).rowcount == 1
        for path in ("", "/record", "/frames"):
            assert ada.get(f"/api/replays/{token}{path}", status=409)["code"] == "error.unreadable_record"


@pytest.mark.parametrize("stored", ["", "scrypt", "scrypt$$", "scrypt$é$é", "scrypt$a$b$c", b"\xff"])
def test_a_damaged_passphrase_is_nobodys(tmp_path: Path, stored: Any) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        ada.put("/api/me/passphrase", {"passphrase": "over the hills"})
        with database(tmp_path) as db:
            db.execute("UPDATE people SET passphrase = ?", (stored,))
        home.server.people.forget_all()
        secret = {"name": "Ada", "passphrase": "over the hills"}
        assert home.person().post("/api/me/sign-in", secret, status=403)["code"] == "error.wrong_passphrase"
        new = {"passphrase": "far away now", "old": "over the hills"}
        assert ada.put("/api/me/passphrase", new, status=403)["code"] == "error.wrong_passphrase"


@pytest.mark.parametrize("body", [b'{"name":"\xff"}', b'{"name":"a\xc3"}', b'{"\xff":"a"}', b'{"name":"\xed\xa0\x80"}'])
def test_bytes_that_are_no_text_are_refused(home: LiveServer, body: bytes) -> None:
    ada = home.person()
    json_type = {"Content-Type": "application/json"}
    for method, path in (("PATCH", "/api/me"), ("POST", "/api/me/sign-in"), ("POST", "/api/replays")):
        answer = ada.http.request(method, path, content=body, headers=json_type)
        assert (answer.status_code, answer.json()["code"]) == (400, "error.bad_request"), path
    with ada.at(ada.table("me", "open"), 0) as place:
        place.wire.send(body)  # as bytes: as a text the socket itself would not take it
        assert place.until("refused")["fault"]["code"] == "error.bad_message"


def test_a_text_of_ours_that_is_none_is_our_bug(home: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*given: Any) -> Any:
        return b"\xff".decode()

    ada = home.person()
    monkeypatch.setattr(home.server.people, "rename", fails)
    assert ada.patch("/api/me", {"name": "Ada"}, status=500)["code"] == "error.bug"


def test_a_record_can_be_looked_at_while_nothing_can_be_stored(tmp_path: Path, said: Said) -> None:
    with live_server(tmp_path) as home:
        ada = home.person()
        token = ada.post("/api/replays", some_record(1))["id"]
        home.clock.skip(2 * 24 * 3600)
        pragma(home, "query_only = 1")
        for path in ("", "/record", "/frames"):
            ada.get(f"/api/replays/{token}{path}")
        pragma(home, "query_only = 0")
        before = home.call(home.server.store.replay(token)).opened
        ada.get(f"/api/replays/{token}")
        end = time.monotonic() + 30
        while home.call(home.server.store.replay(token)).opened == before and time.monotonic() < end:
            time.sleep(0.01)
        assert home.call(home.server.store.replay(token)).opened > before
    assert "readonly" in said.lines("task_fault")[0]["reason"]


def test_one_socket_that_cannot_be_closed_leaves_no_other_open(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []

    class Wire:
        person, session = Person("p", "Ada", 1, 1), ""

        async def close(self, code: int, reason: str) -> None:
            closed.append(code)
            if len(closed) == 1:
                raise RuntimeError("gone already")

    monkeypatch.setattr(open_sockets, "COOKIE_ARRIVES", 0)
    sockets = open_sockets.OpenSockets(Settings(), cast(Any, None))
    for one in (Wire(), Wire(), Wire()):
        sockets.add(cast(Any, one))
    asyncio.run(sockets.hang_up(Person("p", "Ada", 1, 1, epoch=1)))
    assert closed == [open_sockets.AGAIN] * 3
    assert "gone already" in said.lines("not_closed")[0]["reason"]


# -- whoever complains does so in the log ------------------------------------------------------------


def test_libraries_threads_and_python_itself_complain_in_our_log(said: Said) -> None:
    def fails() -> None:
        raise ValueError("in a thread")

    class Thrown:
        def __del__(self) -> None:
            raise OSError("nobody to catch it")

    hook = sys.unraisablehook
    with everything():
        logging.getLogger("asyncio").error("two\nlines")
        logging.getLogger("uvicorn.error").warning("Invalid %s", "request")
        logging.getLogger("uvicorn.error").info("nobody needs to know")
        try:
            raise KeyError("gone")
        except KeyError:
            logging.getLogger("asyncio").exception("a trace")
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old", DeprecationWarning, stacklevel=1)
        Thrown()
        gc.collect()
        thread = threading.Thread(target=fails)
        thread.start()
        thread.join()
    found = said.lines("library")
    assert [line["reason"] for line in found[:2]] == ["two\nlines", "Invalid request"]
    assert "KeyError: 'gone'" in found[2]["reason"]
    assert "DeprecationWarning: old" in found[3]["reason"]
    assert len(found) == 4
    assert "in a thread" in said.lines("thread_ended")[0]["reason"]
    assert "nobody to catch it" in said.lines("nobody_caught")[0]["reason"]
    assert sys.unraisablehook is hook
    logging.getLogger("asyncio").error("and later no more")
    assert len(said.lines("library")) == 4
    Others().emit(logging.LogRecord("some", logging.ERROR, "", 0, "%d", ("no number",), None))
    assert "%d" in said.lines("library")[-1]["reason"]


def test_a_text_log_has_one_line_for_everything(said: Said) -> None:
    log.form = "text"
    log("thing", reason="two\nlines")
    assert said.sink.getvalue().count("\n") == 1


def test_a_line_and_its_end_are_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or lines of two threads would be one."""
    written: list[str] = []
    sink = io.StringIO()
    monkeypatch.setattr(sink, "write", written.append)
    monkeypatch.setattr(log, "form", "json")
    monkeypatch.setattr(log, "sink", sink)
    log("thing")
    (line,) = written
    assert line.endswith("}\n")


def test_what_a_worker_complains_of_is_in_our_log(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONFAULTHANDLER", "1")

    async def work(pool: WorkerPool) -> None:
        await pool.job("check", record={})  # so that there is a process
        (worker,) = pool._all
        os.kill(worker.process.pid, signal.SIGABRT)
        await worker.process.wait()

    within(work)
    assert any("Fatal Python error: Aborted" in line["reason"] for line in said.lines("thinker_said"))


def test_a_json_log_is_json_whatever_happens(tmp_path: Path) -> None:
    environment = surroundings(tmp_path, TUTTI_SERVER_LOG="json", PYTHONUNBUFFERED="1")
    serve = [*PROGRAM, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    err = tmp_path / "err"
    with err.open("wb") as sink:
        process = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=sink, env=environment, cwd=tmp_path)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().decode().split()[-1]
        port = int(address.rpartition(":")[2])
        with (
            socket.create_connection(("127.0.0.1", port), timeout=30) as wire,
            socket.create_connection(("127.0.0.1", port), timeout=30) as slow,
        ):
            wire.sendall(b"\x16\x03\x01 this is no request\r\n\r\n")
            assert b"400" in wire.recv(4096)
            # Of who does not come to an end when the server does, uvicorn complains.
            slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            assert httpx.get(f"{address}/health", timeout=30).status_code == 200
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    said = [json.loads(line) for line in err.read_text().splitlines() if "UserWarning" not in line]
    events = [line["event"] for line in said]  # what is no request is counted, not logged
    assert (events[0], events[-1]) == ("listening", "stopped")
    assert set(events[1:-1]) == {"library"}
