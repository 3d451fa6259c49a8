# tutti: compiled
"""The Conductor Track: markers, stacks, arrival."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import score
from tutti.games.orchestra.rules.events import ARRIVED_BOTH, STEPPED, STEPPED_BACK
from tutti.games.orchestra.rules.spots import V3, free_virtuoso
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8

LEFT: Final = 0
RIGHT: Final = 1


def can_step(s: State, p: i64, side: i64) -> bool:
    """OR-131: a marker in the centre moves no further."""
    me = p * st.OWN
    return s.own[me + st.MARKER + side] < s.d.track[side]


def can_step_back(s: State, p: i64, side: i64) -> bool:
    """OR-136."""
    own = s.own
    me = p * st.OWN
    return own[me + st.MARKER + side] > 0 and not own[me + st.ARRIVED]


def together(s: State, p: i64, side: i64, q: i64, other: i64) -> bool:
    """OR-135: whether two markers stand on one space with a stack; the centre is common to both sides."""
    own = s.own
    me = p * st.OWN
    here = own[me + st.MARKER + side]
    you = q * st.OWN
    there = own[you + st.MARKER + other]
    if own[you + st.ARRIVED] or (p == q and side == other):
        return False
    if here == s.d.track[side]:
        return there == s.d.track[other]
    return here > 0 and side == other and here == there


def put_on_top(s: State, p: i64, side: i64) -> None:
    """The marker joins the stack of the space where it stands now."""
    below: i64 = 0
    m: i64 = 0
    while m < 2 * s.n:
        if together(s, p, side, m >> 1, m & 1):
            below += 1
        m += 1
    me = p * st.OWN
    s.own[me + st.HEIGHT + side] = u8(below)


def lift(s: State, p: i64, side: i64) -> None:
    """The marker leaves its stack; the order of the rest stays."""
    own = s.own
    me = p * st.OWN
    height = own[me + st.HEIGHT + side]
    m: i64 = 0
    while m < 2 * s.n:
        at = (m >> 1) * st.OWN + st.HEIGHT + (m & 1)
        if own[at] > height and together(s, p, side, m >> 1, m & 1):
            own[at] -= 1
        m += 1
    own[me + st.HEIGHT + side] = 0


def step(s: State, p: i64, side: i64, host: Host) -> None:
    """OR-129, OR-130, R32: one space towards the centre, or lost; then V3, then arrival (OR-137)."""
    if not can_step(s, p, side):
        return
    me = p * st.OWN
    lift(s, p, side)
    own = s.own
    own[me + st.MARKER + side] += 1
    put_on_top(s, p, side)
    if host.hears:
        host.tell(STEPPED, p, side, i64(own[me + st.MARKER + side]))
    unlock = s.d.unlock
    freed = (
        own[me + st.FREED + V3] == st.LOCKED
        and own[me + st.MARKER + LEFT] >= unlock[LEFT]
        and own[me + st.MARKER + RIGHT] >= unlock[RIGHT]
    )
    if freed or both_in_centre(s, p):
        s.run(st.ARRIVAL, p)
    if freed:
        free_virtuoso(s, p, V3, host)


def both_in_centre(s: State, p: i64) -> bool:
    return not can_step(s, p, LEFT) and not can_step(s, p, RIGHT)


def arrive(s: State, p: i64, host: Host) -> None:
    """OR-133: both markers leave the centre for their own space; the order of arrival is kept."""
    own = s.own
    me = p * st.OWN
    if own[me + st.ARRIVED] or not both_in_centre(s, p):
        return
    lift(s, p, LEFT)
    lift(s, p, RIGHT)
    s.arrivals += 1
    own[me + st.ARRIVED] = u8(s.arrivals)
    own[me + st.HEIGHT + LEFT] = 0
    if host.hears:
        host.tell(ARRIVED_BOTH, p, s.arrivals)
    if s.arrivals == 1:
        points = s.d.first_points
    else:
        points = s.d.second_points if s.n == 2 else s.d.later_points  # OR-204
    score(s, p, st.BY_CONDUCTOR, points, host)


def step_back(s: State, p: i64, side: i64, host: Host) -> None:
    """OR-136: on top of the stack it joins; nothing gained before is lost."""
    lift(s, p, side)
    own = s.own
    me = p * st.OWN
    own[me + st.MARKER + side] -= 1
    put_on_top(s, p, side)
    if host.hears:
        host.tell(STEPPED_BACK, p, side, i64(own[me + st.MARKER + side]))
