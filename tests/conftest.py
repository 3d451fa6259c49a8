"""Shown to every test: the games that only the tests have; how long the laws are tried."""

from __future__ import annotations

import os
from asyncio.events import _get_running_loop, _set_running_loop
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, settings

import tutti
from games import found
from support import postgres

SOAK = os.environ.get("TUTTI_SOAK", "")
"""Set to 1 for thousands of matches; a larger number multiplies them."""
QUICK = os.environ.get("TUTTI_QUICK") == "1"
"""Set to 1 to try what holds at every table at the smallest of each game only, and half as often."""

settings.register_profile(
    "quick",
    max_examples=4 if QUICK else 6,
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


LONG = (
    "tests/lockstep/",
    "tests/web/test_orchestra_in_browser.py::test_a_match_of_two",
    "tests/web/test_symphony_in_browser.py::test_a_whole_match",
    "tests/web/test_guest_in_browser.py::test_a_game_brings",
    "tests/builds/test_wheel",
    "tests/web/test_made",
    "tests/builds/",
    "tests/laws/test_secrets",
)
"""Where single tests take long. They come first, the longest before the others: started last, one of them would keep
one core busy while the others have nothing left to do."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests first. Tests marked ``soak`` run only when asked for, those marked ``postgres`` where there is one."""
    items.sort(key=lambda item: next((i for i, name in enumerate(LONG) if item.nodeid.startswith(name)), len(LONG)))
    if QUICK:
        _leave_out(config, items, [item for item in items if not _at_smallest_table(item)])
    absent = {name for name, there in (("soak", bool(SOAK)), ("postgres", postgres.here())) if not there}
    _leave_out(config, items, [item for item in items if any(item.get_closest_marker(name) for name in absent)])


def _leave_out(config: pytest.Config, items: list[pytest.Item], out: list[pytest.Item]) -> None:
    if out:
        config.hook.pytest_deselected(items=out)
        unwanted = set(out)
        items[:] = [item for item in items if item not in unwanted]


def _at_smallest_table(item: pytest.Item) -> bool:
    """Whether a test that holds at every table is at the smallest of its game; others are where they are."""
    callspec = getattr(item, "callspec", None)
    given = callspec.params if callspec else {}
    return not {"game", "players"} <= given.keys() or given["players"] == tutti.game(given["game"]).low


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not postgres.here():
        terminalreporter.write_line("not run: tests of PostgreSQL, which is not on this machine", yellow=True)


@contextmanager
def _own_loop(item: pytest.Item) -> Generator[None]:
    """A browser that an earlier test opened leaves a loop running in this thread; whoever has none may run another."""
    loop = None if "browser" in getattr(item, "fixturenames", ()) else _get_running_loop()
    if loop is not None:
        _set_running_loop(None)
    try:
        yield
    finally:
        if loop is not None:
            _set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    with _own_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    with _own_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    if nextitem is None:  # the browser is closed, too
        return (yield)
    with _own_loop(item):
        return (yield)
