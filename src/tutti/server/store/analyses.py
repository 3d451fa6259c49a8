"""Analyses in SQL: what was found out about replays, and who has one looked into."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Sequence
from typing import Any

from tutti.server.store.dialect import SqlRow
from tutti.server.store.rows import Analysing

Statement = tuple[str, Sequence[Any]]
"""A statement and the values for its question marks."""
Script = Generator[Statement, list[SqlRow], None]
"""Statements of which a later one depends on what an earlier one found: each is answered with its rows."""

WHOLE, PLAN = -1, -2
"""Numbers of what is no piece."""
COLUMNS = "token, person, at, done, total, run"
SAVE = """
    INSERT INTO analyses SELECT token, ?, ?, ? FROM replays WHERE token = ?
    ON CONFLICT (token, number) DO UPDATE SET edition = excluded.edition, body = excluded.body
"""
"""Of a replay that is still there."""
SAVE_PLAN = """
    INSERT INTO analyses SELECT token, ?, ?, ? FROM replays WHERE token = ?
    ON CONFLICT (token, number) DO UPDATE SET edition = excluded.edition, body = excluded.body
    WHERE analyses.edition <> excluded.edition
"""
"""Pieces of two plans do not fit together, so the first plan stays."""
BEGIN = f"""
    INSERT INTO analysing ({COLUMNS}) SELECT ?, ?, ?, ?, ?, ?
    WHERE NOT EXISTS (SELECT 1 FROM analysing WHERE person = ? AND token <> ? AND at >= ?)
    ON CONFLICT (token) DO UPDATE SET person = excluded.person, at = excluded.at, done = excluded.done,
    total = excluded.total, run = excluded.run WHERE analysing.at < ?
"""


def without_analyses(which: str, *values: Any) -> tuple[Statement, ...]:
    """Delete replays, and what was found out about them."""
    found = f"SELECT token FROM replays WHERE {which}"
    return (
        (f"DELETE FROM analyses WHERE token IN ({found})", values),
        (f"DELETE FROM analysing WHERE token IN ({found})", values),
        (f"DELETE FROM replays WHERE {which}", values),
    )


class AnalysesInSql:
    """See ``Store``."""

    @abstractmethod
    async def _rows(self, sql: str, *values: Any) -> list[SqlRow]:
        """What a query finds."""

    @abstractmethod
    async def _write(self, *statements: Statement) -> int:
        """All of it or nothing; how many rows the last one changed."""

    @abstractmethod
    async def _run(self, script: Callable[[], Script]) -> None:
        """All of a script or nothing. It may be begun anew."""

    async def _row(self, sql: str, *values: Any) -> SqlRow | None:
        rows = await self._rows(sql, *values)
        return rows[0] if rows else None

    async def _do(self, sql: str, *values: Any) -> int:
        return await self._write((sql, values))

    async def analysis(self, token: str, edition: str) -> bytes | None:
        sql = "SELECT body FROM analyses WHERE token = ? AND number = ? AND edition = ?"
        row = await self._row(sql, token, WHOLE, edition)
        return bytes(row[0]) if row else None

    async def analysis_parts(self, token: str, edition: str) -> dict[int, bytes]:
        sql = "SELECT number, body FROM analyses WHERE token = ? AND edition = ? AND number <> ?"
        return {number: bytes(body) for number, body in await self._rows(sql, token, edition, WHOLE)}

    async def save_plan(self, token: str, edition: str, plan: bytes) -> bytes:
        await self._do(SAVE_PLAN, PLAN, edition, plan, token)
        row = await self._row("SELECT body FROM analyses WHERE token = ? AND number = ?", token, PLAN)
        return bytes(row[0]) if row else plan

    async def save_part(self, token: str, edition: str, number: int, part: bytes) -> None:
        await self._do(SAVE, number, edition, part, token)

    async def save_analysis(self, token: str, edition: str, whole: bytes) -> None:
        await self._write(
            ("DELETE FROM analyses WHERE token = ?", (token,)),
            (SAVE, (WHOLE, edition, whole, token)),
            ("DELETE FROM analysing WHERE token = ?", (token,)),
        )

    async def begin_analysis(self, wish: Analysing, silent: int) -> Analysing:
        row = (wish.token, wish.person, wish.at, wish.done, wish.total, wish.run)
        if await self._do(BEGIN, *row, wish.person, wish.token, silent, silent):
            return wish
        sql = f"SELECT {COLUMNS} FROM analysing WHERE (token = ? OR person = ?) AND at >= ? ORDER BY token = ? DESC"
        found = await self._row(sql, wish.token, wish.person, silent, wish.token)
        return Analysing(*found) if found else await self.begin_analysis(wish, silent)  # it ended this very moment

    async def go_on_analysing(self, now: Analysing) -> bool:
        sql = "UPDATE analysing SET at = ?, done = ?, total = ? WHERE token = ? AND person = ? AND run = ?"
        return await self._do(sql, now.at, now.done, now.total, now.token, now.person, now.run) > 0

    async def analysing(self, token: str) -> Analysing | None:
        row = await self._row(f"SELECT {COLUMNS} FROM analysing WHERE token = ?", token)
        return Analysing(*row) if row else None

    async def stop_analysing(self, token: str, run: str | None = None) -> None:
        if run is None:
            await self._do("DELETE FROM analysing WHERE token = ?", token)
        else:
            await self._do("DELETE FROM analysing WHERE token = ? AND run = ?", token, run)
