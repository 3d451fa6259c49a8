"""Positions: what is written comes back, what cannot be is refused at its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import tutti
from games.orchestra.tables import members, play, position, table
from support import rule
from tutti import Match
from tutti.kernel.errors import BadPosition


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_match_comes_back(players: int) -> None:
    match = Match.new("orchestra", players=players, seed=players)
    dice = tutti.Dice(players)
    number = 0
    while match.active:
        player = match.active[dice.below(len(match.active))]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
        number += 1
        if number % 7 == 0:
            dump = json.loads(json.dumps(match.dump()))
            again = Match.load(dump)
            assert again.dump() == dump
            assert [again.legal(p) for p in range(players)] == [match.legal(p) for p in range(players)]
            assert [again.view(p) for p in range(players)] == [match.view(p) for p in range(players)]


def test_question_marks_are_drawn_and_own_cards_stay() -> None:
    match = Match.new("orchestra", players=3, seed=5)
    for player in range(3):
        play(match, f"{player} {match.legal(player)[0]}")
    seen = match.dump(1)
    assert seen["theater"][0] == {"dealt": "?", "kept": "?"}
    again = Match.load(json.loads(json.dumps(seen)), seed=1)
    assert again.view(1) == match.view(1)


def put(*path: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    def change(raw: dict[str, Any]) -> None:
        at: Any = raw
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def turn(step: str, player: int = 0, **fields: int) -> list[dict[str, Any]]:
    """The first Allocation turn with this question in it."""
    return [
        {"step": "round", "at": 1},
        {"step": "allocate", "player": 0, "open": [0]},
        {"step": step, "player": player, "open": [player], **fields},
    ]


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        (put("phase", value="interval"), "not_one_of", "phase"),
        (put("academies", 0, "reserve", value={"b": 5}), "musicians_differ", "top"),
        (put("academies", 0, "reserve", value={"b": 3, "p": 1, "x": 1}), "not_one_of", "academies[0].reserve.x"),
        (put("academies", 1, "board", value="AB1"), "board_twice", "academies[1]"),
        (put("academies", 0, "banners", value=["strings"]), "already_taught", "academies[0].banners[0]"),
        (put("academies", 0, "column", value=17), "out_of_range", "academies[0].column"),
        (put("academies", 0, "virtuosos", value=["gone", "locked", "locked", "locked"]), "virtuosos_differ", "top"),
        (put("academies", 0, "cards", value=[{"card": "I01"}]), "card_twice", "rows.I[0].card"),
        (put("rows", "III", value=[{"card": "III01"}, None, None]), "level_closed", "rows.III[0]"),
        (put("rows", "I", 0, value={"card": "II01"}), "not_one_of", "rows.I[0].card"),
        (put("spots", value={"WW1": 0}), "section_not_taught", "spots.WW1"),
        (put("pieces", value=[{"player": 0, "piece": "H2", "at": "a12"}]), "off_the_seats", "pieces[0]"),
        (put("stack", value=[]), "no_question", "stack"),
        (put("stack", value=[{"step": "round", "player": -1, "open": [], "at": 99}]), "out_of_range", "stack[0].at"),
        (put("stack", value=turn("place_piece", left=1, offer=0, earlier=0, must=0)), "wrong_step", "stack[2]"),
        (put("stack", value=turn("gather", at=1, first=1, second=0)), "cannot_be_asked", "stack[2]"),
        (put("stack", value=turn("gather", at=1, first=0, second=0)), "out_of_range", "stack[2].first"),
        (put("stack", value=turn("gather", player=1, at=0, first=0, second=0)), "wrong_players", "stack[2]"),
        (put("stack", value=turn("develop", at=0, chosen=1)), "cannot_be_asked", "stack[2]"),
        (put("stack", value=turn("part", place=9)), "cannot_be_asked", "stack[2]"),
        (put("stack", value=turn("slots", at=0, place=0, part=0, chosen=1)), "cannot_be_asked", "stack[2]"),
        (
            put("stack", value=[*turn("gather")[:1], {"step": "resolve", "player": 0, "open": [0]}]),
            "cannot_be_asked",
            "stack[1]",
        ),
        (put("stack", value=turn("gather", at=0, first=0, second=0)), "no_answer", "stack"),
        (put("extra", value=1), "unknown_key", "top"),
        (put("theater", value=[{"dealt": ["T01", "T02"], "kept": "T09"}, {}]), "not_one_of", "theater[0].kept"),
        (put("freelancers", value={"B": 3}), "freelancers_differ", "freelancers.B"),
        (put("wcu", value=7), "out_of_range", "wcu"),
        (put("reason", value="deck_i"), "reason_and_phase", "reason"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: Callable[[Any], None], code: str, place: str) -> None:
    raw = json.loads(json.dumps(position(2, [{}, {}])))
    change(raw)
    with pytest.raises(BadPosition) as caught:
        Match.load(raw)
    assert (caught.value.code, caught.value.place) == (code, place)


def test_pieces_cannot_overlap() -> None:
    pieces = [{"player": 0, "piece": "H2", "at": "a07"}, {"player": 1, "piece": "S1", "at": "a08"}]
    with pytest.raises(BadPosition, match="overlaps"):
        table(2, pieces=pieces)


@rule("OR-044", "OR-045")
def test_a_position_between_two_banners_comes_back() -> None:
    own = {**members("b b b b"), "reserve": {"b": 1}, "slots": [["b"], ["b", "b"], []], "money": 9, "prestige": 9}
    match = table(2, [own], phase="resolution")
    play(match, "0 resolve banner")
    again = Match.load(match.dump())
    assert again.dump() == match.dump()
    for one in (match, again):
        play(one, "0 banner brass")
        assert one.legal(0) == ("resolve banner",)
    assert again.view(0) == match.view(0)
