"""What bots lose in endgames of Symphonimo against exact play: ``python -m bench.endings --cards 7-9 greedy maestro``.

Positions come from matches of two in a hurry, one of each, with so many cards in the deck. It is critical if its
best and worst move are at least 5 % of the win apart; only these are counted. The solver of the game is the
judge, without a limit of time. A bot may be named with a budget: ``maestro@400`` iterations, ``maestro@0.4s``.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from typing import Any

import tutti
from tutti.ai.mind import mind_of

CRITICAL = 0.05
MOST = 3_000_000
"""Positions after which an endgame is left out."""


def bot(text: str) -> tutti.Bot:
    """A bot by its name and budget."""
    name, _, budget = text.partition("@")
    found = tutti.bot(name)
    if not budget:
        return found
    if budget.endswith("s"):
        return found.at(tutti.Budget(seconds=float(budget[:-1])))
    return found.at(tutti.Budget(iterations=int(budget)))


def positions(least: int, most: int, seed: int) -> Iterator[Any]:
    """States with so many cards in the deck, and what each choice of them brings whoever decides."""
    game, quick = tutti.game("symphonimo"), tutti.bot("maestro").at(tutti.Budget(iterations=24))
    while True:
        seed += 1
        chance, mind = tutti.Dice(seed), tutti.Dice(seed + 1_000_000)
        s = game.setup(tutti.prepare(game, 2, {}), chance)
        wanted = least + chance.below(most - least + 1)
        while active := game.active(s):
            player = active[0]
            choices = game.legal(s, player)
            if s.deck == wanted and len(mind_of(game).distinct(s, choices)) > 1:
                solver = mind_of(game).solver(s)
                if solver is None or not solver.run(MOST):
                    break
                shares = {a: int(solver.share(a, player)) / 1e6 for a in choices}
                if max(shares.values()) - min(shares.values()) >= CRITICAL:
                    yield game.copy(s), player, shares
                    break  # one of a match: others would be much like it
            if s.deck < wanted:
                break
            game.apply(s, quick.decide(tutti.Perspective(game, s, player), mind), chance, player)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.endings", description=__doc__)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--cards", default="7-9", help="in the deck: 7-9 or 4")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    least, _, most = given.cards.partition("-")
    game = tutti.game("symphonimo")
    lost: dict[str, list[float]] = {name: [] for name in given.bots}
    spent = dict.fromkeys(given.bots, 0.0)
    found = positions(int(least), int(most or least), given.seed * 100_000)
    for number in range(given.positions):
        s, player, shares = next(found)
        for name in given.bots:
            start = time.perf_counter()
            action = bot(name).decide(tutti.Perspective(game, s, player), tutti.Dice(number + 7))
            spent[name] += time.perf_counter() - start
            lost[name].append(max(shares.values()) - shares[action])
    for name, row in lost.items():
        mean = sum(row) / len(row)
        error = math.sqrt(sum((one - mean) ** 2 for one in row) / max(1, len(row) - 1) / len(row))
        print(f"{name}: loses {mean:.2%} ± {error:.2%} on {len(row)} positions, {spent[name] / len(row):.2f} s each")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
