"""Which ledger rules no test proves, and which tests name a rule that no ledger has.

    python tools/rules_report.py [ROOT]

Ledgers are ``rules/*.md``: a rule is a table row that begins with its id (``| SO-001 | … |``) or a
list item that begins with it in bold (``- **SY-001** …``); a worked example (``SY-EX-01``) counts as
one. A test proves rules by the mark ``rule("SO-001", …)`` on it, on its class,
on one of its parameters or on its whole module.
The exit code is 1 if anything is amiss.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

RULE = re.compile(r"^(?:\|\s*|[-*]\s+\*\*)([A-Z]{2}-(?:EX-)?\d{2,3})(?:\s*\||\*\*)")
ID = re.compile(r"[A-Z]{2}-(?:EX-)?\d{2,3}")


@dataclass
class Mark:
    """One rule named by one test."""

    rule: str
    place: str


@dataclass
class Report:
    """Ledgers with their rules in order, the marks of all tests, and what is wrong with either."""

    ledgers: dict[str, list[str]] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def proven(self) -> set[str]:
        return {mark.rule for mark in self.marks}

    def unproven(self, ledger: str) -> list[str]:
        return [rule for rule in self.ledgers[ledger] if rule not in self.proven]

    def unknown(self) -> list[Mark]:
        known = {rule for rules in self.ledgers.values() for rule in rules}
        return [mark for mark in self.marks if mark.rule not in known]

    @property
    def clean(self) -> bool:
        return bool(self.ledgers) and not (
            self.faults or self.unknown() or any(self.unproven(ledger) for ledger in self.ledgers)
        )

    def lines(self) -> Iterator[str]:
        """The report as people read it: what is amiss first, one summary line per ledger last."""
        if not self.ledgers:
            yield "no ledger found"
        yield from self.faults
        for ledger in self.ledgers:
            for rule in self.unproven(ledger):
                yield f"{ledger}: {rule} has no test"
        for mark in self.unknown():
            yield f"{mark.place} names {mark.rule}, which no ledger has"
        for ledger, rules in self.ledgers.items():
            tests = len({mark.place for mark in self.marks if mark.rule in rules})
            yield f"{ledger}: {len(rules) - len(self.unproven(ledger))} of {len(rules)} rules proven by {tests} tests"


def ledger_rules(text: str) -> list[str]:
    """The ids that a ledger defines, in its order."""
    return [found[1] for line in text.splitlines() if (found := RULE.match(line))]


class Scan:
    """Finds the marks of one test module."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.marks: list[Mark] = []
        self.faults: list[str] = []

    def module(self, node: ast.Module) -> None:
        for statement in node.body:
            if isinstance(statement, ast.Assign) and any(
                isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets
            ):
                self.take("pytestmark", [statement.value])
        self.body(node.body, "")

    def body(self, statements: Iterable[ast.stmt], inside: str) -> int:
        """Scan functions and classes; returns how many tests there are."""
        tests = 0
        for node in statements:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                is_test = node.name.startswith("test")
                tests += is_test
                self.take_of(node, inside + node.name, is_test)
            elif isinstance(node, ast.ClassDef):
                found = self.body(node.body, f"{inside}{node.name}::")
                is_test = node.name.startswith("Test") and found > 0
                tests += found
                self.take_of(node, inside + node.name, is_test)
        return tests

    def take_of(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, name: str, is_test: bool) -> None:
        before = len(self.marks)
        self.take(name, node.decorator_list)
        if not is_test and len(self.marks) > before:
            del self.marks[before:]
            self.faults.append(f"{self.path}::{name} names a rule but is no test")

    def take(self, name: str, expressions: Iterable[ast.expr]) -> None:
        for expression in expressions:
            for node in ast.walk(expression):
                if isinstance(node, ast.Call) and is_rule(node.func):
                    self.take_call(f"{self.path}::{name}", node)

    def take_call(self, place: str, call: ast.Call) -> None:
        for argument in call.args:
            value = argument.value if isinstance(argument, ast.Constant) else None
            if isinstance(value, str) and ID.fullmatch(value):
                self.marks.append(Mark(value, place))
            else:
                self.faults.append(f"{place} names a rule that is not a plain id: {ast.unparse(argument)}")
        if not call.args:
            self.faults.append(f"{place} carries a rule mark without a rule")


def is_rule(function: ast.expr) -> bool:
    """``rule`` itself or ``pytest.mark.rule``."""
    if isinstance(function, ast.Attribute):
        return function.attr == "rule" and isinstance(function.value, ast.Attribute) and function.value.attr == "mark"
    return isinstance(function, ast.Name) and function.id == "rule"


def report(root: Path) -> Report:
    """Read the ledgers and the tests under ``root``."""
    made = Report()
    home: dict[str, str] = {}
    for path in sorted((root / "rules").glob("*.md")):
        rules = ledger_rules(path.read_text(encoding="utf-8"))
        if not rules:
            made.faults.append(f"rules/{path.name} has no rule")
        for rule in rules:
            if rule in home:
                made.faults.append(f"rules/{path.name}: {rule} is already in rules/{home[rule]}")
            home[rule] = path.name
        made.ledgers[path.stem] = list(dict.fromkeys(rules))
    for path in sorted((root / "tests").rglob("test_*.py")):
        scan = Scan(path.relative_to(root).as_posix())
        scan.module(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        made.marks += scan.marks
        made.faults += scan.faults
    return made


def main(arguments: list[str]) -> int:
    made = report(Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent)
    print("\n".join(made.lines()))
    return 0 if made.clean else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
