"""Positions that a person could write: little is needed, and each fault says where it is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import tutti
from support import rule
from support.lines import Line, every_table, on_fresh_seeds, played, tries
from tutti.kernel.types import Fields, Json


def bare(**more: Json) -> Fields:
    """A table of Symphonimo as somebody would write it down: what lies where, and whose turn it is."""
    position: Fields = {
        "game": "symphonimo",
        "players": 2,
        "player": 1,
        "conductors": [{"cards": [3, 9]}, {"cards": []}],
        "collections": [{"4": 2}, {}],
    }
    return {**position, **more}


def desk(**more: Json) -> Fields:
    return {"game": "etude", "players": 2, "hands": [["c", "?"], ["?", "?"]], **more}


def turn(**more: Json) -> list[Fields]:
    return [{"step": "round", "at": 2}, {"step": "turn", "player": 0, "open": [0], "shown": 0, **more}]


CHORD: list[Fields] = [{"step": "round", "at": 2}, {"step": "chord", "player": 0, "open": [0], "picked": 1, "shown": 0}]


@rule("KN-34")
def test_a_bare_table_is_enough() -> None:
    match = tutti.Match.load(bare(), seed=1)
    assert match.active == (1,)
    assert match.legal(1) == ("draw", "take 1")
    assert match.view()["collections"] == [{"4": 2}, {}]
    assert match.view()["deck"] == 42 - 4
    match.play(1, "take 1")
    again = tutti.Match.replay(match.record())
    assert again.record() == match.record()


@rule("KN-34", "KN-11")
def test_what_is_not_known_is_drawn() -> None:
    hands = []
    for seed in range(20):
        match = tutti.Match.load(desk(), seed=seed)
        assert match.view(0)["hands"][0][0]["card"] == "c"
        hands.append(str(match.dump()["hands"]))
        assert "?" not in hands[-1]
        assert match.dump()["hands"] == tutti.Match.load(desk(), seed=seed).dump()["hands"]
    assert len(set(hands)) > 10
    sealed = desk(offers=[[1], "?"], stack=[{"step": "round", "at": 1}, {"step": "offer", "open": [0]}])
    offers = {str(tutti.Match.load(sealed, seed=seed).dump()["offers"][1]) for seed in range(60)}
    assert offers == {"[]", "[1]", "[2]", "[1, 2]"}


@rule("KN-34")
@pytest.mark.parametrize(
    ("position", "code", "place"),
    [
        ([], "expected_kind", "top"),
        ("text", "expected_kind", "top"),
        ({}, "missing_key", "top"),
        (bare(game="chess"), "unknown_game", "game"),
        (bare(rules=99), "newer_rules", "rules"),
        (bare(pack={"name": "standard", "hash": ""}), "pack_not_here", "pack"),
        (bare(players=7), "bad_options", "top"),
        (bare(players=7, options={}), "bad_options", "options"),
        (bare(options={"false_note": 1}), "bad_options", "options"),
        (bare(note=""), "unknown_key", "top"),
        (bare(player=2), "out_of_range", "player"),
        (bare(player=True), "expected_kind", "player"),
        (bare(conductors=[{"cards": []}]), "wrong_length", "conductors"),
        (bare(conductors=[{"cards": [3]}, {}]), "missing_key", "conductors[1]"),
        (bare(conductors=[{"cards": [3]}, {"cards": ["3"]}]), "expected_kind", "conductors[1].cards[0]"),
        (bare(conductors=[{"cards": [3]}, {"cards": [3, 3, 3]}]), "too_many_cards", "conductors[1].cards[2]"),
        (bare(conductors=[{"cards": [10]}, {"cards": []}]), "no_such_family", "conductors[0].cards[0]"),
        (bare(collections=[{"4": 5}, {}]), "too_many_cards", "collections[0].4"),
        (bare(collections=[{"4": -1}, {}]), "out_of_range", "collections[0].4"),
        (bare(deck=12), "deck_differs", "deck"),
        (bare(step="place"), "wrong_step", "step"),
        (desk(hands=[["c"], ["h"]]), "not_one_of", "hands[1][0]"),
        (desk(hands=[["c"] * 4, []]), "too_many_cards", "hands[0][3]"),
        (desk(hands=[["?"] * 7, []]), "hand_full", "hands[0]"),
        (desk(hands=[[{"card": "c", "seen": [2]}], []]), "out_of_range", "hands[0][0].seen[0]"),
        (desk(hands=[[{"card": "c", "by": 0}], []]), "unknown_key", "hands[0][0]"),
        (desk(tail=["?"] * 12), "too_many_unknown", "top"),
        (desk(stage=[{"c": 3}, {}]), "too_many_cards", "stage[0].c"),
        (desk(spent={"d": 1}), "spent_differs", "spent"),
        (desk(chords=[1, 0]), "spent_differs", "top"),
        (desk(stack=[{"step": "round", "at": 1}]), "nobody_asked", "stack"),
        (desk(stack=[{"step": "solo"}]), "not_one_of", "stack[0].step"),
        (desk(stack=[{"step": "round"}]), "missing_key", "stack[0]"),
        (desk(stack=[{"step": "round", "at": "1"}]), "expected_kind", "stack[0].at"),
        (desk(stack=[{"step": "round", "at": 9}]), "out_of_range", "stack[0].at"),
        (desk(stack=[{"step": "round", "at": 10**30}]), "out_of_range", "stack[0].at"),
        (desk(stack=turn(row=1)), "unknown_key", "stack[1]"),
        (desk(stack=turn(player=2)), "out_of_range", "stack[1].player"),
        (desk(stack=turn(open=[1])), "wrong_players", "stack[1]"),
        (desk(stack=turn()[1:]), "wrong_step", "stack[0]"),
        (desk(stack=CHORD), "cannot_be_asked", "stack[1]"),
        (desk(stack=turn(), offers=[[1], []]), "cannot_be_offered", "offers[0][0]"),
        (desk(offers=[[2, 1], []]), "cannot_be_offered", "offers[0][1]"),
        (desk(offers=["?", []]), "expected_kind", "offers[0]"),
        (desk(first=1, options={"first_player": 0}), "first_differs", "first"),
    ],
)  # fmt: skip
def test_each_fault_names_its_place(position: Json, code: str, place: str) -> None:
    with pytest.raises(tutti.BadPosition) as caught:
        tutti.Match.load(position, seed=1)
    assert (caught.value.code, caught.value.place) == (code, place)
    assert str(caught.value)


JUNK: list[Json] = [None, True, -1, 0, 1, 99, 10**30, 0.5, "", "?", "c", "٣", [], ["?"], [0], {}, {"c": 1}, {"3": 1}]


@rule("KN-34")
@every_table()
def test_a_tampered_position_is_refused_or_can_be_played(game: str, players: int) -> None:
    def tamper(seed: int) -> None:
        dice = tutti.Dice(seed)
        position = played(game, players, Line(seed, {}, b"", dice_seed=seed, moves=dice.below(60))).dump()
        for _ in range(25):
            spoilt = copy.deepcopy(position)
            path = _spoil(spoilt, dice)
            try:
                _refused_or_playable(spoilt, dice)
            except Exception as fault:
                raise AssertionError(f"{path} changed") from fault

    on_fresh_seeds(game, tamper, tries(game))


def _spoil(value: Any, dice: tutti.Dice) -> list[Any]:
    """Change one thing somewhere inside; returns the way to it."""
    path = []
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = keys[dice.below(len(keys))]
        path.append(key)
        if isinstance(value[key], dict | list) and value[key] and dice.below(4):
            value = value[key]
            continue
        if dice.below(4) == 0:
            del value[key]
        else:
            value[key] = copy.deepcopy(JUNK[dice.below(len(JUNK))])
        return path


def _refused_or_playable(position: Fields, dice: tutti.Dice) -> None:
    try:
        match = tutti.Match.load(position, seed=1)
    except tutti.BadPosition as fault:
        said = [fault.place, str(fault)]
        assert all(said)
        return
    assert tutti.Match.load(match.dump(), seed=2).dump() == match.dump()
    for _ in range(8):
        if match.active:
            legal = match.legal(match.active[0])
            match.play(match.active[0], legal[dice.below(len(legal))])
    assert tutti.Match.replay(match.record()).record() == match.record()
