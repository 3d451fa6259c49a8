"""Why a move is good or bad, in remarks that have words: what the engine sees of it at once, and what it aims at."""

from __future__ import annotations

from typing import Final, NamedTuple

from tutti.advice.playouts import Aims
from tutti.ai.weighing import Gap
from tutti.kernel.chance import Dice
from tutti.kernel.perspective import Perspective
from tutti.kernel.preview import SEED, Outlook, Preview
from tutti.kernel.types import Fields, Majority, Remark

MOST: Final = 2
"""More reasons than this nobody reads."""
SURE: Final = 2.5
"""Standard errors between expected points that differ."""
LEAST: Final = 0.05
"""Less than this would be told as nothing."""


class Beside(NamedTuple):
    """Another move that differs from this one beyond doubt: the next weaker one of a good move, the best of a bad."""

    gap: Gap
    """What the better of the two has more."""
    seen: Preview
    aims: Aims


def look(perspective: Perspective, action: int) -> Preview:
    """What a legal action would do as far as its player can know, without the view."""
    game, player = perspective.game, perspective.player
    world = perspective.sample(Dice(SEED))
    return Outlook(game, world, player).look([game.actions[action]], False, lambda state, who, text: action).judged()


def reasons(player: int, seen: Preview, aims: Aims, good: bool, beside: Beside | None = None) -> tuple[Remark, ...]:
    """What speaks for a good move; of one that is not, what speaks against it comes first.

    Where nothing is to be seen of the move itself, it is compared with the one beside it: then there is a reason.
    """
    merits = [*seen.merits, *_leads(player, seen), *_brings(player, seen), *_promises(aims)]
    if good:
        found = merits
    else:
        found = [*_against(player, seen, aims)[:1], *merits]
    if not found and beside is not None:
        found = _better(player, seen, beside) if good else _worse(beside.gap)
    return tuple(found[:MOST])


def _against(player: int, seen: Preview, aims: Aims) -> list[Remark]:
    return [*seen.warnings, *_losses(player, seen), *_costs(aims)]


def _better(player: int, seen: Preview, beside: Beside) -> list[Remark]:
    """What the next weaker move has against it and this one has not; else what the search expects."""
    for remark in _against(player, beside.seen, beside.aims):
        if remark not in seen.warnings:
            return [Remark("next_weaker", args={"warning": {"name": remark.code, "args": dict(remark.args)}})]
    points, chance = beside.gap.points, beside.gap.chance
    if points.mean >= max(LEAST, SURE * points.error):
        return [Remark("expects_more", args={"points": tenths(points.mean)})]
    if chance.mean * 100 >= LEAST:
        return [Remark("wins_more", args={"percent": tenths(chance.mean * 100)})]
    return [Remark("stays_ahead")]  # no more points and no more wins: what is left is the margin


def _worse(gap: Gap) -> list[Remark]:
    points, chance = gap.points, gap.chance
    if points.mean >= max(LEAST, SURE * points.error):
        return [Remark("expects_less", args={"points": tenths(points.mean)})]
    if chance.mean * 100 >= LEAST:
        return [Remark("wins_less", args={"percent": tenths(chance.mean * 100)})]
    return [Remark("falls_behind")]


def tenths(number: float) -> float:
    """As people say it: with one digit after the point, and with none where it would be 0."""
    short = round(number, 1)
    return int(short) if short == int(short) else short


def _leads(player: int, seen: Preview) -> list[Remark]:
    """Majorities that the player takes at once, alone or beside others."""
    found = []
    for before, after in seen.majorities:
        if player not in after.leaders or before.leaders == (player,):
            continue
        others = [other for other in before.leaders if other != player]
        if after.leaders != (player,):
            if player not in before.leaders and others:
                found.append(Remark("shares_lead", args={"majority": _named(after), "players": others}))
        elif others:
            found.append(Remark("takes_lead", args={"majority": _named(after), "players": others}))
        else:
            found.append(Remark("leads", args={"majority": _named(after)}))
    return found


def _losses(player: int, seen: Preview) -> list[Remark]:
    """Majorities that the player gives away."""
    return [
        Remark("loses_lead", args={"majority": _named(after), "players": list(after.leaders)})
        for before, after in seen.majorities
        if player in before.leaders and player not in after.leaders and after.leaders
    ]


def _named(majority: Majority) -> Fields:
    """A majority as words need it: its name, and which one."""
    return {"name": majority.name, "args": dict(majority.args)}


def _brings(player: int, seen: Preview) -> list[Remark]:
    """Points that it brings at once, by source, the most first; a game without sources has only ``points``."""
    more = {name: after[player] - before[player] for name, (before, after) in seen.sources.items() if name != "points"}
    order = sorted((name for name in more if more[name] > 0), key=lambda name: -more[name])
    return [Remark("brings", args={"points": more[name], "source": name}) for name in order]


def _promises(aims: Aims) -> list[Remark]:
    found = [Remark("aims_at", args={"source": s, "points": tenths(points)}) for s, points in aims.aims if points > 0]
    if aims.rivals is not None and aims.rivals < 0:
        found.append(Remark("slows_rival", args={"points": tenths(-aims.rivals)}))
    return found


def _costs(aims: Aims) -> list[Remark]:
    found = [Remark("gives_up", args={"source": s, "points": tenths(-points)}) for s, points in aims.aims if points < 0]
    if aims.rivals is not None and aims.rivals > 0:
        found.append(Remark("helps_rival", args={"points": tenths(aims.rivals)}))
    return found
