"""Tests in a real browser; a machine without one does not collect them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from web.house import CHROMIUM, FLAGS, Person, Server, ready, serving

collect_ignore = [] if ready() else [path.name for path in Path(__file__).parent.glob("test_*_in_browser.py")]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    # Not imported by name: a machine without Playwright must still be able to check these files.
    with importlib.import_module("playwright.sync_api").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """One that a test may kill."""
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def person(browser: Any, server: Server) -> Iterator[Callable[..., Person]]:
    """Make people; they go home after the test, and their pages must not have stumbled."""
    made: list[Person] = []

    def make(at: Server | None = None, **context: Any) -> Person:
        made.append(Person(browser, at or server, **context))
        return made[-1]

    yield make
    for one in made:
        one.close()
