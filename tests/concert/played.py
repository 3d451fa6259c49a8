"""Matches to be performed: every number of players, every Master, all variants."""

from __future__ import annotations

from functools import cache

import tutti
from support.kits import kit
from tutti import concert
from tutti.kernel.types import Fields
from tutti.performance import Performance

TABLES = kit("symphony").PLAYTHROUGHS
FEW = [*(f"{n}p" for n in range(2, 7)), "2p-karajan-black-sides", "3p-wagner-progressive-audience"]
"""For what takes long: every number of players, black sheets, and most variants at once."""


def by_chance(players: int, options: Fields, seed: int = 1, moves: int = 100_000) -> tutti.Match:
    """A match after so many moves by chance."""
    match, dice = tutti.Match.new("symphony", players, seed, options), tutti.Dice(seed)
    while match.active and len(match.log) < moves:
        player = match.active[0]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    return match


@cache
def performance(table: str) -> Performance:
    return concert.performance_of(by_chance(*TABLES[table]))
