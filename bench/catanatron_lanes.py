"""The lanes of catanatron, a heavy board game with a quick engine in Python: random play, and copies."""

import random

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # has no type information

from bench.harness import Lane, Measure, Rival, lane
from bench.lanes import our_copy, our_play

FLOOR = 20.0
"""How many times quicker our heavy games must be."""
SEEDS = 8
COPIES = 300
MIDWAY = 40
"""Actions before the copied position."""


def new_game(seed: int) -> Game:
    """A match of four random players, ready to play."""
    random.seed(seed)
    return Game([RandomPlayer(colour) for colour in Color], seed=seed)


def play(seed: int) -> int:
    """A whole match; the number of its actions."""
    game = new_game(seed)
    game.play()
    return len(game.state.actions)


def copy_lane() -> Lane:
    game = new_game(3)
    for _ in range(MIDWAY):
        game.play_tick()

    def piece(_: int) -> None:
        copy = game.copy
        for _ in range(COPIES):
            copy()

    return lane("catanatron", piece, [COPIES])


def against_catanatron(game: str, title: str, goal: float) -> list[Measure]:
    """Play and copies of one of our heavy games, four players, against catanatron's."""
    played = lane("catanatron, four random players", play, [play(seed) for seed in range(SEEDS)])
    return [
        Measure(f"{title}, play through the API", "moves", our_play(game, 4, 2), [Rival(played, FLOOR, goal)]),
        Measure(f"{title}, copies of a state", "copies", our_copy(game, 4), [Rival(copy_lane(), FLOOR)]),
    ]
