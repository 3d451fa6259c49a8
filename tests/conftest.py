"""Shown to every test: the games that only the tests have; how long the laws are tried."""

from __future__ import annotations

import os
from asyncio.events import _get_running_loop, _set_running_loop
from collections.abc import Generator
from contextlib import contextmanager
from itertools import islice

import pytest
from hypothesis import HealthCheck, settings

import tutti
from games import found
from support import postgres

SOAK = os.environ.get("TUTTI_SOAK", "")
"""Set to 1 for thousands of matches; a larger number multiplies them."""
QUICK = os.environ.get("TUTTI_QUICK") == "1"
"""Set to 1 to try what holds at every table at the smallest of each game only, and half as often."""
PAGES = os.environ.get("TUTTI_PAGES") == "1"
"""Set to 1 for what the browser is tried with beside one whole match of each board and one way through each page."""

settings.register_profile(
    "quick",
    max_examples=4 if QUICK else 5,
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
    "tests/web/test_generated.py",
    "tests/builds/test_wheel",
    "tests/builds/",
    "tests/laws/test_secrets",
)
"""Where single tests take long. They come first, the longest before the others: started last, one of them would keep
one core busy while the others have nothing left to do."""
MATCHES = ("test_a_match_of_two", "test_a_whole_match_is", "test_a_game_brings")
"""The longest in the browser."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests marked ``soak`` or ``pages`` run only when asked for, those marked ``postgres`` where there is one."""
    if QUICK:
        _leave_out(config, items, [item for item in items if not _at_smallest_table(item)])
    here = {"soak": bool(SOAK), "pages": PAGES or bool(SOAK), "postgres": postgres.here()}
    absent = [name for name, there in here.items() if not there]
    _leave_out(config, items, [item for item in items if any(item.get_closest_marker(name) for name in absent)])
    items[:] = _spread(items)


def _spread(items: list[pytest.Item]) -> list[pytest.Item]:
    """In quarters, since a worker begins with the next so many: two begin with what is long, two with a browser.

    Four browsers at once, at the end of the folders, would be slow and take everything from what else is tested then.
    """
    browsers: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        (browsers if "_in_browser.py" in item.nodeid else others).append(item)
    others.sort(key=lambda item: next((i for i, name in enumerate(LONG) if item.nodeid.startswith(name)), len(LONG)))
    long = [item for item in others if item.nodeid.startswith(LONG)]
    matches = [item for item in browsers if any(name in item.nodeid for name in MATCHES)]
    pages = [item for item in browsers if item not in matches]
    rest = iter(others[len(long) :])
    half, quarter = len(pages) // 2, -(-len(items) // 4)
    heads = (long[::2], matches[::2] + pages[:half], long[1::2], matches[1::2] + pages[half:])
    return [item for head in heads for item in (*head, *islice(rest, max(0, quarter - len(head))))] + list(rest)


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
