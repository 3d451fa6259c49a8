"""All matches of a plan. Whatever goes wrong with one of them is told at once."""

from __future__ import annotations

from collections.abc import Iterator

from tutti.arena.playing import Plan, Played
from tutti.arena.runner import Failed, run
from tutti.arena.seating import Fixture
from tutti.kernel.pickling import Kept


class Broken(Kept):
    """A match that could not be played to its end."""

    def __init__(self, fixture: Fixture, reason: str, details: str = "") -> None:
        super().__init__(reason)
        self.fixture = fixture
        self.reason = reason
        self.details = details


def play_all(plan: Plan, jobs: int) -> Iterator[Played]:
    """All matches of the plan, in whatever order they end. Raises ``Broken``."""
    try:
        yield from run(plan, plan.fixtures, min(jobs, len(plan.fixtures)))
    except Failed as failed:
        raise Broken(failed.task, failed.reason, failed.details) from None
