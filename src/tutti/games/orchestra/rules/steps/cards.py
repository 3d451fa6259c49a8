# tutti: compiled
"""Musicians on a Scenario Card: which part of it, then its slots one by one."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import HIRED, INVITED, KINDS
from tutti.games.orchestra.pack.names import NEEDS
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_PART, A_RESOLVE, A_WITH, KIND_NAMES
from tutti.games.orchestra.rules.bank import pay
from tutti.games.orchestra.rules.casting import (
    NIBBLE,
    at_hand,
    can_fill,
    can_fill_part,
    hands,
    last_of,
    like,
    names_of,
    suits,
)
from tutti.games.orchestra.rules.events import CARD_STAFFED
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.base import LEGAL, OTHER_QUESTION, OWN_FAULTS, Bounds, Question, purse
from tutti.games.orchestra.types import PartArgs, SlotsArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

NO_SUCH_PART: Final = OWN_FAULTS
CANNOT_FILL: Final = OWN_FAULTS + 1

WRONG_TYPE: Final = OWN_FAULTS
NO_MUSICIAN: Final = OWN_FAULTS + 1
CANNOT_COMPLETE: Final = OWN_FAULTS + 2


@final
class PartOfCard(Question):
    """OR-144, OR-145: top or bottom; or how many letters."""

    def __init__(self) -> None:
        super().__init__(
            st.PART_OF_CARD, "part", "OR-144", ("part",), ("place",), on=(st.ALLOCATE,), inner=True, args=PartArgs
        )

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
        s.ask(st.SLOTS, player, 0, place, part)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_PART <= a < A_WITH:
            return OTHER_QUESTION
        card = i64(s.rows[f.at]) - 1
        if a - A_PART >= i64(s.d.card_parts[card]):
            return NO_SUCH_PART
        part = i64(s.d.card_part[card]) + a - A_PART
        return LEGAL if can_fill_part(s, player, part, hands(s, player)) else CANNOT_FILL

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        d = s.d
        card = int(s.rows[f.at]) - 1
        args: PartArgs = {
            "card": d.cards[card],
            "name": d.card_names[card],
            "letters": bool(d.card_letters[card]),
            "parts": [slots_of(s, d.card_part[card] + i) for i in range(d.card_parts[card])],
        }
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        card = int(s.rows[f.at]) - 1
        args = {"card": s.d.cards[card], "name": s.d.card_names[card]}
        if fault == NO_SUCH_PART:
            return Refusal("no_such_part", "OR-144", {**args, "parts": s.d.card_parts[card]})
        if fault == CANNOT_FILL:
            return Refusal("cannot_fill", "OR-142", {**args, **purse(s, player)})
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((0, st.PLACES - 1),)

    def stands(self, s: State, around: Around) -> bool:
        return s.rows[around.frame.at] != 0


@final
class Slots(Question):
    """OR-142: the slots of a card one by one; all is paid, hired and placed with the last (OR-205)."""

    def __init__(self) -> None:
        super().__init__(
            st.SLOTS,
            "slots",
            "OR-142",
            ("with",),
            ("at", "place", "part", "chosen"),
            on=(st.ALLOCATE,),
            inner=True,
            args=SlotsArgs,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        d = s.d
        first = d.part_first[f.b]
        stop = first + i64(d.part_len[f.b])
        account = s.account
        mine = player * st.ACCOUNT
        money = account[mine + st.MONEY] - money_for(s, f)
        prestige = account[mine + st.PRESTIGE] - prestige_for(s, f)
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
                any_own = owned or kind < INVITED
                rest = packed - NIBBLE[kind]
                if m >= 0 and p >= 0 and can_fill(d, rest, m, p, any_own, slot + 1, stop, kind if alike else 0):
                    found.append(A_WITH + kind)
            kind += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        f.c |= (a - A_WITH) << (4 * f.at)
        f.at += 1
        if f.at < i64(s.d.part_len[f.b]):
            return
        pay(s, player, money_for(s, f), prestige_for(s, f), host)
        cell = f.a * st.STAFF
        s.staff[cell + st.OWNER] = u8(player + 1)
        s.staff[cell + st.PART] = u8(f.b - i64(s.d.card_part[i64(s.rows[f.a]) - 1]))
        me = player * st.OWN
        i: i64 = 0
        while i < f.at:
            kind = f.c >> (4 * i) & 15
            if kind < HIRED:
                s.own[me + st.RESERVE + kind] -= 1
            else:
                s.pool[kind - HIRED] -= 1  # OR-037
            s.staff[cell + st.FILL + i] = u8(kind + 1)
            i += 1
        if host.hears:
            host.tell(CARD_STAFFED, player, f.a, i64(s.rows[f.a]) - 1)
        s.stack.pop()

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_WITH <= a < A_RESOLVE:
            return OTHER_QUESTION
        kind = a - A_WITH
        if not suits(i64(s.d.slot_type[s.d.part_first[f.b] + f.at]), kind):
            return WRONG_TYPE
        if not hands(s, player) >> (4 * kind) & 15:
            return NO_MUSICIAN
        return LEGAL if a in self.legal(s, f, player) else CANNOT_COMPLETE

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        card = int(s.rows[f.a]) - 1
        slots = slots_of(s, f.b)
        args: SlotsArgs = {
            "card": s.d.cards[card],
            "name": s.d.card_names[card],
            "slots": slots,
            "slot": slots[f.at],
            "chosen": names_of(f.c, f.at),
        }
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == WRONG_TYPE:
            need = NEEDS[s.d.slot_type[s.d.part_first[f.b] + f.at]]
            return Refusal("wrong_type", "OR-027", {"musician": KIND_NAMES[a - A_WITH], "need": need})
        if fault == NO_MUSICIAN:
            return Refusal("no_musician", "OR-142", {"musician": KIND_NAMES[a - A_WITH]})
        if fault == CANNOT_COMPLETE:
            return Refusal("cannot_complete", "OR-205", {"musician": KIND_NAMES[a - A_WITH], **purse(s, player)})
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return (0, 3), (0, st.PLACES - 1), (0, len(s.d.part_len) - 1), (0, 16**4 - 1)

    def stands(self, s: State, around: Around) -> bool:
        f = around.frame
        card = i64(s.rows[f.a]) - 1
        if card < 0 or not 0 <= f.b - i64(s.d.card_part[card]) < i64(s.d.card_parts[card]):
            return False
        return f.at < i64(s.d.part_len[f.b]) and at_hand(s, f.player, f.c, f.at)


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


def slots_of(s: State, part: i64) -> list[str]:
    """The slots of a part as the card prints them: ``P-2m``."""
    d = s.d
    first = d.part_first[part]
    found = []
    for slot in range(first, first + d.part_len[part]):
        money = f"-{d.slot_m[slot]}m" if d.slot_m[slot] else ""
        prestige = f"-{d.slot_p[slot]}p" if d.slot_p[slot] else ""
        found.append(NEEDS[d.slot_type[slot]] + money + prestige)
    return found


STEPS: Final = (PartOfCard(), Slots())
