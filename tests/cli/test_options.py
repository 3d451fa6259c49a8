"""Options and seats as people type them."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from tutti.cli.options import read_options
from tutti.cli.seats import read_seats, split_seats, spoken_to
from tutti.cli.terminal import Problem
from tutti.words import Speaker

WORDS = Speaker("terminal")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("grand_maestro=take_now", ["take_now"]),
        ("grand_maestro=take_now, draw_one", ["take_now", "draw_one"]),
        ("grand-maestro=[take_now,draw_one]", ["take_now", "draw_one"]),
        ('grand_maestro=["take_now"]', ["take_now"]),
        ("grand_maestro=3", 3),
        ("grand_maestro=off", []),
        ("grand_maestro=none", []),
        ("false_note=yes", True),
        ("false_note=OFF", False),
        ("false_note=true", True),
        ("first_player=none", None),
        ("first_player=", None),
        ("first_player=1", 1),
    ],
)
def test_values_are_read_by_the_schema(text: str, value: Any) -> None:
    ((_, found),) = read_options(tutti.game("symphonimo"), [text]).items()
    assert found == value
    assert type(found) is type(value)


def test_a_value_that_fits_nothing_reaches_the_check() -> None:
    game = tutti.game("symphonimo")
    with pytest.raises(tutti.BadOption, match=r"false_note cannot be \"perhaps\"\. It takes true, false\."):
        tutti.prepare(game, 4, read_options(game, ["false_note=perhaps"]))
    with pytest.raises(tutti.BadOption, match="has no option “tempo”"):
        tutti.prepare(game, 4, read_options(game, ["tempo=9"]))


def test_seats_are_people_or_bots_with_names_of_their_own() -> None:
    seats = read_seats(split_seats("You, GREEDY ,Anna,greedy"), 5, WORDS)
    assert [seat.name for seat in seats] == ["You", "greedy 1", "Anna", "greedy 2", "greedy 3"]
    assert [seat.bot for seat in seats] == [None, "greedy", None, "greedy", "greedy"]
    assert [seat.name for seat in read_seats(["you", "you"], 2, WORDS)] == ["You 1", "You 2"]
    assert [seat.name for seat in read_seats([], 2, WORDS)] == ["You", "greedy"]


def test_only_one_person_without_a_name_is_called_you() -> None:
    assert spoken_to(read_seats(["Anna", "you", "greedy"], 3, WORDS)) == 1
    assert spoken_to(read_seats(["you", "you"], 2, WORDS)) is None
    assert spoken_to(read_seats(["Anna", "greedy"], 2, WORDS)) is None


def test_wrong_seats_are_refused() -> None:
    with pytest.raises(Problem, match="neither a bot"):
        read_seats(["gredy"], 2, WORDS)
    with pytest.raises(Problem, match="3 seats are named, but only 2 play"):
        read_seats(["you", "you", "you"], 2, WORDS)
