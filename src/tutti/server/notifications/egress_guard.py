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
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

UNICAST = ip_network("2000::/3")
"""All of IPv6 that is given out for the internet."""
NOT_FOR_ALL = tuple(map(ip_network, ("3fff::/20", "2002::/16", "2001::/32")))
"""Parts of it that lead elsewhere: documentation, and IPv4 inside IPv6 (6to4, Teredo)."""
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
    if isinstance(found, IPv6Address) and (found not in UNICAST or any(found in net for net in NOT_FOR_ALL)):
        return False  # Python calls fec0::1, 5f00::1 and ::7f00:1 global
    return found.is_global and not found.is_multicast


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
