"""The start of a server: whoever comes back after a restart waits at the door, and sits before all else is made."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import threading
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from server.kit import PATIENCE, LiveServer, live_server
from tutti.server import asgi, listen
from tutti.server.asgi import Routes
from tutti.server.settings import Settings


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("tutti.server.listen", ("asyncio", "litestar", "uvicorn")),
        ("tutti.server.run", ("litestar", "psycopg", "tutti.server.routes", "apprise", "pywebpush")),
    ],
)
def test_what_can_wait_is_not_imported(module: str, without: tuple[str, ...]) -> None:
    code = f"import sys, {module}; print(*sys.modules.keys() & {set(without)!r})"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []


def test_whoever_comes_before_the_server_is_ready_is_answered(tmp_path: Path) -> None:
    with (
        listen.taken(Settings(data=str(tmp_path / "one"), port=0)) as place,
        create_connection(place.socket.getsockname(), PATIENCE) as early,
    ):
        early.sendall(b"GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        with live_server(tmp_path / "two", place.socket):
            assert early.recv(100).startswith(b"HTTP/1.1 200")


def test_small_answers_are_sent_at_once_on_asyncios_own_loop_too() -> None:
    """Head and body are two writes: else the second waits until the first is acknowledged, which takes 40 ms."""

    async def set_on_accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(IPPROTO_TCP, TCP_NODELAY))
            writer.close()

        with contextlib.closing(listen.listening(Settings(port=0))) as where:
            async with await asyncio.start_server(came, sock=where):
                with create_connection(where.getsockname(), PATIENCE):
                    return await asyncio.wait_for(found, PATIENCE)

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        assert runner.run(set_on_accepted())


def test_the_place_of_a_server_is_written_down(tmp_path: Path) -> None:
    with listen.taken(Settings(data=str(tmp_path), port=0)) as place:
        with pytest.raises(listen.Busy) as busy, listen.taken(Settings(data=str(tmp_path), port=0)):
            pass
        assert busy.value.address == place.address == f"http://127.0.0.1:{place.socket.getsockname()[1]}"


def test_sockets_are_served_while_the_routes_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_server(tmp_path) as before:
        ada = before.person()
        table = ada.table("me", "greedy", start=True)
    go, make = threading.Event(), Routes._make

    def late(routes: Routes) -> object:
        assert go.wait(PATIENCE)
        return make(routes)

    monkeypatch.setattr(Routes, "_make", late)
    with live_server(tmp_path) as after:
        ada.address = after.address
        asked: list[int] = []
        waits = threading.Thread(target=lambda: asked.append(after.person().http.get("/health").status_code))
        waits.start()
        try:
            with ada.at(table, 0) as place:
                assert place.play()["type"] == "done"
            assert asked == []
        finally:
            go.set()
            waits.join(PATIENCE)
        assert asked == [200]


def test_routes_are_made_in_a_quiet_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, make = threading.Event(), Routes._make

    def noted(routes: Routes) -> object:
        made.set()
        return make(routes)

    monkeypatch.setattr(asgi, "QUIET", 0.01)
    monkeypatch.setattr(Routes, "_make", noted)
    with live_server(tmp_path):
        assert made.wait(PATIENCE)


@pytest.mark.parametrize("path", ["/", "/api/tables/x", "/api/tables//socket", "/api/tables/x/y/socket"])
def test_a_socket_that_leads_nowhere_is_not_opened(home: LiveServer, path: str) -> None:
    with pytest.raises(InvalidStatus, match="403"), connect(home.address.replace("http", "ws") + path):
        pass


@pytest.mark.parametrize("query", ["seat=6", "seat=-1", "seat=", "seat=one", "seat=0&seat=1", "seat=%30%30"])
def test_a_seat_that_cannot_be_is_not_opened(home: LiveServer, query: str) -> None:
    ada = home.person()
    address = f"{home.address.replace('http', 'ws')}/api/tables/{ada.table('me', 'open')}/socket?{query}"
    with pytest.raises(InvalidStatus, match="403"), connect(address):
        pass


def test_a_bug_ends_one_socket_and_is_told_in_the_log(home: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    ada = home.person()
    table = ada.table("me", "open")
    with monkeypatch.context() as patch:
        patch.setattr(asgi, "log", lambda event, **fields: told.append(f"{event} {fields['reason']}"))
        patch.setattr(home.server.sockets, "counted", None)
        with ada.at(table, 0) as place:
            assert place.closed() == asgi.BUG
    assert len(told) == 1
    assert told[0].startswith("bug TypeError")
    with ada.at(table, 0) as place:
        assert place.until("table")
