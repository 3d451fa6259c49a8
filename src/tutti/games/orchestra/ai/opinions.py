# tutti: compiled
# tutti: hot
"""What a sensible player thinks of an action, in thousandths of a point. Lent to bots.

The plan: an action is worth what it changes in ``position_value``, an opinion of the whole position, with open
questions counted by what they promise. Assignments and pieces are weighed before they are made.
"""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.ai.position_value import STEP_RIGHT, banner_worth, card_worth, musician_worth, spend
from tutti.games.orchestra.pack.box import HIRED, INVITED, NO_SEAT, PIECE_SEATS
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.audience import piece_price, placement_at, placements, wcu_price
from tutti.games.orchestra.rules.bank import TYPE_OF
from tutti.games.orchestra.rules.casting import can_fill_part, hands
from tutti.games.orchestra.rules.scoring import covered, piece_halves
from tutti.games.orchestra.rules.state import State
from tutti.kernel.native import i64

NEVER: Final = -1000000
MAIN_AREA: Final = 900
OTHER_AREA: Final = 300
"""Of a thousand: how surely points of the own best area, or of another one, will count."""


def weighed_ahead(s: State, a: i64) -> bool:
    """Whether an action only begins or continues something that takes effect later."""
    step = s.stack[-1].step
    if step == st.ALLOCATE:
        return act.A_CARD <= a < act.A_PART or a in (act.A_DEVELOP, act.A_GATHER)
    return step in (st.DEVELOP, st.PART_OF_CARD, st.SLOTS, st.GATHER, st.PLACE_PIECE, st.PIECE_AT) or a == act.A_GATHER


def promise(s: State, player: i64, a: i64, left: i64) -> i64:
    """The worth of such an action; ``left`` is ``time_left``."""
    f = s.stack[-1]
    step = f.step
    if a == act.A_GATHER:
        return STEP_RIGHT
    if step == st.PLACE_PIECE:
        if a == act.A_SKIP:
            return 0
        if a == act.A_WCU:
            return wcu_worth(s, player, left, f.a)
        return best_placement(s, player, left, f.a, f.b, a - s.d.a_piece)
    if step == st.PIECE_AT:
        below = s.stack[-2]
        return placement_worth(s, player, left, below.a, below.b, f.at, a - s.d.a_at, seat_worth(s, player))
    if step in (st.SLOTS, st.DEVELOP):
        return -kind_cost(s, player, left, a - act.A_WITH)
    if step == st.PART_OF_CARD:
        return part_worth(s, player, left, f.at, i64(s.d.card_part[i64(s.rows[f.at]) - 1]) + a - act.A_PART)
    if step == st.GATHER:
        return -700 if a - act.A_FLIP >= 6 else 0
    if a == act.A_DEVELOP:
        return develop_worth(s, player, left)
    return best_part(s, player, left, a - act.A_CARD)


# -- assignments -------------------------------------------------------------------------------


def kind_cost(s: State, p: i64, left: i64, kind: i64) -> i64:
    """What it costs to use a Musician of this kind now."""
    if kind >= HIRED:
        return spend(s, p, left, i64(s.d.hire_m[kind - HIRED]), i64(s.d.hire_p[kind - HIRED])) + 50
    if kind >= INVITED:
        return musician_worth(TYPE_OF[kind]) // 2
    return musician_worth(kind)


def cheapest(s: State, p: i64, left: i64, slot: i64) -> i64:
    """The least a slot of a card can cost the player."""
    need = i64(s.d.slot_type[slot])
    me = p * st.OWN
    best: i64 = 100000
    kind: i64 = 0
    while kind < 10:
        if need == 4 or TYPE_OF[kind] == need:
            there = s.pool[kind - HIRED] if kind >= HIRED else s.own[me + st.RESERVE + kind]
            if there:
                cost = kind_cost(s, p, left, kind)
                if cost < best:
                    best = cost
        kind += 1
    return best


def part_worth(s: State, p: i64, left: i64, place: i64, part: i64) -> i64:
    if not can_fill_part(s, p, part, hands(s, p)):
        return NEVER
    total = card_worth(s, left, i64(s.rows[place]) - 1, i64(s.d.part_row[part]))
    slot = s.d.part_first[part]
    stop = slot + i64(s.d.part_len[part])
    while slot < stop:
        total -= cheapest(s, p, left, slot) + spend(s, p, left, i64(s.d.slot_m[slot]), i64(s.d.slot_p[slot]))
        slot += 1
    return total


def best_part(s: State, p: i64, left: i64, place: i64) -> i64:
    card = i64(s.rows[place]) - 1
    best: i64 = NEVER
    part = i64(s.d.card_part[card])
    stop = part + i64(s.d.card_parts[card])
    while part < stop:
        here = part_worth(s, p, left, place, part)
        if here > best:
            best = here
        part += 1
    return best


def develop_worth(s: State, p: i64, left: i64) -> i64:
    me = p * st.OWN
    slot = i64(s.own[me + st.STAFFED])
    price = spend(s, p, left, i64(s.d.develop_m[slot]), i64(s.d.develop_p[slot]))
    return banner_worth(slot + 1, left) - price - musician_worth(0) * i64(s.d.develop_need[slot])


# -- pieces ------------------------------------------------------------------------------------


def piece_points(s: State, p: i64, area: i64) -> i64:
    """What one more own piece in an area may score, in thousandths."""
    unit = piece_halves(s, area) * 500
    own = s.own
    me = p * st.OWN
    mine = (i64(own[me + st.AREA + area]) + 1) * unit
    other: i64 = 0
    while other < 4:
        value = piece_halves(s, other) * 500
        if other != area and i64(own[me + st.AREA + other]) * value > mine:
            return unit * OTHER_AREA // 1000
        other += 1
    return unit * MAIN_AREA // 1000


def seat_worth(s: State, p: i64) -> i64:
    """One more blank seat of the own Theater Card: dearer the nearer the card is to being full."""
    return 800 + 60 * covered(s, p)


def is_among(seat: i64, seats: bytes) -> bool:
    i: i64 = 0
    while i < len(seats):
        if i64(seats[i]) == seat:
            return True
        i += 1
    return False


def placement_worth(s: State, p: i64, left: i64, offer: i64, earlier: i64, shape: i64, anchor: i64, each: i64) -> i64:
    """A piece on some seats; ``each`` is ``seat_worth``."""
    k = placement_at(s, shape, anchor)
    area = i64(s.d.place_area[k])
    total = piece_points(s, p, area) - spend(s, p, left, piece_price(s, p, offer, earlier, shape, area), 0)
    me = p * st.OWN
    card = i64(s.own[me + st.KEPT]) - 1
    if card < 0:
        return total
    blank = s.d.theater_seats[card]
    i = k * PIECE_SEATS
    stop = i + PIECE_SEATS
    while i < stop and s.d.place_seats[i] != NO_SEAT:
        if is_among(i64(s.d.place_seats[i]), blank):
            total += each
        else:
            total -= 20
        i += 1
    return total


def best_placement(s: State, p: i64, left: i64, offer: i64, earlier: i64, shape: i64) -> i64:
    best: i64 = NEVER
    each = seat_worth(s, p)
    for action in placements(s, p, offer, earlier, shape):
        here = placement_worth(s, p, left, offer, earlier, shape, i64(action) - s.d.a_at, each)
        if here > best:
            best = here
    return best


def wcu_worth(s: State, p: i64, left: i64, offer: i64) -> i64:
    """Points for this one; an odd one leaves the next points to others."""
    points = i64(s.d.wcu_points[s.wcu + 1]) * 1000
    if not points:
        points = -1500
    return points - spend(s, p, left, wcu_price(s, offer), 0)
