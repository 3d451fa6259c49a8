# tutti: compiled
"""Assigning to the Orchestra, step by step."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BEGINNER, BITS, INSTRUMENTALIST, VIRTUOSO
from tutti.games.orchestra.pack.names import TYPES
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_GRID, A_POSTER
from tutti.games.orchestra.rules.conductor import LEFT, step
from tutti.games.orchestra.rules.events import BEGINNER_JOINED
from tutti.games.orchestra.rules.spots import FIRST_FREED, V3, assign_freed, spots_for
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import one_of
from tutti.games.orchestra.rules.steps.base import (
    LEGAL,
    NOT_OFFERED,
    OTHER_QUESTION,
    OWN_FAULTS,
    Automatic,
    Bounds,
    Question,
)
from tutti.games.orchestra.rules.steps.turn import is_spot, unassignable
from tutti.games.orchestra.types import VirtuosoArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

WRONG_SHAPE: Final = OWN_FAULTS
CANNOT_ASSIGN: Final = OWN_FAULTS + 1

FREEING: Final = (st.RESOLVE, st.GAINS, st.EDGES, st.DEVELOPED, st.ARRIVAL)
"""Where V1, V2 and V3 come from."""


@final
class Assigning(Automatic):
    """OR-077, OR-082: the spot's bonus, the left marker, then a Beginner home or the bolt bonus."""

    def __init__(self) -> None:
        super().__init__(
            st.ASSIGNING, "assigning", "OR-077", ("at", "spot", "who"), on=(st.ALLOCATE, st.SPECIAL, *FREEING)
        )

    def resume(self, s: State, f: Frame, host: Host) -> None:
        p = f.player
        if f.at == 0:
            f.at = 1
            s.run(st.GAINS, p, 0, i64(s.d.spot_row[f.a]), st.BY_SECTIONS)
        elif f.at == 1:
            f.at = 2
            step(s, p, LEFT, host)
        else:
            s.stack.pop()
            if f.b == INSTRUMENTALIST:
                if beginner_columns(s, p):
                    s.ask(st.BEGINNER_COLUMN, p)
            elif f.b >= FIRST_FREED:
                s.run(st.GAINS, p, 0, i64(s.d.bolt_row[f.b - FIRST_FREED]), st.BY_SECTIONS)

    def bounds(self, s: State, around: Around) -> Bounds:
        return (1, 2), (0, len(s.d.spots) - 1), (INSTRUMENTALIST, FIRST_FREED + V3)

    def stands(self, s: State, around: Around) -> bool:
        f = around.frame
        shape = VIRTUOSO if f.b > INSTRUMENTALIST else INSTRUMENTALIST
        return i64(s.spots[f.a]) == f.player + 1 and s.d.spot_shape[f.a] == shape


@final
class BeginnerColumn(Question):
    """OR-078: which Beginner comes home; usable at once (OR-079)."""

    def __init__(self) -> None:
        super().__init__(
            st.BEGINNER_COLUMN, "beginner_column", "OR-078", ("grid",), on=(st.ALLOCATE, st.RESOLVE, st.SPECIAL)
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(A_GRID, beginner_columns(s, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        cell = player * st.OWN + st.GRID + BEGINNER
        own = s.own
        own[cell] = u8(i64(own[cell]) & ~BITS[a - A_GRID])
        me = player * st.OWN
        own[me + st.RESERVE + BEGINNER] += 1
        if host.hears:
            host.tell(BEGINNER_JOINED, player, a - A_GRID)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_GRID <= a < A_POSTER:
            return OTHER_QUESTION
        return LEGAL if beginner_columns(s, player) & BITS[a - A_GRID] else NOT_OFFERED


def beginner_columns(s: State, p: i64) -> i64:
    """OR-078: grid columns with a B and without an I."""
    grid = p * st.OWN + st.GRID
    own = s.own
    return i64(own[grid + BEGINNER]) & ~i64(own[grid + INSTRUMENTALIST])


@final
class VirtuosoSpot(Question):
    """OR-082: V1, V2 or V3 goes to the Orchestra at once."""

    def __init__(self) -> None:
        super().__init__(
            st.VIRTUOSO_SPOT, "virtuoso_spot", "OR-082", ("assign",), ("virtuoso",), on=FREEING, args=VirtuosoArgs
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(s.d.a_spot, spots_for(s, player, VIRTUOSO))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        assign_freed(s, player, a - s.d.a_spot, f.at, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not is_spot(s, a):
            return OTHER_QUESTION
        if s.d.spot_shape[a - s.d.a_spot] != VIRTUOSO:
            return WRONG_SHAPE
        return LEGAL if spots_for(s, player, VIRTUOSO) & BITS[a - s.d.a_spot] else CANNOT_ASSIGN

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: VirtuosoArgs = {"virtuoso": f"V{f.at + 1}"}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        spot = a - s.d.a_spot
        if fault == WRONG_SHAPE:
            args = {"spot": s.d.spots[spot], "type": TYPES[s.d.spot_shape[spot]]}
            return Refusal("wrong_shape", "OR-076", args)
        if fault == CANNOT_ASSIGN:
            return unassignable(s, player, spot)
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((0, V3),)

    def stands(self, s: State, around: Around) -> bool:
        f = around.frame
        me = f.player * st.OWN
        return s.own[me + st.FREED + f.at] == st.WAITING


STEPS: Final = (Assigning(), BeginnerColumn(), VirtuosoSpot())
