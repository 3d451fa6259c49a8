"""A real server in a thread, and people with browsers at it."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import socket
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cli.running import Ran
from tutti.cli.main import main
from tutti.server.core import Server
from tutti.server.listen import listening
from tutti.server.run import configured, store_of
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings

PATIENCE = 15.0
"""Seconds that a test waits for something to happen; nothing here waits for a fixed time."""
_keys = itertools.count()


def command(capsys: pytest.CaptureFixture[str], *args: str) -> Ran:
    """A command of the program, in this process: a second each is saved."""
    capsys.readouterr()
    code = main(args)
    out, err = capsys.readouterr()
    return Ran(code, out, err)


def until(right: Callable[[], Any]) -> Any:
    """Wait for something that happens in the server's own time."""
    for _ in range(int(PATIENCE / 0.02)):
        if found := right():
            return found
        time.sleep(0.02)
    raise TimeoutError


def fetch(method: str, address: str, **extra: Any) -> httpx.Response:
    """Ask without a memory for cookies; on a busy machine an answer may take its time.

    Certificates are not read: it takes longer than all else, and nobody here has one.
    """
    return httpx.request(method, address, timeout=4 * PATIENCE, verify=False, **extra)


class Clock(ServerClock):
    """The server's time, which a test can move on."""

    def __init__(self) -> None:
        self.slept = self.set = 0
        super().__init__(
            lambda: time.time_ns() + self.slept + self.set,
            lambda: time.monotonic_ns() + self.slept,
        )

    def skip(self, seconds: float) -> None:
        """So much time has gone by."""
        self._now += int(seconds * 1_000_000_000)

    def sleep(self, seconds: float) -> None:
        """The process was asleep for so long."""
        self.slept += int(seconds * 1_000_000_000)

    def move(self, seconds: float) -> None:
        """Somebody sets the clock on the wall."""
        self.set += int(seconds * 1_000_000_000)


class LiveServer:
    """A running server."""

    def __init__(self, server: Server, runner: uvicorn.Server, address: str, clock: Clock) -> None:
        self.server = server
        self.runner = runner
        self.address = address
        self.clock = clock
        self.loop: asyncio.AbstractEventLoop | None = None
        self.people: list[Browser] = []

    def person(self, name: str = "", where: str = "") -> Browser:
        """Somebody; ``where`` is their address, if the server believes proxies."""
        browser = Browser(self.address, where)
        self.people.append(browser)
        browser.get("/api/me")
        if name:
            browser.patch("/api/me", {"name": name})
        return browser

    def call(self, work: Any) -> Any:
        """Run something in the server's own loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)


@contextmanager
def live_server(folder: Path, where: socket | None = None, **settings: Any) -> Iterator[LiveServer]:
    """A server that lives as long as the block; ``where`` it listens, if somebody waits there already."""
    values: dict[str, Any] = {
        "port": 0,
        "bot_pause": 0.0,
        "workers": 1,
        "limits": False,
        "hint_seconds": 0.2,
        "ponder_seconds": 0.0,
    }
    values |= settings
    found = Settings(data=str(folder), **values)
    clock = Clock()
    where = where or listening(found)
    server = Server(store_of(found), found, clock)
    runner = uvicorn.Server(configured(server))
    running = LiveServer(server, runner, f"http://127.0.0.1:{where.getsockname()[1]}", clock)

    async def live() -> None:
        running.loop = asyncio.get_running_loop()
        await runner.serve([where])

    thread = threading.Thread(target=lambda: asyncio.run(live()), daemon=True)
    thread.start()
    waiting = threading.Event()
    for _ in range(1000):
        if runner.started or not thread.is_alive():
            break
        waiting.wait(0.01)
    assert runner.started
    try:
        yield running
    finally:
        runner.should_exit = True
        thread.join(PATIENCE)
        where.close()
        for browser in running.people:
            browser.http.close()
        assert not thread.is_alive()


class Browser:
    """One person's cookies. Answers that are not fine raise, unless the status is asked for."""

    def __init__(self, address: str, where: str = "") -> None:
        self.address = address
        self.headers = {"X-Forwarded-For": where} if where else {}
        # ``verify``: certificates take long to read
        self.http = httpx.Client(base_url=address, timeout=4 * PATIENCE, verify=False, headers=self.headers)

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None, **extra: Any) -> Any:
        answer = self.http.request(method, path, json=body, **extra)
        if status is None:
            assert answer.status_code < 300, answer.text
        else:
            assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def get(self, path: str, status: int | None = None) -> Any:
        return self.ask("GET", path, None, status)

    def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        return self.ask("POST", path, {} if body is None else body, status)

    def put(self, path: str, body: Any, status: int | None = None) -> Any:
        return self.ask("PUT", path, body, status)

    def patch(self, path: str, body: Any, status: int | None = None) -> Any:
        return self.ask("PATCH", path, body, status)

    def delete(self, path: str, status: int | None = None) -> Any:
        return self.ask("DELETE", path, None, status)

    def table(self, *seats: str, game: str = "symphonimo", **fields: Any) -> str:
        """Open a table: seats are ``me``, ``open``, ``local Name`` or the name of a bot."""
        plans: list[dict[str, str]] = []
        for seat in seats:
            kind, _, name = seat.partition(" ")
            if kind in ("me", "open"):
                plans.append({"kind": kind})
            elif kind == "local":
                plans.append({"kind": "local", "name": name})
            else:
                plans.append({"kind": "bot", "bot": seat})
        return str(self.post("/api/tables", {"game": game, "seats": plans, **fields})["id"])

    @contextmanager
    def at(self, table: str, seat: int | None = None) -> Iterator[Place]:
        """Sit at the table with a socket."""
        query = "" if seat is None else f"?seat={seat}"
        uri = self.address.replace("http", "ws") + f"/api/tables/{table}/socket{query}"
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {**self.headers, **({"Cookie": cookies} if cookies else {})}
        with connect(uri, additional_headers=headers, open_timeout=PATIENCE, compression=None) as wire:
            yield Place(wire)


class Place:
    """One end of a socket; remembers the newest view and table."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.n = 0
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.events: list[Any] = []
        self.talk: list[Any] = []
        self.raw: list[str] = []

    def read(self, timeout: float = PATIENCE) -> dict[str, Any]:
        text = self.wire.recv(timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        assert message["n"] == self.n + 1
        self.n += 1
        if message["type"] == "view":
            self.view = message
            self.events = self.events[: message["keep"]] + message["events"]
        elif message["type"] == "table":
            self.table = message["table"]
        elif message["type"] == "talk":
            self.talk += message["lines"]
        return message

    def until(self, *kinds: str, **values: Any) -> dict[str, Any]:
        """Read until a message of this kind with these values comes."""
        while True:
            message = self.read()
            if message["type"] in kinds and all(message.get(name) == value for name, value in values.items()):
                return message

    def wait(self, right: Any) -> None:
        """Read until something is true of this place; what is not known yet is not true."""
        while True:
            with suppress(KeyError, IndexError):
                if right(self):
                    return
            self.read()

    def send(self, kind: str, **fields: Any) -> str:
        key = fields.pop("key", None) or f"k{next(_keys)}"
        self.wire.send(json.dumps({"type": kind, "key": key, **fields}))
        return key

    def order(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send an order and read until its answer."""
        key = self.send(kind, **fields)
        return self.until("done", "refused", "hint", "preview", "why", key=key)

    def play(self, action: str | None = None) -> dict[str, Any]:
        """Answer the open question, with the first legal action unless one is given."""
        self.wait(lambda place: place.view and (place.view["legal"] or place.view["view"]["result"]))
        question = self.view["question"]
        said = self.order("play", question=question, action=action or self.view["legal"][0])
        if said["type"] == "done":
            self.wait(lambda place: place.view["question"] != question or place.view["view"]["result"])
        return said

    def closed(self) -> int:
        """The code with which the server closes."""
        try:
            while True:
                self.read()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
