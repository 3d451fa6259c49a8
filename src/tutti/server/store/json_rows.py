"""Rows of many tables in one statement of PostgreSQL, as JSON: for one value by itself the driver does about as much as
for all rows of a kind in one text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tutti.server.store.analyses import Statement
from tutti.server.store.codec import encode
from tutti.server.store.inserts import Insert
from tutti.server.store.sql import SAVE_EVENT, SAVE_TABLE

COLUMNS = {
    SAVE_EVENT: "match text, seq bigint, at bigint, kind text, seat bigint, key text, body bytea, digest text",
    SAVE_TABLE: "id text, state text, public boolean, created bigint, updated bigint, deadline bigint, body bytea,"
    " saves bigint",
}
"""Of each statement that puts rows in: its values, in this order."""


def all_at_once(inserts: Sequence[Insert]) -> Statement:
    """One statement for all rows of all kinds, which is all or nothing by itself."""
    texts = []
    for sql, rows in inserts:
        names = [name for name, _ in _columns(sql)]
        texts.append(encode([dict(zip(names, map(_text, row), strict=True)) for row in rows]).decode())
    return _from_json(tuple(sql for sql, _ in inserts)), texts


def without_zero(value: Any) -> Any:
    """PostgreSQL's texts hold every sign but one."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def _text(value: Any) -> Any:
    """Bodies are JSON themselves, so they are texts."""
    return value.decode() if isinstance(value, bytes) else without_zero(value)


@lru_cache(maxsize=8)
def _from_json(statements: tuple[str, ...]) -> str:
    """The last is the statement; those before it are done with it."""
    *before, last = map(_one_from_json, statements)
    parts = ", ".join(f"part_{number} AS ({sql})" for number, sql in enumerate(before))
    return f"WITH {parts} {last}" if parts else last


def _one_from_json(sql: str) -> str:
    """A statement that takes its rows from a JSON text."""
    columns = _columns(sql)
    first = sql.index("VALUES (?")
    values = sql[first : sql.index(")", first) + 1]
    taken = ", ".join(f"convert_to({name}, 'UTF8')" if kind == "bytea" else name for name, kind in columns)
    named = ", ".join(f"{name} {'text' if kind == 'bytea' else kind}" for name, kind in columns)
    return sql.replace(values, f"SELECT {taken} FROM json_to_recordset(?) AS given({named})")


@lru_cache(maxsize=8)
def _columns(sql: str) -> list[tuple[str, str]]:
    return [(name, kind) for name, _, kind in (one.strip().partition(" ") for one in COLUMNS[sql].split(","))]
