# tutti: compiled
"""Questions of the Conductor Track, and Gather Audience."""

from __future__ import annotations

from typing import final

from tutti.games.orchestra.actions import A_FLIP, A_SIDE, A_SKIP
from tutti.games.orchestra.conductor import LEFT, RIGHT, arrive, can_step, can_step_back, step, step_back
from tutti.games.orchestra.decks import flip
from tutti.games.orchestra.effects import FORWARD
from tutti.games.orchestra.events import GATHERED
from tutti.games.orchestra.state import ARRIVAL, CONDUCTOR_SIDE, GATHER, PLACE_PIECE, State
from tutti.games.orchestra.steps.answers import declined
from tutti.games.orchestra.steps.common import flips
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step
from tutti.kernel.native import i64


@final
class Arrival(Step[State]):
    """Automatic. OR-137: after a step and what it unlocked."""

    def __init__(self) -> None:
        super().__init__(ARRIVAL, "arrival", "OR-133")

    def resume(self, s: State, f: Frame, host: Host) -> None:
        s.stack.pop()
        arrive(s, f.player, host)


@final
class ConductorSide(Step[State]):
    """OR-132, OR-122: which marker moves, forward or (``back``) for an offer of pieces; declined as a whole."""

    def __init__(self) -> None:
        super().__init__(CONDUCTOR_SIDE, "conductor_side", "OR-132", ("back", "offer"))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        if can_step(s, player, LEFT) if f.at == FORWARD else can_step_back(s, player, LEFT):
            found.append(A_SIDE + LEFT)
        if can_step(s, player, RIGHT) if f.at == FORWARD else can_step_back(s, player, RIGHT):
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
            s.ask(PLACE_PIECE, player, i64(s.d.offer_count[f.a]), f.a, 0, 1)


@final
class Gather(Step[State]):
    """OR-167: three cards, one by one, looks ascending; flipped with the last."""

    def __init__(self) -> None:
        super().__init__(GATHER, "gather", "OR-167", ("at", "first", "second"), inner=True)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return flips(s, f)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        look = a - A_FLIP
        f.at += 1
        if f.at == 1:
            f.a = look + 1
        elif f.at == 2:
            f.b = look + 1
        else:
            s.stack.pop()
            flip(s, player, f.a - 1)
            flip(s, player, f.b - 1)
            flip(s, player, look)
            if host.hears:
                host.tell(GATHERED, player, f.a - 1, f.b - 1, look)
            step(s, player, RIGHT, host)
