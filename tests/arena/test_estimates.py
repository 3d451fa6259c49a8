"""Intervals: the textbook ones where there is a textbook, and honest where matches resemble each other."""

from __future__ import annotations

import math

import pytest

from tutti.arena.estimates import Block, average, mean_variance, quantile, share, student, wilson
from tutti.kernel.chance import Dice


def test_wilson_is_the_textbook_one() -> None:
    estimate = wilson(0.2, 100)
    assert estimate.value == 0.2
    assert estimate.low == pytest.approx(0.1334, abs=1e-4)
    assert estimate.high == pytest.approx(0.2888, abs=1e-4)
    assert wilson(1.0, 20).low == pytest.approx(0.8389, abs=1e-4)
    assert wilson(0.0, 20).high == pytest.approx(0.1611, abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "table"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_student_is_the_one_of_the_tables(freedom: int, table: float) -> None:
    assert student(freedom) == pytest.approx(table, rel=3e-3)


def test_blocks_of_one_match_give_the_usual_interval_of_a_mean() -> None:
    values = [3, 5, 4, 8, 1, 9]
    estimate = average(Block(value, 1) for value in values)
    error = math.sqrt(sum((value - 5) ** 2 for value in values) / 5 / 6)
    assert estimate.value == 5
    assert estimate.high - 5 == pytest.approx(2.571 * error, rel=3e-3)


def test_one_block_says_nothing_about_the_doubt() -> None:
    assert mean_variance([Block(3, 4)]) == (0.75, math.inf)
    assert average([Block(3, 4)]).high == math.inf


def test_matches_that_resemble_their_block_are_worth_less() -> None:
    alike = share([Block(4, 4), Block(0, 4)] * 12)
    mixed = share([Block(2, 4)] * 24)
    usual = wilson(0.5, 96)
    assert alike.high - alike.low > 1.9 * (usual.high - usual.low)
    assert mixed == usual, "a lucky evenness must not feign precision"


def test_all_won_is_not_quite_certain() -> None:
    estimate = share([Block(4, 4)] * 5)
    assert estimate == wilson(1.0, 20)
    assert estimate.low < 0.9


@pytest.mark.parametrize("luck", [0, 300])
def test_the_interval_holds_the_truth_in_about_95_of_100_runs(luck: int) -> None:
    """Blocks of four matches whose chance to win is 0.3, shifted by the block's own luck."""
    dice = Dice(11)
    held, runs = 0, 600
    for _ in range(runs):
        blocks = []
        for _ in range(30):
            chance = 300 + (luck if dice.below(2) else -luck)
            blocks.append(Block(sum(dice.below(1000) < chance for _ in range(4)), 4))
        low, high = share(blocks)[1:]
        held += low <= 0.3 <= high
    assert 0.93 <= held / runs <= 0.985


def test_quantiles_lie_between_their_neighbours() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([1, 2, 3, 4, 100], 0.95) == pytest.approx(80.8)
    assert quantile([7], 0.95) == 7
