"""Exports: all that is kept about a person as one file, written while it is sent.

Matches are replayed a few at a time by a worker process of their own, at low priority and while a core is idle: neither
the server nor the bots at the tables wait for it.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import msgspec

import tutti
from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.rate_limits import KIB
from tutti.server.rooms.room import table_info
from tutti.server.server_clock import ServerClock
from tutti.server.store import Store, Unreadable
from tutti.server.store.rows import Person
from tutti.server.workers.pool import TRIES, Unable, Worker, WorkerPool

MOST = 32
"""Exports at a time, of all people together: each holds a megabyte at most while its client reads slowly."""
ROWS = 500
"""Lines of talk that are read at a time."""
BATCH = 256 * KIB
"""Bytes of stored matches that are handed to the worker at a time, and of records that it sends back; one match more
may begin below that."""
SECONDS = 0.2
"""After which the worker sends what it has."""
LIMIT = 120.0
"""Seconds until a worker is taken for dead; others may leave it little of the processor."""
PATIENCE, LOOK = 5.0, 0.05
"""Seconds that a batch waits for an idle core at most, and between two looks."""
SILENCE = 10.0
"""Seconds after which white space is sent, lest a proxy takes the connection for dead."""

encode = msgspec.json.Encoder().encode
_check = msgspec.json.Decoder(msgspec.Raw).decode


class Exports:
    """Those under way in this process, and the worker that they share."""

    def __init__(self, store: Store, workers: WorkerPool, now: ServerClock) -> None:
        self.store = store
        self.workers = workers
        self.now = now
        self._people: set[str] = set()
        self._turn = asyncio.Lock()
        """One batch at a time: two exports take no more memory and no more of the machine than one."""
        self._worker: Worker | None = None

    async def close(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await asyncio.shield(worker.end())

    @asynccontextmanager
    async def one(self, person: str) -> AsyncIterator[None]:
        """The export of a person, as long as the block lasts. ``Refused`` if there is one already."""
        if person in self._people:
            raise Refused("one_export", 409)
        if len(self._people) >= MOST:
            raise Refused("try_again", 503)
        self._people.add(person)
        try:
            yield
        finally:
            self._people.discard(person)
            if not self._people:
                await self.close()

    # -- the file ------------------------------------------------------------------------------

    async def file(self, person: Person) -> AsyncGenerator[bytes]:
        """The file, part by part. What fails raises before the last bracket, so that half a file never looks whole."""
        known = {
            "tutti_export": 1,
            "version": tutti.__version__,
            "made": self.now(),
            "me": {"name": person.name, "protected": person.passphrase is not None, "created": person.created}
            | {"seen": person.seen, "recovery_code": person.recovery is not None},
            "devices": [
                {"about": one.about, "began": one.began, "seen": one.seen}
                for one in await self.store.sessions(person.id)
            ],
            **await self.store.belongings(person.id),
        }
        yield encode(known)[:-1]
        for name, parts in (
            ("talk", self._lines(person.id, notices=False)),
            ("notices", self._lines(person.id, notices=True)),
            ("replays", self._replays(person.id)),
            ("tables", self._tables(person.id)),
        ):
            yield b',"' + name.encode() + b'":['
            between = b""
            async with aclosing(parts):
                async for part in parts:
                    yield between + part if part else b"\n"
                    between = b"," if part else between
            yield b"]"
        yield b"}"

    async def _lines(self, person: str, *, notices: bool) -> AsyncGenerator[bytes]:
        after = ("", -1)
        while rows := await self.store.lines_of(person, notices, after, ROWS):
            yield encode(rows)[1:-1]
            after = rows[-1]["table"], rows[-1]["line"]

    async def _replays(self, person: str) -> AsyncGenerator[bytes]:
        for token in await self.store.replays_by(person):
            try:
                replay = await self.store.replay(token)
            except Unreadable:
                yield encode({"replay": token, "unreadable": True})
                continue
            if replay is not None:  # else it was deleted meanwhile
                r = replay
                told = {"replay": token, "table": r.table, "at": r.at, "opened": r.opened, "game": r.game}
                yield encode({**told, "record": _text(r.record)})

    async def _tables(self, person: str) -> AsyncGenerator[bytes]:
        """Some tables at a time; nothing where it takes long until the next are there."""
        left = deque(await self.store.tables_of(person))
        ready: deque[bytes] = deque()
        while left or ready:
            making = asyncio.create_task(self._batch(person, left, ready))
            try:
                while not (await asyncio.wait({making}, timeout=SILENCE))[0]:
                    yield b""
            finally:
                making.cancel()
            if told := making.result():
                yield told

    # -- in batches ----------------------------------------------------------------------------

    async def _batch(self, person: str, left: deque[str], ready: deque[bytes]) -> bytes:
        """The next tables as JSON, without brackets around them."""
        async with self._turn:
            while left and sum(map(len, ready)) < BATCH:
                if item := await self._item(person, left.popleft()):
                    ready.append(item)
            if not ready:
                return b""
            await self._idle()
            items = [msgspec.Raw(item) for item in ready]
            job = {"what": "export", "person": person, "items": items, "seconds": SECONDS, "size": BATCH}
            said = await self._work(encode(job))
        for _ in range(said["done"]):
            ready.popleft()
        return str(said["told"]).encode()

    async def _item(self, person: str, id: str) -> bytes:
        """All that the worker has to know of a table."""
        try:
            table = await self.store.table(id)
            events = await self.store.events(id)
        except Unreadable:
            return encode({"told": {"id": id, "unreadable": True}})
        if table is None:  # deleted meanwhile
            return b""
        told = {"table": table_info(table, person)}
        if not table.seed:
            return encode({"told": told})
        return encode({"told": told, "table": table, "events": [one for one in events if one.seq <= table.seq]})

    async def _idle(self) -> None:
        """Wait for an idle core, but not for ever: bots may think day and night."""
        for _ in range(int(PATIENCE / LOOK)):
            if self.workers.free():
                return
            await asyncio.sleep(LOOK)

    async def _work(self, job: bytes) -> dict[str, Any]:
        for _ in range(TRIES):
            if self._worker is None:
                self._worker = await Worker.start(low=True)
            try:
                said = await self._worker.ask(job, LIMIT)
            except (OSError, EOFError, TimeoutError) as fault:
                self.workers.metrics.workers_lost.add()
                log("thinker_lost", level="warning", reason=type(fault).__name__)
                await self.close()
            except BaseException:  # nobody wants it any more, and a process is not asked twice at a time
                await self.close()
                raise
            else:
                if "fault" in said:
                    raise Unable(said["fault"])
                return said
        raise Unable("export")


def _text(record: bytes) -> msgspec.Raw | str:
    """A stored record as it is; one that is damaged as far as it is text."""
    try:
        record.decode()
        return msgspec.Raw(_check(record))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return record.decode(errors="replace")


async def packed(parts: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """The same with gzip, in another thread, which leaves the server to others meanwhile."""
    press = zlib.compressobj(3, zlib.DEFLATED, 31)

    def pressed(part: bytes) -> bytes:
        return press.compress(part) + press.flush(zlib.Z_SYNC_FLUSH)

    async with aclosing(parts):
        async for part in parts:
            yield await asyncio.to_thread(pressed, part)
    yield press.flush()
