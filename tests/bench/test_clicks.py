"""From click to change: what is made of the times, and that a run without a browser says what it lacks."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path

import pytest
from bench.__main__ import clicked
from rich.console import Console

from bench import clicks


def test_the_median_decides_and_nine_of_ten_are_told() -> None:
    one = clicks.Times("Etude", [float(n) for n in range(60, 0, -1)])
    assert one.median == 30.5
    assert one.ninety == 54  # 54 of the 60 took no longer
    assert clicks.Times("Etude", [7.0]).ninety == 7


@pytest.mark.parametrize(("slow", "reached"), [(29, True), (31, False)])
def test_a_goal_is_reached_when_half_of_the_clicks_are_quick(slow: int, reached: bool) -> None:
    times = [clicks.GOAL + 1] * slow + [clicks.GOAL - 1] * (60 - slow)
    assert clicks.Times("Etude", times).reached is reached


def test_what_is_missing_is_named_and_nothing_is_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(clicks, "BROWSERS", ("no-such-browser",))
    monkeypatch.setattr(clicks, "CLIENT", tmp_path / "index.html")
    said = StringIO()
    assert clicked(Console(file=said, width=400)) == []
    assert "no Chromium" in said.getvalue()
    assert "no built client (make client)" in said.getvalue()


def test_the_busy_programs_end_with_what_they_disturb() -> None:
    with clicks.busy(1) as loops:
        (loop,) = loops
        assert loop.poll() is None
    assert loop.poll() is not None
    with pytest.raises(ProcessLookupError):
        os.kill(loop.pid, 0)
