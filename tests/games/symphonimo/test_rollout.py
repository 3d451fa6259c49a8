"""The loop for classic Conductors plays what the rules play: the same choices, the same cards, the same table."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from tutti.games.symphonimo.ai import rollout
from tutti.games.symphonimo.pack.box import FAMILIES
from tutti.games.symphonimo.rules.state import LAST, PLACE, TURN
from tutti.kernel import chance
from tutti.kernel.native import u8, vec

GAME: tutti.Game[Any] = tutti.game("symphonimo")
FIELDS = ("chosen", "deck", "drawn", "filled", "hidden", "in_round", "player", "room", "round", "step")


def after(moves: int, players: int, seed: int, **values: Any) -> Any:
    dice = tutti.Dice(seed)
    state = GAME.setup(tutti.prepare(GAME, players, values), dice)
    for _ in range(moves):
        if choices := GAME.legal(state):
            GAME.apply(state, choices[dice.below(len(choices))], dice)
    return state


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("hidden", [False, True])
def test_it_ends_as_the_rules_do_from_any_question(players: int, hidden: bool) -> None:
    walker = tutti.Dice(players)
    state = GAME.setup(tutti.prepare(GAME, players, {"false_note": hidden}), walker)
    steps = set()
    while answers := GAME.legal(state):
        steps.add(state.step)
        assert rollout.may_play(state)
        fast, slow = GAME.copy(state), GAME.copy(state)
        seed = walker.word()
        dice, same = tutti.Dice(seed), tutti.Dice(seed)
        rollout.play_on(fast, dice)
        while choices := GAME.legal(slow):
            GAME.apply(slow, choices[same.below(len(choices))], same)
        assert GAME.dump(fast) == GAME.dump(slow)
        assert [getattr(fast, name) for name in FIELDS] == [getattr(slow, name) for name in FIELDS]
        assert dice.word() == same.word()
        GAME.apply(state, answers[walker.below(len(answers))], walker)
    assert steps == {TURN, PLACE, LAST}


def test_it_leaves_powers_and_finished_matches_alone() -> None:
    assert not rollout.may_play(after(0, 3, 1, grand_maestro=1))
    assert not rollout.may_play(after(1000, 3, 1))


def test_a_packed_bag_is_drawn_from_as_a_bag() -> None:
    dice = tutti.Dice(7)
    for _ in range(200):
        bag = vec[u8]([u8(dice.below(12)) for _ in range(FAMILIES)])
        low, high = rollout.packed(bag, 0), rollout.packed(bag, rollout.LOW)
        for at in range(min(sum(bag), rollout.MOST)):
            assert rollout.pick(low, high, at) == chance.pick(bag, at)
