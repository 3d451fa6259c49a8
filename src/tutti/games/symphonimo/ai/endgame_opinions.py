# tutti: compiled
# tutti: hot
"""What a sensible player thinks of an action near the end of a match of two: points by which it moves them ahead.

Here it counts what the other one does next. Whoever takes leaves the rest of the round to the other one, who takes what
lies there or one card more; whoever draws may see the other one take what serves them best, or harms the player most.
Earlier, and with more players, ``opinions.py`` asks what an action brings to oneself.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.ai.opinions import LOW, NONE, SEATS, rows_now, take_worth, to_come, worth_of
from tutti.games.symphonimo.pack.box import FAMILIES
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.native import i64, vec

UNKNOWN: Final = vec[i64]([LOW] * (4 * FAMILIES))


def opinions(s: State, player: i64, choices: tuple[int, ...]) -> vec[i64]:
    """The worth of all choices of a question."""
    more = to_come(s)
    now = rows_now(s, more)
    after = UNKNOWN[:]
    found = vec[i64]([0] * len(choices))
    i: i64 = 0
    while i < len(choices):
        a: i64 = choices[i]
        if a == act.A_DRAW:
            found[i] = after_draw(s, more, now, after, player)
        elif a < act.A_TAKE:
            left = alone(s, more, now, after, player, 1 - (a - act.A_PLACE), s.deck)
            found[i] = after_place(s, more, now, after, player, s.drawn, a - act.A_PLACE, left, s.deck)
        elif a < act.A_YES:
            found[i] = now[player * SEATS + a - act.A_TAKE] - other_rest(
                s, more, now, after, player, 1 - (a - act.A_TAKE)
            )
        elif a == act.A_END:
            found[i] = -at_least(0, other_rest(s, more, now, after, player, 0))
            found[i] = at_most(found[i], -other_rest(s, more, now, after, player, 1))
        else:
            found[i] = worth_of(s, more, now, player, a)
        i += 1
    return found


def at_least(one: i64, two: i64) -> i64:
    if one < two:
        return two
    return one


def at_most(one: i64, two: i64) -> i64:
    if one > two:
        return two
    return one


def with_card(s: State, more: i64, after: vec[i64], player: i64, c: i64, f: i64) -> i64:
    """What a row is worth with one card more; worked out once."""
    cell = (player * 2 + c) * FAMILIES + f
    if after[cell] == LOW:
        after[cell] = take_worth(s, more, player, c, f)
    return after[cell]


def alone(s: State, more: i64, now: vec[i64], after: vec[i64], player: i64, c: i64, deck: i64) -> i64:
    """What is left for a player if the other one takes the other Conductor: the row as it lies, or one card more."""
    best: i64 = 0
    if (s.filled >> c) & 1:
        best = now[player * SEATS + c]
    if not deck:
        return at_least(best, 0)
    if not (s.room >> c) & 1:
        return best
    bag = s.bag
    total: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if bag[f]:
            total += i64(bag[f]) * at_least(best, with_card(s, more, after, player, c, f))
        f += 1
    return total // (s.deck + s.hidden)


def other_rest(s: State, more: i64, now: vec[i64], after: vec[i64], player: i64, c: i64) -> i64:
    """What the other one has of a Conductor that is left to them; nothing if they are out of the round."""
    if (s.in_round >> (1 - player)) & 1:
        return alone(s, more, now, after, 1 - player, c, s.deck)
    return 0


def after_place(
    s: State, more: i64, now: vec[i64], after: vec[i64], player: i64, f: i64, c: i64, left: i64, deck: i64
) -> i64:
    """A card under a Conductor, and the other one's turn; ``left``: what the other Conductor brings the player then."""
    mine = with_card(s, more, after, player, c, f)
    rival = 1 - player
    other = 1 - c
    filled = (s.filled >> other) & 1
    if not deck:
        mine = at_least(mine, 0)
    if not (s.in_round >> rival) & 1:
        return mine
    worst = left - with_card(s, more, after, rival, c, f)
    if filled:
        worst = at_most(worst, mine - now[rival * SEATS + other])
    if not deck:  # SO-025: they may end
        if filled:
            mine = at_least(mine, now[player * SEATS + other])
        worst = at_most(worst, mine)
    return worst


def after_draw(s: State, more: i64, now: vec[i64], after: vec[i64], player: i64) -> i64:
    """The best place for each card that may come, on average."""
    deck = s.deck - 1
    bag = s.bag
    room = s.room
    first: i64 = NONE
    second: i64 = NONE
    if (s.in_round >> (1 - player)) & 1:
        first = alone(s, more, now, after, player, 0, deck)
        second = alone(s, more, now, after, player, 1, deck)
    total: i64 = 0
    f: i64 = 0
    while f < FAMILIES:
        if bag[f]:
            best: i64 = LOW
            if room & 1:
                best = after_place(s, more, now, after, player, f, 0, second, deck)
            if room & 2:
                best = at_least(best, after_place(s, more, now, after, player, f, 1, first, deck))
            total += i64(bag[f]) * best
        f += 1
    return total // (s.deck + s.hidden)
