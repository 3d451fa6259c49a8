"""The store in one SQLite file: WAL, synchronous FULL, one writer, readers that never wait for it."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from tutti.server.store import Conflict, Heard, Key, StoreFault, forms
from tutti.server.store.rows import Event, Line, Person, Replay, Report, Snapshot, Table
from tutti.server.store.tables import bring_up
from tutti.server.store.writer import Writer

T = TypeVar("T")


READERS = 2
PROBE = 8192
"""Bytes that take new pages: a full database has room to change what is there already."""
SNAPSHOTS_KEPT = 2


def connect(path: Path, writing: bool) -> sqlite3.Connection:
    """A connection that may move between threads, without Python's own transactions."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA busy_timeout = 10000")
    # A damaged text is shown as what is left of it; otherwise its row could not even be named.
    connection.text_factory = lambda raw: raw.decode(errors="replace")
    if not writing:
        connection.execute("PRAGMA query_only = 1")
    return connection


class SqliteStore:
    """See ``Store``. Everything is in one file, so a backup is one file, too."""

    def __init__(self, path: Path) -> None:
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
        self._local = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(READERS, "tutti-reader")

    async def open(self, heard: Heard) -> None:
        """There is one process, so there is nothing to hear."""

    async def tell(self, what: str, id: str) -> None: ...

    async def claim(self, match: str) -> bool:
        return True

    async def release(self, match: str) -> None: ...

    async def close(self) -> None:
        await asyncio.to_thread(self.writer.close)
        self._pool.shutdown()
        for connection in self._readers:
            connection.close()

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            if not hasattr(self._local, "connection"):
                self._local.connection = connect(self.path, writing=False)
                self._readers.append(self._local.connection)
            return work(self._local.connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, run)
        except (sqlite3.Error, RuntimeError, OSError) as fault:
            raise StoreFault(str(fault)) from None

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await self.writer.write(work)
        except sqlite3.IntegrityError as fault:
            raise Conflict(str(fault)) from None
        except (sqlite3.Error, RuntimeError) as fault:
            raise StoreFault(str(fault)) from None

    # -- the server itself ---------------------------------------------------------------------

    async def secret(self) -> bytes:
        def work(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", (secrets.token_bytes(32),))
            (found,) = db.execute("SELECT value FROM meta WHERE key = 'secret'").fetchone()
            return bytes(found)

        return await self._write(work)

    async def beat(self, now: int) -> None:
        await self._write(lambda db: db.execute("INSERT OR REPLACE INTO meta VALUES ('beat', ?)", (now,)) and None)

    async def last_beat(self) -> int | None:
        row = await self._read(lambda db: db.execute("SELECT value FROM meta WHERE key = 'beat'").fetchone())
        return int(row[0]) if row else None

    async def try_write(self) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("SAVEPOINT probe")  # room for more
            db.execute("INSERT OR REPLACE INTO meta VALUES ('probe', ?)", (secrets.token_bytes(PROBE),))
            db.execute("ROLLBACK TO probe")
            db.execute("INSERT OR REPLACE INTO meta VALUES ('probe', ?)", (secrets.token_bytes(16),))

        await self._write(work)

    async def note_down(self, since: int, until: int) -> None:
        await self._write(lambda db: db.execute("INSERT OR REPLACE INTO downs VALUES (?, ?)", (since, until)) and None)

    async def downs(self, after: int) -> list[tuple[int, int]]:
        sql = "SELECT since, until FROM downs WHERE until > ? ORDER BY until"
        return await self._read(lambda db: db.execute(sql, (after,)).fetchall())

    # -- people --------------------------------------------------------------------------------

    async def person(self, id: str) -> Person | None:
        return await self._person("id", id)

    async def protected(self, key: str) -> Person | None:
        return await self._person("key", key)

    async def _person(self, column: str, value: str) -> Person | None:
        sql = f"SELECT id, name, created, seen, passphrase, key, epoch, look FROM people WHERE {column} = ?"
        row = await self._read(lambda db: db.execute(sql, (value,)).fetchone())
        return Person(*row) if row else None

    async def save_person(self, person: Person) -> None:
        p = person
        sql = """
            INSERT INTO people (id, name, created, seen, passphrase, key, epoch, look)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen,
            passphrase = excluded.passphrase, key = excluded.key, epoch = excluded.epoch, look = excluded.look
        """
        row = (p.id, p.name, p.created, p.seen, p.passphrase, p.key, p.epoch, p.look)

        def work(db: sqlite3.Connection) -> None:
            db.execute(forms.OUTLIVED, (p.id, p.id, p.epoch))
            db.execute(sql, row)

        await self._write(work)

    async def taken(self, key: str, look: str) -> bool:
        sql = "SELECT 1 FROM people WHERE key = ? OR look = ?"
        return await self._read(lambda db: db.execute(sql, (key, look)).fetchone()) is not None

    async def end_session(self, person: str, session: str, at: int) -> None:
        row = (person, session, at)
        await self._write(lambda db: db.execute("INSERT OR IGNORE INTO ended VALUES (?, ?, ?)", row) and None)

    async def ended_sessions(self, person: str) -> list[str]:
        sql = "SELECT session FROM ended WHERE person = ?"
        return await self._read(lambda db: [row[0] for row in db.execute(sql, (person,))])

    async def drop_ended(self, before: int) -> int:
        return await self._write(lambda db: db.execute(forms.LONG_ENDED, (before,)).rowcount)

    async def forget_person(self, id: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            matches = db.execute("SELECT match FROM seats WHERE person = ?", (id,)).fetchall()
            for (match,) in matches:
                (body,) = db.execute("SELECT body FROM tables WHERE id = ?", (match,)).fetchone()
                table = forms.table_of(body)
                if table is None:
                    continue
                forms.without(table, id)
                db.execute("UPDATE tables SET body = ?, saves = saves + 1 WHERE id = ?", (forms.encode(table), match))
                names = forms.encode(forms.names_of(table))
                db.execute("UPDATE replays SET names = ? WHERE match <> '' AND match = ?", (names, match))
            for forget in forms.FORGET:
                db.execute(forget, (id,))

        await self._write(work)

    async def mutes(self, person: str) -> list[str]:
        sql = "SELECT other FROM mutes WHERE person = ?"
        return await self._read(lambda db: [row[0] for row in db.execute(sql, (person,))])

    async def set_mute(self, person: str, other: str, on: bool) -> None:
        sql = "INSERT OR IGNORE INTO mutes VALUES (?, ?)" if on else "DELETE FROM mutes WHERE person = ? AND other = ?"
        await self._write(lambda db: db.execute(sql, (person, other)) and None)

    # -- tables and matches --------------------------------------------------------------------

    async def table(self, id: str) -> Table | None:
        sql = "SELECT body, saves FROM tables WHERE id = ?"
        return forms.one_table(id, await self._read(lambda db: db.execute(sql, (id,)).fetchone()))

    async def save(self, table: Table, events: Sequence[Event] = (), lines: Sequence[Line] = ()) -> None:
        t = table
        row = forms.table_row(t)
        rows = [forms.event_row(event) for event in events]
        talk = [forms.line_row(line) for line in lines]
        # Nobody sits down or gets up by a move, so the seats need not be written with each.
        new_people = not events or any(event.kind not in forms.SEATED for event in events)
        seated = forms.people_of(t) if new_people else []

        def work(db: sqlite3.Connection) -> None:
            for event in rows:
                db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", event)
            db.execute(_SAVE, row)
            if new_people:
                db.execute("DELETE FROM seats WHERE match = ?", (t.id,))
                db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", seated)
            for line in talk:
                db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", line)

        await self._write(work)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        sql = """
            SELECT match, seq, at, kind, seat, key, body, digest FROM events WHERE match = ? AND seq > ? ORDER BY seq
        """
        rows = await self._read(lambda db: db.execute(sql, (match, after)).fetchall())
        return forms.events_of(rows)

    async def keys(self, match: str, seats: int, most: int) -> list[Key]:
        sql = """
            SELECT seat, key, digest FROM events INDEXED BY events_key
            WHERE match = ? AND seat = ? AND key <> '' ORDER BY seq DESC LIMIT ?
        """

        def work(db: sqlite3.Connection) -> list[Key]:
            found = [db.execute(sql, (match, seat, most)).fetchall() for seat in range(seats)]
            return [key for keys in found for key in reversed(keys)]

        return await self._read(work)

    async def snapshot(self, match: str) -> Snapshot | None:
        sql = "SELECT match, seq, body FROM snapshots WHERE match = ? ORDER BY seq DESC LIMIT 1"
        row = await self._read(lambda db: db.execute(sql, (match,)).fetchone())
        return Snapshot(*row) if row else None

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        old = """
            DELETE FROM snapshots WHERE match = ?1 AND seq NOT IN
            (SELECT seq FROM snapshots WHERE match = ?1 ORDER BY seq DESC LIMIT ?2)
        """

        def work(db: sqlite3.Connection) -> None:
            row = (snapshot.match, snapshot.seq, snapshot.body)
            db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", row)
            db.execute(old, (snapshot.match, SNAPSHOTS_KEPT))

        await self._write(work)

    async def public(self, state: str, limit: int, before: int | None = None) -> list[Table]:
        sql = """
            SELECT id, body FROM tables WHERE public AND state = ? AND created < ? ORDER BY created DESC LIMIT ?
        """
        return await self._tables(sql, (state, _until(before), limit))

    async def open_tables(self, person: str, limit: int) -> list[Table]:
        sql = """
            SELECT id, body FROM seats JOIN tables ON tables.id = seats.match
            WHERE person = ? AND seats.state = 'open' ORDER BY updated DESC LIMIT ?
        """
        return await self._tables(sql, (person, limit))

    async def past_tables(self, person: str, limit: int, before: int | None = None) -> list[Table]:
        sql = """
            SELECT id, body FROM seats JOIN tables ON tables.id = seats.match
            WHERE person = ? AND seats.state = 'over' AND at < ? ORDER BY at DESC LIMIT ?
        """
        return await self._tables(sql, (person, _until(before), limit))

    async def _tables(self, sql: str, values: Sequence[Any]) -> list[Table]:
        return forms.tables_of(await self._read(lambda db: db.execute(sql, values).fetchall()))

    async def due(self, now: int, limit: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE deadline IS NOT NULL AND deadline <= ? ORDER BY deadline LIMIT ?"
        return await self._read(lambda db: [row[0] for row in db.execute(sql, (now, limit))])

    async def postpone(self, id: str, now: int, deadline: int) -> None:
        sql = "UPDATE tables SET deadline = ? WHERE id = ? AND deadline <= ?"
        await self._write(lambda db: db.execute(sql, (deadline, id, now)) and None)

    # -- talk ----------------------------------------------------------------------------------

    async def talk(self, table: str, after: int = 0) -> list[Line]:
        sql = """
            SELECT match, no, at, seat, person, name, text, code, args FROM lines
            WHERE match = ? AND no > ? ORDER BY no
        """
        rows = await self._read(lambda db: db.execute(sql, (table, after)).fetchall())
        return forms.lines_of(rows)

    async def report(self, report: Report) -> None:
        row = (report.table, report.no, report.by, report.at, report.reason)
        await self._write(lambda db: db.execute("INSERT OR REPLACE INTO reports VALUES (?, ?, ?, ?, ?)", row) and None)

    async def reports(self, limit: int) -> list[tuple[Report, Line | None]]:
        sql = """
            SELECT r.match, r.no, r.by, r.at, r.reason, l.at, seat, person, name, text, code, args
            FROM reports AS r LEFT JOIN lines AS l ON l.match = r.match AND l.no = r.no ORDER BY r.at DESC LIMIT ?
        """
        rows = await self._read(lambda db: db.execute(sql, (limit,)).fetchall())
        return [forms.report_of(row) for row in rows]

    # -- replays -------------------------------------------------------------------------------

    async def replay(self, token: str) -> Replay | None:
        return await self._replay("token = ?", token)

    async def replays_of(self, table: str) -> Replay | None:
        return await self._replay("match <> '' AND match = ?", table)

    async def _replay(self, which: str, value: str) -> Replay | None:
        sql = f"SELECT {forms.REPLAY} FROM replays WHERE {which}"
        row = await self._read(lambda db: db.execute(sql, (value,)).fetchone())
        return forms.replay_of(row) if row else None

    async def save_replay(self, replay: Replay) -> None:
        row = forms.replay_row(replay)
        await self._write(lambda db: db.execute(_REPLAY, row) and None)

    async def bring_replay(self, replay: Replay, kept: int) -> None:
        row = forms.replay_row(replay)

        def work(db: sqlite3.Connection) -> None:
            db.execute(forms.SURPLUS, (replay.person, replay.person, kept - 1))
            db.execute(_REPLAY, row)

        await self._write(work)

    async def brought(self) -> int:
        (found,) = await self._read(lambda db: db.execute(forms.BROUGHT).fetchone())
        return int(found)

    async def replay_opened(self, token: str, at: int) -> None:
        await self._write(lambda db: db.execute(forms.OPENED, (at, token)) and None)

    async def drop_replays(self, before: int) -> int:
        return await self._write(lambda db: db.execute(forms.UNOPENED, (before,)).rowcount)


_SAVE = """
    INSERT INTO tables (id, state, public, created, updated, deadline, body, saves) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, public = excluded.public, updated = excluded.updated,
    deadline = excluded.deadline, body = excluded.body,
    saves = CASE WHEN tables.saves = excluded.saves - 1 THEN excluded.saves END
"""
"""Somebody who saves what another has changed meanwhile would leave ``saves`` empty, which the database refuses."""

_REPLAY = f"INSERT INTO replays ({forms.REPLAY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def _until(before: int | None) -> int:
    return 2**62 if before is None else before


def back_up(source: Path, target: Path) -> None:
    """A whole and consistent copy of a store, also while a server writes to it."""
    if not source.is_file():
        raise StoreFault(f"{source}: no such file")
    if target.exists():
        raise StoreFault(f"{target}: the file exists")
    try:
        with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(target)) as writing:
            target.chmod(0o600)
            reading.backup(writing, pages=256)
            (found,) = writing.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as fault:
        raise StoreFault(f"{target}: {fault}") from None
    if found != "ok":
        raise StoreFault(f"{target}: {found}")
