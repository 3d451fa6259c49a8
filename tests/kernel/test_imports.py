"""Imports go one way: as the table in ``ARCHITECTURE.md`` says, and nothing else."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from support import rule
from support.machine import ROOT

PACKAGE = ROOT / "src" / "tutti"
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(?:src/tutti/)?([a-z_]+)(?:\.py)?` \|[^|]*\| ([^|]*) \|$", re.MULTILINE)
ARROWS = {part: set(re.findall(r"`(\w+)`", imports)) for part, imports in ROW.findall(MAP)}
"""Each part, and which others it may know. The library finds games and bots by folder, so nobody names one."""
FINDERS = {"_source.py", "ai/roster.py", "kernel/library.py", "cli/main.py", "cli/screens/__init__.py"}
"""Who imports by a name that is put together: each of its own folder, or what the library is asked for."""


def part_of(path: Path) -> str:
    """The row of the table to which a file belongs."""
    inside = path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else ROOT).parts
    return inside[0].removesuffix(".py")


def sources() -> dict[str, list[Path]]:
    """Every file of ours that is no test, by its part."""
    parts: dict[str, list[Path]] = {}
    for path in sorted(file for folder in (PACKAGE, ROOT / "tools", ROOT / "bench") for file in folder.rglob("*.py")):
        parts.setdefault(part_of(path), []).append(path)
    return parts


SOURCES = sources()


def imported(text: str) -> set[tuple[str, ...]]:
    """The modules of ours that a source imports, wherever in it: for types only, inside a function, by a fixed name."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, "a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            names |= {str(inner.value) for inner in node.args if isinstance(inner, ast.Constant)}
    return {tuple(name.split(".")) for name in names if name.split(".")[0] in ("tutti", "tools", "bench", "tests")}


@cache
def imported_by(path: Path) -> frozenset[tuple[str, ...]]:
    return frozenset(imported(path.read_text(encoding="utf-8")))


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def target(name: tuple[str, ...]) -> str:
    """The row of the table to which an imported name belongs; what the package itself offers is ``tutti``."""
    if name[0] != "tutti":
        return name[0]
    return name[1] if len(name) > 1 and name[1] in SOURCES else "tutti"


@pytest.mark.parametrize(
    "text",
    [
        "import tutti.games.symphony.rules.state",
        "from tutti.games import symphony",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from tutti.games.symphony import state",
        "def late() -> None:\n    from tutti.games.symphony.rules.state import State",
        "import importlib\nimportlib.import_module('tutti.games.symphony')",
        "__import__('tutti.games.symphony')",
    ],
)
def test_no_kind_of_import_is_overlooked(text: str) -> None:
    assert {name[:3] for name in imported(text)} == {("tutti", "games", "symphony")}


def test_the_table_names_every_part_and_no_other() -> None:
    assert set(ARROWS) == set(SOURCES)
    assert set().union(*ARROWS.values()) <= {*SOURCES, "tutti"}


@rule("KN-40")
@pytest.mark.parametrize("part", SOURCES)
def test_imports_go_one_way(part: str) -> None:
    for path in SOURCES[part]:
        for name in imported_by(path):
            assert target(name) in {part, *ARROWS[part]}, f"{path} imports {'.'.join(name)}"


@pytest.mark.parametrize("part", SOURCES)
def test_the_table_has_no_arrow_that_nobody_needs(part: str) -> None:
    used = {target(name) for path in SOURCES[part] for name in imported_by(path)}
    assert ARROWS[part] - used == set()


def test_the_parts_form_no_circle() -> None:
    """Whatever a part imports comes before it. ``tutti``, the package's face, is for those above it."""
    left = {part: arrows - {part, "tutti"} for part, arrows in ARROWS.items()}
    while free := [part for part, arrows in left.items() if not arrows]:
        left = {part: arrows - set(free) for part, arrows in left.items() if part not in free}
    assert left == {}


@rule("KN-40")
@pytest.mark.parametrize("part", ["games", "cli"])
def test_no_game_knows_another(part: str) -> None:
    """A game imports nothing of its sisters, and a screen of the terminal nothing but its own game."""
    for path in SOURCES[part]:
        inside = path.relative_to(PACKAGE)
        own = inside.parts[1] if part == "games" else inside.stem
        for name in imported_by(path):
            if name[:2] == ("tutti", "games"):
                assert name[2:3] == (own,), f"{path} imports {'.'.join(name)}"


def test_nobody_else_puts_names_of_modules_together() -> None:
    for part in set(SOURCES) - {"tools", "bench"}:
        for path in SOURCES[part]:
            calls = [
                node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
            ]
            if any(called(node) in ("import_module", "__import__") for node in calls):
                assert path.relative_to(PACKAGE).as_posix() in FINDERS
