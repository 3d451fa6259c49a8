"""What an event is declared to hold is what its function returns: there mypy checks it, where it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.machine import ROOT

FILES = sorted((ROOT / "src" / "tutti" / "games").glob("*/rules/events.py"))


def declared(module: ast.Module) -> Iterator[tuple[str, str, str]]:
    """The function that shows a value, the type that is declared, and the one that the function says it returns."""
    returned = {
        node.name: ast.unparse(node.returns)
        for node in module.body
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    }
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "value":
            show = ast.unparse(node.args[2]) if len(node.args) > 2 else ""
            yield show, ast.unparse(node.args[1]), returned.get(show, "") if show else "int"
        elif node.func.id == "Value":
            fields, show = node.args[0], ast.unparse(node.args[1])
            assert isinstance(fields, ast.Dict)
            types = ", ".join(ast.unparse(type) for type in fields.values)
            yield show, f"tuple[{types}]", returned.get(show, "")


def test_every_game_declares_its_events() -> None:
    assert [path.parts[-3] for path in FILES] == ["orchestra", "symphonimo", "symphony"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parts[-3])
def test_an_event_holds_what_its_functions_return(path: Path) -> None:
    found = list(declared(ast.parse(path.read_text(encoding="utf-8"))))
    assert len(found) > 4
    assert [one for one in found if one[1] != one[2]] == []


def test_another_type_is_found_out() -> None:
    text = "def _card(d: Box, raw: int) -> str | None: ...\nCARD = value('card', str, _card)\n"
    assert list(declared(ast.parse(text))) == [("_card", "str", "str | None")]
