"""A bot that stays at its seat: its tree is kept from one question to the next, and grows while others are asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from tutti.ai.bot import Bot, Budget
from tutti.ai.mind import mind_of
from tutti.bots._search.bot import SearchBot
from tutti.bots._search.clock import Clock
from tutti.bots._search.reuse import Eyes, afar, cut, find, root_of, take_over
from tutti.bots._search.search import Search
from tutti.bots._search.tree import NONE, Tree
from tutti.kernel.chance import Dice
from tutti.kernel.game import Game
from tutti.kernel.perspective import Perspective
from tutti.observe.observation import Observation
from tutti.observe.writer import Writer

LARGEST: Final = 1_000_000
"""Arms of a tree that is kept: some 60 MB, and as much again while it is cut."""


class SeatedBot(SearchBot):
    """Thinks like the bot that it was, but begins with what it knows. Same dice and same past think the same."""

    def __init__(self, bot: SearchBot) -> None:
        super().__init__(bot.name, bot.style, bot.budget, bot.keen, bot.patience)
        self.tree: Tree | None = None
        """What was thought last."""

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles leave the tree behind: it may be large, and two searches cannot share it."""
        return {**self.__dict__, "tree": None}

    def seated(self) -> Bot:
        return self

    def at(self, budget: Budget) -> SearchBot:
        """Another budget and the same memory."""
        self.budget = budget
        return self

    def begin(self, perspective: Perspective, world: Any, dice: Dice) -> Search:
        search = super().begin(perspective, world, dice)
        reused = self._reused(search, world, perspective.legal()) if search.merging else None
        if reused is not None:
            search.tree = reused
        self.tree = search.tree
        return search

    def ponder(self, perspective: Perspective, dice: Dice, seconds: float, stopped: Callable[[], bool]) -> int:
        world = perspective.likely(dice)
        game, me = perspective.game, perspective.player
        if me in game.active(world) or not game.active(world) or seconds <= 0:
            return 0
        search = Search(game, me, game.players(world), 0, self.style, dice)
        tree = self._reused(search, world)
        if search.eyes is None and not search.settling:
            return 0
        search.afar = search.merging = True
        self.tree = search.tree = afar() if tree is None else tree
        clock, span = Clock(Budget(seconds=seconds), stopped), int(mind_of(game).span(world))
        while search.tree.arms < LARGEST and (steps := clock.steps(span, 0)):
            search.run(perspective.likely(dice) if search.iterations else world, steps)
            clock.count(steps)
        return int(search.iterations)

    def _reused(self, search: Search, world: Any, choices: tuple[int, ...] = ()) -> Tree | None:
        """What is known of this moment already; from now on its search marks what it sees.

        ``choices`` are those of the player; without any, others are asked.
        """
        if search.settling:
            return self._met(search, world, choices)
        search.eyes = eyes_of(search.game, int(search.n), int(search.player))
        if search.eyes is None:
            return None
        face = search.eyes.look(world)
        node = NONE if self.tree is None else find(self.tree, face)
        found = None if node == NONE or self.tree is None else cut(self.tree, node, not choices)
        if found is not None and found.arms < LARGEST and (not choices or arms_fit(found, choices)):
            return found
        if choices:
            search.tree.face[0] = face
        return None

    def _met(self, search: Search, world: Any, choices: tuple[int, ...]) -> Tree | None:
        """The same where positions have marks: the root, and all that can still come."""
        game, mind, old = search.game, search.mind, self.tree
        if old is None:
            return None
        mark = mind.settle(game.copy(world), search.room)
        new = afar()
        if choices:
            own, new = mind.distinct(world, choices), root_of(old, old.find(mark), search.player, mind, search.room[0])
            if not arms_fit(new, own):  # another position with the same mark, once in many millions
                return None
            search.tree = new
            search.open(world, 0, search.player, own)  # the root's arms come first, known or not
        take_over(old, new, mark, LARGEST // 2)
        return new


def arms_fit(tree: Tree, choices: tuple[int, ...]) -> bool:
    """Whether the root has no arm for what cannot be chosen.

    Symphony's observation does not tell which Semibreve waits for its second disc: with another one something else
    may follow, and be kept as if it followed here.
    """
    arm = tree.first[0]
    while arm != NONE:
        if int(tree.action[arm]) not in choices:
            return False
        arm = tree.after[arm]
    return True


@lru_cache(maxsize=32)
def eyes_of(game: Game[Any], players: int, player: int) -> Eyes | None:
    """Whoever looks for a player; None where a game has nobody who writes down what is seen."""
    writer: Writer[Any] | None = game.writer(players)
    return None if writer is None else Eyes(writer, player, Observation(game, players).own, players)
