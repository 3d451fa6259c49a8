# tutti: compiled
"""Assigning to the Orchestra, step by step."""

from __future__ import annotations

from typing import final

from tutti.games.orchestra.actions import A_GRID
from tutti.games.orchestra.box import BEGINNER, BITS, INSTRUMENTALIST, VIRTUOSO
from tutti.games.orchestra.conductor import LEFT, step
from tutti.games.orchestra.ensemble import FIRST_FREED, assign_freed, spots_for
from tutti.games.orchestra.events import BEGINNER_JOINED
from tutti.games.orchestra.state import (
    ASSIGNING,
    BEGINNER_COLUMN,
    BY_SECTIONS,
    GAINS,
    GRID,
    OWN,
    RESERVE,
    VIRTUOSO_SPOT,
    State,
)
from tutti.games.orchestra.steps.answers import one_of
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step
from tutti.kernel.native import i64, u8


@final
class Assigning(Step[State]):
    """Automatic. OR-077, OR-082: the spot's bonus, the left marker, then a Beginner home or the bolt bonus."""

    def __init__(self) -> None:
        super().__init__(ASSIGNING, "assigning", "OR-077", ("at", "spot", "who"))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        p = f.player
        if f.at == 0:
            f.at = 1
            s.run(GAINS, p, 0, i64(s.d.spot_row[f.a]), BY_SECTIONS)
        elif f.at == 1:
            f.at = 2
            step(s, p, LEFT, host)
        else:
            s.stack.pop()
            if f.b == INSTRUMENTALIST:
                if beginner_columns(s, p):
                    s.ask(BEGINNER_COLUMN, p)
            elif f.b >= FIRST_FREED:
                s.run(GAINS, p, 0, i64(s.d.bolt_row[f.b - FIRST_FREED]), BY_SECTIONS)


def beginner_columns(s: State, p: i64) -> i64:
    """OR-078: grid columns with a B and without an I."""
    grid = p * OWN + GRID
    return i64(s.own[grid + BEGINNER]) & ~i64(s.own[grid + INSTRUMENTALIST])


@final
class BeginnerColumn(Step[State]):
    """OR-078: which Beginner comes home; usable at once (OR-079)."""

    def __init__(self) -> None:
        super().__init__(BEGINNER_COLUMN, "beginner_column", "OR-078")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(A_GRID, beginner_columns(s, player))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        cell = player * OWN + GRID + BEGINNER
        s.own[cell] = u8(i64(s.own[cell]) & ~BITS[a - A_GRID])
        s.own[player * OWN + RESERVE + BEGINNER] += 1
        if host.hears:
            host.tell(BEGINNER_JOINED, player, a - A_GRID)


@final
class VirtuosoSpot(Step[State]):
    """OR-082: V1, V2 or V3 goes to the Orchestra at once."""

    def __init__(self) -> None:
        super().__init__(VIRTUOSO_SPOT, "virtuoso_spot", "OR-082", ("virtuoso",))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(s.d.a_spot, spots_for(s, player, VIRTUOSO))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        assign_freed(s, player, a - s.d.a_spot, f.at, host)
