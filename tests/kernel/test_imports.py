"""Imports go one way."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tutti
from support import rule

ROOT = Path(tutti.__file__).parent
MAY_IMPORT = {
    "kernel": {"kernel"},
    "games": {"kernel", "games"},
    "bots": {"kernel", "bots"},
    "engine": {"kernel", "engine"},
    "arena": {"kernel", "words", "engine", "extras", "arena"},
}
"""Parts of the package, and what of it each may know. The library finds games and bots by folder."""


def imported(path: Path) -> set[tuple[str, ...]]:
    """The modules of Tutti that a file imports, as parts of their names."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {tuple(name.split(".")[1:]) for name in names if name.split(".")[0] == "tutti"}


@rule("KN-40")
@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_go_one_way(part: str) -> None:
    for path in (ROOT / part).rglob("*.py"):
        inside = path.relative_to(ROOT).parts
        for name in imported(path):
            if inside == ("kernel", "library.py") and name in (("games",), ("bots",)):
                continue  # only to bind the names of the packages early
            assert name, f"{path} imports the whole of Tutti"
            assert name[0] in MAY_IMPORT[part], f"{path} imports {'.'.join(name)}"
            if part == "games" and name[0] == "games":
                assert name[1] == inside[1], f"{path} imports another game"
