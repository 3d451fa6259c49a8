"""Environments can be copied and pickled in the middle of an episode (KN-52)."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import tutti
from support import rule
from tutti.envs import orchestra_v0, symphonimo_v0, symphony_v0
from tutti.envs.batch import Batch
from tutti.envs.solo import Solo
from tutti.envs.vector import VectorSolo


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: tuple[Callable[[Any], Any], ...] = (copy, deepcopy, pickled)
GAMES = ("symphonimo", "symphony", "orchestra")


def go_their_own_way(env: Any, play: Callable[[Any], list[Any]]) -> None:
    """What a copy sees from here on is what the environment itself sees later."""
    copies = [way(env) for way in WAYS]
    seen = [play(other) for other in copies]
    assert seen[0] == seen[1] == seen[2] == play(env)
    assert len(seen[0]) > 10


@rule("KN-52")
@pytest.mark.parametrize("module", [symphonimo_v0, symphony_v0, orchestra_v0])
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_pettingzoo(module: Any, mask: str) -> None:
    def play(env: Any, steps: int = 30) -> list[Any]:
        dice, seen = np.random.default_rng(steps), []
        for agent in env.agent_iter(steps):
            found, reward, ended, _, info = env.last()
            told = found if mask == "observation" else {"observation": found, **info}
            seen.append((agent, told["observation"].tobytes(), reward, ended))
            env.step(None if ended else dice.choice(np.flatnonzero(told["action_mask"])))
        env.reset()
        return [*seen, env.match.seed]  # the next episode, too

    env = module.env(players=2, mask=mask)
    assert [type(way(env)) for way in WAYS] == [type(env)] * 3  # not begun yet
    env.reset(seed=5)
    play(env, 20)
    go_their_own_way(env, play)


@rule("KN-52")
@pytest.mark.parametrize("game", GAMES)
def test_one_seat_against_bots(game: str) -> None:
    def play(env: Any, steps: int = 15) -> list[Any]:
        dice, seen = np.random.default_rng(1), []
        found, _ = env.reset() if env.unwrapped.over else (env.unwrapped._observed(), None)
        for _ in range(steps):
            found, reward, ended, _, _ = env.step(dice.choice(np.flatnonzero(found["action_mask"])))
            seen.append((found["observation"].tobytes(), reward, ended))
            if ended:
                found, _ = env.reset()
        return seen

    env = Solo(game, players=3, seat=None, bots=["greedy", "maestro@5"])
    assert [way(env).over for way in WAYS] == [True] * 3
    env.reset(seed=2)
    play(env, 5)
    go_their_own_way(env, play)
    wrapped = gymnasium.make("tutti.envs.solo:tutti/Symphonimo-v0", players=2)
    wrapped.reset(seed=3)
    assert play(pickled(wrapped)) == play(deepcopy(wrapped)) == play(wrapped)


@rule("KN-52", "KN-49")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "chosen", [{}, {"reset": "next", "illegal": "lose", "reward": "margin"}, {"chance": "fair"}], ids=str
)
def test_batches(game: str, chosen: dict[str, str]) -> None:
    def play(batch: Batch, steps: int = 40) -> list[Any]:
        dice, seen = np.random.default_rng(3), []
        for number in range(steps):
            actions = batch.sample(dice)
            if batch.illegal == "lose" and number % 7 == 0:
                actions[0] = batch.actions - 1  # mostly not legal
            batch.step(actions)
            seen.append(look(batch))
        return seen

    batch = Batch(game, 4, 2, seed=3, **chosen)  # type: ignore[arg-type]  # of several types
    batch.random(250, tutti.Dice(1))
    play(batch, 36)
    for way in WAYS:
        assert look(way(batch)) == look(batch)
        assert not way(batch).rows.flags.writeable
    go_their_own_way(batch, play)


def look(batch: Batch) -> list[Any]:
    """All that can be seen of a batch."""
    arrays: list[Any] = [batch.rows, batch.masks, batch.movers, batch.ended, batch.rewards, batch.seeds, batch.lengths]
    return [array.tobytes() for array in arrays] + [batch.core.steps, batch.core.matches, batch.observe().tobytes()]


@rule("KN-52")
@pytest.mark.parametrize(("game", "bots"), [("symphonimo", "random"), ("symphonimo", "greedy"), ("symphony", "random")])
def test_one_seat_in_many_matches(game: str, bots: str) -> None:
    def play(env: VectorSolo, steps: int = 30) -> list[Any]:
        seen = []
        for _ in range(steps):
            found, rewards, ended, _, _ = env.step(env.action_masks().argmax(1))
            seen.append((found["observation"].tobytes(), rewards.tobytes(), ended.tobytes()))
        env.reset()
        return [*seen, env.batch.seeds.tobytes()]

    env = VectorSolo(game, 3, players=2, bots=bots)
    env.reset(seed=3)
    play(env, 9)
    go_their_own_way(env, play)


@rule("KN-52")
def test_a_bot_from_a_file_comes_along(tmp_path: Path) -> None:
    """Nobody can import it by name: the pickle names its file, and a copy does not run the file again."""
    file = tmp_path / "last.py"
    file.write_text(
        "import tutti\nclass Last(tutti.Bot):\n    name = 'last'\n    def __init__(self): self.asked = 0\n"
        "    def decide(self, perspective, dice):\n        self.asked += 1\n        return perspective.legal()[-1]\n"
        f"BOT = Last()\nwith open({str(tmp_path / 'runs')!r}, 'a') as runs: runs.write('x')\n"
    )
    env = Solo("symphonimo", players=2, bots=str(file))
    env.reset(seed=4)
    while env.bots[0].asked < 2:  # type: ignore[attr-defined]
        env.step(env.action_masks().argmax())
    asked = env.bots[0].asked  # type: ignore[attr-defined]
    for way in WAYS:
        other = way(env)
        assert other.bots[0].asked == asked
        other.step(other.action_masks().argmax())
        assert env.bots[0].asked == asked  # type: ignore[attr-defined]
    assert (tmp_path / "runs").read_text() == "x"


@rule("KN-52")
def test_an_engine_is_started_again_by_whoever_gets_it() -> None:
    from tutti.engine.guest import EngineBot

    bot = EngineBot("no such program", 3.0, tutti.Budget(iterations=7))
    bot._process = object()  # type: ignore[assignment]  # stands for a program that runs
    for way in WAYS:
        other = way(bot)
        assert other._process is None
        assert (other.command, other.timeout, other.budget) == (bot.command, bot.timeout, bot.budget)
