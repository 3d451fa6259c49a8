# tutti: compiled
"""Seats Allocation (SY-048 to SY-059) and the allocation of Progressive Orchestra (SY-251 to SY-256)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony import events
from tutti.games.symphony.actions import A_CARD, A_CONTROL, A_CONTROL_00, A_CONTROL_01, A_PART, A_SEAT, KINDS
from tutti.games.symphony.box import COLUMNS, CONCERTMASTER, CONDUCTOR, ROWS, SEATS, Box
from tutti.games.symphony.instruments import fits, free_parts, is_free_seat, kind_at, seat_card, take_control
from tutti.games.symphony.state import OWNER, REC, S_ALLOCATE, S_CARD, S_CONTROL, S_SEAT, State
from tutti.games.symphony.steps.base import SymphonyStep
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64, u8

ANY: Final = -1


def hand_size(s: State, player: i64) -> i64:
    size: i64 = 0
    at = player * KINDS
    end = at + KINDS
    while at < end:
        size += i64(s.hands[at])
        at += 1
    return size


def hand_cards(s: State, player: i64, found: list[int]) -> None:
    at = player * KINDS
    kind: i64 = 0
    while kind < KINDS:
        if s.hands[at + kind]:
            found.append(A_CARD + kind)
        kind += 1


def place_card(d: Box, s: State, seat: i64, kind: i64, player: i64, host: Host) -> None:
    s.hands[player * KINDS + kind] -= u8(1)
    seat_card(d, s, seat, kind, player)
    if host.hears:
        host.tell(events.SEATED, player, seat, kind, 0, 0)


def control(d: Box, s: State, inst: i64, part: i64, player: i64, host: Host) -> None:
    take_control(d, s, inst, part, player)
    if host.hears:
        parts = i64(d.part_count[kind_at(s, inst)])
        host.tell(events.CONTROLLED, player, inst, part if parts > 1 else -1, kind_at(s, inst), 0)


class Seats(SymphonyStep):
    """Turns from the First Player, clockwise, until everything is controlled (SY-048)."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        n = s.terms.n
        if f.at == s.terms.setup.turns * n:
            s.stack.pop()
            return
        player = (s.first + f.at) % n
        f.at += 1
        s.ask(S_CONTROL, player, 0, ANY, 0, 0, 0)
        if hand_size(s, player):
            s.ask(S_CARD, player, 0, 0, 0, 0, 0)  # SY-049


class ChooseCard(SymphonyStep):
    """D5, first part: which card of the hand."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        hand_cards(s, player, found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        s.ask(S_SEAT, player, 0, a - A_CARD, ANY, 0, 0)


class ChooseSeat(SymphonyStep):
    """D5, second part: any free seat, or one of a Column (``b``) in Progressive Orchestra."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        seat: i64 = 0
        end: i64 = SEATS
        if f.b != ANY:
            seat = f.b * ROWS
            end = seat + ROWS
        while seat < end:
            if is_free_seat(s, seat):
                found.append(A_SEAT + seat)
            seat += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        d = self.d
        kind = f.a
        seat = a - A_SEAT
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
        while seat < SEATS:
            if is_free_seat(s, seat) and fits(self.d, s.terms, kind, seat):
                return True
            seat += 1
        return False


class Control(SymphonyStep):
    """D5, third part: an uncontrolled instrument or Part; only the card just placed if the seat ties it (``a``)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        d = self.d
        found: list[int] = []
        if f.a != ANY:
            found.append(A_CONTROL + f.a)
            return tuple(found)
        seat: i64 = 0
        choirs = False
        while seat < SEATS:
            if free_parts(d, s, seat):
                if d.part_count[kind_at(s, seat)] > 1:
                    choirs = True
                else:
                    found.append(A_CONTROL + seat)
            seat += 1
        if choirs:
            seat = 0
            while seat < SEATS:
                free = free_parts(d, s, seat)
                if free and d.part_count[kind_at(s, seat)] > 1:
                    part: i64 = 0
                    while part < 3:
                        if free & (1 << part):
                            found.append(A_PART + seat * 3 + part)
                        part += 1
                seat += 1
        if not s.inst[CONDUCTOR * REC + OWNER]:
            found.append(A_CONTROL_00)
        if not s.inst[CONCERTMASTER * REC + OWNER]:
            found.append(A_CONTROL_01)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        inst: i64 = a - A_CONTROL
        part: i64 = 0
        if a >= A_CONTROL_00:
            inst = CONDUCTOR + a - A_CONTROL_00
        elif a >= A_PART:
            inst = (a - A_PART) // 3
            part = (a - A_PART) % 3
        control(self.d, s, inst, part, player, host)


class Allocation(SymphonyStep):
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
        s.ask(S_ALLOCATE, player, 1 if f.a == 0 and f.at == 1 else 0, f.a, 0, 0, 0)

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


class Allocate(SymphonyStep):
    """D10: a card for the Column, or the use of 00 or 01; the very first turn must use 01 (SY-253)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        d = self.d
        found: list[int] = []
        at = player * KINDS
        if not f.at:
            hand_cards(s, player, found)
            found = [a for a in found if a != A_CARD + d.conductor_kind and a != A_CARD + d.concertmaster_kind]
            if s.hands[at + d.conductor_kind]:
                found.append(A_CONTROL_00)
        if s.hands[at + d.concertmaster_kind]:
            found.append(A_CONTROL_01)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        d = self.d
        column = f.a
        s.stack.pop()
        if a < A_CONTROL:
            s.ask(S_SEAT, player, 0, a - A_CARD, column, 0, 0)
            return
        kind = d.conductor_kind if a == A_CONTROL_00 else d.concertmaster_kind
        s.hands[player * KINDS + kind] -= u8(1)
        control(d, s, CONDUCTOR + a - A_CONTROL_00, 0, player, host)
