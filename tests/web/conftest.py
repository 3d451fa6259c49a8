"""Tests in a real browser, which come to nothing without one: ``test_generated.py`` says what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from web.site import CHROMIUM, FLAGS, SHELL, People, Person, Server, missing, serving

collect_ignore = [path.name for path in Path(__file__).parent.glob("test_*_in_browser.py")] if missing() else []


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=SHELL, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """One that shows messages outside its pages."""
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
def person(browser: Browser, server: Server) -> Iterator[People]:
    """Make people; they go home after the test, and their pages must not have stumbled."""
    made: list[Person] = []

    def make(at: Server | None = None, within: Browser | None = None, **wishes: Any) -> Person:
        made.append(Person(within or browser, at or server, **wishes))
        return made[-1]

    yield make
    for one in made:
        one.close()
