"""The bot that searches: a style, a budget, and thoughts out of the tree."""

from __future__ import annotations

from collections.abc import Sequence

from tutti.bots._search import exact
from tutti.bots._search.clock import Clock
from tutti.bots._search.search import SEATS, Search, Style
from tutti.bots._search.tree import NONE
from tutti.bots._search.trees import LONGEST, weigh
from tutti.kernel.bot import Bot, Budget, Candidate, Thought
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective
from tutti.kernel.weighing import Weighing

USUAL = Style(explore=0.1, trust=0.3, guided=True, points=300)
"""How the levels think."""


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
        choices, game = perspective.legal(), perspective.game
        if len(choices) == 1:
            return choices[0]
        if not game.secrets and len(game.mind.distinct(perspective.sample(dice), choices)) == 1:
            return choices[0]  # all do the same
        return self.think(perspective, dice).candidates[0].action

    def think(self, perspective: Perspective, dice: Dice) -> Thought:
        choices = perspective.legal()
        world = perspective.sample(dice)
        game, me = perspective.game, perspective.player
        clock = Clock(self.budget)
        if len(choices) < 2:
            points = game.mind.evaluate(world, me) / 1000
            return Thought(tuple(Candidate(a, 0, 0.0, points) for a in choices), (), 0)
        solver = exact.worked_out(perspective, world, self.budget) if self.style.guided else None
        if solver is not None:
            return exact.thought(perspective, world, solver)
        search = Search(game, me, game.players(world), len(choices), self.style, dice)
        search.merging = len(game.mind.distinct(world, choices)) > 1
        span = game.mind.span(world)
        while steps := clock.steps(span, search.lead()):
            if search.iterations:
                world = perspective.sample(dice)
            search.run(world, steps)
            clock.count(steps)
        return thought(search)

    def weigh(self, perspective: Perspective, dice: Dice, most: int, also: Sequence[int] = ()) -> Weighing:
        if self.style.guided and not perspective.game.secrets:
            world = perspective.sample(dice)
            solver = exact.worked_out(perspective, world, self.budget)
            if solver is not None:
                return exact.weighing(perspective, world, solver, most, tuple(also))
        return weigh(perspective, self.style, self.budget, dice, most, also)


def thought(search: Search) -> Thought:
    tree = search.tree
    found = []
    arm = tree.first[0]
    while arm >= 0:
        visits = int(tree.visits[arm])
        if visits:
            own = arm * SEATS + search.player
            chance, points = int(search.wins[own]) / visits / 1e6, int(search.points[own]) / visits / 1e3
            worth = int(tree.total[arm]) / visits
        else:
            chance, points, worth = 0.0, 0.0, 0.0
        found.append(((visits, worth), Candidate(int(tree.action[arm]), visits, chance, points)))
        arm = tree.after[arm]
    found.sort(key=lambda pair: pair[0], reverse=True)
    return Thought(
        tuple(candidate for _, candidate in found), tuple(search.line(LONGEST, NONE)), int(search.iterations)
    )
