# tutti: compiled
"""What the spaces of a board ask in the Resolution: a column to evolve in, coins to exchange."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BITS
from tutti.games.orchestra.pack.names import SPACE_NAMES, TYPES
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_GRID, A_POSTER, A_SKIP
from tutti.games.orchestra.rules.bank import gain_money, gain_prestige, pay
from tutti.games.orchestra.rules.events import EXCHANGED, REPEATED, SENT_BACK
from tutti.games.orchestra.rules.growth import columns, evolve, payable
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import add_set, declined
from tutti.games.orchestra.rules.steps.base import (
    LEGAL,
    NOT_OFFERED,
    OTHER_QUESTION,
    OWN_FAULTS,
    Bounds,
    Question,
    cannot_pay,
)
from tutti.games.orchestra.types import EvolveArgs, EvolveCost, ExchangeArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

MUST_EVOLVE: Final = OWN_FAULTS
CANNOT_PAY: Final = OWN_FAULTS


def resolve_evolution(s: State, p: i64, space: i64, host: Host) -> None:
    """OR-057 to OR-063."""
    kind = i64(s.d.space_need[space])
    if payable(s, p, kind):
        s.ask(st.EVOLVE, p, kind, space + 1)
    elif columns(s, p, kind):
        s.tried |= BITS[space]
        if host.hears:
            host.tell(REPEATED, p, space)
        s.run(st.GAINS, p, 0, i64(s.d.space_row[space]), st.BY_ACADEMY)
    else:
        own = s.own
        me = p * st.OWN
        own[me + st.SPACE + space] = 0
        own[me + st.RESERVE + kind] += 1
        if host.hears:
            host.tell(SENT_BACK, p, space)


@final
class EvolveColumn(Question):
    """OR-057: which column; ``space`` is the space + 1, or 0 for a free evolution, which may be declined."""

    def __init__(self) -> None:
        super().__init__(
            st.EVOLVE,
            "evolve_column",
            "OR-057",
            ("skip", "grid"),
            ("type", "space"),
            on=(st.RESOLVE, st.GAINS),
            args=EvolveArgs,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        if not f.a:
            found.append(A_SKIP)
        add_set(A_GRID, open_columns(s, f, player), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        own = s.own
        me = player * st.OWN
        if f.a:
            own[me + st.SPACE + f.a - 1] = 0
        else:
            own[me + st.RESERVE + f.at] -= 1
        evolve(s, player, f.at, a - A_GRID, f.a == 0, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == A_SKIP:
            return MUST_EVOLVE if f.a else LEGAL
        if not A_GRID <= a < A_POSTER:
            return OTHER_QUESTION
        return LEGAL if open_columns(s, f, player) & BITS[a - A_GRID] else NOT_OFFERED

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        d = s.d
        first = f.at * 4
        costs: list[EvolveCost] = [
            {"column": c + 1, "money": d.evolve_m[first + c], "prestige": d.evolve_p[first + c]} for c in range(4)
        ]
        args: EvolveArgs = {
            "type": TYPES[f.at],
            "to": TYPES[f.at + 1],
            "space": SPACE_NAMES[f.a - 1] if f.a else None,
            "free": not f.a,
            "costs": costs,
        }
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == MUST_EVOLVE:
            return Refusal("must_evolve", "OR-060")
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return (0, 1), (0, 3)

    def stands(self, s: State, around: Around) -> bool:
        """Whoever evolves is there."""
        f = around.frame
        own = s.own
        me = f.player * st.OWN
        if f.a:
            return i64(own[me + st.SPACE + f.a - 1]) == f.at + 1
        return own[me + st.RESERVE + f.at] != 0


def open_columns(s: State, f: Frame, p: i64) -> i64:
    return payable(s, p, f.at) if f.a else columns(s, p, f.at)


@final
class Exchange(Question):
    """OR-066, OR-067: both directions at the same moment."""

    def __init__(self) -> None:
        super().__init__(st.EXCHANGE, "exchange", "OR-066", ("exchange",), on=(st.RESOLVE,), args=ExchangeArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        account = s.account
        mine = player * st.ACCOUNT
        money = account[mine + st.MONEY]
        prestige = account[mine + st.PRESTIGE]
        way: i64 = 0
        while way < len(s.d.exchange_m):
            if can_exchange(s, way, money, prestige):
                found.append(s.d.a_exchange + way)
            way += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        money = i64(s.d.exchange_m[a - s.d.a_exchange])
        prestige = i64(s.d.exchange_p[a - s.d.a_exchange])
        if host.hears:
            host.tell(EXCHANGED, player, money | prestige << 16)
        pay(s, player, money, prestige, host)
        if prestige:
            gain_money(s, player, prestige * s.d.exchange_rate, host)
        if money:
            gain_prestige(s, player, money * s.d.exchange_rate, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        way = a - s.d.a_exchange
        if way < 0:
            return OTHER_QUESTION
        at = player * st.ACCOUNT
        return LEGAL if can_exchange(s, way, s.account[at + st.MONEY], s.account[at + st.PRESTIGE]) else CANNOT_PAY

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: ExchangeArgs = {"most": s.d.exchange_max, "rate": s.d.exchange_rate}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == CANNOT_PAY:
            return cannot_pay(s, player, "OR-066")
        return super().why_not(s, f, player, a)


def can_exchange(s: State, way: i64, money: i64, prestige: i64) -> bool:
    return s.d.exchange_m[way] <= money and s.d.exchange_p[way] <= prestige


STEPS: Final = (EvolveColumn(), Exchange())
