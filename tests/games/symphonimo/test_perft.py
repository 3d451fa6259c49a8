"""The golden counts of lines of play, and the naive rules that agree with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.symphonimo.perft import children, count, oracle_at, oracle_count
from games.symphonimo.tables import table
from tutti import Match
from tutti.kernel.types import Fields

GOLDEN: list[Fields] = json.loads((Path(__file__).parents[2] / "perft" / "symphonimo.json").read_text())
SMALL = 2000
"""Up to so many lines the naive rules are asked as well."""

each = pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["name"])


@each
def test_the_counts_are_the_golden_ones(case: Fields) -> None:
    match = Match.load(case["position"])
    depths = range(1, len(case["nodes"]) + 1)
    assert [count(match.game, match.state, depth) for depth in depths] == case["nodes"]


@each
def test_the_naive_rules_count_the_same(case: Fields) -> None:
    match = Match.load(case["position"])
    small = [nodes for nodes in case["nodes"] if nodes <= SMALL]
    assert len(small) >= 4
    oracle = oracle_at(match.game, match.state)
    for depth, nodes in enumerate(case["nodes"], start=1):
        if nodes in small:
            assert oracle_count(oracle, depth) == nodes


def test_golden_counts_cover_two_to_four_players_and_both_variants() -> None:
    assert {case["position"]["players"] for case in GOLDEN} == {2, 3, 4}
    powers = {power for case in GOLDEN for power in case["position"]["options"]["grand_maestro"]}
    assert len(powers) == 6
    assert any(case["position"]["options"]["false_note"] for case in GOLDEN)


def test_each_distinct_card_is_one_branch() -> None:
    match = table("3", "4", left="5 5 6 7", powers=["draw_one"])
    assert sum(1 for _ in children(match.game, match.state)) == 3 + 3 + 1
