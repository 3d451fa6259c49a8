# tutti: compiled
"""Seats Allocation: a card, a seat for it, control of an instrument (SY-048 to SY-059)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_PART
from tutti.games.symphony.rules.instruments import fits, free_parts, is_free_seat, kind_at, seat_card, take_control
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, Phase, SymphonyStep, begun, on_turn, phase
from tutti.games.symphony.types import ControlArgs, SeatArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import NONE, ONE_ASKED, Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

ANY: Final = -1

# Faults: of a card, of a seat, of control.
NOT_HELD: Final = 2
NO_SUCH: Final = 2
TAKEN: Final = 3
ELSEWHERE: Final = 4
TIED: Final = 2
EMPTY: Final = 3
HAS_PARTS: Final = 4
NO_PARTS: Final = 5
CONTROLLED: Final = 6


def hand_size(s: State, player: i64) -> i64:
    size: i64 = 0
    at = player * act.KINDS
    end = at + act.KINDS
    while at < end:
        size += i64(s.hands[at])
        at += 1
    return size


def hand_cards(s: State, player: i64, found: list[int]) -> None:
    at = player * act.KINDS
    kind: i64 = 0
    while kind < act.KINDS:
        if s.hands[at + kind]:
            found.append(act.A_CARD + kind)
        kind += 1


def place_card(d: Box, s: State, seat: i64, kind: i64, player: i64, host: Host) -> None:
    mine = player * act.KINDS
    s.hands[mine + kind] -= u8(1)
    seat_card(d, s, seat, kind, player)
    if host.hears:
        host.tell(events.SEATED, player, seat, kind, 0, 0)


def control(d: Box, s: State, inst: i64, part: i64, player: i64, host: Host) -> None:
    take_control(d, s, inst, part, player)
    if host.hears:
        parts = i64(d.part_count[kind_at(s, inst)])
        host.tell(events.CONTROLLED, player, inst, part if parts > 1 else -1, kind_at(s, inst), 0)


class Seats(Phase):
    """Turns from the First Player, clockwise, until everything is controlled (SY-048)."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        n = s.terms.n
        if f.at == s.terms.setup.turns * n:
            s.stack.pop()
            return
        player = (s.first + f.at) % n
        f.at += 1
        s.ask(st.S_CONTROL, player, 0, ANY, 0, 0, 0)
        if hand_size(s, player):
            s.ask(st.S_CARD, player, 0, 0, 0, 0, 0)  # SY-049

    def bounds(self, s: State, around: Around) -> Bounds:
        return (begun(around), s.terms.setup.turns * s.terms.n), NONE


class ChooseCard(SymphonyStep):
    """D5, first part: which card of the hand."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        hand_cards(s, player, found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        s.ask(st.S_SEAT, player, 0, a - act.A_CARD, ANY, 0, 0)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not act.A_CARD <= a < act.A_DISCARD:
            return OTHER
        mine = player * act.KINDS
        return 0 if s.hands[mine + a - act.A_CARD] else NOT_HELD

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return self.card_not_held(a - act.A_CARD)

    def asked(self, s: State, around: Around) -> int:
        return on_turn(s)


class ChooseSeat(SymphonyStep):
    """D5, second part: any free seat, or one of a Column (``b``) in Progressive Orchestra."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        seat: i64 = 0
        end: i64 = bx.SEATS
        if f.b != ANY:
            seat = f.b * bx.ROWS
            end = seat + bx.ROWS
        while seat < end:
            if is_free_seat(s, seat):
                found.append(act.A_SEAT + seat)
            seat += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        d = self.d
        kind = f.a
        seat = a - act.A_SEAT
        column = f.b
        s.stack.pop()
        if column != ANY:
            place_card(d, s, seat, kind, player, host)
            control(d, s, seat, 0, player, host)  # SY-251
            return
        # SY-051, SY-287: badly placed although a fitting seat was free, so it must be controlled
        tied = d.dots[kind] != 0 and not fits(d, s.terms, kind, seat) and self.fitting_seat(s, kind)
        place_card(d, s, seat, kind, player, host)
        if tied:
            s.stack[-1].a = seat

    def fitting_seat(self, s: State, kind: i64) -> bool:
        seat: i64 = 0
        while seat < bx.SEATS:
            if is_free_seat(s, seat) and fits(self.d, s.terms, kind, seat):
                return True
            seat += 1
        return False

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not act.A_SEAT <= a < act.A_CONTROL:
            return OTHER
        seat = a - act.A_SEAT
        if s.terms.setup.board[seat] == bx.NO_SEAT:
            return NO_SUCH
        base = seat * st.REC
        if s.inst[base + st.KIND]:
            return TAKEN
        return 0 if f.b == ANY or seat // bx.ROWS == f.b else ELSEWHERE

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        seat = names.place(a - act.A_SEAT)
        if fault == NO_SUCH:
            return Refusal("no_seat", "SY-022", {"seat": seat})
        if fault == TAKEN:
            return Refusal("seat_taken", "SY-050", {"seat": seat})
        return Refusal("other_column", "SY-251", {"seat": seat, "column": names.column(f.b)})

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: SeatArgs = {"card": self.d.ids[f.a], "column": names.column(f.b) if f.b != ANY else None}
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        column: int = phase(s).a if s.terms.progressive else ANY
        return NONE, (0, act.KINDS - 1), (column, column)

    def asked(self, s: State, around: Around) -> int:
        return on_turn(s)


class Control(SymphonyStep):
    """D5, third part: an uncontrolled instrument or Part; only the card just placed if the seat ties it (``a``)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        d = self.d
        found: list[int] = []
        if f.a != ANY:
            found.append(act.A_CONTROL + f.a)
            return tuple(found)
        choirs = False
        seat: i64 = 0
        while seat < bx.SEATS:
            base = seat * st.REC
            if s.inst[base + st.KIND]:
                if d.part_count[kind_at(s, seat)] > 1:
                    choirs = True
                elif not s.inst[base + st.OWNER]:
                    found.append(act.A_CONTROL + seat)
            seat += 1
        if choirs:
            seat = 0
            while seat < bx.SEATS:
                base = seat * st.REC
                if s.inst[base + st.KIND] and d.part_count[kind_at(s, seat)] > 1:
                    free = free_parts(d, s, seat)
                    part: i64 = 0
                    while part < 3:
                        if free & (1 << part):
                            found.append(A_PART + seat * 3 + part)
                        part += 1
                seat += 1
        if not s.inst[st.CONDUCTOR_AT + st.OWNER]:
            found.append(act.A_CONTROL_00)
        if not s.inst[st.CONCERTMASTER_AT + st.OWNER]:
            found.append(act.A_CONTROL_01)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        inst: i64 = a - act.A_CONTROL
        part: i64 = 0
        if a >= act.A_CONTROL_00:
            inst = bx.CONDUCTOR + a - act.A_CONTROL_00
        elif a >= A_PART:
            inst = (a - A_PART) // 3
            part = (a - A_PART) % 3
        control(self.d, s, inst, part, player, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not act.A_CONTROL <= a < act.A_SCORE:
            return OTHER
        if f.a != ANY:
            return 0 if a == act.A_CONTROL + f.a else TIED
        part: i64 = (a - A_PART) % 3 if A_PART <= a < act.A_CONTROL_00 else ANY
        inst = named_by(a)
        kind = kind_at(s, inst)
        if kind < 0:
            return EMPTY
        if inst >= bx.SEATS:
            base = inst * st.REC
            return CONTROLLED if s.inst[base + st.OWNER] else 0
        if (self.d.part_count[kind] > 1) != (part != ANY):
            return HAS_PARTS if part == ANY else NO_PARTS
        return 0 if free_parts(self.d, s, inst) & (1 << (0 if part == ANY else part)) else CONTROLLED

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        if fault == TIED:
            return Refusal("must_control", "SY-051", {"only": names.place(f.a)})
        args = {"instrument": control_text(a)}
        if fault in (HAS_PARTS, NO_PARTS):
            return Refusal("name_the_part" if fault == HAS_PARTS else "no_parts", "SY-016", args)
        return Refusal("seat_empty" if fault == EMPTY else "controlled_already", "SY-053", args)

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: ControlArgs = {"only": names.place(f.a) if f.a != ANY else None}
        return Prompt(self.name, self.rule if f.a == ANY else "SY-287", args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return NONE, (ANY, bx.SEATS - 1)

    def asked(self, s: State, around: Around) -> int:
        return on_turn(s)

    def stands(self, s: State, around: Around) -> bool:
        only = around.frame.a
        return only == ANY or (free_parts(self.d, s, only) == 1 and self.d.part_count[kind_at(s, only)] == 1)


def named_by(a: i64) -> i64:
    """The place of an action of control."""
    if a >= act.A_CONTROL_00:
        return bx.CONDUCTOR + a - act.A_CONTROL_00
    return (a - A_PART) // 3 if a >= A_PART else a - act.A_CONTROL


def control_text(a: i64) -> str:
    """What an action of control names: a place, and the Part of a choir."""
    place = names.place(named_by(a))
    return f"{place}.{(a - A_PART) % 3 + 1}" if A_PART <= a < act.A_CONTROL_00 else place


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    above = (st.S_CONTROL, st.S_ALLOCATION)
    return (
        Seats(d, st.S_SEATS, "seats", "SY-048", ("turn", "argument")),
        ChooseCard(d, st.S_CARD, "card", "SY-048", on=(st.S_CONTROL,)),
        ChooseSeat(d, st.S_SEAT, "seat", "SY-051", ("at", "card", "column"), ONE_ASKED, above, True, SeatArgs, True),
        Control(d, st.S_CONTROL, "control", "SY-053", ("at", "only"), on=(st.S_SEATS,), args=ControlArgs, public=True),
    )
