# tutti: compiled
"""Musicians for Scenario Cards and banner slots: what can be completed, and only that."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import KIND_NAMES
from tutti.games.orchestra.rules.state import State
from tutti.kernel.native import i64, vec

NIBBLE: Final = vec[i64]([16**kind for kind in range(bx.KINDS)])
"""One of a kind in a packed count: four bits each."""


def hands(s: State, p: i64) -> i64:
    """All that could be put on a card, packed: the reserve by kind, and the Freelancers for hire."""
    me = p * st.OWN
    packed: i64 = 0
    kind: i64 = 0
    while kind < bx.RESERVED:
        packed += i64(s.own[me + st.RESERVE + kind]) * NIBBLE[kind]
        kind += 1
    while kind < bx.KINDS:
        packed += i64(s.pool[kind - bx.HIRED]) * NIBBLE[kind]
        kind += 1
    return packed


def suits(need: i64, kind: i64) -> bool:
    """OR-027: a key-hole takes all; a shaped slot only its own type, from any source."""
    if need == bx.ANY or kind == need:
        return True
    return need != bx.VIRTUOSO and (kind == bx.INVITED + need or kind == bx.HIRED + need)


def can_fill(d: Box, packed: i64, money: i64, prestige: i64, owned: bool, slot: i64, stop: i64, least: i64) -> bool:
    """Whether the slots from ``slot`` to ``stop`` can be filled with what is at hand, paid together (OR-206),
    with an Academy Musician among them (OR-038). ``least``: like slots are filled in ascending order."""
    if slot == stop:
        return owned
    money -= i64(d.slot_m[slot])
    prestige -= i64(d.slot_p[slot])
    if money < 0 or prestige < 0:
        return False
    need = i64(d.slot_type[slot])
    alike = slot + 1 < stop and like(d, slot, slot + 1)
    kind = least
    while kind < bx.KINDS:
        if suits(need, kind) and packed >> (4 * kind) & 15:
            m = money
            p = prestige
            if kind >= bx.HIRED:
                m -= i64(d.hire_m[kind - bx.HIRED])
                p -= i64(d.hire_p[kind - bx.HIRED])
            if m >= 0 and p >= 0:
                mine = owned or kind < bx.INVITED
                if can_fill(d, packed - NIBBLE[kind], m, p, mine, slot + 1, stop, kind if alike else 0):
                    return True
        kind += 1
    return False


def like(d: Box, one: i64, other: i64) -> bool:
    return (
        d.slot_type[one] == d.slot_type[other] and d.slot_m[one] == d.slot_m[other] and d.slot_p[one] == d.slot_p[other]
    )


def can_fill_part(s: State, p: i64, part: i64, packed: i64) -> bool:
    first = s.d.part_first[part]
    at = p * st.ACCOUNT
    stop = first + i64(s.d.part_len[part])
    return can_fill(s.d, packed, s.account[at + st.MONEY], s.account[at + st.PRESTIGE], False, first, stop, 0)


def may_use_card(s: State, p: i64, place: i64) -> bool:
    """OR-141, OR-143: an open card nobody uses, of a section that is taught (a lyre: of any)."""
    cell = place * st.STAFF
    if not s.levels >> (place // st.ROW) & 1 or not s.rows[place] or s.staff[cell + st.OWNER]:
        return False
    section = i64(s.d.card_section[i64(s.rows[place]) - 1])
    me = p * st.OWN
    return section == bx.LYRE or i64(s.own[me + st.TEACHES]) >> section & 1 != 0


def can_cast(s: State, p: i64, place: i64, packed: i64) -> bool:
    """OR-142: some part of the card can be filled now."""
    if not may_use_card(s, p, place):
        return False
    card = i64(s.rows[place]) - 1
    part = i64(s.d.card_part[card])
    stop = part + i64(s.d.card_parts[card])
    while part < stop:
        if can_fill_part(s, p, part, packed):
            return True
        part += 1
    return False


def can_develop(s: State, p: i64) -> bool:
    """OR-042, OR-044."""
    me = p * st.OWN
    slot = i64(s.own[me + st.STAFFED])
    if slot == 3:
        return False
    account = s.account
    mine = p * st.ACCOUNT
    if account[mine + st.MONEY] < s.d.develop_m[slot] or account[mine + st.PRESTIGE] < s.d.develop_p[slot]:
        return False
    return in_reserve(s, p, 0) >= i64(s.d.develop_need[slot])


def in_reserve(s: State, p: i64, least: i64) -> i64:
    """Musicians in the reserve of this kind or a later one."""
    me = p * st.OWN
    total: i64 = 0
    while least < bx.RESERVED:
        total += i64(s.own[me + st.RESERVE + least])
        least += 1
    return total


# -- Musicians chosen one by one, packed in a frame: four bits a kind, the first lowest --------


def last_of(chosen: i64, count: i64) -> i64:
    """The kind chosen last, or 0."""
    return chosen >> (4 * (count - 1)) & 15 if count else 0


def times(chosen: i64, count: i64, kind: i64) -> i64:
    total: i64 = 0
    i: i64 = 0
    while i < count:
        if chosen >> (4 * i) & 15 == kind:
            total += 1
        i += 1
    return total


def names_of(chosen: i64, count: i64) -> list[str]:
    return [KIND_NAMES[chosen >> (4 * i) & 15] for i in range(count)]


def at_hand(s: State, p: i64, chosen: i64, count: i64) -> bool:
    """Whether these are chosen, no more, and are all there."""
    left = hands(s, p)
    i: i64 = 0
    while i < count:
        kind = chosen >> (4 * i) & 15
        if kind >= bx.KINDS or not left >> (4 * kind) & 15:
            return False
        left -= NIBBLE[kind]
        i += 1
    return chosen >> (4 * count) == 0
