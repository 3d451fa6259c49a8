"""Bots at the tables: they move when they are asked, think for those who are away, and give hints."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tutti.kernel.errors import TuttiError
from tutti.server import messages as m
from tutti.server.faults import Refused
from tutti.server.logs import log
from tutti.server.rooms import clocks, history, orders
from tutti.server.rooms.room import Change, Room
from tutti.server.settings import Settings
from tutti.server.store import Conflict
from tutti.server.thinkers import Thinkers, Unable

if TYPE_CHECKING:
    from tutti.server.rooms.hall import Hall


class Bots:
    """The bots of a hall; they think in other processes."""

    def __init__(self, hall: Hall, thinkers: Thinkers, settings: Settings) -> None:
        self.hall = hall
        self.thinkers = thinkers
        self.settings = settings

    def standin(self) -> str:
        """Who takes the seat of somebody who is away."""
        return self.settings.standin or self.thinkers.quickest

    def wake(self, room: Room) -> None:
        """Let a bot think for every seat that a bot plays and that is asked."""
        if room.dead or room.match is None or room.table.state != "running":
            return
        for seat in room.match.active:
            if seat not in room.thinking and clocks.played_by_bot(room.table.seats[seat]):
                room.thinking.add(seat)
                self.hall.spawn(self._turn(room, seat))

    async def _turn(self, room: Room, seat: int) -> None:
        """One move of a bot. If it cannot, the next tick of the deadline tries again."""
        try:
            with room.held():
                if self.settings.bot_pause and (room.online or room.watchers):
                    await asyncio.sleep(self.settings.bot_pause)
                await self._move(room, seat)
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
            question, frozen = room.match.question, history.freeze(room.match)
            bot = room.table.seats[seat].bot
        action = await self.thinkers.decide(room.table.id, frozen, seat, bot)

        def work(change: Change) -> None:
            match = room.match
            assert match is not None
            if not is_asked(room, seat) or match.question != question or action not in match.legal(seat):
                return
            room.play(change, seat, action, "bot")
            orders.moved(room, change)

        await self.hall.act(room, work)

    async def hint(self, room: Room, person: str, seat: int, order: m.Hint) -> dict[str, Any]:
        """What a strong bot thinks of a player's open question; it knows no more than the player."""
        async with room.lock:
            room.check_seat(person, seat)
            match = orders.running(room)
            if not room.table.hints:
                raise Refused("hints_off", 409)
            bot = self.settings.hint_bot or self.thinkers.wisest
            if bot is None:
                raise Refused("no_hints", 409)
            orders.check_question(match, order.question)
            if seat not in match.active:
                raise Refused("not_asked", 409)
            frozen = history.freeze(match)
        try:
            return {"bot": bot, **await self.thinkers.think(room.table.id, frozen, seat, bot)}
        except Unable:
            raise Refused("no_hints", 409) from None


def is_asked(room: Room, seat: int) -> bool:
    """Whether a bot is to move here."""
    return (
        room.match is not None
        and room.table.state == "running"
        and seat in room.match.active
        and clocks.played_by_bot(room.table.seats[seat])
    )
