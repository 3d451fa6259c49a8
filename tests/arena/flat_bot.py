"""A small bot that searches: every action in turn, in sampled worlds, by random playouts. Also an entrant by file."""

from __future__ import annotations

import time

from tutti.ai.bot import Bot, Budget, Candidate, Thought
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective


class FlatBot(Bot):
    """Flat Monte Carlo."""

    name = "flat_bot"

    def __init__(self, budget: Budget) -> None:
        self.budget: Budget | None = budget

    def at(self, budget: Budget) -> FlatBot:
        return FlatBot(budget)

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        return self.think(perspective, dice).candidates[0].action

    def think(self, perspective: Perspective, dice: Dice) -> Thought:
        assert self.budget is not None
        choices, game = perspective.legal(), perspective.game
        most = self.budget.iterations or 10**9
        end = time.perf_counter() + (self.budget.seconds or 3600)
        visits, wins, points = ([0] * len(choices) for _ in range(3))
        done = 0
        while done < max(most, len(choices)) and (done < len(choices) or time.perf_counter() < end):
            which = done % len(choices)
            world = perspective.sample(dice)
            game.apply(world, choices[which], dice, perspective.player)
            game.rollout(world, dice)
            visits[which] += 1
            wins[which] += game.place(world, perspective.player) == 1
            points[which] += game.points(world, perspective.player)
            done += 1
        found = [
            Candidate(choice, visits[at], wins[at] / visits[at], points[at] / visits[at])
            for at, choice in enumerate(choices)
        ]
        found.sort(key=lambda one: (-one.chance, -one.points, one.action))
        return Thought(tuple(found), ((perspective.player, found[0].action),), done)


BOT = FlatBot(Budget(iterations=40))
