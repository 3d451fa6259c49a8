"""Rows that many tables want to store at the same moment: those of one statement go in at once.

A database takes twenty rows in one statement for little more than one, and between two statements a thread lets the
others run, who do not let it come back soon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from tutti.server.store.dialect import SqlRow

Insert = tuple[str, list[SqlRow]]
"""A statement that takes one row, and rows for it."""

MOST = 64
"""Rows in one statement."""


class Inserts(tuple[Insert, ...]):
    """A job that only puts rows in."""

    __slots__ = ()


def joined(jobs: Iterable[Inserts]) -> list[Insert]:
    """The rows of all jobs by statement, in the order in which the statements and the rows came."""
    found: dict[str, list[SqlRow]] = {}
    for job in jobs:
        for sql, rows in job:
            known = found.get(sql)
            if known is None:
                found[sql] = list(rows)
            else:
                known += rows
    return list(found.items())


def portions(inserts: Iterable[Insert]) -> Iterator[tuple[str, list[Any]]]:
    """Statements and their values. Rows come by powers of two, so that few statements have to be prepared."""
    for sql, rows in inserts:
        at = 0
        while at < len(rows):
            size = min(MOST, 1 << (len(rows) - at).bit_length() - 1)
            yield several(sql, size), [value for row in rows[at : at + size] for value in row]
            at += size


@lru_cache(maxsize=64)
def several(sql: str, count: int) -> str:
    """The statement for so many rows."""
    first = sql.index("(?")
    row = sql[first : sql.index(")", first) + 1]
    return sql.replace(row, ", ".join([row] * count), 1)
