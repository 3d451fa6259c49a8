"""What the étude shows of frames: nests, seals, groups, hidden hands and a known tail."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import tutti
from games.etude.actions import A_PICK, KINDS
from games.etude.steps import CHORD_SIZE, completable
from support import rule
from tutti.kernel.types import Fields


def table(**more: Any) -> tutti.Match:
    position: Fields = {
        "game": "etude",
        "players": 2,
        "hands": [["c", "d", "c"], ["e", "f"]],
        "stack": [{"step": "round", "at": 2}, {"step": "turn", "player": 0, "open": [0], "shown": 0}],
    }
    return tutti.Match.load({**position, **more}, seed=3)


def names(events: list[Fields]) -> list[str]:
    return [event["event"] for event in events]


@rule("KN-42")
def test_a_row_goes_depth_first_and_waits_for_answers() -> None:
    match = table()
    assert names(match.play(0, "study")) == ["peeked", "peeked_card"]
    assert match.view()["coins"] == [0, 0], "the row waits for the answer"
    told = match.play(0, "keep")
    assert names(told) == ["kept", "drew", "drew_card", "coins", "coins"], "the inner row first, then the rest"
    assert match.view()["coins"] == [2, 0]
    assert list(match.active) == [1]


@rule("KN-42")
def test_offers_open_together_and_gains_follow_in_seat_order() -> None:
    match = table(stack=[{"step": "round", "at": 1}, {"step": "offer", "open": [0, 1]}])
    assert list(match.active) == [0, 1]
    for player, action in ((1, "offer 1"), (1, "offer 2"), (0, "offer 1"), (1, "ready")):
        assert match.play(player, action) == []
        assert match.view()["stage"] == [{}, {}]
    assert match.view(0)["ready"] == [False, True]
    assert match.view(0)["offered"] == [1]
    refusal = match.why_not(0, "offer 3")
    assert refusal == tutti.Refusal("kind_offered", "ET-04", {"card": "c"})
    told = match.play(0, "ready")
    assert names(told) == ["offered", "offered", "offered", "drew", "drew_card", "coins", "peeked"]
    assert match.view()["stage"] == [{"c": 1}, {"e": 1, "f": 1}]
    assert list(match.active) == [1], "player 1 peeks after player 0 has gained everything"
    assert match.prompt(0) is None
    asked = match.prompt(1)
    assert asked is not None
    assert asked.step == "peek"


@rule("KN-42")
def test_a_group_is_offered_exactly_if_it_can_be_completed() -> None:
    for held in range(2 ** len(KINDS)):
        stage = [held >> kind & 1 for kind in range(len(KINDS))]
        chords = [set(chord) for chord in combinations([k for k in range(len(KINDS)) if stage[k]], CHORD_SIZE)]
        for size in range(CHORD_SIZE):
            for picked in combinations(range(len(KINDS)), size):
                mask = sum(1 << kind for kind in picked)
                for kind in range(len(KINDS)):
                    # by brute force: some chord has all that was picked, and this one as its next kind
                    possible = any(
                        sorted(chord)[: size + 1] == [*picked, kind] for chord in chords if {*picked, kind} <= chord
                    )
                    if set(picked) <= set(held_kinds(held)):
                        assert completable(stage, mask, kind) == possible


def held_kinds(held: int) -> list[int]:
    return [kind for kind in range(len(KINDS)) if held >> kind & 1]


@rule("KN-42")
def test_a_chord_takes_effect_with_its_last_card() -> None:
    match = table(stage=[{"c": 1, "e": 2, "g": 1}, {}])
    assert [text for text in match.legal(0) if text.startswith("pick")] == ["pick c"]
    match.play(0, "pick c")
    match.play(0, "pick e")
    assert match.view()["stage"][0] == {"c": 1, "e": 2, "g": 1}
    assert match.why_not(0, "rest") == tutti.Refusal("finish_chord", "ET-08")
    told = match.play(0, "pick g")
    assert told[0] == {"event": "chord", "player": 0, "cards": ["c", "e", "g"]}
    assert match.view()["stage"][0] == {"e": 1}
    assert match.view()["points"] == [5, 0]
    assert match.game.codes["pick c"] == A_PICK


@rule("KN-42", "KN-12")
def test_a_buried_card_stays_known_to_who_buried_it() -> None:
    match = table()
    match.play(0, "study")
    asked = match.prompt(0)
    assert asked is not None
    card = asked.args["card"]
    match.play(0, "bury")
    assert match.view(0)["tail"] == [{"card": card, "seen": [0]}]
    assert match.view(1)["tail"] == match.view()["tail"] == [{"card": "?", "seen": [0]}]
    for seed in range(30):
        world: Any = match.perspective(0).sample(tutti.Dice(seed))
        assert KINDS[world.tail[0].kind] == card
    kinds = {int(match.game.determinize(match.state, 1, tutti.Dice(seed)).tail[0].kind) for seed in range(60)}
    assert len(kinds) > 2


@rule("KN-08")
def test_sealed_answers_of_others_are_drawn_from_what_a_world_allows() -> None:
    match = table(stack=[{"step": "round", "at": 1}, {"step": "offer", "open": [0, 1]}])
    match.play(0, "offer 2")
    match.play(1, "offer 2")
    match.play(1, "ready")
    seen = set()
    for seed in range(200):
        world: Any = match.perspective(0).sample(tutti.Dice(seed))
        assert world.offers[0] == [1]
        kinds = [world.hands[1][slot].kind for slot in world.offers[1]]
        assert len(set(kinds)) == len(kinds)
        seen.add(tuple(world.offers[1]))
        assert match.game.determinize(match.state, 1, tutti.Dice(seed)).offers == [[], [1]]
    assert seen == {(), (0,), (1,), (0, 1)}


@rule("KN-06")
@pytest.mark.parametrize(
    ("coins", "stage", "winners", "tiebreak"),
    [
        ([3, 2], [{}, {}], (0,), None),
        ([2, 2], [{}, {"c": 1}], (1,), "stage"),
        ([2, 2], [{"d": 1}, {"c": 1}], (0, 1), "shared"),
    ],
)
def test_ties_are_broken_by_the_stage(
    coins: list[int], stage: list[Fields], winners: tuple[int, ...], tiebreak: str | None
) -> None:
    match = table(coins=coins, stage=stage, stack=[])
    result = match.result
    assert result is not None
    assert (result.winners, result.tiebreak) == (winners, tiebreak)
    assert list(match.active) == []
