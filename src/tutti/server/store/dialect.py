"""Where SQLite and PostgreSQL differ in what they call things. All statements are written once, in SQLite's words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

SqlRow = tuple[Any, ...]


@dataclass(frozen=True, eq=False)  # each is itself, which is quick to look up
class Dialect:
    """What stands for ``{name}`` in a statement, and for its question marks."""

    mark: str
    integer: str
    blob: str
    keyed: str
    """After a table whose primary key is all that orders it."""
    now: str
    """Milliseconds since 1970."""
    by_key: str
    """After ``events``: use the index of keys, however few events there are."""
    by_seen: str
    """After ``people``: use the index of guests by when they were seen; without statistics SQLite reads all guests."""
    locked: str
    """After a query whose tables nobody else may change until the end of the transaction."""


SQLITE = Dialect(
    mark="?",
    integer="INTEGER",
    blob="BLOB",
    keyed=" WITHOUT ROWID",
    now="CAST(strftime('%s', 'now') AS INTEGER) * 1000",
    by_key=" INDEXED BY events_key",
    by_seen=" INDEXED BY people_idle",
    locked="",
)
POSTGRES = Dialect(
    mark="%s",
    integer="BIGINT",
    blob="BYTEA",
    keyed="",
    now="(EXTRACT(EPOCH FROM now()) * 1000)::bigint",
    by_key="",
    by_seen="",
    locked=" FOR UPDATE OF tables",
)


@lru_cache(maxsize=256)
def said(sql: str, dialect: Dialect) -> str:
    """The statement as this database wants it."""
    if dialect.mark != "?":
        sql = sql.replace("%", "%%").replace("?", dialect.mark)  # its driver looks for signs of percent
    return sql.format(**asdict(dialect))
