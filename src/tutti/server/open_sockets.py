"""The open sockets of this process, by person, and how many each address has."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.settings import Settings
from tutti.server.store.rows import Person

if TYPE_CHECKING:
    from tutti.server.accounts.people import People
    from tutti.server.connection import Socket
    from tutti.server.rooms.room import Room

AGAIN = 4503
"""The close code that says: reconnect."""
COOKIE_ARRIVES = 1.0
"""Seconds until a browser surely has a cookie that it was sent."""


class OpenSockets:
    """Who is connected."""

    def __init__(self, settings: Settings, people: People) -> None:
        self.settings = settings
        self.people = people
        self._by_person: dict[str, set[Socket]] = {}
        self._addresses: Counter[str] = Counter()

    def add(self, socket: Socket) -> None:
        self._by_person.setdefault(socket.person.id, set()).add(socket)

    def discard(self, socket: Socket) -> None:
        found = self._by_person[socket.person.id]
        found.discard(socket)
        if not found:
            del self._by_person[socket.person.id]

    def of(self, person: str) -> tuple[Socket, ...]:
        """The sockets of a person; empty while the person is not connected."""
        return tuple(self._by_person.get(person, ()))

    def all(self) -> list[Socket]:
        return [socket for sockets in self._by_person.values() for socket in sockets]

    def people_online(self) -> int:
        return len(self._by_person)

    def looks_at(self, person: str, room: Room) -> bool:
        """Whether a person has a table open, with or without a seat there."""
        return any(one.room is room for one in self._by_person.get(person, ()))

    @contextmanager
    def counted(self, where: str) -> Iterator[None]:
        """One address may not take all sockets."""
        if self.settings.limits and self._addresses[where] >= self.settings.sockets_per_address:
            raise Refused("too_many_sockets", 429)
        self._addresses[where] += 1
        try:
            yield
        finally:
            self._addresses[where] -= 1
            if not self._addresses[where]:
                del self._addresses[where]

    async def hang_up(self, person: Person) -> None:
        """Close a person's sockets whose cookies are no longer valid. Browsers with a new cookie reconnect at once."""
        await asyncio.sleep(COOKIE_ARRIVES)
        for socket in self.of(person.id):
            try:
                if socket.person.epoch < person.epoch or await self.people.ended(person, socket.session):
                    await socket.close(AGAIN, "signed_out")
            except Exception as fault:  # the others must be closed all the same
                log("not_closed", level="error", reason=repr(fault))
