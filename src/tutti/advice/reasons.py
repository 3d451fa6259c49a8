"""Why a move is good or bad, in remarks that have words: what the engine sees of it at once, and what it aims at."""

from __future__ import annotations

from typing import Final

from tutti.advice.playouts import Aims
from tutti.kernel.chance import Dice
from tutti.kernel.facts import Fields, Majority, Remark
from tutti.kernel.perspective import Perspective
from tutti.kernel.preview import SEED, Outlook, Preview

MOST: Final = 2
"""More reasons than this nobody reads."""


def look(perspective: Perspective, action: int) -> Preview:
    """What a legal action would do as far as its player can know, without the view."""
    game, player = perspective.game, perspective.player
    world = perspective.sample(Dice(SEED))
    return Outlook(game, world, player).look([game.actions[action]], False, lambda state, who, text: action)


def reasons(player: int, seen: Preview, aims: Aims, good: bool) -> tuple[Remark, ...]:
    """What speaks for a good move; of one that is not, what speaks against it comes first."""
    merits = [*seen.merits, *_leads(player, seen), *_brings(player, seen), *_promises(aims)]
    if good:
        return tuple(merits[:MOST])
    return tuple([*[*seen.warnings, *_losses(player, seen), *_costs(aims)][:1], *merits][:MOST])


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
    found = [Remark("aims_at", args={"source": s, "points": round(points, 1)}) for s, points in aims.aims if points > 0]
    if aims.rivals is not None and aims.rivals < 0:
        found.append(Remark("slows_rival", args={"points": round(-aims.rivals, 1)}))
    return found


def _costs(aims: Aims) -> list[Remark]:
    found = [
        Remark("gives_up", args={"source": s, "points": round(-points, 1)}) for s, points in aims.aims if points < 0
    ]
    if aims.rivals is not None and aims.rivals > 0:
        found.append(Remark("helps_rival", args={"points": round(aims.rivals, 1)}))
    return found
