"""Bots at Orchestra: greedy has a plan, and its matches end by a printed trigger."""

from __future__ import annotations

import pytest

import tutti
from support import rule
from tutti.kernel.perspective import Perspective

GAME = tutti.game("orchestra")
PRINTED = {"audience_full", "orchestra_full", "deck_i", "deck_ii", "deck_iii", "deck_star"}


def played(seed: int, *names: str) -> tutti.Result:
    bots = [tutti.bot(name) for name in names]
    chance, mind = tutti.Dice(seed), tutti.Dice(seed + 1)
    state = GAME.setup(tutti.Match.new("orchestra", players=len(bots), seed=0).options, chance)
    while active := GAME.active(state):
        player = active[0]
        GAME.apply(state, bots[player].decide(Perspective(GAME, state, player), mind), chance, player)
    result = GAME.result(state)
    assert result is not None
    return result


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(20):
        seat = seed % 2
        result = played(seed, *(("greedy", "random") if seat == 0 else ("random", "greedy")))
        won += result.winners == (seat,)
    assert won >= 19


@rule("OR-183")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_matches_end_by_a_printed_trigger(players: int) -> None:
    for seed in range(5):
        result = played(100 + seed, *["greedy"] * players)
        assert result.reason in PRINTED
        assert max(result.points) > 60


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_matches_end(players: int) -> None:
    for seed in range(1500):
        assert played(seed, *["random"] * players).reason
    for seed in range(200):
        assert played(seed, *["greedy"] * players).reason in PRINTED
