"""Positions that a person could write down at a real table, and what is said when they cannot be."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import tutti
from games.symphony.kit import census
from games.symphony.tables import SHEETS, finish, match, play_until
from support import rule
from tutti.kernel.types import Fields, Json

FRONT: Fields = {"A1": {"card": "36"}, "B1": {"card": "17"}, "D1": {"card": "22"}, "E1": {"card": "21"}}


def bare(**more: Json) -> Fields:
    """Two players before the first turn: who begins, the music, the front row."""
    return {"game": "symphony", "players": 2, "first": 0, "sheets": SHEETS, "orchestra": FRONT, **more}


def load(position: Fields, seed: int = 1) -> tutti.Match:
    return tutti.Match.load(position, seed=seed)


def written(table: tutti.Match, *kept: str) -> Fields:
    """What one sees at the table: no stack, no memory, nothing that is as it was at the beginning."""
    whole = table.dump()
    raw: Fields = {key: whole[key] for key in ("game", "pack", "players", "options", "first", "sheets", *kept)}
    raw["orchestra"] = {
        place: {key: row[key] for key in ("card", "owners", "token", "discs", "stack") if row[key]}
        for place, row in whole["orchestra"].items()
    }
    raw["score"] = {note: row for note, row in whole["score"].items() if row["discs"] != ["cover"]}
    raw["tokens"] = {key: value for key, value in whole["tokens"].items() if key != "unused"}
    return raw


@rule("KN-34", "SY-048")
def test_a_bare_table_is_enough() -> None:
    table = load(bare())
    assert table.active == (0,)
    assert table.view()["hands"] == [8, 8]
    assert table.view()["step"] == "card"
    assert len(table.view()["unused"]) == 24
    again = load(table.dump())
    assert again.dump() == table.dump()
    assert finish(table).result is not None


@rule("KN-34", "KN-11")
def test_hidden_cards_are_drawn_and_named_ones_are_kept() -> None:
    hands = [["?"] * 7 + ["05"], ["?"] * 8]
    dealt = []
    for seed in range(12):
        table = load(bare(hands=hands), seed)
        assert "05" in table.view(0)["own"]["hand"]
        dealt.append(str(table.dump()["hands"]))
        assert census(table.state) == census(match(2).state)
    assert len(set(dealt)) == 12
    own = table.dump()["hands"][0]
    known = load(bare(knower=0, hands=[own, ["?"] * 8]), 5)
    assert known.view(0)["own"]["hand"] == own
    assert known.view(1)["own"]["hand"] != table.view(1)["own"]["hand"]


@rule("KN-34", "SY-047")
def test_turns_are_counted_by_what_is_controlled() -> None:
    seats: Fields = {**FRONT, "A2": {"card": "05", "owners": [0]}, "B2": {"card": "08"}, "01": {"owners": [1]}}
    table = load(bare(orchestra=seats))
    assert table.active == (0,)
    assert table.view()["hands"] == [7, 7]
    assert table.view()["first_player"] == 0
    assert table.view()["orchestra"]["A2"]["owners"] == [0]
    assert 0 in table.view()["orchestra"]["A2"]["discs"]


@rule("KN-34", "SY-047")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"draft": "secret", "master": "wagner"}),
        (4, {"master": "berlioz"}),
        (5, {"draft": "public", "clefs": "I"}),
        (6, {"master": "kleiber", "draft": "secret"}),
    ],
)
def test_a_table_written_down_in_the_orchestra_phase_goes_on_the_same(players: int, options: dict[str, Any]) -> None:
    table = match(players, seed=8, sheets=SHEETS, **options)
    turns = 0
    while turns < 3 * players:
        legal = table.legal(table.active[0])
        action = legal[turns % len(legal)]
        table.play(table.active[0], action)
        turns += action.startswith("control")
    raw = written(table, "clef_cards")
    again = load(raw)
    assert again.view() == {**table.view(), "picks": None}
    assert again.active == table.active
    assert census(again.state) == census(table.state)
    for seat in range(players):
        world = again.perspective(seat).sample(tutti.Dice(seat))
        assert census(world) == census(table.state)
    named = load({**raw, "hands": table.dump()["hands"]})
    assert named.dump()["hands"] == table.dump()["hands"]
    assert finish(again).result is not None


@rule("KN-34", "SY-070")
@pytest.mark.parametrize("column", range(5))
def test_a_table_written_down_before_a_movement_goes_on_the_same(column: int) -> None:
    table = match(4, seed=8, sheets=SHEETS)
    while table.dump()["column"] < column or not table.view()["movement"]:
        table.play(table.active[0], table.legal(table.active[0])[0])
    shown = written(table, "column", "points", "tracks", "winners")
    again = load({**shown, "stack": table.dump()["stack"], "play": table.dump()["play"]})
    assert again.view() == table.view()
    assert again.legal(again.active[0]) == table.legal(table.active[0])
    fresh = load(shown)
    assert fresh.view()["movement"] == {**table.view()["movement"], "stage": fresh.view()["movement"]["stage"]}
    assert fresh.view()["score"] == table.view()["score"]
    assert finish(fresh).result is not None


@rule("KN-34", "SY-251")
def test_a_table_of_progressive_orchestra_can_be_written_down() -> None:
    table = play_until(match(3, seed=8, sheets=SHEETS, draft="secret", progressive=True), "place")
    while not (table.view()["step"] == "allocate" and table.dump()["column"] == 2):
        table.play(table.active[0], table.legal(table.active[0])[0])
    used = table.view()["orchestra"]["00"]["owners"][0] is not None
    shown = written(table, "column", "points", "tracks")
    if used:
        with pytest.raises(tutti.BadPosition) as caught:
            load(shown)  # nobody can see in which Column 00 was used
        assert (caught.value.code, caught.value.arguments["key"]) == ("missing_key", "holder")
    again = load({**shown, "holder": table.view()["first_player"]} if used else shown)
    assert again.view() == table.view()
    assert again.active == table.active
    assert finish(again).result is not None


@rule("KN-34", "SY-254", "SY-069")
@pytest.mark.parametrize("options", [{}, {"draft": "secret", "progressive": True}])
def test_the_token_lies_where_the_table_says(options: dict[str, Any]) -> None:
    table = match(3, seed=8, sheets=SHEETS, **options)
    number = 0
    while table.active:
        table.play(table.active[0], table.legal(table.active[0])[0])
        number += 1
        if number % 15 == 0 and table.active and table.view()["step"] != "draft":
            raw = table.dump()
            assert load(raw).dump() == raw
            for wrong in {0, 1, 2} - {raw["holder"]}:
                if raw["orchestra"]["01"]["owners"][0] is None and raw["stack"][1]["step"] == "allocation":
                    continue  # whoever has it must hold 01
                with pytest.raises(tutti.BadPosition) as caught:
                    load({**raw, "holder": wrong})
                assert (caught.value.code, caught.value.place) == ("wrong_holder", "holder")
            del raw["holder"]
            if raw["orchestra"]["00"]["owners"][0] is None or raw["stack"][1]["step"] != "allocation":
                assert load(raw).dump() == table.dump()


@rule("KN-34", "SY-186")
def test_objectives_that_nobody_wrote_down_are_drawn() -> None:
    table = play_until(match(2, seed=5, preset=True, sheets=SHEETS, audience="both"), "place")
    raw = written(table)
    with pytest.raises(tutti.BadPosition) as caught:
        load(raw)
    assert (caught.value.code, caught.value.place) == ("missing_key", "objectives")
    raw["objectives"] = {"public": table.dump()["objectives"]["public"]}
    drawn = load(raw).dump()["objectives"]
    assert [len(held) for held in drawn["held"]] == [1, 1]
    assert len({drawn["public"], *drawn["revealed"], *drawn["held"][0], *drawn["held"][1]}) == 5


@rule("KN-10", "SY-210")
def test_a_group_of_talents_in_the_middle_comes_back() -> None:
    found = 0
    for seed in range(80):
        table = match(4, seed=seed, preset=True, sheets=SHEETS, audience="public")
        while table.view()["step"] == "pentagon":
            if any(frame["step"] == "talents" for frame in table.dump()["stack"]):
                assert load(table.dump()).dump() == table.dump()
                found += 1
            table.play(table.active[0], table.legal(table.active[0])[0])
    assert found


def movement(**more: Json) -> list[Fields]:
    return [{"step": "movement", **more}]


def preparing(row: int, **more: Json) -> list[Fields]:
    """The Pre-Attack asks, and goes on with this row."""
    return [*movement(row=row), {"step": "pre_attack", **more}]


def full(**more: Json) -> Fields:
    table = play_until(match(2, seed=5, preset=True, sheets=SHEETS), "place")
    return {**written(table), **more}


def moved(place: str, **more: Json) -> Fields:
    position = full()
    position["orchestra"] = copy.deepcopy(position["orchestra"])
    position["orchestra"][place].update(more)
    return position


@rule("KN-34")
@pytest.mark.parametrize(
    ("position", "code", "place"),
    [
        (bare(first=2), "out_of_range", "first"),
        (bare(first=1, options={"first_player": 0}), "not_chosen", "first"),
        (bare(master="wagner"), "not_chosen", "master"),
        (bare(options={"master": "random"}), "missing_key", "top"),
        (bare(sheets=["1W", "1W", "3W"]), "sheet_twice", "sheets[1]"),
        (bare(sheets=["1W", "2B", "3W"]), "black_side", "sheets[1]"),
        (bare(options={"clefs": "I"}), "missing_key", "top"),
        (bare(options={"clefs": "I"}, clef_cards=[1, 1, 2]), "wrong_clef_cards", "clef_cards"),
        (bare(options={"variable_prizes": ["sheet1"]}), "missing_key", "top"),
        (bare(sheet_prizes=["black", "black", "stacked"]), "wrong_prizes", "sheet_prizes"),
        (bare(orchestra={}), "hands_do_not_fill_seats", "orchestra"),
        (bare(orchestra={**FRONT, "A2": {}}), "missing_key", "orchestra.A2"),
        (bare(orchestra={**FRONT, "A9": {"card": "05"}}), "no_such_seat", "orchestra.A9"),
        (bare(orchestra={**FRONT, "A2": {"card": "01"}}), "not_one_of", "orchestra.A2.card"),
        (bare(orchestra={**FRONT, "A2": {"card": "36"}, "A4": {"card": "36"}}), "too_many_copies", "orchestra.A2"),
        (bare(orchestra={**FRONT, "A2": {"card": "43"}}), "too_many_copies", "orchestra.A2"),
        (bare(orchestra={"A1": {"card": "36", "owners": [None, 1]}}), "no_such_part", "orchestra.A1.owners[1]"),
        (bare(orchestra={**FRONT, "00": {"card": "01"}}), "not_one_of", "orchestra.00.card"),
        (bare(score={"9.9.9": {}}), "no_such_note", "score.9.9.9"),
        (bare(score={"1.1.1": {"discs": []}}), "wrong_cover", "score.1.1.1.discs"),
        (bare(score={"1.3.4": {"discs": [None]}}), "expected_kind", "score.1.3.4.discs[0]"),
        (bare(tokens={"pentagon": ["clef"] * 4}), "too_many_tokens", "tokens.pentagon[3]"),
        (bare(tokens={"unused": []}), "tokens_missing", "tokens.unused"),
        (bare(hands=[["?"] * 8, ["?"] * 7]), "wrong_length", "hands[1]"),
        (bare(hands=[["?"] * 8, ["36", *["?"] * 7]]), "too_many_copies", "hands[1][0]"),
        (bare(hands=[["?"] * 8] * 2, knower=0), "own_hidden", "hands[0]"),
        (bare(hands=[["43", *["?"] * 7], ["?"] * 8]), "too_many_copies", "hands[0][0]"),
        (bare(hands=[["00", *["?"] * 7], ["?"] * 8]), "too_many_copies", "hands[0][0]"),
        (bare(discards=[[], []]), "no_discards", "discards"),
        (bare(draft={"picks": []}), "no_draft", "draft"),
        (bare(bag=[]), "bag_unknown", "bag"),
        (bare(stack=[{"step": "solo"}]), "not_one_of", "stack[0].step"),
        (bare(stack=[{"step": "card"}]), "not_in_programme", "stack[0]"),
        (bare(stack=[{"step": "deal"}]), "wrong_step", "stack[0]"),
        (bare(stack=[{"step": "seats", "turn": 1}]), "turns_do_not_fit", "orchestra"),
        (bare(stack=[{"step": "seats", "turn": 99}]), "out_of_range", "stack[0].turn"),
        (bare(stack=[{"step": "seats", "turn": 1}, {"step": "control", "player": 1}]), "wrong_players", "stack[1]"),
        (bare(stack=movement()), "nobody_controls", "orchestra.A1"),
        (bare(objectives={"public": 3}), "no_objective", "objectives.public"),
        (bare(sealed=["05", None]), "nothing_sealed", "sealed[0]"),
        (full(stack=movement(column=1), column=2), "column_differs", "column"),
        (full(stack=movement(stage=5)), "out_of_range", "stack[0].stage"),
        (full(stack=[*movement(stage=3, playing=1), {"step": "play"}]), "cannot_be_asked", "stack[1]"),
        (full(stack=preparing(2, instrument=2)), "out_of_range", "stack[1].instrument"),
        (full(stack=preparing(5, instrument=6)), "out_of_range", "stack[1].instrument"),
        (full(points=[{"discs": 10**30}, {}]), "out_of_range", "points[0].discs"),
        (full(tracks=[{}]), "wrong_length", "tracks"),
        (moved("A1", owners=[]), "nobody_controls", "orchestra.A1"),
        (moved("A1", discs=[0] * 7), "wrong_length", "orchestra.A1.discs"),
        (moved("A1", well_placed=1), "expected_kind", "orchestra.A1.well_placed"),
    ],
)  # fmt: skip
def test_each_fault_names_its_place(position: Fields, code: str, place: str) -> None:
    with pytest.raises(tutti.BadPosition) as caught:
        load(position)
    assert (caught.value.code, caught.value.place) == (code, place), str(caught.value)
    assert str(caught.value)
