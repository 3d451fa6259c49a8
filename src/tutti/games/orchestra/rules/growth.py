# tutti: compiled
# tutti: hot
"""Evolution on the grid."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import BITS, LOWEST
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import pay
from tutti.games.orchestra.rules.events import EVOLVED
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8


def columns(s: State, p: i64, kind: i64) -> i64:
    """OR-057: columns with an empty space of the type and the next level above; else OR-058: the
    leftmost next-level Musician of the grid. A mask; 0 when no such Musician is left."""
    grid = p * st.OWN + st.GRID + kind
    own = s.own
    above = i64(own[grid + 1])
    straight = ~i64(own[grid]) & above
    if straight:
        return straight
    return BITS[LOWEST[above]] if above else 0


def payable(s: State, p: i64, kind: i64) -> i64:
    """OR-060: of these, the columns whose cost the player has."""
    mask = columns(s, p, kind)
    account = s.account
    mine = p * st.ACCOUNT
    column: i64 = 0
    while column < 4:
        row = kind * 4 + column
        if account[mine + st.MONEY] < s.d.evolve_m[row] or account[mine + st.PRESTIGE] < s.d.evolve_p[row]:
            mask &= ~BITS[column]
        column += 1
    return mask


def evolve(s: State, p: i64, kind: i64, column: i64, free: bool, host: Host) -> None:
    """The old piece fills the grid, the new one enters the reserve."""
    grid = p * st.OWN + st.GRID + kind
    own = s.own
    empty = ~i64(own[grid]) & 15
    home = column if empty & BITS[column] else i64(LOWEST[empty])
    if not free:
        pay(s, p, i64(s.d.evolve_m[kind * 4 + column]), i64(s.d.evolve_p[kind * 4 + column]), host)
    own[grid] = u8(i64(own[grid]) | BITS[home])
    own[grid + 1] = u8(i64(own[grid + 1]) & ~BITS[column])
    me = p * st.OWN
    own[me + st.RESERVE + kind + 1] += 1
    if host.hears:
        host.tell(EVOLVED, p, kind, column)
