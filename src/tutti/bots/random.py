"""Any legal action, each as likely as the next."""

from __future__ import annotations

from tutti.ai.bot import Bot
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective


class RandomBot(Bot):
    """The floor that every other bot is measured against."""

    name = "random"

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        choices = perspective.legal()
        return choices[dice.below(len(choices))]


BOT = RandomBot()
