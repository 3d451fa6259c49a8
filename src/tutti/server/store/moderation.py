"""Moderation: its rows, what moderators ask of the store, and that in SQL. Each decision goes with its log entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

import msgspec
from msgspec import Struct

from tutti.server.store.analyses import AnalysesInSql, Script, Statement

MEASURE = "id, kind, person, target, name, reason, at, until"
ACT = "id, at, owner, act, target, reason, person, name"
OWNER = "name, hash, created, used"
SWITCHES = "INSERT INTO meta VALUES ('house', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
LOCK_SWITCHES = "INSERT INTO meta VALUES ('house', ?) ON CONFLICT (key) DO UPDATE SET value = meta.value"
"""Others who change switches wait until this transaction is over."""
READ_SWITCHES = "SELECT value FROM meta WHERE key = 'house'"
LAST = 2**62
COUNTED = {"guests": "IS NULL", "protected": "> ''"}
STATES = ("waiting", "running", "over")


MeasureKind = Literal["mute", "ban", "range", "close"]


class Measure(Struct):
    """Something that whoever runs the server decided: a person is silent or out, an address range is out, a table
    is to be closed. ``until`` is 0 for one without an end."""

    id: str
    kind: MeasureKind
    person: str | None
    target: str
    """The range, or the table; the person's seat or line for people, by which they were found."""
    name: str
    """What the person was called then."""
    reason: str
    at: int
    until: int = 0


class Owner(Struct):
    """An admin. ``hash`` is all that is known of the key."""

    name: str
    hash: str
    created: int
    used: int = 0


class Act(Struct):
    """One line of the audit log."""

    id: str
    at: int
    owner: str
    act: str
    target: str
    reason: str
    person: str | None = None
    name: str = ""


class ModerationStore(Protocol):
    """What whoever runs the server asks."""

    async def measures(self) -> list[Measure]:
        """All that was decided and not lifted, the latest first."""

    async def take_measure(self, measure: Measure, act: Act) -> None:
        """Keep what was decided, and that it was; both or nothing."""

    async def lift_measure(self, id: str, act: Act) -> bool:
        """Whether there was such a one."""

    async def measure_done(self, id: str) -> None:
        """What was to be done once is done."""

    async def settle_report(self, table: str, no: int, at: int, act: Act) -> bool:
        """The reports about this line have been dealt with; whether there were any."""

    async def open_reports(self, limit: int) -> list[tuple[str, int]]:
        """Lines that were reported and not dealt with, the latest first."""

    async def owners(self) -> list[Owner]: ...

    async def save_owner(self, owner: Owner, act: Act) -> None: ...

    async def owner_used(self, name: str, at: int) -> None: ...

    async def drop_owner(self, name: str, act: Act) -> bool: ...

    async def note_act(self, act: Act) -> None: ...

    async def acts(self, limit: int, before: int | None = None) -> list[Act]:
        """The audit log, the latest first."""

    async def switches(self) -> bytes | None:
        """The moderation switches, as they were written."""

    async def set_switches(self, changes: Mapping[str, bool], act: Act) -> None:
        """Turn these, and leave the others as they are."""

    async def counts(self) -> dict[str, int]:
        """How much of what there is: people, tables by state, moves, open reports."""

    async def latest_tables(self, state: str, limit: int) -> list[bytes]:
        """Tables in this state, public or not, the latest change first."""


class ModerationInSql(AnalysesInSql):
    """See ``ModerationStore``."""

    async def measures(self) -> list[Measure]:
        return [Measure(*row) for row in await self._rows(f"SELECT {MEASURE} FROM measures ORDER BY at DESC, id")]

    async def take_measure(self, measure: Measure, act: Act) -> None:
        m = measure
        row = (m.id, m.kind, m.person, m.target, m.name, m.reason, m.at, m.until)
        await self._write((f"INSERT INTO measures ({MEASURE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row), _noted(act))

    async def lift_measure(self, id: str, act: Act) -> bool:
        if await self._row("SELECT 1 FROM measures WHERE id = ?", id) is None:
            return False
        return await self._write(_noted(act), ("DELETE FROM measures WHERE id = ?", (id,))) > 0

    async def measure_done(self, id: str) -> None:
        await self._write(("DELETE FROM measures WHERE id = ?", (id,)))

    async def settle_report(self, table: str, no: int, at: int, act: Act) -> bool:
        sql = "SELECT 1 FROM reports WHERE match = ? AND no = ? AND settled = 0"
        if await self._row(sql, table, no) is None:
            return False
        settle = "UPDATE reports SET settled = ? WHERE match = ? AND no = ?"
        return await self._write(_noted(act), (settle, (at, table, no))) > 0

    async def open_reports(self, limit: int) -> list[tuple[str, int]]:
        sql = "SELECT match, no FROM reports WHERE settled = 0 GROUP BY match, no ORDER BY MAX(at) DESC LIMIT ?"
        return [(match, no) for match, no in await self._rows(sql, limit)]

    async def owners(self) -> list[Owner]:
        return [Owner(*row) for row in await self._rows(f"SELECT {OWNER} FROM owners ORDER BY name")]

    async def save_owner(self, owner: Owner, act: Act) -> None:
        o = owner
        sql = f"""
            INSERT INTO owners ({OWNER}) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, created = excluded.created, used = excluded.used
        """
        await self._write((sql, (o.name, o.hash, o.created, o.used)), _noted(act))

    async def owner_used(self, name: str, at: int) -> None:
        await self._write(("UPDATE owners SET used = ? WHERE name = ?", (at, name)))

    async def drop_owner(self, name: str, act: Act) -> bool:
        if await self._row("SELECT 1 FROM owners WHERE name = ?", name) is None:
            return False
        return await self._write(_noted(act), ("DELETE FROM owners WHERE name = ?", (name,))) > 0

    async def note_act(self, act: Act) -> None:
        await self._write(_noted(act))

    async def acts(self, limit: int, before: int | None = None) -> list[Act]:
        sql = f"SELECT {ACT} FROM audit WHERE at < ? ORDER BY at DESC, id LIMIT ?"
        return [Act(*row) for row in await self._rows(sql, LAST if before is None else before, limit)]

    async def switches(self) -> bytes | None:
        row = await self._row(READ_SWITCHES)
        return bytes(row[0]) if row else None

    async def set_switches(self, changes: Mapping[str, bool], act: Act) -> None:
        def script() -> Script:
            yield LOCK_SWITCHES, (b"{}",)
            ((body,),) = yield READ_SWITCHES, ()
            try:
                known = msgspec.json.decode(bytes(body), type=dict[str, bool])
            except msgspec.DecodeError:
                known = {}  # damaged: all is open
            yield SWITCHES, (msgspec.json.encode({**known, **changes}),)
            yield _noted(act)

        await self._run(script)

    async def counts(self) -> dict[str, int]:
        # Each is counted in an index, and no row is read.
        found = {name: f"SELECT COUNT(*) FROM people WHERE key {test}" for name, test in COUNTED.items()}
        found |= {state: f"SELECT COUNT(*) FROM tables WHERE state = '{state}'" for state in STATES}
        found["reports"] = "SELECT COUNT(*) FROM reports WHERE settled = 0"
        counts = {name: int((await self._rows(sql))[0][0]) for name, sql in found.items()}
        return {"people": counts.pop("guests") + counts["protected"], **counts}

    async def latest_tables(self, state: str, limit: int) -> list[bytes]:
        sql = "SELECT body FROM tables WHERE state = ? ORDER BY updated DESC LIMIT ?"
        return [bytes(body) for (body,) in await self._rows(sql, state, limit)]


def _noted(act: Act) -> Statement:
    a = act
    row = (a.id, a.at, a.owner, a.act, a.target, a.reason, a.person, a.name)
    return f"INSERT INTO audit ({ACT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row
