"""Bots at the tables: they move when they are asked, think for those who are away, and give hints."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tutti.ai import roster
from tutti.kernel.errors import TuttiError
from tutti.kernel.match import Match
from tutti.server.logs import log
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.commands.moves import moved
from tutti.server.rooms.room import Change, Room
from tutti.server.settings import Settings
from tutti.server.store import Conflict
from tutti.server.workers.pool import Unable, WorkerPool
from tutti.server.workers.queue import UNWATCHED, WATCHED, SentAway, Standing, Ticket

if TYPE_CHECKING:
    from tutti.server.rooms.registry import Registry

LOOK = 60_000
"""So long is somebody there who looked at the table without a socket."""
MOST_LOOKS = 50


class Bots:
    """The bots at the tables of a registry; they think in worker processes."""

    def __init__(self, registry: Registry, workers: WorkerPool, settings: Settings) -> None:
        self.registry = registry
        self.workers = workers
        self.settings = settings

    def standin(self) -> str:
        """Who takes the seat of somebody who is away."""
        return self.settings.standin or self.workers.quickest

    def adviser(self) -> str | None:
        """Who is asked for hints; None if no bot searches."""
        return self.settings.hint_bot or self.workers.wisest

    def look(self, room: Room, address: str) -> None:
        """Somebody without a socket looks at the table."""
        room.looks.pop(address, None)
        room.looks[address] = room.now()
        while len(room.looks) > MOST_LOOKS:
            del room.looks[next(iter(room.looks))]
        self.wake(room)

    def standing(self, room: Room) -> Standing | None:
        """How the bots of a room stand in line; None if nobody is there and nobody's turn can come."""
        since = room.now() - LOOK
        near = (
            [where for player, where in room.near if player]
            or [where for _, where in room.near]
            or [where for where, at in room.looks.items() if at >= since]
        )
        if near:
            return Standing(WATCHED, min(near, key=self.workers.line.load))
        return Standing(UNWATCHED, room.home) if clocks.awaited(room.table) else None

    def wake(self, room: Room) -> None:
        """Let a bot think for every seat that a bot plays and that is asked. Where nobody is, bots wait, too."""
        if room.dead or room.match is None or room.table.state != "running":
            return
        asked = [seat for seat in room.match.active if clocks.played_by_bot(room.table.seats[seat])]
        eager = self._eager(room, room.match) if self.settings.ponder_seconds and not asked else []
        if not asked and not room.tickets and not eager:
            return
        standing = self.standing(room)
        for ticket in room.tickets.values():
            if standing is None:
                self.workers.line.send_away(ticket)
            else:
                self.workers.line.move(ticket, standing)
        if standing is None:
            return
        for seat in asked:
            if seat not in room.thinking:
                room.thinking.add(seat)
                self.registry.spawn(self._turn(room, seat))
        for seat in eager if standing.rank == WATCHED else ():
            if self.workers.free():
                room.pondered[seat] = len(room.match.log)
                bot = room.table.seats[seat].bot
                self.registry.spawn(self.workers.ponder(room.table.id, room.match.transcript(), seat, bot))

    def _eager(self, room: Room, match: Match) -> list[int]:
        """Bots that have a use for the time in which nobody but people are asked, once for each moment."""
        moment = len(match.log)
        return [
            seat
            for seat, place in enumerate(room.table.seats)
            if (place.standin or place.kind == "bot") and match.active and room.pondered.get(seat) != moment
            if roster.bot(place.bot).keen
        ]

    async def _turn(self, room: Room, seat: int) -> None:
        """One move of a bot. If it cannot, the next tick of the deadline tries again."""
        try:
            with room.held():
                if self.settings.bot_pause and (room.online or room.watchers):
                    await asyncio.sleep(self.settings.bot_pause)
                await self._move(room, seat)
        except SentAway:
            pass  # until somebody looks
        except (Refused, Unable, Conflict, TuttiError) as fault:
            log("bot_failed", level="warning", table=room.table.id[:6], seat=seat, reason=str(fault))
        finally:
            room.thinking.discard(seat)
        self.wake(room)

    async def _move(self, room: Room, seat: int) -> None:
        async with room.lock:
            if room.dead or not is_asked(room, seat):
                return
            assert room.match is not None
            question, transcript = room.match.asked(seat), room.match.transcript()
            bot = room.table.seats[seat].bot
        standing = self.standing(room)
        if standing is None:
            return
        ticket = room.tickets[seat] = Ticket(standing, "decide")
        try:
            action = await self.workers.decide(room.table.id, transcript, seat, bot, ticket)
        finally:
            del room.tickets[seat]

        def work(change: Change) -> None:
            match = room.match
            assert match is not None
            if not is_asked(room, seat) or match.asked(seat) != question or action not in match.legal(seat):
                return
            room.play(change, seat, action, "bot")
            moved(room, change)

        await self.registry.act(room, work)


def is_asked(room: Room, seat: int) -> bool:
    """Whether a bot is to move here."""
    return (
        room.match is not None
        and room.table.state == "running"
        and seat in room.match.active
        and clocks.played_by_bot(room.table.seats[seat])
    )
