"""Ratings: shared places are shared, and an interval is as wide as the deals make it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tutti.arena.ratings import Rated, Rating, ratings
from tutti.kernel.chance import Dice
from tutti.kernel.types import rank


def tournament(deals: int, alike: int = 1, first: int = 60) -> list[Rated]:
    """Entrant 0 beats entrant 1 in ``first`` of 100 deals; each deal is played ``alike`` times, with the same end."""
    dice = Dice(5)
    ends = [(1, 2) if dice.below(100) < first else (2, 1) for _ in range(deals)]
    return [Rated(deal, (0, 1), end) for deal, end in enumerate(ends) for _ in range(alike)]


def width(found: list[Rating]) -> float:
    assert found[0].interval is not None
    low, high = found[0].interval
    assert low < found[0].mu < high
    return high - low


@example([5, 5, 4, 3, 2])  # Plackett-Luce of openskill 6.2.0 puts the third place above the joint winners
@example([1, 1, 1, 1, 1, 0])  # partial pairing rates these joint winners apart
@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
@settings(deadline=None)
def test_equals_who_share_a_place_are_rated_alike_and_above_all_behind(points: list[int]) -> None:
    found = ratings([Rated(0, tuple(range(len(points))), rank([(some,) for some in points]))], len(points))
    for mine, my_points in zip(found, points, strict=True):
        for other, other_points in zip(found, points, strict=True):
            if my_points == other_points:
                assert mine.mu == pytest.approx(other.mu, abs=1e-9)
            elif my_points > other_points:
                assert mine.mu > other.mu


def test_the_better_one_is_rated_higher_whatever_the_order() -> None:
    early = [*([(1, 2)] * 12), *([(2, 1)] * 4)]
    for ends in (early, early[::-1]):
        better, worse = ratings([Rated(deal, (0, 1), end) for deal, end in enumerate(ends)], 2)
        assert better.mu > 25 > worse.mu


def test_an_entrant_against_itself_teaches_nothing() -> None:
    assert ratings([Rated(0, (0, 0), (1, 2))], 1) == [Rating(25, None)]


def test_more_deals_make_the_interval_narrower_and_the_same_deals_again_do_not() -> None:
    some = width(ratings(tournament(50), 2))
    assert width(ratings(tournament(450), 2)) < some / 2
    assert width(ratings(tournament(50, alike=4), 2)) > some / 2


def test_the_same_matches_give_the_same_interval() -> None:
    assert ratings(tournament(30), 2) == ratings(tournament(30), 2)


def test_one_deal_or_one_result_gives_no_interval() -> None:
    assert [one.interval for one in ratings(tournament(1, alike=6), 2)] == [None, None]
    assert [one.interval for one in ratings(tournament(9, first=100), 2)] == [None, None]
