"""Counts lines of play: every action and every distinct outcome of chance, to a depth. No seed is involved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tutti.kernel.chance import EVERYONE, Host
from tutti.kernel.game import Game
from tutti.kernel.native import i64, u8, vec


class Branches(Host):
    """A host that goes through all outcomes, one run after the other, like the wheels of a counter."""

    def __init__(self) -> None:
        super().__init__()
        self._chosen: list[int] = []
        self._possible: list[list[int]] = []
        self._at = 0

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        if self._at == len(self._chosen):
            self._possible.append([kind for kind, count in enumerate(counts) if count])
            self._chosen.append(0)
        kind = self._possible[self._at][self._chosen[self._at]]
        self._at += 1
        return kind

    def again(self) -> bool:
        """Turn the last wheel that can turn; False when all outcomes have been seen."""
        self._at = 0
        while self._chosen:
            self._chosen[-1] += 1
            if self._chosen[-1] < len(self._possible[-1]):
                return True
            self._chosen.pop()
            self._possible.pop()
        return False


def outcomes(run: Callable[[Host], Any]) -> Iterator[Any]:
    """What ``run`` gives for every course that chance can take."""
    branches = Branches()
    more = True
    while more:
        yield run(branches)
        more = branches.again()


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """Lines of play of exactly this many decisions. Of several players asked at once the first answers first."""
    if depth == 0:
        return 1
    lines = 0
    for action in game.legal(state, -1):
        branches = Branches()
        more = True
        while more:
            after = game.copy(state)
            game.apply(after, action, branches, -1)
            lines += perft(game, after, depth - 1)
            more = branches.again()
    return lines
