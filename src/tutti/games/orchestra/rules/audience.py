# tutti: compiled
"""Audience Pieces and WCU Pieces: prices, placements from masks, placing."""

from __future__ import annotations

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import pay, score
from tutti.games.orchestra.rules.events import PIECE_PLACED, WCU_PLACED
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8


def seat_discount(s: State, p: i64, size: i64) -> i64:
    """OR-110: Poster 4 b takes off so much for the first Audience Piece of an opportunity."""
    own = s.own
    me = p * st.OWN
    if own[me + st.PARTS] < 2:
        return 0
    poster = i64(own[me + st.POSTER]) - 1
    seats = i64(s.d.discount_seats[poster])
    return i64(s.d.discount[poster]) * (size if size < seats else seats)


def piece_price(s: State, p: i64, offer: i64, earlier: i64, shape: i64, area: i64) -> i64:
    """OR-117 to OR-121, OR-110, OR-111; ``earlier``: Audience Pieces already placed with this offer."""
    d = s.d
    mode = d.offer_mode[offer]
    if mode == bx.FREE:
        return 0
    size = i64(d.size[shape])
    price = i64(d.offer_price[offer])
    if mode == bx.BOARD:
        seat = i64(d.price[area]) - price
        price = size * seat if seat > 0 else 0
    if not earlier:
        price -= seat_discount(s, p, size)
    return price if price > 0 else 0


def wcu_price(s: State, offer: i64) -> i64:
    """OR-120, OR-121, OR-124."""
    mode = s.d.offer_mode[offer]
    if mode == bx.FREE:
        return 0
    if mode == bx.FLAT:
        return i64(s.d.offer_price[offer])
    price = s.d.wcu_price - i64(s.d.offer_price[offer])
    return price if price > 0 else 0


def can_place_wcu(s: State, p: i64, offer: i64) -> bool:
    """OR-123, OR-126."""
    if not s.d.offer_allows[offer] & bx.ALLOW_WCU or s.wcu >= s.d.wcu_total:
        return False
    mine = p * st.ACCOUNT
    return wcu_price(s, offer) <= s.account[mine + st.MONEY]


def can_place_shape(s: State, p: i64, offer: i64, earlier: i64, shape: i64) -> bool:
    """OR-116: one is left, and somewhere it fits and can be paid."""
    me = p * st.OWN
    if not s.own[me + st.SUPPLY + shape] or not s.open[shape * 2] | s.open[shape * 2 + 1]:
        return False
    mine = p * st.ACCOUNT
    money = s.account[mine + st.MONEY]
    if s.d.offer_mode[offer] != bx.BOARD:
        return piece_price(s, p, offer, earlier, shape, 0) <= money
    area: i64 = 0
    while area < 4:
        if fits_in_area(s, shape, area) and piece_price(s, p, offer, earlier, shape, area) <= money:
            return True
        area += 1
    return False


def fits_in_area(s: State, shape: i64, area: i64) -> bool:
    word = (shape * 4 + area) * 2
    return (s.open[shape * 2] & s.d.in_area[word]) | (s.open[shape * 2 + 1] & s.d.in_area[word + 1]) != 0


def can_place_any(s: State, p: i64, offer: i64, earlier: i64) -> bool:
    if can_place_wcu(s, p, offer):
        return True
    if not s.d.offer_allows[offer] & bx.ALLOW_AUDIENCE:
        return False
    shape: i64 = 0
    while shape < len(s.d.size):
        if can_place_shape(s, p, offer, earlier, shape):
            return True
        shape += 1
    return False


def placements(s: State, p: i64, offer: i64, earlier: i64, shape: i64) -> list[int]:
    """The actions ``at …`` of a shape that fit and can be paid, in ascending order."""
    d = s.d
    low = s.open[shape * 2]
    high = s.open[shape * 2 + 1]
    if d.offer_mode[offer] == bx.BOARD:
        mine = p * st.ACCOUNT
        money = s.account[mine + st.MONEY]
        area: i64 = 0
        while area < 4:
            if piece_price(s, p, offer, earlier, shape, area) > money:
                low &= ~d.in_area[(shape * 4 + area) * 2]
                high &= ~d.in_area[(shape * 4 + area) * 2 + 1]
            area += 1
    found: list[int] = []
    k = d.first_place[shape]
    bit: i64 = 0
    while low:
        if low & bx.BITS[bit]:
            found.append(d.a_at + d.place_anchor[k + bit])
            low ^= bx.BITS[bit]
        bit += 1
    bit = 0
    while high:
        if high & bx.BITS[bit]:
            found.append(d.a_at + d.place_anchor[k + bx.WORD + bit])
            high ^= bx.BITS[bit]
        bit += 1
    return found


def placement_at(s: State, shape: i64, anchor: i64) -> i64:
    """The placement of a shape at an anchor, counted over all shapes; -1 if it lies off the chairs."""
    k = i64(s.d.place_of[shape * len(s.d.anchors) + anchor])
    return s.d.first_place[shape] + k - 1 if k else -1


def is_free(s: State, shape: i64, k: i64) -> bool:
    """Whether no chair of a placement is taken."""
    k -= s.d.first_place[shape]
    word, bit = k // bx.WORD, k % bx.WORD
    return s.open[shape * 2 + word] & bx.BITS[bit] != 0


def seats_of(s: State, k: i64) -> list[int]:
    """The chairs of a placement."""
    first = k * bx.PIECE_SEATS
    return [seat for seat in s.d.place_seats[first : first + bx.PIECE_SEATS] if seat != bx.NO_SEAT]


def place_piece(s: State, p: i64, offer: i64, earlier: i64, shape: i64, anchor: i64, host: Host) -> None:
    """OR-114, OR-119: paid when it is placed; it never moves again."""
    k = placement_at(s, shape, anchor)
    area = i64(s.d.place_area[k])
    price = piece_price(s, p, offer, earlier, shape, area)
    pay(s, p, price, 0, host)
    own = s.own
    me = p * st.OWN
    own[me + st.SUPPLY + shape] -= 1
    own[me + st.AREA + area] += 1
    cover_chairs(s, p, shape, k)
    if host.hears:
        host.tell(PIECE_PLACED, p, shape, anchor | i64(s.d.place_area[k]) << 16)


def cover_chairs(s: State, p: i64, shape: i64, k: i64) -> None:
    """Take the chairs of a placement and every placement that needs one of them."""
    d = s.d
    mark = (shape + 1) * 8
    i = k * bx.PIECE_SEATS
    stop = i + bx.PIECE_SEATS
    while i < stop:
        seat = i64(d.place_seats[i])
        if seat == bx.NO_SEAT:
            break
        s.chairs[seat] = u8(p + 1 + mark)
        mark = 0
        s.taken += 1
        word: i64 = 0
        row = seat * bx.SHAPES * 2
        while word < len(d.size) * 2:
            s.open[word] &= d.cover[row + word]
            word += 1
        i += 1


def place_wcu(s: State, p: i64, offer: i64, host: Host) -> None:
    """OR-123, OR-125."""
    pay(s, p, wcu_price(s, offer), 0, host)
    s.wcu += 1
    if host.hears:
        host.tell(WCU_PLACED, p, s.wcu)
    score(s, p, st.BY_WCU, i64(s.d.wcu_points[s.wcu]), host)
