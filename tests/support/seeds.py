"""Fresh seeds: a law meets other matches in every run, and a failure comes with the line that repeats it."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Callable
from time import monotonic

GIVEN = os.environ.get("TUTTI_SEED", "")
"""Set to try this seed and no other."""
STEERING = ("TUTTI_SOAK", "TUTTI_QUICK", "TUTTI_PURE")
"""What else decides what a seed leads to."""


def try_seeds(attempt: Callable[[int], object], at_least: int, seconds: float) -> None:
    """Try one fresh seed after the other: so many at least, and then on until the seconds are over."""
    end = monotonic() + seconds
    tried = 0
    while tried < (1 if GIVEN else at_least) or (not GIVEN and monotonic() < end):
        seed = int(GIVEN) if GIVEN else secrets.randbits(32)
        try:
            attempt(seed)
        except Exception as fault:
            fault.add_note(again(seed))
            raise
        tried += 1


def again(seed: int) -> str:
    """The line that repeats this test with this seed."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    given = {"TUTTI_SEED": str(seed)} | {name: os.environ[name] for name in STEERING if os.environ.get(name)}
    told = " ".join(f"{name}={value}" for name, value in given.items())
    return f"to repeat it: {told} .venv/bin/python -m pytest -n0 {shlex.quote(test)}"
