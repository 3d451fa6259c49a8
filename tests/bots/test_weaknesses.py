"""What the lower levels fall for, each with a position in which the next level does not (docs/bots.md)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tutti

FOLDER = Path(__file__).parent / "weaknesses"
DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
CASES = sorted(path.stem for path in FOLDER.glob("*.json"))
QUICK, SEARCHED = 40, 6
"""Dice that a bot is asked with: fixed, so that the answer is always the same."""


def chosen(name: str, perspective: tutti.Perspective) -> list[str]:
    """What a level does with many dice; a search with its iterations, whatever the clock says."""
    bot, times = tutti.bot(name), QUICK
    if bot.budget is not None:
        bot, times = bot.at(tutti.Budget(iterations=bot.budget.iterations)), SEARCHED
    return [perspective.game.actions[bot.decide(perspective, tutti.Dice(seed))] for seed in range(times)]


@pytest.mark.parametrize("case", CASES)
def test_a_level_falls_for_what_the_next_one_sees(case: str) -> None:
    found = json.loads((FOLDER / f"{case}.json").read_text(encoding="utf-8"))
    match = tutti.Match.load(found["position"], "weakness")
    perspective = match.perspective(match.active[0])
    low, high = chosen(found["falls"], perspective), chosen(found["sees"], perspective)
    assert low.count(found["right"]) <= 0.6 * len(low)
    assert high.count(found["right"]) >= 0.8 * len(high)
    if found["wrong"]:
        assert low.count(found["wrong"]) >= 0.4 * len(low)


def test_every_weakness_is_written_down_and_both_levels_have_some_in_every_game() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert all(f"`{case}`" in text for case in CASES)
    of = [json.loads((FOLDER / f"{case}.json").read_text(encoding="utf-8")) for case in CASES]
    for level in ("apprentice", "student"):
        assert len({one["position"]["game"] for one in of if one["falls"] == level}) == 3
