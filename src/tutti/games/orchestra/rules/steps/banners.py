# tutti: compiled
"""Banners: Musicians for the next slot, and in the Resolution the section and what the slot brings."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BITS, HIRED, RESERVED, VIRTUOSO
from tutti.games.orchestra.pack.names import SECTIONS
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import go_home, pay, score
from tutti.games.orchestra.rules.casting import at_hand, in_reserve, last_of, names_of, times
from tutti.games.orchestra.rules.conductor import RIGHT, step
from tutti.games.orchestra.rules.events import BANNER_ADDED, SLOT_STAFFED, VIRTUOSO_JOINED
from tutti.games.orchestra.rules.spots import first_waiting, free_virtuoso
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import one_of
from tutti.games.orchestra.rules.steps.base import LEGAL, OTHER_QUESTION, OWN_FAULTS, Automatic, Bounds, Question, purse
from tutti.games.orchestra.types import BannerArgs, DevelopArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

V4: Final = 3

HIRED_FOR_CARDS: Final = OWN_FAULTS
NO_MUSICIAN: Final = OWN_FAULTS + 1
CANNOT_COMPLETE: Final = OWN_FAULTS + 2

ALREADY_TAUGHT: Final = OWN_FAULTS


@final
class Develop(Question):
    """OR-042: the Musicians of the next banner slot, one by one, kinds ascending; paid with the last."""

    def __init__(self) -> None:
        super().__init__(
            st.DEVELOP,
            "develop",
            "OR-042",
            ("with",),
            ("at", "chosen"),
            on=(st.ALLOCATE,),
            inner=True,
            args=DevelopArgs,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        kind: i64 = 0
        while kind < RESERVED:
            if self.fault(s, f, player, act.A_WITH + kind) == LEGAL:
                found.append(act.A_WITH + kind)
            kind += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        f.a |= (a - act.A_WITH) << (4 * f.at)
        f.at += 1
        own = s.own
        me = player * st.OWN
        slot = i64(own[me + st.STAFFED])
        if f.at < i64(s.d.develop_need[slot]):
            return
        i: i64 = 0
        while i < f.at:
            kind = f.a >> (4 * i) & 15
            own[me + st.RESERVE + kind] -= 1
            own[me + st.SLOT + slot * 3 + i] = u8(kind + 1)
            i += 1
        own[me + st.STAFFED] += 1
        s.stack.pop()
        if host.hears:
            host.tell(SLOT_STAFFED, player, slot)
        pay(s, player, i64(s.d.develop_m[slot]), i64(s.d.develop_p[slot]), host)  # OR-043

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not act.A_WITH <= a < act.A_RESOLVE:
            return OTHER_QUESTION
        kind = a - act.A_WITH
        if kind >= HIRED:
            return HIRED_FOR_CARDS
        own = s.own
        me = player * st.OWN
        there = i64(own[me + st.RESERVE + kind])
        if not there:
            return NO_MUSICIAN
        here = there - times(f.a, f.at, kind)
        missing = i64(s.d.develop_need[i64(own[me + st.STAFFED])]) - f.at
        if here <= 0 or kind < last_of(f.a, f.at) or here + in_reserve(s, player, kind + 1) < missing:
            return CANNOT_COMPLETE
        return LEGAL

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        me = player * st.OWN
        slot = int(s.own[me + st.STAFFED])
        args: DevelopArgs = {
            "slot": slot + 1,
            "chosen": names_of(f.a, f.at),
            "left": s.d.develop_need[slot] - f.at,
        }
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == HIRED_FOR_CARDS:
            return Refusal("hired_for_cards_only", "OR-037", {"musician": act.KIND_NAMES[a - act.A_WITH]})
        if fault == NO_MUSICIAN:
            return Refusal("no_musician", "OR-042", {"musician": act.KIND_NAMES[a - act.A_WITH]})
        if fault == CANNOT_COMPLETE:
            return Refusal(
                "cannot_complete", "OR-205", {"musician": act.KIND_NAMES[a - act.A_WITH], **purse(s, player)}
            )
        return super().why_not(s, f, player, a)

    def bounds(self, s: State, around: Around) -> Bounds:
        return (0, 2), (0, 16**3 - 1)

    def stands(self, s: State, around: Around) -> bool:
        f = around.frame
        me = f.player * st.OWN
        slot = i64(s.own[me + st.STAFFED])
        return slot < 3 and f.at < i64(s.d.develop_need[slot]) and at_hand(s, f.player, f.a, f.at)


def resolve_banner(s: State, p: i64) -> None:
    """OR-045 (1): the Musicians of the leftmost staffed slot go home."""
    own = s.own
    me = p * st.OWN
    i = me + st.SLOT + i64(own[me + st.ADDED]) * 3
    stop = i + 3
    while i < stop:
        if own[i]:
            go_home(s, p, i64(own[i]) - 1)
        own[i] = 0
        i += 1
    s.run(st.DEVELOPED, p)
    s.ask(st.CHOOSE_BANNER, p)


@final
class ChooseBanner(Question):
    """OR-045 (2): a section not taught yet."""

    def __init__(self) -> None:
        super().__init__(st.CHOOSE_BANNER, "banner", "OR-045", ("banner",), on=(st.DEVELOPED,), args=BannerArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        me = player * st.OWN
        return one_of(act.A_BANNER, 15 & ~i64(s.own[me + st.TEACHES]))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        me = player * st.OWN
        section = a - act.A_BANNER
        own = s.own
        own[me + st.BANNER + i64(own[me + st.ADDED])] = u8(section + 1)
        own[me + st.ADDED] += 1
        own[me + st.TEACHES] = u8(i64(own[me + st.TEACHES]) | BITS[section])
        s.stack.pop()
        if host.hears:
            host.tell(BANNER_ADDED, player, section)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not act.A_BANNER <= a < act.A_GRID:
            return OTHER_QUESTION
        me = player * st.OWN
        return ALREADY_TAUGHT if i64(s.own[me + st.TEACHES]) & BITS[a - act.A_BANNER] else LEGAL

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        me = player * st.OWN
        taught = int(s.own[me + st.TEACHES])
        args: BannerArgs = {"sections": [section for i, section in enumerate(SECTIONS) if not taught >> i & 1]}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == ALREADY_TAUGHT:
            return Refusal("already_taught", "OR-045", {"section": SECTIONS[a - act.A_BANNER]})
        return super().why_not(s, f, player, a)


@final
class Developed(Automatic):
    """OR-045, OR-046: after the banner waiting Virtuosos, the right marker, the slot's benefits."""

    def __init__(self) -> None:
        super().__init__(st.DEVELOPED, "developed", "OR-045", ("at",), on=(st.RESOLVE,))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        p = f.player
        if f.at == 0:
            v = first_waiting(s, p)  # OR-083
            if v >= 0:
                s.ask(st.VIRTUOSO_SPOT, p, v)
            else:
                f.at = 1
        elif f.at == 1:
            f.at = 2
            step(s, p, RIGHT, host)
        else:
            s.stack.pop()
            own = s.own
            me = p * st.OWN
            added = i64(own[me + st.ADDED])
            v = i64(s.d.develop_virtuoso[added - 1]) - 1
            if v == V4:
                own[me + st.FREED + V4] = st.GONE
                own[me + st.RESERVE + VIRTUOSO] += 1  # OR-051
                if host.hears:
                    host.tell(VIRTUOSO_JOINED, p)
            if added == 3:
                complete(s, p, host)
            if 0 <= v < V4:
                free_virtuoso(s, p, v, host)

    def bounds(self, s: State, around: Around) -> Bounds:
        me = s.player * st.OWN
        return ((0, 2 if s.own[me + st.ADDED] else 0),)


def complete(s: State, p: i64, host: Host) -> None:
    """OR-052, OR-053: points for the first three; all bonuses of the boards for a fourth."""
    place = s.completed
    s.completed += 1
    if place < len(s.d.completion):
        score(s, p, st.BY_ACADEMY, i64(s.d.completion[place]), host)
    else:
        s.run(st.GAINS, p, 0, s.d.completion_row, st.BY_ACADEMY)


STEPS: Final = (Develop(), ChooseBanner(), Developed())
