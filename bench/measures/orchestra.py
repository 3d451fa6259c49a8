"""Orchestra against catanatron, a heavy board game engine in Python: random play through the API, and copies."""

import random

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # has no type information

from bench.harness import Lane, Measure, Rival, lane
from bench.lanes import our_copy, our_play

FLOOR = 20.0
SEEDS = 8
COPIES = 300


def settlers(seed: int) -> Game:
    """A match of four random players, ready to play."""
    random.seed(seed)
    return Game([RandomPlayer(colour) for colour in Color], seed=seed)


def settlers_played(seed: int) -> int:
    """The number of actions of a whole match."""
    game = settlers(seed)
    game.play()
    return len(game.state.actions)


def settlers_copied(_: int) -> None:
    for _ in range(COPIES):
        MIDWAY.copy()


MIDWAY = settlers(3)
for _ in range(40):
    MIDWAY.play_tick()


def play_lane() -> Lane:
    return lane("catanatron", settlers_played, [settlers_played(seed) for seed in range(SEEDS)])


def copy_lane() -> Lane:
    return lane("catanatron", settlers_copied, [COPIES])


def measures() -> list[Measure]:
    return [
        Measure("Orchestra, play through the API", "moves", our_play("orchestra", 4, 2), [Rival(play_lane(), FLOOR)]),
        Measure("Orchestra, copies of a state", "copies", our_copy("orchestra", 4), [Rival(copy_lane(), FLOOR)]),
    ]
