# tutti: compiled
# tutti: hot
"""The host of a searched line: chance from dice, and an ear for what the searching player gets to know."""

from __future__ import annotations

from typing import Final, final

from tutti.kernel.chance import EVERYONE, Dice, Host, pick
from tutti.kernel.frames import BIT
from tutti.kernel.native import i64, u8, vec

_WORD: Final = 0xFFFFFFFF


def mix(mark: i64, value: i64) -> i64:
    """Fold a value into a mark of 32 bits."""
    mark = ((mark ^ (value + 1)) * 0x2C1B3C6D) & _WORD
    return mark ^ (mark >> 15)


@final
class Senses(Host):
    """Folds every outcome that the player sees into a mark: worlds that look alike have the same mark."""

    def __init__(self, dice: Dice, player: i64) -> None:
        self.hears = False
        self.dice = dice
        self.player = player
        self.bit: i64 = i64(BIT[player])
        self.mark: i64 = 0
        """What was seen since the last node."""
        self.actor: i64 = 0
        self.action: i64 = 0
        self.sealing = False
        """The last action is a secret of its giver."""
        self.done = False
        """The secret answer is complete."""
        self.own: i64 = 0
        self.others: i64 = 0
        """Sealed answers that wait: the player's own, which they know, and those of the others."""

    def begin(self) -> None:
        """A new line from the root."""
        self.mark = 0
        self.own = 0
        self.others = 0

    def act(self, player: i64, action: i64) -> None:
        """Somebody is about to act; a call of ``seal`` will say if it is secret."""
        self.actor = player
        self.action = action
        self.sealing = False
        self.done = False

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        kind = pick(counts, self.dice.below(total))
        if to == EVERYONE or to & self.bit:
            self.mark = mix(mix(self.mark, bag), kind)
        return kind

    def reveal(self, bag: i64, kind: i64, to: i64 = EVERYONE, knew: i64 = 0) -> None:
        if to == EVERYONE or to & self.bit:
            self.mark = mix(mix(self.mark, bag), kind)

    def seal(self, done: bool) -> None:
        self.sealing = True
        self.done = done
        if self.actor == self.player:
            self.own = mix(self.own, self.action)
        else:
            self.others = mix(mix(self.others, self.actor), self.action)

    def close(self, show: bool) -> None:
        self.mark = mix(self.mark, self.own)
        if show:
            self.mark = mix(self.mark, self.others)
        self.own = 0
        self.others = 0
