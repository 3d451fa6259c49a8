"""Which points an action aims at: it is played out, and the ends are compared with those of other actions.

Playouts begin in worlds that fit what the player has seen, the same for all actions, and everybody follows the game's
own opinion (``Mind.sensible``).
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tutti.ai.mind import mind_of
from tutti.ai.weighing import Sample, Weighed
from tutti.kernel.chance import Dice
from tutti.kernel.game import Game
from tutti.kernel.perspective import Perspective
from tutti.kernel.types import Result

WORLDS: Final = 32
LEAST: Final = 4
"""Worlds that are played out whatever the clock says: fewer prove nothing."""
SURE: Final = 2.5
"""A difference counts if it is so many standard errors from nothing (a dozen sources are looked at) …"""
WORTH: Final = 0.25
"""… and so many points at least."""
MOST_AIMS: Final = 4
SEED: Final = 2**31 - 1
WINNING: Final = 0.7
"""How much winning counts beside the margin, where playouts alone speak; as in the search."""


class Aim(NamedTuple):
    """Points from one source more (or less) than with the other actions."""

    source: str
    points: float


@dataclass(frozen=True)
class Aims:
    """What an action aims at, seen beside others."""

    sources: dict[str, float]
    """Mean points by source at the end."""
    aims: tuple[Aim, ...] = ()
    """Where it brings more than the other actions, and where less; the largest first."""
    rivals: float | None = None
    """Points that the best rival has more (or less) than with the other actions; None when there is no telling."""


def play_out(
    perspective: Perspective, actions: Sequence[int], worlds: int, dice: Dice, seconds: float = math.inf
) -> list[list[Result]]:
    """For each action the ends of ``worlds`` playouts. Playout ``n`` of every action begins in the same world.

    After so many seconds no further world is begun.
    """
    game = perspective.game
    ends: list[list[Result]] = [[] for _ in actions]
    start = time.perf_counter()
    for world_number in range(worlds):
        if world_number >= LEAST and time.perf_counter() - start > seconds:
            break
        world = perspective.sample(dice)
        seed = dice.below(SEED)
        for action, found in zip(actions, ends, strict=True):
            state, chance = game.copy(world), Dice(seed)
            game.apply(state, action, chance, perspective.player)
            found.append(_to_the_end(game, state, chance))
    return ends


def _to_the_end(game: Game[Any], state: Any, dice: Dice) -> Result:
    """Everybody takes what looks best at once; near ties by dice."""
    while active := game.active(state):
        player = active[0]
        choices = game.legal(state, player)
        action = int(mind_of(game).sensible(state, player, choices, dice)) if len(choices) > 1 else choices[0]
        game.apply(state, action, dice, player)
    result = game.result(state)
    assert result is not None  # nobody is active: the match is over
    return result


def weighed(perspective: Perspective, actions: Sequence[int], ends: Sequence[Sequence[Result]]) -> list[Weighed]:
    """Actions as the playouts alone judge them, from the best down; each world is a search of its own."""
    scale = mind_of(perspective.game).margin / 1000
    found = []
    for action, results in zip(actions, ends, strict=True):
        samples = tuple(_sample(end, perspective.player, scale) for end in results)
        found.append(Weighed(action, len(results), samples, ((perspective.player, action),)))
    return sorted(found, key=lambda one: (-one.worth.mean, one.action))


def _sample(end: Result, player: int, scale: float) -> Sample:
    chances = tuple(1 / len(end.winners) if p in end.winners else 0.0 for p in range(len(end.points)))
    margin = end.points[player] - _rival(end, player)
    lead = (1 + margin / (abs(margin) + scale)) / 2
    worth = WINNING * chances[player] + (1 - WINNING) * lead
    return Sample(worth, chances[player], end.points[player], chances, tuple(float(points) for points in end.points))


def aims_of(player: int, action: int, compared: Mapping[int, Sequence[Result]]) -> Aims:
    """What one of the compared actions aims at."""
    mine = compared[action]
    others = [ends for other, ends in compared.items() if other != action]
    sources = {name: _mean([end.sources[player][name] for end in mine]) for name in mine[0].sources[player]}
    if not others:
        return Aims(sources)
    aims = []
    for name in sources:
        more = _difference(
            [end.sources[player][name] for end in mine],
            [[end.sources[player][name] for end in ends] for ends in others],
        )
        if more is not None:
            aims.append(Aim(name, more))
    rivals = _difference(
        [_rival(end, player) for end in mine], [[_rival(end, player) for end in ends] for ends in others]
    )
    aims.sort(key=lambda aim: -abs(aim.points))
    return Aims(sources, tuple(aims[:MOST_AIMS]), rivals)


def _rival(end: Result, player: int) -> int:
    return max(points for other, points in enumerate(end.points) if other != player)


def _difference(mine: Sequence[int], others: Sequence[Sequence[int]]) -> float | None:
    """The mean of ``mine`` less that of ``others``, world by world; None if it may be chance or is next to nothing."""
    gaps = [own - _mean([row[world] for row in others]) for world, own in enumerate(mine)]
    middle = _mean(gaps)
    if len(gaps) < 2 or abs(middle) < WORTH:
        return None
    error = math.sqrt(sum((gap - middle) ** 2 for gap in gaps) / (len(gaps) - 1) / len(gaps))
    return middle if abs(middle) >= SURE * error else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
