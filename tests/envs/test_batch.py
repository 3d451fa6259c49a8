"""Batches: what the arrays are, what is refused, what a seed holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tutti
from support.kits import kit
from tutti.envs.arrays import forfeit, returns
from tutti.envs.batch import Batch, single
from tutti.kernel.types import Fields

GAMES = ("symphonimo", "symphony", "orchestra")


def played(batch: Batch, steps: int, seed: int) -> list[bytes]:
    """Random play, and all that was seen of it."""
    random, seen = np.random.default_rng(seed), []
    for _ in range(steps):
        batch.step(batch.sample(random))
        seen.append(batch.rows.tobytes() + batch.masks.tobytes() + batch.rewards.tobytes() + batch.seeds.tobytes())
    return seen


def first_illegal(batch: Batch, i: int) -> int:
    return int(np.flatnonzero(batch.masks[i] == 0)[0])


def test_numpy_sees_the_buffers_of_the_engine() -> None:
    batch = Batch("symphonimo", 4, seed=1)
    core = batch.core
    for shown, buffer in ((batch.rows, core.rows), (batch.masks, core.masks), (batch.rewards, core.rewards)):
        assert np.shares_memory(shown, np.frombuffer(buffer, shown.dtype))  # type: ignore[call-overload]
        assert not shown.flags.writeable
    before = batch.rows.copy()
    batch.random()
    assert (batch.rows != before).any()  # the same array, live


@pytest.mark.parametrize("game", GAMES)
def test_shapes_are_those_of_the_observation(game: str) -> None:
    batch = Batch(game, 2, seed=1)
    rules = batch.sight.rules
    assert batch.rows.shape == (2, rules.table + batch.players * rules.own)
    assert batch.masks.shape == (2, len(batch.game.actions))
    assert batch.observe().shape == (2, rules.size)
    assert bool((batch.observe()[:, 0] == 1).all())  # asked: one's own seat comes first


@pytest.mark.parametrize("chance", ["dice", "fair"])
def test_seeds_hold_and_go_on_in_their_row(chance: str) -> None:
    one, two = (Batch("symphonimo", 3, 2, seed=40, chance=chance) for _ in range(2))
    assert played(one, 150, 1) == played(two, 150, 1)
    assert one.core.matches > 0
    assert (one.seeds % 3 == (40 + np.arange(3)) % 3).all()
    again = played(one, 150, 1)
    one.reset(40)
    assert played(one, 150, 1) == played(Batch("symphonimo", 3, 2, seed=40, chance=chance), 150, 1) != again
    assert not (Batch("symphonimo", 3).seeds == Batch("symphonimo", 3).seeds).any()


def test_an_illegal_action_is_told_with_its_rule_and_changes_nothing() -> None:
    batch = Batch("symphonimo", 3, seed=1)
    before = batch.rows.tobytes() + batch.masks.tobytes() + batch.lengths.tobytes()
    chosen = batch.sample(np.random.default_rng(1))
    for wrong in (first_illegal(batch, 1), 50, 60, 700, -1, 70_000):
        given = chosen.astype(np.int64)
        given[1] = wrong
        with pytest.raises(tutti.IllegalAction) as told:
            batch.step(given)
        assert "in match 1 of the batch" in told.value.__notes__[0]
        assert told.value.code == ("unknown_action" if wrong >= 50 or wrong < 0 else "nothing_drawn")
    assert batch.rows.tobytes() + batch.masks.tobytes() + batch.lengths.tobytes() == before


@pytest.mark.parametrize("reset", ["same", "next"])
def test_an_illegal_action_may_lose(reset: str) -> None:
    batch = Batch("symphonimo", 2, seed=1, illegal="lose", reset=reset)
    chosen, loser = batch.sample(np.random.default_rng(1)), int(batch.movers[0])
    chosen[0] = first_illegal(batch, 0)
    batch.step(chosen)
    assert batch.ended.tolist() == [True, False]
    assert batch.rewards[0].tolist() == pytest.approx(forfeit(4, loser))
    assert batch.seeds.tolist() == ([3, 2] if reset == "same" else [1, 2])
    assert bool(batch.masks[0].any()) == (reset == "same")


@pytest.mark.parametrize("reward", ["share", "margin"])
def test_an_end_can_be_seen_before_the_next_begins(reward: str) -> None:
    batch = Batch("symphonimo", 2, 3, seed=9, options={"false_note": True}, reward=reward, reset="next")
    alone, dice, ends = single("symphonimo", 9, 3, {"false_note": True}), tutti.Dice(2), 0
    while ends < 2:
        legal = alone.legal(alone.active[0])
        action = legal[dice.below(len(legal))]
        chosen = batch.sample(np.random.default_rng(dice.word()))
        chosen[0] = alone.game.codes[action]
        batch.step(chosen)
        alone.play(alone.active[0], action)
        assert batch.lengths[0] == len(alone.log)
        if alone.result is None:
            continue
        ends += 1
        assert bool(batch.ended[0])
        assert batch.movers[0] == -1
        assert not batch.masks[0].any()
        assert not batch.observe()[0].any()
        assert batch.rows[0].tolist() == batch.sight.rules.whole(alone.state)
        assert batch.rewards[0].tolist() == pytest.approx(returns(alone.result, reward))
        batch.step(batch.sample(np.random.default_rng(1)))
        assert not batch.ended[0]
        assert not batch.rewards[0].any()
        assert batch.seeds[0] == 9 + 2 * ends
        alone = single("symphonimo", int(batch.seeds[0]), 3, {"false_note": True})
        assert batch.lengths[0] == 0


@pytest.mark.parametrize(("players", "options"), kit("symphonimo").PLAYTHROUGHS.values())
def test_random_play_inside_is_that_of_its_dice_through_whole_matches(players: int, options: Fields) -> None:
    batch, alone = (Batch("symphonimo", 2, players, options, seed=3) for _ in range(2))
    inside, outside = tutti.Dice(9), tutti.Dice(9)
    while alone.core.matches < 4:
        chosen = []
        for i in range(2):
            legal = alone.game.legal(alone.state(i))
            chosen.append(legal[outside.below(len(legal))])
        batch.random(1, inside)
        alone.step(chosen)
        for one, other in ((batch.rows, alone.rows), (batch.masks, alone.masks), (batch.rewards, alone.rewards)):
            assert (one == other).all()
        for i in np.flatnonzero(batch.ended).tolist():  # nothing of the match before is left on the table
            fresh = batch.game.setup(batch.options, tutti.Dice(int(batch.seeds[i])))
            assert batch.game.dump(batch.state(i)) == batch.game.dump(fresh)


def test_two_ends_in_a_place_are_forgotten_at_once() -> None:
    core, dice = Batch("symphonimo", 1, 2, seed=1).core, tutti.Dice(1)
    while core.matches < 2:
        core.one(0, core.writer.pick(core.states[0], dice, core.masks, 0))
    assert core.ended[0] == 1
    core.clear()
    assert core.ended[0] == 0
    assert not any(core.rewards)


@pytest.mark.parametrize(
    "wrong",
    [{"size": 0}, {"seed": -1}, {"seed": 2**62}, {"reward": "gold"}, {"reset": "never"}, {"chance": "luck"}],
)
def test_wrong_choices_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"one match|seed|reward|reset|chance"):
        Batch("symphonimo", **{"size": 2, **wrong})


@pytest.mark.parametrize("wrong", [[0], [0.0, 0.0], [[0, 0]], ["draw", "draw"]])
def test_actions_are_one_number_for_each_match(wrong: Any) -> None:
    batch = Batch("symphonimo", 2, seed=1)
    with pytest.raises(ValueError, match="actions are"):
        batch.step(wrong)
    assert batch.core.steps == 0


@pytest.mark.parametrize("players", [2, 5])
def test_a_power_that_asks_names_its_conductor(players: int) -> None:
    """Conductors are counted from 1, and 0 is none: a row once had the number of the one before."""
    batch = Batch("symphonimo", 2, players, {"grand_maestro": players}, seed=1)
    dice, asked = tutti.Dice(1), 0
    for _ in range(120):
        batch.random(1, dice)
        for i in range(2):
            seen = batch.sight.decode(batch.observed([i], 0)[0])
            assert seen["chosen"] == batch.game.view(batch.state(i), 0)["chosen"]
            asked += seen["chosen"] is not None
    assert asked
