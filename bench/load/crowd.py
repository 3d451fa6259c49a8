"""Tables full of people who answer their questions at a steady pace."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import time
from typing import Any

import httpx
import msgspec

from bench.load.wire import Wire, connect


class Asked(msgspec.Struct):
    """What the generator reads of a view; the rest is skipped, as it must not be what is measured."""

    question: int
    legal: list[str]


read = msgspec.json.Decoder(Asked).decode


class Person:
    """One seat: knows the open question and its answers, and when its last move was sent."""

    def __init__(self, table: LoadTable, seat: int, cookie: str) -> None:
        self.table = table
        self.seat = seat
        self.cookie = cookie
        self.wire: Wire | None = None
        self.question = -1
        self.legal: list[str] = []
        self.sent = 0.0
        self.key = ""
        self.views = 0
        self.over = False

    def heard(self, raw: bytes) -> None:
        if raw.startswith(b'{"type":"view"'):
            self.views += 1
            message = read(raw)
            self.question, self.legal = message.question, message.legal
            if self.legal:
                self.table.ready[self.seat] = self
                return
            self.table.ready.pop(self.seat, None)
            if b'"result":null' not in raw:
                self.over = True
        elif raw.startswith(b'{"type":"done"'):
            self.table.crowd.acknowledged(self, time.perf_counter() - self.sent)
        elif raw.startswith(b'{"type":"refused"'):
            self.table.crowd.refused.append(raw.decode())

    def move(self, dice: random.Random) -> None:
        """Answer the open question."""
        self.table.crowd.count += 1
        self.key = f"m{self.table.crowd.count}"
        order = {
            "type": "play",
            "key": self.key,
            "question": self.question,
            "action": dice.choice(self.legal),
        }
        self.legal = []
        self.sent = time.perf_counter()
        self.send(json.dumps(order).encode())

    def send(self, order: bytes) -> None:
        assert self.wire is not None
        self.wire.send(order)


class LoadTable:
    """One table; somebody there moves once in every interval."""

    def __init__(self, crowd: Crowd, id: str) -> None:
        self.crowd = crowd
        self.id = id
        self.people: list[Person] = []
        self.ready: dict[int, Person] = {}
        """Who has an open question, by seat: several may be asked at once."""
        self.due = 0.0


class Crowd:
    """All tables. ``latencies`` holds the seconds from each move to its acknowledgement."""

    person: type[Person] = Person

    def __init__(self, host: str, port: int, game: str = "symphonimo") -> None:
        self.host, self.port, self.game = host, port, game
        self.tables: list[LoadTable] = []
        self.count = 0
        self.latencies: list[float] = []
        self.heard_at: list[float] = []
        """When each acknowledgement came."""
        self.refused: list[str] = []
        self.acks: dict[str, int] = {}
        self.dice = random.Random(1)

    def acknowledged(self, person: Person, seconds: float) -> None:
        self.latencies.append(seconds)
        self.heard_at.append(time.perf_counter())
        self.acks[person.table.id] = self.acks.get(person.table.id, 0) + 1

    async def sit_down(self, tables: int, seats: int, at_once: int = 16) -> None:
        """Open the tables, with a person and a socket on every seat."""
        gate = asyncio.Semaphore(at_once)
        limits = httpx.Limits(max_connections=at_once)
        async with httpx.AsyncClient(base_url=f"http://{self.host}:{self.port}", limits=limits, timeout=60) as http:

            async def one() -> None:
                async with gate:
                    self.tables.append(await self._table(http, seats))

            await asyncio.gather(*(one() for _ in range(tables)))

    async def read(self, path: str, cookie: str = "") -> None:
        async with httpx.AsyncClient(base_url=f"http://{self.host}:{self.port}", timeout=60) as http:
            (await http.get(path, headers={"Cookie": cookie} if cookie else {})).raise_for_status()

    async def come_back(self, host: str, port: int) -> None:
        """Everybody sits down again, there and all at once; returns when each has been shown the table."""
        self.host, self.port = host, port
        for table in self.tables:
            table.ready.clear()
        people = [person for table in self.tables for person in table.people]
        shown = [person.views for person in people]
        await asyncio.gather(*map(self.join, people))
        while any(person.views == before for person, before in zip(people, shown, strict=True)):
            await asyncio.sleep(0.002)

    async def _table(self, http: httpx.AsyncClient, seats: int) -> LoadTable:
        plan = {"game": self.game, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]}
        info, host = await self._ask(http, "POST", "/api/tables", plan)
        table = LoadTable(self, info["id"])
        cookies = [host]
        for _ in range(seats - 1):
            cookies.append((await self._ask(http, "POST", f"/api/tables/{table.id}/join", {}))[1])
        await self._ask(http, "POST", f"/api/tables/{table.id}/start", {}, host)
        for seat, cookie in enumerate(cookies):
            person = self.person(table, seat, cookie)
            table.people.append(person)
            await self.join(person)
        return table

    async def join(self, person: Person) -> None:
        path = f"/api/tables/{person.table.id}/socket?seat={person.seat}"
        person.wire = await connect(self.host, self.port, path, person.cookie, person.heard)

    @staticmethod
    async def _ask(
        http: httpx.AsyncClient, method: str, path: str, body: Any, cookie: str = ""
    ) -> tuple[dict[str, Any], str]:
        http.cookies.clear()
        answer = await http.request(method, path, json=body, headers={"Cookie": cookie} if cookie else {})
        answer.raise_for_status()
        given = answer.headers.get("set-cookie", "").partition(";")[0]
        http.cookies.clear()
        return answer.json(), given or cookie

    async def play(self, rate: float, seconds: float) -> float:
        """Move at this rate, all tables together; returns the seconds it took."""
        gc.collect()
        gc.freeze()  # a pause of ours would be taken for one of the server
        interval = len(self.tables) / rate
        start = time.perf_counter()
        for number, table in enumerate(self.tables):
            table.due = start + interval * number / len(self.tables)
        while (now := time.perf_counter()) < start + seconds:
            for table in self.tables:
                if table.due <= now and table.ready:
                    _, person = table.ready.popitem()
                    table.due = max(table.due + interval, now - interval)
                    person.move(self.dice)
            await asyncio.sleep(0.002)
        spent = time.perf_counter() - start
        await asyncio.sleep(1)  # the last answers
        return spent

    def leave(self) -> None:
        for table in self.tables:
            for person in table.people:
                if person.wire is not None:
                    person.wire.close()
