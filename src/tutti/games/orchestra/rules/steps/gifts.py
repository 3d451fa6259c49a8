# tutti: compiled
"""Small questions of single tokens: a Freelancer, a coin, a card."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BITS, INVITED, OFFER
from tutti.games.orchestra.pack.names import LEVELS, TYPES
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import gain_money, gain_prestige
from tutti.games.orchestra.rules.decks import can_take_open, can_take_top, draw_card, fulfil
from tutti.games.orchestra.rules.effects import extra_money, invitable
from tutti.games.orchestra.rules.events import INVITED_ONE
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import add_set, declined
from tutti.games.orchestra.rules.steps.base import LEGAL, NOT_OFFERED, OTHER_QUESTION, OWN_FAULTS, Bounds, Question
from tutti.games.orchestra.types import CoinArgs, InviteArgs, TakeCardArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

MUST_TAKE: Final = OWN_FAULTS


@final
class Invite(Question):
    """OR-033: ``types`` is a mask."""

    def __init__(self) -> None:
        super().__init__(st.INVITE, "invite", "OR-033", ("skip", "invite"), ("types",), on=(st.GAINS,), args=InviteArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [act.A_SKIP]
        add_set(act.A_INVITE, invitable(s, f.at), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        s.pool[a - act.A_INVITE] -= 1
        me = player * st.OWN
        s.own[me + st.RESERVE + INVITED + a - act.A_INVITE] += 1
        if host.hears:
            host.tell(INVITED_ONE, player, a - act.A_INVITE)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == act.A_SKIP:
            return LEGAL
        if not act.A_INVITE <= a < act.A_COIN:
            return OTHER_QUESTION
        return LEGAL if invitable(s, f.at) & BITS[a - act.A_INVITE] else NOT_OFFERED

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: InviteArgs = {"types": [TYPES[i] for i in range(3) if f.at >> i & 1]}
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((1, 7),)


@final
class CoinChoice(Question):
    """A coin of choice, one after the other; its Money counts as Money of the card (OR-108)."""

    def __init__(self) -> None:
        super().__init__(st.COIN, "coin_choice", "OR-005", ("coin",), ("left",), on=(st.GAINS,), args=CoinArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return BOTH_COINS

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        f.at -= 1
        if f.at == 0:
            s.stack.pop()
            row = s.stack[-1]
        else:
            row = s.stack[-2]
        if a == act.A_COIN:
            gain_money(s, player, 1 + extra_money(s, player, row), host)
        else:
            gain_prestige(s, player, 1, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        return LEGAL if act.A_COIN <= a < act.A_TAKE else OTHER_QUESTION

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: CoinArgs = {"left": f.at}
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((1, 99),)


BOTH_COINS: Final[tuple[int, ...]] = (act.A_COIN, act.A_COIN + 1)


@final
class TakeCard(Question):
    """OR-151: an open card without Musicians or the unseen top of a deck; costs and sections do not matter."""

    def __init__(self) -> None:
        super().__init__(
            st.TAKE_CARD, "take_card", "OR-151", ("skip", "take"), ("levels",), on=(st.GAINS,), args=TakeCardArgs
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        if not is_paid(s, f):
            found.append(act.A_SKIP)
        a: i64 = act.A_TAKE
        while a < act.A_SIDE:
            if self.fault(s, f, player, a) == LEGAL:
                found.append(a)
            a += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        if a < act.A_TAKE_DECK:
            card = i64(s.rows[a - act.A_TAKE]) - 1
            s.rows[a - act.A_TAKE] = 0  # OR-153
        else:
            card = draw_card(s, a - act.A_TAKE_DECK, host)
        fulfil(s, player, card, i64(s.d.card_full[card]), host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if act.A_TAKE <= a < act.A_TAKE_DECK:
            return LEGAL if can_take_open(s, a - act.A_TAKE, f.at) else NOT_OFFERED
        if act.A_TAKE_DECK <= a < act.A_SIDE:
            return LEGAL if can_take_top(s, a - act.A_TAKE_DECK, f.at) else NOT_OFFERED
        if a == act.A_SKIP:
            return MUST_TAKE if is_paid(s, f) else LEGAL
        return OTHER_QUESTION

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        levels = int(f.at & s.levels)  # OR-152: open ones
        args: TakeCardArgs = {"levels": [level for i, level in enumerate(LEVELS) if levels >> i & 1]}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == MUST_TAKE:
            return Refusal("must_take", "OR-103")
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((1, 15),)


def is_paid(s: State, f: Frame) -> bool:
    """OR-103: the card was paid for, by an offer of the player's own Poster."""
    row = s.stack[-2]
    me = f.player * st.OWN
    poster = i64(s.own[me + st.POSTER])
    if row.step != st.GAINS or row.b != st.BY_POSTERS or not poster:
        return False
    effect = 2 * (poster - 1)
    return sold(s, effect, row.a) or sold(s, effect + 1, row.a)


def sold(s: State, effect: i64, row: i64) -> bool:
    return s.d.poster_now[effect] == OFFER and i64(s.d.poster_one[effect]) == row


STEPS: Final = (Invite(), CoinChoice(), TakeCard())
