# tutti: compiled
"""The Allocation turn: every assignment is one indivisible act (OR-205)."""

from __future__ import annotations

from typing import final

from tutti.games.orchestra.actions import (
    A_CARD,
    A_DEVELOP,
    A_EVOLVE,
    A_PART,
    A_PASS,
    A_USE,
    A_WITH,
)
from tutti.games.orchestra.bank import pay
from tutti.games.orchestra.box import (
    BEGINNER,
    COUNT,
    HIRED,
    INSTRUMENTALIST,
    INVITED,
    KINDS,
    PROFESSIONAL,
    RESERVED,
    VIRTUOSO,
)
from tutti.games.orchestra.casting import (
    NIBBLE,
    can_cast,
    can_develop,
    can_fill,
    can_fill_part,
    hands,
    in_reserve,
    like,
    suits,
)
from tutti.games.orchestra.ensemble import assignable
from tutti.games.orchestra.events import CARD_STAFFED, SLOT_STAFFED, SPACE_USED
from tutti.games.orchestra.state import (
    ACCOUNT,
    ALLOCATE,
    BY_ACADEMY,
    DEVELOP,
    FILL,
    GAINS,
    GRID,
    MONEY,
    OWN,
    OWNER,
    PART,
    PART_OF_CARD,
    PLACES,
    PRESTIGE,
    RESERVE,
    SLOT,
    SLOTS,
    SPACE,
    STAFF,
    STAFFED,
    C,
    M,
    State,
    X,
)
from tutti.games.orchestra.steps.answers import add_set
from tutti.games.orchestra.steps.common import add_concerts, add_gather, apply_common
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step
from tutti.kernel.native import i64, u8


@final
class Allocate(Step[State]):
    """OR-154, OR-155: one action after the other, until the player passes."""

    def __init__(self) -> None:
        super().__init__(ALLOCATE, "allocate", "OR-155")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        at = player * OWN
        if may_pass(s, player):
            found.append(A_PASS)
        if can_develop(s, player):
            found.append(A_DEVELOP)
        add_gather(s, player, found)
        i: i64 = 0
        while i < 3:
            if can_evolve(s, player, i):
                found.append(A_EVOLVE + i)
            i += 1
        i = 0
        while i < 3:
            if not s.own[at + SPACE + X + i]:  # OR-065
                kind: i64 = 0
                while kind < RESERVED:
                    if s.own[at + RESERVE + kind]:
                        found.append(A_USE + i * RESERVED + kind)
                    kind += 1
            i += 1
        packed = hands(s, player)
        i = 0
        while i < PLACES:
            if can_cast(s, player, i, packed):
                found.append(A_CARD + i)
            i += 1
        add_concerts(s, player, found)
        add_set(s.d.a_spot, assignable(s, player), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        if A_EVOLVE <= a < A_USE:
            put_on_space(s, player, a - A_EVOLVE, i64(s.d.space_need[a - A_EVOLVE]), host)
            s.run(GAINS, player, 0, i64(s.d.space_row[a - A_EVOLVE]), BY_ACADEMY)  # OR-055
        elif A_USE <= a < A_CARD:
            put_on_space(s, player, X + (a - A_USE) // RESERVED, (a - A_USE) % RESERVED, host)
        elif A_CARD <= a < A_PART:
            place = a - A_CARD
            card = i64(s.rows[place]) - 1
            if s.d.card_parts[card] > 1:
                s.ask(PART_OF_CARD, player, place)
            else:
                part = i64(s.d.card_part[card])
                s.ask(SLOTS, player, 0, place, part)
        elif a == A_DEVELOP:
            s.ask(DEVELOP, player)
        else:
            apply_common(s, player, a, host)


def may_pass(s: State, p: i64) -> bool:
    """OR-159."""
    at = p * OWN
    if s.own[at + SPACE + X] and s.own[at + SPACE + C] and s.own[at + SPACE + M]:
        return True
    reserve = at + RESERVE
    return not (
        s.own[reserve + BEGINNER]
        or s.own[reserve + PROFESSIONAL]
        or s.own[reserve + INSTRUMENTALIST]
        or s.own[reserve + VIRTUOSO]
    )


def can_evolve(s: State, p: i64, space: i64) -> bool:
    """OR-054, OR-056, OR-062: the space is empty, and a next-level Musician is left for everyone there."""
    at = p * OWN
    need = i64(s.d.space_need[space])
    if s.own[at + SPACE + space] or not s.own[at + RESERVE + need]:
        return False
    waiting: i64 = 1
    other: i64 = 0
    while other < 3:
        if i64(s.own[at + SPACE + other]) == need + 1:
            waiting += 1
        other += 1
    return i64(COUNT[i64(s.own[at + GRID + need + 1])]) >= waiting


def put_on_space(s: State, p: i64, space: i64, kind: i64, host: Host) -> None:
    s.own[p * OWN + RESERVE + kind] -= 1
    s.own[p * OWN + SPACE + space] = u8(kind + 1)
    if host.hears:
        host.tell(SPACE_USED, p, space, kind)


@final
class Develop(Step[State]):
    """OR-042: the Musicians of the next banner slot, one by one, kinds ascending; paid with the last."""

    def __init__(self) -> None:
        super().__init__(DEVELOP, "develop", "OR-042", ("at", "chosen"), inner=True)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        missing = i64(s.d.develop_need[i64(s.own[player * OWN + STAFFED])]) - f.at
        last = last_of(f.a, f.at)
        kind = last
        while kind < RESERVED:
            here = i64(s.own[player * OWN + RESERVE + kind]) - times(f.a, f.at, kind)
            if here > 0 and here + in_reserve(s, player, kind + 1) >= missing:
                found.append(A_WITH + kind)
            kind += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        f.a |= (a - A_WITH) << (4 * f.at)
        f.at += 1
        at = player * OWN
        slot = i64(s.own[at + STAFFED])
        if f.at < i64(s.d.develop_need[slot]):
            return
        i: i64 = 0
        while i < f.at:
            kind = f.a >> (4 * i) & 15
            s.own[at + RESERVE + kind] -= 1
            s.own[at + SLOT + slot * 3 + i] = u8(kind + 1)
            i += 1
        s.own[at + STAFFED] += 1
        s.stack.pop()
        if host.hears:
            host.tell(SLOT_STAFFED, player, slot)
        pay(s, player, i64(s.d.develop_m[slot]), i64(s.d.develop_p[slot]), host)  # OR-043


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


@final
class PartOfCard(Step[State]):
    """OR-144, OR-145: top or bottom; or how many letters."""

    def __init__(self) -> None:
        super().__init__(PART_OF_CARD, "part", "OR-144", ("place",), inner=True)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        card = i64(s.rows[f.at]) - 1
        packed = hands(s, player)
        i: i64 = 0
        while i < i64(s.d.card_parts[card]):
            if can_fill_part(s, player, i64(s.d.card_part[card]) + i, packed):
                found.append(A_PART + i)
            i += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        place = f.at
        part = i64(s.d.card_part[i64(s.rows[place]) - 1]) + a - A_PART
        s.stack.pop()
        s.ask(SLOTS, player, 0, place, part)


@final
class Slots(Step[State]):
    """OR-142: the slots of a card one by one; all is paid, hired and placed with the last (OR-205)."""

    def __init__(self) -> None:
        super().__init__(SLOTS, "slots", "OR-142", ("at", "place", "part", "chosen"), inner=True)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        d = s.d
        first = d.part_first[f.b]
        stop = first + i64(d.part_len[f.b])
        money = s.account[player * ACCOUNT + MONEY] - money_for(s, f)
        prestige = s.account[player * ACCOUNT + PRESTIGE] - prestige_for(s, f)
        packed = hands(s, player)
        owned = False
        i: i64 = 0
        while i < f.at:
            kind = f.c >> (4 * i) & 15
            packed -= NIBBLE[kind]
            owned = owned or kind < INVITED
            i += 1
        slot = first + f.at
        money -= i64(d.slot_m[slot])
        prestige -= i64(d.slot_p[slot])
        need = i64(d.slot_type[slot])
        kind = last_of(f.c, f.at) if f.at and like(d, slot - 1, slot) else 0
        alike = slot + 1 < stop and like(d, slot, slot + 1)
        found: list[int] = []
        while kind < KINDS:
            if suits(need, kind) and packed >> (4 * kind) & 15:
                m = money
                p = prestige
                if kind >= HIRED:
                    m -= i64(d.hire_m[kind - HIRED])
                    p -= i64(d.hire_p[kind - HIRED])
                mine = owned or kind < INVITED
                rest = packed - NIBBLE[kind]
                if m >= 0 and p >= 0 and can_fill(d, rest, m, p, mine, slot + 1, stop, kind if alike else 0):
                    found.append(A_WITH + kind)
            kind += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        f.c |= (a - A_WITH) << (4 * f.at)
        f.at += 1
        if f.at < i64(s.d.part_len[f.b]):
            return
        pay(s, player, money_for(s, f), prestige_for(s, f), host)
        cell = f.a * STAFF
        s.staff[cell + OWNER] = u8(player + 1)
        s.staff[cell + PART] = u8(f.b - i64(s.d.card_part[i64(s.rows[f.a]) - 1]))
        i: i64 = 0
        while i < f.at:
            kind = f.c >> (4 * i) & 15
            if kind < HIRED:
                s.own[player * OWN + RESERVE + kind] -= 1
            else:
                s.pool[kind - HIRED] -= 1  # OR-037
            s.staff[cell + FILL + i] = u8(kind + 1)
            i += 1
        if host.hears:
            host.tell(CARD_STAFFED, player, f.a, i64(s.rows[f.a]) - 1)
        s.stack.pop()


def money_for(s: State, f: Frame) -> i64:
    return price_of(f, s.d.part_first[f.b], s.d.slot_m, s.d.hire_m)


def prestige_for(s: State, f: Frame) -> i64:
    return price_of(f, s.d.part_first[f.b], s.d.slot_p, s.d.hire_p)


def price_of(f: Frame, first: i64, slots: bytes, hire: bytes) -> i64:
    """OR-206: slot costs and hire prices of what has been chosen."""
    total: i64 = 0
    i: i64 = 0
    while i < f.at:
        total += i64(slots[first + i])
        kind = f.c >> (4 * i) & 15
        if kind >= HIRED:
            total += i64(hire[kind - HIRED])
        i += 1
    return total
