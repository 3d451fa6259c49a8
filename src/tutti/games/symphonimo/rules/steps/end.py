# tutti: compiled
"""The end of a match: with the deck empty, everybody has one last choice."""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import events as ev
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.effects import finish, pass_on
from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.rules.steps.base import Question
from tutti.games.symphonimo.rules.steps.turn import not_to_take, take
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Refusal


def end(s: State, host: Host) -> None:  # tutti: hot
    """SO-025 C: end without taking."""
    if host.hears:
        host.tell(ev.ENDED, s.player)
    s.in_round &= ~(1 << s.player)
    if s.in_round:
        pass_on(s)
    else:
        finish(s, host)


@final
class Last(Question):
    """SO-025: take a Conductor with cards, or end without."""

    def __init__(self) -> None:
        super().__init__(st.LAST, "SO-025")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:  # tutti: hot
        return act.TAKE_OR_END[s.filled]

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:  # tutti: hot
        if a == act.A_END:
            end(s, host)
        else:
            take(s, a - act.A_TAKE, host)

    def refusal(self, s: State, a: int) -> Refusal:
        return Refusal("deck_empty", self.rule) if a == act.A_DRAW else not_to_take(s, a)


STEPS: Final = (Last(),)
