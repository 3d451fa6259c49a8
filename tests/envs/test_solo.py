"""The Gymnasium environment: one seat against bots."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tutti
from tutti.envs.solo import Solo

GAMES = ("Symphonimo", "Symphony", "Orchestra")


def test_every_game_is_found_and_none_is_listed() -> None:
    assert {f"tutti/{name.capitalize()}-v0" for name in tutti.games()} <= set(gymnasium.registry)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    made = gymnasium.make(f"tutti/{game}-v0", illegal="lose", players=2, bots="random", render_mode="ansi")
    with redirect_stdout(io.StringIO()):
        check_env(made.unwrapped)


def played(env: Solo, seed: int) -> tuple[list[int], float]:
    seen, _ = env.reset(seed=seed)
    dice, actions, reward, over = np.random.default_rng(seed), [], 0.0, False
    while not over:
        actions.append(int(dice.choice(np.flatnonzero(seen["action_mask"]))))
        seen, reward, over, _, _ = env.step(actions[-1])
    return actions, reward


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_brings_the_same_match(game: str) -> None:
    env = Solo(game.lower(), players=3, bots=["greedy", "random"])
    first = played(env, 4)
    log = [(entry.player, entry.action) for entry in env.match.log]
    assert played(env, 4) == first
    assert [(entry.player, entry.action) for entry in env.match.log] == log


def test_bots_sit_from_the_left_of_a_seat_that_may_be_drawn() -> None:
    env = Solo("symphonimo", players=4, seat=None, bots=["greedy", "random", "student"])
    seats = set()
    for seed in range(12):
        seen, info = env.reset(seed=seed)
        seats.add(info["seat"])
        assert env.match.active == (info["seat"],)
        assert seen["observation"][0] == 1  # asked: one's own seat comes first
    assert len(seats) == 4
    assert [bot.name for bot in env.bots] == ["greedy", "random", "student"]


def test_a_search_may_be_named_with_its_iterations() -> None:
    env = Solo("symphonimo", players=2, bots="soloist@3")
    env.reset(seed=1)
    budget = env.bots[0].budget
    assert budget is not None
    assert budget.iterations == 3


@pytest.mark.parametrize("wrong", [{"seat": 2}, {"bots": ["greedy", "greedy"]}, {"reward": "gold"}])
def test_wrong_choices_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seat|bots|reward"):
        Solo("symphonimo", players=2, **wrong)


def test_an_illegal_action_is_refused_or_loses() -> None:
    env = Solo("symphonimo", players=2)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.action_masks() == 0)[0])
    with pytest.raises(tutti.IllegalAction):
        env.step(wrong)
    env = Solo("symphonimo", players=2, illegal="lose")
    env.reset(seed=1)
    seen, reward, over, cut, _ = env.step(wrong)
    assert (reward, over, cut) == (-0.5, True, False)
    assert not seen["action_mask"].any()
    with pytest.raises(RuntimeError, match="over"):
        env.step(0)


def test_no_action_is_cut_off_and_no_option_of_a_reset_is_overlooked() -> None:
    env = Solo("symphonimo", players=2, illegal="lose")
    env.reset(seed=1)
    before = len(env.match.log)
    with pytest.raises(ValueError, match=r"an action is a whole number, not 0\.7"):
        env.step(0.7)
    assert len(env.match.log) == before
    with pytest.raises(ValueError, match="reset knows table, not 'tabel'"):
        env.reset(options={"tabel": {"false_note": True}})


def test_a_bot_with_a_bad_answer_is_named_with_it(tmp_path: Path) -> None:
    file = tmp_path / "stuck.py"
    file.write_text(
        "import tutti\n\nclass Stuck(tutti.Bot):\n    name = 'stuck'\n\n"
        "    def decide(self, perspective, dice):\n        return 999\n\nBOT = Stuck()\n"
    )
    env = Solo("symphonimo", players=2, bots=str(file), options={"first_player": 1})
    with pytest.raises(tutti.BadAnswer, match="The bot stuck answered 999"):
        env.reset(seed=1)
