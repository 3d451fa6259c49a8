"""Downtime: when the server was down, asleep or behind the clock on the wall, nobody's clock ran."""

from __future__ import annotations

from collections.abc import Iterable

from tutti.server.logs import log
from tutti.server.rooms import clocks
from tutti.server.rooms.room import Room
from tutti.server.server_clock import ServerClock
from tutti.server.store import Store

LONGEST_TURN = 60 * clocks.DAY
"""No turn lasts longer: older times when the server was down concern nobody."""
WORTH_NOTING = 5_000
Gap = tuple[int, int]


class Downtime:
    """All such times. ``alone`` if no other process plays the same tables."""

    def __init__(self, store: Store, now: ServerClock, patience: int, alone: bool) -> None:
        self._store = store
        self._now = now
        self._patience = patience
        self._alone = alone
        self._gaps: list[Gap] = []

    async def start(self) -> None:
        """Note how long the server was down."""
        last, now = await self._store.last_beat(), self._now()
        if last is not None and last < now:
            await self._store.note_down(last, now)
        self._gaps = await self._store.downs(now - LONGEST_TURN)

    def forgive(self, room: Room) -> None:
        """Put the clocks of a room right that has just come into memory."""
        table, now = room.table, self._now()
        gaps = [gap for gap in self._gaps if gap[1] > table.adjusted]
        if table.state != "running" or room.broken:
            return
        early = any(hand.since is not None and hand.since > now for hand in table.hands)
        if not gaps and not early:
            return
        self._forgive(room, gaps)
        for hand in table.hands:  # the clock on the wall was set back while the server was down
            hand.since = None if hand.since is None else min(hand.since, now)

    def _forgive(self, room: Room, gaps: list[Gap]) -> None:
        table, now = room.table, self._now()
        for gap in gaps:
            clocks.forgive(table, *gap)
        table.adjusted = now
        table.deadline = clocks.deadline(table, now, self._patience)

    async def keep(self, rooms: Iterable[Room]) -> list[Room]:
        """Catch up with the clock on the wall; the rooms whose clocks were put right for it."""
        gap = self._now.catch_up()
        if gap is None:
            return []
        if self._alone:  # at once: tables may be on their way into memory
            self._gaps.append(gap)
        forgiven = [room for room in rooms if room.table.state == "running" and not room.broken]
        for room in forgiven:
            self._forgive(room, [gap])
            room.left = {seat: at + gap[1] - gap[0] for seat, at in room.left.items()}
            room.version += 1
        if gap[1] - gap[0] >= WORTH_NOTING:
            log("time_left_out", level="warning", milliseconds=gap[1] - gap[0])
        if not self._alone:
            last = await self._store.last_beat()
            if last is not None and last > gap[0]:
                return forgiven  # others were awake: only what we had in memory stood still
            self._gaps.append(gap)
        await self._store.note_down(*gap)
        return forgiven
