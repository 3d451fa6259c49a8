"""One server for the tests of a file, unless a test needs its own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from server.kit import LiveServer, live_server
from support import postgres


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    with postgres.cluster() as address:
        yield address


@pytest.fixture
def database(database_server: str) -> str:
    """The address of a new PostgreSQL database."""
    return postgres.fresh(database_server, f"t{next(_databases)}")


_databases = itertools.count()
