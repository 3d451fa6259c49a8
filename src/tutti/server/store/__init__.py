"""Where people, tables and moves are kept: one interface, so that a second database can take SQLite's place.

A write returns when it is durable. The log of a match is its truth: ``(match, seq)`` is unique, so
a move can never be written twice, and whoever tries gets ``Conflict``. So does whoever saves a table that another
has changed since it was read: a process that lost its claim writes nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from tutti.kernel.pickling import Kept
from tutti.server.store.accounts import AccountStore
from tutti.server.store.moderation import ModerationStore
from tutti.server.store.notifications import NotificationStore
from tutti.server.store.rows import Analysing, Event, Person, Replay, Report, Snapshot, Table, TalkLine

__all__ = [
    "Analysing",
    "Conflict",
    "Event",
    "Heard",
    "Key",
    "Line",
    "Person",
    "Replay",
    "Report",
    "Snapshot",
    "Store",
    "StoreFault",
    "Table",
    "Unreadable",
]


class StoreFault(Kept):
    """The database cannot be used; the text says why."""


class Unreadable(Exception):
    """A row that this Tutti cannot read: written by another one, or damaged. All others are fine."""


class Conflict(Exception):
    """Somebody else wrote this row first."""


Heard = Callable[[str, str], None]
"""Gets what another process told, and the id it is about.

``want``: it wants to play this match. ``person``: this person has changed. ``gone``: this person is no more.
``lost``: nobody knows what was missed, and all claims are void.
"""


Key = tuple[int, str, str]
"""Seat, key and digest of an order that was carried out."""


class Store(NotificationStore, AccountStore, ModerationStore, Protocol):
    """All that the server asks of a database. Times are milliseconds since 1970."""

    async def open(self, heard: Heard) -> None:
        """Be ready; from now on listen to the other processes that share the database, if there are any."""

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""

    async def tell(self, what: str, id: str) -> None:
        """Tell the other processes."""

    async def claim(self, match: str) -> bool:
        """Whether this process alone may play the match from now on, until it releases it or is no more."""

    async def release(self, match: str) -> None:
        """Any process may play the match."""

    async def release_all(self) -> None:
        """Any process may play what this one played."""

    async def secret(self) -> bytes:
        """The key that signs cookies; made on first use, kept for ever."""

    async def beat(self, now: int) -> None:
        """Note that the server is alive."""

    async def last_beat(self) -> int | None:
        """When the server was last known to be alive."""

    async def try_write(self) -> None:
        """Write something that means nothing; ``StoreFault`` if nothing can be stored now."""

    async def note_down(self, since: int, until: int) -> None:
        """The server was down between these moments."""

    async def downs(self, after: int) -> list[tuple[int, int]]:
        """All times when the server was down that ended after this moment."""

    # -- people --------------------------------------------------------------------------------

    async def person(self, id: str) -> Person | None: ...

    async def protected(self, key: str) -> Person | None:
        """Whoever protects the name with this key."""

    async def taken(self, key: str, look: str) -> bool:
        """Whether somebody protects a name with this key or this look."""

    async def add_person(self, person: Person) -> None:
        """A row for somebody new; one that is there stays as it is."""

    async def change_person(self, id: str, changes: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
        """Write these columns and no others, if the row still has the ``known`` values; whether it had.

        ``Conflict`` if somebody else protects the name, or one that looks like it. With a new epoch the sessions that
        were ended before go: their cookies are worth nothing anyway."""

    async def end_session(self, person: str, session: str, at: int) -> None:
        """The cookies of this session are worth nothing any more."""

    async def ended_sessions(self, person: str) -> list[str]: ...

    async def drop_ended(self, before: int) -> int:
        """Sessions with a day that were ended before this moment go, as their cookies are too old; how many."""

    async def forget_person(self, id: str) -> None:
        """Everything that names the person goes; the matches stay, with nobody's name on them. All or nothing."""

    async def mutes(self, person: str) -> list[str]: ...

    async def set_mute(self, person: str, other: str, on: bool) -> None: ...

    async def learned(self, person: str) -> list[tuple[str, str]]:
        """The lessons that somebody has finished, by game and scene."""

    async def note_learned(self, person: str, game: str, scene: str, at: int) -> None: ...

    # -- tables and matches --------------------------------------------------------------------

    async def table(self, id: str) -> Table | None:
        """``Unreadable`` if it is there and means nothing to us."""

    async def save(self, table: Table, events: Sequence[Event] = (), lines: Sequence[TalkLine] = ()) -> None:
        """The table as it is now, with what happened to it, all or nothing.

        ``Conflict`` on a used number, or if the stored table is not the one with ``saves`` one lower.
        """

    async def events(self, match: str, after: int = 0) -> list[Event]:
        """``Unreadable`` if one of them means nothing to us."""

    async def keys(self, match: str, seats: int, most: int) -> list[Key]:
        """The newest keys of each seat in the log, at most so many of each; of each seat the oldest first."""

    async def snapshot(self, match: str) -> Snapshot | None:
        """The newest one."""

    async def save_snapshot(self, snapshot: Snapshot) -> None: ...

    async def public(self, state: str, limit: int, before: int | None = None) -> list[Table]:
        """Public tables in this state, the newest first, opened before this moment. Lists leave out the unreadable."""

    async def open_tables(self, person: str, limit: int) -> list[Table]:
        """Tables of the person, seated or as their host, that wait or run; the latest change first."""

    async def past_tables(self, person: str, limit: int, before: int | None = None) -> list[Table]:
        """Tables of the person whose match is over, the latest end first, ended before this moment."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose deadline has passed."""

    async def postpone(self, id: str, now: int, deadline: int) -> None:
        """Look at this table again then, if it is still due; nothing else of it changes."""

    # -- talk ----------------------------------------------------------------------------------

    async def talk(self, table: str, after: int = 0) -> list[TalkLine]:
        """Lines that cannot be read are left out."""

    async def report(self, report: Report) -> None: ...

    async def reports(self, limit: int) -> list[tuple[Report, TalkLine | None]]:
        """The latest reports, each with the line of talk if it is still there."""

    # -- replays -------------------------------------------------------------------------------

    async def replay(self, token: str) -> Replay | None:
        """``Unreadable`` if it is there and means nothing to us."""

    async def save_replay(self, replay: Replay) -> None: ...

    async def bring_replay(self, replay: Replay, kept: int) -> None:
        """Keep one that was brought along. Of all that its person brought, so many stay: those opened last."""

    async def brought(self) -> int:
        """Bytes that all replays take that were brought along."""

    async def replay_opened(self, token: str, at: int) -> None:
        """Somebody looks at it."""

    async def drop_replays(self, before: int) -> int:
        """Those that were brought along and not opened since then go; how many."""

    async def replays_of(self, table: str) -> Replay | None:
        """The public replay of a table's match, if somebody shared it."""

    # -- analyses ------------------------------------------------------------------------------

    async def analysis(self, token: str, edition: str) -> bytes | None:
        """What was found out about a replay, in this form; None while it is not all of it."""

    async def analysis_parts(self, token: str, edition: str) -> dict[int, bytes]:
        """The plan (``PLAN``) and the pieces that were found out by this edition, by their number."""

    async def save_plan(self, token: str, edition: str, plan: bytes) -> bytes:
        """The plan that counts: this one, or that of the same edition which is there already."""

    async def save_part(self, token: str, edition: str, number: int, part: bytes) -> None: ...

    async def save_analysis(self, token: str, edition: str, whole: bytes) -> None:
        """All of it: the pieces are no longer needed, and nobody is at it any more."""

    async def begin_analysis(self, wish: Analysing, silent: int) -> Analysing:
        """Have a replay looked into, unless somebody has, or this person has another: then that one is answered.

        Who was not heard of since ``silent`` is not at it any more."""

    async def go_on_analysing(self, now: Analysing) -> bool:
        """Note how far it is; whether it is still wanted."""

    async def analysing(self, token: str) -> Analysing | None: ...

    async def stop_analysing(self, token: str, run: str | None = None) -> None:
        """Nobody is at it any more; with ``run``, only if that go is the one under way."""
