"""The dispatcher: every order of a seat comes in here, whether it came over a socket or as a request."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING

from tutti.kernel.errors import TuttiError
from tutti.kernel.types import WATCHER
from tutti.server.logs import log
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.metrics import SLOW_ORDER, Metrics, Parts, current_parts
from tutti.server.rate_limits import Limits
from tutti.server.rooms.commands import chat, moves, proposals, seats, undo  # noqa: F401 - each registers its orders
from tutti.server.rooms.commands.checks import Stale
from tutti.server.rooms.commands.idempotency import digest_of
from tutti.server.rooms.commands.register import TASKS, Answer, Answering, Changing, Task
from tutti.server.rooms.room import Change, Room

if TYPE_CHECKING:
    from tutti.server.rooms.registry import Registry

__all__ = ["Asker", "Dispatcher", "Stale"]


class Asker:
    """Whoever hands in orders: a person at a seat, or a watcher, from an address.

    A socket is one asker, each request is another."""

    def __init__(self, person: str, seat: int, address: str) -> None:
        self.person = person
        self.seat = seat
        self.address = address


class Dispatcher:
    """Takes orders, counts them, and lets nobody ask too fast."""

    def __init__(self, registry: Registry, limits: Limits, metrics: Metrics, check_talk: Callable[[str], None]) -> None:
        self.registry = registry
        self.limits = limits
        self.metrics = metrics
        self.check_talk = check_talk
        """``Refused`` for a person who is muted."""
        self.waiting: set[tuple[str, str]] = set()
        """Persons and the tables at which an order of theirs that takes long is under way, however it came."""

    @staticmethod
    def slow(order: m.Orders) -> bool:
        """Whether the answer may take long."""
        return TASKS[type(order)].slow

    async def take(self, room: Room, asker: Asker, order: m.Orders) -> Answer:
        """Carry an order out, or answer it; ``Refused`` or ``TuttiError`` if that cannot be."""
        task, parts, clock = TASKS[type(order)], Parts(), self.metrics.clock()
        current_parts.set(parts)
        try:
            answer = await self._take(room, asker, order, task)
        except (Refused, TuttiError) as refused:
            self.metrics.orders.add("stale" if isinstance(refused, Stale) else "refused")
            raise
        finally:
            current_parts.set(None)
            took = self.metrics.clock() - clock
            kind = type(order).__name__.lower()
            self.metrics.order_seconds.observe(took, kind)
            if took > SLOW_ORDER and not task.slow:
                log("slow_order", level="warning", order=kind, table=room.table.id[:6], **parts.told(took))
        self.metrics.orders.add("repeated" if isinstance(answer, m.Done) and answer.repeated else "done")
        return answer

    async def _take(self, room: Room, asker: Asker, order: m.Orders, task: Task) -> Answer:
        if asker.seat == WATCHER:
            raise Refused("only_watching", 403)
        room.check_seat(asker.person, asker.seat)
        if isinstance(order, m.Say):
            self.check_talk(asker.person)
        if task.change is None:
            return await self._answer(room, asker, order, task)
        if (task.person or task.address) and not room.repeats(asker.person, asker.seat, order):
            self._charge(task, asker)
        return await self._change(room, asker, order, task.change)

    def _charge(self, task: Task, asker: Asker) -> None:
        for bucket, key in ((task.person, asker.person), (task.address, asker.address)):
            if bucket and not self.limits.allows(getattr(self.limits, bucket), key):
                self._too_fast()

    def _too_fast(self) -> None:
        self.metrics.slowed.add()
        raise Refused("slow_down", 429)

    async def _change(self, room: Room, asker: Asker, order: m.Orders, change_room: Changing) -> m.Done:
        """Carry an order out and store it, unless this very order had been carried out before."""
        standin = self.registry.bots.standin()
        done = m.Done(n=0, key=order.key)
        parts, clock = current_parts.get() or Parts(), self.metrics.clock()

        def work(change: Change) -> None:
            began = self.metrics.clock()
            parts.waited += began - clock
            room.check_seat(asker.person, asker.seat)
            digest = digest_of(asker.person, order)
            done.repeated = room.repeats(asker.person, asker.seat, order, digest)
            if not done.repeated:
                change_room(room, change, asker.seat, order, standin)
                change.keep_key(asker.seat, order.key, digest)
                done.played, done.stop = change.played, change.stop
            parts.played += self.metrics.clock() - began

        await self.registry.act(room, work)
        self.metrics.moves.add(by=len(done.played))
        return done

    async def _answer(self, room: Room, asker: Asker, order: m.Orders, task: Task) -> Answer:
        assert task.answer is not None
        waits = (asker.person, room.table.id)
        if task.slow and waits in self.waiting:
            self._too_fast()
        self._charge(task, asker)
        if not task.slow:
            return await self._answered(room, asker, order, task.answer)
        self.waiting.add(waits)
        try:
            return await self._answered(room, asker, order, task.answer)
        finally:
            self.waiting.discard(waits)

    async def _answered(self, room: Room, asker: Asker, order: m.Orders, answer: Answering) -> Answer:
        async with room.lock:
            room.check_seat(asker.person, asker.seat)
            found = answer(self, room, asker, order)
        return await found if isinstance(found, Coroutine) else found
