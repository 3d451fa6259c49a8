# tutti: compiled
"""Gather Audience: a set of three fulfilled cards, flipped together."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import FORK
from tutti.games.orchestra.pack.names import ICONS
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_CONCERT, A_FLIP
from tutti.games.orchestra.rules.conductor import RIGHT, step
from tutti.games.orchestra.rules.decks import flip
from tutti.games.orchestra.rules.events import GATHERED
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.base import LEGAL, OTHER_QUESTION, OWN_FAULTS, Bounds, Question
from tutti.games.orchestra.types import GatherArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import NONE, Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

LOOKS: Final = 12
"""Icons of cards, then icons of Star cards."""
NO_SUCH_CARD: Final = OWN_FAULTS
NO_SET: Final = OWN_FAULTS + 1


@final
class Gather(Question):
    """OR-167: three cards, one by one, looks ascending; flipped with the last. ``first``, ``second``: look + 1."""

    def __init__(self) -> None:
        super().__init__(
            st.GATHER,
            "gather",
            "OR-167",
            ("flip",),
            ("at", "first", "second"),
            on=(st.ALLOCATE, st.RESOLVE),
            inner=True,
            args=GatherArgs,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        look = last_look(f)
        while look < LOOKS:
            if completes(s, f, look):
                found.append(A_FLIP + look)
            look += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        look = a - A_FLIP
        f.at += 1
        if f.at == 1:
            f.a = look + 1
        elif f.at == 2:
            f.b = look + 1
        else:
            s.stack.pop()
            flip(s, player, f.a - 1)
            flip(s, player, f.b - 1)
            flip(s, player, look)
            if host.hears:
                host.tell(GATHERED, player, f.a - 1, f.b - 1, look)
            step(s, player, RIGHT, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_FLIP <= a < A_CONCERT:
            return OTHER_QUESTION
        look = a - A_FLIP
        me = player * st.OWN
        if not s.own[me + st.FACE_UP + look]:
            return NO_SUCH_CARD
        return LEGAL if look >= last_look(f) and completes(s, f, look) else NO_SET

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        looks = [look - 1 for look in (f.a, f.b) if look]
        args: GatherArgs = {"chosen": [ICONS[look % 6] for look in looks], "left": 3 - len(looks)}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == NO_SUCH_CARD:
            return Refusal("no_such_card", "OR-167", {"icon": ICONS[(a - A_FLIP) % 6]})
        if fault == NO_SET:
            return Refusal("no_set", "OR-168")
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        f = around.frame
        first = (1, LOOKS) if f.at > 0 else NONE
        second = (int(f.a), LOOKS) if f.at > 1 else NONE
        return (0, 2), first, second

    def stands(self, s: State, around: Around) -> bool:
        f = around.frame  # what has been chosen lies there
        return (not f.a or left_over(s, f, f.a - 1) >= 0) and (not f.b or left_over(s, f, f.b - 1) >= 0)


def last_look(f: Frame) -> i64:
    return f.b - 1 if f.b else f.a - 1 if f.a else 0


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
    me = f.player * st.OWN
    here = i64(s.own[me + st.FACE_UP + look])
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
    while other < LOOKS:
        spare = left_over(s, f, other) - (1 if other == look else 0)
        if spare > 0:
            if f.a:
                if fits_together(f.a - 1, look, other):
                    return True
            else:
                third = other
                while third < LOOKS:
                    rest = left_over(s, f, third) - (1 if third == look else 0) - (1 if third == other else 0)
                    if rest > 0 and fits_together(look, other, third):
                        return True
                    third += 1
        other += 1
    return False


STEPS: Final = (Gather(),)
