"""The bot that searches: a style, a budget, and thoughts out of the tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from tutti.ai.bot import Bot, Budget, Candidate, Thought, never
from tutti.ai.mind import mind_of
from tutti.ai.weighing import Weighing
from tutti.bots._search import exact
from tutti.bots._search.clock import Clock
from tutti.bots._search.search import SEATS, Search, Style
from tutti.bots._search.tree import NONE
from tutti.bots._search.trees import LONGEST, weigh
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective

USUAL = Style(explore=0.1, trust=0.3, guided=True, points=300)
"""How the levels think."""
SURE: Final = 1_000_000_000
"""Votes for what was worked out: more than all lines of any search."""


class SearchBot(Bot):
    """Searches until its budget is used up or no line can change its mind any more."""

    budget: Budget

    def __init__(self, name: str, style: Style, budget: Budget, keen: bool = False, patience: int = 1) -> None:
        self.name = name
        self.style = style
        self.budget = budget
        self.keen = keen
        self.patience = patience
        """Iterations times so many where the end is near but could not be worked out."""

    def at(self, budget: Budget) -> SearchBot:
        return SearchBot(self.name, self.style, budget, self.keen, self.patience)

    def seated(self) -> Bot:
        from tutti.bots._search.seated import SeatedBot  # it is one of these

        return SeatedBot(self) if self.keen else self

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        return next(iter(self.votes(perspective, dice)))

    def votes(
        self, perspective: Perspective, dice: Dice, stopped: Callable[[], bool] = never, late: float = 0.0
    ) -> dict[int, int]:
        choices, game = perspective.legal(), perspective.game
        if len(choices) == 1:
            return {choices[0]: SURE}
        if not game.secrets and len(mind_of(game).distinct(perspective.sample(dice), choices)) == 1:
            return {choices[0]: SURE}  # all do the same
        thought = self.think(perspective, dice, stopped, late)
        if thought.exact:
            return {thought.candidates[0].action: SURE}
        return {one.action: one.visits for one in thought.candidates}

    def think(
        self, perspective: Perspective, dice: Dice, stopped: Callable[[], bool] = never, late: float = 0.0
    ) -> Thought:
        clock = Clock(self.budget, stopped, late)
        choices = perspective.legal()
        world = perspective.likely(dice)
        game, me = perspective.game, perspective.player
        if len(choices) < 2:
            points = mind_of(game).evaluate(world, me) / 1000
            return Thought(tuple(Candidate(a, 0, 0.0, points) for a in choices), (), 0)
        solver = exact.offered(perspective, world) if self.style.guided else None
        if solver is not None:
            if exact.worked_out(solver, self.budget, clock):
                return exact.thought(perspective, world, solver)
            clock.extend(self.patience)
        search = self.begin(perspective, world, dice)
        span = int(mind_of(game).span(world))
        while steps := clock.steps(span, search.lead()):
            if search.iterations:
                world = perspective.likely(dice)
            search.run(world, steps)
            clock.count(steps)
        return thought(search)

    def begin(self, perspective: Perspective, world: Any, dice: Dice) -> Search:
        """A search for the question, with nothing known yet."""
        game, choices = perspective.game, perspective.legal()
        search = Search(game, perspective.player, game.players(world), len(choices), self.style, dice)
        search.merging = len(mind_of(game).distinct(world, choices)) > 1
        return search

    def weigh(self, perspective: Perspective, dice: Dice, most: int, also: Sequence[int] = ()) -> Weighing:
        if self.style.guided and not perspective.game.secrets:
            world = perspective.sample(dice)
            solver = exact.offered(perspective, world)
            if solver is not None and exact.worked_out(solver, self.budget, Clock(self.budget)):
                return exact.weighing(perspective, world, solver, most, tuple(also))
        return weigh(perspective, self.style, self.budget, dice, most, also)


def thought(search: Search) -> Thought:
    tree = search.tree
    found = []
    arm = tree.first[0]
    while arm >= 0:
        visits = int(tree.visits[arm])
        tried = int(search.tried[arm]) if arm < len(search.tried) else 0  # opened late: only some worlds know it
        worth = int(tree.total[arm]) / visits if visits else 0.0
        own = arm * SEATS + search.player
        chance = int(search.wins[own]) / tried / 1e6 if tried else 0.0
        points = int(search.points[own]) / tried / 1e3 if tried else 0.0
        found.append(((visits, worth), Candidate(int(tree.action[arm]), visits, chance, points)))
        arm = tree.after[arm]
    found.sort(key=lambda pair: pair[0], reverse=True)
    return Thought(
        tuple(candidate for _, candidate in found), tuple(search.line(LONGEST, NONE)), int(search.iterations)
    )
