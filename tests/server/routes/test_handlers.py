"""Handlers name the parts of the server that they use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.machine import ROOT

ROUTES = sorted((ROOT / "src" / "tutti" / "server" / "routes").glob("*.py"))
REACHES = re.compile(r"(?<!tutti\.)\bserver(?:\.\w+(?:\(\))?){2,}")


def reaches(text: str) -> list[str]:
    """Where code goes through the server to a part of a part."""
    return REACHES.findall(text)


@pytest.mark.parametrize("path", ROUTES, ids=lambda path: path.stem)
def test_no_handler_reaches_through_the_server(path: Path) -> None:
    assert not reaches(path.read_text(encoding="utf-8"))


def test_reaching_through_is_noticed() -> None:
    assert reaches("await server.store.table(id)")
    assert reaches("self.server.people.get(id)")
    assert not reaches("from tutti.server.rooms.registry import Registry")
    assert not reaches("if not server.ready or not await server.writes():")
