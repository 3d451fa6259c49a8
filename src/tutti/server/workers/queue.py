"""The queue of jobs for worker processes, fair to all owners. It knows nothing of bots and processes.

Jobs that somebody waits for come before the others. Among those of one rank, whoever has least under way
is served first, and then whoever has waited longest to be served: one owner with a thousand jobs stands
in line like one with a single job.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal, NamedTuple

WATCHED: Literal[0] = 0
"""Somebody is there and waits."""
UNWATCHED: Literal[1] = 1
"""Nobody would notice a delay, but it must get done."""
PATIENT = 8
"""After so many others, one that nobody watches has its turn."""


class Standing(NamedTuple):
    """How somebody stands in line, and on whose account."""

    rank: Literal[0, 1]
    owner: str


class SentAway(Exception):
    """Nobody needs this job any more."""


class TooMany(Exception):
    """This owner has enough of this kind waiting."""


class Ticket:
    """One job in the line."""

    __slots__ = ("admitted", "kind", "standing")

    def __init__(self, standing: Standing, kind: str = "") -> None:
        self.standing = standing
        self.kind = kind
        self.admitted: asyncio.Future[None] | None = None
        """None while it does not stand in line."""


class JobQueue:
    """``places`` for everybody, and one to spare: it is kept for those who have nothing under way."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._waiting: tuple[OrderedDict[str, dict[Ticket, None]], ...] = (OrderedDict(), OrderedDict())
        self._kinds: Counter[tuple[str, str]] = Counter()
        self._running: Counter[str] = Counter()
        self._passed = 0
        """How many went past jobs that nobody watches."""

    def load(self, owner: str) -> int:
        """How much of an owner is under way or waits."""
        return self._running[owner] + sum(len(owners.get(owner, ())) for owners in self._waiting)

    def waiting(self) -> int:
        return sum(len(tickets) for owners in self._waiting for tickets in owners.values())

    def running(self) -> int:
        """How many jobs are under way."""
        return self._running.total()

    @asynccontextmanager
    async def place(self, ticket: Ticket, most: int | None = None) -> AsyncIterator[None]:
        """Wait for a place, and have it as long as the block lasts. ``most`` of a kind may wait for one owner."""
        if most is not None and self._kinds[ticket.standing.owner, ticket.kind] >= most:
            raise TooMany
        ticket.admitted = asyncio.get_running_loop().create_future()
        self._stand(ticket)
        self._admit()
        try:
            await ticket.admitted
        except BaseException:
            if ticket.admitted.done() and not ticket.admitted.cancelled() and ticket.admitted.exception() is None:
                self._end(ticket.standing.owner)  # it had just been admitted
            else:
                self._unstand(ticket)
            ticket.admitted = None
            raise
        owner = ticket.standing.owner
        try:
            yield
        finally:
            ticket.admitted = None
            self._end(owner)

    def move(self, ticket: Ticket, standing: Standing) -> None:
        """Somebody came or went: a job that waits stands elsewhere in line."""
        if ticket.standing != standing and self._stands(ticket):
            self._unstand(ticket)
            ticket.standing = standing
            self._stand(ticket)
            self._admit()

    def send_away(self, ticket: Ticket) -> None:
        """A job that waits is not needed any more; one under way goes on."""
        if self._stands(ticket):
            assert ticket.admitted is not None
            self._unstand(ticket)
            ticket.admitted.set_exception(SentAway())

    def _stands(self, ticket: Ticket) -> bool:
        return ticket.admitted is not None and not ticket.admitted.done()

    def _stand(self, ticket: Ticket) -> None:
        rank, owner = ticket.standing
        self._waiting[rank].setdefault(owner, {})[ticket] = None
        self._kinds[owner, ticket.kind] += 1

    def _unstand(self, ticket: Ticket) -> None:
        rank, owner = ticket.standing
        tickets = self._waiting[rank].get(owner, {})
        if ticket not in tickets:
            return
        del tickets[ticket]
        if not tickets:
            del self._waiting[rank][owner]
        self._kinds -= Counter(((owner, ticket.kind),))

    def _admit(self) -> None:
        while (ticket := self._next()) is not None:
            assert ticket.admitted is not None
            rank, owner = ticket.standing
            self._waiting[rank].move_to_end(owner)
            self._unstand(ticket)
            self._running[owner] += 1
            self._passed = self._passed + 1 if rank == WATCHED and self._waiting[UNWATCHED] else 0
            ticket.admitted.set_result(None)

    def _next(self) -> Ticket | None:
        total = self._running.total()
        if total > self.places:
            return None
        overdue = self._passed >= PATIENT
        for rank in (UNWATCHED, WATCHED) if overdue else (WATCHED, UNWATCHED):
            owners = self._waiting[rank]
            if not owners:
                continue
            owner = min(owners, key=self._running.__getitem__)  # of equals the first: served longest ago
            if total < self.places or (not self._running[owner] and (rank == WATCHED or overdue)):
                return next(iter(owners[owner]))
        return None

    def _end(self, owner: str) -> None:
        self._running -= Counter((owner,))  # what is zero is no longer in it
        self._admit()
