# tutti: compiled
"""Coins, points and Musicians going home."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack.box import HIRED, INVITED
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.events import MONEY_GAINED, PAID, PRESTIGE_GAINED, SCORED
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64

TYPE_OF: Final[bytes] = bytes([0, 1, 2, 3, 0, 1, 2, 0, 1, 2])
"""The musician type of a kind."""


def gain_money(s: State, p: i64, n: i64, host: Host) -> None:
    mine = p * st.ACCOUNT
    s.account[mine + st.MONEY] += n
    if host.hears:
        host.tell(MONEY_GAINED, p, n)


def gain_prestige(s: State, p: i64, n: i64, host: Host) -> None:
    mine = p * st.ACCOUNT
    s.account[mine + st.PRESTIGE] += n
    if host.hears:
        host.tell(PRESTIGE_GAINED, p, n)


def score(s: State, p: i64, source: i64, n: i64, host: Host) -> None:
    """OR-012: counted at once; the source is kept for the result."""
    mine = p * st.ACCOUNT
    s.account[mine + source] += n
    if host.hears and n:
        host.tell(SCORED, p, n, source)


def pay(s: State, p: i64, money: i64, prestige: i64, host: Host) -> None:
    """OR-007: the caller has made sure that it is there."""
    account = s.account
    mine = p * st.ACCOUNT
    account[mine + st.MONEY] -= money
    account[mine + st.PRESTIGE] -= prestige
    if host.hears and money + prestige:
        host.tell(PAID, p, money | prestige << 16)


def go_home(s: State, p: i64, kind: i64) -> None:
    """OR-163: own Musicians to the reserve, Freelancers to the Theater board (OR-032)."""
    if kind < INVITED:
        me = p * st.OWN
        s.own[me + st.RESERVE + kind] += 1
    elif kind < HIRED:
        s.pool[kind - INVITED] += 1
    else:
        s.pool[kind - HIRED] += 1
