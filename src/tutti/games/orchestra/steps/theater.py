# tutti: compiled
"""The start: everybody keeps one of two Theater Cards, in secret and at the same time."""

from __future__ import annotations

from typing import final

from tutti.games.orchestra.events import KEPT as KEPT_ONE
from tutti.games.orchestra.state import DEALT, KEEP_THEATER, KEPT, OWN, State
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, Frame, Step
from tutti.kernel.native import i64, u8


@final
class KeepTheater(Step[State]):
    """OR-023: sealed; nobody else learns which, not even after all have chosen (OR-011)."""

    def __init__(self) -> None:
        super().__init__(KEEP_THEATER, "keep_theater", "OR-023")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        one = i64(s.own[player * OWN + DEALT]) - 1
        two = i64(s.own[player * OWN + DEALT + 1]) - 1
        keep = s.d.a_keep
        return (keep + one, keep + two) if one < two else (keep + two, keep + one)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.own[player * OWN + KEPT] = u8(a - s.d.a_keep + 1)
        f.open &= ~BIT[player]
        host.seal(True)
        if host.hears:
            host.tell(KEPT_ONE, player, a - s.d.a_keep, 0, 0, BIT[player])
        if not f.open:
            host.close(False)
            s.stack.pop()
