# tutti: compiled
"""The allocation of Progressive Orchestra, Column by Column (SY-251 to SY-256)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack.box import COLUMNS, CONDUCTOR, ROWS, Box
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import is_free_seat
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, Phase, SymphonyStep, argument, begun, on_turn
from tutti.games.symphony.rules.steps.seats import control, control_text, hand_cards, hand_size
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Refusal

NOT_HELD: Final = 2
NOT_USABLE: Final = 3
FIRST: Final = 4


class Allocation(Phase):
    """SY-251 to SY-256: turns from the First Player token until the Column ``a`` is full; ``at`` counts turns.

    The token stays where it is meanwhile.
    """

    def resume(self, s: State, f: Frame, host: Host) -> None:
        n = s.terms.n
        s.column = f.a
        if self.full(s, f.a) and (f.a < COLUMNS - 1 or self.hands_empty(s)):
            s.stack.pop()
            s.holder = (s.holder + f.at) % n  # SY-254: who would be next
            if host.hears:
                host.tell(events.BATON, s.holder, 0, 0, 0, 0)
            return
        player = (s.holder + f.at) % n
        f.at += 1
        s.ask(st.S_ALLOCATE, player, 1 if f.a == 0 and f.at == 1 else 0, f.a, 0, 0, 0)

    def full(self, s: State, column: i64) -> bool:
        seat = column * ROWS
        end = seat + ROWS
        while seat < end:
            if is_free_seat(s, seat):
                return False
            seat += 1
        return True

    def hands_empty(self, s: State) -> bool:
        player: i64 = 0
        while player < s.terms.n:
            if hand_size(s, player):
                return False
            player += 1
        return True

    def bounds(self, s: State, around: Around) -> Bounds:
        column = argument(s, around)
        least, most = turns_in(s, column[0])
        return (least + begun(around), most + begun(around)), column


def turns_in(s: State, column: i64) -> tuple[int, int]:
    """SY-251, SY-252: the least and most turns taken in the allocation of a Column: nobody can see when 00 was used."""
    seated = 0
    for seat in range(column * ROWS, column * ROWS + ROWS):
        base = seat * st.REC
        seated += 1 if s.inst[base + st.KIND] else 0
    conductor = 1 if s.inst[st.CONDUCTOR_AT + st.OWNER] else 0
    if column == 0:
        seated += conductor + (1 if s.inst[st.CONCERTMASTER_AT + st.OWNER] else 0)
        return seated, seated
    return seated, seated + conductor


class Allocate(SymphonyStep):
    """D10: a card for the Column, or the use of 00 or 01; the very first turn must use 01 (SY-253)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        d = self.d
        found: list[int] = []
        at = player * act.KINDS
        if not f.at:
            hand_cards(s, player, found)
            found = [a for a in found if a != act.A_CARD + d.conductor_kind and a != act.A_CARD + d.concertmaster_kind]
            if s.hands[at + d.conductor_kind]:
                found.append(act.A_CONTROL_00)
        if s.hands[at + d.concertmaster_kind]:
            found.append(act.A_CONTROL_01)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        d = self.d
        column = f.a
        s.stack.pop()
        if a < act.A_CONTROL:
            s.ask(st.S_SEAT, player, 0, a - act.A_CARD, column, 0, 0)
            return
        kind = d.conductor_kind if a == act.A_CONTROL_00 else d.concertmaster_kind
        mine = player * act.KINDS
        s.hands[mine + kind] -= u8(1)
        control(d, s, CONDUCTOR + a - act.A_CONTROL_00, 0, player, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        d = self.d
        at = player * act.KINDS
        if not act.A_CARD <= a < act.A_SCORE:
            return OTHER
        if a == act.A_CONTROL_01 and s.hands[at + d.concertmaster_kind]:
            return 0
        if f.at:
            return FIRST
        if a >= act.A_CONTROL:
            return 0 if a == act.A_CONTROL_00 and s.hands[at + d.conductor_kind] else NOT_USABLE
        if a >= act.A_DISCARD:
            return OTHER
        kind = a - act.A_CARD
        special = kind == d.conductor_kind or kind == d.concertmaster_kind
        return 0 if s.hands[at + kind] and not special else NOT_HELD

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        if fault == FIRST:
            return Refusal("must_use_01", "SY-253", {"step": self.name})
        if fault == NOT_USABLE and a < act.A_CONTROL_00:
            return Refusal("other_question", "SY-252", {"step": self.name})
        if fault == NOT_USABLE:
            return Refusal("card_not_held", "SY-252", {"card": control_text(a)})
        return self.card_not_held(a - act.A_CARD)

    def bounds(self, s: State, around: Around) -> Bounds:
        column = argument(s, around)
        first = 1 if column[0] == 0 and around.below is not None and around.below.at == 1 else 0
        return (first, first), column

    def asked(self, s: State, around: Around) -> int:
        return on_turn(s)


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Allocation(d, st.S_ALLOCATION, "allocation", "SY-251", ("turn", "column")),
        Allocate(d, st.S_ALLOCATE, "allocate", "SY-251", ("first", "column"), on=(st.S_ALLOCATION,)),
    )
