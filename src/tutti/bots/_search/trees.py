"""How sure a search is: trees that know nothing of each other look for the best actions, then measure them.

All trees first search as usual, each with its part of half the budget; together they name the actions worth a closer
look. With the other half each tree gives these the same number of lines in the same worlds. Only those lines count,
so no action looks good because it was chosen for its luck, and the trees differ by as much as the values are unsure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tutti.bots._search.clock import Clock
from tutti.bots._search.search import SEATS, Search, Style
from tutti.kernel.bot import Budget
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective
from tutti.kernel.weighing import TREES, Sample, Weighed, Weighing

LOOKING: Final = 0.5
"""The part of the budget for finding the actions to measure."""
LONGEST: Final = 12
"""Decisions of a line that are told."""


class Trees:
    """Several searches of one question."""

    def __init__(self, perspective: Perspective, style: Style, dice: Dice) -> None:
        self.perspective = perspective
        self.dice = dice
        game, player, world = perspective.game, perspective.player, perspective.sample(dice)
        width = len(perspective.legal())
        self.searches = [Search(game, player, game.players(world), width, style, dice) for _ in range(TREES)]
        self.players = game.players(world)
        self.span = max(1, game.mind.span(world))

    def look(self, budget: Budget) -> None:
        """Search as usual, the trees in turn; each a little at least."""
        clock = Clock(budget)
        for search in self.searches:
            self._run(search, 1, clock)
        for search, steps in self._shares(clock, self.span):
            self._run(search, steps, clock)

    def measure(self, actions: Sequence[int], budget: Budget) -> tuple[Weighed, ...]:
        """How good these actions are, from the best down."""
        for search in self.searches:
            search.keep(list(actions))
        before = [_sums(search, actions, self.players) for search in self.searches]
        clock = Clock(budget)
        size = len(actions)
        for search in self.searches:
            self._run(search, size, clock)
        for search, steps in self._shares(clock, self.span):
            self._run(search, -(-steps // size) * size, clock)  # whole rounds, so that all have the same worlds
        after = [_sums(search, actions, self.players) for search in self.searches]
        found = []
        for at, action in enumerate(actions):
            samples = tuple(
                _sample(old[at], new[at], self.perspective.player) for old, new in zip(before, after, strict=True)
            )
            visits = sum(new[at][0] - old[at][0] for old, new in zip(before, after, strict=True))
            deepest = max(self.searches, key=lambda search: _visits(search, action))
            found.append(Weighed(action, visits, samples, tuple(deepest.line(LONGEST, action))))
        return tuple(sorted(found, key=lambda one: (-one.worth.mean, one.action)))

    def popular(self, most: int) -> list[int]:
        """The actions that all trees together looked at most."""
        visits = {
            action: sum(_visits(search, action) for search in self.searches) for action in self.perspective.legal()
        }
        return sorted(visits, key=lambda action: (-visits[action], action))[:most]

    @property
    def iterations(self) -> int:
        return sum(int(search.iterations) for search in self.searches)

    def _shares(self, clock: Clock, span: int) -> Iterator[tuple[Search, int]]:
        """Which tree has how many lines next, until the budget is used up; the trees get equally many."""
        turn = 0
        while steps := clock.steps(span, 0):
            yield self.searches[turn % TREES], steps
            turn += 1

    def _run(self, search: Search, steps: int, clock: Clock) -> None:
        search.run(self.perspective.sample(self.dice), steps)
        clock.count(steps)


def weigh(
    perspective: Perspective, style: Style, budget: Budget, dice: Dice, most: int, also: Sequence[int]
) -> Weighing:
    """The ``most`` best actions and those in ``also``."""
    trees = Trees(perspective, style, dice)
    trees.look(budget.scaled(LOOKING))
    best = trees.popular(max(2, most))
    found = trees.measure(sorted({*best, *also}), budget.scaled(1 - LOOKING))
    return Weighing(_shown(found, most, also), trees.iterations)


def _shown(found: tuple[Weighed, ...], most: int, also: Sequence[int]) -> tuple[Weighed, ...]:
    return tuple(one for place, one in enumerate(found) if place < most or one.action in also)


Sums = tuple[int, int, list[int], list[int]]
"""Of an arm of the root: visits, reward, and for each player win shares and points."""


def _sums(search: Search, actions: Sequence[int], players: int) -> list[Sums]:
    tree = search.tree
    found: list[Sums] = []
    for action in actions:
        arm = int(tree.arm_of(0, action))
        first = arm * SEATS
        wins = [int(search.wins[first + p]) for p in range(players)]
        points = [int(search.points[first + p]) for p in range(players)]
        found.append((int(tree.visits[arm]), int(tree.total[arm]), wins, points))
    return found


def _sample(old: Sums, new: Sums, player: int) -> Sample:
    visits = new[0] - old[0]
    chances = tuple((b - a) / visits / 1e6 for a, b in zip(old[2], new[2], strict=True))
    scores = tuple((b - a) / visits / 1e3 for a, b in zip(old[3], new[3], strict=True))
    return Sample((new[1] - old[1]) / visits / 1e6, chances[player], scores[player], chances, scores)


def _visits(search: Search, action: int) -> int:
    return int(search.tree.visits[search.tree.arm_of(0, action)])
