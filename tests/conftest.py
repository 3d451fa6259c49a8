"""Shown to every test: the games that only the tests have; how long the laws are tried."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from games import found
from support import postgres

SOAK = os.environ.get("TUTTI_SOAK", "")
"""Set to 1 for thousands of matches; a larger number multiplies them."""

settings.register_profile(
    "quick",
    max_examples=8,
    deadline=None,
    derandomize=True,  # laws draw anew all the same: see support/lines.py
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak",
    max_examples=250 * int(SOAK or 1),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("soak" if SOAK else "quick")

__all__ = ["found"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked ``soak`` run only when asked for, those marked ``postgres`` only where there is one."""
    absent = {name for name, there in (("soak", bool(SOAK)), ("postgres", postgres.here())) if not there}
    out = [item for item in items if any(item.get_closest_marker(name) for name in absent)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not postgres.here():
        terminalreporter.write_line("not run: tests of PostgreSQL, which is not on this machine", yellow=True)
