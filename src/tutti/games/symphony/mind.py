# tutti: compiled
# tutti: hot
"""What Symphony lends to bots."""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphony import melody, prospects
from tutti.games.symphony.actions import A_NOTE
from tutti.games.symphony.box import Box
from tutti.games.symphony.state import State
from tutti.kernel.chance import Dice
from tutti.kernel.frames import PLAYERS
from tutti.kernel.game import Game, Mind
from tutti.kernel.native import i64, vec

FEW: Final = 16
MANY: Final = 1024


@final
class SymphonyMind(Mind[State]):
    """Opinions by points aimed at, notes weighed together; playouts to the end."""

    d: Box

    def __init__(self, game: Game[State], d: Box) -> None:
        super().__init__(game, 20000)
        self.d = d

    def prospect(self, s: State, player: i64, a: i64) -> i64:
        return prospects.prospect(self.d, s, player, a)

    def opinions(self, s: State, player: i64, choices: tuple[int, ...]) -> vec[i64]:
        found = vec[i64]([0] * len(choices))
        i: i64 = 0
        while i < len(choices):
            a: i64 = choices[i]
            if a >= A_NOTE:
                melody.weigh_notes(self.d, s, player, choices, found)
                break
            found[i] = prospects.prospect(self.d, s, player, a)
            i += 1
        return found

    def playout(self, s: State, dice: Dice) -> None:
        # To the end: prizes come late, and nothing before them tells who will win them.
        while s.stack:
            player: i64 = PLAYERS[s.stack[-1].open][0]
            self.game.apply(s, self.sensible(s, player, self.game.legal(s, player), dice), dice, player)

    def spread(self, s: State) -> i64:
        return 10000

    def doubt(self, s: State) -> i64:
        return 1000

    def span(self, s: State) -> i64:
        """Sampling is dear here; while hands hold cards a world serves some lines, afterwards nearly all."""
        if s.terms.audience_private:
            return FEW
        for cards in s.hands:
            if cards:
                return FEW
        return MANY
