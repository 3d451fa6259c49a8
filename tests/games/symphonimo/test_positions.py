"""Positions: written out, read back equal, and refused with place and reason when they cannot be."""

from __future__ import annotations

import json
import random

import pytest

from games.symphonimo.tables import legal, play, position
from support import rule
from tutti import BadPosition, Match
from tutti.kernel.types import Fields, Json


def fault(raw: Fields) -> tuple[str, str, str]:
    with pytest.raises(BadPosition) as caught:
        Match.load(raw)
    return caught.value.code, caught.value.place, caught.value.rule


def numbered(*powers: str | None, k: int = 2) -> Fields:
    """A position of three whose powers came by number; None leaves the key out."""
    made = position("3", "", "")
    made["options"] = {"grand_maestro": k}
    for conductor, power in zip(made["conductors"], powers, strict=True):
        if power:
            conductor["power"] = power
    return made


def test_a_table_needs_only_conductors_collections_and_player() -> None:
    match = Match.load(
        {
            "game": "symphonimo",
            "players": 2,
            "conductors": [{"cards": [3, 9]}, {"cards": []}],
            "collections": [{"5": 4}, {}],
            "player": 1,
        }
    )
    assert match.active == (1,)
    assert legal(match) == ["draw", "take 1"]
    assert match.view()["deck"] == 42 - 6
    assert match.view()["points"] == [5, 0]


@pytest.mark.parametrize("players", range(2, 7))
def test_every_moment_of_a_match_comes_back_equal(players: int) -> None:
    for seed in range(3):
        dice = random.Random(seed)
        wish: Json = players if seed else ["pass_left", "take_now"]
        match = Match.new("symphonimo", players, seed, {"grand_maestro": wish, "false_note": bool(seed % 2)})
        while True:
            again = Match.load(json.loads(json.dumps(match.dump())))
            assert again.dump() == match.dump()
            assert again.view() == match.view()
            if not match.active:
                break
            (player,) = match.active
            assert again.legal(player) == match.legal(player)
            assert again.prompt(player) == match.prompt(player)
            match.play(player, dice.choice(match.legal(player)))


def test_a_loaded_match_goes_on_and_replays() -> None:
    match = Match.load(position("3", "4 4", powers=["draw_one"]), seed=5)
    play(match, "0 take 1 → 9", "1 take 2")
    again = Match.replay(json.loads(json.dumps(match.record())))
    assert again.dump() == match.dump()


@rule("SO-001", "SO-003")
def test_cards_that_are_not_there_are_refused() -> None:
    assert fault(position("3 3", "3 3")) == ("too_many_cards", "conductors[1].cards[1]", "SO-001")
    assert fault(position("3", "", hands=["3 3", "3"])) == ("too_many_cards", "collections[1].3", "SO-001")
    assert fault(position("3 3", "", discards={"3": 2})) == ("too_many_cards", "discards.3", "SO-001")
    assert fault(position("3 3 3", "", drawn=3)) == ("too_many_cards", "drawn", "SO-001")
    assert fault(position("10", "")) == ("no_such_family", "conductors[0].cards[0]", "SO-003")
    assert fault(position("-1", "")) == ("no_such_family", "conductors[0].cards[0]", "SO-003")
    assert fault(position("999", "")) == ("no_such_family", "conductors[0].cards[0]", "SO-003")
    for key in ("2", "10", "x", "03", "٣", ""):
        assert fault(position("", "", discards={key: 1})) == ("no_such_family", f"discards.{key}", "SO-003")


@rule("SO-012", "SO-040")
def test_rows_over_the_limit_are_refused() -> None:
    assert fault(position("4 5 6 7 8", "")) == ("over_limit", "conductors[0].cards", "SO-012")
    assert fault(position("4 5 6", "", powers=["limit_two"])) == ("over_limit", "conductors[0].cards", "SO-040")


@rule("SO-015", "SO-017")
def test_impossible_takers_are_refused() -> None:
    assert fault(position("3", "", taken={1: 1})) == ("taken_but_filled", "conductors[0].cards", "SO-015")
    assert fault(position("", "", "", taken={1: 1, 2: 1})) == ("took_twice", "conductors[1].taken_by", "SO-017")
    assert fault(position("", "", taken={1: 0})) == ("out_of_round", "player", "SO-017")
    assert fault(position("", "", taken={1: 2})) == ("out_of_range", "conductors[0].taken_by", "")


@rule("SO-013")
def test_a_drawn_card_needs_room() -> None:
    assert fault(position("4 5 6 7", "4 5 6 7", drawn=9)) == ("no_room", "drawn", "SO-013")


@rule("SO-025")
def test_nobody_has_ended_before_the_last_choices_or_out_of_order() -> None:
    assert fault(position("3", "", ended=[1])) == ("cannot_have_ended", "ended[0]", "SO-025")
    assert fault(position("3", "", left="", ended=[1], taken={2: 1})) == ("cannot_have_ended", "ended[0]", "SO-025")
    assert fault(position("3", "", left="", drawn=9, ended=[1])) == ("cannot_have_ended", "ended[0]", "SO-025")
    offered = position("3", "", left="", powers=["take_now"], step="take_now", chosen=1, ended=[1])
    assert fault(offered) == ("cannot_have_ended", "ended[0]", "SO-025")
    skipped = position("3", "", "", "", left="", taken={4: 0}, player=1, ended=[2])
    assert fault(skipped) == ("cannot_have_ended", "ended[0]", "SO-025")
    fine = Match.load(position("3", "", "", "", left="", taken={4: 3}, player=1, ended=[0, 2]))
    assert legal(fine) == ["take 1", "end"]
    play(fine, "1 end")
    assert fine.result is not None


@rule("SO-030", "SO-062")
def test_faces_must_be_those_of_the_options() -> None:
    wrong = position("3", "", powers=["draw_one"])
    wrong["conductors"][0]["power"] = "take_now"
    assert fault(wrong) == ("power_not_chosen", "conductors[0].power", "SO-062")
    wrong = position("3", "")
    wrong["conductors"][1]["power"] = "brass"
    assert fault(wrong) == ("not_one_of", "conductors[1].power", "")
    assert fault(numbered("draw_one", "draw_one", None)) == ("power_twice", "conductors[1].power", "SO-030")
    assert fault(numbered("draw_one", None, None)) == ("missing_key", "conductors[1]", "")
    assert fault(numbered("draw_one", "classic", None)) == ("not_one_of", "conductors[1].power", "")
    assert fault(numbered("draw_one", "take_now", "pass_left")) == ("power_not_chosen", "conductors[2].power", "SO-062")
    fine = Match.load(numbered("draw_one", "take_now", "classic"))
    assert [conductor["power"] for conductor in fine.view()["conductors"]] == ["draw_one", "take_now", "classic"]


@rule("SO-050")
def test_removed_cards_cannot_be_seen() -> None:
    assert fault(position("3", "", left="5 6 7 8", false_note=True)) == ("removed_cards_shown", "top", "SO-050")


@rule("SO-041", "SO-045")
def test_a_power_that_asks_must_be_able_to() -> None:
    def asking(step: str, chosen: Json, *rows: str, **more: Json) -> tuple[str, str, str]:
        return fault(position(*rows, powers=["pass_left", "take_now"], step=step, chosen=chosen, **more))

    assert asking("pass_left", 2, "3", "4") == ("cannot_be_chosen", "chosen", "SO-041")
    assert asking("pass_left", 1, "", "4") == ("cannot_be_chosen", "chosen", "SO-041")
    assert asking("take_now", 1, "3", "4") == ("cannot_be_chosen", "chosen", "SO-045")
    assert asking("take_now", 3, "3", "4") == ("out_of_range", "chosen", "")
    assert asking("take_now", None, "3", "4") == ("expected_kind", "chosen", "")
    assert asking("take_now", 2, "3", "4", drawn=9) == ("wrong_step", "drawn", "")
    assert asking("turn", 2, "3", "4") == ("nothing_chosen", "chosen", "")


def test_steps_and_numbers_that_the_table_contradicts() -> None:
    assert fault(position("3", "", step="last")) == ("wrong_step", "step", "")
    assert fault(position("3", "", left="", step="turn")) == ("wrong_step", "step", "")
    assert fault(position("3", "", drawn=4, step="turn")) == ("wrong_step", "step", "")
    assert fault(position("3", "", step="encore")) == ("not_one_of", "step", "")
    assert fault(position("3", "", deck=40)) == ("deck_differs", "deck", "")
    assert fault(position("3", "", round=0)) == ("out_of_range", "round", "")
    assert fault(position("3", "", player=2)) == ("out_of_range", "player", "")
    assert fault(position("3", "", encore=1)) == ("unknown_key", "top", "")


def test_wrong_shapes() -> None:
    base = position("3", "")
    assert fault({**base, "conductors": []}) == ("wrong_length", "conductors", "")
    assert fault({**base, "collections": [{}]}) == ("wrong_length", "collections", "")
    assert fault({**base, "collections": [[], {}]}) == ("expected_kind", "collections[0]", "")
    assert fault({**base, "collections": [{"3": True}, {}]}) == ("expected_kind", "collections[0].3", "")
    assert fault({**base, "collections": [{"3": -1}, {}]}) == ("out_of_range", "collections[0].3", "")
    assert fault({**base, "conductors": [{"cards": ["3"]}, {"cards": []}]}) == (
        "expected_kind",
        "conductors[0].cards[0]",
        "",
    )
    assert fault({**base, "conductors": [{}, {"cards": []}]}) == ("missing_key", "conductors[0]", "")
    assert fault({**base, "conductors": [{"cards": [], "hat": 1}, {"cards": []}]}) == (
        "unknown_key",
        "conductors[0]",
        "",
    )
    assert fault({key: value for key, value in base.items() if key != "player"}) == ("missing_key", "top", "")
