# tutti: compiled
"""The Allocation turn: every assignment is one indivisible act (OR-205)."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack import box as bx
from tutti.games.orchestra.pack.names import LEVELS, SECTIONS, SPACE_NAMES, TYPES
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.casting import can_cast, can_develop, hands, may_use_card
from tutti.games.orchestra.rules.events import SPACE_USED
from tutti.games.orchestra.rules.spots import assignable
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import add_set
from tutti.games.orchestra.rules.steps.base import LEGAL, purse
from tutti.games.orchestra.rules.steps.turn import (
    TURN_FAULTS,
    Turn,
    add_concerts,
    add_gather,
    apply_common,
    common_fault,
)
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Refusal

MUSICIANS_LEFT: Final = TURN_FAULTS
CANNOT_DEVELOP: Final = TURN_FAULTS + 1
SPACE_TAKEN: Final = TURN_FAULTS + 2
NO_MUSICIAN: Final = TURN_FAULTS + 3
NOTHING_TO_EVOLVE_TO: Final = TURN_FAULTS + 4
CANNOT_CAST: Final = TURN_FAULTS + 5


@final
class Allocate(Turn):
    """OR-154, OR-155: Musicians to spaces, slots, cards and the Orchestra."""

    def __init__(self) -> None:
        verbs = ("pass", "develop", "gather", "evolve", "x", "c", "m", "card", "concert", "assign")
        super().__init__(st.ALLOCATE, "allocate", "OR-155", verbs, st.ALLOCATION)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        me = player * st.OWN
        if may_pass(s, player):
            found.append(act.A_PASS)
        if can_develop(s, player):
            found.append(act.A_DEVELOP)
        add_gather(s, player, found)
        i: i64 = 0
        while i < 3:
            if evolve_fault(s, player, i) == LEGAL:
                found.append(act.A_EVOLVE + i)
            i += 1
        own = s.own
        i = 0
        while i < 3:
            if not own[me + st.SPACE + st.X + i]:  # OR-065
                kind: i64 = 0
                while kind < bx.RESERVED:
                    if own[me + st.RESERVE + kind]:
                        found.append(act.A_USE + i * bx.RESERVED + kind)
                    kind += 1
            i += 1
        packed = hands(s, player)
        i = 0
        while i < st.PLACES:
            if can_cast(s, player, i, packed):
                found.append(act.A_CARD + i)
            i += 1
        add_concerts(s, player, found)
        add_set(s.d.a_spot, assignable(s, player), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        if act.A_EVOLVE <= a < act.A_USE:
            put_on_space(s, player, a - act.A_EVOLVE, i64(s.d.space_need[a - act.A_EVOLVE]), host)
            s.run(st.GAINS, player, 0, i64(s.d.space_row[a - act.A_EVOLVE]), st.BY_ACADEMY)  # OR-055
        elif act.A_USE <= a < act.A_CARD:
            put_on_space(s, player, st.X + (a - act.A_USE) // bx.RESERVED, (a - act.A_USE) % bx.RESERVED, host)
        elif act.A_CARD <= a < act.A_PART:
            place = a - act.A_CARD
            card = i64(s.rows[place]) - 1
            if s.d.card_parts[card] > 1:
                s.ask(st.PART_OF_CARD, player, place)
            else:
                part = i64(s.d.card_part[card])
                s.ask(st.SLOTS, player, 0, place, part)
        elif a == act.A_DEVELOP:
            s.ask(st.DEVELOP, player)
        else:
            apply_common(s, player, a, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == act.A_PASS:
            return LEGAL if may_pass(s, player) else MUSICIANS_LEFT
        if a == act.A_DEVELOP:
            return LEGAL if can_develop(s, player) else CANNOT_DEVELOP
        if act.A_EVOLVE <= a < act.A_USE:
            return evolve_fault(s, player, a - act.A_EVOLVE)
        if act.A_USE <= a < act.A_CARD:
            own = s.own
            me = player * st.OWN
            if own[me + st.SPACE + st.X + (a - act.A_USE) // bx.RESERVED]:
                return SPACE_TAKEN
            return LEGAL if own[me + st.RESERVE + (a - act.A_USE) % bx.RESERVED] else NO_MUSICIAN
        if act.A_CARD <= a < act.A_PART:
            return LEGAL if can_cast(s, player, a - act.A_CARD, hands(s, player)) else CANNOT_CAST
        return common_fault(s, player, a)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == MUSICIANS_LEFT:
            return Refusal("musicians_left", "OR-159")
        if fault == CANNOT_DEVELOP:
            return undevelopable(s, player)
        if fault == CANNOT_CAST:
            return uncastable(s, player, a - act.A_CARD)
        if act.A_EVOLVE <= a < act.A_USE:
            return unevolvable(s, a - act.A_EVOLVE, fault)
        if fault == SPACE_TAKEN:
            return Refusal("space_taken", "OR-065", {"space": SPACE_NAMES[st.X + (a - act.A_USE) // bx.RESERVED]})
        if fault == NO_MUSICIAN:
            return Refusal("no_musician", "OR-155", {"musician": act.KIND_NAMES[(a - act.A_USE) % bx.RESERVED]})
        return super().why_not(s, f, player, a)


def may_pass(s: State, p: i64) -> bool:
    """OR-159."""
    own = s.own
    me = p * st.OWN
    if own[me + st.SPACE + st.X] and own[me + st.SPACE + st.C] and own[me + st.SPACE + st.M]:
        return True
    reserve = me + st.RESERVE
    return not (
        own[reserve + bx.BEGINNER]
        or own[reserve + bx.PROFESSIONAL]
        or own[reserve + bx.INSTRUMENTALIST]
        or own[reserve + bx.VIRTUOSO]
    )


def evolve_fault(s: State, p: i64, space: i64) -> i64:
    """OR-054, OR-056, OR-062: the space is empty, and a next-level Musician is left for everyone there."""
    me = p * st.OWN
    need = i64(s.d.space_need[space])
    own = s.own
    if own[me + st.SPACE + space]:
        return SPACE_TAKEN
    if not own[me + st.RESERVE + need]:
        return NO_MUSICIAN
    waiting: i64 = 1
    other: i64 = 0
    while other < 3:
        if i64(own[me + st.SPACE + other]) == need + 1:
            waiting += 1
        other += 1
    return LEGAL if i64(bx.COUNT[i64(own[me + st.GRID + need + 1])]) >= waiting else NOTHING_TO_EVOLVE_TO


def put_on_space(s: State, p: i64, space: i64, kind: i64, host: Host) -> None:
    own = s.own
    me = p * st.OWN
    own[me + st.RESERVE + kind] -= 1
    own[me + st.SPACE + space] = u8(kind + 1)
    if host.hears:
        host.tell(SPACE_USED, p, space, kind)


# -- why not, in detail ------------------------------------------------------------------------


def unevolvable(s: State, space: i64, fault: i64) -> Refusal:
    need = s.d.space_need[space]
    if fault == SPACE_TAKEN:
        return Refusal("space_taken", "OR-156", {"space": SPACE_NAMES[space]})
    if fault == NO_MUSICIAN:
        return Refusal("no_musician", "OR-054", {"musician": act.KIND_NAMES[need]})
    return Refusal("nothing_to_evolve_to", "OR-056", {"type": TYPES[need + 1]})


def undevelopable(s: State, p: i64) -> Refusal:
    d = s.d
    me = p * st.OWN
    slot = int(s.own[me + st.STAFFED])
    if slot == 3:
        return Refusal("no_slot_left", "OR-041")
    coins = purse(s, p)
    if coins["money"] < d.develop_m[slot] or coins["prestige"] < d.develop_p[slot]:
        price = {"need_money": d.develop_m[slot], "need_prestige": d.develop_p[slot]}
        return Refusal("cannot_pay", "OR-042", {**coins, **price})
    return Refusal("too_few_musicians", "OR-042", {"need": d.develop_need[slot]})


def uncastable(s: State, p: i64, place: i64) -> Refusal:
    level = LEVELS[place // st.ROW]
    if not s.levels >> (place // st.ROW) & 1:
        return Refusal("level_closed", "OR-138", {"level": level})
    if not s.rows[place]:
        return Refusal("no_card_there", "OR-139", {"level": level})
    cell = place * st.STAFF
    owner = int(s.staff[cell + st.OWNER])
    if owner:
        return Refusal("card_in_use", "OR-143", {"player": owner - 1})
    card = int(s.rows[place]) - 1
    args = {"card": s.d.cards[card], "name": s.d.card_names[card]}
    if not may_use_card(s, p, place):
        section = SECTIONS[s.d.card_section[card]]
        return Refusal("section_not_taught", "OR-141", {**args, "section": section})
    return Refusal("cannot_fill", "OR-142", {**args, **purse(s, p)})


STEPS: Final = (Allocate(),)
