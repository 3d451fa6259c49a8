# tutti: compiled
"""What a collection is worth, and who comes before whom."""

from __future__ import annotations

from functools import cache

from tutti.games.symphonimo.pack.box import FAMILIES, Box
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.native import i64


def points(s: State, player: i64) -> i64:  # tutti: hot
    """SO-035, SO-036."""
    cards, worth = s.cards, s.d.worth
    total: i64 = 0
    cell, stop = player * FAMILIES, (player + 1) * FAMILIES
    while cell < stop:
        total += worth[i64(cards[cell])]
        cell += 1
    return total


def sets(s: State, player: i64, size: i64) -> i64:
    """How many families the player holds in exactly this number."""
    held = s.cards
    found: i64 = 0
    cell, stop = player * FAMILIES, (player + 1) * FAMILIES
    while cell < stop:
        if i64(held[cell]) == size:
            found += 1
        cell += 1
    return found


def tally(s: State, player: i64) -> i64:  # tutti: hot
    """SO-037: points, then quartets, in one number."""
    total: i64 = 0
    cards = s.cards
    worth = s.d.tally
    f = player * FAMILIES
    stop = f + FAMILIES
    while f < stop:
        total += worth[i64(cards[f])]
        f += 1
    return total


def place(s: State, player: i64) -> i64:  # tutti: hot
    """SO-037: 1 for the first; players who are level share a place."""
    own = tally(s, player)
    before: i64 = 0
    p: i64 = 0
    while p < s.n:
        if tally(s, p) > own:
            before += 1
        p += 1
    return before + 1


def winners(s: State, players: i64) -> i64:  # tutti: hot
    """The mask of the best among the first ``players``."""
    best: i64 = -1
    mask: i64 = 0
    p: i64 = 0
    while p < players:
        own = tally(s, p)
        if own > best:
            best = own
            mask = 0
        if own == best:
            mask |= 1 << p
        p += 1
    return mask


def sources(s: State) -> tuple[dict[str, int], ...]:
    """SO-035: the points of each player by kind of set."""
    found: list[dict[str, int]] = []
    for p in range(s.n):
        row: dict[str, int] = {}
        for name, cards, worth in _plurals(s.d):
            row[name] = sets(s, p, cards) * worth
        found.append(row)
    return tuple(found)


@cache
def _plurals(d: Box) -> tuple[tuple[str, int, int], ...]:
    """The sets by their names as sources of points."""
    return tuple([(name + "s", cards, worth) for name, cards, worth in d.sets])
