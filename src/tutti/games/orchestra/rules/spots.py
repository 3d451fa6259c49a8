# tutti: compiled
"""The Orchestra: spots, Virtuosos, and what may be assigned."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack.box import BITS, INSTRUMENTALIST, VIRTUOSO
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.events import SPOT_TAKEN, VIRTUOSO_WAITS
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8

V1: Final = 0
V3: Final = 2
FIRST_FREED: Final = 4
"""Who is assigned: INSTRUMENTALIST, VIRTUOSO for V4, or this + 0..2 for V1..V3."""


def spots_for(s: State, p: i64, shape: i64) -> i64:
    """OR-076: free spots of this shape in the sections that the player teaches, as a mask."""
    me = p * st.OWN
    return s.free_spots & s.d.allowed[i64(s.own[me + st.TEACHES]) * 2 + (shape - INSTRUMENTALIST)]


def assignable(s: State, p: i64) -> i64:
    """OR-080, OR-171: spots that an I or the V4 of the reserve may take now."""
    own = s.own
    me = p * st.OWN
    if own[me + st.ASSIGNED] >= s.d.limit[i64(own[me + st.ADDED])]:
        return 0
    mask: i64 = 0
    if own[me + st.RESERVE + INSTRUMENTALIST]:
        mask = spots_for(s, p, INSTRUMENTALIST)
    if own[me + st.RESERVE + VIRTUOSO]:
        mask |= spots_for(s, p, VIRTUOSO)
    return mask


def assign_from_reserve(s: State, p: i64, spot: i64, host: Host) -> None:
    shape = i64(s.d.spot_shape[spot])
    own = s.own
    me = p * st.OWN
    own[me + st.RESERVE + shape] -= 1
    own[me + st.ASSIGNED] += 1
    assign(s, p, spot, shape, host)


def assign(s: State, p: i64, spot: i64, who: i64, host: Host) -> None:
    """OR-077: on the spot; the frame does the rest."""
    me = p * st.OWN
    s.spots[spot] = u8(p + 1)
    s.free_spots &= ~BITS[spot]
    own = s.own
    own[me + st.SECTION + s.d.spot_section[spot]] += 1
    if who == INSTRUMENTALIST:
        own[me + st.SOLO] += 1
    if host.hears:
        host.tell(SPOT_TAKEN, p, spot, who)
    s.run(st.ASSIGNING, p, 0, spot, who)


def free_virtuoso(s: State, p: i64, v: i64, host: Host) -> None:
    """OR-082: V1, V2 or V3 is assigned at once; without a legal spot it waits (OR-083)."""
    me = p * st.OWN
    s.own[me + st.FREED + v] = st.WAITING
    if spots_for(s, p, VIRTUOSO):
        s.ask(st.VIRTUOSO_SPOT, p, v)
    elif host.hears:
        host.tell(VIRTUOSO_WAITS, p, v)


def assign_freed(s: State, p: i64, spot: i64, v: i64, host: Host) -> None:
    me = p * st.OWN
    s.own[me + st.FREED + v] = st.GONE
    assign(s, p, spot, FIRST_FREED + v, host)


def first_waiting(s: State, p: i64) -> i64:
    """OR-083: the next of V1, V2, V3 that waits and now has a spot, or -1."""
    if not spots_for(s, p, VIRTUOSO):
        return -1
    v: i64 = V1
    me = p * st.OWN
    while v <= V3:
        if s.own[me + st.FREED + v] == st.WAITING:
            return v
        v += 1
    return -1


def in_section(s: State, section: i64) -> i64:
    """Musicians of all players in a section."""
    total: i64 = 0
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        total += i64(s.own[me + st.SECTION + section])
        p += 1
    return total
