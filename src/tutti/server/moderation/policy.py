"""Moderation policy of a server: who is banned or muted, and what is switched off. Reread every few seconds."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

import msgspec
from msgspec import Struct

from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.open_sockets import OpenSockets
from tutti.server.rooms import lobby
from tutti.server.rooms.commands.endings import stop
from tutti.server.rooms.registry import Registry
from tutti.server.rooms.room import Change, Now, Room
from tutti.server.store import Conflict, Store, StoreFault
from tutti.server.store.moderation import Measure
from tutti.server.store.rows import Person
from tutti.server.tasks import Spawn

EVERY = 5.0
FORBIDDEN = 4403
OWN = ("/api/me", "/api/me/export")
"""Whoever is out may still see who they are, take their data along and delete it."""
KEYED = "/api/house"
"""Asks for a key, whoever comes."""
MOST_TABLES = 1000


class Switches(Struct, forbid_unknown_fields=True, kw_only=True):
    """What may be shut for a while."""

    tables: bool = True
    """New tables may be opened."""
    talk: bool = True
    imports: bool = True
    """Records may be brought along."""


class SwitchChange(Struct, forbid_unknown_fields=True, kw_only=True):
    """What is to be shut or opened; the rest stays as it is."""

    tables: bool | None = None
    talk: bool | None = None
    imports: bool | None = None


class Policy:
    """Who may do what here, beyond the rules of tables."""

    def __init__(self, store: Store, now: Now, registry: Registry, sockets: OpenSockets, spawn: Spawn) -> None:
        self.store = store
        self.now = now
        self.registry = registry
        self.sockets = sockets
        self.spawn = spawn
        self.measures: list[Measure] = []
        self.switches = Switches()
        self._people: dict[str, list[Measure]] = {}
        self._ranges: list[tuple[IPv4Network | IPv6Network, Measure]] = []
        self._done: set[str] = set()

    async def keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.refresh()
            except (StoreFault, Conflict) as fault:
                log("house_not_read", level="error", reason=str(fault))

    async def refresh(self) -> None:
        """Read what was decided, and do what is new."""
        self.measures = await self.store.measures()
        body = await self.store.switches()
        with suppress(msgspec.DecodeError):
            self.switches = Switches() if body is None else msgspec.json.decode(body, type=Switches)
        self._people, self._ranges = {}, []
        for measure in self.measures:
            if measure.person is not None:
                self._people.setdefault(measure.person, []).append(measure)
            elif measure.kind == "range":
                with suppress(ValueError):
                    self._ranges.append((ip_network(measure.target), measure))
        for measure in self.measures:
            if measure.id not in self._done and self._counts(measure):
                self._done.add(measure.id)
                self.spawn(self._carry_out(measure))
        self._done &= {measure.id for measure in self.measures}

    def _counts(self, measure: Measure) -> bool:
        return not measure.until or measure.until > self.now()

    # -- who may ------------------------------------------------------------------------------

    def check_address(self, scope: Any) -> None:
        """``Refused`` if this address is out."""
        if not self._ranges or scope["path"].startswith(KEYED):
            return
        measure = self.range_of(scope)
        if measure is not None:
            raise _out("banned_range", measure)

    def range_of(self, scope: Any) -> Measure | None:
        client = scope.get("client")
        try:
            where = ip_address(str(client[0])) if client else None
        except ValueError:
            return None
        if isinstance(where, IPv6Address) and where.ipv4_mapped is not None:
            where = where.ipv4_mapped
        found = (measure for net, measure in self._ranges if where in net and self._counts(measure))
        return next(found, None) if where is not None else None

    def check_person(self, person: Person, path: str) -> None:
        """``Refused`` if this person is out."""
        if person.id in self._people and path not in OWN and not path.startswith(KEYED):
            measure = self.measure_of(person.id, "ban")
            if measure is not None:
                raise _out("banned", measure)

    def check_tables(self) -> None:
        """``Refused`` while no new tables are opened, whichever way somebody comes to one."""
        if not self.switches.tables:
            raise Refused("tables_shut", 403)

    def check_talk(self, person: str) -> None:
        """``Refused`` if this person may not talk now."""
        if not self.switches.talk:
            raise Refused("talk_shut", 403)
        measure = self.measure_of(person, "mute")
        if measure is not None:
            raise _out("muted", measure)

    def measure_of(self, person: str, kind: str) -> Measure | None:
        found = (one for one in self._people.get(person, ()) if one.kind == kind and self._counts(one))
        return next(found, None)

    # -- what is done -------------------------------------------------------------------------

    async def _carry_out(self, measure: Measure) -> None:
        if measure.kind == "close":
            await self._close(measure.target)
            await self.store.measure_done(measure.id)
        elif measure.kind == "range":
            for socket in self.sockets.all():
                if self.range_of(socket.wire.scope) is not None:
                    await socket.close(FORBIDDEN, "banned_range")
        elif measure.kind == "ban" and measure.person is not None:
            for socket in self.sockets.of(measure.person):
                await socket.close(FORBIDDEN, "banned")
            await self._leave_tables(Person(measure.person, measure.name, 0, 0))

    async def _leave_tables(self, person: Person) -> None:
        """Nobody waits for somebody who may not come. After the ban they can take their seats again."""
        registry = self.registry
        for table in await self.store.open_tables(person.id, MOST_TABLES):
            with suppress(Refused):  # a match that cannot be played waits for nobody
                async with registry.room(table.id) as room:
                    await registry.act(room, partial(lobby.leave_for_good, room, person, registry.bots.standin()))

    async def _close(self, table: str) -> None:
        registry = self.registry
        with suppress(Refused):
            async with registry.room(table) as room:
                await registry.act(room, partial(_shut, room))


def _shut(room: Room, change: Change) -> None:
    """The table is closed by whoever runs the server; a match that runs ends with the points of the moment."""
    if room.table.state == "waiting":
        lobby.close(room, change)
    elif room.table.state == "running":
        stop(room, change, "closed")


def _out(code: str, measure: Measure) -> Refused:
    if not measure.until:
        return Refused(code, 403, reason=measure.reason or "–")
    until = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(measure.until / 1000))
    return Refused(f"{code}_until", 403, reason=measure.reason or "–", until=until)
