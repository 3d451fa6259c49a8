"""Accounts: the row of a session, what a person asks about themselves, and that in SQL."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec
from msgspec import Struct

from tutti.server.store.analyses import AnalysesInSql

SAW = """
    INSERT INTO sessions (person, session, began, seen, about) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (person, session) DO UPDATE SET seen = excluded.seen, about = excluded.about
"""
BELONGINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "reports": (
        "SELECT match, no, at, reason FROM reports WHERE by = ? ORDER BY at",
        ("table", "line", "at", "reason"),
    ),
    "lessons": (
        "SELECT game, scene, at FROM learned WHERE person = ? ORDER BY at, game, scene",
        ("game", "scene", "at"),
    ),
    "measures": (
        "SELECT kind, reason, at, until FROM measures WHERE person = ? ORDER BY at",
        ("kind", "reason", "at", "until"),
    ),
    "channels": (
        "SELECT kind, label, at, proved FROM channels WHERE person = ? ORDER BY at, id",
        ("kind", "label", "at", "proved"),  # without the address: it is told to nobody
    ),
    "wishes": ("SELECT wishes FROM listeners WHERE person = ?", ("wishes",)),
    "holidays": ("SELECT since, until FROM holidays WHERE person = ? ORDER BY since", ("since", "until")),
}
"""What is handed out to a person besides tables, talk, replays and devices, each with the names of its columns."""
TALK = """
    SELECT match, no, at, text FROM lines WHERE person = ? AND code = '' AND (match, no) > (?, ?)
    ORDER BY match, no LIMIT ?
"""
NOTICES = """
    SELECT match, no, at, code FROM lines WHERE person = ? AND code <> '' AND (match, no) > (?, ?)
    ORDER BY match, no LIMIT ?
"""
_json = msgspec.json.Decoder().decode


class Session(Struct):
    """One device of somebody with a passphrase. ``about`` says of what kind it is, and no more."""

    person: str
    session: str
    began: int
    seen: int
    about: str = ""


class AccountStore(Protocol):
    """What a person asks about themselves."""

    async def saw_session(self, session: Session) -> None:
        """Note a device, or that it was seen again."""

    async def sessions(self, person: str) -> list[Session]:
        """The devices of a person, the one seen last first."""

    async def drop_sessions(self, before: int) -> int:
        """Devices that were not seen since then go; how many."""

    async def past_bodies(self, person: str, limit: int, first: int = 0, since: int = 0) -> list[bytes]:
        """The rows of a person's tables whose match is over, as they lie in the store, the latest end first: so many
        from the ``first`` on, of those that ended at this moment or later."""

    async def tables_of(self, person: str) -> list[str]:
        """The ids of all tables that have to do with a person, the oldest first."""

    async def matches_after(self, id: str, limit: int) -> list[tuple[str, int]]:
        """Ids and last event numbers of tables whose match has begun, by their ids, after this one."""

    async def records_after(self, token: str, limit: int) -> list[tuple[str, str, bytes]]:
        """Tokens, games and records of replays, shared or brought along, by their tokens, after this one."""

    async def belongings(self, person: str) -> dict[str, list[dict[str, Any]]]:
        """What else is kept about a person, by what it is, without ids of others; all but talk and replays."""

    async def lines_of(self, person: str, notices: bool, after: tuple[str, int], limit: int) -> list[dict[str, Any]]:
        """So many lines of a person's talk, or notices about a person, by table and line, after this one."""

    async def replays_by(self, person: str) -> list[str]:
        """The tokens of all replays that a person shared or brought along, the oldest first."""

    async def idle_guests(self, before: int, limit: int) -> list[str]:
        """People without a passphrase who did nothing since then and sit at no table that is open."""


class AccountsInSql(AnalysesInSql):
    """See ``AccountStore``."""

    async def saw_session(self, session: Session) -> None:
        s = session
        await self._write((SAW, (s.person, s.session, s.began, s.seen, s.about)))

    async def sessions(self, person: str) -> list[Session]:
        sql = """
            SELECT person, session, began, seen, about FROM sessions WHERE person = ?
            AND session NOT IN (SELECT session FROM ended WHERE person = ?) ORDER BY seen DESC, began DESC, session
        """
        return [Session(*row) for row in await self._rows(sql, person, person)]

    async def drop_sessions(self, before: int) -> int:
        return await self._write(("DELETE FROM sessions WHERE seen < ?", (before,)))

    async def past_bodies(self, person: str, limit: int, first: int = 0, since: int = 0) -> list[bytes]:
        # What is passed over is counted in the index of seats, and its tables are not read.
        sql = """
            SELECT body FROM (
                SELECT match, at FROM seats WHERE person = ? AND state = 'over' AND at >= ?
                ORDER BY at DESC, match DESC LIMIT ? OFFSET ?
            ) AS past JOIN tables ON tables.id = past.match ORDER BY past.at DESC, past.match DESC
        """
        return [bytes(body) for (body,) in await self._rows(sql, person, since, limit, first)]

    async def tables_of(self, person: str) -> list[str]:
        sql = "SELECT id FROM seats JOIN tables ON tables.id = seats.match WHERE person = ? ORDER BY created, id"
        return [id for (id,) in await self._rows(sql, person)]

    async def matches_after(self, id: str, limit: int) -> list[tuple[str, int]]:
        # With IN, SQLite would sort all tables by their ids for every page.
        sql = """
            SELECT id, (SELECT MAX(seq) FROM events WHERE match = id) FROM tables
            WHERE id > ? AND state NOT IN ('waiting', 'closed') ORDER BY id LIMIT ?
        """
        return [(found, int(seq or 0)) for found, seq in await self._rows(sql, id, limit)]

    async def records_after(self, token: str, limit: int) -> list[tuple[str, str, bytes]]:
        sql = "SELECT token, game, record FROM replays WHERE token > ? ORDER BY token LIMIT ?"
        return [(found, game, bytes(record)) for found, game, record in await self._rows(sql, token, limit)]

    async def belongings(self, person: str) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        for what, (sql, names) in BELONGINGS.items():
            rows = await self._rows(sql, person)
            found[what] = [dict(zip(names, row, strict=True)) for row in rows]
        for row in found["wishes"]:
            row["wishes"] = _read(bytes(row["wishes"]))
        muted = await self._row("SELECT COUNT(*) FROM mutes WHERE person = ?", person)
        found["muted"] = [{"people": int(muted[0]) if muted else 0}]
        return found

    async def lines_of(self, person: str, notices: bool, after: tuple[str, int], limit: int) -> list[dict[str, Any]]:
        rows = await self._rows(NOTICES if notices else TALK, person, *after, limit)
        said = "code" if notices else "text"
        return [{"table": match, "line": no, "at": at, said: what} for match, no, at, what in rows]

    async def replays_by(self, person: str) -> list[str]:
        sql = "SELECT token FROM replays WHERE person = ? ORDER BY at"
        return [token for (token,) in await self._rows(sql, person)]

    async def idle_guests(self, before: int, limit: int) -> list[str]:
        sql = """
            SELECT id FROM people{by_seen} WHERE key IS NULL AND seen < ? AND NOT EXISTS
            (SELECT 1 FROM seats WHERE seats.person = people.id AND seats.state = 'open') ORDER BY seen LIMIT ?
        """
        return [id for (id,) in await self._rows(sql, before, limit)]


def _read(stored: bytes) -> Any:
    """What was stored as JSON; if it is damaged, as it is, as far as it is text."""
    try:
        return _json(stored)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return stored.decode(errors="replace")
