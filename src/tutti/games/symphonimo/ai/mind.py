# tutti: compiled
# tutti: hot
"""What Symphonimo lends to bots."""

from __future__ import annotations

from typing import final

from tutti.ai.mind import Mind
from tutti.ai.solver import Solver
from tutti.games.symphonimo.ai import endgame_opinions, opinions, playout, solver, symmetry
from tutti.games.symphonimo.rules.state import OVER, State
from tutti.kernel.chance import Dice
from tutti.kernel.game import Game
from tutti.kernel.native import i64, vec


@final
class SymphonimoMind(Mind[State]):
    """Opinions by what a set brought its holder in the end; playouts to the end of the round."""

    def __init__(self, game: Game[State]) -> None:
        super().__init__(game)
        self.room = symmetry.ROOM

    def prospect(self, s: State, player: i64, a: i64) -> i64:
        if opinions.is_near(s):
            return endgame_opinions.opinions(s, player, (a,))[0]
        return opinions.prospect(s, player, a)

    def opinions(self, s: State, player: i64, choices: tuple[int, ...]) -> vec[i64]:
        if opinions.is_near(s):
            return endgame_opinions.opinions(s, player, choices)
        return opinions.opinions(s, player, choices)

    def playout(self, s: State, dice: Dice) -> None:
        # To the end of the round: there the table is empty, and collections can be judged.
        last = s.round
        while s.step != OVER and s.round == last:
            self.game.apply(s, playout.sensible(s, self.game.legal(s, -1), dice), dice, -1)

    def sensible(self, s: State, player: i64, choices: tuple[int, ...], dice: Dice) -> i64:
        return playout.sensible(s, choices, dice)

    def evaluate(self, s: State, player: i64) -> i64:
        return opinions.collection_worth(s, player) if s.step != OVER else self.game.points(s, player) * 1000

    def spread(self, s: State) -> i64:
        return 3000

    def doubt(self, s: State) -> i64:
        return 1000

    def solver(self, s: State) -> Solver | None:
        return solver.endgame(self.game, s)

    def distinct(self, s: State, choices: tuple[int, ...]) -> tuple[int, ...]:
        return solver.distinct(s, choices)

    def alike(self, s: State, a: i64, b: i64) -> bool:
        return solver.alike(s, a, b)

    def settle(self, s: State, room: vec[i64]) -> i64:
        return symmetry.settle(s, room)

    def turn(self, s: State, how: i64) -> None:
        symmetry.turn(s, how)

    def named(self, a: i64, how: i64) -> i64:
        return symmetry.named(a, how)

    def span(self, s: State) -> i64:
        return 256
