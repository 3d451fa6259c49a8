"""Arena, hints and engines say what the catalogue has, with values that are really given, and nothing is left over."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tutti
from tutti import words
from tutti.words.template import names_in

SRC = Path(tutti.__file__).parent
COMMANDS = SRC / "cli" / "commands"
SPEAKERS = {
    "arena": [*sorted((SRC / "arena").glob("*.py")), COMMANDS / "arena.py"],
    "lab": [*sorted((SRC / "lab").glob("*.py")), COMMANDS / "lab.py"],
    "hint": [COMMANDS / "hint.py"],
    "engine": [*sorted((SRC / "engine").glob("*.py")), COMMANDS / "engine.py"],
}
FAULTS = ("BadEntrant", "BadMessage", "BadStudy", "wrong")
KERNEL = {"expected_kind", "missing_key", "unknown_key", "out_of_range"}
"""Faults of reading: their words are the kernel's."""


def calls(paths: list[Path]) -> Iterator[ast.Call]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                yield node


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def texts(node: ast.AST) -> Iterator[str]:
    """The codes an expression can be; a code made from a variable stands for its whole section, as ``section.*``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield f"{node.values[0].value!s}*"
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def said(catalogue: str) -> set[str]:
    """All codes that the sources name, wherever they stand."""
    sections = {code.split(".")[0] for code in words.catalogue(catalogue)}
    found = set()
    for path in SPEAKERS[catalogue]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for text in texts(node):
                section, dot, rest = text.partition(".")
                if dot and section in sections and (rest.rstrip("*").isidentifier() or rest == "*"):
                    found.add(text)
    for call in calls(SPEAKERS[catalogue]):
        if name_of(call) in FAULTS:
            found |= {f"error.{code}" for code in texts(call.args[0])}
        if name_of(call) == "look" and isinstance(call.args[0], ast.Constant) and call.args[0].value in sections:
            found.add(f"{call.args[0].value}.*")
        if name_of(call) == "_heads":
            found |= {f"head.{code}" for node in call.args for code in texts(node)}
        if name_of(call) == "_section":
            found |= {f"page.{code}{part}" for code in texts(call.args[0]) for part in ("", "_about")}
    return found - ({"head.*", "page.*", "page.css"} if catalogue == "arena" else set())


@pytest.mark.parametrize("catalogue", SPEAKERS)
def test_everything_said_has_words_and_all_words_are_said(catalogue: str) -> None:
    entries = set(words.catalogue(catalogue))
    codes = said(catalogue)
    for code in codes - {f"error.{code}" for code in KERNEL}:
        stem = code.rstrip("*")
        assert code in entries or (code != stem and any(entry.startswith(stem) for entry in entries)), code
    stems = tuple(code.rstrip("*") for code in codes if code.endswith("*"))
    assert {entry for entry in entries - codes if not entry.startswith(stems)} == set()


@pytest.mark.parametrize("catalogue", SPEAKERS)
def test_words_ask_only_for_values_that_are_given(catalogue: str) -> None:
    checked = 0
    for call in calls(SPEAKERS[catalogue]):
        fault = name_of(call) in FAULTS
        if (name_of(call) == "say" or fault) and all(word.arg for word in call.keywords):
            for code in texts(call.args[0]):
                template = words.find(catalogue, f"error.{code}" if fault else code)
                if template is not None:
                    given = {str(word.arg) for word in call.keywords}
                    assert names_in(template) <= given | {"place"}, f"{code} at line {call.lineno}"
                    checked += 1
    assert checked > 5 or catalogue == "engine"
