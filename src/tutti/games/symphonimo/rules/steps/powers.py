# tutti: compiled
"""The powers that ask: of the Conductor just placed under, or of the one that is being taken."""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.pack.box import FAMILIES
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import events as ev
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.effects import (
    add,
    collect,
    families_held,
    families_under,
    leave_round,
    pass_on,
    remove,
)
from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.rules.steps.base import Question
from tutti.games.symphonimo.rules.steps.turn import take
from tutti.games.symphonimo.types import PassArgs, PowerArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal


def left_of(s: State) -> i64:
    """SO-041, SO-061: the seat to the left of the player, in the round or not."""
    left = s.player + 1
    return 0 if left == s.n else left


def finish_take(s: State, host: Host) -> None:
    """The power is answered: the take goes on."""
    c = s.chosen
    s.chosen = -1
    collect(s, c)
    leave_round(s, host)


class Power(Question):
    """The question of a power: about ``s.chosen``, the Conductor that has it."""

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        return Prompt(self.name, self.rule, self.asking(s))

    def refusal(self, s: State, a: int) -> Refusal:
        return Refusal("power_first", self.rule, {"conductor": s.chosen + 1, "power": s.d.powers[s.faces[s.chosen]]})

    def asking(self, s: State) -> PowerArgs:
        return {"conductor": s.chosen + 1, "power": s.d.powers[s.faces[s.chosen]]}


class OneCard(Power):
    """The question of a power for a card; its actions begin at ``first``, one for each family."""

    def __init__(self, number: int, rule: str, first: int, code: str, args: object = PowerArgs) -> None:
        super().__init__(number, rule, args)
        self.first = first
        self.code = code
        """Of the refusal for a family of which no card is there."""

    def refusal(self, s: State, a: int) -> Refusal:
        if self.first <= a < self.first + FAMILIES:
            return Refusal(self.code, self.rule, {"card": s.d.values[a - self.first], **self.asking(s)})
        return super().refusal(s, a)


@final
class TakeNow(Power):
    """SO-045: whether to take at once the Conductor just placed under."""

    def __init__(self) -> None:
        super().__init__(st.TAKE_NOW, "SO-045", PowerArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return act.YES_OR_NO

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        c = s.chosen
        s.chosen = -1
        if a == act.A_YES:
            take(s, c, host)
            return
        if host.hears:
            host.tell(ev.DECLINED, player, c)
        pass_on(s)


@final
class PassLeft(OneCard):
    """SO-041: one card of the row goes to the next seat, in the round or not (SO-061)."""

    def __init__(self) -> None:
        super().__init__(st.PASS_LEFT, "SO-041", act.A_GIVE, "family_not_there", PassArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return act.GIVES[families_under(s, s.chosen)]

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        family = a - act.A_GIVE
        left = left_of(s)
        remove(s, s.chosen, family)
        add(s, left, family)
        if host.hears:
            host.tell(ev.GAVE, player, family, left)
        finish_take(s, host)

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        c = s.chosen
        args: PassArgs = {"conductor": c + 1, "power": s.d.powers[s.faces[c]], "to": left_of(s)}
        return Prompt(self.name, self.rule, args)


@final
class DiscardOne(OneCard):
    """SO-042: one card of the row leaves the game, face up."""

    def __init__(self) -> None:
        super().__init__(st.DISCARD_ONE, "SO-042", act.A_DISCARD, "family_not_there")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return act.DISCARDS[families_under(s, s.chosen)]

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        family = a - act.A_DISCARD
        remove(s, s.chosen, family)
        add(s, s.n, family)
        if host.hears:
            host.tell(ev.DISCARDED, player, family)
        finish_take(s, host)


@final
class DiscardOwn(OneCard):
    """SO-043: one card held before this take leaves the game, or none."""

    def __init__(self) -> None:
        super().__init__(st.DISCARD_OWN, "SO-043", act.A_DROP, "family_not_held")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return act.DROPS[families_held(s, player)]

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        if a != act.A_KEEP:
            cards = s.cards
            family = a - act.A_DROP
            cell = player * FAMILIES + family
            cards[cell] -= 1
            add(s, s.n, family)
            if host.hears:
                host.tell(ev.DROPPED, player, family)
        elif host.hears:
            host.tell(ev.KEPT, player)
        finish_take(s, host)


STEPS: Final = (TakeNow(), PassLeft(), DiscardOne(), DiscardOwn())
