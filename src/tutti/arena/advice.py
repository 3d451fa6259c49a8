"""Hints: the best actions of a player, and which points each of them aims at.

What an action aims at is found by playing it out from worlds that fit what the player has seen, all seats by the game's
own opinion (``Mind.prospect``), and comparing where the points came from with the other actions in the same worlds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tutti.kernel.bot import Bot
from tutti.kernel.chance import Dice
from tutti.kernel.facts import Result
from tutti.kernel.game import Game
from tutti.kernel.perspective import Perspective

WORLDS: Final = 32
SURE: Final = 2.5
"""A difference counts if it is so many standard errors from nothing (a dozen sources are looked at) …"""
WORTH: Final = 0.25
"""… and so many points at least."""
COMPARED: Final = 3
"""So many of the best actions are compared, even if fewer are wanted."""
MOST_AIMS: Final = 4
SEED: Final = 2**31 - 1


class Aim(NamedTuple):
    """Points from one source more (or less) than with the other actions."""

    source: str
    points: float


@dataclass(frozen=True)
class Advice:
    """One action, how good it is, and what it aims at."""

    action: int
    chance: float
    points: float
    visits: int
    sources: dict[str, float]
    """Mean points by source at the end."""
    aims: tuple[Aim, ...]
    """Where it brings more than the other actions, and where less; the largest first."""
    rivals: float | None
    """Points that the best rival has more (or less) than with the other actions; None when there is no telling."""


@dataclass(frozen=True)
class Hint:
    """All that is to be said of a question."""

    advice: tuple[Advice, ...]
    """From the best down."""
    line: tuple[tuple[int, int], ...]
    """How it may go on, as the bot sees it: player and action."""
    iterations: int
    """How long the bot searched; 0 if it does not search, and the playouts alone speak."""
    worlds: int


class _Candidate(NamedTuple):
    action: int
    chance: float
    points: float
    visits: int


def hint(perspective: Perspective, bot: Bot, dice: Dice, top: int = 3, worlds: int = WORLDS) -> Hint:
    """The ``top`` best actions, ranked by the bot's search, or by the playouts alone if it does not search."""
    thought = bot.think(perspective, dice) if len(perspective.legal()) > 1 else None
    line: tuple[tuple[int, int], ...] = ()
    iterations = 0
    if thought is None or not thought.candidates:
        actions = list(perspective.legal())
        ends = play_out(perspective, actions, worlds, dice)
        ranked = _ranked(perspective.player, actions, ends)
    else:
        looked_at = [one for one in thought.candidates if one.visits] or thought.candidates[:1]
        ranked = [_Candidate(one.action, one.chance, one.points, one.visits) for one in looked_at]
        line, iterations = thought.line, thought.iterations
        actions = [one.action for one in ranked[: max(top, COMPARED)]]
        ends = play_out(perspective, actions, worlds, dice)
    shown = ranked[:top]
    compared = {one.action: ends[actions.index(one.action)] for one in ranked[: max(top, COMPARED)]}
    advice = tuple(_advice(perspective.player, one, compared) for one in shown)
    return Hint(advice, line, iterations, worlds)


def play_out(perspective: Perspective, actions: Sequence[int], worlds: int, dice: Dice) -> list[list[Result]]:
    """For each action the ends of ``worlds`` playouts. Playout ``n`` of every action begins in the same world."""
    game = perspective.game
    ends: list[list[Result]] = [[] for _ in actions]
    for _ in range(worlds):
        world = perspective.sample(dice)
        seed = dice.below(SEED)
        for action, found in zip(actions, ends, strict=True):
            state, chance = game.copy(world), Dice(seed)
            game.apply(state, action, chance, perspective.player)
            found.append(_to_the_end(game, state, chance))
    return ends


def _to_the_end(game: Game[Any], state: Any, dice: Dice) -> Result:
    """Everybody takes what looks best at once; ties by dice."""
    while active := game.active(state):
        player = active[0]
        choices = game.legal(state, player)
        action = choices[0]
        if len(choices) > 1:
            worth = [game.mind.prospect(state, player, choice) for choice in choices]
            most = max(worth)
            best = [choice for choice, value in zip(choices, worth, strict=True) if value == most]
            action = best[dice.below(len(best))]
        game.apply(state, action, dice, player)
    result = game.result(state)
    assert result is not None  # nobody is active: the match is over
    return result


def _ranked(player: int, actions: Sequence[int], ends: Sequence[Sequence[Result]]) -> list[_Candidate]:
    found = []
    for action, results in zip(actions, ends, strict=True):
        wins = [1 / len(end.winners) if player in end.winners else 0.0 for end in results]
        points = [end.points[player] for end in results]
        found.append(_Candidate(action, sum(wins) / len(wins), sum(points) / len(points), len(results)))
    return sorted(found, key=lambda one: (-one.chance, -one.points, one.action))


def _advice(player: int, one: _Candidate, compared: dict[int, list[Result]]) -> Advice:
    mine = compared[one.action]
    others = [ends for action, ends in compared.items() if action != one.action]
    sources = {name: _mean([end.sources[player][name] for end in mine]) for name in mine[0].sources[player]}
    aims: list[Aim] = []
    rivals: float | None = None
    if others:
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
    return Advice(one.action, one.chance, one.points, one.visits, sources, tuple(aims[:MOST_AIMS]), rivals)


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
