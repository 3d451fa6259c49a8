"""One server for the tests of a file, unless a test needs its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.kit import House, house


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("server")) as running:
        yield running
