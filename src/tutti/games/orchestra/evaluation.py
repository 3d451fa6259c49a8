# tutti: compiled
"""The points that a position brings in the end: facts about a player, each with a weight learned from self-play.

The weights are a ridge regression over 2,800 matches of 2 to 4 players who followed ``prospect`` and now and
then did something at random: the final margin over the rivals by the same margins in each fact. A weight says what goes
along with winning, which is not always what brings it; together they predict well (docs/bots.md).
"""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.box import COUNT, INSTRUMENTALIST
from tutti.games.orchestra.points import (
    all_section_points,
    covered,
    hoped_area,
    points_now,
    theater_points,
    track_points,
)
from tutti.games.orchestra.state import (
    ACCOUNT,
    ADDED,
    ALLOCATION,
    AREA,
    ARRIVED,
    COLUMN,
    E3,
    FACE_UP,
    GRID,
    MARKER,
    MONEY,
    OWN,
    OWNER,
    PART,
    PARTS,
    PLACES,
    PRESTIGE,
    RESERVE,
    RESOLUTION,
    SCORING,
    SECTION,
    SOLO,
    SPACE,
    STAFF,
    STAFFED,
    C,
    State,
    X,
)
from tutti.games.orchestra.worth import banner_worth, card_worth, pending, space_worth, time_left
from tutti.kernel.native import i64, vec

WEIGHTS: Final = (
    # A fact, then what one of it was worth in the end, in thousandths of a point: at the end, at the start of a match.
    ("track", 987, 1058),  # points on the score track
    ("money_low", 835, 1632),  # Money, the first six
    ("money_mid", 671, 1493),  # the next five
    ("money_high", 401, 1329),  # the rest
    ("prestige_low", 246, 1259),  # Prestige, likewise
    ("prestige_mid", 268, 965),
    ("prestige_high", 178, 366),
    ("banner_1", 4000, 12168),  # banners added: at least one, two, three
    ("banner_2", 8944, 12171),
    ("banner_3", 6425, 7602),
    ("unlocked", 5174, 17123),  # Instrumentalists off the grid, not in the Orchestra
    ("solo", 5240, 6743),  # Instrumentalists in the Orchestra
    ("advanced", 1744, 610),  # Professionals off the grid
    ("reserve_b", -108, -283),  # Musicians in the reserve, by type
    ("reserve_p", 107, 2057),
    ("reserve_i", 1480, -3923),
    ("reserve_v", 3666, 6037),
    ("invited_b", 606, 4603),
    ("invited_p", 2460, 5534),
    ("invited_i", 3886, 11639),
    ("idle_b", 1892, 4737),  # those that can still be assigned in this round
    ("idle_p", 3378, 3562),
    ("idle_i", 5612, 6133),  # Instrumentalists and Virtuosi
    ("idle_invited", 1623, -74),
    ("column", 2022, 4988),  # spaces on the Column Track
    ("parts", -4216, -5266),  # poster parts: what else brings one counts already
    ("left", 1898, 4592),  # spaces on the Conductor Track
    ("right", 228, 93),
    ("arrived", -5387, -21961),  # both markers walked their way: they bring no more
    ("cards", 120, -372),  # cards face up, Star cards apart
    ("stars", 250, 6426),
    ("covered", -873, 1102),  # seats of the Theater Card covered, and their square
    ("covered_2", 91, -10),
    ("full", 8441, -1039),  # all of them
    ("sections", 341, -9),  # points for sections if it ended now
    ("area", 669, -250),  # points for an area if it ended now
    ("pieces", 142, 1287),  # Audience Pieces
    ("evolve", 49, 12),  # what assigned Musicians promise, in tenths of a point: by space,
    ("exchange", 389, 516),
    ("climb", 109, 269),
    ("social", 135, 279),
    ("staffed", 186, 138),  # banner slots,
    ("fulfil", 104, 158),  # and cards
    ("pending", 43, 201),  # what open questions promise, likewise
    ("to_resolve", 1132, 1846),  # the Resolution turn is still to come
    ("late", 329, 407),  # turns after the first player
    ("musicians", -1612, -2589),  # all in the Orchestra: they make it end
)
LATE: Final = vec[i64]([row[1] for row in WEIGHTS])
EARLY: Final = vec[i64]([row[2] for row in WEIGHTS])
NOTHING: Final = vec[i64]([0] * len(WEIGHTS))
BASE_LATE: Final = -13000
BASE_EARLY: Final = 79000
"""What everybody has in the end beside that."""
IDLE: Final[bytes] = bytes([0, 1, 2, 2, 3, 3, 3])
"""By kind of Musician, from ``idle_b`` on."""


def expected(s: State, p: i64) -> i64:
    """The points that the player can expect at the end, in thousandths."""
    if s.phase >= SCORING:
        return points_now(s, p) * 1000
    facts = features(s, p)
    late: i64 = BASE_LATE
    early: i64 = BASE_EARLY
    i: i64 = 0
    while i < len(facts):
        late += LATE[i] * facts[i]
        early += EARLY[i] * facts[i]
        i += 1
    left = time_left(s)
    return (late * (1000 - left) + early * left) // 1000


def features(s: State, p: i64) -> vec[i64]:
    """The facts of the table above, in its order."""
    f = NOTHING[:]
    at = p * OWN
    own = s.own
    f[0] = track_points(s, p)
    money = s.account[p * ACCOUNT + MONEY]
    prestige = s.account[p * ACCOUNT + PRESTIGE]
    f[1] = money if money < 6 else 6
    f[2] = (money if money < 11 else 11) - f[1]
    f[3] = money - f[1] - f[2]
    f[4] = prestige if prestige < 6 else 6
    f[5] = (prestige if prestige < 11 else 11) - f[4]
    f[6] = prestige - f[4] - f[5]
    added = i64(own[at + ADDED])
    f[7] = 1 if added >= 1 else 0
    f[8] = 1 if added >= 2 else 0
    f[9] = 1 if added >= 3 else 0
    f[11] = i64(own[at + SOLO])
    f[10] = 4 - i64(COUNT[i64(own[at + GRID + INSTRUMENTALIST])]) - f[11]
    f[12] = 4 - i64(COUNT[i64(own[at + GRID + 1])])
    turn = (p - s.first + s.n) % s.n
    now = (s.player - s.first + s.n) % s.n
    idle = s.phase == ALLOCATION and turn >= now
    kind: i64 = 0
    while kind < 7:
        here = i64(own[at + RESERVE + kind])
        f[13 + kind] = here
        if idle:
            f[20 + IDLE[kind]] += here
        kind += 1
    f[24] = i64(own[at + COLUMN])
    f[25] = i64(own[at + PARTS])
    f[26] = i64(own[at + MARKER])
    f[27] = i64(own[at + MARKER + 1])
    f[28] = 1 if own[at + ARRIVED] else 0
    look: i64 = 0
    while look < 12:
        f[29 if look < 6 else 30] += i64(own[at + FACE_UP + look])
        look += 1
    seats = covered(s, p)
    f[31] = seats
    f[32] = seats * seats
    f[33] = 1 if theater_points(s, p) != seats else 0
    f[34] = all_section_points(s, p)
    f[35] = hoped_area(s, p)
    f[36] = i64(own[at + AREA]) + i64(own[at + AREA + 1]) + i64(own[at + AREA + 2]) + i64(own[at + AREA + 3])
    space: i64 = 0
    while space < 6:
        if own[at + SPACE + space]:
            f[37 if space <= E3 else 38 if space == X else 39 if space == C else 40] += space_worth(s, p, space) // 100
        space += 1
    slot = added
    while slot < i64(own[at + STAFFED]):
        slot += 1
        f[41] += banner_worth(s, slot) // 100
    place: i64 = 0
    while place < PLACES:
        if i64(s.staff[place * STAFF + OWNER]) == p + 1:
            card = i64(s.rows[place]) - 1
            part = i64(s.d.card_part[card]) + i64(s.staff[place * STAFF + PART])
            f[42] += card_worth(s, p, card, i64(s.d.part_row[part])) // 100
        place += 1
    f[43] = pending(s, p) // 100
    f[44] = 1 if s.phase == RESOLUTION and turn >= now else 0
    f[45] = turn
    f[46] = (
        i64(own[at + SECTION]) + i64(own[at + SECTION + 1]) + i64(own[at + SECTION + 2]) + i64(own[at + SECTION + 3])
    )
    return f
