"""Admission: first come, first served."""

from __future__ import annotations

import asyncio

import pytest

from tutti.server import admission
from tutti.server.admission import Admission


def test_so_many_are_on_their_way_and_who_sits_or_goes_lets_the_next_in() -> None:
    async def come() -> list[str]:
        line, seen = Admission(2), []

        async def one(name: str, sits: asyncio.Event) -> None:
            with await line.turn() as turn:
                seen.append(name)
                await sits.wait()
                turn.end()
                turn.end()  # twice is once
                await asyncio.sleep(0)

        doors = [asyncio.Event() for _ in range(4)]
        tasks = [asyncio.create_task(one(str(number), door)) for number, door in enumerate(doors)]
        await asyncio.sleep(0.01)
        assert seen == ["0", "1"]
        doors[1].set()
        await asyncio.sleep(0.01)
        assert seen == ["0", "1", "2"]
        tasks[0].cancel()  # who goes away keeps nobody waiting
        await asyncio.sleep(0.01)
        assert seen == ["0", "1", "2", "3"]
        for door in doors:
            door.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        await line.free.acquire()
        await line.free.acquire()
        assert line.free.locked()
        assert (line.count, line.here) == (4, 4)
        return seen

    assert asyncio.run(come()) == ["0", "1", "2", "3"]


def test_somebody_who_never_arrives_keeps_nobody_waiting_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "LONGEST", 0.01)

    async def come() -> None:
        line = Admission(1)
        first = await line.turn()
        async with asyncio.timeout(30):
            second = await line.turn()
        first.end()
        assert line.free.locked()
        second.end()
        assert not line.free.locked()

    asyncio.run(come())
