# tutti: compiled
"""Which disc is played: the leftmost, one of the Conductor's, or the Concertmaster's choice (SY-090 to SY-095)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box, Slot
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules import events
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import abilities, find_disc, kind_at, left_cell, leftmost, part_of, told
from tutti.games.symphony.rules.placement import has_clash, has_note, may_replay
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, SymphonyStep
from tutti.games.symphony.rules.steps.question import PLACE_STAGE, SOURCE_STAGE, PlayQuestion
from tutti.games.symphony.rules.steps.tokens import linked_space, put_extra, swap_disc
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Refusal

CANNOT_CONDUCT: Final = 2


def may_conduct(s: State, player: i64) -> bool:
    """SY-092, SY-095: whether the Conductor is the player's, and has not helped in this play."""
    return not s.coda and not s.conducted and i64(s.inst[st.CONDUCTOR_AT + st.OWNER]) == player + 1


def conduct_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """SY-092 to SY-095: Conductor discs the player may use here, each with its way."""
    found: list[int] = []
    base = st.CONDUCTOR_AT
    if not may_conduct(s, player):
        return found
    slots = s.terms.master.card.slots
    k: i64 = 0
    while k < len(slots):
        if s.inst[base + st.CELLS + st.LEFT + k] and slot_fits(d, s, inst, k) and first_alike(s, k):
            black = slots[k].black
            way: i64 = 0
            while way < act.CONDUCT_WAYS:
                if conduct_fits(d, s, inst, k, way, black, player):
                    found.append(act.A_CONDUCT + k * act.CONDUCT_WAYS + way)
                way += 1
        k += 1
    return found


def slot_fits(d: Box, s: State, inst: i64, k: i64) -> bool:
    """SY-093, SY-223 to SY-242: the kind of instrument the disc asks for, and apart from the others if it must."""
    slots = s.terms.master.card.slots
    slot: Slot = slots[k]
    if slot.category >= 0 and i64(d.category[kind_at(s, inst)]) != slot.category:
        return False
    if slot.ability:
        part = part_of(d, s, inst, leftmost(s, inst))
        if not abilities(d, s, inst, part) & slot.ability:
            return False
    if slot.apart:
        base = inst * st.REC
        here = i64(s.inst[base + st.SLOTS_HERE])
        j: i64 = 0
        while j < len(slots):
            if here & (1 << j) and slots[j].apart:
                return False
            j += 1
    return True


def first_alike(s: State, k: i64) -> bool:
    """Like discs are used in order: an equal one before this must be gone."""
    slots = s.terms.master.card.slots
    j: i64 = 0
    while j < k:
        same = slots[j].black == slots[k].black and slots[j].target == slots[k].target
        if same and slots[j].apart == slots[k].apart and s.inst[st.CONDUCTOR_AT + st.CELLS + st.LEFT + j]:
            return False
        j += 1
    return True


def conduct_fits(d: Box, s: State, inst: i64, k: i64, way: i64, black: bool, player: i64) -> bool:
    if inst == bx.CONCERTMASTER:
        fits = way == act.CONDUCT_SWAP and find_disc(s, inst, bx.OWN + player if black else bx.NEUTRAL) >= 0
    elif way == 0:
        cell = left_cell(s, inst)
        base = inst * st.REC
        s.inst[base + st.CELLS + cell] = u8(bx.NEUTRAL if black else bx.OWN + player)
        fits = has_note(d, s, inst, cell, player, s.near)
        s.inst[base + st.CELLS + cell] = u8(0)
        return fits
    else:
        fits = way != act.CONDUCT_SWAP and linked_space(d, s, inst, way - 1, black)
    if not fits or not s.replay:
        return fits
    trial = s.copy()
    conduct(trial, inst, k, way, player)
    return may_replay(d, trial, inst, player, s.near)


def conduct(s: State, inst: i64, k: i64, way: i64, player: i64) -> None:
    """Move a disc of the Conductor to the instrument."""
    at = st.CONDUCTOR_AT + st.CELLS + st.LEFT + k
    disc = i64(s.inst[at])
    s.inst[at] = u8(0)
    here = inst * st.REC + st.SLOTS_HERE
    s.inst[here] = u8(i64(s.inst[here]) | (1 << k))
    s.conducted = 1
    if way == act.CONDUCT_SWAP:
        swap_disc(s, bx.OWN + player if disc == bx.NEUTRAL else bx.NEUTRAL, disc)
    else:
        put_extra(s, inst, disc, way)


def disc_choices(d: Box, s: State, player: i64) -> list[int]:
    """SY-091: the Concertmaster's discs, the placeable ones if there are any."""
    own = find_disc(s, bx.CONCERTMASTER, bx.OWN + player)
    black = find_disc(s, bx.CONCERTMASTER, bx.NEUTRAL)
    near = s.near
    own_fits = own >= 0 and has_note(d, s, bx.CONCERTMASTER, own, player, near)
    black_fits = black >= 0 and has_note(d, s, bx.CONCERTMASTER, black, player, near)
    some = own_fits or black_fits
    found: list[int] = []
    if own >= 0 and (own_fits or not some or has_clash(d, s, bx.CONCERTMASTER, own, player, near)):
        found.append(act.A_DISC_OWN)
    if black >= 0 and (black_fits or not some or has_clash(d, s, bx.CONCERTMASTER, black, player, near)):
        found.append(act.A_DISC_BLACK)
    return found


def source_choices(d: Box, s: State, inst: i64, player: i64) -> list[int]:
    """All answers to the question which disc is played."""
    found = disc_choices(d, s, player) if inst == bx.CONCERTMASTER else [act.A_LEFTMOST]
    return found + conduct_choices(d, s, inst, player)


def choose_disc(d: Box, s: State, a: i64) -> None:
    """Take the disc in hand."""
    if a == act.A_LEFTMOST:
        s.cell = leftmost(s, s.inst_now)
        return
    wanted = bx.NEUTRAL if a == act.A_DISC_BLACK else bx.OWN + s.who
    other = bx.OWN + s.who if a == act.A_DISC_BLACK else bx.NEUTRAL
    s.cell = find_disc(s, bx.CONCERTMASTER, wanted)
    cell = find_disc(s, bx.CONCERTMASTER, other)
    s.must = 1 if cell >= 0 and has_note(d, s, bx.CONCERTMASTER, cell, s.who, s.near) else 0


class Source(PlayQuestion):
    """D13: the leftmost disc, a disc of the Conductor, or one of the Concertmaster's."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return tuple(source_choices(self.d, s, s.inst_now, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a < act.A_CONDUCT:
            choose_disc(self.d, s, a)
            return
        k = (a - act.A_CONDUCT) // act.CONDUCT_WAYS
        way = (a - act.A_CONDUCT) % act.CONDUCT_WAYS
        conduct(s, s.inst_now, k, way, player)
        if host.hears:
            host.tell(events.CONDUCTED, player, told(s, s.inst_now), k, way, 0)
        if way == act.CONDUCT_SWAP:
            s.stack[-1].at = SOURCE_STAGE  # any of its discs may now be chosen (SY-095)
        else:
            s.cell = leftmost(s, s.inst_now)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a in self.legal(s, f, player):
            return 0
        return CANNOT_CONDUCT if act.A_CONDUCT <= a < act.A_TAKE else OTHER

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return Refusal("cannot_conduct", "SY-095")

    def spoken_for(self, s: State) -> str:
        return "SY-091" if s.inst_now >= bx.SEATS else self.rule


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (Source(d, st.S_SOURCE, "source", "SY-092", PLACE_STAGE),)
