"""How it may go on: the line that a search looked at most, as it is told."""

from __future__ import annotations

from typing import Any, Final

from tutti.bots._search.search import Search
from tutti.bots._search.tree import NONE
from tutti.kernel.chance import Dice

LONGEST: Final = 12
"""Decisions of a line that are told."""
WAYS: Final = 64
"""Chance is asked so often what may follow an action, where the tree does not tell."""


def told(search: Search, world: Any, opening: int = NONE) -> tuple[tuple[int, int], ...]:
    """Player and action of each decision, from the root or behind its action ``opening``."""
    return tuple(_played(search, world, opening) if search.settling else search.line(LONGEST, opening))


def _played(search: Search, world: Any, opening: int) -> list[tuple[int, int]]:
    """In a tree whose positions have names of their own: played, so that actions have the names of this match."""
    game, mind, tree, dice = search.game, search.game.mind, search.tree, Dice(0)
    found: list[tuple[int, int]] = []
    s, node, how = game.copy(world), 0, 0
    while node != NONE and len(found) < LONGEST:
        best = tree.arm_of(0, opening) if not found and opening != NONE else tree.busiest_arm(node)
        if best == NONE or not tree.visits[best]:
            break
        name, (mover,) = int(tree.action[best]), game.active(s)
        a = next((a for a in game.legal(s, mover) if mind.renamed(a, how) == name), NONE)
        if a == NONE:  # another position with the same mark, once in many millions
            break
        found.append((mover, a))
        s, node, how = _after(search, s, mover, a, dice)
    return found


def _after(search: Search, s: Any, mover: int, a: int, dice: Dice) -> tuple[Any, int, int]:
    """The next question with a choice that the search looked at most, its node, and how names change there.

    NONE if the match is over or nobody looked.
    """
    game, mind, tree = search.game, search.game.mind, search.tree
    best, node, how, most = s, NONE, 0, 0
    for _ in range(WAYS):
        t = game.copy(s)
        game.apply(t, a, dice, mover)
        while (active := game.active(t)) and len(choices := mind.distinct(t, game.legal(t, active[0]))) == 1:
            game.apply(t, choices[0], dice, active[0])
        if active:
            at = int(tree.find(mind.settle(game.copy(t), search.room)))
            seen = int(tree.seen(at)) if at != NONE else 0
            if seen > most:
                best, node, how, most = t, at, int(search.room[0]), seen
    return best, node, how
