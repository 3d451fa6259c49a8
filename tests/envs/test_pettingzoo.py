"""The PettingZoo environments: PettingZoo's own tests with warnings as errors, and what it does not ask for."""

from __future__ import annotations

import importlib
import io
import warnings
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest

import tutti
from support.kits import kit
from tutti.envs import symphonimo_v0
from tutti.envs.aec import TuttiEnv
from tutti.kernel.types import Fields

with warnings.catch_warnings():  # where the classic games of PettingZoo are there, its tests use their old names
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test.api_test import api_test
    from pettingzoo.test.render_test import render_test
    from pettingzoo.test.seed_test import seed_test

GAMES = ("symphonimo", "symphony", "orchestra")
TABLES = [
    pytest.param(name, players, options, id=f"{name}-{which}", marks=() if which in ("2p", "3p") else pytest.mark.soak)
    for name in GAMES
    for which, (players, options) in kit(name).PLAYTHROUGHS.items()
]
"""Every number of players and a sample of variants; a few of them every time."""
OUR_NAME = [
    # PettingZoo spares its own environments these, by name: an observation with its mask is a dict …
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
    # … and whoever is not asked has no legal action.
    "ignore:Action mask numpy array is all zeros",
]


def made(game: str, **chosen: Any) -> TuttiEnv:
    env: TuttiEnv = importlib.import_module(f"tutti.envs.{game}_v0").env(**chosen)
    return env


def checked(game: str, **chosen: Any) -> None:
    """What PettingZoo has to say; it tells no types."""
    api_test(made(game, **chosen), num_cycles=40)  # type: ignore[no-untyped-call]
    seed_test(lambda: made(game, **chosen), num_cycles=10)  # type: ignore[no-untyped-call]


def played(env: TuttiEnv, seed: int, most: int = 100_000) -> list[int]:
    """A match of random agents; the actions."""
    env.reset(seed=seed)
    dice, actions = np.random.default_rng(seed), []
    for agent in env.agent_iter(most):
        _, _, ended, _, _ = env.last(observe=False)
        if ended:
            env.step(None)
            continue
        actions.append(int(dice.choice(np.flatnonzero(env.action_mask(agent)))))
        env.step(actions[-1])
    return actions


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_pettingzoo_finds_nothing_wrong(game: str, players: int, options: Fields) -> None:
    with redirect_stdout(io.StringIO()):
        checked(game, players=players, options=options, mask="info")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings(*OUR_NAME)
def test_pettingzoo_finds_nothing_wrong_with_masks_in_observations(game: str) -> None:
    with redirect_stdout(io.StringIO()):
        checked(game, players=2)


@pytest.mark.parametrize("game", GAMES)
def test_every_render_mode_draws(game: str) -> None:
    with redirect_stdout(io.StringIO()) as said:
        render_test(importlib.import_module(f"tutti.envs.{game}_v0").env)
    assert "to move: player_" in said.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_ends_with_rewards_that_sum_to_nothing(game: str) -> None:
    env = made(game, players=3)
    env.reset(seed=5)
    rewards: dict[str, float] = {}
    dice = np.random.default_rng(5)
    for agent in env.agent_iter():
        _, reward, ended, _, _ = env.last(observe=False)
        if ended:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(int(dice.choice(np.flatnonzero(env.action_mask(agent)))))
    result = env.match.result
    assert result is not None
    assert rewards.keys() == set(env.possible_agents)
    assert sum(rewards.values()) == pytest.approx(0)
    assert {agent for agent, reward in rewards.items() if reward > 0} == {f"player_{p}" for p in result.winners}


def test_the_margin_is_over_the_best_rival() -> None:
    env = made("symphonimo", players=2, reward="margin")
    played(env, seed=8)
    result = env.match.result
    assert result is not None
    mine, other = result.points
    assert made("symphonimo", players=2).reward == "share"
    from tutti.envs.arrays import returns

    assert returns(result, "margin") == [mine - other, other - mine]


def test_a_seed_brings_the_same_matches_in_a_row() -> None:
    def row() -> list[str]:
        env, seeds = made("symphonimo", players=2), []
        for seed in (11, None, None):
            env.reset(seed=seed)
            seeds.append(env.match.seed)
        return seeds

    first = row()
    assert first == row()
    assert len(set(first)) == 3
    env = made("symphonimo", players=2)
    assert played(env, 11) == played(env, 11)


@pytest.mark.parametrize("game", ["symphony", "orchestra"])
def test_sealed_answers_of_others_are_not_observed(game: str) -> None:
    """Two matches that differ only in a sealed answer look the same to whoever is asked next."""
    options = {"draft": "secret"} if game == "symphony" else {}
    env, seen = made(game, players=3, options=options), []
    for which in (0, -1):
        env.reset(seed=2)
        while len(env.match.active) < 3:
            env.step(int(np.flatnonzero(env.action_mask(env.agent_selection))[0]))
        first = env.agent_selection
        env.step(int(np.flatnonzero(env.action_mask(first))[which]))
        assert env.agent_selection != first
        seen.append(env.observe(env.agent_selection))
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
    assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    env = made("symphonimo", players=2)
    env.reset(seed=1)
    taking = env.game.codes["take 1"]
    with pytest.raises(tutti.IllegalAction):
        env.step(taking)
    with pytest.raises(tutti.IllegalAction):
        env.step(10_000)
    assert env.last(observe=False)[1:3] == (0.0, False)


def test_an_illegal_action_may_lose() -> None:
    env = made("symphonimo", players=3, illegal="lose")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(env.game.codes["take 1"])
    assert all(env.terminations.values())
    assert env.rewards[loser] == pytest.approx(-1 / 3)
    assert sum(env.rewards.values()) == pytest.approx(0)


def test_wrong_choices_are_refused_when_it_is_made() -> None:
    for chosen in ({"reward": "gold"}, {"mask": "nowhere"}, {"illegal": "pay"}, {"render_mode": "oil"}):
        with pytest.raises(ValueError, match="is one of"):
            symphonimo_v0.env(**chosen)
    with pytest.raises(tutti.BadOption):
        symphonimo_v0.env(players=9)
    with pytest.raises(tutti.BadOption):
        symphonimo_v0.env(options={"no_such": 1})


def test_options_of_one_match_and_the_whole_state() -> None:
    env = made("symphonimo", players=2)
    env.reset(seed=1, options={"table": {"false_note": True}})
    assert env.match.options.values["false_note"] is True
    assert env.state_space.contains(env.state())
    env.reset()
    assert env.match.options.values["false_note"] is False


def test_no_action_is_cut_off_and_no_option_of_a_reset_is_overlooked() -> None:
    env = TuttiEnv("symphonimo", 2, illegal="lose")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"an action is a whole number, not 0\.7"):
        env.step(0.7)  # type: ignore[arg-type]  # that is the point
    assert env.match.log == []
    env.step(np.int64(0))  # type: ignore[arg-type]  # as numpy has it
    assert len(env.match.log) == 1
    with pytest.raises(ValueError, match="reset knows table, not 'tabel'"):
        env.reset(options={"tabel": {"false_note": True}})
