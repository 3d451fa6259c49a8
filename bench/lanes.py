"""The drivers: the leanest loop for each engine, the same for every game of it.

A loop that counts its moves is slower, so moves are counted beforehand in a second loop from the same
seed; both must leave the random numbers at the same place.
"""

from __future__ import annotations

import random as dice
from collections.abc import Callable
from math import floor
from random import random

import pyspiel

import tutti
from bench.harness import Lane, lane

SEEDS = 16
MATCHES = 30
"""Matches from one seed: one piece of work."""
COPIES = 20_000


def our_play(name: str, players: int, matches: int = MATCHES) -> Lane:
    """Random matches through the int-level API, set-up included; a unit is a move."""
    game = tutti.game(name)
    options = tutti.prepare(game, players, {})

    def play(seed: int) -> None:
        dice.seed(seed)
        host = tutti.Dice(seed)
        setup, legal, apply = game.setup, game.legal, game.apply
        for _ in range(matches):
            state = setup(options, host)
            while choices := legal(state):
                apply(state, choices[floor(random() * len(choices))], host)

    def count(seed: int) -> int:
        dice.seed(seed)
        host = tutti.Dice(seed)
        moves = 0
        for _ in range(matches):
            state = game.setup(options, host)
            while choices := game.legal(state):
                game.apply(state, choices[floor(random() * len(choices))], host)
                moves += 1
        return moves

    return _counted(f"tutti {name}", play, count)


def spiel_play(name: str, matches: int = MATCHES) -> Lane:
    """Random matches of an OpenSpiel game; a unit is a move.

    Chance is drawn uniformly, and nobody asks who is to move or whether it is over: this flatters OpenSpiel.
    """
    game = pyspiel.load_game(name)

    def play(seed: int) -> None:
        dice.seed(seed)
        new = game.new_initial_state
        for _ in range(matches):
            state = new()
            legal, apply = state.legal_actions, state.apply_action
            while choices := legal():
                apply(choices[floor(random() * len(choices))])

    def count(seed: int) -> int:
        dice.seed(seed)
        moves = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while choices := state.legal_actions():
                state.apply_action(choices[floor(random() * len(choices))])
                moves += 1
        return moves

    return _counted(f"OpenSpiel {name}", play, count)


def _counted(name: str, play: Callable[[int], None], count: Callable[[int], int]) -> Lane:
    moves = []
    for seed in range(SEEDS):
        moves.append(count(seed))
        after = random()
        play(seed)
        if random() != after:
            raise AssertionError(f"{name}: the loop that counts plays other matches")
    return lane(name, play, moves)


def our_copy(name: str, players: int, copies: int = COPIES) -> Lane:
    """Copies of a state in mid-match, each thrown away at once."""
    game = tutti.game(name)
    host = tutti.Dice(7)
    state = game.setup(tutti.prepare(game, players, {}), host)
    for _ in range(40):
        choices = game.legal(state)
        game.apply(state, choices[host.below(len(choices))], host)

    def piece(_: int) -> None:
        copy = game.copy
        for _ in range(copies):
            copy(state)

    return lane(f"tutti {name}", piece, [copies])


def spiel_clone(name: str) -> Lane:
    """Clones of the first state with a decision: it has the shortest history, so it is the quickest to clone."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def piece(_: int) -> None:
        clone = state.clone
        for _ in range(COPIES):
            clone()

    return lane(f"OpenSpiel {name}", piece, [COPIES])
