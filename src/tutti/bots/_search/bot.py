"""The bot that searches: a style, a budget, and thoughts out of the tree."""

from __future__ import annotations

import time

from tutti.bots._search.search import Search, Style
from tutti.kernel.bot import Bot, Budget, Candidate, Thought
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective

LONGEST = 12
"""Decisions of a line that are told."""
USUAL = Style(explore=0.1, trust=0.3, guided=True, points=300)
"""How the levels think."""
CHECKS = 40
"""How often at least a budget of seconds looks at the clock."""


class SearchBot(Bot):
    """Searches until its budget is used up or no line can change its mind any more."""

    budget: Budget

    def __init__(self, name: str, style: Style, budget: Budget) -> None:
        self.name = name
        self.style = style
        self.budget = budget

    def at(self, budget: Budget) -> SearchBot:
        return SearchBot(self.name, self.style, budget)

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        choices = perspective.legal()
        return choices[0] if len(choices) == 1 else self.think(perspective, dice).candidates[0].action

    def think(self, perspective: Perspective, dice: Dice) -> Thought:
        choices = perspective.legal()
        world = perspective.sample(dice)
        game, me = perspective.game, perspective.player
        if len(choices) < 2:
            points = game.mind.evaluate(world, me) / 1000
            return Thought(tuple(Candidate(a, 0, 0.0, points) for a in choices), (), 0)
        search = Search(game, me, game.players(world), len(choices), self.style, dice)
        span = game.mind.span(world)
        clock = Clock(self.budget)
        while steps := clock.steps(span, search.lead()):
            if search.iterations:
                world = perspective.sample(dice)
            search.run(world, steps)
            clock.count(steps)
        return thought(search)


class Clock:
    """Says how many iterations may follow, until a budget is used up."""

    def __init__(self, budget: Budget) -> None:
        self.most = budget.iterations
        self.seconds = budget.seconds
        self.done = 0
        self.start = time.perf_counter()

    def count(self, steps: int) -> None:
        self.done += steps

    def steps(self, span: int, lead: int) -> int:
        """At most ``span``; 0 when the budget is used up, or when the runner-up cannot catch up within it."""
        left = span if self.most is None else min(span, self.most - self.done)
        rest = None if self.most is None else self.most - self.done
        if self.seconds is not None and self.done:
            used = time.perf_counter() - self.start
            if used >= self.seconds:
                return 0
            pace = self.done / used
            soon = int(pace * (self.seconds - used))
            rest = soon if rest is None else min(rest, soon)
            left = max(1, min(left, int(pace * self.seconds / CHECKS)))
        elif self.seconds is not None:
            left = min(left, 4)
        return 0 if rest is not None and lead > rest else left


def thought(search: Search) -> Thought:
    tree = search.tree
    found = []
    arm = tree.first[0]
    while arm >= 0:
        visits = int(tree.visits[arm])
        if visits:
            chance, points = int(search.wins[arm]) / visits / 1e6, int(search.points[arm]) / visits / 1e3
            worth = int(tree.total[arm]) / visits
        else:
            chance, points, worth = 0.0, 0.0, 0.0
        found.append(((visits, worth), Candidate(int(tree.action[arm]), visits, chance, points)))
        arm = tree.after[arm]
    found.sort(key=lambda pair: pair[0], reverse=True)
    return Thought(tuple(candidate for _, candidate in found), tuple(search.line(LONGEST)), int(search.iterations))
