"""A power cut under load: not one acknowledged move is lost. The process is really killed."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest
from bench.load.crowd import Crowd, Person
from bench.load.host import Host

from tutti.server.rooms import event_log
from tutti.server.store.rows import Event, Table
from tutti.server.store.sqlite import SqliteStore

TABLES, SEATS = 40, 3
RATE = 600
"""Moves a second: so many tables are not finished before the last life, however quick the machine is."""
LEAST = 40
"""Moves that are acknowledged before a life ends, however slow the machine is."""
PATIENCE = 120.0


class Noting(Crowd):
    """A crowd that writes down every move that was acknowledged."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        self.keys: dict[str, set[str]] = {}

    def acknowledged(self, person: Person, seconds: float) -> None:
        super().acknowledged(person, seconds)
        self.keys.setdefault(person.table.id, set()).add(person.key)

    async def play_some(self, rate: float = RATE) -> None:
        """Begin to play; returns when some moves have been acknowledged, and play goes on."""
        before = len(self.latencies)
        self.playing = asyncio.create_task(self.play(rate=rate, seconds=PATIENCE))
        async with asyncio.timeout(PATIENCE):
            while len(self.latencies) < before + LEAST:
                await asyncio.sleep(0.01)

    async def go(self) -> None:
        """Stop playing, and read what a server that is no more had sent."""
        self.playing.cancel()
        await asyncio.gather(self.playing, return_exceptions=True)
        await asyncio.sleep(0.2)
        self.leave()


async def stored(path: Path, tables: list[str]) -> dict[str, tuple[Table, list[Event]]]:
    store = SqliteStore(path / "tutti.db")
    found = {}
    for id in tables:
        table = await store.table(id)
        assert table is not None
        found[id] = table, await store.events(id)
    await store.close()
    return found


async def one_life(folder: Path, crowd: Noting | None, seconds: float) -> Noting:
    """Start the server, let everybody sit down (again) and play, and kill it in the middle of it."""
    with Host(folder, bot_pause=0, workers=1) as host:
        if crowd is None:
            crowd = Noting(host.host, host.port)
            await crowd.sit_down(TABLES, SEATS)
        else:
            await crowd.come_back(host.host, host.port)
        await crowd.play_some()
        await asyncio.sleep(seconds)
        async with asyncio.timeout(PATIENCE):
            while len(crowd.latencies) >= crowd.count:  # all answered, this very moment: something must be under way
                await asyncio.sleep(0)
        await asyncio.to_thread(host.kill)
        await crowd.go()
    return crowd


@pytest.mark.parametrize("lives", [3, pytest.param(100, marks=pytest.mark.soak)])
def test_no_acknowledged_move_is_lost(tmp_path: Path, lives: int) -> None:
    crowd: Noting | None = None
    dice = random.Random(5)
    acknowledged = earlier = 0
    for life in range(lives):
        if life and life % 4 == 0:  # before all matches are over, new people come
            crowd, earlier, acknowledged = None, earlier + acknowledged, 0
        crowd = asyncio.run(one_life(tmp_path, crowd, dice.random()))
        found = asyncio.run(stored(tmp_path, [table.id for table in crowd.tables]))
        assert sum(map(len, crowd.keys.values())) >= acknowledged + LEAST
        acknowledged = sum(map(len, crowd.keys.values()))
        for table, keys in crowd.keys.items():
            row, events = found[table]
            assert keys <= {event.key for event in events}, "an acknowledged move is gone"
            assert [event.seq for event in events] == list(range(1, row.seq + 1))
            match = event_log.rebuild(row, None, events)
            assert list(match.active) == row.active
            assert len(match.log) == sum(event.kind == "play" for event in events)
    print(f"killed {lives} times, {earlier + acknowledged:,} acknowledged moves, all there")


def test_a_server_that_is_told_to_stop_says_so_and_loses_nothing(tmp_path: Path) -> None:
    """``tutti serve`` as people start it: SIGTERM in the midst of play, close code 1012, a clean end, readable logs."""

    async def live() -> tuple[Noting, list[int], int]:
        with (tmp_path / "log").open("wb") as said, Host(tmp_path / "data", said, workers=1, log="json") as host:
            crowd = Noting(host.host, host.port)
            await crowd.sit_down(4, SEATS)
            await crowd.play_some(200)
            await asyncio.to_thread(host.stop)
            wires = [person.wire for table in crowd.tables for person in table.people]
            codes = [await asyncio.wait_for(wire.closed, PATIENCE) for wire in wires if wire is not None]
            await crowd.go()
            return crowd, codes, host.process.returncode

    crowd, codes, code = asyncio.run(live())
    assert code == 0
    assert codes == [1012] * (4 * SEATS)
    for table, (_, events) in asyncio.run(stored(tmp_path / "data", [table.id for table in crowd.tables])).items():
        assert crowd.keys.get(table, set()) <= {event.key for event in events}
    log = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in log] == ["listening", *["match_began"] * 4, "stopped"]
