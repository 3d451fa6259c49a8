"""Perft: how many lines of play there are, over all actions and all distinct chance outcomes.

A line is a row of decisions; a chance outcome counts once, however likely it is. A line that ends
with the match before its depth is not counted.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from games.symphonimo.oracle import Oracle
from tutti import Game, Host
from tutti.kernel.chance import EVERYONE
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.types import Fields


class Branch(Host):
    """Answers chance from ``script``, then with the first thing there is; keeps what else could have come."""

    def __init__(self, script: tuple[int, ...]) -> None:
        super().__init__()
        self.script = script
        self.came: list[int] = []
        self.others: list[list[int]] = []

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        possible = [kind for kind, count in enumerate(counts) if count]
        number = len(self.came)
        kind = self.script[number] if number < len(self.script) else possible[0]
        self.others.append([] if number < len(self.script) else possible[1:])
        self.came.append(kind)
        return kind


def children(game: Game[Any], state: Any) -> Iterator[Any]:
    """Every state that one decision can lead to."""
    for action in game.legal(state):
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            host = Branch(scripts.pop())
            child = game.copy(state)
            game.apply(child, action, host)
            for number, others in enumerate(host.others):
                scripts += [(*host.came[:number], other) for other in others]
            yield child


def count(game: Game[Any], state: Any, depth: int) -> int:
    """The lines of exactly this many decisions."""
    if depth == 0:
        return 1
    return sum(count(game, child, depth - 1) for child in children(game, state))


def oracle_at(game: Game[Any], state: Any) -> Oracle:
    """The naive rules at a position at which no power waits for an answer."""
    view: Fields = game.view(state, -1)
    oracle = Oracle(len(view["collections"]), [], False, game.dump(state)["player"])
    oracle.conductors = [
        {"power": c["power"], "cards": list(c["cards"]), "taken_by": c["taken_by"]} for c in view["conductors"]
    ]
    oracle.collections = [_one_by_one(held) for held in view["collections"]]
    oracle.discards = _one_by_one(view["discards"])
    oracle.unseen = _one_by_one(view["unseen"])
    oracle.removed = view["removed_unseen"]
    oracle.drawn = view["drawn"]
    oracle.out = [player for player, inside in enumerate(view["in_round"]) if not inside]
    return oracle


def _one_by_one(counts: dict[str, int]) -> list[int]:
    return [int(value) for value, count in counts.items() for _ in range(count)]


def oracle_count(oracle: Oracle, depth: int) -> int:
    """The same number by the naive rules."""
    if depth == 0:
        return 1
    total = 0
    for action in oracle.legal():
        for outcome in oracle.outcomes(action):
            child = copy.deepcopy(oracle)
            child.play(action, outcome)
            total += oracle_count(child, depth - 1)
    return total
