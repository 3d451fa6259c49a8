# tutti: compiled
"""What answers to many questions have in common: declining, and one of a set."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import BITS
from tutti.games.orchestra.rules.actions import A_SKIP
from tutti.games.orchestra.rules.events import DECLINED
from tutti.games.orchestra.rules.state import OWN, State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64


def declined(p: i64, a: i64, host: Host) -> bool:
    """OR-008: whether the answer gives the benefit up."""
    if a != A_SKIP:
        return False
    if host.hears:
        host.tell(DECLINED, p)
    return True


def add_set(first: i64, mask: i64, found: list[int]) -> None:
    """The actions from ``first`` on whose bits are set."""
    bit: i64 = 0
    while mask:
        if mask & BITS[bit]:
            found.append(first + bit)
            mask ^= BITS[bit]
        bit += 1


def one_of(first: i64, mask: i64) -> tuple[int, ...]:
    """A question that cannot be declined: one of the set."""
    found: list[int] = []
    add_set(first, mask, found)
    return tuple(found)


def held(s: State, cell: i64) -> i64:
    """What players have in a cell that holds a number + 1, as a mask."""
    mask: i64 = 0
    p: i64 = 0
    while p < s.n:
        me = p * OWN
        mine = i64(s.own[me + cell])
        if mine:
            mask |= BITS[mine - 1]
        p += 1
    return mask


def holder(s: State, cell: i64, value: i64) -> int:
    """Who has the value in a cell that holds a number + 1, or -1."""
    p: i64 = 0
    while p < s.n:
        me = p * OWN
        if i64(s.own[me + cell]) == value + 1:
            return p
        p += 1
    return -1
