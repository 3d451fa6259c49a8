"""The store in SQL: every statement once, whatever database runs it (``dialect`` has what they call differently)."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from tutti.server.store import Key, codec
from tutti.server.store.accounts import AccountsInSql
from tutti.server.store.analyses import Script, Statement, without_analyses
from tutti.server.store.coalesce import Coalesced
from tutti.server.store.dialect import Dialect, said
from tutti.server.store.inserts import Insert
from tutti.server.store.moderation import ModerationInSql
from tutti.server.store.notifications import FORGET as FORGET_NOTICES
from tutti.server.store.notifications import NoticesInSql
from tutti.server.store.rows import Event, Person, Replay, Report, Snapshot, Table, TalkLine

SNAPSHOTS_KEPT = 2
NAMES, LOGS = 64, 8
"""So many people or tables are asked for at once, and so many logs, which are long."""
LAST = 2**62
"""A moment after all others."""
EVENT = "match, seq, at, kind, seat, key, body, digest"
LINE = "match, no, at, seat, person, name, text, code, args"
PERSON = "id, name, created, seen, passphrase, key, epoch, look, recovery"
REPLAY = "token, match, person, at, game, players, names, record, opened, size"

SAVE_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
META = "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
SAVE_TABLE = """
    INSERT INTO tables (id, state, public, created, updated, deadline, body, saves) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET state = excluded.state, public = excluded.public, updated = excluded.updated,
    deadline = excluded.deadline, body = excluded.body,
    saves = CASE WHEN tables.saves = excluded.saves - 1 THEN excluded.saves END
"""
"""Somebody who saves what another has changed meanwhile would leave ``saves`` empty, which the database refuses."""
FORGET = (
    "DELETE FROM seats WHERE person = ?",
    "DELETE FROM lines WHERE person = ?",
    "DELETE FROM mutes WHERE person = ?",
    "DELETE FROM mutes WHERE other = ?",
    "DELETE FROM reports WHERE by = ?",
    "DELETE FROM ended WHERE person = ?",
    "DELETE FROM analysing WHERE person = ?",
    "DELETE FROM learned WHERE person = ?",
    *FORGET_NOTICES,
    "DELETE FROM sessions WHERE person = ?",
    "DELETE FROM measures WHERE person = ?",
    "UPDATE audit SET person = NULL, name = '' WHERE person = ?",
    "DELETE FROM analyses WHERE token IN (SELECT token FROM replays WHERE person = ? AND match = '')",
    "UPDATE replays SET person = NULL WHERE person = ? AND match <> ''",
    "DELETE FROM replays WHERE person = ?",
    "DELETE FROM people WHERE id = ?",
)
"""All that goes with a person, once their tables no longer name them."""


class SqlStore(AccountsInSql, ModerationInSql, NoticesInSql):
    """See ``Store``: all of it that is statements. A database adds how they are run."""

    dialect: Dialect

    def __init__(self) -> None:
        """What a thousand people ask for who come back at once."""
        self._people = self._gathered(f"SELECT {PERSON} FROM people WHERE id IN ({{names}})")
        self._muted = self._gathered("SELECT person, other FROM mutes WHERE person IN ({names})")
        self._bodies = self._gathered("SELECT id, body, saves FROM tables WHERE id IN ({names})")
        self._logs = self._gathered(f"SELECT {EVENT} FROM events WHERE match IN ({{names}}) ORDER BY match, seq", LOGS)

    def _gathered(self, sql: str, most: int = NAMES) -> Coalesced:
        return Coalesced(lambda sql, names: self._rows(sql, *names), sql, most)

    @abstractmethod
    async def _insert(self, *inserts: Insert) -> None:
        """All rows or none, together with those of others who insert now."""

    def _said(self, sql: str) -> str:
        return said(sql, self.dialect)

    # -- the server itself ---------------------------------------------------------------------

    async def secret(self) -> bytes:
        await self._do("INSERT INTO meta VALUES ('secret', ?) ON CONFLICT DO NOTHING", secrets.token_bytes(32))
        row = await self._row("SELECT value FROM meta WHERE key = 'secret'")
        assert row is not None
        return bytes(row[0])

    async def beat(self, now: int) -> None:
        await self._do(META, "beat", str(now).encode())

    async def last_beat(self) -> int | None:
        row = await self._row("SELECT value FROM meta WHERE key = 'beat'")
        return int(row[0]) if row else None  # older servers stored a number

    async def try_write(self) -> None:
        await self._do(META, "probe", secrets.token_bytes(16))

    async def note_down(self, since: int, until: int) -> None:
        sql = "INSERT INTO downs VALUES (?, ?) ON CONFLICT (until) DO UPDATE SET since = excluded.since"
        await self._do(sql, since, until)

    async def downs(self, after: int) -> list[tuple[int, int]]:
        rows = await self._rows("SELECT since, until FROM downs WHERE until > ? ORDER BY until", after)
        return [(since, until) for since, until in rows]

    # -- people --------------------------------------------------------------------------------

    async def person(self, id: str) -> Person | None:
        rows = await self._people.rows(id)
        return Person(*rows[0]) if rows else None

    async def protected(self, key: str) -> Person | None:
        row = await self._row(f"SELECT {PERSON} FROM people WHERE key = ?", key)
        return Person(*row) if row else None

    async def add_person(self, person: Person) -> None:
        p = person
        sql = f"INSERT INTO people ({PERSON}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
        await self._do(sql, p.id, p.name, p.created, p.seen, p.passphrase, p.key, p.epoch, p.look, p.recovery)

    async def change_person(self, id: str, changes: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
        setting = ", ".join(f"{name} = ?" for name in changes)
        still = "".join(
            f" AND {name} IS NULL" if value is None else f" AND {name} = ?" for name, value in known.items()
        )
        who = (id, *(value for value in known.values() if value is not None))
        gone: list[Statement] = []
        if "epoch" in changes:
            outlived = f"person = ? AND EXISTS (SELECT 1 FROM people WHERE id = ?{still})"
            gone = [(f"DELETE FROM {what} WHERE {outlived}", (id, *who)) for what in ("ended", "sessions")]
        change = f"UPDATE people SET {setting} WHERE id = ?{still}"
        return await self._write(*gone, (change, (*changes.values(), *who))) > 0

    async def taken(self, key: str, look: str) -> bool:
        return await self._row("SELECT 1 FROM people WHERE key = ? OR look = ?", key, look) is not None

    async def end_session(self, person: str, session: str, at: int) -> None:
        await self._do("INSERT INTO ended VALUES (?, ?, ?) ON CONFLICT DO NOTHING", person, session, at)

    async def ended_sessions(self, person: str) -> list[str]:
        return [session for (session,) in await self._rows("SELECT session FROM ended WHERE person = ?", person)]

    async def drop_ended(self, before: int) -> int:
        return await self._do("DELETE FROM ended WHERE at < ? AND session LIKE '%~%'", before)

    async def forget_person(self, id: str) -> None:
        await self._run(lambda: _forget(id))

    async def mutes(self, person: str) -> list[str]:
        return [other for _, other in await self._muted.rows(person)]

    async def set_mute(self, person: str, other: str, on: bool) -> None:
        mute = "INSERT INTO mutes VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._do(mute if on else "DELETE FROM mutes WHERE person = ? AND other = ?", person, other)

    async def learned(self, person: str) -> list[tuple[str, str]]:
        rows = await self._rows("SELECT game, scene FROM learned WHERE person = ? ORDER BY game, scene", person)
        return [(game, scene) for game, scene in rows]

    async def note_learned(self, person: str, game: str, scene: str, at: int) -> None:
        await self._do("INSERT INTO learned VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", person, game, scene, at)

    # -- tables and matches --------------------------------------------------------------------

    async def table(self, id: str) -> Table | None:
        rows = await self._bodies.rows(id)
        return codec.one_table(id, rows[0][1:] if rows else None)

    async def save(self, table: Table, events: Sequence[Event] = (), lines: Sequence[TalkLine] = ()) -> None:
        rows, row = [codec.event_row(one) for one in events], codec.table_row(table)
        # Nobody sits down or gets up by a move, so the seats need not be written with each.
        seated = bool(events) and all(one.kind in codec.SEATED for one in events)
        if seated and not lines:
            await self._insert((SAVE_EVENT, rows), (SAVE_TABLE, [row]))
            return
        work: list[Statement] = [(SAVE_EVENT, one) for one in rows]
        work.append((SAVE_TABLE, row))
        if not seated:
            work.append(("DELETE FROM seats WHERE match = ?", (table.id,)))
            work += [("INSERT INTO seats VALUES (?, ?, ?, ?)", row) for row in codec.people_of(table)]
        line = "INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        work += [(line, codec.line_row(one)) for one in lines]
        await self._write(*work)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        if not after:
            return codec.events_of(await self._logs.rows(match))
        sql = f"SELECT {EVENT} FROM events WHERE match = ? AND seq > ? ORDER BY seq"
        return codec.events_of(await self._rows(sql, match, after))

    async def keys(self, match: str, seats: int, most: int) -> list[Key]:
        of_one = """
            SELECT * FROM (
                SELECT seat, seq, key, digest FROM events{by_key}
                WHERE match = ? AND seat = ? AND key <> '' ORDER BY seq DESC LIMIT ?
            ) AS seat_%d
        """
        whole = " UNION ALL ".join(of_one % number for number in range(seats))
        values = [value for number in range(seats) for value in (match, number, most)]
        rows = sorted(await self._rows(whole, *values)) if seats else []
        return [(seat, key, digest) for seat, _, key, digest in rows]

    async def snapshot(self, match: str) -> Snapshot | None:
        sql = "SELECT match, seq, body FROM snapshots WHERE match = ? ORDER BY seq DESC LIMIT 1"
        row = await self._row(sql, match)
        return Snapshot(*row) if row else None

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        s = snapshot
        new = "INSERT INTO snapshots VALUES (?, ?, ?) ON CONFLICT (match, seq) DO UPDATE SET body = excluded.body"
        old = """
            DELETE FROM snapshots WHERE match = ? AND seq NOT IN
            (SELECT seq FROM snapshots WHERE match = ? ORDER BY seq DESC LIMIT ?)
        """
        await self._write((new, (s.match, s.seq, s.body)), (old, (s.match, s.match, SNAPSHOTS_KEPT)))

    async def public(self, state: str, limit: int, before: int | None = None) -> list[Table]:
        sql = """
            SELECT id, body FROM tables WHERE public AND state = ? AND created < ? ORDER BY created DESC LIMIT ?
        """
        return await self._tables(sql, state, LAST if before is None else before, limit)

    async def open_tables(self, person: str, limit: int) -> list[Table]:
        sql = """
            SELECT id, body FROM seats JOIN tables ON tables.id = seats.match
            WHERE person = ? AND seats.state = 'open' ORDER BY updated DESC LIMIT ?
        """
        return await self._tables(sql, person, limit)

    async def past_tables(self, person: str, limit: int, before: int | None = None) -> list[Table]:
        sql = """
            SELECT id, body FROM seats JOIN tables ON tables.id = seats.match
            WHERE person = ? AND seats.state = 'over' AND at < ? ORDER BY at DESC LIMIT ?
        """
        return await self._tables(sql, person, LAST if before is None else before, limit)

    async def _tables(self, sql: str, *values: Any) -> list[Table]:
        return codec.tables_of([(id, body) for id, body in await self._rows(sql, *values)])

    async def due(self, now: int, limit: int) -> list[str]:
        sql = "SELECT id FROM tables WHERE deadline IS NOT NULL AND deadline <= ? ORDER BY deadline LIMIT ?"
        return [id for (id,) in await self._rows(sql, now, limit)]

    async def postpone(self, id: str, now: int, deadline: int) -> None:
        await self._do("UPDATE tables SET deadline = ? WHERE id = ? AND deadline <= ?", deadline, id, now)

    # -- talk ----------------------------------------------------------------------------------

    async def talk(self, table: str, after: int = 0) -> list[TalkLine]:
        rows = await self._rows(f"SELECT {LINE} FROM lines WHERE match = ? AND no > ? ORDER BY no", table, after)
        return codec.lines_of(rows)

    async def report(self, report: Report) -> None:
        sql = """
            INSERT INTO reports (match, no, by, at, reason) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (match, no, by) DO UPDATE SET at = excluded.at, reason = excluded.reason, settled = 0
        """
        await self._do(sql, report.table, report.no, report.by, report.at, report.reason)

    async def reports(self, limit: int) -> list[tuple[Report, TalkLine | None]]:
        sql = """
            SELECT r.match, r.no, r.by, r.at, r.reason, l.at, seat, person, name, text, code, args
            FROM reports AS r LEFT JOIN lines AS l ON l.match = r.match AND l.no = r.no ORDER BY r.at DESC LIMIT ?
        """
        return [codec.report_of(row) for row in await self._rows(sql, limit)]

    # -- replays -------------------------------------------------------------------------------

    async def replay(self, token: str) -> Replay | None:
        return await self._replay("token = ?", token)

    async def replays_of(self, table: str) -> Replay | None:
        return await self._replay("match <> '' AND match = ?", table)

    async def _replay(self, which: str, value: str) -> Replay | None:
        row = await self._row(f"SELECT {REPLAY} FROM replays WHERE {which}", value)
        return codec.replay_of(row) if row else None

    async def save_replay(self, replay: Replay) -> None:
        await self._write(_new_replay(replay))

    async def bring_replay(self, replay: Replay, kept: int) -> None:
        surplus = """
            match = '' AND person = ? AND token NOT IN
            (SELECT token FROM replays WHERE match = '' AND person = ? ORDER BY opened DESC, at DESC LIMIT ?)
        """
        gone = without_analyses(surplus, replay.person, replay.person, kept - 1)
        await self._write(*gone, _new_replay(replay))

    async def brought(self) -> int:
        records = await self._row("SELECT COALESCE(SUM(size), 0) FROM replays WHERE match = '' AND opened >= 0")
        theirs = "SELECT token FROM replays WHERE match = ''"
        analyses = await self._row(f"SELECT COALESCE(SUM(LENGTH(body)), 0) FROM analyses WHERE token IN ({theirs})")
        assert records is not None
        assert analyses is not None
        return int(records[0]) + int(analyses[0])

    async def replay_opened(self, token: str, at: int) -> None:
        await self._do("UPDATE replays SET opened = ? WHERE token = ?", at, token)

    async def drop_replays(self, before: int) -> int:
        return await self._write(*without_analyses("match = '' AND opened < ?", before))


def _new_replay(replay: Replay) -> Statement:
    return f"INSERT INTO replays ({REPLAY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", codec.replay_row(replay)


def _forget(person: str) -> Script:
    """Nothing names this person any more."""
    seated = "SELECT id, body FROM seats JOIN tables ON tables.id = seats.match WHERE person = ?{locked}"
    rows = yield seated, (person,)
    for match, body in rows:
        table = codec.table_of(body)
        if table is None:
            continue
        codec.without(table, person)
        yield "UPDATE tables SET body = ?, saves = saves + 1 WHERE id = ?", (codec.encode(table), match)
        names = codec.encode(codec.names_of(table))
        yield "UPDATE replays SET names = ? WHERE match <> '' AND match = ?", (names, match)
    for forget in FORGET:
        yield forget, (person,)
