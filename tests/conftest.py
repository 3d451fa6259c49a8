"""Shown to every test: the games that only the tests have; how long the laws are tried."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from games import found

SOAK = os.environ.get("TUTTI_SOAK", "")
"""Set to 1 for thousands of matches; a larger number multiplies them."""

settings.register_profile("quick", max_examples=8, deadline=None, derandomize=True, database=None)
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
    """Tests marked ``soak`` run only when asked for."""
    long = [item for item in items if item.get_closest_marker("soak")]
    if not SOAK and long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
