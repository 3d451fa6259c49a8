"""The ledger and the page for players: their examples run, and code and ledger speak of the same things."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import tutti
from tutti.games.symphonimo.rules import state
from tutti.games.symphonimo.rules.events import EVENTS

ROOT = Path(__file__).parents[3]
LEDGER = (ROOT / "rules" / "symphonimo.md").read_text(encoding="utf-8")
SOURCES = sorted((ROOT / "src" / "tutti" / "games" / "symphonimo").rglob("*.py"))


def section(title: str) -> str:
    return LEDGER.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_examples_of_the_page_are_true() -> None:
    done = doctest.testfile(str(ROOT / "docs" / "symphonimo.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 15
    assert done.failed == 0


def test_every_rule_that_the_code_names_is_in_the_ledger() -> None:
    defined = set(re.findall(r"^\| (SO-\d{3}) \|", LEDGER, flags=re.MULTILINE))
    for path in SOURCES:
        named = set(re.findall(r"SO-\d{3}", path.read_text(encoding="utf-8")))
        assert named <= defined, path.name


def test_the_ledger_lists_every_step_event_and_key_of_the_view() -> None:
    assert set(re.findall(r"`(\w+)`", section("Decision points"))) == set(state.STEPS)
    assert set(re.findall(r"`(\w+)`", section("Events"))) == set(EVENTS.names) | {"event", "player"}
    view = tutti.game("symphonimo").view(tutti.Match.new("symphonimo", seed=1).state, -1)
    assert set(re.findall(r"^\| `(\w+)` \|", section("View"), flags=re.MULTILINE)) == {*view, "removed"}


def test_the_ledger_lists_every_refusal() -> None:
    nodes = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    said = {node.value for node in nodes if isinstance(node, ast.Constant)}
    called = {
        node.args[0].value
        for node in nodes
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1] in ("Refusal", "BadOption", "wrong")
        and isinstance(node.args[0], ast.Constant)
    }
    listed = set(re.findall(r"`(\w+)`", section("Refusals")))
    assert listed <= said
    assert called - listed == {"missing_key", "out_of_range"}  # of a position or a pack; the kernel has the words
