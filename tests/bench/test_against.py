"""The comparison with an earlier commit: its interval, and that every measure works with the engine of today."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from bench.against import Comparison, interval

from support.machine import ROOT, SOURCES, environment


def test_the_interval_is_that_of_the_sign_test() -> None:
    values = [float(n) for n in range(1, 22)]
    assert interval(values) == (6, 16)  # of 21 values, the sixth from both ends
    assert interval(values[::-1]) == (6, 16)
    assert interval([1.0, 2.0, 3.0]) == (1, 3)  # as sure as three values can be
    assert interval([float(n) for n in range(100)]) == (39, 60)


@pytest.mark.parametrize(("now", "passed"), [(100.0, True), (96.0, True), (94.0, False)])
def test_what_became_slower_by_more_than_a_twentieth_fails(now: float, passed: bool) -> None:
    row = Comparison("etude, views", "views", ratios=[now / 100] * 21)
    assert row.ratio == now / 100
    assert row.passed is passed


def test_one_slow_round_is_no_fault_and_half_of_them_are() -> None:
    assert Comparison("a", "b", ratios=[0.5] * 5 + [1.0] * 16).passed
    assert not Comparison("a", "b", ratios=[0.5] * 6 + [1.0] * 15).passed


def test_every_measure_does_its_work() -> None:
    command = [sys.executable, "-W", "ignore", str(ROOT / "bench" / "rounds.py")]
    asked = "".join(f"{number}\n" for number in range(18))
    env = environment(PYTHONPATH=str(SOURCES))
    done = subprocess.run(command, input=asked, env=env, capture_output=True, text=True, check=True)
    told, *rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told["measures"]) == len(rounds) == 18
    assert all(units > 0 and seconds > 0 for units, seconds in rounds)
