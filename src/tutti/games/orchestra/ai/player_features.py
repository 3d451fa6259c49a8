# tutti: compiled
# tutti: hot
"""Facts about a player, from which the learned evaluation tells the points that a position brings in the end.

What each is worth was learned from self-play (``weights.py``). A weight says what goes along with winning, which is not
always what brings it; together they predict well (docs/bots.md).
"""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.ai.position_value import banner_worth, card_worth, pending, space_worth
from tutti.games.orchestra.pack.box import COUNT, INSTRUMENTALIST
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.scoring import all_section_points, area_points, covered, full_points, track_points
from tutti.games.orchestra.rules.state import State
from tutti.kernel.native import i64, vec

NAMES: Final = (
    "track",  # points on the score track
    "money_low",  # Money, the first six
    "money_mid",  # the next five
    "money_high",  # the rest
    "prestige_low",  # Prestige, likewise
    "prestige_mid",
    "prestige_high",
    "banner_1",  # banners added: at least one, two, three
    "banner_2",
    "banner_3",
    "unlocked",  # Instrumentalists off the grid, not in the Orchestra
    "solo",  # Instrumentalists in the Orchestra
    "advanced",  # Professionals off the grid
    "reserve_b",  # Musicians in the reserve, by type
    "reserve_p",
    "reserve_i",
    "reserve_v",
    "invited_b",
    "invited_p",
    "invited_i",
    "idle_b",  # those that can still be assigned in this round
    "idle_p",
    "idle_i",  # Instrumentalists and Virtuosi
    "idle_invited",
    "column",  # spaces on the Column Track
    "parts",  # poster parts: what else brings one counts already
    "left",  # spaces on the Conductor Track
    "right",
    "arrived",  # both markers walked their way: they bring no more
    "cards",  # cards face up, Star cards apart
    "stars",
    "covered",  # seats of the Theater Card covered, and their square
    "covered_2",
    "full",  # all of them
    "sections",  # points for sections if it ended now
    "area",  # points for an area if it ended now
    "pieces",  # Audience Pieces
    "evolve",  # what assigned Musicians promise, in tenths of a point: by space,
    "exchange",
    "climb",
    "social",
    "staffed",  # banner slots,
    "fulfil",  # and cards
    "pending",  # what open questions promise, likewise
    "to_resolve",  # the Resolution turn is still to come
    "late",  # turns after the first player
    "musicians",  # all in the Orchestra: they make it end
)
FACTS: Final[int] = len(NAMES)
PROMISED: Final[bytes] = bytes([37, 37, 37, 38, 39, 40])
"""The fact that counts what a Musician on each own space promises."""


def write_facts(s: State, p: i64, area: i64, left: i64, f: vec[i64]) -> None:
    """The facts of ``NAMES``, in that order, into ``f``, which holds 0; ``area`` is what the player would get."""
    own = s.own
    me = p * st.OWN
    f[0] = track_points(s, p)
    account = s.account
    mine = p * st.ACCOUNT
    money = account[mine + st.MONEY]
    prestige = account[mine + st.PRESTIGE]
    f[1] = at_most(money, 6)
    f[2] = at_most(money, 11) - f[1]
    f[3] = money - f[1] - f[2]
    f[4] = at_most(prestige, 6)
    f[5] = at_most(prestige, 11) - f[4]
    f[6] = prestige - f[4] - f[5]
    added = i64(own[me + st.ADDED])
    f[7] = i64(added >= 1)
    f[8] = i64(added >= 2)
    f[9] = i64(added >= 3)
    f[11] = i64(own[me + st.SOLO])
    f[10] = 4 - i64(COUNT[i64(own[me + st.GRID + INSTRUMENTALIST])]) - f[11]
    f[12] = 4 - i64(COUNT[i64(own[me + st.GRID + 1])])
    turn = (p - s.first + s.n) % s.n
    now = (s.player - s.first + s.n) % s.n
    kind: i64 = 0
    while kind < 7:
        f[13 + kind] = i64(own[me + st.RESERVE + kind])
        kind += 1
    if s.phase == st.ALLOCATION and turn >= now:
        f[20] = f[13]
        f[21] = f[14]
        f[22] = f[15] + f[16]
        f[23] = f[17] + f[18] + f[19]
    f[24] = i64(own[me + st.COLUMN])
    f[25] = i64(own[me + st.PARTS])
    f[26] = i64(own[me + st.MARKER])
    f[27] = i64(own[me + st.MARKER + 1])
    f[28] = i64(own[me + st.ARRIVED] != 0)
    look: i64 = 0
    while look < 6:
        f[29] += i64(own[me + st.FACE_UP + look])
        f[30] += i64(own[me + st.FACE_UP + 6 + look])
        look += 1
    seats = covered(s, p)
    f[31] = seats
    f[32] = seats * seats
    f[33] = i64(seats != 0 and full_points(s, p, seats) != seats)
    f[34] = all_section_points(s, p)
    f[35] = area_points(s, p, area)
    f[36] = (
        i64(own[me + st.AREA]) + i64(own[me + st.AREA + 1]) + i64(own[me + st.AREA + 2]) + i64(own[me + st.AREA + 3])
    )
    space: i64 = 0
    while space < 6:
        if own[me + st.SPACE + space]:
            f[i64(PROMISED[space])] += space_worth(s, p, left, space) // 100
        space += 1
    slot = added
    while slot < i64(own[me + st.STAFFED]):
        slot += 1
        f[41] += banner_worth(slot, left) // 100
    place: i64 = 0
    staff = s.staff
    while place < st.PLACES:
        cell = place * st.STAFF
        if i64(staff[cell + st.OWNER]) == p + 1:
            card = i64(s.rows[place]) - 1
            part = i64(s.d.card_part[card]) + i64(staff[cell + st.PART])
            f[42] += card_worth(s, left, card, i64(s.d.part_row[part])) // 100
        place += 1
    f[43] = pending(s, p, left) // 100
    f[44] = i64(s.phase == st.RESOLUTION and turn >= now)
    f[45] = turn
    f[46] = (
        i64(own[me + st.SECTION])
        + i64(own[me + st.SECTION + 1])
        + i64(own[me + st.SECTION + 2])
        + i64(own[me + st.SECTION + 3])
    )


def at_most(n: i64, most: i64) -> i64:
    if n < most:
        return n
    return most
