"""Replays: shared and imported records, found by the token in their address."""

from __future__ import annotations

from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.rooms.clocks import DAY
from tutti.server.rooms.room import Now
from tutti.server.store import Store, Unreadable
from tutti.server.store.rows import Replay
from tutti.server.tasks import Spawn


class Replays:
    """Finds replays and notes when an imported one was last opened."""

    def __init__(self, store: Store, now: Now, spawn: Spawn) -> None:
        self.store = store
        self.now = now
        self.spawn = spawn

    async def find(self, token: str) -> Replay:
        try:
            replay = await self.store.replay(token)
        except Unreadable:
            log("unreadable", level="error", replay=token[:4])
            raise Refused("unreadable_record", 409) from None
        if replay is None:
            raise Refused("no_such_replay", 404)
        if not replay.table and self.now() - replay.opened > DAY:
            # In the background: nobody waits for it, and replays stay readable while nothing can be stored.
            self.spawn(self.store.replay_opened(token, self.now()))
        return replay

    async def of_table(self, table: str) -> Replay | None:
        """The replay of a table, if somebody has shared it."""
        try:
            return await self.store.replays_of(table)
        except Unreadable:
            raise Refused("unreadable_record", 409) from None
