"""Which addresses of the network a message may be brought to: not those of the machine and its neighbours.

The check is an audit hook of Python on ``connect`` itself, after names were looked up, so it holds for every library,
every protocol and every hop, and there is no moment between the look and the step.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"))
"""Networks of IPv6 whose last four bytes are an address of IPv4."""
SENDING = {"socket.connect", "socket.sendto", "socket.sendmsg"}
FORBIDDEN = {
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.forkpty",
    "pty.spawn",
}
"""Nobody who brings messages starts programs, whatever an address says."""


class Private(PermissionError):
    """The way leads into a network that is not for everybody."""


class Leave(threading.local):
    """What the job of this thread may do, and whether it tried more."""

    private = False
    stopped = False


leave = Leave()


def public(text: str) -> bool:
    """Whether everybody on the internet would reach the same machine at this address."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return False  # a name: whoever connects has looked it up before
    return all(one.is_global and not one.is_multicast for one in _meant(found))


def _meant(found: IPv4Address | IPv6Address) -> list[IPv4Address | IPv6Address]:
    """The address, or the one of IPv4 that is written inside."""
    if isinstance(found, IPv4Address):
        return [found]
    if found.ipv4_mapped is not None:
        return [found.ipv4_mapped]
    if found.sixtofour is not None:
        return [found, found.sixtofour]
    if any(found in network for network in TRANSLATED):
        return [found, IPv4Address(int(found) & 0xFFFFFFFF)]
    return [found]


def check(event: str, args: tuple[Any, ...]) -> None:
    """The hook: raises where a step is not allowed."""
    if event in FORBIDDEN:
        raise PermissionError("no programs are started here")
    if event not in SENDING or leave.private:
        return
    wire, where = args[0], args[-1]
    inside = wire.family in (socket.AF_INET, socket.AF_INET6) and isinstance(where, tuple) and public(str(where[0]))
    if not inside:
        leave.stopped = True
        raise Private("this address is not for everybody")


def install() -> None:
    """For the rest of this process's life; it cannot be taken away."""
    sys.addaudithook(check)


@contextmanager
def job(private: bool) -> Iterator[Leave]:
    """One message; ``private`` if whoever runs the server allows it to go anywhere."""
    leave.private, leave.stopped = private, False
    try:
        yield leave
    finally:
        leave.private = False
