"""Rows of accounts and moderation, and what is asked of a database about them."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from msgspec import Struct

MeasureKind = Literal["mute", "ban", "range", "close"]


class Session(Struct):
    """One device of somebody with a passphrase. ``about`` says of what kind it is, and no more."""

    person: str
    session: str
    began: int
    seen: int
    about: str = ""


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

    async def set_switches(self, body: bytes, act: Act) -> None: ...

    async def counts(self) -> dict[str, int]:
        """How much of what there is: people, tables by state, moves, open reports."""

    async def latest_tables(self, state: str, limit: int) -> list[bytes]:
        """Tables in this state, public or not, the latest change first."""
