"""The store in PostgreSQL, for several processes at once: who may play a match, and who must know of what.

A match is played by one process at a time, the one that holds its advisory lock. The lock belongs to a
connection, so it is free as soon as its process is no more, however it ended. ``(match, seq)`` is unique all the
same. Processes tell each other with ``NOTIFY`` no more than what it is about.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.errors import NotNullViolation, UniqueViolation

from tutti.server.logs import log
from tutti.server.store import Conflict, Heard, Key, StoreFault, forms
from tutti.server.store.postgres_tables import bring_up
from tutti.server.store.rows import Event, Line, Person, Replay, Report, Snapshot, Table

Wire = AsyncConnection[tuple[Any, ...]]

CONNECTIONS = 8
"""Writes that can be under way at once; PostgreSQL puts them into one fsync."""
CHANNEL = "tutti"
SNAPSHOTS_KEPT = 2
REST = 0.5
"""Seconds before a lost connection is tried again."""
FIRST = 2**62


class PostgresStore:
    """See ``Store``."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: asyncio.Queue[Wire | None] = asyncio.Queue()
        self._claims: Wire | None = None
        self._claiming = asyncio.Lock()
        self._claimed: set[str] = set()
        self._heard: Heard = lambda what, id: None
        self._ears: asyncio.Task[None] | None = None

    # -- connections ---------------------------------------------------------------------------

    async def _connect(self) -> Wire:
        try:
            wire = await AsyncConnection.connect(self._url, autocommit=True, connect_timeout=10)
            await wire.execute("SET synchronous_commit TO on")
        except psycopg.Error as fault:
            raise StoreFault(f"PostgreSQL: {' '.join(str(fault).split())}") from None
        return wire

    async def open(self, heard: Heard) -> None:
        self._heard = heard
        first = await self._connect()
        await bring_up(first)
        self._idle.put_nowait(first)
        for _ in range(CONNECTIONS - 1):
            self._idle.put_nowait(None)  # a place for a connection that is not there yet
        ready = asyncio.Event()
        self._ears = asyncio.create_task(self._listen(ready))
        await ready.wait()

    async def close(self) -> None:
        if self._ears is not None:
            self._ears.cancel()
            with suppress(asyncio.CancelledError):
                await self._ears
        for _ in range(CONNECTIONS if self._ears is not None else 0):
            wire = await self._idle.get()  # waits for what is under way
            if wire is not None:
                await wire.close()
        if self._claims is not None:
            await self._claims.close()

    @asynccontextmanager
    async def _wire(self) -> AsyncIterator[Wire]:
        """A connection; each statement is a transaction of its own."""
        wire = await self._idle.get()
        try:
            if wire is None or wire.closed:
                wire = None
                wire = await self._connect()
            yield wire
        except (UniqueViolation, NotNullViolation) as fault:
            raise Conflict(str(fault)) from None
        except psycopg.Error as fault:
            raise StoreFault(str(fault)) from None
        finally:
            self._idle.put_nowait(wire)

    @asynccontextmanager
    async def _whole(self) -> AsyncIterator[Wire]:
        """A connection on which all is done or nothing."""
        async with self._wire() as wire, wire.transaction():
            yield wire

    async def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        async with self._wire() as wire:
            return await (await wire.execute(sql.encode(), _plain(values))).fetchall()

    async def _row(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        rows = await self._rows(sql, *values)
        return rows[0] if rows else None

    async def _do(self, sql: str, *values: Any) -> None:
        async with self._wire() as wire:
            await wire.execute(sql.encode(), _plain(values))

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
        await self._do("SELECT pg_notify(%s, %s)", CHANNEL, f"{what}:{id}")

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

    async def _ask_claims(self, sql: str, match: str) -> tuple[Any, ...]:
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

    # -- the server itself ---------------------------------------------------------------------

    async def secret(self) -> bytes:
        await self._do("INSERT INTO meta VALUES ('secret', %s) ON CONFLICT DO NOTHING", secrets.token_bytes(32))
        row = await self._row("SELECT value FROM meta WHERE key = 'secret'")
        assert row is not None
        return bytes(row[0])

    async def beat(self, now: int) -> None:
        await self._ask_claims("SELECT %s::bigint", "")  # whether the claims still stand
        sql = "INSERT INTO meta VALUES ('beat', %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        await self._do(sql, str(now).encode())

    async def last_beat(self) -> int | None:
        row = await self._row("SELECT value FROM meta WHERE key = 'beat'")
        return int(bytes(row[0])) if row else None

    async def try_write(self) -> None:
        sql = "INSERT INTO meta VALUES ('probe', %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        await self._do(sql, secrets.token_bytes(16))

    async def note_down(self, since: int, until: int) -> None:
        sql = "INSERT INTO downs VALUES (%s, %s) ON CONFLICT (until) DO UPDATE SET since = excluded.since"
        await self._do(sql, since, until)

    async def downs(self, after: int) -> list[tuple[int, int]]:
        rows = await self._rows("SELECT since, until FROM downs WHERE until > %s ORDER BY until", after)
        return [(since, until) for since, until in rows]

    # -- people --------------------------------------------------------------------------------

    async def person(self, id: str) -> Person | None:
        return await self._person("id", id)

    async def protected(self, key: str) -> Person | None:
        return await self._person("key", key)

    async def _person(self, column: str, value: str) -> Person | None:
        sql = f"SELECT id, name, created, seen, passphrase, key, epoch, look FROM people WHERE {column} = %s"
        row = await self._row(sql, value)
        return Person(*row) if row else None

    async def save_person(self, person: Person) -> None:
        p = person
        sql = """
            INSERT INTO people (id, name, created, seen, passphrase, key, epoch, look)
            VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen,
            passphrase = excluded.passphrase, key = excluded.key, epoch = excluded.epoch, look = excluded.look
        """
        row = (p.id, p.name, p.created, p.seen, p.passphrase, p.key, p.epoch, p.look)
        async with self._whole() as wire:
            await wire.execute(_own(forms.OUTLIVED), (p.id, p.id, p.epoch))
            await wire.execute(sql, _plain(row))

    async def taken(self, key: str, look: str) -> bool:
        return await self._row("SELECT 1 FROM people WHERE key = %s OR look = %s", key, look) is not None

    async def end_session(self, person: str, session: str, at: int) -> None:
        await self._do("INSERT INTO ended VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", person, session, at)

    async def ended_sessions(self, person: str) -> list[str]:
        return [session for (session,) in await self._rows("SELECT session FROM ended WHERE person = %s", person)]

    async def drop_ended(self, before: int) -> int:
        async with self._wire() as wire:
            return (await wire.execute(_own(forms.LONG_ENDED), (before,))).rowcount

    async def forget_person(self, id: str) -> None:
        async with self._whole() as wire:
            sql = "SELECT id, body FROM seats JOIN tables ON id = match WHERE person = %s FOR UPDATE OF tables"
            for match, body in await (await wire.execute(sql, (id,))).fetchall():
                table = forms.table_of(body)
                if table is None:
                    continue
                forms.without(table, id)
                names = forms.encode(forms.names_of(table))
                new = "UPDATE tables SET body = %s, saves = saves + 1 WHERE id = %s"
                await wire.execute(new, (forms.encode(table), match))
                await wire.execute("UPDATE replays SET names = %s WHERE match <> '' AND match = %s", (names, match))
            for forget in forms.FORGET:
                await wire.execute(_own(forget), (id,))

    async def mutes(self, person: str) -> list[str]:
        return [other for (other,) in await self._rows("SELECT other FROM mutes WHERE person = %s", person)]

    async def set_mute(self, person: str, other: str, on: bool) -> None:
        mute = "INSERT INTO mutes VALUES (%s, %s) ON CONFLICT DO NOTHING"
        await self._do(mute if on else "DELETE FROM mutes WHERE person = %s AND other = %s", person, other)

    # -- tables and matches --------------------------------------------------------------------

    async def table(self, id: str) -> Table | None:
        return forms.one_table(id, await self._row("SELECT body, saves FROM tables WHERE id = %s", id))

    async def save(self, table: Table, events: Sequence[Event] = (), lines: Sequence[Line] = ()) -> None:
        t = table
        row = forms.table_row(t)
        rows = [_plain(forms.event_row(event)) for event in events]
        talk = [_plain(forms.line_row(line)) for line in lines]
        new_people = not events or any(event.kind not in forms.SEATED for event in events)
        seated = forms.people_of(t) if new_people else []
        async with self._wire() as wire, wire.pipeline(), wire.transaction():  # to the database and back in one go
            for event in rows:
                await wire.execute("INSERT INTO events VALUES (%s, %s, %s, %s, %s, %s, %s, %s)", event)
            await wire.execute(_SAVE, row)
            if new_people:
                await wire.execute("DELETE FROM seats WHERE match = %s", (t.id,))
            for person in seated:
                await wire.execute("INSERT INTO seats VALUES (%s, %s, %s, %s)", person)
            for line in talk:
                await wire.execute("INSERT INTO lines VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)", line)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        sql = """
            SELECT match, seq, at, kind, seat, key, body, digest FROM events WHERE match = %s AND seq > %s ORDER BY seq
        """
        return forms.events_of(await self._rows(sql, match, after))

    async def keys(self, match: str, seats: int, most: int) -> list[Key]:
        sql = """
            SELECT one.seat, one.key, one.digest FROM generate_series(0, %s) AS of (seat), LATERAL (
                SELECT seat, seq, key, digest FROM events
                WHERE match = %s AND seat = of.seat AND key <> '' ORDER BY seq DESC LIMIT %s
            ) AS one ORDER BY one.seat, one.seq
        """
        return [(seat, key, digest) for seat, key, digest in await self._rows(sql, seats - 1, match, most)]

    async def snapshot(self, match: str) -> Snapshot | None:
        sql = "SELECT match, seq, body FROM snapshots WHERE match = %s ORDER BY seq DESC LIMIT 1"
        row = await self._row(sql, match)
        return Snapshot(*row) if row else None

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        s = snapshot
        async with self._whole() as wire:
            new = """
                INSERT INTO snapshots VALUES (%s, %s, %s) ON CONFLICT (match, seq) DO UPDATE SET body = excluded.body
            """
            await wire.execute(new, (s.match, s.seq, s.body))
            old = """
                DELETE FROM snapshots WHERE match = %(match)s AND seq NOT IN
                (SELECT seq FROM snapshots WHERE match = %(match)s ORDER BY seq DESC LIMIT %(kept)s)
            """
            await wire.execute(old, {"match": s.match, "kept": SNAPSHOTS_KEPT})

    async def public(self, state: str, limit: int, before: int | None = None) -> list[Table]:
        sql = """
            SELECT id, body FROM tables WHERE public AND state = %s AND created < %s ORDER BY created DESC LIMIT %s
        """
        return await self._tables(sql, state, FIRST if before is None else before, limit)

    async def open_tables(self, person: str, limit: int) -> list[Table]:
        sql = """
            SELECT id, body FROM seats JOIN tables ON tables.id = seats.match
            WHERE person = %s AND seats.state = 'open' ORDER BY updated DESC LIMIT %s
        """
        return await self._tables(sql, person, limit)

    async def past_tables(self, person: str, limit: int, before: int | None = None) -> list[Table]:
        sql = """
            SELECT id, body FROM seats JOIN tables ON tables.id = seats.match
            WHERE person = %s AND seats.state = 'over' AND at < %s ORDER BY at DESC LIMIT %s
        """
        return await self._tables(sql, person, FIRST if before is None else before, limit)

    async def _tables(self, sql: str, *values: Any) -> list[Table]:
        return forms.tables_of([(id, body) for id, body in await self._rows(sql, *values)])

    async def due(self, now: int, limit: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE deadline IS NOT NULL AND deadline <= %s ORDER BY deadline LIMIT %s"
        return [id for (id,) in await self._rows(sql, now, limit)]

    async def postpone(self, id: str, now: int, deadline: int) -> None:
        await self._do("UPDATE tables SET deadline = %s WHERE id = %s AND deadline <= %s", deadline, id, now)

    # -- talk and replays ----------------------------------------------------------------------

    async def talk(self, table: str, after: int = 0) -> list[Line]:
        sql = """
            SELECT match, no, at, seat, person, name, text, code, args FROM lines
            WHERE match = %s AND no > %s ORDER BY no
        """
        return forms.lines_of(await self._rows(sql, table, after))

    async def report(self, report: Report) -> None:
        sql = """
            INSERT INTO reports VALUES (%s, %s, %s, %s, %s)
            ON CONFLICT (match, no, by) DO UPDATE SET at = excluded.at, reason = excluded.reason
        """
        await self._do(sql, report.table, report.no, report.by, report.at, report.reason)

    async def reports(self, limit: int) -> list[tuple[Report, Line | None]]:
        sql = """
            SELECT r.match, r.no, r.by, r.at, r.reason, l.at, seat, person, name, text, code, args
            FROM reports AS r LEFT JOIN lines AS l ON l.match = r.match AND l.no = r.no ORDER BY r.at DESC LIMIT %s
        """
        return [forms.report_of(row) for row in await self._rows(sql, limit)]

    async def replay(self, token: str) -> Replay | None:
        return await self._replay("token = %s", token)

    async def replays_of(self, table: str) -> Replay | None:
        return await self._replay("match <> '' AND match = %s", table)

    async def _replay(self, which: str, value: str) -> Replay | None:
        row = await self._row(f"SELECT {forms.REPLAY} FROM replays WHERE {which}", value)
        return forms.replay_of(row) if row else None

    async def save_replay(self, replay: Replay) -> None:
        await self._do(_REPLAY, *forms.replay_row(replay))

    async def bring_replay(self, replay: Replay, kept: int) -> None:
        async with self._whole() as wire:
            await wire.execute(_own(forms.SURPLUS), (replay.person, replay.person, kept - 1))
            await wire.execute(_REPLAY.encode(), _plain(forms.replay_row(replay)))

    async def brought(self) -> int:
        row = await self._row(forms.BROUGHT)
        assert row is not None
        return int(row[0])

    async def replay_opened(self, token: str, at: int) -> None:
        await self._do(_own(forms.OPENED).decode(), at, token)

    async def drop_replays(self, before: int) -> int:
        async with self._wire() as wire:
            return (await wire.execute(_own(forms.UNOPENED), (before,))).rowcount


_SAVE = """
    INSERT INTO tables (id, state, public, created, updated, deadline, body, saves)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, public = excluded.public, updated = excluded.updated,
    deadline = excluded.deadline, body = excluded.body,
    saves = CASE WHEN tables.saves = excluded.saves - 1 THEN excluded.saves END
"""
"""Somebody who saves what another has changed meanwhile would leave ``saves`` empty, which the database refuses."""

_REPLAY = f"INSERT INTO replays ({forms.REPLAY}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"


def _own(sql: str) -> bytes:
    """A statement of all stores as PostgreSQL's driver wants it."""
    return sql.replace("?", "%s").encode()


def lock_of(match: str) -> int:
    """The number of a match's advisory lock."""
    return int.from_bytes(hashlib.sha256(f"tutti:{match}".encode()).digest()[:8], "big", signed=True)


def _plain(values: Sequence[Any]) -> tuple[Any, ...]:
    """PostgreSQL's texts hold every sign but one."""
    return tuple(value.replace("\0", "\ufffd") if isinstance(value, str) else value for value in values)
