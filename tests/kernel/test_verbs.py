"""Verbs: what each action means is declared once; a declaration that does not add up is refused."""

from __future__ import annotations

from typing import Literal

import pytest

import tutti
from tutti.kernel.verbs import Verb, Verbs

WHERE = {"where": Literal["A1", "A2"]}
DRAW = Verb(0, "draw")


def test_texts_and_meanings_come_from_one_declaration() -> None:
    verbs = Verbs(
        DRAW,
        Verb(1, "seat", WHERE, zip(("A1", "A2"))),
        Verb(3, "swap", {"now": bool}, [(True,)], "now yes"),
        Verb(4, "swap", {"now": bool}, [(False,)], "now no"),
        Verb(5, "pay", {"money": int, "prestige": int}, [(2, 1)], "{money}M {prestige}P"),
        notation=str.lower,
    )
    assert verbs.texts == ("draw", "seat a1", "seat a2", "now yes", "now no", "2m 1p")
    assert verbs.meanings == {
        "draw": [["draw"]],
        "seat": [["seat a1", "A1"], ["seat a2", "A2"]],
        "swap": [["now yes", True], ["now no", False]],
        "pay": [["2m 1p", 2, 1]],
    }


@pytest.mark.parametrize(
    ("verb", "reason"),
    [
        (Verb(2, "seat", WHERE, [("A1",)]), "seat begins with action 2, expected 1"),
        (Verb(1, "seat", WHERE, [("A3",)]), "where cannot be 'A3'"),
        (Verb(1, "seat", {"number": int}, [(True,)]), "number cannot be True"),
        (Verb(1, "seat", WHERE, [("A1", "A2")]), "zip"),
        (Verb(1, "seat", WHERE, [("A1",)], "draw"), "written alike"),
        (Verb(1, "draw", WHERE, [("A1",)]), "different arguments"),
    ],
)
def test_what_does_not_add_up_is_refused(verb: Verb, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Verbs(DRAW, verb)


@pytest.mark.parametrize("name", tutti.games())
def test_every_action_of_a_game_has_one_meaning(name: str) -> None:
    game = tutti.game(name)
    said = [action[0] for actions in game.verbs.meanings.values() for action in actions]
    assert sorted(said, key=game.codes.__getitem__) == list(game.actions)
    meant = [(verb, *action[1:]) for verb, actions in game.verbs.meanings.items() for action in actions]
    assert len(set(meant)) == len(meant)


def test_odd_texts_have_plain_meanings() -> None:
    told = tutti.game("symphony").verbs.meanings, tutti.game("orchestra").verbs.meanings
    assert ["control B3.2", "B3", 2] in told[0]["control_part"]
    assert ["control 01", "01"] in told[0]["control"]
    assert ["evolve e1", "E1", "b"] in told[1]["evolve"]
    assert ["x inv-b", "X", "inv-b"] in told[1]["use"]
    assert told[1]["side"] == [["left", "left"], ["right", "right"]]
