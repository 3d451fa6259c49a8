"""The rules report: reads both ledger formats and all ways to mark a test, and fails when it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "rules_report.py"

LEDGER = """\
# A ledger
| ID | Rule |
|---|---|
| XX-001 | First; see XX-009. |
| XX-002 | Second. |

- **XX-003** Third.
- XX-004 is only mentioned, **XX-005** too.
Range | XX-006 | inside a line.
"""

TESTS = """\
import pytest
from support import rule

@rule("XX-001")
def test_one(): ...

@pytest.mark.rule("XX-002", "XX-003")
class TestMore:
    def test_two(self): ...
"""


def run(root: Path) -> tuple[int, list[str]]:
    done = subprocess.run([sys.executable, str(TOOL), str(root)], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "game.md").write_text(LEDGER)
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "deep" / "test_game.py").write_text(TESTS)
    return tmp_path


def write_tests(project: Path, text: str) -> None:
    (project / "tests" / "deep" / "test_game.py").write_text(text)


def test_a_proven_ledger_is_clean(project: Path) -> None:
    assert run(project) == (0, ["game: 3 of 3 rules proven by 2 tests"])


def test_a_rule_without_test_fails(project: Path) -> None:
    write_tests(project, TESTS.replace('"XX-002", ', ""))
    assert run(project) == (1, ["game: XX-002 has no test", "game: 2 of 3 rules proven by 2 tests"])


def test_an_unknown_rule_fails_and_says_where(project: Path) -> None:
    write_tests(project, TESTS.replace('"XX-001"', '"XX-001", "XX-004"'))
    code, lines = run(project)
    assert code == 1
    assert lines[0] == "tests/deep/test_game.py::test_one names XX-004, which no ledger has"


@pytest.mark.parametrize(
    "text",
    [
        'import pytest\n@pytest.mark.parametrize("a", [pytest.param(1, marks=rule("XX-001"))])\ndef test_a(a): ...\n',
        'pytestmark = [rule("XX-001")]\ndef test_a(): ...\n',
        'class TestA:\n    @rule("XX-001")\n    async def test_a(self): ...\n',
        'class TestA:\n    class TestB:\n        @rule("XX-001")\n        def test_a(self): ...\n',
    ],
    ids=["parameter", "module", "method", "nested"],
)
def test_every_way_to_mark_counts(project: Path, text: str) -> None:
    write_tests(project, text)
    assert run(project)[1] == [
        "game: XX-002 has no test",
        "game: XX-003 has no test",
        "game: 1 of 3 rules proven by 1 tests",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('@rule("XX-001")\ndef helper(): ...\n', "helper names a rule but is no test"),
        ('@rule("XX-001")\nclass TestNothing:\n    def helper(self): ...\n', "TestNothing names a rule but is no test"),
        ('@rule(f"XX-{1}")\ndef test_a(): ...\n', "test_a names a rule that is not a plain id: f'XX-{1}'"),
        ('@rule("XX-1")\ndef test_a(): ...\n', "test_a names a rule that is not a plain id: 'XX-1'"),
        ("@rule()\ndef test_a(): ...\n", "test_a carries a rule mark without a rule"),
    ],
)
def test_marks_that_prove_nothing_are_faults(project: Path, text: str, fault: str) -> None:
    write_tests(project, TESTS)
    (project / "tests" / "test_more.py").write_text(text)
    code, lines = run(project)
    assert code == 1
    assert lines[0] == f"tests/test_more.py::{fault}"


def test_a_rule_that_is_there_twice_is_a_fault(project: Path) -> None:
    (project / "rules" / "other.md").write_text("- **XX-003** Again.\n")
    code, lines = run(project)
    assert code == 1
    assert lines[0] == "rules/other.md: XX-003 is already in rules/game.md"


def test_an_empty_ledger_and_no_ledger_are_faults(project: Path) -> None:
    (project / "rules" / "void.md").write_text("Nothing yet.\n")
    assert run(project)[0] == 1
    assert "rules/void.md has no rule" in run(project)[1]
    for path in (project / "rules").iterdir():
        path.unlink()
    code, lines = run(project)
    assert code == 1
    assert lines[0] == "no ledger found"


def test_other_calls_named_rule_do_not_count(project: Path) -> None:
    write_tests(project, TESTS + '\n@policy.rule("XX-009")\ndef test_c(): ...\n')
    assert run(project)[0] == 0
