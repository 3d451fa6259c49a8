"""Early bind: a server's data folder and its port. Both are taken before all else is imported, so that who comes back
after a restart finds an open door and waits behind it; a connection that is refused is tried again only later."""

from __future__ import annotations

import contextlib
import errno
import socket as sockets
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from tutti.server.settings import Settings
from tutti.server.store import StoreFault

try:
    import fcntl
except ImportError:  # not on every system; two servers then meet at the unique numbers of events
    fcntl = None  # type: ignore[assignment]  # a module that may be absent

LOCK = "lock"
BACKLOG = 4096
"""Connections that wait to be let in, as far as the system allows; who finds no room tries again after a second or
three, as all do who come back after a restart. All that wait are let in at once, which takes some hundredths of a
second."""
UNREAD = 64 * 1024
"""Bytes of a connection that the system keeps until we read them; by itself it would keep megabytes."""


class BoundSocket(NamedTuple):
    """Where a server listens, and its address."""

    socket: sockets.socket
    address: str


class Busy(StoreFault):
    """Another server plays the tables of this folder; its address, if it has said it."""

    def __init__(self, folder: Path, address: str) -> None:
        super().__init__(f"{folder}: another server uses this data folder" + (f", at {address}" if address else ""))
        self.address = address


class CannotListen(Exception):
    """The address cannot be had now; it may be free or known in a moment."""


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


def listening(settings: Settings, others: int = 0) -> sockets.socket:
    """A socket on the port, so that a wrong address is refused before anything else happens.

    If the port is taken, so many of the next ones will do as well."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    # asyncio sends small answers at once (TCP_NODELAY) only where the protocol is named; else each waits 40 ms.
    found = sockets.socket(family, sockets.SOCK_STREAM, sockets.IPPROTO_TCP)
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
            raise CannotListen(f"cannot listen at {settings.host}, port {port}: {reason}") from None
    found.listen(BACKLOG)
    found.set_inheritable(False)
    return found


@contextlib.contextmanager
def taken(settings: Settings, other_ports: int = 0) -> Iterator[BoundSocket]:
    """The place of a server, as long as it runs."""
    alone = contextlib.nullcontext() if settings.database else only_one(Path(settings.data))
    with alone as lock, contextlib.closing(listening(settings, other_ports)) as where:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{host}:{where.getsockname()[1]}"
        if lock is not None:
            lock.write(address)
            lock.flush()
        yield BoundSocket(where, address)
