"""Finds in the sources every code that the engine can say, with the values it says it with."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SECTIONS = {
    "Refusal": "refusal",
    "BadOption": "error",
    "UnknownName": "error",
    "BadRecord": "error",
    "BadPack": "error",
    "BadPosition": "error",
    "wrong": "error",
    "Remark": "remark",
    "NoAnalysis": "error",
}
NOT_VALUES = {"Refusal": {"rule", "args"}, "Remark": {"rule", "args"}, "BadOption": {"rule", "game"}}


class Code(NamedTuple):
    """One place that says a code."""

    code: str
    values: frozenset[str]
    where: str


def spoken(text: str) -> str:
    """The text, if no code and no empty value shows in it."""
    assert "(" not in text or "=" not in text, text
    assert "{" not in text, text
    return text


def codes_in(folder: Path) -> list[Code]:
    """All codes said by the modules of a folder."""
    paths = sorted(folder.rglob("*.py"))
    assert paths, f"no modules in {folder}"
    return [code for path in paths for code in codes_of(path)]


def codes_of(path: Path) -> Iterator[Code]:
    module = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    rows = _rows(module)
    for function in functions:
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and (name := _called(call)) in SECTIONS and call.args:
                if isinstance(call.args[0], ast.Attribute) and call.args[0].attr == "code":
                    continue  # passes on what another place has said
                where = f"{path.name}:{call.lineno}"
                texts = list(texts_of(call.args[0], function)) or list(rows_of(call.args[0], function, rows))
                assert texts, f"{where}: the code of {name} is not a text that can be found here"
                for text in texts:
                    yield Code(f"{SECTIONS[name]}.{text}", frozenset(_values(call, name, function)), where)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def texts_of(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """The texts an expression can be, through local names and conditional expressions."""
    for leaf in _leaves(node, function):
        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
            yield leaf.value


def _leaves(node: ast.expr, function: ast.FunctionDef) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _leaves(node.body, function)
        yield from _leaves(node.orelse, function)
    elif isinstance(node, ast.Name):
        for value in _assigned(node.id, function):
            yield from _leaves(value, function)
    else:
        yield node


def _assigned(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple):
                    for at, part in enumerate(target.elts):
                        if isinstance(part, ast.Name) and part.id == name:
                            yield from _parts(node.value, at, function)


def _parts(node: ast.expr, at: int, function: ast.FunctionDef) -> Iterator[ast.expr]:
    for leaf in _leaves(node, function):
        if isinstance(leaf, ast.Tuple):
            yield leaf.elts[at]


def _rows(module: ast.Module) -> dict[str, list[ast.Tuple]]:
    """The tables of a file, by name: dicts whose values are rows."""
    found: dict[str, list[ast.Tuple]] = {}
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Dict):
            found[node.target.id] = [row for row in node.value.values if isinstance(row, ast.Tuple)]
    return found


def rows_of(node: ast.expr, function: ast.FunctionDef, rows: dict[str, list[ast.Tuple]]) -> Iterator[str]:
    """The texts in the first place of a table's rows, for ``code, … = TABLE[key]``."""
    for made in ast.walk(function):
        if isinstance(made, ast.Assign) and isinstance(made.value, ast.Subscript):
            target, table = made.targets[0], made.value.value
            first = target.elts[0] if isinstance(target, ast.Tuple) else None
            same = isinstance(first, ast.Name) and isinstance(node, ast.Name) and first.id == node.id
            for row in rows.get(table.id, []) if same and isinstance(table, ast.Name) else []:
                if isinstance(row.elts[0], ast.Constant):
                    yield str(row.elts[0].value)


def _values(call: ast.Call, name: str, function: ast.FunctionDef) -> set[str]:
    given = {word.arg for word in call.keywords if word.arg} - NOT_VALUES.get(name, {"rule"})
    if name in ("Refusal", "Remark"):
        for node in [*call.args[2:3], *(word.value for word in call.keywords if word.arg == "args")]:
            given |= _keys(node, function)
    return given


def _keys(node: ast.expr, function: ast.FunctionDef) -> set[str]:
    found: set[str] = set()
    for leaf in _leaves(node, function):
        if isinstance(leaf, ast.Dict):
            for key, value in zip(leaf.keys, leaf.values, strict=True):
                if key is None:
                    found |= _keys(value, function)
                elif isinstance(key, ast.Constant):
                    found.add(str(key.value))
    return found
