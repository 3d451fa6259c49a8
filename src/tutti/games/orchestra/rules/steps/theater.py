# tutti: compiled
"""The start: everybody keeps one of two Theater Cards, in secret and at the same time."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.events import KEPT as KEPT_ONE
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.base import LEGAL, NOT_OFFERED, OTHER_QUESTION, Question
from tutti.games.orchestra.types import KeepTheaterArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, MANY_ASKED, Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt


@final
class KeepTheater(Question):
    """OR-023: sealed; nobody else learns which, not even after all have chosen (OR-011)."""

    def __init__(self) -> None:
        super().__init__(
            st.KEEP_THEATER,
            "keep_theater",
            "OR-023",
            ("keep",),
            on=(st.ROUND,),
            args=KeepTheaterArgs,
            asks=MANY_ASKED,
            public=False,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        own = s.own
        me = player * st.OWN
        one = i64(own[me + st.DEALT]) - 1
        two = i64(own[me + st.DEALT + 1]) - 1
        keep = s.d.a_keep
        return (keep + one, keep + two) if one < two else (keep + two, keep + one)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        me = player * st.OWN
        s.own[me + st.KEPT] = u8(a - s.d.a_keep + 1)
        f.open &= ~BIT[player]
        host.seal(True)
        if host.hears:
            host.tell(KEPT_ONE, player, a - s.d.a_keep, 0, 0, BIT[player])
        if not f.open:
            host.close(False)
            s.stack.pop()

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not s.d.a_keep <= a < s.d.a_spot:
            return OTHER_QUESTION
        card = a - s.d.a_keep + 1
        at = player * st.OWN + st.DEALT
        own = s.own
        return LEGAL if i64(own[at]) == card or i64(own[at + 1]) == card else NOT_OFFERED

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        at = player * st.OWN + st.DEALT
        own = s.own
        dealt = sorted([int(own[at]), int(own[at + 1])])
        args: KeepTheaterArgs = {
            "cards": [s.d.theater[card - 1] for card in dealt],
            "names": [s.d.theater_names[card - 1] for card in dealt],
        }
        return Prompt(self.name, self.rule, args)

    def asked(self, s: State, around: Around) -> int:
        return -1

    def stands(self, s: State, around: Around) -> bool:
        return s.phase == st.SETUP


STEPS: Final = (KeepTheater(),)
