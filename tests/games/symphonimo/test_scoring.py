"""The final count: SO-035 to SO-038, SO-070."""

from __future__ import annotations

import pytest

from games.symphonimo.tables import play, table
from support import rule
from tutti import Result


def result(*hands: str) -> Result:
    """The result of a match that ends with these collections."""
    match = table(*[""] * len(hands), left="", hands=hands)
    for player in range(len(hands)):
        play(match, f"{player} end")
    assert match.result is not None
    assert match.game.winners(match.state, len(hands)) == sum(1 << player for player in match.result.winners)
    return match.result


@rule("SO-035")
@pytest.mark.parametrize(("size", "points"), list(enumerate([0, 1, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0])))
def test_one_card_is_worth_one_and_four_are_worth_five(size: int, points: int) -> None:
    made = result("13 " * size, "", "", "", "", "")
    assert made.points == (points, 0, 0, 0, 0, 0)
    assert made.sources[0] == {"soloists": points if size == 1 else 0, "quartets": points if size == 4 else 0}


@rule("SO-036")
def test_larger_sets_are_not_split() -> None:
    assert result("5 5 5 5 5", "").points == (0, 0)
    assert result("8 8 8 8 8 8 8 8", "").points == (0, 0)


@rule("SO-038")
def test_the_worked_example() -> None:
    hand = "3 3 3 4 4 5 5 5 5 6 7 7 7 7 8 8 8 8 8 8 8 8"
    made = result(hand, "")
    assert made.points == (11, 0)
    assert made.sources[0] == {"soloists": 1, "quartets": 10}


@rule("SO-037")
def test_most_points_win() -> None:
    made = result("3", "4 4 4 4", "5 6")
    assert made.winners == (1,)
    assert made.places == (3, 1, 2)
    assert made.tiebreak is None


@rule("SO-037")
def test_quartets_break_a_tie() -> None:
    made = result("3 4 5 6 7", "8 8 8 8", "")
    assert made.points == (5, 5, 0)
    assert made.winners == (1,)
    assert made.places == (2, 1, 3)
    assert made.tiebreak == "quartets"


@rule("SO-037")
def test_a_tie_with_equal_quartets_is_shared() -> None:
    made = result("3 4", "5 6", "7")
    assert made.winners == (0, 1)
    assert made.places == (1, 1, 3)
    assert made.tiebreak == "shared"


@rule("SO-037")
def test_quartets_may_break_a_tie_only_in_part() -> None:
    made = result("3 4 5 6 7", "8 8 8 8", "9 9 9 9")
    assert made.winners == (1, 2)
    assert made.places == (3, 1, 1)
    assert made.tiebreak == "shared"


@rule("SO-037")
def test_points_come_before_quartets() -> None:
    made = result("3 4 5 6 7 8", "9 9 9 9", "")
    assert made.winners == (0,)
    assert made.tiebreak is None


@rule("SO-070")
def test_places_behind_the_winner_follow_points_and_quartets() -> None:
    made = result("11 10 9 8 7 6", "3 4 5 6 7", "8 8 8 8", "3")
    assert made.places == (1, 3, 2, 4)
    assert made.tiebreak is None
    made = result("3 4", "5", "6", "")
    assert made.places == (1, 2, 2, 4)


def test_points_and_places_are_known_at_any_time() -> None:
    match = table("", "", hands=["3", "4 4 4 4"])
    assert match.view()["points"] == [1, 5]
    state = match.state
    assert [match.game.points(state, player) for player in (0, 1)] == [1, 5]
    assert [match.game.place(state, player) for player in (0, 1)] == [2, 1]
