"""What is measured: moves under a load, memory of idle sockets, the time that a killed server needs."""

from __future__ import annotations

import asyncio
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from bench.load.crowd import Crowd
from bench.load.host import Host, stolen
from bench.load.roving import Roving

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
    stolen: float
    """Seconds of all cores that the host gave to others meanwhile: whoever needed them waited."""

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
                f" the generator took {1000 * self.asking / max(1, done):.2f} ms;"
                f" the host took {self.stolen / self.spent:.1%} of a core away",
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
            await crowd.read("/docs")  # made once, soon after the start: not a part of any move
        share = load.rate / processes
        await asyncio.gather(*(crowd.play(share / 2, 2) for crowd in crowds))  # everything is warm
        for crowd in crowds:
            crowd.latencies.clear()
        before, began, gone = [host.processor() for host in hosts], time.process_time(), stolen()
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
            stolen() - gone,
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


@dataclass
class Restarts:
    """What was seen of kills under load, in seconds after each: the first acknowledged move, everybody told everything,
    and the server's processor time by then."""

    load: Load
    first: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        load = self.load
        return (
            f"{load.game}: killed {len(self.first)} times under load: first acknowledged move after"
            f" {_spread(self.first)} s, all {load.tables * load.seats} sockets told everything after"
            f" {_spread(self.back)} s, {_spread(self.used)} s of the server's processor time by then"
        )


def restarting(load: Load) -> Load:
    """The load under which a server is killed: half of the moves."""
    return Load(load.game, load.tables, load.seats, load.rate / 2, 2)


async def restart(load: Load, times: int, sources: Path | None = None) -> Restarts:
    """Kill the server under load and start it at once, there: people come back by themselves, as pages do."""
    seen = Restarts(load)
    with tempfile.TemporaryDirectory() as folder:
        start = partial(Host, Path(folder), sources=sources)
        host = start()
        try:
            crowd = Roving([(host.host, host.port)], load.game)
            await crowd.sit_down(load.tables, load.seats)
            people = [person for table in crowd.tables for person in table.people]
            for _ in range(times):
                playing = asyncio.create_task(crowd.play(load.rate, load.seconds + 2 * PATIENCE))
                await asyncio.sleep(load.seconds)
                shown, lost = [person.views for person in people], crowd.breaks + len(people)
                begun = time.perf_counter()
                host.kill()
                starting = asyncio.create_task(asyncio.to_thread(start, port=host.port))
                while crowd.breaks < lost:  # what the old one had still said
                    await asyncio.sleep(0.001)
                known = len(crowd.latencies)
                async with asyncio.timeout(PATIENCE):
                    while len(crowd.latencies) == known:
                        await asyncio.sleep(0.001)
                    seen.first.append(crowd.heard_at[known] - begun)
                    while any(person.views == before for person, before in zip(people, shown, strict=True)):
                        await asyncio.sleep(0.002)
                    seen.back.append(time.perf_counter() - begun)
                host = await starting
                seen.used.append(host.processor())
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
            crowd.leave()
        finally:
            host.kill()
    return seen


def _spread(values: list[float]) -> str:
    return f"{median(values):.2f} ({min(values):.2f} to {max(values):.2f})"
