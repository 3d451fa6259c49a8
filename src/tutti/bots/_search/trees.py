"""How sure a search is: one tree finds the actions worth a closer look, then others measure them, each by itself.

Every tree that measures begins anew and gives each of these actions the same number of lines, in the same worlds: an
action that was thought about longer would look better for that alone. The first half of its lines makes the tree grow,
the second is counted. So the trees differ by as much as the values are unsure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tutti.ai.bot import Budget
from tutti.ai.mind import mind_of
from tutti.ai.weighing import TREES, Sample, Weighed, Weighing
from tutti.bots._search.clock import Clock
from tutti.bots._search.search import SEATS, Search, Style
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective

LOOKING, GROWING, COUNTING = 0.3, 0.35, 0.35
"""How a budget is shared."""
GUESSED: Final = 0.5
"""How much of a chance is taken from expected points, unless the end is known: playouts all follow one opinion, so they
agree too much on who wins (docs/bots.md has what was measured)."""
LONGEST: Final = 12
"""Decisions of a line that are told at most."""
TAKEN: Final = 8
"""A step of a line is told if so many lines of the search took it …"""
ONE_IN: Final = 4
"""… and at least one in so many of those that took the step before: otherwise it depends on chance, or on cards that
nobody has seen, and naming one of many ways would claim to know."""


class Question:
    """What is asked, and how trees for it are made."""

    def __init__(self, perspective: Perspective, style: Style, dice: Dice) -> None:
        self.perspective = perspective
        self.style = style
        self.dice = dice
        self.game, self.player = perspective.game, perspective.player
        world = perspective.sample(dice)
        self.players = self.game.players(world)
        self.choices = perspective.distinct()
        self.span = max(1, int(mind_of(self.game).span(world)))
        self.spread = int(mind_of(self.game).spread(world)) / 1000
        self.iterations = 0

    def tree(self) -> Search:
        width = len(self.perspective.legal())
        return Search(self.game, self.player, self.players, width, self.style, self.dice)

    def run(self, search: Search, steps: int, clock: Clock) -> None:
        search.run(self.perspective.likely(self.dice), steps)
        clock.count(steps)
        self.iterations += steps

    def popular(self, most: int, budget: Budget) -> list[int]:
        """The actions that a usual search looks at most."""
        search, clock = self.tree(), Clock(budget)
        search.merging = 1 < len(self.choices) < len(self.perspective.legal())
        self.run(search, 1, clock)
        while steps := clock.steps(self.span, 0):
            self.run(search, steps, clock)
        visits = {action: _visits(search, action) for action in self.choices}
        return sorted(visits, key=lambda action: (-visits[action], action))[:most]


class Measure:
    """Trees that measure some actions of a question."""

    def __init__(self, question: Question, actions: Sequence[int]) -> None:
        self.question = question
        self.actions = list(actions)
        self.searches = [question.tree() for _ in range(TREES)]

    def grow(self, budget: Budget) -> None:
        """Lines that are not counted."""
        clock = Clock(budget)
        for search in self.searches:
            self.question.run(search, 1, clock)  # with its first line a tree gets its arms
            search.keep(self.actions)
        self._go_on(clock)

    def count(self, budget: Budget) -> tuple[Weighed, ...]:
        """How good the actions are, from the best down."""
        before = [self._sums(search) for search in self.searches]
        clock = Clock(budget)
        for search in self.searches:
            self.question.run(search, len(self.actions), clock)
        self._go_on(clock)
        after = [self._sums(search) for search in self.searches]
        player, spread = self.question.player, self.question.spread
        found = []
        for at, action in enumerate(self.actions):
            rows = [(old[at], new[at]) for old, new in zip(before, after, strict=True)]
            visits = sum(new[0] - old[0] for old, new in rows)
            deepest = max(self.searches, key=lambda search: _visits(search, action))
            line = tuple(deepest.line(LONGEST, action, TAKEN, ONE_IN))
            found.append(Weighed(action, visits, tuple(_sample(old, new, player, spread) for old, new in rows), line))
        return tuple(sorted(found, key=lambda one: (-one.worth.mean, one.action)))

    def _go_on(self, clock: Clock) -> None:
        """The trees in turn, until the budget is used up."""
        for search, steps in self._shares(clock):
            self.question.run(search, steps, clock)

    def _shares(self, clock: Clock) -> Iterator[tuple[Search, int]]:
        """Which tree has how many lines next: whole rounds, so that all actions meet the same worlds."""
        turn, size = 0, len(self.actions)
        while steps := clock.steps(self.question.span, 0):
            yield self.searches[turn % TREES], -(-steps // size) * size
            turn += 1

    def _sums(self, search: Search) -> list[Sums]:
        tree, found = search.tree, []
        for action in self.actions:
            arm = int(tree.arm_of(0, action))
            first = arm * SEATS
            wins = [int(search.wins[first + p]) for p in range(self.question.players)]
            points = [int(search.points[first + p]) for p in range(self.question.players)]
            found.append((int(tree.visits[arm]), int(tree.total[arm]), int(search.known[arm]), wins, points))
        return found


def weigh(
    perspective: Perspective, style: Style, budget: Budget, dice: Dice, most: int, also: Sequence[int]
) -> Weighing:
    """The ``most`` best actions and those in ``also``."""
    question = Question(perspective, style, dice)
    best = question.popular(max(2, most), budget.scaled(LOOKING))
    measure = Measure(question, sorted({*best, *also}))
    measure.grow(budget.scaled(GROWING))
    found = measure.count(budget.scaled(COUNTING))
    shown = tuple(one for place, one in enumerate(found) if place < most or one.action in also)
    return Weighing(shown, question.iterations)


Sums = tuple[int, int, int, list[int], list[int]]
"""Of an arm of the root: visits, reward, lines known to their end, and for each player win shares and points."""


def _sample(old: Sums, new: Sums, player: int, spread: float) -> Sample:
    visits = new[0] - old[0]
    wins = [(b - a) / visits / 1e6 for a, b in zip(old[3], new[3], strict=True)]
    scores = tuple((b - a) / visits / 1e3 for a, b in zip(old[4], new[4], strict=True))
    part = GUESSED * (1 - (new[2] - old[2]) / visits)
    chances = tuple((1 - part) * win + part * share for win, share in zip(wins, _shares(scores, spread), strict=True))
    return Sample((new[1] - old[1]) / visits / 1e6, chances[player], scores[player], chances, scores)


def _shares(scores: Sequence[float], spread: float) -> list[float]:
    """Shares of the win from expected points: twice as likely for each ``spread`` ahead."""
    best = max(scores)
    weights = [2.0 ** max(-50.0, (points - best) / spread) for points in scores]
    return [weight / sum(weights) for weight in weights]


def _visits(search: Search, action: int) -> int:
    return int(search.tree.visits[search.tree.arm_of(0, action)])
