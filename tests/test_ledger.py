"""The ledgers as data: both ways of writing a rule are read, and every rule is found."""

from __future__ import annotations

import re

import pytest

import tutti
from tutti import ledger
from tutti.kernel import library


def test_both_ways_of_writing_a_rule_are_read() -> None:
    text = "\n".join(
        [
            "# A game: rule ledger",
            "## 2. The turn",
            "| ID | Rule | Source |",
            "|---|---|---|",
            "| OR-001 | Two \\| or **three**. | Set-up |",
            "## Terms",
            "- **SY-001** A *sheet* has bars.",
            "- no rule",
        ]
    )
    first, second = ledger.read(text, "some")
    assert (first.id, first.text, first.section, first.source) == (
        "OR-001",
        "Two | or **three**.",
        "The turn",
        "Set-up",
    )
    assert (second.id, second.text, second.section, second.source) == ("SY-001", "A *sheet* has bars.", "Terms", "")


@pytest.mark.parametrize("game", [game for game in tutti.games() if ledger.rules(game)])
def test_every_id_at_the_start_of_a_line_is_a_rule(game: str) -> None:
    folder = ledger.folder()
    assert folder is not None
    path = library.folder(game) / "rules.md" if game in library.guests() else folder / f"{game}.md"
    text = path.read_text(encoding="utf-8")
    assert [rule.id for rule in ledger.rules(game)] == re.findall(
        r"(?m)^(?:\| |- \*\*)([A-Z]{2}-(?:EX-)?\d{2,3})\b", text
    )


def test_rules_are_found_by_id_and_by_words() -> None:
    assert ledger.rule("so-036").section == "Scoring"
    assert "SO-035" in {rule.id for rule in ledger.search("symphonimo", "quartet soloist")}
    assert ledger.search("symphonimo", "accordion") == ()
    assert ledger.rules("no_such_game") == ()
    with pytest.raises(tutti.UnknownName, match=r"There is no rule “SO-999”\. Rules are numbered .*SO-…"):
        ledger.rule("SO-999")


def test_the_index_of_rulings_lists_every_ruling_of_symphony() -> None:
    folder = ledger.folder()
    assert folder is not None
    text = (folder / "symphony.md").read_text(encoding="utf-8")
    ruled = {rule.id for rule in ledger.rules("symphony") if "**Ruling" in rule.text}
    listed = {id for row in re.findall(r"(?m)^\| [HML] \| (SY-[^|]*)\|", text) for id in re.findall(r"SY-\d{3}", row)}
    assert ruled - listed == set()
