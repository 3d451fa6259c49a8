"""Random play inside compiled code, against the same rules in C. Both play the very same moves."""

from typing import Any

import tutti
from bench import twin
from bench.harness import Measure, Rival, lane

PLAYERS = 4
MATCHES = 500
"""Matches from one seed; their moves are known from the twin."""
SEEDS = 16

GAME: tutti.Game[Any] = tutti.game("symphonimo")
OPTIONS = tutti.prepare(GAME, PLAYERS, {})


def ours(seed: int) -> bytes:
    """The collections at the end of the last match."""
    dice = tutti.Dice(seed)
    opening = GAME.setup(OPTIONS, dice)
    copy, rollout = GAME.copy, GAME.rollout
    for _ in range(MATCHES):
        state = copy(opening)
        rollout(state, dice)
    return bytes(state.cards)[: PLAYERS * twin.FAMILIES]  # behind them lie the discards and the rows


def theirs(seed: int) -> bytes:
    return twin.rollouts(seed, PLAYERS, MATCHES)[1]


def measures() -> list[Measure]:
    for seed in range(SEEDS):
        if ours(seed) != theirs(seed):
            raise AssertionError(f"the twin and the engine end apart from seed {seed}")
    moves = [twin.rollouts(seed, PLAYERS, MATCHES)[0] for seed in range(SEEDS)]
    rival = Rival(lane("C twin, -O2", theirs, moves), floor=0.8)
    return [Measure("Symphonimo, rollouts", "moves", lane("tutti symphonimo", ours, moves), [rival])]
