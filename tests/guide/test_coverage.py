"""The guides against the ledgers: no rule is invented, none that concerns players is left out."""

from __future__ import annotations

import pytest

from guide.pages import GAMES, PAGES, text
from tutti import guide, ledger
from tutti.guide.reading import Block, Section, lines

EXEMPT: dict[str, dict[str, str]] = {
    "orchestra": {
        "OR-214": "what this edition shows of a match that is not over; no rule of the game",
    },
    "symphonimo": {},
    "symphony": {
        "SY-148": "how unlockable symbols are printed: a hint for artists, without effect on play",
        "SY-276": "how the engine cuts a play into questions; the play itself is told by SY-087 to SY-104",
        "SY-292": "when the engine asks nothing because one answer is left; a player sees the outcome only",
    },
}
"""Ledger rules that no player needs, each with its reason. Worked examples (``-EX-``) are not rules of their own."""

STORIES = {"idea", "about", "course", "tips"}
"""Sections that tell no rules: what the game is about, where this edition comes from, an outline, advice."""


def concerning_players(game: str) -> list[str]:
    """Every rule of the ledger but its worked examples and the exempt ones."""
    return [rule.id for rule in ledger.rules(game) if "-EX-" not in rule.id and rule.id not in EXEMPT[game]]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_concerns_players_is_told(game: str) -> None:
    told = {id for section in guide.sections(game) for id in section["rules"]}
    assert [id for id in concerning_players(game) if id not in told] == []
    assert [id for id in told if guide.section_of(game, id) is None] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_exemption_is_a_rule_that_is_really_left_out(game: str) -> None:
    told = {id for section in guide.sections(game) for id in section["rules"]}
    assert set(EXEMPT[game]) <= {rule.id for rule in ledger.rules(game)} - told
    assert all(len(reason) > 20 for reason in EXEMPT[game].values())


@pytest.mark.parametrize(("game", "lang"), PAGES)
def test_every_rule_named_is_in_the_ledger_of_the_game(game: str, lang: str) -> None:
    known = {rule.id for rule in ledger.rules(game)}
    for section in guide.sections(game, lang):
        assert set(section["rules"]) <= known, section["anchor"]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_states_rules_names_them(game: str) -> None:
    """A line names its rules, leads to a section that does, opens a list or a table, or is under such an opening."""
    for section in guide.sections(game):
        if section["anchor"] in STORIES:
            continue
        assert section["rules"], section["anchor"]
        told = [block for block in section["blocks"] if block["kind"] != "picture"]
        for block, before in zip(told, [None, *told], strict=False):
            silent = [line for line in block["lines"] if not line["rules"]]
            for line in silent:
                links = any("to" in span for cell in line["cells"] for span in cell)
                assert links or opens(line_text=text(line)) or told_around(section, block, before), (
                    section["anchor"],
                    text(line),
                )


def opens(line_text: str) -> bool:
    return line_text.endswith(":")


def told_around(section: Section, block: Block, before: Block | None) -> bool:
    """A table may have its rules in the paragraph before it, an example in any line of its section."""
    if block["example"]:
        return any(line["rules"] for line in lines(section))
    return block["kind"] == "table" and before is not None and bool(before["lines"][-1]["rules"])
