# tutti: compiled
# tutti: hot
"""An opinion of a whole position for one player, in thousandths of a point; only from what that player sees."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import TYPE_OF
from tutti.games.orchestra.rules.growth import columns, payable
from tutti.games.orchestra.rules.scoring import all_section_points, covered, full_points, hoped_area, track_points
from tutti.games.orchestra.rules.state import State
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64

STEP_LEFT: Final = 700
STEP_RIGHT: Final = 1400
MUSICIAN: Final[bytes] = bytes([9, 11, 14, 14])
"""What a Musician of each type would do elsewhere, in tenths of a point."""
ROUNDS: Final[bytes] = bytes([0, 0, 10, 9, 7])
"""How many rounds a match lasts, by number of players."""
EDGE_VALUE: Final[bytes] = bytes([0, 20, 60])
"""An outer edge of the Column Track still to come, in tenths of a point: nothing, Poster, Virtuoso."""
SOCIAL_LUCK: Final[bytes] = bytes([75, 55, 35, 35, 100, 95, 85, 85, 100, 100, 99, 99, 100, 100, 100, 100])
"""Of a hundred: how often the cards count, by banners added * 4 + type."""


def time_left(s: State) -> i64:
    """How much of the match is still to come, of a thousand."""
    gone = (s.round - 1) * 1000 // ROUNDS[s.n]
    filled: i64 = 0
    need = i64(s.d.min_section[s.n])
    own = s.own
    end = s.n * st.OWN
    section: i64 = 0
    while section < 4:
        here: i64 = 0
        at = st.SECTION + section
        while at < end:
            here += i64(own[at])
            at += st.OWN
        filled += here if here < need else need
        section += 1
    done = filled * 900 // (4 * need)
    if done > gone:
        gone = done
    return 1000 - gone if gone < 1000 else 0


def currency_worth(n: i64, left: i64) -> i64:
    """Coins of one kind: the first ones buy banners and Instrumentalists, the others count at the end."""
    low = n
    if low > 6:
        low = 6
    middle = n
    if middle > 11:
        middle = 11
    middle -= low
    return n * 200 + (low * 350 + middle * 180) * left // 1000


def coins_worth(s: State, p: i64, left: i64) -> i64:
    account = s.account
    mine = p * st.ACCOUNT
    return currency_worth(account[mine + st.MONEY], left) + currency_worth(account[mine + st.PRESTIGE], left)


def spend(s: State, p: i64, left: i64, money: i64, prestige: i64) -> i64:
    """What paying so much would cost in worth."""
    account = s.account
    mine = p * st.ACCOUNT
    m = account[mine + st.MONEY]
    q = account[mine + st.PRESTIGE]
    return (
        currency_worth(m, left)
        - currency_worth(m - money, left)
        + currency_worth(q, left)
        - currency_worth(q - prestige, left)
    )


def musician_worth(kind: i64) -> i64:
    return i64(MUSICIAN[kind]) * 100


def banner_worth(number: i64, left: i64) -> i64:
    """What the so-many-th banner brings over the rest of the match."""
    if number == 1:
        return 3500 + 5500 * left // 1000
    if number == 2:
        return 7000 + 6500 * left // 1000
    return 8000 + 4500 * left // 1000


def token_worth(s: State, left: i64, verb: i64, n: i64) -> i64:
    coin = 250 + 250 * left // 1000
    if verb in (bx.G_MONEY, bx.G_PRESTIGE, bx.G_COIN):
        return coin * n
    if verb == bx.G_POINTS:
        return 1000 * n
    if verb == bx.G_INVITE:
        return 300 + 900 * left // 1000
    if verb == bx.G_PIECES:
        if s.d.offer_mode[n] == 0:
            return 1700 * i64(s.d.offer_count[n])
        return 700
    if verb == bx.G_EVOLVE:
        return 1500 + 2500 * n
    return 2200


def row_worth(s: State, left: i64, row: i64, at: i64) -> i64:
    """The tokens of a row from ``at`` on."""
    total: i64 = 0
    i = s.d.gain_first[row] + at
    while i < s.d.gain_first[row + 1]:
        total += token_worth(s, left, i64(s.d.gain_verb[i]), i64(s.d.gain_value[i]))
        i += 1
    return total


def card_worth(s: State, left: i64, card: i64, row: i64) -> i64:
    """A card fulfilled: points, rewards, and its icon for a Gather or a Concert."""
    total = i64(s.d.card_points[card]) * 1000 + row_worth(s, left, row, 0)
    if s.d.card_icon[card] != bx.NO_ICON:
        total += 400
    if s.d.card_level[card] == bx.STAR:
        total += 600
    return total


def space_worth(s: State, p: i64, left: i64, space: i64) -> i64:
    """What a Musician standing on an own space will bring."""
    own = s.own
    me = p * st.OWN
    kind = i64(TYPE_OF[i64(own[me + st.SPACE + space]) - 1])
    if space == st.X:
        return 900 + 600 * left // 1000
    if space == st.C:
        return column_worth(s, p, i64(s.d.column_steps[kind]))
    if space == st.M:
        cards = i64(s.d.social_cards[kind]) * 1100 * i64(SOCIAL_LUCK[i64(own[me + st.ADDED]) * 4 + kind]) // 100
        return row_worth(s, left, i64(s.d.social_row[kind]), 0) + cards
    if payable(s, p, kind):
        return 1900 if kind == 0 else 3600
    if kind == 0 or not columns(s, p, kind):
        return 500
    account = s.account
    mine = p * st.ACCOUNT
    coins = account[mine + st.MONEY] + account[mine + st.PRESTIGE]
    return 2200 if coins >= 5 else 700  # an exchange or a card may bring the rest


def column_worth(s: State, p: i64, steps: i64) -> i64:
    """Steps still to make on the Column Track."""
    me = p * st.OWN
    here = i64(s.own[me + st.COLUMN])
    total: i64 = 0
    while steps and here < s.d.last:
        here += 1
        steps -= 1
        total += 1200
        total += i64(EDGE_VALUE[i64(s.d.edge[here])]) * 100
    return total


def pending(s: State, p: i64, left: i64) -> i64:
    """What the open questions and rows of gains still promise the player."""
    total: i64 = 0
    for f in s.stack:
        if f.player == p:
            total += frame_worth(s, p, left, f)
    return total


def frame_worth(s: State, p: i64, left: i64, f: Frame) -> i64:
    step = f.step
    if step == st.GAINS:
        return row_worth(s, left, f.a, f.at)
    if step == st.PLACE_PIECE:
        if s.d.offer_mode[f.a] == 0:
            return 1700 * f.at
        return 700 * f.at
    if step == st.VIRTUOSO_SPOT:
        return 7000
    if step == st.EDGES:
        return edges_worth(s, f)
    if step == st.COIN:
        return 450 * f.at
    if step == st.INVITE:
        return 300 + 900 * left // 1000
    if step == st.TAKE_CARD:
        return 3500
    if step == st.EVOLVE:
        return 1500 if f.at == 0 else 3000
    if step == st.RETURN_SPACE:
        return 2000
    own = s.own
    me = p * st.OWN
    if step == st.COLUMN_STEPS:
        return column_worth(s, p, f.at - i64(own[me + st.COLUMN]))
    if step == st.POSTER_EFFECT:
        return 2500
    if step == st.CONDUCTOR_SIDE:
        return 1500
    if step == st.CHOOSE_BANNER:
        return 500
    if step == st.SOCIAL and f.at < 2:
        kind = f.d
        luck = i64(SOCIAL_LUCK[i64(own[me + st.ADDED]) * 4 + kind])
        return i64(s.d.social_cards[kind]) * 1100 * luck // 100
    if step == st.SOCIAL:
        return 1100 * (i64(f.a != 0) + i64(f.b != 0) + i64(f.c != 0))
    return 0


def edges_worth(s: State, f: Frame) -> i64:
    total: i64 = 0
    space = f.at
    while space <= f.a:
        total += i64(EDGE_VALUE[i64(s.d.edge[space])]) * 100
        space += 1
    return total


def assigned_worth(s: State, p: i64, left: i64) -> i64:
    """Musicians on spaces, banner slots and cards: what resolving them will bring."""
    own = s.own
    me = p * st.OWN
    staff = s.staff
    total: i64 = 0
    space: i64 = 0
    while space < 6:
        if own[me + st.SPACE + space]:
            total += space_worth(s, p, left, space)
        space += 1
    slot = i64(own[me + st.ADDED])
    while slot < i64(own[me + st.STAFFED]):
        slot += 1
        total += banner_worth(slot, left) - 500
    place: i64 = 0
    while place < st.PLACES:
        cell = place * st.STAFF
        if i64(staff[cell + st.OWNER]) == p + 1:
            card = i64(s.rows[place]) - 1
            part = i64(s.d.card_part[card]) + i64(staff[cell + st.PART])
            total += card_worth(s, left, card, i64(s.d.part_row[part]))
        place += 1
    return total


def ensemble_worth(s: State, p: i64, left: i64) -> i64:
    """Banners, Musicians by level, the Orchestra and the tracks."""
    own = s.own
    me = p * st.OWN
    total: i64 = 0
    number: i64 = 1
    while number <= i64(own[me + st.ADDED]):
        total += banner_worth(number, left)
        number += 1
    unlocked = 4 - i64(bx.COUNT[i64(own[me + st.GRID + bx.INSTRUMENTALIST])]) - i64(own[me + st.SOLO])
    total += unlocked * (5200 if s.phase < st.SPECIAL_ROUND else 0)
    total += i64(own[me + st.RESERVE + bx.VIRTUOSO]) * (3500 if s.phase < st.SPECIAL_ROUND else 0)
    total += (4 - i64(bx.COUNT[i64(own[me + st.GRID + 1])])) * 900 * left // 1000
    invited: i64 = 0
    while invited < 3:
        total += i64(own[me + st.RESERVE + bx.INVITED + invited]) * (400 + 300 * invited) * left // 1000
        invited += 1
    total += i64(own[me + st.COLUMN]) * (200 + 400 * left // 1000) + i64(own[me + st.PARTS]) * 900
    total += i64(own[me + st.MARKER]) * STEP_LEFT + i64(own[me + st.MARKER + 1]) * STEP_RIGHT
    if own[me + st.ARRIVED]:
        total += 1500
    look: i64 = 0
    while look < 12:
        total += i64(own[me + st.FACE_UP + look]) * (300 if look < 6 else 800)
        look += 1
    return total


def idle_worth(s: State, p: i64) -> i64:
    """Own Musicians that can still be assigned in this Allocation turn."""
    if s.phase != st.ALLOCATION or s.player != p or not s.stack or s.stack[-1].player != p:
        return 0
    me = p * st.OWN
    total: i64 = 0
    kind: i64 = 0
    while kind < 4:
        total += i64(s.own[me + st.RESERVE + kind]) * musician_worth(kind)
        kind += 1
    return total


def worth(s: State, p: i64) -> i64:
    """The whole opinion."""
    left = time_left(s)
    total = track_points(s, p) * 1000 + coins_worth(s, p, left) + ensemble_worth(s, p, left)
    total += assigned_worth(s, p, left) + pending(s, p, left) + idle_worth(s, p)
    seats = covered(s, p)
    own = s.own
    me = p * st.OWN
    if own[me + st.KEPT] and full_points(s, p, seats) != seats:
        total += full_points(s, p, seats) * 1000
    else:
        total += seats * 800 + seats * seats * 30
    if not own[me + st.CHOSEN]:
        total += all_section_points(s, p) * 850 + hoped_area(s, p) * 800
    return total
