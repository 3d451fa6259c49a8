"""Runs a server until it is told to stop: opens the data folder, listens, closes sockets with 1012 at the end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket as sockets
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any

import uvicorn

from tutti.extras import install_line
from tutti.server.app import edged
from tutti.server.core import Server
from tutti.server.logs import everything, log
from tutti.server.protocol.door import Door, raise_descriptors
from tutti.server.protocol.requests import RequestProtocol
from tutti.server.protocol.sockets import SocketProtocol
from tutti.server.settings import BadSettings, Settings
from tutti.server.store import Store, StoreFault
from tutti.server.store.sqlite import SqliteStore
from tutti.server.tidy import keep_tidy, settle

try:
    import fcntl
except ImportError:  # not on every system; two servers then meet at the unique numbers of events
    fcntl = None  # type: ignore[assignment]  # a module that may be absent

DATABASE = "tutti.db"
LOCK = "lock"
BACKLOG = 1024
"""Connections that wait to be let in; who finds no room tries again after a second or three, as all do who come back
after a restart. All that wait are let in at once, which takes some hundredths of a second."""
UNREAD = 64 * 1024
"""Bytes of a connection that the system keeps until we read them; by itself it would keep megabytes."""
SWITCH = 0.0005
"""Seconds until a busy thread lets another run: the writer must not wait for the loop ten times in one commit."""


class Busy(StoreFault):
    """Another server plays the tables of this folder; its address, if it has said it."""

    def __init__(self, folder: Path, address: str) -> None:
        super().__init__(f"{folder}: another server uses this data folder" + (f", at {address}" if address else ""))
        self.address = address


@contextlib.contextmanager
def only_one(folder: Path) -> Iterator[IO[str]]:
    """Two servers must not play the same tables. The one that does writes its address into the file it gets."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a+") as file:
        file.seek(0)
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Busy(folder, file.read().strip()) from None
        file.truncate()
        yield file


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


def listening(settings: Settings, others: int = 0) -> sockets.socket:
    """A socket on the port, so that a wrong address is refused before anything else happens.

    If the port is taken, so many of the next ones will do as well."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    found = sockets.socket(family, sockets.SOCK_STREAM)
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, UNREAD)  # connections get it from here
    for port in range(settings.port, settings.port + others + 1):
        try:
            found.bind((settings.host, port))
            break
        except (OSError, OverflowError) as fault:
            if getattr(fault, "errno", None) == errno.EADDRINUSE and port < settings.port + others:
                continue
            found.close()
            reason = getattr(fault, "strerror", None) or str(fault)
            raise BadSettings(f"cannot listen at {settings.host}, port {port}: {reason}") from None
    found.listen(BACKLOG)
    found.set_inheritable(False)
    return found


def configured(server: Server) -> uvicorn.Config:
    """uvicorn as we use it. Sockets are not compressed: a view is small, and memory for each socket counts."""
    settings = server.settings
    door = Door(settings, server.metrics, raise_descriptors())
    return uvicorn.Config(
        edged(server),
        http=partial(RequestProtocol, door=door),  # type: ignore[arg-type]  # it makes one, as the class does
        ws=partial(SocketProtocol, door=door),  # type: ignore[arg-type]
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
            self._server.hall.spawn(keep_tidy(lambda: self._server.metrics.moves.values[""]))
            self._ready()


def serve(settings: Settings, ready: Callable[[str], None], other_ports: int = 0) -> None:
    """Run until a signal comes; ``ready`` gets the address."""
    folder = Path(settings.data)
    log.form = settings.log
    sys.setswitchinterval(SWITCH)
    alone = contextlib.nullcontext() if settings.database else only_one(folder)
    with alone as lock, contextlib.closing(listening(settings, other_ports)) as where, everything():
        if settings.database:
            asyncio.run(_there(settings))
        server = Server(store_of(settings), settings)
        port = where.getsockname()[1]
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{host}:{port}"
        if lock is not None:
            lock.write(address)
            lock.flush()
        log("listening", address=address, process=os.getpid())
        Runner(server, lambda: ready(address)).run([where])
        log("stopped")
