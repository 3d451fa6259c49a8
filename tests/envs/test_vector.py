"""The vector environment of Gymnasium: one seat in each of many matches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tutti
from tutti.envs.vector import VectorSolo

BOTS = [("symphonimo", "random"), ("symphonimo", "greedy"), ("orchestra", "random"), ("symphony", "random")]


def pick(seen: dict[str, Any], random: np.random.Generator) -> Any:
    """A legal action in each match; any where there is none."""
    masks = seen["action_mask"]
    return np.array([random.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def played(env: VectorSolo, seed: int, steps: int) -> list[tuple[bytes, bytes, bytes]]:
    """Random play, and what came of it; every answer has the declared form."""
    random = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    found, over = [], np.zeros(env.num_envs, np.bool_)
    for _ in range(steps):
        assert env.observation_space.contains(seen)
        assert bool((seen["action_mask"].any(1) | over).all())  # asked, but where an episode is over
        seen, rewards, ended, cut, info = env.step(pick(seen, random))
        assert rewards.shape == ended.shape == cut.shape == (env.num_envs,)
        assert not cut.any()
        assert not info
        assert not (rewards[~ended]).any()
        assert not (ended & over).any()  # the step after an end begins the next match
        assert not seen["action_mask"][ended].any()
        over = ended
        found.append((seen["observation"].tobytes(), rewards.tobytes(), ended.tobytes()))
    return found


@pytest.mark.parametrize(("game", "bots"), BOTS)
def test_the_same_seed_brings_the_same_episodes(game: str, bots: str) -> None:
    env = VectorSolo(game, 3, players=2, seat=1, bots=bots)
    first = played(env, 4, 80)
    assert played(env, 4, 80) == first != played(env, 5, 80)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP


def test_symphony_asks_one_seat_where_all_are_asked_at_once() -> None:
    env = VectorSolo("symphony", 1, players=2, options={"draft": "secret"})
    assert played(env, 1, 4) == played(env, 1, 4)


def test_rewards_are_those_of_the_seat() -> None:
    env = VectorSolo("symphonimo", 2, players=2, seat=1)
    random, (seen, _) = np.random.default_rng(1), env.reset(seed=1)
    ends = 0
    while ends < 6:
        seen, rewards, ended, _, _ = env.step(pick(seen, random))
        for i in np.flatnonzero(ended):
            result = env.batch.game.result(env.batch.state(int(i)))
            assert result is not None
            assert rewards[i] == (1 / len(result.winners) if 1 in result.winners else 0) - 0.5
            ends += 1


def test_what_was_given_is_not_used_again() -> None:
    env = VectorSolo("symphonimo", 2, players=2)
    seen, _ = env.reset(seed=1)
    before = seen["observation"].copy()
    env.step(pick(seen, np.random.default_rng(1)))
    assert np.array_equal(seen["observation"], before)


def test_an_illegal_action_is_refused_or_loses() -> None:
    env = VectorSolo("symphonimo", 2, players=2)
    seen, _ = env.reset(seed=1)
    given = pick(seen, np.random.default_rng(1))
    given[1] = int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
    with pytest.raises(tutti.IllegalAction):
        env.step(given)
    env = VectorSolo("symphonimo", 2, players=2, illegal="lose")
    env.reset(seed=1)
    _, rewards, ended, _, _ = env.step(given)
    assert (rewards.tolist(), ended.tolist()) == ([0.0, -0.5], [False, True])


@pytest.mark.parametrize("wrong", [{"seat": 2}, {"bots": ["greedy", "greedy"]}, {"reward": "gold"}, {"num_envs": 0}])
def test_wrong_choices_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seat|bots|reward|one match"):
        VectorSolo("symphonimo", **{"players": 2, **wrong})


def test_no_option_of_a_reset_is_overlooked() -> None:
    env = VectorSolo("symphonimo", 2, players=2)
    with pytest.raises(ValueError, match="reset has no options, not 'table'"):
        env.reset(options={"table": {"false_note": True}})
