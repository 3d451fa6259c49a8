# tutti: compiled
"""Moving on the Column Track, its outer edges, and Return Points."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import EDGE_POSTER, EDGE_VIRTUOSO
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_SKIP
from tutti.games.orchestra.rules.column import may_stop, move_to
from tutti.games.orchestra.rules.events import RETURNED
from tutti.games.orchestra.rules.spots import V1, free_virtuoso
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import declined
from tutti.games.orchestra.rules.steps.base import (
    LEGAL,
    NOT_OFFERED,
    OTHER_QUESTION,
    OWN_FAULTS,
    Automatic,
    Bounds,
    Question,
)
from tutti.games.orchestra.rules.steps.posters import next_part
from tutti.games.orchestra.types import ColumnArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

OUT_OF_REACH: Final = OWN_FAULTS
OCCUPIED: Final = OWN_FAULTS + 1


@final
class ColumnSteps(Question):
    """OR-086, OR-104: where to stop, as far as ``reach``; staying is legal (OR-090)."""

    def __init__(self) -> None:
        super().__init__(
            st.COLUMN_STEPS,
            "column_steps",
            "OR-086",
            ("skip", "to"),
            ("reach",),
            on=(st.RESOLVE, st.GAINS),
            args=ColumnArgs,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        me = player * st.OWN
        space = i64(s.own[me + st.COLUMN]) + 1
        while space <= f.at:
            if may_stop(s, player, space):
                found.append(s.d.a_to + space)
            space += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if not declined(player, a, host):
            move_to(s, player, a - s.d.a_to, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == A_SKIP:
            return LEGAL
        space = a - s.d.a_to
        if not 1 <= space <= s.d.last:
            return OTHER_QUESTION
        me = player * st.OWN
        if not i64(s.own[me + st.COLUMN]) < space <= f.at:
            return OUT_OF_REACH
        return LEGAL if may_stop(s, player, space) else OCCUPIED

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        me = player * st.OWN
        args: ColumnArgs = {"from": int(s.own[me + st.COLUMN]), "reach": f.at}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == OUT_OF_REACH:
            return Refusal("out_of_reach", "OR-086", {"space": a - s.d.a_to, "reach": f.at})
        if fault == OCCUPIED:
            return Refusal("space_occupied", "OR-086", {"space": a - s.d.a_to})
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((0, s.d.last),)


@final
class Edges(Automatic):
    """OR-088, OR-089, OR-207: the outer edges from ``at`` to ``stop``, in track order."""

    def __init__(self) -> None:
        super().__init__(st.EDGES, "edges", "OR-088", ("at", "stop"), on=(st.RESOLVE, st.GAINS))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        while f.at <= f.a:
            edge = s.d.edge[f.at]
            f.at += 1
            if edge == EDGE_POSTER:
                next_part(s, f.player, host)
                return
            me = f.player * st.OWN
            if edge == EDGE_VIRTUOSO and s.own[me + st.FREED + V1] == st.LOCKED:
                free_virtuoso(s, f.player, V1, host)
                return
        s.stack.pop()

    def bounds(self, s: State, around: Around) -> Bounds:
        return (1, s.d.last + 1), (0, s.d.last)


@final
class ReturnSpace(Question):
    """OR-096: the bonus of a Return Point reached or passed, not its outer edge."""

    def __init__(self) -> None:
        super().__init__(st.RETURN_SPACE, "return_space", "OR-096", ("skip", "return"), on=(st.GAINS,))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        a = s.d.a_return
        while a < s.d.a_show:
            if self.fault(s, f, player, a) == LEGAL:
                found.append(a)
            a += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        space = i64(s.d.returns[a - s.d.a_return])
        if host.hears:
            host.tell(RETURNED, player, space)
        s.run(st.GAINS, player, 0, i64(s.d.space_gain[space]), st.BY_COLUMN)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == A_SKIP:
            return LEGAL
        if not s.d.a_return <= a < s.d.a_show:
            return OTHER_QUESTION
        me = player * st.OWN
        return LEGAL if s.d.returns[a - s.d.a_return] <= s.own[me + st.COLUMN] else NOT_OFFERED


STEPS: Final = (ColumnSteps(), Edges(), ReturnSpace())
