"""The store in one SQLite file: WAL, synchronous FULL, one writer, readers that never wait for it."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from tutti.server.store import Conflict, Heard, StoreFault
from tutti.server.store.analyses import Script, Statement
from tutti.server.store.dialect import SQLITE, SqlRow
from tutti.server.store.inserts import Insert, Inserts
from tutti.server.store.read_pool import Readers
from tutti.server.store.schema import NOTE_LOOK, PROTECTED, SQLITE_STEPS, missing_looks
from tutti.server.store.sql import META, SqlStore
from tutti.server.store.writer import Writer

READERS = 2
PROBE = 8192
"""Bytes that take new pages: a full database has room to change what is there already."""
PORTION = 256
"""Pages that a backup copies at a time."""


def connect(path: Path, writing: bool) -> sqlite3.Connection:
    """A connection that may move between threads, without Python's own transactions."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 10000")
    # A damaged text is shown as what is left of it; otherwise its row could not even be named.
    connection.text_factory = lambda raw: raw.decode(errors="replace")
    if writing:
        # What a statement of many rows would undo stays in memory: else a file is made and deleted for each of them.
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is not left between the rows
    else:
        connection.execute("PRAGMA query_only = 1")
    return connection


def bring_up(connection: sqlite3.Connection) -> None:
    """Create or update the tables, all of them or none; a file written by a newer Tutti is refused."""
    steps = SQLITE_STEPS
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(steps):
        raise StoreFault(f"the database was written by a newer Tutti (form {version}; known: {len(steps)})")
    if version == len(steps):
        return
    connection.executescript(f"BEGIN IMMEDIATE; {' '.join(steps[version:])}")
    connection.executemany(NOTE_LOOK, missing_looks(connection.execute(PROTECTED).fetchall()))
    connection.execute(f"PRAGMA user_version = {len(steps)}")
    connection.execute("COMMIT")


class SqliteStore(SqlStore):
    """See ``Store``. Everything is in one file, so a backup is one file, too."""

    dialect = SQLITE

    def __init__(self, path: Path) -> None:
        super().__init__()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not path.exists()
            path.touch(mode=0o600)
            connection = connect(path, writing=True)
            bring_up(connection)
        except (OSError, sqlite3.Error) as fault:
            raise StoreFault(f"{path}: {fault}") from None
        if fresh:
            path.chmod(0o600)
        self.path = path
        self.writer = Writer(connection)
        self._readers = Readers(READERS, lambda: connect(path, writing=False))

    async def open(self, heard: Heard) -> None:
        """There is one process, so there is nothing to hear."""

    async def tell(self, what: str, id: str) -> None: ...

    async def claim(self, match: str) -> bool:
        return True

    async def release(self, match: str) -> None: ...

    async def release_all(self) -> None: ...

    async def close(self) -> None:
        await asyncio.to_thread(self.writer.close)
        await asyncio.to_thread(self._readers.close)

    # -- how statements are run ----------------------------------------------------------------

    async def _rows(self, sql: str, *values: Any) -> list[SqlRow]:
        try:
            return await self._readers.read(self._said(sql), values)
        except (sqlite3.Error, RuntimeError, OSError) as fault:
            raise StoreFault(str(fault)) from None

    async def _write(self, *statements: Statement) -> int:
        said = [(self._said(sql), values) for sql, values in statements]

        def work(db: sqlite3.Connection) -> int:
            changed = 0
            for sql, values in said:
                changed = db.execute(sql, values).rowcount
            return changed

        return int(await self._work(work))

    async def _insert(self, *inserts: Insert) -> None:
        await self._work(Inserts(inserts))

    async def _run(self, script: Callable[[], Script]) -> None:
        def work(db: sqlite3.Connection) -> None:
            running = script()
            with suppress(StopIteration):
                sql, values = next(running)
                while True:
                    sql, values = running.send(db.execute(self._said(sql), values).fetchall())

        await self._work(work)

    async def _work(self, work: Callable[[sqlite3.Connection], Any] | Inserts) -> Any:
        try:
            return await self.writer.put(work)
        except sqlite3.IntegrityError as fault:
            raise Conflict(str(fault)) from None
        except (sqlite3.Error, RuntimeError) as fault:
            raise StoreFault(str(fault)) from None

    async def try_write(self) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("SAVEPOINT probe")  # room for more
            db.execute(META, ("probe", secrets.token_bytes(PROBE)))
            db.execute("ROLLBACK TO probe")
            db.execute(META, ("probe", secrets.token_bytes(16)))

        await self._work(work)


def back_up(source: Path, target: Path, told: Callable[[int, int, int], None] | None = None) -> None:
    """A whole and consistent copy of a store, also while a server writes to it. ``told`` hears of every portion."""
    if not source.is_file():
        raise StoreFault(f"{source}: no such file")
    if target.exists():
        raise StoreFault(f"{target}: the file exists")
    try:
        with (
            closing(sqlite3.connect(source, isolation_level=None)) as reading,
            closing(sqlite3.connect(target)) as writing,
        ):
            target.chmod(0o600)
            # An open read transaction keeps one state of the store for the whole copy. Without it SQLite starts the
            # copy again after every commit of the server.
            reading.execute("BEGIN")
            reading.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()
            reading.backup(writing, pages=PORTION, progress=told)
            reading.execute("COMMIT")
            (found,) = writing.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as fault:
        raise StoreFault(f"{target}: {fault}") from None
    if found != "ok":
        raise StoreFault(f"{target}: {found}")
