"""Who wants to hear that a table waits for them, where, and what they have heard; and when people are on holiday."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from tutti.server.store.analyses import Script, Statement
from tutti.server.store.dialect import SqlRow

STEP = """
    CREATE TABLE listeners (
        person TEXT PRIMARY KEY, wishes {blob} NOT NULL, told {integer} NOT NULL, due {integer}
    ){keyed};
    CREATE INDEX listeners_due ON listeners (due) WHERE due IS NOT NULL;
    CREATE TABLE channels (
        id TEXT PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL, label TEXT NOT NULL,
        at {integer} NOT NULL, proved BOOLEAN NOT NULL, failed {integer} NOT NULL
    ){keyed};
    CREATE INDEX channels_person ON channels (person);
    CREATE INDEX channels_proved ON channels (person) WHERE proved;
    CREATE TABLE waits (
        person TEXT NOT NULL, match TEXT NOT NULL, at {integer} NOT NULL, told BOOLEAN NOT NULL,
        PRIMARY KEY (person, match)
    ){keyed};
    CREATE TABLE holidays (
        person TEXT NOT NULL, since {integer} NOT NULL, until {integer} NOT NULL, PRIMARY KEY (person, since)
    ){keyed};
"""
"""The tables of all this, as a step of the schema."""
FORGET = (
    "DELETE FROM channels WHERE person = ?",
    "DELETE FROM waits WHERE person = ?",
    "DELETE FROM listeners WHERE person = ?",
    "DELETE FROM holidays WHERE person = ?",
)
"""Addresses are deleted with the person."""
CHANNEL = "id, person, kind, address, label, at, proved, failed"
Span = tuple[int, int]
"""From when to when."""


class Wishes(Struct):
    """How somebody wants to be told. Minutes of quiet are those of the day where they are; -1: never quiet."""

    interval: int = 10
    """Minutes between two messages, at least."""
    quiet_from: int = -1
    quiet_until: int = -1
    zone: str = "UTC"
    lang: str = "en"
    origin: str = ""
    """Where the person opened the pages, so that links lead there."""


class Listener(Struct):
    """Somebody's wishes, when they were last told, and when to look whether there is something to tell."""

    person: str
    wishes: Wishes
    told: int = 0
    due: int | None = None


class Channel(Struct):
    """Where somebody hears of it. ``address`` is a secret; ``label`` is what the person is shown of it."""

    id: str
    person: str
    kind: str
    address: str
    label: str
    at: int
    proved: bool = False
    failed: int = 0
    """Failures in a row."""


_wishes = msgspec.json.Decoder(Wishes).decode
_encode = msgspec.json.Encoder().encode


class NotificationStore(Protocol):
    """What a store is asked about notices and holidays; a part of ``Store``."""

    async def vapid(self, fresh: bytes = b"") -> bytes:
        """The keys for web push: those that are there, or else these, which are kept; empty if there are none."""

    async def listening(self) -> list[str]:
        """Everybody who has a channel that works."""

    async def listener(self, person: str) -> Listener | None: ...

    async def save_wishes(self, person: str, wishes: Wishes) -> None: ...

    async def first_wishes(self, person: str, wishes: Wishes) -> None:
        """Those of somebody who has none yet."""

    async def channels(self, person: str) -> list[Channel]: ...

    async def channel(self, id: str) -> Channel | None: ...

    async def add_channel(self, channel: Channel) -> None: ...

    async def channel_reached(self, id: str, proved: bool) -> None:
        """Something arrived there; with ``proved`` the channel works from now on. One that was dropped stays away."""

    async def channel_failed(self, id: str) -> None:
        """Once more in a row."""

    async def drop_channel(self, id: str) -> None:
        """And its address."""

    async def begin_wait(self, person: str, match: str, at: int, due: int) -> None:
        """A table waits for a listener, who is told then at the earliest, unless that was known already."""

    async def seen_wait(self, person: str, match: str) -> None:
        """The listener looks at the table and need not be told."""

    async def end_wait(self, person: str, match: str) -> None: ...

    async def waits(self, person: str, limit: int) -> list[str]:
        """The tables of which a listener has yet to be told, the oldest first."""

    async def due_listeners(self, now: int, limit: int) -> list[Listener]:
        """Those who may have something to be told now."""

    async def claim_listener(self, person: str, due: int, until: int | None) -> bool:
        """Whether it is ours to tell this one: who comes second finds another ``due``."""

    async def told(self, person: str, matches: Sequence[str], at: int, due: int) -> None:
        """They were told of these tables; look again only if something has come since the claim until ``due``."""

    async def holidays(self, people: Sequence[str], after: int) -> dict[str, list[Span]]:
        """When each of these is away, as far as it ends after this moment, the earliest first."""

    async def change_holidays(self, person: str, after: int, change: Callable[[list[Span]], list[Span]]) -> list[Span]:
        """All that end after this moment become what ``change`` makes of them; if it raises, they stay. Of two who
        change them at once, the second is given what the first made."""


HOLIDAYS = "SELECT since, until FROM holidays WHERE person = ? AND until > ? ORDER BY since"


class NoticesInSql:
    """See ``NotificationStore``."""

    @abstractmethod
    async def _rows(self, sql: str, *values: Any) -> list[SqlRow]: ...

    @abstractmethod
    async def _write(self, *statements: Statement) -> int: ...

    @abstractmethod
    async def _run(self, script: Callable[[], Script]) -> None: ...

    async def vapid(self, fresh: bytes = b"") -> bytes:
        if fresh:
            await self._write(("INSERT INTO meta VALUES ('vapid', ?) ON CONFLICT DO NOTHING", (fresh,)))
        rows = await self._rows("SELECT value FROM meta WHERE key = 'vapid'")
        return bytes(rows[0][0]) if rows else b""

    async def listening(self) -> list[str]:
        return [person for (person,) in await self._rows("SELECT DISTINCT person FROM channels WHERE proved")]

    async def listener(self, person: str) -> Listener | None:
        rows = await self._rows("SELECT person, wishes, told, due FROM listeners WHERE person = ?", person)
        return _listener(rows[0]) if rows else None

    async def save_wishes(self, person: str, wishes: Wishes) -> None:
        sql = """
            INSERT INTO listeners VALUES (?, ?, 0, NULL)
            ON CONFLICT (person) DO UPDATE SET wishes = excluded.wishes
        """
        await self._write((sql, (person, _encode(wishes))))

    async def first_wishes(self, person: str, wishes: Wishes) -> None:
        sql = "INSERT INTO listeners VALUES (?, ?, 0, NULL) ON CONFLICT DO NOTHING"
        await self._write((sql, (person, _encode(wishes))))

    async def channels(self, person: str) -> list[Channel]:
        rows = await self._rows(f"SELECT {CHANNEL} FROM channels WHERE person = ? ORDER BY at, id", person)
        return [_channel(row) for row in rows]

    async def channel(self, id: str) -> Channel | None:
        rows = await self._rows(f"SELECT {CHANNEL} FROM channels WHERE id = ?", id)
        return _channel(rows[0]) if rows else None

    async def add_channel(self, channel: Channel) -> None:
        c = channel
        sql = f"INSERT INTO channels ({CHANNEL}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        await self._write((sql, (c.id, c.person, c.kind, c.address, c.label, c.at, c.proved, c.failed)))

    async def channel_reached(self, id: str, proved: bool) -> None:
        await self._write(("UPDATE channels SET failed = 0, proved = (proved OR ?) WHERE id = ?", (proved, id)))

    async def channel_failed(self, id: str) -> None:
        await self._write(("UPDATE channels SET failed = failed + 1 WHERE id = ?", (id,)))

    async def drop_channel(self, id: str) -> None:
        await self._write(("DELETE FROM channels WHERE id = ?", (id,)))

    async def begin_wait(self, person: str, match: str, at: int, due: int) -> None:
        new = "INSERT INTO waits VALUES (?, ?, ?, FALSE) ON CONFLICT DO NOTHING"
        # Only who has just put it there finds it with this moment.
        look = """
            UPDATE listeners SET due = ? WHERE person = ? AND (due IS NULL OR due > ?)
            AND EXISTS (SELECT 1 FROM waits WHERE person = ? AND match = ? AND at = ? AND NOT told)
        """
        await self._write((new, (person, match, at)), (look, (due, person, due, person, match, at)))

    async def seen_wait(self, person: str, match: str) -> None:
        await self._write(("UPDATE waits SET told = TRUE WHERE person = ? AND match = ?", (person, match)))

    async def end_wait(self, person: str, match: str) -> None:
        await self._write(("DELETE FROM waits WHERE person = ? AND match = ?", (person, match)))

    async def waits(self, person: str, limit: int) -> list[str]:
        sql = "SELECT match FROM waits WHERE person = ? AND NOT told ORDER BY at, match LIMIT ?"
        return [match for (match,) in await self._rows(sql, person, limit)]

    async def due_listeners(self, now: int, limit: int) -> list[Listener]:
        sql = """
            SELECT person, wishes, told, due FROM listeners
            WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?
        """
        return [_listener(row) for row in await self._rows(sql, now, limit)]

    async def claim_listener(self, person: str, due: int, until: int | None) -> bool:
        sql = "UPDATE listeners SET due = ? WHERE person = ? AND due = ?"
        return await self._write((sql, (until, person, due))) == 1

    async def told(self, person: str, matches: Sequence[str], at: int, due: int) -> None:
        seen = "UPDATE waits SET told = TRUE WHERE person = ? AND match = ?"
        work: list[Statement] = [(seen, (person, match)) for match in matches]
        if matches:
            work.append(("UPDATE listeners SET told = ? WHERE person = ?", (at, person)))
        work.append(("UPDATE listeners SET due = NULL WHERE person = ? AND due = ?", (person, due)))
        await self._write(*work)

    async def holidays(self, people: Sequence[str], after: int) -> dict[str, list[Span]]:
        found = {}
        for person in people:
            found[person] = [(since, until) for since, until in await self._rows(HOLIDAYS, person, after)]
        return found

    async def change_holidays(self, person: str, after: int, change: Callable[[list[Span]], list[Span]]) -> list[Span]:
        spans: list[Span] = []

        def script() -> Script:
            yield "UPDATE people SET name = name WHERE id = ?", (person,)  # others who change them wait
            rows = yield HOLIDAYS, (person, after)
            spans[:] = change([(since, until) for since, until in rows])
            yield "DELETE FROM holidays WHERE person = ? AND until > ?", (person, after)
            for since, until in spans:
                yield "INSERT INTO holidays VALUES (?, ?, ?)", (person, since, until)

        await self._run(script)
        return spans


def _listener(row: SqlRow) -> Listener:
    person, wishes, told, due = row
    try:
        return Listener(person, _wishes(bytes(wishes)), told, due)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Listener(person, Wishes(), told, due)  # damaged: the usual ones


def _channel(row: SqlRow) -> Channel:
    id, person, kind, address, label, at, proved, failed = row
    return Channel(id, person, kind, address, label, at, bool(proved), failed)
