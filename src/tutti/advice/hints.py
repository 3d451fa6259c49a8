"""Hints: the best actions of a player, how sure that is, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tutti.advice.playouts import WORLDS, Aim, Aims, aims_of, play_out, weighed
from tutti.advice.reasons import Beside, look, reasons
from tutti.ai.bot import Bot, Budget
from tutti.ai.weighing import Estimate, Weighed
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective
from tutti.kernel.preview import Preview
from tutti.kernel.types import Fields, Remark

MOST: Final = 3
"""So many moves people can compare."""
SURE: Final = 2.5
"""Standard errors between moves that differ: about 95 % with as few trees as there are."""
SMALL_CHANCE, SMALL_POINTS = 0.005, 0.25
"""Moves that differ by less than both are as good as each other, however sure that is."""
EXPLAINING: Final = 0.25
"""The part of a budget of seconds that goes into reasons."""


@dataclass(frozen=True)
class Advice:
    """One action, how good it is, and what speaks for it or against it."""

    action: int
    same: tuple[int, ...]
    """Other legal actions that do in every way what this one does."""
    visits: int
    chance: Estimate
    """The share of the win to expect."""
    points: Estimate
    equal: bool
    """It cannot be told from the best, or is the best."""
    behind: Estimate
    """The share of the win that the best has more, search by search."""
    points_behind: Estimate
    sources: dict[str, float]
    """Mean points by source at the end of the playouts."""
    aims: tuple[Aim, ...]
    rivals: float | None
    reasons: tuple[Remark, ...]

    def json(self, actions: Sequence[str]) -> Fields:
        """The same as plain data, without what only the playouts tell."""
        return {
            "action": actions[self.action],
            "same": [actions[action] for action in self.same],
            "visits": self.visits,
            "chance": self.chance.mean,
            "error": self.chance.error,
            "points": self.points.mean,
            "points_error": self.points.error,
            "equal": self.equal,
            "reasons": [remark.json() for remark in self.reasons],
        }


@dataclass(frozen=True)
class Hint:
    """All that is to be said of a question."""

    advice: tuple[Advice, ...]
    """From the best down."""
    line: tuple[tuple[int, int], ...]
    """How it may go on after the best, as the bot sees it: player and action."""
    iterations: int
    """How long the bot searched, or how many positions it worked out; 0 if the playouts alone speak."""
    worlds: int
    fair: float
    """The share of the win of each player, were they all equal."""
    exact: bool = False
    """The rest of the match was worked out: chances are what they are, and no other move is better."""

    def json(self, actions: Sequence[str]) -> Fields:
        """The same as plain data, in the texts of a game's actions."""
        return {
            "candidates": [one.json(actions) for one in self.advice],
            "line": [[player, actions[action]] for player, action in self.line],
            "iterations": self.iterations,
            "fair": self.fair,
            "exact": self.exact,
        }


def hint(
    perspective: Perspective, bot: Bot, dice: Dice, top: int = MOST, worlds: int = WORLDS, seconds: float = math.inf
) -> Hint:
    """The ``top`` best actions, ranked by the bot's search, or by the playouts alone if it does not search.

    Actions that do the same in every way are one.
    The playouts that give reasons end after so many seconds.
    """
    legal, player = perspective.legal(), perspective.player
    twins = _twins(perspective)
    weighing = bot.weigh(perspective, dice, max(top, MOST)) if len(legal) > 1 else None
    if weighing is None:
        distinct = [action for action in legal if twins[action][0] == action]
        ends = play_out(perspective, distinct, worlds, dice, seconds)
        found = weighed(perspective, distinct, ends)
        compared = dict(zip(distinct, ends, strict=True))
        compared = {one.action: compared[one.action] for one in found[: max(top, MOST)]}
        iterations, exact = 0, False
    else:
        found, iterations, exact = _without(twins, weighing.weighed), weighing.iterations, weighing.exact
        actions = [one.action for one in found]
        compared = dict(zip(actions, play_out(perspective, actions, worlds, dice, seconds), strict=True))
    judged = [
        _Judged(one, look(perspective, one.action), aims_of(player, one.action, compared))
        for one in found
        if one.action in compared
    ]
    advice = tuple(_advice(player, one, judged, twins) for one in judged[:top])
    line = judged[0].move.line if len(legal) > 1 and iterations else ()
    players = perspective.game.players(perspective.sample(dice))
    return Hint(advice, line, iterations, len(compared[judged[0].move.action]), 1 / players, exact)


def explaining(seconds: float) -> tuple[Budget, float]:
    """How a budget of seconds is shared: for the search, and for its reasons."""
    return Budget(seconds=seconds * (1 - EXPLAINING)), seconds * EXPLAINING


def same(best: Weighed, other: Weighed, sure: float = SURE) -> bool:
    """Whether an action cannot be told from a better one, or differs by next to nothing."""
    if other is best:
        return True
    gap = best.ahead(other)
    if gap.worth.mean < sure * gap.worth.error or gap.worth.mean <= 0:
        return True
    return abs(gap.chance.mean) < SMALL_CHANCE and abs(gap.points.mean) < SMALL_POINTS


Twins = Mapping[int, Sequence[int]]
"""For each action all that do in every way what it does, itself among them, in ascending order."""


def _twins(perspective: Perspective) -> Twins:
    groups: list[list[int]] = []
    for action in perspective.legal():
        group = next((group for group in groups if perspective.alike(group[0], action)), None)
        if group is None:
            groups.append([action])
        else:
            group.append(action)
    return {action: group for group in groups for action in group}


def _without(twins: Twins, found: Sequence[Weighed]) -> list[Weighed]:
    """The first of those that do the same."""
    best: dict[int, Weighed] = {}
    for one in found:
        best.setdefault(twins[one.action][0], one)
    return list(best.values())


class _Judged(NamedTuple):
    """A move with all that reasons are made of."""

    move: Weighed
    seen: Preview
    aims: Aims


def _advice(player: int, one: _Judged, judged: Sequence[_Judged], twins: Twins) -> Advice:
    """``judged``: all that are compared, from the best down."""
    best, (move, seen, aims) = judged[0].move, one
    equal = same(best, move)
    gap = best.ahead(move)
    beside = _weaker(move, judged) if equal else Beside(gap, judged[0].seen, judged[0].aims)
    why = reasons(player, seen, aims, equal, beside)
    same_too = tuple(action for action in twins[move.action] if action != move.action)
    return Advice(
        move.action, same_too, move.visits, move.chance, move.points, equal, gap.chance, gap.points,
        aims.sources, aims.aims, aims.rivals, why,
    )  # fmt: skip


def _weaker(move: Weighed, judged: Sequence[_Judged]) -> Beside | None:
    """The best of those that are worse beyond doubt."""
    for other in judged:
        if not same(move, other.move):
            return Beside(move.ahead(other.move), other.seen, other.aims)
    return None
