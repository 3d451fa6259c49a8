# tutti: compiled
"""The Special Round and final scoring."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BITS
from tutti.games.orchestra.pack.names import AREA_NAMES
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_AREA, A_PASS, A_REST
from tutti.games.orchestra.rules.bank import score
from tutti.games.orchestra.rules.events import AREA_CHOSEN, BAG_THEATER, FINISHED, THEATER_SHOWN
from tutti.games.orchestra.rules.scoring import (
    all_section_points,
    area_points,
    choosers,
    coin_points,
    covered,
    next_chooser,
    theater_points,
    unchosen,
)
from tutti.games.orchestra.rules.spots import assignable
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import add_set, one_of
from tutti.games.orchestra.rules.steps.base import LEGAL, OTHER_QUESTION, OWN_FAULTS, Automatic, Bounds, Question
from tutti.games.orchestra.rules.steps.turn import Turn, apply_common, assign_fault, elsewhere, is_spot
from tutti.kernel.chance import EVERYONE, Host
from tutti.kernel.frames import BIT, Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Refusal

AREA_CHOSEN_ALREADY: Final = OWN_FAULTS


@final
class Special(Turn):
    """OR-185: I and V4 to the Orchestra with a fresh limit; nothing else."""

    def __init__(self) -> None:
        super().__init__(st.SPECIAL, "special", "OR-185", ("pass", "assign"), st.SPECIAL_ROUND)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_PASS]
        add_set(s.d.a_spot, assignable(s, player), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        apply_common(s, player, a, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == A_PASS:
            return LEGAL
        return assign_fault(s, player, a) if is_spot(s, a) else elsewhere(s, a)


@final
class FinalScoring(Automatic):
    """OR-187: Orchestra, Audience, Theater Cards, coins. ``at`` counts what has been begun."""

    def __init__(self) -> None:
        super().__init__(st.FINAL, "final", "OR-187", ("at",))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        if f.at == 0:
            s.phase = st.SCORING
            score_sections(s, host)
        elif f.at <= s.n:
            s.player = next_chooser(s, choosers(s))
            s.ask(st.CHOOSE_AREA, s.player)
        else:
            s.stack.pop()
            score_rest(s, host)
            s.phase = st.OVER
            if host.hears:
                host.tell(FINISHED, -1)
        f.at += 1

    def bounds(self, s: State, around: Around) -> Bounds:
        begun = int(choosers(s)).bit_count() + 2  # the Orchestra is counted, somebody is asked for the next area
        return ((begun, begun),)

    def asked(self, s: State, around: Around) -> int:
        return -1

    def stands(self, s: State, around: Around) -> bool:
        return s.phase == st.SCORING


def score_sections(s: State, host: Host) -> None:
    p: i64 = 0
    while p < s.n:
        score(s, p, st.BY_SECTIONS, all_section_points(s, p), host)
        p += 1


def score_rest(s: State, host: Host) -> None:
    """OR-011, OR-197: the Theater Cards are shown as they are counted; then coins (OR-198)."""
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        card = i64(s.own[me + st.KEPT]) - 1
        host.reveal(BAG_THEATER, card, EVERYONE, i64(BIT[p]))
        if host.hears:
            host.tell(THEATER_SHOWN, p, card, covered(s, p))
        score(s, p, st.BY_THEATER, theater_points(s, p), host)
        p += 1
    p = 0
    while p < s.n:
        score(s, p, st.BY_COINS, coin_points(s, p), host)
        p += 1


@final
class ChooseArea(Question):
    """OR-191: one area nobody has chosen; only the chooser scores it."""

    def __init__(self) -> None:
        super().__init__(st.CHOOSE_AREA, "choose_area", "OR-191", ("area",), on=(st.FINAL,))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(A_AREA, unchosen(s))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        me = player * st.OWN
        s.own[me + st.CHOSEN] = u8(a - A_AREA + 1)
        if host.hears:
            host.tell(AREA_CHOSEN, player, a - A_AREA)
        score(s, player, st.BY_AUDIENCE, area_points(s, player, a - A_AREA), host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_AREA <= a < A_REST:
            return OTHER_QUESTION
        return LEGAL if unchosen(s) & BITS[a - A_AREA] else AREA_CHOSEN_ALREADY

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == AREA_CHOSEN_ALREADY:
            return Refusal("area_chosen", "OR-191", {"area": AREA_NAMES[a - A_AREA]})
        return super().why_not(s, f, player, a)

    def stands(self, s: State, around: Around) -> bool:
        return s.player == next_chooser(s, choosers(s))


STEPS: Final = (Special(), FinalScoring(), ChooseArea())
