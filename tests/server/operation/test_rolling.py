"""One process after the other is restarted under load: nobody at a table is refused anything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from bench.load.host import Host
from bench.load.roving import Roving

from tutti.server.run import opened
from tutti.server.settings import Settings

pytestmark = pytest.mark.postgres
PATIENCE = 120.0


async def roll(folder: Path, database: str, processes: int, tables: int, rounds: int, rate: float) -> Roving:
    """Play at all of them, and restart each so many times."""

    def start() -> Host:
        return Host(folder, database=database, bot_pause=0, workers=1)

    hosts = [await asyncio.to_thread(start) for _ in range(processes)]
    try:
        crowd = Roving([(host.host, host.port) for host in hosts])
        await crowd.sit_down(tables, 3)
        playing = asyncio.create_task(crowd.play(rate, PATIENCE * rounds))
        for number in range(processes * rounds):
            known = len(crowd.latencies)
            host = hosts[number % processes]
            crowd.places.remove((host.host, host.port))  # as a proxy that is told, or that finds nobody there
            await asyncio.to_thread(host.stop)
            assert host.process.returncode == 0
            again = hosts[number % processes] = await asyncio.to_thread(start)
            crowd.places.append((again.host, again.port))
            async with asyncio.timeout(PATIENCE):
                while len(crowd.latencies) < known + tables and not all(p.over for t in crowd.tables for p in t.people):
                    await asyncio.sleep(0.01)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        async with asyncio.timeout(PATIENCE):
            while crowd.waiting():
                await asyncio.sleep(0.01)
        crowd.leave()
    finally:
        for host in hosts:
            host.kill()
    return crowd


async def moves_of(database: str, tables: list[str]) -> int:
    """How many moves of people are stored, each once."""
    found = 0
    async with opened(Settings(database=database)) as store:
        for id in tables:
            events = await store.events(id)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            keys = [event.key for event in events if event.kind == "play" and event.key]
            assert len(keys) == len(set(keys))
            found += len(keys)
    return found


@pytest.mark.parametrize(
    ("processes", "tables", "rounds", "rate"),
    [(2, 8, 1, 60), pytest.param(3, 60, 4, 200, marks=pytest.mark.soak)],
)
def test_no_order_is_refused_while_processes_are_restarted(
    tmp_path: Path, database: str, processes: int, tables: int, rounds: int, rate: float
) -> None:
    crowd = asyncio.run(roll(tmp_path, database, processes, tables, rounds, rate))
    assert crowd.refused == []
    assert crowd.breaks > 0
    assert len(crowd.latencies) == crowd.count >= tables
    assert asyncio.run(moves_of(database, [table.id for table in crowd.tables])) == crowd.count
    slowest = max(crowd.latencies)
    print(f"{crowd.count} moves, {crowd.breaks} breaks, the slowest answer after {slowest:.2f} s")
