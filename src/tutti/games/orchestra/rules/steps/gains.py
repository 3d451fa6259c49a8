# tutti: compiled
"""A row of gain tokens, carried out one after another."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.effects import EFFECTS
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.base import Automatic, Bounds
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64


@final
class Gains(Automatic):
    """OR-009: left to right, each with all its consequences before the next.

    ``at`` is the next token of the ``row``; ``source`` what points are counted for; ``card``: Money is Money of a card.
    """

    def __init__(self) -> None:
        super().__init__(
            st.GAINS,
            "gains",
            "OR-009",
            ("at", "row", "source", "card"),
            on=(st.ALLOCATE, st.RESOLVE, st.GAINS, st.EDGES, st.SOCIAL, st.ASSIGNING, st.ARRIVAL, st.DEVELOPED),
        )

    def resume(self, s: State, f: Frame, host: Host) -> None:
        at = s.d.gain_first[f.a] + f.at
        if at == s.d.gain_first[f.a + 1]:
            s.stack.pop()
            return
        f.at += 1
        EFFECTS[s.d.gain_verb[at]].do(s, f.player, i64(s.d.gain_value[at]), f, host)

    def bounds(self, s: State, around: Around) -> Bounds:
        row = around.frame.a
        last = len(s.d.rows) - 1
        tokens = len(s.d.rows[row]) if 0 <= row <= last else 0
        return (0, tokens), (0, last), (st.BY_CARDS, st.BY_COINS), (0, 1)


STEPS: Final = (Gains(),)
