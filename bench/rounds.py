"""The engine that ``bench.against`` asks for slices of work: today's, or that of an earlier commit.

It runs by itself, with whichever ``tutti`` lies on the path, so it uses only what both have. It says what it can
measure, then does a slice of the measure whose number comes in, and answers with units done and seconds used.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import tutti

GAMES = ("symphonimo", "symphony", "orchestra")
PLAYERS = 4
SEEDS = 8
LONG = 0.02
"""A slice is at least so many seconds long."""
ITERATIONS = 200
COPIES = 2000
Piece = Callable[[int], float]
"""Some work from a seed; how many units it was."""


def match_after(game: str, moves: int | None, seed: int = 1) -> Any:
    """A match after so many random moves, or at its end."""
    match = tutti.Match.new(game, players=PLAYERS, seed=seed)
    dice = tutti.Dice(seed)
    while match.active and moves != len(match.log):
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    return match


def play(game: str) -> Piece:
    """Random matches, move by move from Python."""
    rules: Any = tutti.game(game)
    options = tutti.prepare(rules, PLAYERS, {})
    setup, legal, apply = rules.setup, rules.legal, rules.apply

    def piece(seed: int) -> float:
        dice = tutti.Dice(seed)
        state = setup(options, dice)
        moves = 0
        while choices := legal(state):
            apply(state, choices[dice.below(len(choices))], dice)
            moves += 1
        return moves

    return piece


def rollout(game: str) -> Piece:
    """Random matches inside the engine."""
    rules: Any = tutti.game(game)
    options = tutti.prepare(rules, PLAYERS, {})
    opening = rules.setup(options, tutti.Dice(1))

    def piece(seed: int) -> float:
        dice = tutti.Dice(seed)
        for _ in range(10):
            rules.rollout(rules.copy(opening), dice)
        return 10

    return piece


def copy(game: str) -> Piece:
    """Copies of a state in mid-match."""
    rules: Any = tutti.game(game)
    dice = tutti.Dice(7)
    state = rules.setup(tutti.prepare(rules, PLAYERS, {}), dice)
    for _ in range(60):
        choices = rules.legal(state)
        rules.apply(state, choices[dice.below(len(choices))], dice)

    def piece(seed: int) -> float:
        once = rules.copy
        for _ in range(COPIES):
            once(state)
        return COPIES

    return piece


def view(game: str) -> Piece:
    """What each seat and a spectator see, at several moments of a match."""
    matches = [match_after(game, moves) for moves in (0, 20, 60, 100, None)]

    def piece(seed: int) -> float:
        for match in matches:
            match.view()
            for player in range(PLAYERS):
                match.view(player)
        return (PLAYERS + 1) * len(matches)

    return piece


def search(game: str) -> Piece:
    """Iterations of the highest level: at the first real question, and in mid-match."""
    bot = tutti.bot("maestro").at(tutti.Budget(iterations=ITERATIONS))
    asked = []
    for moves in (0, 60):
        match = match_after(game, moves)
        while len(match.legal(match.active[0])) < 2:
            match.play(match.active[0], match.legal(match.active[0])[0])
        asked.append(match.perspective(match.active[0]))

    def piece(seed: int) -> float:
        done = 0
        for perspective in asked:
            thought = bot.think(perspective, tutti.Dice(seed))
            assert thought is not None
            done += thought.iterations
        return done

    return piece


def replay(game: str) -> Piece:
    """Entries of records read, checked and played again."""
    records = [match_after(game, 80, seed).record() for seed in range(2)]

    def piece(seed: int) -> float:
        return float(len(tutti.Match.replay(records[seed % len(records)]).log))

    return piece


MEASURES: dict[str, tuple[Callable[[str], Piece], str]] = {
    "random play": (play, "moves"),
    "rollouts": (rollout, "matches"),
    "copies": (copy, "copies"),
    "views": (view, "views"),
    "search of the maestro": (search, "iterations"),
    "records replayed": (replay, "entries"),
}


def main(only: str) -> None:
    pieces = []
    names = []
    for game in GAMES:
        for name, (make, unit) in MEASURES.items():
            if only in f"{game}, {name}":
                names.append([f"{game}, {name}", unit])
                pieces.append((make(game), cycle(range(SEEDS))))
    print(json.dumps({"file": tutti.__file__, "compiled": tutti.COMPILED, "measures": names}), flush=True)
    for line in sys.stdin:
        piece, seeds = pieces[int(line)]
        units = used = 0.0
        while used < LONG:
            start = time.thread_time()
            done = piece(next(seeds))
            used += time.thread_time() - start
            units += done
        print(json.dumps([units, used]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
