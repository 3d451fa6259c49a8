"""Which function carries out which order. A new order is a message (``messages.Orders``) and one function beside.

An order either *changes* the room: its function runs under the lock, what it did is stored, the answer is ``done``.
Or it is a *question*: its function looks at the room under the lock and gives the answer, or a coroutine for it if
that takes longer, which goes on without the lock.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tutti.server.messages import socket as m

if TYPE_CHECKING:
    from tutti.server.rooms.commands.dispatch import Asker, Dispatcher
    from tutti.server.rooms.room import Change, Room

Answer = m.Done | m.HintMessage | m.PreviewMessage | m.WhyMessage
Changing = Callable[["Room", "Change", int, Any, str], None]
"""Room, change, seat, order, and who takes the seat of somebody who goes."""
Answering = Callable[["Dispatcher", "Room", "Asker", Any], "Answer | Coroutine[Any, Any, Answer]"]
C = TypeVar("C", bound=Changing)
A = TypeVar("A", bound=Answering)


class Task(NamedTuple):
    """What is done about an order."""

    change: Changing | None = None
    answer: Answering | None = None
    person: str = ""
    """The bucket of ``Limits`` from which it takes, by person …"""
    address: str = ""
    """… and by address."""
    slow: bool = False
    """Whoever asks goes on meanwhile, and asks for one at a time at a table."""


TASKS: dict[type[m.Order], Task] = {}


def changes(order: type[m.Order], person: str = "", address: str = "") -> Callable[[C], C]:
    """The function that carries out this order."""

    def register(work: C) -> C:
        TASKS[order] = Task(change=work, person=person, address=address)
        return work

    return register


def answers(order: type[m.Order], person: str = "", address: str = "", slow: bool = False) -> Callable[[A], A]:
    """The function that answers this question."""

    def register(work: A) -> A:
        TASKS[order] = Task(answer=work, person=person, address=address, slow=slow)
        return work

    return register
