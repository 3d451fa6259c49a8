# tutti: compiled
"""Quick sensible play for searches. It weighs a draw by one card that may come, not by all of them."""

from __future__ import annotations

from tutti.games.symphonimo.actions import A_DRAW, A_END, A_PLACE, A_TAKE
from tutti.games.symphonimo.prospects import LOW, NONE, after_place, prospect, take_worth
from tutti.games.symphonimo.rules import BIT
from tutti.games.symphonimo.state import LAST, PLACE, TURN, State
from tutti.kernel.chance import Dice, pick
from tutti.kernel.native import i64


def sensible(s: State, choices: tuple[int, ...], dice: Dice) -> i64:
    """What a player in a hurry does."""
    step = s.step
    if len(choices) == 1:
        return choices[0]
    if step == PLACE:
        return A_PLACE + best_place(s, s.drawn)
    if step in (TURN, LAST):
        return draw_or_take(s, dice)
    best = choices[0]
    most: i64 = LOW
    for action in choices:
        worth = prospect(s, s.player, action)
        if worth > most:
            most = worth
            best = action
    return best


def draw_or_take(s: State, dice: Dice) -> i64:
    """The best row, unless a card drawn now promises more; at the end, unless it does harm."""
    best: i64 = LOW
    row: i64 = NONE
    c: i64 = 0
    while c < s.n:
        if s.filled & BIT[c]:
            worth = take_worth(s, s.player, c, NONE)
            if worth > best:
                best = worth
                row = c
        c += 1
    if s.step == LAST:
        return A_TAKE + row if best > 0 else A_END
    if s.room:
        f = pick(s.bag, dice.below(s.deck + s.hidden))
        if after_place(s, s.player, f, best_place(s, f)) > best:
            return A_DRAW
    return A_TAKE + row


def best_place(s: State, f: i64) -> i64:
    """The Conductor under which a card serves the player best."""
    best: i64 = LOW
    row: i64 = NONE
    c: i64 = 0
    while c < s.n:
        if s.room & BIT[c]:
            worth = after_place(s, s.player, f, c)
            if worth > best:
                best = worth
                row = c
        c += 1
    return row
