"""The action that looks best at once, by the game's own opinion."""

from __future__ import annotations

from tutti.ai.bot import Bot
from tutti.ai.mind import mind_of
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective


class GreedyBot(Bot):
    """Asks the game what it thinks of each action in one world that fits, and takes the best; ties by dice."""

    name = "greedy"

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        choices = perspective.legal()
        if len(choices) == 1:
            return choices[0]
        world = perspective.sample(dice)
        mind = mind_of(perspective.game)
        worth = [mind.prospect(world, perspective.player, a) for a in choices]
        best = [a for a, value in zip(choices, worth, strict=True) if value == max(worth)]
        return best[dice.below(len(best))]


BOT = GreedyBot()
