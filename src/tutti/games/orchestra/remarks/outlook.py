# tutti: compiled
"""What a position holds for a player a little later: cards within reach, chairs that can still be covered, students."""

from __future__ import annotations

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.casting import NIBBLE, can_cast, hands
from tutti.games.orchestra.rules.decks import is_open
from tutti.games.orchestra.rules.growth import columns
from tutti.games.orchestra.rules.state import State
from tutti.kernel.native import i64


def castable(s: State, p: i64) -> i64:
    """Places whose card the player could use now, as a mask."""
    packed = hands(s, p)
    mask: i64 = 0
    place: i64 = 0
    while place < st.PLACES:
        if can_cast(s, p, place, packed):
            mask |= bx.BITS[place]
        place += 1
    return mask


def castable_next(s: State, p: i64) -> i64:
    """Places whose card will still lie there in the next round (OR-179: its row has a gap, or will have one) and
    that the player could use with everybody home and the coins of now, as a mask."""
    packed = everybody(s, p)
    mask: i64 = 0
    place: i64 = 0
    while place < st.PLACES:
        if has_gap(s, place // st.ROW) and can_cast(s, p, place, packed):
            mask |= bx.BITS[place]
        place += 1
    return mask


def has_gap(s: State, level: i64) -> bool:
    """OR-150, OR-179: a card is gone, or will be when it is resolved: the others of the row stay."""
    place = level * st.ROW
    while place < level * st.ROW + st.ROW:
        if not is_open(s, place):
            return True
        place += 1
    return False


def everybody(s: State, p: i64) -> i64:
    """All that could be put on a card when the round is over, packed as in ``hands``: own Musicians are home again."""
    packed = hands(s, p)
    own = s.own
    me = p * st.OWN
    cell = me + st.SPACE
    while cell < me + st.SPACE + 6:
        packed += own_one(i64(own[cell]) - 1)
        cell += 1
    cell = me + st.SLOT
    while cell < me + st.SLOT + 9:
        packed += own_one(i64(own[cell]) - 1)
        cell += 1
    staff = s.staff
    place: i64 = 0
    while place < st.PLACES:
        at = place * st.STAFF
        if i64(staff[at + st.OWNER]) == p + 1:
            cell = at + st.FILL
            while cell < at + st.STAFF:
                packed += own_one(i64(staff[cell]) - 1)
                cell += 1
        place += 1
    return packed


def own_one(kind: i64) -> i64:
    """One of a kind that comes home: Freelancers go back to the Theater board (OR-036)."""
    return NIBBLE[kind] if 0 <= kind < bx.INVITED else 0


def out_of_reach(s: State, p: i64) -> list[int]:
    """Free chairs of the player's Theater Card that no piece of the own supply can cover any more."""
    me = p * st.OWN
    card = i64(s.own[me + st.KEPT]) - 1
    found: list[int] = []
    if card < 0:
        return found
    for chair in s.d.theater_seats[card]:
        seat: i64 = chair
        if not s.chairs[seat] and not coverable(s, p, seat):
            found.append(seat)
    return found


def coverable(s: State, p: i64, seat: i64) -> bool:
    me = p * st.OWN
    shape: i64 = 0
    while shape < len(s.d.size):
        if s.own[me + st.SUPPLY + shape]:
            row = (seat * bx.SHAPES + shape) * 2
            if (s.open[shape * 2] & ~s.d.cover[row]) | (s.open[shape * 2 + 1] & ~s.d.cover[row + 1]):
                return True
        shape += 1
    return False


def covers_own(s: State, p: i64, k: i64) -> i64:
    """Chairs of the player's Theater Card under a placement."""
    me = p * st.OWN
    card = i64(s.own[me + st.KEPT]) - 1
    if card < 0:
        return 0
    wanted = s.d.theater_seats[card]
    total: i64 = 0
    i = k * bx.PIECE_SEATS
    stop = i + bx.PIECE_SEATS
    while i < stop and s.d.place_seats[i] != bx.NO_SEAT:
        if s.d.place_seats[i] in wanted:
            total += 1
        i += 1
    return total


def least_money(s: State, p: i64, kind: i64) -> i64:
    """The least Money that an evolution of this type can cost now (OR-059); 0 where nobody is left."""
    return least(s, p, kind, s.d.evolve_m)


def least_prestige(s: State, p: i64, kind: i64) -> i64:
    return least(s, p, kind, s.d.evolve_p)


def least(s: State, p: i64, kind: i64, costs: bytes) -> i64:
    mask = columns(s, p, kind)
    best: i64 = 99 if mask else 0
    column: i64 = 0
    while column < 4:
        if mask & bx.BITS[column] and i64(costs[kind * 4 + column]) < best:
            best = i64(costs[kind * 4 + column])
        column += 1
    return best
