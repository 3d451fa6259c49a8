# tutti: compiled
"""Where the disc in hand goes: a note, a Semibreve with a second disc, the next note of a chain (SY-090 to SY-144)."""

from __future__ import annotations

from tutti.games.symphony.pack.box import NEUTRAL, SEMIBREVE, Box
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.effects import burn, land, land_pair
from tutti.games.symphony.rules.instruments import disc_at, in_group, leftmost, owner_at
from tutti.games.symphony.rules.placement import has_clash, has_note, partners, targets
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, SymphonyStep
from tutti.games.symphony.rules.steps.notes import MUST_PLACE, note_fault, note_refusal
from tutti.games.symphony.rules.steps.question import AFTER_STAGE, END_STAGE, NEXT_STAGE, PlayQuestion, holds
from tutti.kernel.chance import Host
from tutti.kernel.frames import NONE, Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Refusal


def placements(d: Box, s: State, cell: i64, player: i64, near: i64) -> list[int]:
    """Notes, then notes that a clash opens."""
    found = targets(d, s, s.inst_now, cell, player, near, False)
    if s.terms.clefs:
        found += targets(d, s, s.inst_now, cell, player, near, True)
    return found


def put_down(d: Box, s: State, a: i64, host: Host) -> None:
    """The disc in hand goes on the note of an action; a Semibreve wants its second disc first."""
    s.clashing = 1 if a >= act.A_CLASH else 0
    note = i64(s.terms.score.at[a - (act.A_CLASH if s.clashing else act.A_NOTE)]) - 1
    if s.terms.score.value[note] != SEMIBREVE:
        land(d, s, note, host)
        return
    s.note = note
    mask = partners(d, s, s.inst_now, s.cell, s.who, i64(s.terms.score.accidental[note]))
    first: i64 = -1
    count: i64 = 0
    cell: i64 = 0
    while cell < st.WIDTH:
        if mask & (1 << cell):
            count += 1
            if first < 0:
                first = cell
        cell += 1
    if count > 1:
        s.ask(st.S_WITH, s.who, 0, mask, 0, 0, 0)
    else:
        choose_second(d, s, first, host)


def choose_second(d: Box, s: State, cell: i64, host: Host) -> None:
    """SY-112: if the two differ in colour, the player says which lies underneath."""
    s.second = cell
    if in_group(d, s, s.inst_now, cell):
        s.grouping = 1  # SY-277: a chain that reaches a group takes all of it
    if disc_at(s, s.inst_now, s.cell) == disc_at(s, s.inst_now, cell):
        land_pair(d, s, s.cell, cell, host)
    else:
        s.ask(st.S_UNDER, s.who, 0, 0, 0, 0, 0)


def burn_in_hand(s: State, f: Frame, host: Host) -> None:
    """SY-096, SY-138: the disc leaves the game; a group goes on, any other play ends."""
    burn(s, s.inst_now, s.cell, s.who, host)
    if s.grouping:
        f.at = NEXT_STAGE
    else:
        f.at = END_STAGE
        f.a = 1  # nothing follows a burned disc (SY-142)


class Place(PlayQuestion):
    """D14: a note for the disc in hand; burning only when clashes alone would help (SY-268)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found = placements(self.d, s, s.cell, player, s.near)
        if found[0] >= act.A_CLASH and not s.must:
            return (act.A_BURN, *found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a == act.A_BURN:
            burn_in_hand(s, s.stack[-1], host)
        else:
            put_down(self.d, s, a, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == act.A_BURN:
            bound = s.must or has_note(self.d, s, s.inst_now, s.cell, player, s.near)
            return MUST_PLACE if bound else 0
        return note_fault(self.d, s, s.cell, player, s.near, a)

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return note_refusal(self.d, s, s.near, "SY-237", a, fault)

    def cell(self, s: State, f: Frame) -> i64:
        return s.cell

    def spoken_for(self, s: State) -> str:
        if s.replay:
            return "SY-237"
        return "SY-081" if s.coda else "SY-138" if s.grouping else self.rule

    def ready(self, s: State, f: Frame) -> bool:
        d = self.d
        inst = s.inst_now
        if not holds(s, s.cell):
            return False
        return has_note(d, s, inst, s.cell, s.who, s.near) or has_clash(d, s, inst, s.cell, s.who, s.near)


class With(PlayQuestion):
    """D14, Semibreve: which other disc of the group goes with it (``a``: mask of cells)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        cell: i64 = st.LEFT
        while cell < st.WIDTH:
            if f.a & (1 << cell):
                found.append(act.A_WITH + cell - st.LEFT)
            cell += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        choose_second(self.d, s, a - act.A_WITH + st.LEFT, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        return 0 if act.A_WITH <= a < act.A_PLAY and f.a & (1 << (a - act.A_WITH + st.LEFT)) else OTHER

    def cell(self, s: State, f: Frame) -> i64:
        return s.cell

    def bounds(self, s: State, around: Around) -> Bounds:
        return NONE, (1, 2**st.WIDTH - 1)

    def ready(self, s: State, f: Frame) -> bool:
        if not pairing(s):
            return False
        return f.a == partners(self.d, s, s.inst_now, s.cell, s.who, i64(s.terms.score.accidental[s.note]))


class Under(PlayQuestion):
    """D14, Semibreve: which of two different discs lies underneath (SY-112)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (act.A_UNDER_OWN, act.A_UNDER_BLACK)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        first_black = disc_at(s, s.inst_now, s.cell) == NEUTRAL
        if first_black == (a == act.A_UNDER_BLACK):
            land_pair(self.d, s, s.cell, s.second, host)
        else:
            land_pair(self.d, s, s.second, s.cell, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        return 0 if a in (act.A_UNDER_OWN, act.A_UNDER_BLACK) else OTHER

    def cell(self, s: State, f: Frame) -> i64:
        return s.cell

    def ready(self, s: State, f: Frame) -> bool:
        if not pairing(s) or not holds(s, s.second):
            return False
        return disc_at(s, s.inst_now, s.cell) != disc_at(s, s.inst_now, s.second)


def pairing(s: State) -> bool:
    """Whether the disc in hand has a free Semibreve that waits for its second one."""
    if s.note < 0 or not holds(s, s.cell):
        return False
    at = s.note * st.NOTE
    return s.terms.score.value[s.note] == SEMIBREVE and not s.notes[at]


class Chain(PlayQuestion):
    """D15: the next disc (``a``) next to the note just used, or stop; on a choir its owner says (SY-143)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (act.A_STOP, *placements(self.d, s, f.a, player, s.last))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        cell = f.a
        s.stack.pop()
        if a == act.A_STOP:
            s.stack[-1].at = END_STAGE
            return
        s.who = player
        s.cell = cell
        if in_group(self.d, s, s.inst_now, cell):
            s.grouping = 1
        put_down(self.d, s, a, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        return 0 if a == act.A_STOP else note_fault(self.d, s, f.a, player, s.last, a)

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return note_refusal(self.d, s, s.last, self.rule, a, fault)

    def cell(self, s: State, f: Frame) -> i64:
        return f.a

    def neighbour(self, s: State) -> i64:
        return s.last

    def bounds(self, s: State, around: Around) -> Bounds:
        return NONE, (0, st.WIDTH - 1)

    def asked(self, s: State, around: Around) -> int:
        return owner_at(self.d, s, s.inst_now, around.frame.a)

    def ready(self, s: State, f: Frame) -> bool:
        return s.last >= 0 and f.a == leftmost(s, s.inst_now)


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Place(d, st.S_PLACE, "place", "SY-090", AFTER_STAGE),
        With(d, st.S_WITH, "with", "SY-110", AFTER_STAGE, ("at", "cells"), True),
        Under(d, st.S_UNDER, "under", "SY-112", AFTER_STAGE, (), True),
        Chain(d, st.S_CHAIN, "chain", "SY-140", AFTER_STAGE, ("at", "cell")),
    )
