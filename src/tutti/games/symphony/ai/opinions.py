# tutti: compiled
# tutti: hot
"""What a sensible player thinks of an action: points aimed at, in thousandths. Lent to bots."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.ai.note_values import note_worth
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules import scoring
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import abilities, fits, is_locked, is_well, kind_at, own_discs, virtuosity
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.tokens import WAYS
from tutti.kernel.native import i64, vec

POINT: Final = 1000
A_DISC: Final = 2300
"""What an own disc on the score is worth on average: voice points, zones, majorities."""
A_TOKEN: Final = 1600


def prospect(d: Box, s: State, player: i64, a: i64) -> i64:
    """How good a legal action looks; only public things and the player's own cards are looked at."""
    if a >= act.A_NOTE:
        return note_worth(d, s, player, a)
    if a >= act.A_SCORE:
        return i64(scoring.orchestra_bonus(d, s, d.cards[a - act.A_SCORE], player)) * POINT
    if a >= act.A_CONTROL_01:
        return 5 * A_DISC + 2 * POINT
    if a >= act.A_CONTROL_00:
        return 3 * A_DISC
    if a >= act.A_PART:
        return part_worth(d, s, (a - act.A_PART) // 3, (a - act.A_PART) % 3)
    if a >= act.A_CONTROL:
        inst = a - act.A_CONTROL
        return card_worth(d, kind_at(s, inst), is_well(s, inst))
    if a >= act.A_SEAT:
        return seat_worth(d, s, a - act.A_SEAT)
    if a >= act.A_DISCARD:
        return -card_worth(d, a - act.A_DISCARD, True)
    if a >= act.A_CARD:
        kind = a - act.A_CARD
        return allocation_worth(d, s, kind) if s.stack[-1].step == st.S_ALLOCATE else card_worth(d, kind, True)
    return play_worth(d, s, player, a)


def play_worth(d: Box, s: State, player: i64, a: i64) -> i64:
    """Tokens, sources and the small questions of a play."""
    if a >= act.A_GIVE:
        return -token_value(a - act.A_GIVE)
    if a >= act.A_TAKE:
        return token_value(a - act.A_TAKE)
    if a >= act.A_CONDUCT:
        return A_DISC + POINT * virtuosity(d, s, s.inst_now, 0)
    if a >= act.A_SWAP_OWN:
        return A_DISC if a == act.A_SWAP_OWN else 0
    if a >= act.A_ADD:
        return 0 if a - act.A_ADD >= WAYS else A_DISC
    if a >= act.A_PLAY:
        return token_worth(d, s, player, a - act.A_PLAY)
    if a in (act.A_DISC_OWN, act.A_UNDER_OWN, act.A_REPLAY):
        return POINT
    return -POINT if a == act.A_BURN else 0


# -- cards and seats -----------------------------------------------------------------------------


def card_worth(d: Box, kind: i64, well: bool) -> i64:
    """An instrument in the player's hands."""
    return d.worth[2 * kind + 1 if well else 2 * kind]


def card_worths(d: Box) -> vec[i64]:
    """What ``card_worth`` looks up: of each kind, placed badly and well."""
    found = vec[i64]([0] * (2 * d.kinds))
    kind: i64 = 0
    while kind < d.kinds:
        found[2 * kind] = counted_worth(d, kind, False)
        found[2 * kind + 1] = counted_worth(d, kind, True)
        kind += 1
    return found


def counted_worth(d: Box, kind: i64, well: bool) -> i64:
    """The discs of an instrument and what they can do."""
    if d.category[kind] == bx.CHOIR:
        return 2 * A_DISC
    first = kind * bx.SPACES
    discs: i64 = 0
    worth: i64 = 0
    space: i64 = 0
    while space < bx.SPACES:
        what = d.spaces[first + space]
        if what == bx.WHITE or (what == bx.GREY and well):
            discs += 1
        elif what == bx.BLACK_LINKED and well:
            worth += 300
        space += 1
    mask: i64 = d.basic[kind * 3]
    bonus = i64(d.virt_basic[kind * 3])
    if well:
        mask |= d.unlock[kind]
        bonus += i64(d.virt_unlock[kind])
    if mask & bx.ABSOLUTE:
        worth += 3 * (A_DISC - POINT)
    if mask & bx.STRONG:
        worth -= discs * POINT
    if mask & (bx.FLAT | bx.SHARP):
        worth += discs * 500
    if mask & (bx.PROTECT | bx.OVERWRITE):
        worth += discs * 300
    if mask & bx.IMMINENT:
        worth += 500
    return worth + discs * (A_DISC + POINT * bonus)


def part_worth(d: Box, s: State, inst: i64, part: i64) -> i64:
    kind = kind_at(s, inst)
    first = kind * bx.SPACES
    discs: i64 = 0
    space: i64 = 0
    while space < bx.SPACES:
        if d.spaces[first + space] and i64(d.part_of[first + space]) == part:
            discs += 1
        space += 1
    return discs * (A_DISC + POINT * i64(d.virt_basic[kind * 3 + part]))


def allocation_worth(d: Box, s: State, kind: i64) -> i64:
    """Progressive Orchestra: a card is worth most where it is well placed now."""
    seat = s.stack[-1].a * 6
    end = seat + 6
    while seat < end:
        base = seat * st.REC
        if s.terms.setup.board[seat] != 255 and not s.inst[base] and fits(d, s.terms, kind, seat):
            return card_worth(d, kind, True)
        seat += 1
    return card_worth(d, kind, False) - POINT


def seat_worth(d: Box, s: State, seat: i64) -> i64:
    """A good seat for the card in hand, as it will most likely be one's own."""
    f = s.stack[-1]
    kind = f.a if f.step == st.S_SEAT else 0
    return card_worth(d, kind, fits(d, s.terms, kind, seat))


# -- tokens --------------------------------------------------------------------------------------


def token_value(token: i64) -> i64:
    """A token to hold."""
    if token == bx.PROLONGED:
        return 2400
    if token == bx.CLEF:
        return 2300
    if token in (bx.VIRTUOSITY, bx.ECLECTIC):
        return 2000
    return 1500


def token_worth(d: Box, s: State, player: i64, token: i64) -> i64:
    """A token on the instrument that plays, less the point it would be worth at the end."""
    f = s.stack[-1]
    inst = f.a if f.step == st.S_PRE_ATTACK else s.inst_now
    kind = kind_at(s, inst)
    base = inst * st.REC
    own = own_discs(s, inst, player)
    stack = i64(s.inst[base + st.STACK])
    worth: i64 = 0
    if token == bx.PROLONGED:
        worth = A_DISC
    elif token == bx.CLEF:
        mask = i64(d.clefs[kind])
        if s.terms.clefs:
            worth = 500
        else:
            worth = d.clef_points * POINT * ((mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1))
    elif token == bx.VIRTUOSITY:
        worth = (own + stack) * POINT
    elif token == bx.ECLECTIC:
        if s.inst[base + st.WELL]:
            return -POINT
        worth = card_worth(d, kind, True) - card_worth(d, kind, False)
        if not is_locked(s, inst, 0):
            worth -= 500
    elif token == bx.FLAT_SHARP:
        worth = 0 if abilities(d, s, inst, 0) & bx.FLAT and abilities(d, s, inst, 0) & bx.SHARP else 700 * (own + stack)
    elif token == bx.PROTECTION:
        worth = 0 if abilities(d, s, inst, 0) & bx.PROTECT else 500 * (own + stack)
    elif token in (bx.OVERWRITING, bx.CHAINING):
        worth = 600 * own
    return worth - POINT
