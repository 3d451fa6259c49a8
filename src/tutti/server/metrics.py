"""Numbers for Prometheus, in its text form; event-loop lag; and how long each part of an order takes."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from pathlib import Path

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)


CUTS = ("full", "too_fast", "too_many", "slow", "unread", "crumbs", "head", "queued", "chunks", "body", "bad", "frames")
"""Why a connection was refused or closed below the application."""


class Counter:
    """Only goes up. Labels are few and known."""

    def __init__(self, name: str, help: str, label: str = "") -> None:
        self.name, self.help, self.label = name, help, label
        self.values: dict[str, int] = {} if label else {"": 0}

    def add(self, label: str = "", by: int = 1) -> None:
        self.values[label] = self.values.get(label, 0) + by

    def lines(self) -> Iterable[str]:
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} counter"
        for label, value in self.values.items():
            yield f'{self.name}{{{self.label}="{label}"}} {value}' if self.label else f"{self.name} {value}"


class Histogram:
    """Seconds, in buckets. Labels are few and known."""

    def __init__(self, name: str, help: str, label: str = "") -> None:
        self.name, self.help, self.label = name, help, label
        self.counts: dict[str, list[int]] = {}
        self.sums: dict[str, float] = {}
        if not label:
            self._begin("")

    def _begin(self, label: str) -> None:
        self.counts[label], self.sums[label] = [0] * (len(BUCKETS) + 1), 0.0

    def observe(self, seconds: float, label: str = "") -> None:
        if label not in self.counts:
            self._begin(label)
        self.counts[label][bisect_left(BUCKETS, seconds)] += 1
        self.sums[label] += seconds

    def lines(self) -> Iterable[str]:
        yield f"# HELP {self.name} {self.help}"
        yield f"# TYPE {self.name} histogram"
        for label, counts in self.counts.items():
            own = f'{self.label}="{label}"' if self.label else ""
            total = 0
            for bound, count in zip((*BUCKETS, "+Inf"), counts, strict=True):
                total += count
                yield f'{self.name}_bucket{{{own}{"," if own else ""}le="{bound}"}} {total}'
            tail = f"{{{own}}}" if own else ""
            yield f"{self.name}_sum{tail} {self.sums[label]:.6f}"
            yield f"{self.name}_count{tail} {total}"


class Metrics:
    """All numbers of one server; ``gauges`` are asked when somebody looks."""

    clock: Callable[[], float] = staticmethod(time.perf_counter)

    def __init__(self) -> None:
        self.requests = Counter("tutti_requests_total", "Answered requests by status.", "status")
        self.messages = Counter("tutti_socket_messages_total", "Messages sent over sockets.")
        self.orders = Counter("tutti_orders_total", "Orders of clients by outcome.", "outcome")
        self.moves = Counter("tutti_moves_total", "Acknowledged moves of people.")
        self.rooms_loaded = Counter("tutti_rooms_loaded_total", "Tables brought into memory.")
        self.workers_lost = Counter("tutti_thinkers_lost_total", "Worker processes that died or were stopped.")
        self.slowed = Counter("tutti_slowed_total", "Requests refused because they came too fast.")
        self.cut = Counter("tutti_cut_total", "Connections refused or closed because of what came over them.", "why")
        self.failed_writes = Counter(
            "tutti_failed_writes_total", "Changes that could not be stored, and were not made."
        )
        self.reports = Counter("tutti_reports_total", "Reported lines of talk.")
        self.notifications = Counter("tutti_notices_total", "Messages to people by outcome.", "outcome")
        for outcome in ("sent", "failed", "private", "bad", "gone"):
            self.notifications.add(outcome, 0)
        for why in CUTS:
            self.cut.add(why, 0)
        self.stored = Histogram("tutti_store_seconds", "Until a change was durable.")
        self.order_seconds = Histogram("tutti_order_seconds", "From an order to its answer, by kind.", "order")
        self.thought = Histogram("tutti_think_seconds", "Jobs of worker processes.")
        self.lag = Histogram("tutti_loop_lag_seconds", "How late the loop came to what was due.")
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def gauge(self, name: str, help: str, value: Callable[[], float]) -> None:
        self.gauges[name] = help, value

    def text(self) -> str:
        lines: list[str] = []
        for found in vars(self).values():
            if isinstance(found, Counter | Histogram):
                lines += found.lines()
        for name, (help, value) in self.gauges.items():
            lines += [f"# HELP {name} {help}", f"# TYPE {name} gauge", f"{name} {value()}"]
        return "\n".join(lines) + "\n"


# -- event-loop lag ------------------------------------------------------------------------------

LAG_EVERY = 0.5
LAG_FADE = 0.8
"""The weight of the last measurement in the next."""


class LoopLag:
    """Measures event-loop lag: every answer is late by as much."""

    def __init__(self, seen: Histogram) -> None:
        self.seen = seen
        self._now = 0.0

    def now(self) -> float:
        """Seconds by which everything is late, about."""
        return self._now

    def note(self, late: float) -> None:
        self.seen.observe(late)
        self._now = max(late, self._now * LAG_FADE)

    async def keep(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(LAG_EVERY)
            self.note(max(0.0, time.monotonic() - began - LAG_EVERY))


def open_files() -> int:
    """Descriptors that this process has open; -1 where the system does not tell."""
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return -1


# -- parts of an order ---------------------------------------------------------------------------

SLOW_ORDER = 0.25
"""Seconds after which an order is worth a line in the log."""


class Parts:
    """The parts of one order, in seconds: waiting for the table, playing, storing. Slow orders are logged with them."""

    __slots__ = ("played", "stored", "waited")

    def __init__(self) -> None:
        self.waited = self.played = self.stored = 0.0

    def told(self, whole: float) -> dict[str, float]:
        """Milliseconds, with what is none of the parts: following moves, telling others."""
        rest = max(0.0, whole - self.waited - self.played - self.stored)
        parts = {"took": whole, "waited": self.waited, "played": self.played, "stored": self.stored, "rest": rest}
        return {name: round(1000 * seconds, 1) for name, seconds in parts.items()}


current_parts: ContextVar[Parts | None] = ContextVar("parts", default=None)


def note_stored(seconds: float) -> None:
    """A change became durable; if it belongs to an order, that is part of it."""
    parts = current_parts.get()
    if parts is not None:
        parts.stored += seconds
