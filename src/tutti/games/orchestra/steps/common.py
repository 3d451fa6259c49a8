# tutti: compiled
"""Complementary actions: what a player may do in any own turn, between other actions (OR-166)."""

from __future__ import annotations

from tutti.games.orchestra.actions import A_CONCERT, A_FLIP, A_GATHER, A_PASS
from tutti.games.orchestra.box import FORK
from tutti.games.orchestra.conductor import LEFT, RIGHT, can_step, step
from tutti.games.orchestra.decks import flip
from tutti.games.orchestra.ensemble import assign_from_reserve
from tutti.games.orchestra.events import CONCERT_GIVEN, PASSED
from tutti.games.orchestra.state import FACE_UP, GATHER, OWN, State
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64


def can_gather(s: State, p: i64) -> bool:
    """OR-132, OR-168: three face-up cards with a fork, or three equal icons, or three different ones."""
    if not can_step(s, p, RIGHT):
        return False
    at = p * OWN + FACE_UP
    total: i64 = 0
    different: i64 = 0
    most: i64 = 0
    icon: i64 = 0
    while icon < 6:
        here = i64(s.own[at + icon]) + i64(s.own[at + 6 + icon])
        total += here
        if here:
            different += 1
        if here > most:
            most = here
        icon += 1
    forks = i64(s.own[at + FORK]) + i64(s.own[at + 6 + FORK])
    return total >= 3 and (forks > 0 or most >= 3 or different >= 3)


def add_gather(s: State, p: i64, found: list[int]) -> None:
    if can_gather(s, p):
        found.append(A_GATHER)


def add_concerts(s: State, p: i64, found: list[int]) -> None:
    """OR-132, OR-169."""
    if not can_step(s, p, LEFT):
        return
    icon: i64 = 0
    while icon < 6:
        if s.own[p * OWN + FACE_UP + 6 + icon]:
            found.append(A_CONCERT + icon)
        icon += 1


def apply_common(s: State, p: i64, a: i64, host: Host) -> None:
    """Pass, gather, concert, or assign to the Orchestra."""
    if a == A_PASS:
        s.stack.pop()
        if host.hears:
            host.tell(PASSED, p)
    elif a == A_GATHER:
        s.ask(GATHER, p)
    elif a < s.d.a_spot:
        flip(s, p, a - A_CONCERT + 6)
        if host.hears:
            host.tell(CONCERT_GIVEN, p, a - A_CONCERT)
        step(s, p, LEFT, host)
    else:
        assign_from_reserve(s, p, a - s.d.a_spot, host)


def fits_together(one: i64, two: i64, three: i64) -> bool:
    """OR-167: three looks whose icons are all equal or all different, forks wild."""
    one %= 6
    two %= 6
    three %= 6
    if one == FORK or two == FORK or three == FORK:
        return True
    if one == two:
        return two == three
    return one != three and two != three


def left_over(s: State, f: Frame, look: i64) -> i64:
    """Face-up cards of a look that are not yet chosen for the set."""
    here = i64(s.own[f.player * OWN + FACE_UP + look])
    if f.a == look + 1:
        here -= 1
    if f.b == look + 1:
        here -= 1
    return here


def completes(s: State, f: Frame, look: i64) -> bool:
    """Whether the chosen cards and this one are, or can still become, a set; looks never descend."""
    if not left_over(s, f, look):
        return False
    if f.b:
        return fits_together(f.a - 1, f.b - 1, look)
    other = look
    while other < 12:
        spare = left_over(s, f, other) - (1 if other == look else 0)
        if spare > 0:
            if f.a:
                if fits_together(f.a - 1, look, other):
                    return True
            else:
                third = other
                while third < 12:
                    rest = left_over(s, f, third) - (1 if third == look else 0) - (1 if third == other else 0)
                    if rest > 0 and fits_together(look, other, third):
                        return True
                    third += 1
        other += 1
    return False


def flips(s: State, f: Frame) -> tuple[int, ...]:
    found: list[int] = []
    look = f.b - 1 if f.b else f.a - 1 if f.a else 0
    while look < 12:
        if completes(s, f, look):
            found.append(A_FLIP + look)
        look += 1
    return tuple(found)
