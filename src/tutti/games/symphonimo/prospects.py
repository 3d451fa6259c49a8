# tutti: compiled
"""What a sensible player thinks of an action: points aimed at, in thousandths. Lent to bots.

Everything here is public (SO-060), so the opinion needs no secrets. A set is worth what it scores now,
moved by what may still happen to it; a row is worth what it would change in a collection; drawing is
worth the row one may hope to take after it.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.actions import (
    A_DISCARD,
    A_DRAW,
    A_DROP,
    A_GIVE,
    A_KEEP,
    A_NO,
    A_PLACE,
    A_TAKE,
    A_YES,
)
from tutti.games.symphonimo.box import FAMILIES
from tutti.games.symphonimo.rules import (
    BIT,
    POWER_DISCARD_ONE,
    POWER_DISCARD_OWN,
    POWER_DRAW_ONE,
    POWER_PASS_LEFT,
)
from tutti.games.symphonimo.state import ROW, SIZE, State
from tutti.kernel.native import i64

NONE: Final = -1
LOW: Final = -100_000

MOST: Final = 8
"""Columns of the table below: 0, 1, … 7 or more cards of the family still to come."""
UNIT: Final = 20
"""The table counts in fiftieths of a point."""
# fmt: off
SETS: Final[bytes] = bytes((
    # Average points that a set brought its holder in the end, measured by self-play: one row for each
    # number of cards held (0 to 4; more are lost), one column for each number still to come.
    # two players
    0, 18, 22, 17, 41, 65, 82, 120,
    50, 34, 14, 53, 88, 110, 127, 121,
    0, 0, 85, 121, 133, 135, 122, 98,
    0, 143, 154, 149, 136, 116, 82, 50,
    250, 217, 175, 130, 84, 50, 50, 50,
    # three
    0, 19, 23, 25, 26, 34, 45, 84,
    50, 40, 27, 33, 49, 71, 89, 110,
    0, 0, 48, 86, 114, 132, 139, 150,
    0, 109, 145, 162, 165, 176, 163, 100,
    250, 241, 228, 204, 184, 177, 105, 100,
    # four and more
    0, 11, 17, 20, 23, 26, 30, 47,
    50, 45, 39, 37, 40, 47, 57, 76,
    0, 0, 29, 53, 76, 96, 109, 130,
    0, 89, 117, 145, 159, 169, 171, 181,
    250, 242, 230, 225, 230, 211, 187, 191,
))
# fmt: on
RIVAL: Final = 60
"""In thousandths: how likely each rival in the round is to take the row one hopes for."""
SPITE: Final = 150
"""In thousandths: how much a point for a rival counts against one's own."""


def prospect(s: State, player: i64, a: i64) -> i64:
    """The worth of a legal action for the player who decides."""
    if a == A_DRAW:
        return after_draw(s, player)
    if a < A_TAKE:
        return after_place(s, player, s.drawn, a - A_PLACE)
    if a < A_YES:
        return take_worth(s, player, a - A_TAKE, NONE)
    if a == A_YES:
        return take_worth(s, player, s.chosen, NONE)
    if a == A_NO:
        return hope(s, player, NONE, NONE)
    if a < A_DISCARD:
        return give_worth(s, player, s.chosen, NONE, a - A_GIVE)
    if a < A_DROP:
        return row_worth(s, player, s.chosen, NONE, a - A_DISCARD)
    if a < A_KEEP:
        return drop_worth(s, player, a - A_DROP)
    return 0  # end, or drop nothing


def to_come(s: State, f: i64) -> i64:
    """How many cards of a family are in nobody's collection and not gone, as a column of the table."""
    more = i64(s.d.values[f])
    cell = f
    while cell <= s.n * FAMILIES + f:  # the discards lie behind the last collection
        more -= i64(s.hands[cell])
        cell += FAMILIES
    return more if more < MOST else MOST - 1


def set_worth(s: State, f: i64, count: i64) -> i64:
    """What a set of so many cards of a family is worth to its holder."""
    return tabled(s.n, count, to_come(s, f))


def tabled(n: i64, count: i64, more: i64) -> i64:
    if count > 4:
        return 0
    table = n - 2 if n < 4 else 2
    return i64(SETS[(table * 5 + count) * MOST + more]) * UNIT


def collection_worth(s: State, player: i64) -> i64:
    """What the player's sets are worth."""
    total: i64 = 0
    f: i64 = 0
    while f < i64(s.d.in_play[s.n]):
        held = i64(s.hands[player * FAMILIES + f])
        if held <= 4:
            total += set_worth(s, f, held)
        f += 1
    return total


def gain(s: State, player: i64, f: i64, cards: i64) -> i64:
    """What so many more cards of a family change in a collection."""
    held = i64(s.hands[player * FAMILIES + f])
    if held > 4 and cards > 0:
        return 0
    more = to_come(s, f)
    return tabled(s.n, held + cards, more) - tabled(s.n, held, more)


def row_worth(s: State, player: i64, c: i64, extra: i64, without: i64) -> i64:
    """What the cards under a Conductor change, with one more (``extra``) and one less (``without``)."""
    rows = s.rows
    first = c * ROW
    stop = first + i64(rows[first + SIZE])
    total: i64 = 0
    cell = first
    while cell < stop:
        f = i64(rows[cell])
        cards: i64 = 0
        other = first
        while other < stop:
            if rows[other] == f:
                if other < cell:  # counted with its twin
                    cards = -stop
                cards += 1
            other += 1
        cell += 1
        if cards < 0:
            continue
        if f == extra:
            cards += 1
            extra = NONE
        if f == without:
            cards -= 1
            without = NONE
        if cards:
            total += gain(s, player, f, cards)
    if extra != NONE and extra != without:
        total += gain(s, player, extra, 1)
    return total


def give_worth(s: State, player: i64, c: i64, extra: i64, f: i64) -> i64:
    """SO-041: the row without the card given, and what that card does to the neighbour."""
    left = player + 1
    if left == s.n:
        left = 0
    return row_worth(s, player, c, extra, f) - gain(s, left, f, 1) * SPITE // 1000


def drop_worth(s: State, player: i64, f: i64) -> i64:
    """SO-043: a card less in the collection, seen together with what lies under the Conductor."""
    held = i64(s.hands[player * FAMILIES + f])
    coming = s.under(s.chosen, f) if s.chosen >= 0 else 0
    return set_worth(s, f, held - 1 + coming) - set_worth(s, f, held + coming)


def take_worth(s: State, player: i64, c: i64, extra: i64) -> i64:
    """What taking a Conductor is worth, its power included, with one more card (``extra``) under it."""
    face = s.faces[c]
    if face in (POWER_PASS_LEFT, POWER_DISCARD_ONE):
        best: i64 = LOW
        f: i64 = 0
        while f < FAMILIES:
            if s.under(c, f) or f == extra:
                if face == POWER_PASS_LEFT:
                    worth = give_worth(s, player, c, extra, f)
                else:
                    worth = row_worth(s, player, c, extra, f)
                if worth > best:
                    best = worth
            f += 1
        return best
    worth = row_worth(s, player, c, extra, NONE)
    if face == POWER_DISCARD_OWN:
        worth += best_drop(s, player)
    elif face == POWER_DRAW_ONE and s.deck:
        worth += next_card(s, player)
    return worth


def best_drop(s: State, player: i64) -> i64:
    best: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if s.hands[player * FAMILIES + f]:
            worth = gain(s, player, f, -1)
            if worth > best:
                best = worth
        f += 1
    return best


def next_card(s: State, player: i64) -> i64:
    """SO-044: what an unseen card changes on average."""
    total: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if s.bag[f]:
            total += i64(s.bag[f]) * gain(s, player, f, 1)
        f += 1
    return total // (s.deck + s.hidden)


def hope(s: State, player: i64, extra: i64, where: i64) -> i64:
    """What the player may hope to take later in the round, with a card (``extra``) put under ``where``.

    The best row if nobody takes it before; else the second best, or a new one.
    """
    best: i64 = LOW
    second: i64 = 0
    c: i64 = 0
    while c < s.n:
        if s.filled & BIT[c] or c == where:
            worth = take_worth(s, player, c, extra if c == where else NONE)
            if worth > best:
                if best > second:
                    second = best
                best = worth
            elif worth > second:
                second = worth
        c += 1
    if best < second:
        best = second
    lost: i64 = 0
    p: i64 = 0
    while p < s.n:
        if p != player and s.in_round & BIT[p]:
            lost += RIVAL
        p += 1
    return best - (best - second) * lost // 1000


def after_place(s: State, player: i64, f: i64, c: i64) -> i64:
    """Hope, less what the card under this Conductor gives to rivals on average (a spoilt row is welcome)."""
    given: i64 = 0
    rivals: i64 = 0
    p: i64 = 0
    while p < s.n:
        if p != player and s.in_round & BIT[p]:
            before = take_worth(s, p, c, NONE) if s.filled & BIT[c] else 0
            given += take_worth(s, p, c, f) - before
            rivals += 1
        p += 1
    worth = hope(s, player, f, c)
    return worth - given * SPITE // (1000 * rivals) if rivals else worth


def after_draw(s: State, player: i64) -> i64:
    """The best place for each card that may come, on average."""
    total: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if s.bag[f]:
            best: i64 = LOW
            c: i64 = 0
            while c < s.n:
                if s.room & BIT[c]:
                    worth = after_place(s, player, f, c)
                    if worth > best:
                        best = worth
                c += 1
            total += i64(s.bag[f]) * best
        f += 1
    return total // (s.deck + s.hidden)
