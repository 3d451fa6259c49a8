# tutti: compiled
# tutti: hot
"""Final scoring: sections, areas, Theater Cards, coins, and the order in which areas are chosen."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack.box import BITS
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.state import State
from tutti.kernel.native import i64

AREA_D: Final = 3
NOBODY: Final = -1
SHARE: Final = 0xFFFF
"""The part of one area where all four are packed."""


def track_points(s: State, p: i64) -> i64:
    """What the score track shows (OR-012)."""
    account = s.account
    total: i64 = 0
    at = p * st.ACCOUNT + st.BY_CARDS
    while at < (p + 1) * st.ACCOUNT:
        total += account[at]
        at += 1
    return total


def section_points(s: State, p: i64, section: i64) -> i64:
    """OR-188 to OR-190: tied players share the values of the ranks they occupy, rounded down."""
    own = s.own
    me = p * st.OWN
    mine = own[me + st.SECTION + section]
    if not mine:
        return 0
    ahead: i64 = 0
    level: i64 = 0
    q: i64 = 0
    while q < s.n:
        you = q * st.OWN
        other = own[you + st.SECTION + section]
        if other > mine:
            ahead += 1
        elif other == mine:
            level += 1
        q += 1
    total: i64 = 0
    rank = ahead
    while rank < ahead + level:
        total += i64(s.d.control[rank])
        rank += 1
    return total // level


def all_section_points(s: State, p: i64) -> i64:
    return section_points(s, p, 0) + section_points(s, p, 1) + section_points(s, p, 2) + section_points(s, p, 3)


def piece_halves(s: State, area: i64) -> i64:
    """OR-192, OR-127: halves of a point that a piece in an area scores now; in D its wheelchair places earn them."""
    if area == AREA_D:
        return i64(s.d.d_halves[s.wcu])
    return i64(s.d.area_points[area]) * 2


def area_points(s: State, p: i64, area: i64) -> i64:
    """OR-191, OR-192: pieces count, not seats."""
    me = p * st.OWN
    return (i64(s.own[me + st.AREA + area]) * piece_halves(s, area) + 1) // 2


def covered(s: State, p: i64) -> i64:
    """Blank seats of the player's Theater Card under own pieces."""
    me = p * st.OWN
    card = i64(s.own[me + st.KEPT]) - 1
    if card < 0:
        return 0
    seats = s.d.theater_seats[card]
    chairs = s.chairs
    mine = p + 1
    total: i64 = 0
    i: i64 = 0
    while i < len(seats):
        if i64(chairs[i64(seats[i])]) & 7 == mine:
            total += 1
        i += 1
    return total


def theater_points(s: State, p: i64) -> i64:
    """OR-197."""
    me = p * st.OWN
    card = i64(s.own[me + st.KEPT]) - 1
    if card < 0:
        return 0
    return full_points(s, p, covered(s, p))


def full_points(s: State, p: i64, seats: i64) -> i64:
    """The same where the seats are counted already; the player has a card."""
    me = p * st.OWN
    card = i64(s.own[me + st.KEPT]) - 1
    return s.d.theater_points if seats == len(s.d.theater_seats[card]) else seats


def coin_points(s: State, p: i64) -> i64:
    """OR-198."""
    account = s.account
    mine = p * st.ACCOUNT
    return (account[mine + st.MONEY] + account[mine + st.PRESTIGE]) // s.d.coins_per_point


def steps_left(s: State, p: i64, side: i64) -> i64:
    me = p * st.OWN
    return i64(s.d.track[side]) - i64(s.own[me + st.MARKER + side])


def next_chooser(s: State, done: i64) -> i64:
    """OR-193 to OR-196: who chooses next; ``done`` is the mask of those who have."""
    best = first_arrived(s, done)
    if best >= 0:
        return best
    return best_of(s, nearest(s, done))


def first_arrived(s: State, done: i64) -> i64:
    """OR-194: of those who have not chosen, whoever came to the centre first."""
    best: i64 = NOBODY
    earliest: i64 = 0
    own = s.own
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        order = i64(own[me + st.ARRIVED])
        if order and not done & BITS[p] and (best < 0 or order < earliest):
            best = p
            earliest = order
        p += 1
    return best


def nearest(s: State, done: i64) -> i64:
    """OR-195: the remaining players with the least distance who hold a lowest marker there, as a mask."""
    own = s.own
    left = i64(s.d.track[0])
    right = i64(s.d.track[1])
    least: i64 = 99
    close: i64 = 0
    """Markers at that distance, two bits for each player."""
    p: i64 = 0
    while p < s.n:
        if not done & BITS[p]:
            at = p * st.OWN + st.MARKER
            here = left - i64(own[at])
            if here < least:
                least = here
                close = 0
            if here == least:
                close |= BITS[p]
            here = right - i64(own[at + 1])
            if here < least:
                least = here
                close = 0
            if here == least:
                close |= BITS[p] << 8
        p += 1
    kept: i64 = 0
    p = 0
    while p < s.n:
        bit: i64 = BITS[p]
        if (close & bit and lowest(s, p, 0, done)) or (close & bit << 8 and lowest(s, p, 1, done)):
            kept |= bit
        p += 1
    return kept


def lowest(s: State, p: i64, side: i64, done: i64) -> bool:
    """Whether no marker of the remaining players lies below this one on its space."""
    own = s.own
    me = p * st.OWN
    here = own[me + st.MARKER + side]
    if here == 0 or own[me + st.HEIGHT + side] == 0:
        return True  # OR-135: side by side on the start spaces; or nothing at all is below
    centre = here == s.d.track[side]
    m: i64 = 0
    while m < 2 * s.n:
        q = m >> 1
        other = m & 1
        you = q * st.OWN
        there = own[you + st.MARKER + other]
        if centre:
            same = there == s.d.track[other]
        else:
            same = other == side and there == here
        if same and not done & BITS[q] and own[you + st.HEIGHT + other] < own[me + st.HEIGHT + side]:
            return False
        m += 1
    return True


def best_of(s: State, mask: i64) -> i64:
    """OR-196: more I in the Orchestra, more cards, more Prestige, later in turn order."""
    alone = not mask & (mask - 1)
    best: i64 = NOBODY
    most: i64 = -1
    turn: i64 = 0
    while turn < s.n:
        p = (s.first + turn) % s.n
        if mask & BITS[p]:
            if alone:
                return p
            cards = s.fulfilled >> (p * 8) & 255
            me = p * st.OWN
            mine = p * st.ACCOUNT
            merit = i64(s.own[me + st.SOLO]) << 40 | cards << 20 | s.account[mine + st.PRESTIGE]
            if merit >= most:
                best = p
                most = merit
        turn += 1
    return best


def halves(s: State) -> i64:
    """``piece_halves`` of all areas, sixteen bits each."""
    return piece_halves(s, 0) | piece_halves(s, 1) << 16 | piece_halves(s, 2) << 32 | piece_halves(s, 3) << 48


def area_row(s: State, p: i64, halves: i64) -> i64:
    """``area_points`` of the player in all areas, sixteen bits each."""
    own = s.own
    at = p * st.OWN + st.AREA
    row = (i64(own[at]) * (halves & SHARE) + 1) // 2
    row |= (i64(own[at + 1]) * (halves >> 16 & SHARE) + 1) // 2 << 16
    row |= (i64(own[at + 2]) * (halves >> 32 & SHARE) + 1) // 2 << 32
    return row | (i64(own[at + 3]) * (halves >> 48 & SHARE) + 1) // 2 << 48


def all_rows(s: State, halves: i64) -> i64:
    """The rows of all players, added up."""
    total: i64 = 0
    p: i64 = 0
    while p < s.n:
        total += area_row(s, p, halves)
        p += 1
    return total


def best_area(s: State, p: i64, free: i64) -> i64:
    """The free area that scores most for the player; of equal ones that in which others have least: nobody spoils."""
    unit = halves(s)
    return best_in(area_row(s, p, unit), all_rows(s, unit), free)


def best_in(row: i64, total: i64, free: i64) -> i64:
    """``best_area`` from the row of the player and that of all together."""
    best: i64 = NOBODY
    most: i64 = -1
    area: i64 = 0
    while area < 4:
        if free & BITS[area]:
            mine = row >> (16 * area) & SHARE
            rest = (total >> (16 * area) & SHARE) - mine
            merit = (mine << 20) + SHARE - rest
            if merit > most:
                best = area
                most = merit
        area += 1
    return best


def choosers(s: State) -> i64:
    """Players who have chosen an area, as a mask."""
    done: i64 = 0
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        if s.own[me + st.CHOSEN]:
            done |= BITS[p]
        p += 1
    return done


def unchosen(s: State) -> i64:
    """Areas that nobody has chosen, as a mask."""
    free: i64 = 15
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        chosen = i64(s.own[me + st.CHOSEN])
        if chosen:
            free &= ~BITS[chosen - 1]
        p += 1
    return free


def area_of(s: State, player: i64) -> i64:
    """The area that the player has chosen, or would get if all chose now, each the best one left."""
    return ((areas(s, BITS[player]) >> (player * 4)) & 15) - 1


def areas(s: State, wanted: i64) -> i64:
    """``area_of`` of the players in ``wanted``, and maybe of others: four bits a player, one more than the area.

    Bots ask it in every evaluation, of all players at once.
    """
    done: i64 = 0
    free: i64 = 15
    found: i64 = 0
    if s.phase >= st.SCORING:  # before that nobody has chosen
        done = choosers(s)
        free = unchosen(s)
        wanted &= ~done
        p: i64 = 0
        while p < s.n:
            me = p * st.OWN
            found |= i64(s.own[me + st.CHOSEN]) << (p * 4)
            p += 1
    unit = halves(s)
    total = all_rows(s, unit)
    while wanted:
        p = NOBODY
        if s.arrivals:
            p = first_arrived(s, done)
        if p < 0:
            p = best_of(s, nearest(s, done))
        area = best_in(area_row(s, p, unit), total, free)
        found |= (area + 1) << (p * 4)
        done |= BITS[p]
        free &= ~BITS[area]
        wanted &= ~done
    return found


def hoped_area(s: State, player: i64) -> i64:
    """Points for that area."""
    return area_points(s, player, area_of(s, player))


def scored_now(s: State, p: i64, source: i64) -> i64:
    """What the player has from a source if the match were scored as it stands; what is counted already counts once."""
    mine = p * st.ACCOUNT
    total = s.account[mine + source]
    if s.phase == st.OVER:
        return total
    me = p * st.OWN
    if source == st.BY_SECTIONS and s.phase < st.SCORING:
        total += all_section_points(s, p)
    elif source == st.BY_AUDIENCE and not s.own[me + st.CHOSEN]:
        total += hoped_area(s, p)
    elif source == st.BY_THEATER and not total:
        total = theater_points(s, p)
    elif source == st.BY_COINS and not total:
        total = coin_points(s, p)
    return total


def points_now(s: State, p: i64) -> i64:
    """The player's points if the match ended here."""
    total: i64 = 0
    source: i64 = st.BY_CARDS
    while source < st.ACCOUNT:
        total += scored_now(s, p, source)
        source += 1
    return total
