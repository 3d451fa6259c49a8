"""People who come back by themselves, as a page does: to whichever server is there, with the order that waits."""

from __future__ import annotations

import asyncio
import itertools
import random
import zlib

from bench.load.crowd import Crowd, Person
from bench.load.wire import connect

FIRST_WAIT, LONGEST_WAIT = 0.1, 8.0
"""Seconds before a line is tried again, more or less: at first, and in the end. As in ``web/src/net/socket.ts``."""


def wait(tries: int) -> float:
    """Seconds until the next try after so many that failed: twice as long each time, and not the same for everybody."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0**tries) * random.uniform(0.7, 1.3)


class Faithful(Person):
    """Sends an order again after a break until it is answered: its key makes that harmless."""

    waiting = b""

    def send(self, order: bytes) -> None:
        self.waiting = order
        super().send(order)

    def send_again(self) -> None:
        if self.waiting:
            super().send(self.waiting)

    def heard(self, raw: bytes) -> None:
        if raw.startswith((b'{"type":"done"', b'{"type":"refused"')):
            self.waiting = b""
        super().heard(raw)
        if self.waiting:  # asked or not: it has answered
            self.table.ready.pop(self.seat, None)


class Roving(Crowd):
    """A crowd before several servers, behind something that sends each table to one of those that are there.

    ``places`` may change at any time."""

    person = Faithful

    def __init__(self, places: list[tuple[str, int]], game: str = "symphonimo") -> None:
        super().__init__(*places[0], game)
        self.places = places
        self.over = False
        self.breaks = 0
        """How often a line was lost."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, person: Person) -> None:
        path = f"/api/tables/{person.table.id}/socket?seat={person.seat}"
        for tries in itertools.count(1):
            for host, port in sorted(self.places, key=lambda place: zlib.crc32(f"{person.table.id}{place}".encode())):
                try:
                    person.wire = await connect(host, port, path, person.cookie, person.heard)
                except OSError:
                    continue
                person.wire.closed.add_done_callback(lambda _: self._lost(person))
                assert isinstance(person, Faithful)
                person.send_again()
                return
            await asyncio.sleep(wait(tries))
            if self.over:
                return

    def _lost(self, person: Person) -> None:
        if self.over:
            return
        self.breaks += 1
        person.table.ready.pop(person.seat, None)
        task = asyncio.ensure_future(self._again(person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _again(self, person: Person) -> None:
        await asyncio.sleep(wait(0))
        await self.join(person)

    def waiting(self) -> int:
        """Orders that nobody has answered yet."""
        return sum(bool(p.waiting) for table in self.tables for p in table.people if isinstance(p, Faithful))

    def leave(self) -> None:
        self.over = True
        super().leave()
