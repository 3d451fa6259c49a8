"""The game's own opinion, heard through noise."""

from __future__ import annotations

from tutti.ai.bot import Bot
from tutti.ai.mind import mind_of
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective


class NoisyBot(Bot):
    """Like ``greedy``, but each opinion is off by chance, up to a part of what usually decides a match."""

    def __init__(self, name: str, noise: int) -> None:
        self.name = name
        self.noise = noise
        """The most that an opinion is raised by, in hundredths of ``Mind.margin``."""

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        choices = perspective.legal()
        if len(choices) == 1:
            return choices[0]
        game = perspective.game
        world = perspective.sample(dice)
        mind = mind_of(game)
        most = max(1, mind.margin * self.noise // 100)
        return max(choices, key=lambda a: mind.prospect(world, perspective.player, a) + dice.below(most))
