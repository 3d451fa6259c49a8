"""Names boxed arithmetic in hot code, from the C that the present build was made of: ``python -m tools.boxed``.

Compiled ``i64`` is a register, ``int`` a tagged value that may be an object. Where both meet (``x if c else 0``, a
local that first holds an ``int``, ``~table[i]`` on bytes), mypyc does the sum with objects, and nothing but the C
tells. Code that must not do that says ``# tutti: hot``: behind a ``def`` for one function, as the second line of a
module for all of its functions.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "tutti"
MARK = "# tutti: hot"
SUMS = "Add|Subtract|Multiply|FloorDivide|Remainder|Negate|Invert|And|Or|Xor|Lshift|Rshift|IsEq_|IsLt_|StealAsObject"
BOXED = re.compile(rf"\b(CPyTagged_(?:{SUMS})|PyNumber_\w+|PyObject_RichCompare\w*)\(")
"""What mypyc calls where a sum or a comparison is not one of machine integers, or where one is made into an object."""
HEAD = re.compile(r"^\w[\w \*]*?\bCPyDef_(\w+)\([^;{]*\) \{\n", re.M)
LINE = re.compile(r'CPy_AddTraceback\("[^"]*", "[^"]*", (\d+),')


class Boxed(NamedTuple):
    """One place: the function, the operation, and the line that the compiler names next, if any."""

    function: str
    operation: str
    line: int

    def __str__(self) -> str:
        return f"{self.function}: {self.operation}" + (f", about line {self.line}" if self.line else "")


def hot(source: str) -> Iterator[str]:
    """The marked functions of a module, methods behind the name of their class."""
    lines = source.splitlines()
    everything = len(lines) > 1 and lines[1].strip() == MARK

    def within(body: list[ast.stmt], prefix: str) -> Iterator[str]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from within(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                head = lines[node.lineno - 1 : node.body[0].lineno - 1] or [lines[node.lineno - 1]]
                if everything or any(line.rstrip().endswith(MARK) for line in head):
                    yield prefix + node.name

    yield from within(ast.parse(source).body, "")


def hot_functions(package: Path = PACKAGE) -> list[str]:
    """All marked functions by their full names."""
    found = []
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if MARK in source:
            module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
            found += [f"{module}.{name}" for name in hot(source)]
    return found


def functions_in(c: str) -> dict[str, str]:
    """The C of each function, by the name that mypyc gave it: whole, or as much of its end as nobody else has."""
    return {head.group(1): c[head.end() : c.index("\n}", head.end()) + 1] for head in HEAD.finditer(c)}


def body_of(function: str, bodies: dict[str, str]) -> str | None:
    """The C of a function of ours; None where there is none."""
    parts = function.split(".")
    for first in range(len(parts)):
        body = bodies.get("___".join(parts[first:]))
        if body is not None:
            return body
    return None


def boxed(function: str, body: str) -> list[Boxed]:
    found = []
    for match in BOXED.finditer(body):
        line = LINE.search(body, match.end())
        found.append(Boxed(function, match.group(1), int(line.group(1)) if line else 0))
    return found


def present_build(root: Path = ROOT) -> dict[str, str]:
    """The functions of the build in place; it must be one, and fit its sources."""
    sys.path.insert(0, str(PACKAGE))  # by itself: it tells whether the package is compiled at all
    source: Any = importlib.import_module("_source")
    stamp = source.read_stamp(PACKAGE)
    faults = source.faults(PACKAGE)
    if stamp is None or faults:
        raise SystemExit(f"no build that fits its sources ({', '.join(faults)}): `make build` makes one")
    folders = sorted((root / "build").glob(f"{stamp.kind}-*"), key=lambda folder: folder.stat().st_mtime)
    files = sorted((folders[-1] / "c").rglob("__native*.c")) if folders else []
    bodies: dict[str, str] = {}
    for path in files:
        bodies |= functions_in(path.read_text(encoding="utf-8"))
    return bodies


def main() -> int:
    bodies = present_build()
    bad = 0
    for function in hot_functions():
        body = body_of(function, bodies)
        if body is None:
            print(f"{function} is marked hot and not compiled")
            bad += 1
            continue
        for place in boxed(function, body):
            print(place)
            bad += 1
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
