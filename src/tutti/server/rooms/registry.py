"""Registry: finds rooms, loads them on demand, stores their changes, and lets them go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

from tutti.kernel.errors import TuttiError
from tutti.server.logs import log
from tutti.server.messages.errors import Refused, unavailable
from tutti.server.metrics import Metrics, note_stored
from tutti.server.pubsub import PubSub
from tutti.server.rooms import clocks, event_log, lobby
from tutti.server.rooms.bots import Bots
from tutti.server.rooms.commands import moves
from tutti.server.rooms.commands.idempotency import KEPT
from tutti.server.rooms.downtime import Downtime
from tutti.server.rooms.ownership import Ownership
from tutti.server.rooms.room import Change, Room
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store, StoreFault, Unreadable
from tutti.server.store.rows import Person, Snapshot, Table
from tutti.server.tasks import Spawn
from tutti.server.workers.pool import WorkerPool

ATTENDANCE, LONGEST_ATTENDANCE = 0.1, 1.0
"""Seconds until the others at a table are told who came or went: as a rule, and while a crowd comes in."""
CROWDED = 0.25
"""So often it is looked whether the crowd is in."""
SNAPSHOT_EVERY = 256
MOST_TABLES = 100_000
"""Nobody has more open tables than that."""


class Registry:
    """All tables, most of them asleep in the store."""

    def __init__(
        self,
        store: Store,
        workers: WorkerPool,
        settings: Settings,
        metrics: Metrics,
        now: ServerClock,
        spawn: Spawn,
        downtime: Downtime,
        on_change: Callable[[Room], None],
        crowded: Callable[[], bool],
    ) -> None:
        self.store = store
        self.bots = Bots(self, workers, settings)
        self.settings = settings
        self.metrics = metrics
        self.now = now
        self.spawn = spawn
        self.on_change = on_change
        """Hears of every room in which something happened, or to which somebody came."""
        self.crowded = crowded
        """Whether many are on their way to their tables."""
        self.patience = settings.abandoned_days * clocks.DAY
        self.pubsub = PubSub()
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self.downtime = downtime
        self.claims = Ownership(store, lambda id: id in self.rooms or id in self._loading, self.spawn)

    # -- life ----------------------------------------------------------------------------------

    async def stop(self) -> None:
        """After all tasks have ended."""
        for room in self.rooms.values():
            async with room.lock:  # what is being stored is stored
                room.dead = True
        await self.store.release_all()  # at once: elsewhere they are waited for

    def let_go(self) -> None:
        """Put rooms away that nobody needs: those idle for long, and the oldest while there are too many."""
        now = self.now()
        idle = [r for r in self.rooms.values() if not r.holders and not r.thinking and not r.lock.locked()]
        too_many = len(self.rooms) - self.settings.rooms_kept
        idle.sort(key=lambda room: room.idle_since)
        for number, room in enumerate(idle):
            if room.dead or number < too_many or now - room.idle_since > self.settings.room_idle * 1000:
                del self.rooms[room.table.id]
                self.claims.give_back(room.table.id)

    # -- several processes ---------------------------------------------------------------------

    def heard(self, what: str, id: str) -> None:
        """What another process told."""
        room = self.rooms.get(id)
        if what == "want" and room is not None:
            self.spawn(self._hand_over(room))
        elif what == "gone":
            for room in self._rooms_naming(id):
                self.spawn(self._hand_over(room))
        elif what == "lost":
            for room in list(self.rooms.values()):
                self.drop(room)

    async def _hand_over(self, room: Room) -> None:
        """Let go of a room: whoever looks at it is told to come back, and finds it where it is played then."""
        async with room.lock:  # what is being stored is stored
            self.drop(room)

    # -- rooms ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def room(self, id: str) -> AsyncIterator[Room]:
        """The room of a table, in memory as long as it is used. ``Refused`` if there is no such table."""
        room = await self._room(id)
        with room.held():
            yield room

    async def _room(self, id: str) -> Room:
        room = self.rooms.get(id)
        if room is not None and not room.dead:
            return room
        loading = self._loading.get(id)
        if loading is None:
            loading = asyncio.ensure_future(self._load(id))
            self._loading[id] = loading
            loading.add_done_callback(lambda _: self._loaded(id))
        return await asyncio.shield(loading)

    def _loaded(self, id: str) -> None:
        del self._loading[id]
        if id not in self.rooms:
            self.claims.give_back(id)

    async def _load(self, id: str) -> Room:
        try:
            await self.claims.take(id)
            table = await self.store.table(id)
            if table is None:
                raise Refused("no_such_table", 404)
            room = await self._build(table)
        except StoreFault as fault:
            raise unavailable(fault) from None
        except Unreadable:
            log("unreadable", level="error", table=id[:6])
            raise Refused("match_broken", 409) from None
        self.rooms[id] = room
        self.metrics.rooms_loaded.add()
        self.bots.wake(room)
        return room

    async def _build(self, table: Table) -> Room:
        room = Room(table, None, self.store, self.now, self.patience)
        try:
            await self._remember(room)
        except (event_log.Broken, Unreadable) as fault:
            log("match_broken", level="error", table=table.id[:6], reason=str(fault))
            room.broken = True
            return room
        self.downtime.forgive(room)
        return room

    async def _remember(self, room: Room) -> None:
        """The match from the log, from the newest snapshot on if that can be read."""
        table = room.table
        played = table.state in ("running", "over") and bool(table.seed)
        if played and table.seq < SNAPSHOT_EVERY:  # the keys are in the log, which is short and has to be read anyway
            events = await self.store.events(table.id)
            for event in events:
                if event.key:
                    room.keys.note(event.seat, event.key, event.digest)
            room.match = event_log.rebuild(table, None, events)
            return
        for key in await self.store.keys(table.id, len(table.seats), KEPT):
            room.keys.note(*key)
        if not played:
            return
        snapshot = await self.store.snapshot(table.id)
        if snapshot is not None:
            try:
                room.match = event_log.rebuild(table, snapshot, await self.store.events(table.id, snapshot.seq))
                return
            except event_log.Outdated as fault:
                log("snapshot_outdated", table=table.id[:6], reason=str(fault))
            except event_log.Broken as fault:
                log("snapshot_broken", level="error", table=table.id[:6], reason=str(fault))
        room.match = event_log.rebuild(table, None, await self.store.events(table.id))

    async def forget(self, person: Person) -> None:
        """Nobody waits for somebody who is gone, and nothing names them any more, in memory and in the store."""
        for table in await self.store.open_tables(person.id, MOST_TABLES):
            with suppress(Refused):  # a match that cannot be played waits for nobody
                async with self.room(table.id) as room:
                    await self.act(room, partial(lobby.leave_for_good, room, person, self.bots.standin()))
        await self._anonymise(person.id)
        await self.store.forget_person(person.id)
        await self.store.tell("gone", person.id)
        await asyncio.gather(*self._loading.values(), return_exceptions=True)  # read before the person was gone
        for room in self._rooms_naming(person.id):
            await self._hand_over(room)  # what the store has is newer

    async def _anonymise(self, person: str) -> None:
        for room in self._rooms_naming(person):
            if room.broken:
                self.drop(room)  # to be read again from the store
            else:
                await self.act(room, partial(lobby.anonymise, room, person))

    def _rooms_naming(self, person: str) -> list[Room]:
        """The rooms that still name a person at the table; what they said is forgotten in all."""
        for room in self.rooms.values():
            if room.talk:
                room.talk = [line for line in room.talk if line.person != person]
        return [room for room in self.rooms.values() if room.names(person)]

    async def add(self, room: Room, work: Callable[[Change], None]) -> None:
        """A new table comes into memory once the work that opens it is stored."""
        await self.claims.take(room.table.id)
        try:
            with room.held():
                await self.act(room, work)
                self.rooms[room.table.id] = room
                self.downtime.forgive(room)
                self.bots.wake(room)
        finally:
            if room.table.id not in self.rooms:
                self.claims.give_back(room.table.id)

    # -- changing ------------------------------------------------------------------------------

    async def act(self, room: Room, work: Callable[[Change], None]) -> None:
        """Do something to a room, store it, tell everybody, let the bots move."""
        more = True
        while more:
            async with room.lock:
                change = room.change()
                try:
                    work(change)
                    more = moves.follow(room, change)
                except BaseException as fault:
                    if change.any or not isinstance(fault, Refused | TuttiError):
                        self.drop(room)  # half a change must not stay
                    raise
                await self.commit(room, change)
            work = _nothing
            if change.any:
                self.changed(room)

    async def commit(self, room: Room, change: Change) -> None:
        clock = self.metrics.clock()
        try:
            await room.commit(change)
        except BaseException:
            self.metrics.failed_writes.add()
            self.drop(room)
            raise
        took = self.metrics.clock() - clock
        self.metrics.stored.observe(took)
        note_stored(took)
        seq = room.table.seq
        if (
            room.match is not None
            and change.events
            and seq // SNAPSHOT_EVERY != (seq - len(change.events)) // SNAPSHOT_EVERY
        ):
            self.spawn(self.store.save_snapshot(Snapshot(room.table.id, seq, event_log.snapshot_of(room.match))))

    def drop(self, room: Room) -> None:
        """Memory and store may differ: throw the room away, and everybody who looks at it out."""
        room.dead = True
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]
            self.claims.give_back(room.table.id)
        self.changed(room)

    def changed(self, room: Room) -> None:
        self.pubsub.publish(f"{room.table.id}:{room.table.seq}")
        self.bots.wake(room)
        self.on_change(room)

    def attended(self, room: Room) -> None:
        """Somebody came or went. The others are told a little later: often it is several who come, one by one."""
        self.bots.wake(room)
        self.on_change(room)
        if not room.telling:
            room.telling = True
            self._tell_later(room, 0.0)

    def _tell_later(self, room: Room, waited: float) -> None:
        """While a crowd comes in, whoever comes is served before those who are here hear of it."""
        if waited and not (self.crowded() and waited < LONGEST_ATTENDANCE):
            self._tell_attendance(room)
        else:
            pause = CROWDED if self.crowded() else ATTENDANCE
            asyncio.get_running_loop().call_later(pause, self._tell_later, room, waited + pause)

    def _tell_attendance(self, room: Room) -> None:
        room.telling = False
        room.version += 1
        self.pubsub.publish(f"{room.table.id}:{room.table.seq}")


def _nothing(change: Change) -> None:
    """The rest of a long chain of moves in advance."""
