"""Bots at Symphony: greedy understands points."""

from __future__ import annotations

import tutti
from games.symphony.tables import GAME
from tutti.kernel.perspective import Perspective
from tutti.kernel.schema import prepare

MATCHES = 20


def won(seed: int) -> bool:
    """Whether greedy beats random from alternating seats."""
    dice = tutti.Dice(seed)
    state = GAME.setup(prepare(GAME, 2, {}), dice)
    greedy = seed % 2
    bots = {greedy: tutti.bot("greedy"), 1 - greedy: tutti.bot("random")}
    while active := GAME.active(state):
        player = active[0]
        GAME.apply(state, bots[player].decide(Perspective(GAME, state, player), dice), dice, player)
    result = GAME.result(state)
    assert result is not None
    return result.winners == (greedy,)


def test_greedy_beats_random_nearly_always() -> None:
    assert sum(won(seed) for seed in range(MATCHES)) >= 0.95 * MATCHES
