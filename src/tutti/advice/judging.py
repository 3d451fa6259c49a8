"""One decision of a finished match: how good the move was, and whether another was better beyond doubt."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from tutti.advice.hints import same
from tutti.advice.moments import Moment
from tutti.advice.playouts import Aims, aims_of, play_out
from tutti.advice.reasons import Beside, look, reasons
from tutti.ai import roster
from tutti.ai.bot import Budget
from tutti.ai.weighing import Estimate, Sample, Weighed
from tutti.kernel.chance import Dice
from tutti.kernel.types import Fields

ADVISER: Final = "maestro"
RIVALS: Final = 2
"""So many of the best moves are measured beside the one that was played."""
CERTAIN: Final = 4.0
"""Standard errors between moves of which one is called better: a match has hundreds of decisions."""
WORLDS: Final = 8
"""Playouts that give reasons for a better move."""
DIGITS: Final = 6


def judged(moment: Moment, iterations: int, seed: int) -> Fields:
    """The decision as the analysis tells it, and under ``search`` what joining needs (``chronicle.Searched``)."""
    perspective = moment.perspective
    game, player = perspective.game, perspective.player
    dice = Dice(int.from_bytes(hashlib.blake2b(f"{seed}:{moment.entry}".encode(), digest_size=7).digest(), "big"))
    bot = roster.bot(ADVISER).at(Budget(iterations=iterations))
    weighing = bot.weigh(perspective, dice, RIVALS, (moment.played,))
    assert weighing is not None  # the adviser searches
    best = weighing.weighed[0]
    mine = next(one for one in weighing.weighed if one.action == moment.played)
    certain = not same(best, mine, CERTAIN)
    aims = {best.action: Aims({}), mine.action: Aims({})}
    if certain:
        both = [mine.action, best.action]
        compared = dict(zip(both, play_out(perspective, both, WORLDS, dice), strict=True))
        aims = {action: aims_of(player, action, compared) for action in both}
    gap = best.ahead(mine)

    def move(one: Weighed, good: bool) -> Fields:
        seen = look(perspective, one.action)
        beside = Beside(gap, look(perspective, mine.action), aims[mine.action]) if certain and good else None
        line = one.line if certain else ()
        return {
            "action": game.actions[one.action],
            "visits": one.visits,
            "chance": _short(one.chance.mean),
            "error": _short(one.chance.error),
            "points": _short(one.points.mean),
            "points_error": _short(one.points.error),
            "chances": [_short(each.mean) for each in one.chances],
            "scores": [_short(each.mean) for each in one.scores],
            "reasons": [remark.json() for remark in reasons(player, seen, aims[one.action], good, beside)],
            "line": [[p, game.actions[action]] for p, action in line],
            "preview": seen.json() if certain else None,
        }

    return {
        "entry": moment.entry,
        "player": player,
        "round": moment.round,
        "moves": len(perspective.legal()),
        "played": move(mine, not certain),
        "better": move(best, True) if certain else None,
        "loss": _short(gap.chance.mean),
        "loss_error": _short(gap.chance.error),
        "points_loss": _short(gap.points.mean),
        "points_loss_error": _short(gap.points.error),
        "search": {
            "iterations": iterations,
            "seed": seed,
            "chance": _searched(best, mine, lambda sample: sample.chances),
            "points": _searched(best, mine, lambda sample: sample.scores),
        },
    }


def _searched(best: Weighed, mine: Weighed, row: Callable[[Sample], Sequence[float]]) -> Fields:
    """Of every player, mean and error: with the best move, with the one played, and of what the best has more."""
    tops = [row(one) for one in best.samples if one]
    owns = [row(one) for one in mine.samples if one]
    gaps = [[a - b for a, b in zip(top, own, strict=True)] for top, own in zip(tops, owns, strict=True)]
    return {"best": _columns(tops), "played": _columns(owns), "gap": _columns(gaps)}


def _columns(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """Mean and error of each player's column."""
    found = [Estimate.of(column) for column in zip(*rows, strict=True)]
    return [[_short(one.mean), _short(one.error)] for one in found]


def _short(number: float) -> float:
    return round(number, DIGITS)
