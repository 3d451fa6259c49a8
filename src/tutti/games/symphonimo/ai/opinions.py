# tutti: compiled
# tutti: hot
"""What a sensible player thinks of an action: points aimed at, in thousandths. Lent to bots.

Everything here is public (SO-060), so the opinion needs no secrets. A set is worth what it scores now,
moved by what may still happen to it; a row is worth what it would change in a collection; drawing is
worth the row one may hope to take after it.

Two things are worked out once for a question and handed on: ``more``, how many cards of each family are still
to come, four bits a family; and ``now``, what each row is worth to each player as it lies.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.pack.box import (
    FAMILIES,
    MOST_CARDS,
    POWER_DISCARD_ONE,
    POWER_DISCARD_OWN,
    POWER_DRAW_ONE,
    POWER_PASS_LEFT,
    SIZE,
)
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules.state import ROW, ROWS, State
from tutti.kernel.native import i64, vec

NONE: Final = -1
LOW: Final = -100_000

COLUMNS: Final = 8
"""Of the table below: 0, 1, … 7 or more cards of the family still to come."""
UNIT: Final = 20
"""The table counts in fiftieths of a point."""
HELD: Final = 5
"""Its rows for one number of players: 0 to 4 cards held; more are lost."""
# fmt: off
MEASURED: Final[bytes] = bytes((
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
TABLE: Final = (MOST_CARDS + 1) * COLUMNS
SCORED: Final[bytes] = bytes((0, 50, 0, 0, 250))
"""What so many cards score (SO-035), in the same unit."""
ENDING: Final[bytes] = bytes(
    (3 * MEASURED[held * COLUMNS + more] + 2 * SCORED[held]) // 5 for held in range(HELD) for more in range(COLUMNS)
)
"""The table for two players near the end: two fifths are what a set scores as it is."""
END_TABLE: Final = 3
NEAR: Final = 9
"""Cards in the deck with which the end of a match of two is near."""
SETS: Final[bytes] = b"".join(
    (MEASURED + ENDING)[table * HELD * COLUMNS : (table + 1) * HELD * COLUMNS].ljust(TABLE, b"\0") for table in range(4)
)
"""The same with a row for every number of cards that somebody can hold."""
RIVAL: Final = 60
"""In thousandths: how likely each rival in the round is to take the row one hopes for."""
SPITE: Final = 150
"""In thousandths: how much a point for a rival counts against one's own."""
SEATS: Final = 6
"""Cells of a player in ``now``."""
CARD: Final = vec[i64]([1 << (4 * f) for f in range(FAMILIES)])
"""One card of a family, in four bits a family."""
UNKNOWN: Final = vec[i64]([0] * (SEATS * SEATS))


def prospect(s: State, player: i64, a: i64) -> i64:
    """The worth of a legal action for the player who decides."""
    more = to_come(s)
    return worth_of(s, more, rows_now(s, more), player, a)


def opinions(s: State, player: i64, choices: tuple[int, ...]) -> vec[i64]:
    """The worth of all choices of a question."""
    more = to_come(s)
    now = rows_now(s, more)
    found = vec[i64]([0] * len(choices))
    i: i64 = 0
    while i < len(choices):
        found[i] = worth_of(s, more, now, player, choices[i])
        i += 1
    return found


def worth_of(s: State, more: i64, now: vec[i64], player: i64, a: i64) -> i64:
    if a == act.A_DRAW:
        return after_draw(s, more, now, player)
    if a < act.A_TAKE:
        return after_place(s, more, now, player, s.drawn, a - act.A_PLACE)
    if a < act.A_YES:
        return now[player * SEATS + a - act.A_TAKE]
    if a == act.A_YES:
        return now[player * SEATS + s.chosen]
    if a == act.A_NO:
        return hope(s, more, now, player, NONE, NONE)
    if a < act.A_DISCARD:
        return give_worth(s, more, player, s.chosen, NONE, a - act.A_GIVE)
    if a < act.A_DROP:
        return row_worth(s, more, player, s.chosen, NONE, a - act.A_DISCARD)
    if a < act.A_KEEP:
        return drop_worth(s, more, player, a - act.A_DROP)
    return 0  # end, or drop nothing


# -- sets ----------------------------------------------------------------------------------------


def to_come(s: State) -> i64:
    """How many cards of each family are in nobody's collection and not gone, as columns of the table."""
    cards = s.cards
    values = s.d.values
    stop = (s.n + 1) * FAMILIES  # the discards lie behind the last collection
    packed: i64 = 0
    f: i64 = FAMILIES
    while f > 0:
        f -= 1
        left = i64(values[f])
        cell = f
        while cell < stop:
            left -= i64(cards[cell])
            cell += FAMILIES
        if left >= COLUMNS:
            left = COLUMNS - 1
        packed = (packed << 4) | left
    return packed


def is_near(s: State) -> bool:
    """Whether this is the end of a match of two."""
    return s.n == 2 and s.deck <= NEAR


def table_of(s: State) -> i64:
    """Where the table for an opinion begins."""
    table = s.n - 2
    if table > 2:
        table = 2
    elif not table and s.deck <= NEAR:
        table = END_TABLE
    return table * TABLE


def first_of(s: State, more: i64, f: i64) -> i64:
    """Where the table tells of a family: no card held, as many to come as there are."""
    return table_of(s) + ((more >> (f * 4)) & 15)


def collection_worth(s: State, player: i64) -> i64:
    """What the player's sets are worth."""
    more = to_come(s)
    table = s.n - 2
    if table > 2:
        table = 2
    table *= TABLE
    cards = s.cards
    hand = player * FAMILIES
    total: i64 = 0
    f: i64 = 0
    while f < i64(s.d.in_play[s.n]):
        row = i64(cards[hand + f]) * COLUMNS
        total += i64(SETS[table + ((more >> (f * 4)) & 15) + row])
        f += 1
    return total * UNIT


def gain(s: State, more: i64, player: i64, f: i64, cards: i64) -> i64:
    """What so many more cards of a family change in a collection."""
    hand = player * FAMILIES
    held = i64(s.cards[hand + f])
    at = first_of(s, more, f) + held * COLUMNS
    new = at + cards * COLUMNS
    return (i64(SETS[new]) - i64(SETS[at])) * UNIT


# -- rows ----------------------------------------------------------------------------------------


def row_worth(s: State, more: i64, player: i64, c: i64, extra: i64, without: i64) -> i64:
    """What the cards under a Conductor change, with one more (``extra``) and one less (``without``).

    Card after card: each finds the set that those before it have made.
    """
    cards = s.cards
    sets = SETS
    table = table_of(s)
    hand = player * FAMILIES
    cell = ROWS + c * ROW
    stop = cell + i64(cards[cell + SIZE])
    seen: i64 = 0
    total: i64 = 0
    while True:
        if cell < stop:
            f = i64(cards[cell])
            cell += 1
        elif extra != NONE:
            f = extra
            extra = NONE
        else:
            return total * UNIT
        if f == without:
            without = NONE
            continue
        shift = f * 4
        held = i64(cards[hand + f]) + ((seen >> shift) & 15)
        at = table + held * COLUMNS + ((more >> shift) & 15)
        total += i64(sets[at + COLUMNS]) - i64(sets[at])
        seen += CARD[f]


def give_worth(s: State, more: i64, player: i64, c: i64, extra: i64, f: i64) -> i64:
    """SO-041: the row without the card given, and what that card does to the neighbour."""
    left = player + 1
    if left == s.n:
        left = 0
    return row_worth(s, more, player, c, extra, f) - gain(s, more, left, f, 1) * SPITE // 1000


def drop_worth(s: State, more: i64, player: i64, f: i64) -> i64:
    """SO-043: a card less in the collection, seen together with what lies under the Conductor."""
    hand = player * FAMILIES
    held = i64(s.cards[hand + f])
    if s.chosen >= 0:
        held += s.under(s.chosen, f)
    at = first_of(s, more, f) + held * COLUMNS
    return (i64(SETS[at - COLUMNS]) - i64(SETS[at])) * UNIT


def take_worth(s: State, more: i64, player: i64, c: i64, extra: i64) -> i64:
    """What taking a Conductor is worth, its power included, with one more card (``extra``) under it."""
    face = i64(s.faces[c])
    if face in (POWER_PASS_LEFT, POWER_DISCARD_ONE):
        best: i64 = LOW
        f: i64 = 0
        while f < FAMILIES:
            if f == extra or s.under(c, f):
                if face == POWER_PASS_LEFT:
                    worth = give_worth(s, more, player, c, extra, f)
                else:
                    worth = row_worth(s, more, player, c, extra, f)
                if worth > best:
                    best = worth
            f += 1
        return best
    worth = row_worth(s, more, player, c, extra, NONE)
    if face == POWER_DISCARD_OWN:
        worth += best_drop(s, more, player)
    elif face == POWER_DRAW_ONE and s.deck:
        worth += next_card(s, more, player)
    return worth


def best_drop(s: State, more: i64, player: i64) -> i64:
    cards = s.cards
    hand = player * FAMILIES
    best: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if cards[hand + f]:
            worth = gain(s, more, player, f, -1)
            if worth > best:
                best = worth
        f += 1
    return best


def next_card(s: State, more: i64, player: i64) -> i64:
    """SO-044: what an unseen card changes on average."""
    total: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if s.bag[f]:
            total += i64(s.bag[f]) * gain(s, more, player, f, 1)
        f += 1
    return total // (s.deck + s.hidden)


def rows_now(s: State, more: i64) -> vec[i64]:
    """What each row is worth to each player in the round, at player * SEATS + Conductor; 0 where nothing lies."""
    now = UNKNOWN[:]
    p: i64 = 0
    while p < s.n:
        if (s.in_round >> p) & 1:
            add_rows(s, more, now, p)
        p += 1
    return now


def add_rows(s: State, more: i64, now: vec[i64], player: i64) -> None:
    filled = s.filled
    cell = player * SEATS
    c: i64 = 0
    while filled:
        if filled & 1:
            now[cell + c] = take_worth(s, more, player, c, NONE)
        filled >>= 1
        c += 1


# -- the round -----------------------------------------------------------------------------------


def hope(s: State, more: i64, now: vec[i64], player: i64, extra: i64, where: i64) -> i64:
    """What the player may hope to take later in the round, with a card (``extra``) put under ``where``.

    The best row if nobody takes it before; else the second best, or a new one.
    """
    best: i64 = LOW
    second: i64 = 0
    filled = s.filled
    lost: i64 = 0
    c: i64 = 0
    while c < s.n:
        if c == where or (filled >> c) & 1:
            if c == where:
                worth = take_worth(s, more, player, c, extra)
            else:
                worth = now[player * SEATS + c]
            if worth > best:
                if best > second:
                    second = best
                best = worth
            elif worth > second:
                second = worth
        if c != player and (s.in_round >> c) & 1:  # here c is a player
            lost += RIVAL
        c += 1
    if best < second:
        best = second
    return best - (best - second) * lost // 1000


def after_place(s: State, more: i64, now: vec[i64], player: i64, f: i64, c: i64) -> i64:
    """Hope, less what the card under this Conductor gives to rivals on average (a spoilt row is welcome)."""
    given: i64 = 0
    rivals: i64 = 0
    p: i64 = 0
    while p < s.n:
        if p != player and (s.in_round >> p) & 1:
            given += take_worth(s, more, p, c, f) - now[p * SEATS + c]
            rivals += 1
        p += 1
    worth = hope(s, more, now, player, f, c)
    if rivals:
        worth -= given * SPITE // (1000 * rivals)
    return worth


def best_place(s: State, more: i64, now: vec[i64], player: i64, f: i64) -> tuple[i64, i64]:
    """The Conductor under which a card serves the player best, and what that is worth."""
    best: i64 = LOW
    row: i64 = NONE
    room = s.room
    c: i64 = 0
    while room:
        if room & 1:
            worth = after_place(s, more, now, player, f, c)
            if worth > best:
                best = worth
                row = c
        room >>= 1
        c += 1
    return row, best


def after_draw(s: State, more: i64, now: vec[i64], player: i64) -> i64:
    """The best place for each card that may come, on average."""
    total: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if s.bag[f]:
            total += i64(s.bag[f]) * best_place(s, more, now, player, f)[1]
        f += 1
    return total // (s.deck + s.hidden)
