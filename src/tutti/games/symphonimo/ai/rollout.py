# tutti: compiled
# tutti: hot
"""Random play to the end with classic Conductors, in one loop.

Why the rules are told here a second time: random matches are what researchers measure engines by, and this loop plays
them as quickly as plain C does (docs/performance.md). No bot needs it.

``Game.rollout`` plays the same with the rules themselves, choice for choice, and does so wherever ``may_play`` says
no; tests compare both. Here what a move touches is kept in registers and packed: a row or what a player gains is one
number, four bits a family.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.actions import COUNT, NTH
from tutti.games.symphonimo.rules.effects import NEXT, SEATS
from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.rules.steps.turn import place
from tutti.kernel.chance import Dice
from tutti.kernel.native import i64, u8, vec

NOTHING: Final = vec[i64]([0] * SEATS)
HEIGHT: Final = 44
"""Where the number of cards stands in a packed row, above its families."""
CARD: Final = vec[i64]([2 ** (4 * f) + 2**HEIGHT for f in range(FAMILIES)])
"""One card of a family in a packed row."""

LOW: Final = 6
"""Families in the first word of a packed bag, eight bits each; the others are in the second."""
ONE: Final = vec[i64]([2 ** (8 * (f if f < LOW else f - LOW)) for f in range(FAMILIES)])
ONES: Final = 0x010101010101
TOPS: Final = 0x808080808080
WORD: Final = 0xFFFFFFFFFFFF
MOST: Final = 127
"""Cards that a packed bag can hold."""


def may_play(s: State) -> bool:
    """Whether this is a match of classic Conductors at one of their questions."""
    faces = s.faces
    c: i64 = 0
    while c < s.n:
        if faces[c]:
            return False
        c += 1
    if s.deck + s.hidden > MOST:
        return False
    if s.deck:
        return s.step == st.TURN or s.step == st.PLACE
    return s.step == st.LAST or s.step == st.PLACE


def packed(bag: vec[u8], f: i64) -> i64:
    """Six families of a bag from ``f`` on, or as many as there are."""
    word: i64 = 0
    stop = f + LOW
    if stop > FAMILIES:
        stop = FAMILIES
    while f < stop:
        word += i64(bag[f]) * ONE[f]
        f += 1
    return word


def pick(low: i64, high: i64, at: i64) -> i64:
    """``chance.pick`` from a packed bag: sums up to each family side by side, and how many of them lie above ``at``."""
    sums = (low * ONES) & WORD
    more = (high * ONES + (sums >> 40) * ONES) & WORD
    bar = (MOST - at) * ONES
    above = (((sums + bar) & TOPS) >> 7) + (((more + bar) & TOPS) >> 7)
    return 2 * LOW - (((above * ONES) >> 40) & 255)


def play_on(s: State, dice: Dice) -> None:
    """To the end; see ``may_play``."""
    if s.step == st.PLACE:
        spaces = s.room * FAMILIES
        place(s, NTH[spaces + dice.below(COUNT[s.room])], dice)
    n = s.n
    bag = s.bag
    low = packed(bag, 0)
    high = packed(bag, LOW)
    cells = s.cards
    rows = NOTHING[:]
    holders: i64 = 0
    c: i64 = 0
    while c < n:
        at = st.ROWS + c * st.ROW
        holders |= i64(cells[at + st.HOLDER]) << (4 * c)
        stop = at + i64(cells[at + SIZE])
        while at < stop:
            rows[c] += CARD[i64(cells[at])]
            at += 1
        c += 1
    gains = NOTHING[:]
    limit = i64(s.d.limits[0])
    hidden = s.hidden
    deck = s.deck
    filled = s.filled
    room = s.room
    in_round = s.in_round
    player = s.player
    everyone: i64 = (1 << n) - 1
    while True:
        k: i64 = COUNT[filled]
        if deck:
            if room:
                k = dice.below(k + 1) - 1  # SO-010, SO-013, SO-016, SO-018
                if k < 0:  # SO-011
                    f = pick(low, high, dice.below(deck + hidden))
                    if f < LOW:
                        low -= ONE[f]
                    else:
                        high -= ONE[f]
                    deck -= 1
                    c = NTH[room * FAMILIES + dice.below(COUNT[room])]
                    row = rows[c] + CARD[f]
                    rows[c] = row
                    size = row >> HEIGHT
                    at = st.ROWS + c * st.ROW
                    cells[at + size - 1] = u8(f)
                    filled |= 1 << c
                    if size == limit:
                        room &= ~(1 << c)  # SO-012
                    player = NEXT[in_round * SEATS + player]
                    continue
            else:
                k = dice.below(k)
            c = NTH[filled * FAMILIES + k]
        else:  # SO-025
            chosen = dice.below(k + 1)
            c = -1
            if chosen < k:
                c = NTH[filled * FAMILIES + chosen]
        if c >= 0:  # SO-015
            gains[player] += rows[c]
            rows[c] = 0
            holders |= (player + 1) << (4 * c)
            filled ^= 1 << c
            room &= ~(1 << c)
        in_round &= ~(1 << player)
        if in_round:  # SO-007, SO-017
            player = NEXT[in_round * SEATS + player]
        elif deck:  # SO-020, SO-022
            s.round += 1
            filled = 0
            holders = 0
            room = everyone
            in_round = everyone
        else:
            break  # SO-027, SO-028
    c = 0
    while c < n:
        at = st.ROWS + c * st.ROW
        cells[at + SIZE] = u8(rows[c] >> HEIGHT)
        cells[at + st.HOLDER] = u8((holders >> (4 * c)) & 15)
        c += 1
    cell: i64 = 0
    p: i64 = 0
    while p < n:
        row = gains[p]
        stop = cell + FAMILIES
        while cell < stop:
            cells[cell] += u8(row & 15)
            row >>= 4
            cell += 1
        p += 1
    f = 0
    while f < LOW:
        bag[f] = u8(low & 255)
        low >>= 8
        f += 1
    while f < FAMILIES:
        bag[f] = u8(high & 255)
        high >>= 8
        f += 1
    s.deck = 0
    s.filled = filled
    s.room = room
    s.in_round = 0
    s.player = player
    s.step = st.OVER
