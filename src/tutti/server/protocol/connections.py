"""Limits on connections: how many may be open, and what one may cost before anything it says is read."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from functools import lru_cache
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts
from uvicorn.protocols.http.flow_control import FlowControl

from tutti.server.metrics import Metrics
from tutti.server.rate_limits import Bucket, Buckets, place_of
from tutti.server.settings import Settings

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]  # a module that may be absent

ARRIVALS = 40, 300
"""New connections of one address: so many a second, so many at once. A browser needs six, and keeps them."""
CRUMBS = 40, 200
"""Reads of a few bytes on one connection for requests."""
READS = 60, 400
"""Reads on one socket: an order is one, a long one on a bad line thirty."""
AT_ONCE = 16
"""Connections that are read for the first time in one turn of the loop."""
KEPT_FREE = 200
"""Descriptors that are not for clients: the database, the bots, the pages."""
FEWEST = 64


def raise_descriptors() -> int | None:
    """Let this process open as many files as the system allows it; how many that is, if anybody knows."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # some systems promise more than they give
            pass
    return None if soft == resource.RLIM_INFINITY else soft


def is_proxy(address: str, settings: Settings) -> bool:
    """Whether one of the proxies of the settings is there."""
    return bool(settings.proxies) and address in _proxies(settings.proxies)


@lru_cache(maxsize=8)
def _proxies(said: str) -> _TrustedHosts:
    """The same reading of the setting as where the header of a proxy is believed."""
    return ProxyHeadersMiddleware(_nothing, said).trusted_hosts


class ReadPacer:
    """After a restart a thousand connections have come before the loop turns once, and to read them all takes half a
    second. So they are read in handfuls, one in each turn: whoever is inside plays meanwhile. Who is silent delays
    nobody."""

    def __init__(self) -> None:
        self._waiting: deque[FlowControl] = deque()
        self._room = AT_ONCE
        self._turning = False

    def add(self, loop: asyncio.AbstractEventLoop, flow: FlowControl) -> None:
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn, loop)
        if self._room:
            self._room -= 1
        else:
            flow.pause_reading()
            self._waiting.append(flow)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        self._room = AT_ONCE
        while self._waiting and self._room:
            flow = self._waiting.popleft()
            if not flow._transport.is_closing():
                self._room -= 1
                flow.resume_reading()
        self._turning = bool(self._waiting)
        if self._turning:
            loop.call_soon(self._turn, loop)


class ConnectionLimiter:
    """Counts connections by address. A proxy of the settings speaks for many: it is not counted."""

    def __init__(self, settings: Settings, metrics: Metrics, descriptors: int | None = None) -> None:
        self.settings = settings
        self.metrics = metrics
        self.on = settings.limits
        self.most = None if descriptors is None else max(FEWEST, descriptors - KEPT_FREE)
        """Connections for which there are descriptors."""
        self.inside: Counter[str] = Counter()
        self.all = 0
        self._arrivals = Buckets(*ARRIVALS)
        self.pacer = ReadPacer()

    def speaks_for_many(self, address: str) -> bool:
        return is_proxy(address, self.settings)

    def refusal(self, address: str) -> str:
        """Why one more connection from there cannot be had now; empty if it can.

        ``too_fast`` and ``full`` are said to nobody: an answer costs more than the asking."""
        if self.most is not None and self.all >= self.most:
            return "full"
        if not self.on or self.speaks_for_many(address):
            return ""
        place = place_of(address)
        if not self._arrivals.take(place):
            return "too_fast"
        return "too_many" if self.inside[place] >= self.settings.connections_per_address else ""

    def enter(self, address: str) -> None:
        self.all += 1
        self.inside[place_of(address)] += 1

    def leave(self, address: str) -> None:
        self.all -= 1
        place = place_of(address)
        self.inside[place] -= 1
        if not self.inside[place]:
            del self.inside[place]

    def crumbs(self, address: str, now: float) -> Bucket | None:
        """How many small reads a connection for requests may cost; None for as many as it likes."""
        return Bucket(*CRUMBS, now) if self.on and not self.speaks_for_many(address) else None

    def reads(self, now: float) -> Bucket | None:
        """The same for a socket: even a proxy carries only one client on each."""
        return Bucket(*READS, now) if self.on else None


async def _nothing(scope: Any, receive: Any, send: Any) -> None: ...
