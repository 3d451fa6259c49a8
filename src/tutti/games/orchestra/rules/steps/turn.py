# tutti: compiled
"""A turn of one's own, and the complementary actions that it allows between others (OR-166)."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.pack.box import FORK
from tutti.games.orchestra.pack.names import ICONS, SECTIONS
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.conductor import LEFT, RIGHT, can_step, step
from tutti.games.orchestra.rules.decks import flip
from tutti.games.orchestra.rules.events import CONCERT_GIVEN, PASSED
from tutti.games.orchestra.rules.spots import assign_from_reserve, assignable
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.base import LEGAL, OTHER_QUESTION, OWN_FAULTS, Question
from tutti.games.orchestra.types import TurnArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

WRONG_PHASE: Final = OWN_FAULTS
MARKER_IN_CENTRE: Final = OWN_FAULTS + 1
NO_SET: Final = OWN_FAULTS + 2
NO_STAR_CARD: Final = OWN_FAULTS + 3
CANNOT_ASSIGN: Final = OWN_FAULTS + 4
TURN_FAULTS: Final = OWN_FAULTS + 5
"""Faults of one kind of turn begin here."""


class Turn(Question):
    """One action after the other, until the player passes (OR-154, OR-161, OR-185)."""

    phase: int

    def __init__(self, number: int, name: str, rule: str, verbs: tuple[str, ...], phase: int) -> None:
        super().__init__(number, name, rule, verbs, on=(st.ROUND,), args=TurnArgs)
        self.phase = phase

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        at = player * st.ACCOUNT
        args: TurnArgs = {"round": s.round, "money": s.account[at + st.MONEY], "prestige": s.account[at + st.PRESTIGE]}
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == WRONG_PHASE:
            return Refusal("wrong_phase", "OR-003", {"phase": st.PHASES[s.phase]})
        if fault == MARKER_IN_CENTRE:
            return Refusal("marker_in_centre", "OR-132", {"side": "right" if a == act.A_GATHER else "left"})
        if fault == NO_SET:
            return Refusal("no_set", "OR-168")
        if fault == NO_STAR_CARD:
            return Refusal("no_star_card", "OR-169", {"icon": ICONS[a - act.A_CONCERT]})
        if fault == CANNOT_ASSIGN:
            return unassignable(s, player, a - s.d.a_spot)
        return super().why_not(s, f, player, a)

    def stands(self, s: State, around: Around) -> bool:
        return s.phase == self.phase


# -- which of them are legal -------------------------------------------------------------------


def elsewhere(s: State, a: i64) -> i64:
    """The fault of an action that is not one of this turn: perhaps it is one of another phase."""
    if (
        a in (act.A_PASS, act.A_DEVELOP, act.A_GATHER)
        or act.A_EVOLVE <= a < act.A_PART
        or act.A_RESOLVE <= a < act.A_FLIP
        or act.A_CONCERT <= a < act.A_BANNER
        or is_spot(s, a)
    ):
        return WRONG_PHASE
    return OTHER_QUESTION


def common_fault(s: State, p: i64, a: i64) -> i64:
    """Gather, concert, or assign to the Orchestra."""
    if a == act.A_GATHER:
        return LEGAL if can_gather(s, p) else NO_SET if can_step(s, p, RIGHT) else MARKER_IN_CENTRE
    if act.A_CONCERT <= a < act.A_BANNER:
        if not can_step(s, p, LEFT):
            return MARKER_IN_CENTRE
        me = p * st.OWN
        return LEGAL if s.own[me + st.FACE_UP + 6 + a - act.A_CONCERT] else NO_STAR_CARD
    return assign_fault(s, p, a) if is_spot(s, a) else elsewhere(s, a)


def is_spot(s: State, a: i64) -> bool:
    return s.d.a_spot <= a <= s.d.a_to


def assign_fault(s: State, p: i64, a: i64) -> i64:
    return LEGAL if assignable(s, p) >> (a - s.d.a_spot) & 1 else CANNOT_ASSIGN


def can_gather(s: State, p: i64) -> bool:
    """OR-132, OR-168: three face-up cards with a fork, or three equal icons, or three different ones."""
    if not can_step(s, p, RIGHT):
        return False
    at = p * st.OWN + st.FACE_UP
    own = s.own
    total: i64 = 0
    different: i64 = 0
    most: i64 = 0
    icon: i64 = 0
    while icon < 6:
        here = i64(own[at + icon]) + i64(own[at + 6 + icon])
        total += here
        if here:
            different += 1
        if here > most:
            most = here
        icon += 1
    forks = i64(own[at + FORK]) + i64(own[at + 6 + FORK])
    return total >= 3 and (forks > 0 or most >= 3 or different >= 3)


def add_gather(s: State, p: i64, found: list[int]) -> None:
    if can_gather(s, p):
        found.append(act.A_GATHER)


def add_concerts(s: State, p: i64, found: list[int]) -> None:
    """OR-132, OR-169."""
    if not can_step(s, p, LEFT):
        return
    me = p * st.OWN
    icon: i64 = 0
    while icon < 6:
        if s.own[me + st.FACE_UP + 6 + icon]:
            found.append(act.A_CONCERT + icon)
        icon += 1


def unassignable(s: State, p: i64, spot: i64) -> Refusal:
    """Why nobody of the reserve may take the spot."""
    d = s.d
    name = d.spots[spot]
    if s.spots[spot]:
        return Refusal("spot_taken", "OR-075", {"spot": name, "player": int(s.spots[spot]) - 1})
    me = p * st.OWN
    section = d.spot_section[spot]
    own = s.own
    if not i64(own[me + st.TEACHES]) >> section & 1:
        return Refusal("section_not_taught", "OR-076", {"spot": name, "section": SECTIONS[section]})
    shape = d.spot_shape[spot]
    if not own[me + st.RESERVE + shape]:
        return Refusal("no_musician", "OR-171", {"musician": act.KIND_NAMES[shape]})
    return Refusal("limit_reached", "OR-080", {"limit": d.limit[int(own[me + st.ADDED])]})


# -- what they do ------------------------------------------------------------------------------


def apply_common(s: State, p: i64, a: i64, host: Host) -> None:
    """Pass, gather, concert, or assign to the Orchestra."""
    if a == act.A_PASS:
        s.stack.pop()
        if host.hears:
            host.tell(PASSED, p)
    elif a == act.A_GATHER:
        s.ask(st.GATHER, p)
    elif a < s.d.a_spot:
        flip(s, p, a - act.A_CONCERT + 6)
        if host.hears:
            host.tell(CONCERT_GIVEN, p, a - act.A_CONCERT)
        step(s, p, LEFT, host)
    else:
        assign_from_reserve(s, p, a - s.d.a_spot, host)
