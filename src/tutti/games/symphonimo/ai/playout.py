# tutti: compiled
# tutti: hot
"""Quick sensible play for searches. It weighs a draw by one card that may come, not by all of them."""

from __future__ import annotations

from tutti.games.symphonimo.ai.opinions import (
    LOW,
    NONE,
    SEATS,
    UNKNOWN,
    add_rows,
    best_place,
    rows_now,
    to_come,
    worth_of,
)
from tutti.games.symphonimo.rules.actions import A_DRAW, A_END, A_PLACE, A_TAKE
from tutti.games.symphonimo.rules.state import LAST, PLACE, TURN, State
from tutti.kernel.chance import Dice, pick
from tutti.kernel.native import i64


def sensible(s: State, choices: tuple[int, ...], dice: Dice) -> i64:
    """What a player in a hurry does."""
    step = s.step
    best: i64 = choices[0]
    if len(choices) == 1:
        return best
    more = to_come(s)
    if step == PLACE:
        return A_PLACE + best_place(s, more, rows_now(s, more), s.player, s.drawn)[0]
    if step in (TURN, LAST):
        return draw_or_take(s, more, dice)
    now = rows_now(s, more)
    most: i64 = LOW
    i: i64 = 0
    while i < len(choices):
        action: i64 = choices[i]
        worth = worth_of(s, more, now, s.player, action)
        if worth > most:
            most = worth
            best = action
        i += 1
    return best


def draw_or_take(s: State, more: i64, dice: Dice) -> i64:
    """The best row, unless a card drawn now promises more; at the end, unless it does harm."""
    me = s.player
    now = UNKNOWN[:]
    add_rows(s, more, now, me)
    best: i64 = LOW
    row: i64 = NONE
    c: i64 = 0
    while c < s.n:
        if (s.filled >> c) & 1 and now[me * SEATS + c] > best:
            best = now[me * SEATS + c]
            row = c
        c += 1
    if s.step == LAST:
        if best > 0:
            return A_TAKE + row
        return A_END
    if s.room:
        f = pick(s.bag, dice.below(s.deck + s.hidden))
        rival: i64 = 0
        while rival < s.n:
            if rival != me and (s.in_round >> rival) & 1:
                add_rows(s, more, now, rival)
            rival += 1
        if best_place(s, more, now, me, f)[1] > best:
            return A_DRAW
    return A_TAKE + row
