# tutti: compiled
# tutti: hot
"""What Orchestra lends to bots."""

from __future__ import annotations

from typing import final

from tutti.ai.mind import Mind
from tutti.ai.net import Net
from tutti.games.orchestra.ai import features, opinions, weights
from tutti.games.orchestra.ai.position_value import time_left, worth
from tutti.games.orchestra.rules.scoring import area_of, areas, points_now
from tutti.games.orchestra.rules.state import SCORING, State
from tutti.kernel.chance import Dice
from tutti.kernel.frames import LOWEST
from tutti.kernel.game import Game
from tutti.kernel.native import i64, vec


@final
class OrchestraMind(Mind[State]):
    """Opinions by what an action changes in the worth of a position; with two players playouts to the end of a turn."""

    def __init__(self, game: Game[State]) -> None:
        super().__init__(game, 15000)
        self.net = Net(weights.LATE, weights.EARLY, weights.INTO, weights.BIAS, weights.OUT)

    def prospect(self, s: State, player: i64, a: i64) -> i64:
        return self.look(s, player, a, worth(s, player), time_left(s))

    def opinions(self, s: State, player: i64, choices: tuple[int, ...]) -> vec[i64]:
        found = vec[i64]([0] * len(choices))
        now = worth(s, player)
        left = time_left(s)
        i: i64 = 0
        while i < len(choices):
            found[i] = self.look(s, player, choices[i], now, left)
            i += 1
        return found

    def look(self, s: State, player: i64, a: i64, now: i64, left: i64) -> i64:
        """An action by its promise, or by what it makes of a position that is worth so much now."""
        if opinions.weighed_ahead(s, a):
            return opinions.promise(s, player, a, left)
        world = s.copy()
        self.game.apply(world, a, Dice(s.round), player)
        return worth(world, player) - now

    def playout(self, s: State, dice: Dice) -> None:
        # Until the other one is asked: one line judged there tells more than eight judged on the way (docs/bots.md).
        # With more players it lost.
        if s.n != 2 or not s.stack:
            return
        game = self.game
        player = i64(LOWEST[s.stack[-1].open])
        while s.stack and i64(LOWEST[s.stack[-1].open]) == player:
            game.apply(s, self.sensible(s, player, game.legal(s, player), dice), dice, player)

    def judges(self, s: State) -> bool:
        return True

    def evaluate(self, s: State, player: i64) -> i64:
        if s.phase >= SCORING:
            return points_now(s, player) * 1000
        left = time_left(s)
        return self.net.value(features.facts(s, player, area_of(s, player), left), left)

    def evaluations(self, s: State, found: vec[i64]) -> None:
        if s.phase >= SCORING:
            super().evaluations(s, found)
            return
        left = time_left(s)
        chosen = areas(s, (1 << s.n) - 1)
        p: i64 = 0
        while p < s.n:
            found[p] = self.net.value(features.facts(s, p, (chosen & 15) - 1, left), left)
            chosen >>= 4
            p += 1

    def facts(self, s: State, player: i64) -> vec[i64]:
        return features.facts(s, player, area_of(s, player), time_left(s))

    def time_left(self, s: State) -> i64:
        return time_left(s)

    def spread(self, s: State) -> i64:
        return 4000 + 8 * time_left(s)

    def doubt(self, s: State) -> i64:
        return 1000

    def span(self, s: State) -> i64:
        return 4
