"""Symphony against catanatron, the other heavy game with a quick engine in Python: random play, and copies."""

from random import Random

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # has no type information

from bench.harness import Lane, Measure, Rival, lane
from bench.lanes import our_copy, our_play

SEEDS = 8
COPIES = 500
FLOOR = 20.0
"""How many times quicker the issue wants us to be."""


def new_game(seed: int) -> Game:
    return Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)], seed=seed)


def catan_play() -> Lane:
    """One match of four random players a piece; a unit is an action."""

    def play(seed: int) -> int:
        game = new_game(seed)
        game.play()
        return len(game.state.actions)

    moves = [play(seed) for seed in range(SEEDS)]
    return lane("catanatron, four random players", lambda seed: play(seed), moves)


def catan_copy() -> Lane:
    """Copies of a match after forty actions."""
    game = new_game(Random(7).randrange(1000))
    for _ in range(40):
        game.play_tick()

    def piece(_: int) -> None:
        copy = game.copy
        for _ in range(COPIES):
            copy()

    return lane("catanatron", piece, [COPIES])


def measures() -> list[Measure]:
    return [
        Measure("Symphony, play through the API", "moves", our_play("symphony", 4), [Rival(catan_play(), FLOOR)]),
        Measure("Symphony, copies of a state", "copies", our_copy("symphony", 4), [Rival(catan_copy(), FLOOR)]),
    ]
