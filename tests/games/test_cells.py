"""States are flat arrays: their layouts add up, and no rule works out a cell inside brackets."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from support.machine import ROOT

GAMES = ROOT / "src" / "tutti" / "games"
UNFINISHED = ("symphonimo/ai/", "symphonimo/observations/")
"""Folders that still work out cells inside brackets, of tables that are no state."""
NAMES = sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))
LAYOUTS = [
    ("orchestra", "RESERVE", "OWN", 0),
    ("orchestra", "OWNER", "STAFF", 0),
    ("orchestra", "MONEY", "ACCOUNT", 0),
    ("symphony", "KIND", "REC", 0),
    ("symphony", "TOP", "NOTE", 0),
    ("symphony", "POOL", "DESK", 6 * 8),
]
"""The first cell of each layout, its size, and where it begins."""
STEPS = [("orchestra", "KEEP_THEATER", "SOCIAL_ORDER"), ("symphony", "S_PROGRAMME", "S_CHOIR")]


def in_capitals(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.isupper() and len(name) > 1


def strides(text: str) -> Iterator[str]:
    """Products with a constant inside brackets, like ``own[p * OWN + COLUMN]``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Subscript):
            for part in ast.walk(node.slice):
                match part:
                    case ast.BinOp(left=left, op=ast.Mult(), right=right) if in_capitals(left) or in_capitals(right):
                        yield ast.unparse(node)


def constants(path: Path) -> list[tuple[str, str]]:
    """The constants of a module in order, each with the text below it."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    found = []
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            value = below.value if isinstance(below, ast.Expr) else None
            text = value.value if isinstance(value, ast.Constant) else ""
            found.append((node.target.id, str(text)))
    return found


def between(game: str, first: str, last: str) -> tuple[ModuleType, list[tuple[str, str]]]:
    state = import_module(f"tutti.games.{game}.rules.state")
    listed = constants(GAMES / game / "rules" / "state.py")
    names = [name for name, _ in listed]
    return state, listed[names.index(first) : names.index(last) + 1]


def misplaced(cells: list[tuple[str, str]], at: dict[str, int], start: int) -> list[str]:
    """Cells that do not begin where those before them end; ``(3) …`` below a cell says that there are three."""
    wrong = []
    for name, text in cells:
        if at[name] != start:
            wrong.append(name)
        length = re.match(r"\(([\w *]+)\)", text)
        start = at[name] + (eval(length[1], {}, at) if length else 1)
    return wrong


@pytest.mark.parametrize("game", NAMES)
def test_no_cell_is_worked_out_inside_brackets(game: str) -> None:
    sources = sorted((GAMES / game).rglob("*.py"))
    assert len(sources) > 20
    found = {path.relative_to(GAMES).as_posix(): list(strides(path.read_text(encoding="utf-8"))) for path in sources}
    assert {path: cells for path, cells in found.items() if cells and not path.startswith(UNFINISHED)} == {}


@pytest.mark.parametrize(
    "text", ["own[p * OWN + COLUMN]", "s.own[st.OWN * p]", "s.own[p * OWN :]", "luck[i64(s.own[p * st.OWN]) * 4]"]
)
def test_every_product_inside_brackets_is_seen(text: str) -> None:
    assert list(strides(text))
    assert not list(strides("me = p * OWN\nown[me + COLUMN] = open[shape * 2] + grid[row * 4 + n]"))


@pytest.mark.parametrize(("game", "first", "size", "start"), LAYOUTS)
def test_cells_follow_one_another(game: str, first: str, size: str, start: int) -> None:
    state, cells = between(game, first, size)
    assert len(cells) > 3
    assert misplaced(cells, vars(state), start) == []


def test_gaps_and_overlaps_are_seen() -> None:
    cells = [("A", "(2) Two."), ("B", ""), ("C", ""), ("SIZE", "")]
    assert misplaced(cells, {"A": 0, "B": 2, "C": 3, "SIZE": 4}, 0) == []
    assert misplaced(cells, {"A": 0, "B": 1, "C": 2, "SIZE": 3}, 0) == ["B"]
    assert misplaced(cells, {"A": 0, "B": 2, "C": 3, "SIZE": 5}, 0) == ["SIZE"]


@pytest.mark.parametrize(("game", "first", "last"), STEPS)
def test_steps_are_numbered_from_0(game: str, first: str, last: str) -> None:
    state, steps = between(game, first, last)
    assert [getattr(state, name) for name, _ in steps] == list(range(len(steps)))


def test_what_lies_under_a_conductor_follows_the_collections() -> None:
    box = import_module("tutti.games.symphonimo.pack.box")
    state = import_module("tutti.games.symphonimo.rules.state")
    assert state.ROWS == 7 * box.FAMILIES  # six collections and the discards
    assert (state.HOLDER, state.ROW) == (box.SIZE + 1, box.SIZE + 2)
