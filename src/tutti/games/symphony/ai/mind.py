# tutti: compiled
# tutti: hot
"""What Symphony lends to bots."""

from __future__ import annotations

from typing import Final, final

from tutti.ai.mind import Mind
from tutti.ai.net import Net
from tutti.games.symphony.ai import features, note_values, opinions, weights
from tutti.games.symphony.ai.playout import PlayoutLine
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_NOTE
from tutti.games.symphony.rules.state import State
from tutti.kernel.chance import Dice
from tutti.kernel.frames import LOWEST
from tutti.kernel.game import Game
from tutti.kernel.native import i64, vec

FEW: Final = 16
MANY: Final = 1024
REACH: Final = 2


@final
class SymphonyMind(Mind[State]):
    """Opinions by points aimed at, notes weighed together; playouts to the end, or a learned value."""

    d: Box

    def __init__(self, game: Game[State], d: Box) -> None:
        super().__init__(game, 20000)
        self.d = d
        d.worth = opinions.card_worths(d)
        self.reach: i64 = REACH
        """How many Columns a playout goes through."""
        self.net = Net(weights.LATE, weights.EARLY, weights.INTO, weights.BIAS, weights.OUT)

    def prospect(self, s: State, player: i64, a: i64) -> i64:
        return opinions.prospect(self.d, s, player, a)

    def opinions(self, s: State, player: i64, choices: tuple[int, ...]) -> vec[i64]:
        found = vec[i64]([0] * len(choices))
        i: i64 = 0
        while i < len(choices):
            a: i64 = choices[i]
            if a >= A_NOTE:
                note_values.weigh_notes(self.d, s, player, choices, found)
                break
            found[i] = opinions.prospect(self.d, s, player, a)
            i += 1
        return found

    def playout(self, s: State, dice: Dice) -> None:
        # Through the Column that plays and the next one: further on what was learned tells as much as playing on.
        game = self.game
        line = PlayoutLine(self.d, s)
        stop = s.column + self.reach
        while s.stack:
            if s.column >= stop and self.judges(s):
                return
            f = s.stack[-1]
            player = i64(LOWEST[f.open])
            a: i64 = 0
            if f.step == st.S_PLACE or f.step == st.S_CHAIN:
                a = line.place(player, dice)
            else:
                if s.note >= 0:  # a Semibreve that waits for its second disc
                    line.watch(s.note)
                a = self.sensible(s, player, game.legal(s, player), dice)
            game.apply(s, a, dice, player)
            line.follow()

    def judges(self, s: State) -> bool:
        """Whether the facts tell enough of the position: they know nothing of objectives and of cards to be drafted."""
        terms = s.terms
        if not self.net.size or terms.audience_public or terms.audience_private or terms.progressive:
            return False
        step = s.stack[-1].step if s.stack else st.S_ENDGAME
        return step != st.S_DRAFT and step != st.S_DISCARD and step != st.S_CHOIRS and step != st.S_CHOIR

    def evaluate(self, s: State, player: i64) -> i64:
        if not s.stack or not self.judges(s):
            return self.game.points(s, player) * 1000
        return self.net.value(features.facts(self.d, s, player), features.time_left(s))

    def facts(self, s: State, player: i64) -> vec[i64]:
        return features.facts(self.d, s, player)

    def time_left(self, s: State) -> i64:
        return features.time_left(s)

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
