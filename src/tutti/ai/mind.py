# tutti: compiled
"""Mind: what a game lends to bots, opinions, playouts and an evaluation."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar, cast

from tutti.ai.net import NOTHING_LEARNED, Net
from tutti.ai.solver import Solver
from tutti.kernel.chance import Dice
from tutti.kernel.game import Game
from tutti.kernel.native import i64, mypyc_attr, vec

S = TypeVar("S")

NO_FACTS: Final = vec[i64]()

STAGES: Final = 55
"""The bit of a mark (``Mind.settle``) from which on it counts stages."""
NEVER: Final = 1_000_000_000_000
"""Worse than any opinion, with the sign turned."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind(Generic[S]):
    """What a game lends to bots: opinions, playouts, an evaluation. Rules need none of it, and it decides no rule."""

    game: Game[S]
    margin: int
    """By how much a match is usually decided, in thousandths of a point."""
    net: Net
    """What it learned, if its evaluation is learned: training puts another in its place."""
    room: i64
    """Numbers of room that ``settle`` needs; 0 where positions are told by the way there, not by what they are."""

    def __init__(self, game: Game[S], margin: int = 5000) -> None:
        self.game = game
        self.margin = margin
        self.net = NOTHING_LEARNED
        self.room = 0

    def __copy__(self) -> Mind[S]:
        return self

    def __deepcopy__(self, memo: object) -> Mind[S]:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return getattr, (self.game, "mind")

    def prospect(self, s: S, player: i64, a: i64) -> i64:
        """How good a legal action looks to a sensible player, in thousandths of a point.

        It may use only what the player can see. 0 for all: no opinion.
        """
        return 0

    def opinions(self, s: S, player: i64, choices: tuple[int, ...]) -> vec[i64]:  # tutti: hot
        """``prospect`` of all choices; a game may look at the position once for all of them."""
        found = vec[i64]([0] * len(choices))
        i: i64 = 0
        while i < len(choices):
            found[i] = self.prospect(s, player, choices[i])
            i += 1
        return found

    def sensible(self, s: S, player: i64, choices: tuple[int, ...], dice: Dice) -> i64:  # tutti: hot
        """What a player in a hurry does: the action of ``choices`` that looks best, near ties by dice."""
        best: i64 = 0
        count: i64 = len(choices)
        if count > 1:
            opinions = self.opinions(s, player, choices)
            most: i64 = -NEVER
            i: i64 = 0
            while i < count:
                worth = opinions[i] * 16 + (dice.word() & 15)
                if worth > most:
                    most = worth
                    best = i
                i += 1
        return choices[best]

    def playout(self, s: S, dice: Dice) -> None:
        """Play on as sensible players would, as far as ``evaluate`` needs it; at random to the end by default."""
        self.game.rollout(s, dice)

    def evaluate(self, s: S, player: i64) -> i64:
        """The points that the player can expect at the end, in thousandths."""
        return self.game.points(s, player) * 1000

    def evaluations(self, s: S, found: vec[i64]) -> None:
        """``evaluate`` of all players, into ``found``; a game may look at the position once for all of them."""
        p: i64 = 0
        while p < self.game.players(s):
            found[p] = self.evaluate(s, p)
            p += 1

    def facts(self, s: S, player: i64) -> vec[i64]:
        """What a learned evaluation looks at; nothing unless the game brings one. The match goes on."""
        return NO_FACTS

    def time_left(self, s: S) -> i64:
        """How much of the match is still to come, of a thousand, as a learned evaluation takes it."""
        return 0

    def judges(self, s: S) -> bool:
        """Whether ``evaluate`` has learned to judge such a position as it is, without a playout."""
        return False

    def spread(self, s: S) -> i64:
        """By how much one must be ahead in ``evaluate`` to be twice as likely to win, in thousandths."""
        return self.margin

    def doubt(self, s: S) -> i64:
        """How much worse by ``prospect`` an action must look to be trusted a quarter as much, in thousandths."""
        return self.margin

    def solver(self, s: S) -> Solver | None:
        """Somebody who may work out the rest of the match from here; None where it is out of reach, or hidden."""
        return None

    def distinct(self, s: S, choices: tuple[int, ...]) -> tuple[int, ...]:
        """The choices without those that do in every way what a lower one does; never more than they are."""
        return choices

    def alike(self, s: S, a: i64, b: i64) -> bool:
        """Whether one choice does in every way what another one does: ``distinct`` leaves out the higher of them."""
        return False

    def settle(self, s: S, room: vec[i64]) -> i64:
        """Turn a position into the one that stands for all that are the same but for names, and tell its mark.

        ``room[0]`` becomes how names changed, 0 if they did not. Only where nothing is secret. Positions with equal
        marks are then the same. From bit ``STAGES`` on a mark counts the stages of the match, which never go back:
        what is known of an earlier one is of no more use.
        """
        return 0

    def turn(self, s: S, how: i64) -> None:
        """The same change of names once more, in a position that is like the one that was settled."""

    def named(self, a: i64, how: i64) -> i64:
        """What an action was called before a change of names."""
        return a

    def span(self, s: S) -> i64:
        """How many searched lines one sampled world serves: more where sampling costs more than it tells."""
        return 1


def mind_of(game: Game[Any]) -> Mind[Any]:
    """What a game lends to bots; no opinion where it brings none."""
    return Mind(game) if game.mind is None else cast(Mind[Any], game.mind)
