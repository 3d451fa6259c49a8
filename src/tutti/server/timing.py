"""Where the time of an order goes: waiting for the table, playing, storing. Slow ones are in the log, part by part."""

from __future__ import annotations

from contextvars import ContextVar

SLOW = 0.25
"""Seconds after which an order is worth a line in the log."""


class Parts:
    """The parts of one order, in seconds."""

    __slots__ = ("played", "stored", "waited")

    def __init__(self) -> None:
        self.waited = self.played = self.stored = 0.0

    def told(self, whole: float) -> dict[str, float]:
        """Milliseconds, with what is none of the parts: following moves, telling others."""
        rest = max(0.0, whole - self.waited - self.played - self.stored)
        parts = {"took": whole, "waited": self.waited, "played": self.played, "stored": self.stored, "rest": rest}
        return {name: round(1000 * seconds, 1) for name, seconds in parts.items()}


current: ContextVar[Parts | None] = ContextVar("parts", default=None)


def note_stored(seconds: float) -> None:
    """A change became durable; if it belongs to an order, that is part of it."""
    parts = current.get()
    if parts is not None:
        parts.stored += seconds
