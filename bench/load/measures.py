"""What is measured: moves under a load, memory of idle sockets, the time that a killed server needs."""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.load.crowd import Crowd
from bench.load.host import Host

PATIENCE = 120.0
"""Seconds after which a server that was killed is taken for lost."""


@dataclass
class Load:
    """What the crowd does: so many tables, moves a second of all together, for so long."""

    game: str
    tables: int
    seats: int
    rate: float
    seconds: float


@dataclass
class Seen:
    """What was seen of a load."""

    load: Load
    spent: float
    latencies: list[float]
    refused: int
    views: int
    used: float
    memory: int
    asking: float
    """Seconds of processor time that the generator took: it has to share the machine, too."""

    @property
    def cost(self) -> float:
        """Seconds of the servers' processor time for a move."""
        return self.used / max(1, len(self.latencies))

    def __str__(self) -> str:
        load, done = self.load, len(self.latencies)
        shares = (("50", 0.5), ("90", 0.9), ("99", 0.99), ("max", 1.0))
        times = " ".join(f"p{name} {1000 * percentile(self.latencies, share):.1f}" for name, share in shares)
        return "\n".join(
            (
                f"{load.game}: {load.tables} tables x {load.seats} sockets, {load.rate:.0f} moves/s asked for,"
                f" {self.spent:.0f} s",
                f"  acknowledged {done / self.spent:.0f} moves/s; refused {self.refused}; views {self.views:,}",
                f"  milliseconds to the acknowledgement: {times}",
                f"  server: {1000 * self.cost:.2f} ms of processor a move; {self.memory >> 20} MiB;"
                f" the generator took {1000 * self.asking / max(1, done):.2f} ms",
            )
        )


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def moves(load: Load, database: str = "", processes: int = 1, sources: Path | None = None) -> Seen:
    """Let a crowd play; with several processes, each has its share of the tables."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hosts = [
            stack.enter_context(Host(folder / str(number), sources=sources, database=database))
            for number in range(processes)
        ]
        crowds = [Crowd(host.host, host.port, load.game) for host in hosts]
        for crowd in crowds:
            stack.callback(crowd.leave)
            await crowd.sit_down(load.tables // processes, load.seats)
            await crowd.read_docs()  # made once, soon after the start: not a part of any move
        share = load.rate / processes
        await asyncio.gather(*(crowd.play(share / 2, 2) for crowd in crowds))  # everything is warm
        for crowd in crowds:
            crowd.latencies.clear()
        before, began = [host.processor() for host in hosts], time.process_time()
        spent = await asyncio.gather(*(crowd.play(share, load.seconds) for crowd in crowds))
        return Seen(
            load,
            max(spent),
            [seconds for crowd in crowds for seconds in crowd.latencies],
            sum(len(crowd.refused) for crowd in crowds),
            sum(person.views for crowd in crowds for table in crowd.tables for person in table.people),
            sum(host.processor() - was for host, was in zip(hosts, before, strict=True)),
            sum(host.memory() for host in hosts),
            time.process_time() - began,
        )


async def idle(sockets: int) -> str:
    with tempfile.TemporaryDirectory() as folder, Host(Path(folder)) as host:
        warm = Crowd(host.host, host.port)
        await warm.sit_down(5, 4)
        before = host.memory()
        crowd = Crowd(host.host, host.port)
        await crowd.sit_down(sockets // 4, 4)
        await asyncio.sleep(2)
        each = (host.memory() - before) / sockets
        crowd.leave()
        warm.leave()
    return f"{sockets} idle sockets at {sockets // 4} tables: {each / 1024:.0f} KiB each, tables included"


async def restart(load: Load, times: int, sources: Path | None = None) -> str:
    """Kill the server under load and start it at once: when is a move acknowledged, when is everybody back?"""
    first: list[float] = []
    back: list[float] = []
    used: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        host = Host(Path(folder), sources=sources)
        try:
            crowd = Crowd(host.host, host.port, load.game)
            await crowd.sit_down(load.tables, load.seats)
            for _ in range(times):
                await crowd.play(load.rate, load.seconds)
                host.kill()
                begun = time.perf_counter()
                crowd.leave()
                known = len(crowd.latencies)
                host = await asyncio.to_thread(Host, Path(folder), sources=sources)
                playing = asyncio.create_task(crowd.play(load.rate, PATIENCE))
                await crowd.come_back(host.host, host.port)
                back.append(time.perf_counter() - begun)
                async with asyncio.timeout(PATIENCE):
                    while len(crowd.latencies) == known:
                        await asyncio.sleep(0.001)
                first.append(crowd.heard_at[known] - begun)
                used.append(host.processor())
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            crowd.leave()
        finally:
            host.kill()
    sockets = load.tables * load.seats
    return (
        f"{load.game}: killed {times} times under load: first acknowledged move after {_spread(first)} s,"
        f" all {sockets} sockets told everything after {_spread(back)} s,"
        f" {_spread(used)} s of the server's processor time by then"
    )


def _spread(values: list[float]) -> str:
    return f"{median(values):.2f} ({min(values):.2f} to {max(values):.2f})"
