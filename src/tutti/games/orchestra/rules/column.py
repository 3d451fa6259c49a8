# tutti: compiled
"""The Column Track: how far a move may go and what it sets off."""

from __future__ import annotations

from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import pay
from tutti.games.orchestra.rules.events import COLUMN_MOVED
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8


def occupied(s: State, p: i64, space: i64) -> bool:
    """OR-086, OR-087: another marker stands there; the last space is never occupied."""
    if space == s.d.last:
        return False
    q: i64 = 0
    while q < s.n:
        you = q * st.OWN
        if q != p and i64(s.own[you + st.COLUMN]) == space:
            return True
        q += 1
    return False


def farthest(s: State, p: i64, steps: i64) -> i64:
    """Where so many steps lead; occupied spaces are skipped and cost nothing."""
    me = p * st.OWN
    space = i64(s.own[me + st.COLUMN])
    while steps and space < s.d.last:
        space += 1
        if not occupied(s, p, space):
            steps -= 1
    return space


def share_price(s: State, p: i64) -> i64:
    """OR-104: what it costs the player to end a move on an occupied space; 0 = cannot."""
    own = s.own
    me = p * st.OWN
    if own[me + st.PARTS] < 2:
        return 0
    return i64(s.d.share_column[i64(own[me + st.POSTER]) - 1])


def may_stop(s: State, p: i64, space: i64) -> bool:
    """OR-086, OR-105: a space in reach that is free, or that the player can pay to share."""
    if not occupied(s, p, space):
        return True
    price = share_price(s, p)
    mine = p * st.ACCOUNT
    return price > 0 and s.account[mine + st.PRESTIGE] >= price


def move_to(s: State, p: i64, space: i64, host: Host) -> None:
    """OR-088: the bonus of the stop, then the outer edges passed, the stop included."""
    if occupied(s, p, space):
        pay(s, p, 0, share_price(s, p), host)
    own = s.own
    me = p * st.OWN
    old = i64(own[me + st.COLUMN])
    own[me + st.COLUMN] = u8(space)
    if host.hears:
        host.tell(COLUMN_MOVED, p, old, space)
    s.run(st.EDGES, p, old + 1, space)
    s.run(st.GAINS, p, 0, i64(s.d.space_gain[space]), st.BY_COLUMN)
