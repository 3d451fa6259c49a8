"""Publish and subscribe: says that something happened at a table, and nothing else. Listeners look for themselves.

Only the table's id and the number of the event travel, so no secret can, and a broker between several
servers could take the place of this dictionary.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol


class Listener(Protocol):
    """Somebody who wants to know that something happened."""

    def nudge(self) -> None: ...


class Outbox:
    """Whoever has something to tell, until the loop turns: one call for all of them."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def put(self, tell: Callable[[], None]) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._empty)
        self._waiting.append(tell)

    def _empty(self) -> None:
        try:
            while self._waiting:
                self._waiting.popleft()()
        finally:
            if self._waiting:  # one of them failed: the others tell all the same
                asyncio.get_running_loop().call_soon(self._empty)


class PubSub:
    """Listeners by table, in this process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def subscribe(self, table: str, listener: Listener) -> None:
        self._listeners.setdefault(table, set()).add(listener)

    def unsubscribe(self, table: str, listener: Listener) -> None:
        found = self._listeners.get(table)
        if found is not None:
            found.discard(listener)
            if not found:
                del self._listeners[table]

    def publish(self, note: str) -> None:
        """``note`` is ``match:seq``."""
        table, _, _ = note.rpartition(":")
        for listener in self._listeners.get(table, ()):
            listener.nudge()

    def listeners(self, table: str) -> tuple[Listener, ...]:
        return tuple(self._listeners.get(table, ()))

    def count(self) -> int:
        return sum(map(len, self._listeners.values()))
