# tutti: compiled
"""Questions of the Conductor Track."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_AREA, A_SIDE, A_SKIP, SIDES
from tutti.games.orchestra.rules.conductor import LEFT, RIGHT, arrive, can_step, can_step_back, step, step_back
from tutti.games.orchestra.rules.effects import FORWARD
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import declined
from tutti.games.orchestra.rules.steps.base import LEGAL, OTHER_QUESTION, OWN_FAULTS, Automatic, Bounds, Question
from tutti.games.orchestra.types import SideArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

CANNOT_MOVE: Final = OWN_FAULTS


@final
class Arrival(Automatic):
    """OR-137: after a step and what it unlocked."""

    def __init__(self) -> None:
        super().__init__(
            st.ARRIVAL, "arrival", "OR-133", on=(st.ALLOCATE, st.RESOLVE, st.GAINS, st.ASSIGNING, st.DEVELOPED)
        )

    def resume(self, s: State, f: Frame, host: Host) -> None:
        s.stack.pop()
        arrive(s, f.player, host)


@final
class ConductorSide(Question):
    """OR-132, OR-122: which marker moves, forward or (``back``) for an offer of pieces; declined as a whole."""

    def __init__(self) -> None:
        super().__init__(
            st.CONDUCTOR_SIDE,
            "conductor_side",
            "OR-132",
            ("skip", "left", "right"),
            ("back", "offer"),
            on=(st.GAINS,),
            args=SideArgs,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        if can_move(s, f, player, LEFT):
            found.append(A_SIDE + LEFT)
        if can_move(s, f, player, RIGHT):
            found.append(A_SIDE + RIGHT)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        if f.at == FORWARD:
            step(s, player, a - A_SIDE, host)
        else:
            step_back(s, player, a - A_SIDE, host)
            s.ask(st.PLACE_PIECE, player, i64(s.d.offer_count[f.a]), f.a, 0, 1)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == A_SKIP:
            return LEGAL
        if not A_SIDE <= a < A_AREA:
            return OTHER_QUESTION
        return LEGAL if can_move(s, f, player, a - A_SIDE) else CANNOT_MOVE

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: SideArgs = {"back": f.at != FORWARD}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == CANNOT_MOVE:
            return Refusal("marker_cannot_move", "OR-132" if f.at == FORWARD else "OR-136", {"side": SIDES[a - A_SIDE]})
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return (0, 1), (0, len(s.d.offer_mode) - 1)


def can_move(s: State, f: Frame, p: i64, side: i64) -> bool:
    return can_step(s, p, side) if f.at == FORWARD else can_step_back(s, p, side)


STEPS: Final = (Arrival(), ConductorSide())
