"""The store in PostgreSQL, for several processes at once: who may play a match, and who must know of what.

A match is played by one process at a time, the one that holds its advisory lock. The lock belongs to a
connection, so it is free as soon as its process is no more, however it ended. ``(match, seq)`` is unique all the
same. Processes tell each other with ``NOTIFY`` no more than what it is about.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from itertools import groupby
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.errors import DeadlockDetected, NotNullViolation, UniqueViolation
from psycopg_pool import AsyncConnectionPool

from tutti.server.logs import log
from tutti.server.store import Conflict, Heard, StoreFault
from tutti.server.store.analyses import Script, Statement
from tutti.server.store.dialect import POSTGRES, SqlRow, said
from tutti.server.store.inserts import Insert, Inserts, joined
from tutti.server.store.json_rows import all_at_once, without_zero
from tutti.server.store.schema import NOTE_LOOK, POSTGRES_STEPS, PROTECTED, missing_looks
from tutti.server.store.sql import SqlStore

Wire = AsyncConnection[SqlRow]

CONNECTIONS = 8
"""Writes that can be under way at once; PostgreSQL puts them into one fsync."""
LONGEST = 3
"""Seconds that anybody waits for a connection: who asks while the database is away is told so soon."""
MOST_WAITING = 256
"""So many wait for one at a time, far more than in any rush; who comes then is told at once."""
CHANNEL = "tutti"
UPDATING = 0x7475747469
"""While a process creates or updates the tables, the others wait at this lock."""
LARGEST_GROUP = 64
"""So many writes go into one transaction."""
GATHERING = 0.003
"""Seconds that a group waits for more where writes follow each other: a transaction costs much the same for many."""
REST = 0.5
"""Seconds before a lost connection is tried again."""


Work = tuple[Statement, ...] | Inserts
Job = tuple[Work, "asyncio.Future[int]"]


class Clash(StoreFault):
    """One statement cannot be done, or met another's: the database itself is well."""


async def bring_up(wire: Wire) -> None:
    """Create or update the tables; a database written by a newer Tutti is refused."""
    steps = POSTGRES_STEPS
    async with wire.transaction():
        await wire.execute("SELECT pg_advisory_xact_lock(%s)", (UPDATING,))
        await wire.execute("CREATE TABLE IF NOT EXISTS form (version INTEGER NOT NULL)")
        row = await (await wire.execute("SELECT version FROM form")).fetchone()
        version = int(row[0]) if row else 0
        if version > len(steps):
            raise StoreFault(f"the database was written by a newer Tutti (form {version}; known: {len(steps)})")
        if version == len(steps):
            return
        for step in steps[version:]:
            await wire.execute(step.encode())
        people = await (await wire.execute(PROTECTED)).fetchall()
        for found in missing_looks((id, name, look) for id, name, look in people):
            await wire.execute(_said(NOTE_LOOK), found)
        await wire.execute("DELETE FROM form")
        await wire.execute("INSERT INTO form VALUES (%s)", (len(steps),))


class PostgresStore(SqlStore):
    """See ``Store``."""

    dialect = POSTGRES

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._pool: AsyncConnectionPool[Wire] | None = None
        self._claims: Wire | None = None
        self._claiming = asyncio.Lock()
        self._claimed: set[str] = set()
        self._heard: Heard = lambda what, id: None
        self._ears: asyncio.Task[None] | None = None
        self._waiting: list[Job] = []
        self._writing: asyncio.Task[None] | None = None

    # -- connections ---------------------------------------------------------------------------

    async def _connect(self) -> Wire:
        try:
            wire = await AsyncConnection.connect(self._url, autocommit=True, connect_timeout=LONGEST)
            await _configure(wire)
        except psycopg.Error as fault:
            raise StoreFault(f"PostgreSQL: {' '.join(str(fault).split())}") from None
        return wire

    async def open(self, heard: Heard) -> None:
        self._heard = heard
        async with await self._connect() as wire:  # a fault now says more than a pool that waits
            try:
                await bring_up(wire)
            except psycopg.Error as fault:
                raise StoreFault(f"PostgreSQL: {' '.join(str(fault).split())}") from None
        await self.open_pool()
        ready = asyncio.Event()
        self._ears = asyncio.create_task(self._listen(ready))
        await ready.wait()

    async def open_pool(self) -> None:
        """Only the connections for statements, which come as soon as there is a database."""
        self._pool = AsyncConnectionPool(
            self._url,
            min_size=1,
            max_size=CONNECTIONS,
            open=False,
            kwargs={"autocommit": True, "connect_timeout": LONGEST},
            configure=_configure,
            timeout=LONGEST,
            max_waiting=MOST_WAITING,
            reconnect_timeout=LONGEST / 2,  # after that, whoever asks next begins anew
            name="tutti",
        )
        await self._pool.open()

    async def close(self) -> None:
        if self._ears is not None:
            self._ears.cancel()
            with suppress(asyncio.CancelledError):
                await self._ears
        if self._writing is not None:
            await asyncio.wait({self._writing})
        if self._pool is not None:
            await self._pool.close()
        if self._claims is not None:
            await self._claims.close()

    # -- how statements are run ----------------------------------------------------------------

    @asynccontextmanager
    async def _wire(self) -> AsyncIterator[Wire]:
        """A connection; each statement is a transaction of its own."""
        if self._pool is None:
            raise StoreFault("the store is not open")
        try:
            async with self._pool.connection() as wire:
                yield wire
        except (UniqueViolation, NotNullViolation) as fault:
            raise Conflict(str(fault)) from None
        except (DeadlockDetected, psycopg.DataError, psycopg.ProgrammingError) as fault:
            raise Clash(str(fault)) from None
        except psycopg.Error as fault:
            raise StoreFault(str(fault)) from None

    async def _rows(self, sql: str, *values: Any) -> list[SqlRow]:
        async with self._wire() as wire:
            return await (await wire.execute(_said(sql), _plain(values))).fetchall()

    async def _write(self, *statements: Statement) -> int:
        return await self._put(statements)

    async def _insert(self, *inserts: Insert) -> None:
        await self._put(Inserts(inserts))

    async def _put(self, work: Work) -> int:
        """All that waits goes into one transaction; what somebody wanted who goes away is done all the same."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_on())
        return await done

    async def _write_on(self) -> None:
        """Write until nothing waits. One group at a time: what waits meanwhile is the next one."""
        try:
            while self._waiting:
                group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
                await self._settle(group)
                if self._waiting:
                    await asyncio.sleep(GATHERING)
        finally:
            self._writing = None

    async def _settle(self, group: list[Job]) -> None:
        """Nobody is answered before the commit. Where one fails, each is done alone: its failure is nobody else's."""
        try:
            counts = await self._pipeline([work for work, _ in group])
        except (Conflict, Clash) as fault:
            if len(group) > 1:
                for job in group:
                    await self._settle([job])
                return
            self._fail(group, Conflict(str(fault)) if isinstance(fault, Conflict) else StoreFault(str(fault)))
        except BaseException as fault:
            self._fail(group, fault)
            if not isinstance(fault, Exception):
                raise
        else:
            for (_, done), count in zip(group, counts, strict=True):
                if not done.done():
                    done.set_result(count)

    @staticmethod
    def _fail(group: list[Job], fault: BaseException) -> None:
        for _, done in group:
            if not done.done():
                done.set_exception(fault if isinstance(fault, Exception) else StoreFault("the store is closed"))

    async def _pipeline(self, works: list[Work]) -> list[int]:
        """To the database and back in one go; a single statement is all or nothing by itself."""
        steps = [step for _, some in groupby(works, type) for step in _steps(list(some))]
        alone = len(steps) == 1 and len(steps[0][1]) == 1
        done = []
        async with self._wire() as wire, nullcontext() if alone else _pipelined(wire):
            for jobs, statements in steps:
                for sql, values in statements:
                    cursor = await wire.execute(_said(sql), _plain(values))
                done += [cursor] * jobs
        return [cursor.rowcount for cursor in done]

    async def _run(self, script: Callable[[], Script]) -> None:
        async with self._wire() as wire, wire.transaction():
            running = script()
            with suppress(StopIteration):
                sql, values = next(running)
                while True:
                    cursor = await wire.execute(_said(sql), _plain(values))
                    sql, values = running.send(await cursor.fetchall() if cursor.description else [])

    # -- other processes -----------------------------------------------------------------------

    async def _listen(self, ready: asyncio.Event) -> None:
        """Hear what the others tell, for ever. What was told while the line was down is lost, so say so."""
        while True:
            try:
                async with await self._connect() as wire:
                    await wire.execute(f"LISTEN {CHANNEL}".encode())
                    if ready.is_set():
                        self._heard("lost", "")
                    ready.set()
                    async for note in wire.notifies():
                        what, _, id = note.payload.partition(":")
                        self._heard(what, id)
            except (StoreFault, psycopg.Error) as fault:
                log("store_fault", level="error", reason=str(fault))
            await asyncio.sleep(REST)

    async def tell(self, what: str, id: str) -> None:
        await self._do("SELECT pg_notify(?, ?)", CHANNEL, f"{what}:{id}")

    async def claim(self, match: str) -> bool:
        if match in self._claimed:
            return True
        (free,) = await self._ask_claims("SELECT pg_try_advisory_lock(%s)", match)
        if free:
            self._claimed.add(match)
        return bool(free)

    async def release(self, match: str) -> None:
        if match in self._claimed:
            self._claimed.discard(match)
            await self._ask_claims("SELECT pg_advisory_unlock(%s)", match)

    async def release_all(self) -> None:
        """With their connection the claims go, too."""
        async with self._claiming:
            self._claimed.clear()
            if self._claims is not None:
                await self._claims.close()
                self._claims = None

    async def _ask_claims(self, sql: str, match: str) -> SqlRow:
        """On the one connection to which all claims belong. If it is lost, so are they."""
        async with self._claiming:
            try:
                if self._claims is None:
                    self._claims = await self._connect()
                found = await (await self._claims.execute(sql.encode(), (lock_of(match),))).fetchone()
            except psycopg.Error as fault:
                if self._claims is not None:
                    await self._claims.close()
                self._claims = None
                self._claimed.clear()
                self._heard("lost", "")
                raise StoreFault(str(fault)) from None
        assert found is not None
        return found

    async def beat(self, now: int) -> None:
        await self._ask_claims("SELECT %s::bigint", "")  # whether the claims still stand
        await super().beat(now)


async def _configure(wire: AsyncConnection[Any]) -> None:
    """What is acknowledged is on the disk."""
    await wire.execute("SET synchronous_commit TO on")


@asynccontextmanager
async def _pipelined(wire: Wire) -> AsyncIterator[None]:
    async with wire.pipeline(), wire.transaction():
        yield


def _steps(works: list[Work]) -> list[tuple[int, Sequence[Statement]]]:
    """Statements, and how many of these works they do: the rows of all that only put some in go in together."""
    inserts = joined(work for work in works if isinstance(work, Inserts))
    if inserts:
        return [(len(works), [all_at_once(inserts)])]
    return [(1, work) for work in works if not isinstance(work, Inserts)]


def _said(sql: str) -> bytes:
    return said(sql, POSTGRES).encode()


def lock_of(match: str) -> int:
    """The number of a match's advisory lock."""
    return int.from_bytes(hashlib.sha256(f"tutti:{match}".encode()).digest()[:8], "big", signed=True)


def _plain(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(map(without_zero, values))
