"""Runs a server in its place until it is told to stop; sockets are closed with 1012 at the end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

from tutti.extras import install_line
from tutti.server.asgi import wrapped
from tutti.server.core import Server
from tutti.server.gc_policy import collect_when_quiet, settle
from tutti.server.listen import BACKLOG, BoundSocket
from tutti.server.logs import everything, log
from tutti.server.protocol.connections import ConnectionLimiter, raise_descriptors
from tutti.server.protocol.http import RequestProtocol
from tutti.server.protocol.websocket import SocketProtocol
from tutti.server.settings import BadSettings, Settings
from tutti.server.store import Store, StoreFault
from tutti.server.store.sqlite import SqliteStore

DATABASE = "tutti.db"
SWITCH = 0.0005
"""Seconds until a busy thread lets another run: the writer must not wait for the loop ten times in one commit."""


def store_of(settings: Settings) -> Store:
    """Where the settings say that everything is kept."""
    if not settings.database:
        return SqliteStore(Path(settings.data) / DATABASE)
    try:
        from tutti.server.store.postgres import PostgresStore
    except ImportError:
        raise BadSettings(f"database: PostgreSQL needs one more package: {install_line('postgres')}") from None
    return PostgresStore(settings.database)


@contextlib.asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Store]:
    """The store, beside a server that may be running; it must be there."""
    file = Path(settings.data) / DATABASE
    if not settings.database and not file.is_file():
        raise StoreFault(f"{file}: no such file")
    store = store_of(settings)
    try:
        await store.open(lambda what, id: None)
        yield store
    finally:
        await store.close()


async def _there(settings: Settings) -> None:
    """A database that cannot be used is refused before anything else happens."""
    async with opened(settings):
        pass


def configured(server: Server) -> uvicorn.Config:
    """uvicorn as we use it. Sockets are not compressed: a view is small, and memory for each socket counts."""
    settings = server.settings
    limiter = ConnectionLimiter(settings, server.metrics, raise_descriptors())
    return uvicorn.Config(
        wrapped(server),
        http=partial(RequestProtocol, limiter=limiter),  # type: ignore[arg-type]  # it makes one, as the class does
        ws=partial(SocketProtocol, limiter=limiter),  # type: ignore[arg-type]
        ws_max_size=settings.frame_limit,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
        backlog=BACKLOG,
    )


class Runner(uvicorn.Server):
    """uvicorn's server that has the process for itself, and says when it is there."""

    def __init__(self, server: Server, ready: Callable[[], None]) -> None:
        super().__init__(configured(server))
        self._server = server
        self._ready = ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal has been obeyed when everything is closed; it need not end the process a second time."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settle()
            self._server.tasks.spawn(collect_when_quiet(lambda: self._server.metrics.moves.values[""]))
            self._ready()


def serve(settings: Settings, place: BoundSocket, ready: Callable[[str], None]) -> None:
    """Run in this place until a signal comes; ``ready`` gets the address."""
    log.form = settings.log
    sys.setswitchinterval(SWITCH)
    with everything():
        if settings.database:
            asyncio.run(_there(settings))
        server = Server(store_of(settings), settings)
        log("listening", address=place.address, process=os.getpid())
        Runner(server, lambda: ready(place.address)).run([place.socket])
        log("stopped")
