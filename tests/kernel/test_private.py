"""Nobody but ``Match`` itself touches what is private to a match."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from support.machine import ROOT
from tutti.kernel import match as matches

PLACES = ("src", "tests", "bench", "examples", "tools", "web/scripts")
OWN = Path(matches.__file__).with_suffix(".py")
PRIVATE = {
    name
    for name in (*vars(matches.Match), *vars(matches.Match.new("symphonimo", seed=1)))
    if name.startswith("_") and not name.endswith("__")
}


def reached_into(path: Path) -> Iterator[str]:
    """Private names of a match that are asked of anything but ``self``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in PRIVATE:
            whose = ast.unparse(node.value)
            if whose not in ("self", "cls"):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {whose}.{node.attr}"


def test_nobody_reaches_into_a_match() -> None:
    assert {"_state", "_fair", "_outside"} <= PRIVATE
    files = [path for place in PLACES for path in (ROOT / place).rglob("*.py") if "node_modules" not in path.parts]
    assert [found for path in files if path != OWN for found in reached_into(path)] == []
