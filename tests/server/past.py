"""Matches that somebody has played, by the thousand; and how long others wait while they are downloaded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import httpx
import msgspec
from bench.load.crowd import Crowd
from bench.load.host import Host, run
from bench.load.measures import percentile

import tutti
from server.store.test_store import within
from tutti.kernel.log import whole
from tutti.server.store.rows import Event, Seat, Table

GAMES = ("symphonimo", "symphony", "orchestra")
RATE, TABLES, SEATS = 100.0, 40, 4
EVERY = 0.02
"""Seconds between two requests."""
MARK = b'{"table":{"id":"past'
"""Each of these matches begins with it in the file."""


def finished(game: str, seed: int, players: int = 3) -> tuple[Table, list[Event]]:
    """A table whose match is over, as the store keeps it; moves are drawn from the seed, and nobody sits there yet."""
    match, dice = tutti.Match.new(game, players=players, seed=f"{seed:032x}"), tutti.Dice(seed)
    while match.active:
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    seats = [Seat("bot", bot="random", name=f"Seat {seat}") for seat in range(players)]
    table = Table("", game, players, dict(match.options.values), "", 1, 1, seats=seats)
    table.state, table.started, table.ended = "over", 1, 2
    table.rules, table.pack, table.pack_hash = match.options.rules, match.game.pack, match.game.pack_hash
    table.seed = match.seed
    events = [Event("", 1, 1, "start", body={"seed": match.seed})]
    for entry in match.log:
        told = whole(match.game, entry)
        body: dict[str, Any] = {key: told[key] for key in ("action", "chance") if key in told}
        events.append(Event("", len(events) + 1, 1, "play", entry.player, body=body))
    table.seq = len(events)
    return table, events


def past(person: str, count: int, games: Iterable[str] = GAMES) -> Iterator[tuple[Table, list[Event]]]:
    """So many matches of a person. A few are played, the others are copies of them."""
    played = [finished(game, seed) for game in games for seed in range(3)]
    for number, (table, events) in enumerate(islice(cycle(played), count)):
        id = f"past{number:012}"
        mine = [msgspec.structs.replace(table.seats[0], kind="person", person=person), *table.seats[1:]]
        copy = msgspec.structs.replace(table, id=id, host=person, created=number + 1, seats=mine)
        yield copy, [msgspec.structs.replace(event, match=id) for event in events]


def remembering(home: Path, count: int) -> str:
    """The cookie of somebody who has played so many matches, in the data folder of a server that does not run."""
    plan = {"game": GAMES[0], "seats": [{"kind": "me"}, {"kind": "open"}]}
    with Host(home) as host, httpx.Client(base_url=f"http://{host.host}:{host.port}", timeout=60) as http:
        http.post("/api/tables", json=plan).raise_for_status()
        cookie = http.cookies["tutti"]
        host.stop()

    async def fill(store: Any) -> None:
        rest = past(cookie.split(".")[0], count)
        while some := [store.save(table, events) for table, events in islice(rest, 100)]:
            await asyncio.gather(*some)

    within(home, fill)
    return f"tutti={cookie}"


@dataclass
class Waits:
    """How long others waited, in seconds, and what the server took meanwhile."""

    spent: float
    processor: float
    memory: int
    moves: list[float]
    requests: list[float]
    size: int = 0

    def __str__(self) -> str:
        told = f"{self.spent:.0f} s, server: {self.processor:.1f} s of processor, {self.memory >> 20} MiB"
        for name, times in (("moves", self.moves), ("requests", self.requests)):
            told += f"; {len(times)} {name}: " + ", ".join(
                f"p{int(share * 100)} {1000 * percentile(times, share):.1f} ms" for share in (0.5, 0.99, 1.0)
            )
        return told


def measured(home: Path, count: int, seconds: float, sources: Path | None = None) -> tuple[Waits, Waits]:
    """What a crowd that plays and somebody who asks who they are wait for answers: alone, and during an export."""
    cookie = remembering(home, count)
    with Host(home, sources=sources) as host:
        return run(_measured(host, cookie, seconds))


async def _measured(host: Host, cookie: str, seconds: float) -> tuple[Waits, Waits]:
    crowd = Crowd(host.host, host.port)
    await crowd.sit_down(TABLES, SEATS)
    await crowd.read("/docs")
    await _during(host, crowd, asyncio.sleep(3, 0))  # everything is warm
    alone = await _during(host, crowd, asyncio.sleep(seconds, 0))
    found = await _during(host, crowd, _download(host, cookie))
    crowd.leave()
    return alone, found


async def _during(host: Host, crowd: Crowd, work: Coroutine[Any, Any, int]) -> Waits:
    crowd.latencies = []
    requests: list[float] = []
    began, used = time.perf_counter(), host.processor()
    beside = [asyncio.create_task(crowd.play(RATE, 3600)), asyncio.create_task(_ask(host, requests))]
    try:
        size = await work
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
    spent, used = time.perf_counter() - began, host.processor() - used
    return Waits(spent, used, host.memory(), crowd.latencies, requests, size)


async def _ask(host: Host, took: list[float]) -> None:
    async with httpx.AsyncClient(base_url=f"http://{host.host}:{host.port}", timeout=60) as http:
        while True:
            began = time.perf_counter()
            (await http.get("/api/me")).raise_for_status()
            took.append(time.perf_counter() - began)
            await asyncio.sleep(EVERY)


async def _download(host: Host, cookie: str) -> int:
    """The number of tables in the file."""
    found, last = 0, b""
    async with (
        httpx.AsyncClient(base_url=f"http://{host.host}:{host.port}", timeout=3600) as http,
        http.stream("GET", "/api/me/export", headers={"Cookie": cookie}) as answer,
    ):
        answer.raise_for_status()
        async for part in answer.aiter_bytes():
            found += (last + part).count(MARK) - last.count(MARK)
            last = (last + part)[-len(MARK) + 1 :]
    assert last.endswith(b"]}")
    return found
