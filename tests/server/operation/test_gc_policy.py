"""The garbage collector waits for a quiet moment, though not for ever."""

from __future__ import annotations

import asyncio
import gc

import pytest

from tutti.server import gc_policy


def looks(monkeypatch: pytest.MonkeyPatch, work: list[int]) -> list[int]:
    """After which looks a collection ran, when so much work had been done at each."""
    looked: list[int] = []
    found: list[int] = []
    numbers = iter(work)

    def busy() -> int:
        looked.append(len(looked))
        return next(numbers)

    monkeypatch.setattr(gc_policy, "LOOK_EVERY", 0)
    monkeypatch.setattr(gc_policy, "AT_LATEST", 4)
    monkeypatch.setattr(gc, "collect", lambda: found.append(len(looked) - 1))
    with pytest.raises(RuntimeError, match="StopIteration"):  # the work has come to its end
        asyncio.run(gc_policy.collect_when_quiet(busy))
    return found


def test_it_collects_in_quiet_moments_and_at_the_latest_after_some_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looks(monkeypatch, [0, 5, 9, 9, 12, 13]) == [3]
    assert looks(monkeypatch, [0, 1, 2, 3, 4, 5, 6, 7, 8]) == [4, 8]
    assert looks(monkeypatch, [7, 7, 7]) == [1, 2]
