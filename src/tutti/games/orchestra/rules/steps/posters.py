# tutti: compiled
"""Posters: which one, its parts one by one, and what they bring at once."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BITS, CHOICE, NOTHING_NOW
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import pay, score
from tutti.games.orchestra.rules.effects import able
from tutti.games.orchestra.rules.events import POSTER_TAKEN
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import declined, held, holder, one_of
from tutti.games.orchestra.rules.steps.base import LEGAL, NOT_OFFERED, OTHER_QUESTION, OWN_FAULTS, Bounds, Question
from tutti.games.orchestra.types import PosterEffectArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

CLAIMED: Final = OWN_FAULTS


def next_part(s: State, p: i64, host: Host) -> None:
    """OR-098 to OR-101: the next part that the player lacks."""
    own = s.own
    me = p * st.OWN
    parts = i64(own[me + st.PARTS])
    if parts == 0:
        s.ask(st.CHOOSE_POSTER, p)
        return
    if parts == 4:
        return
    poster = i64(own[me + st.POSTER]) - 1
    own[me + st.PARTS] = u8(parts + 1)
    if host.hears:
        host.tell(POSTER_TAKEN, p, poster, parts)
    if parts == 3:
        complete_poster(s, p, host)
    elif s.d.poster_now[poster * 2 + parts - 1] != NOTHING_NOW and any_choice(s, p, poster * 2 + parts - 1):
        s.ask(st.POSTER_EFFECT, p, poster * 2 + parts - 1)


def complete_poster(s: State, p: i64, host: Host) -> None:
    """OR-101, then OR-094 in turn order (OR-213)."""
    place = s.posters_done
    s.posters_done += 1
    if place < len(s.d.poster_points):
        score(s, p, st.BY_POSTERS, i64(s.d.poster_points[place]), host)
    if s.n == 2:
        return  # OR-204
    i: i64 = 1
    while i < s.n:
        q = p + i
        if q >= s.n:
            q -= s.n
        you = q * st.OWN
        if i64(s.own[you + st.COLUMN]) == s.d.last:
            score(s, q, st.BY_LAST_SPACE, s.d.last_bonus, host)
        i += 1


@final
class ChoosePoster(Question):
    """OR-098: one of the Posters nobody has."""

    def __init__(self) -> None:
        super().__init__(st.CHOOSE_POSTER, "poster", "OR-098", ("poster",), on=(st.EDGES,))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(act.A_POSTER, 15 & ~held(s, st.POSTER))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        own = s.own
        me = player * st.OWN
        own[me + st.POSTER] = u8(a - act.A_POSTER + 1)
        own[me + st.PARTS] = 1
        if host.hears:
            host.tell(POSTER_TAKEN, player, a - act.A_POSTER, 0)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not act.A_POSTER <= a < act.A_CHOOSE:
            return OTHER_QUESTION
        return CLAIMED if held(s, st.POSTER) & BITS[a - act.A_POSTER] else LEGAL

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == CLAIMED:
            poster = a - act.A_POSTER
            args = {"poster": s.d.posters[poster], "name": s.d.poster_names[poster]}
            return Refusal("poster_claimed", "OR-098", {**args, "player": holder(s, st.POSTER, poster)})
        return super().why_not(s, f, player, a)

    def stands(self, s: State, around: Around) -> bool:
        me = s.player * st.OWN
        return s.own[me + st.PARTS] == 0


@final
class PosterEffect(Question):
    """OR-102 to OR-112: one of two alternatives, or a price for an effect; may be declined (OR-008)."""

    def __init__(self) -> None:
        super().__init__(
            st.POSTER_EFFECT,
            "poster_effect",
            "OR-100",
            ("skip", "choose", "pay"),
            ("effect",),
            on=(st.EDGES,),
            args=PosterEffectArgs,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [act.A_SKIP]
        if self.fault(s, f, player, act.A_PAY) == LEGAL:
            found.append(act.A_PAY)
        if self.fault(s, f, player, act.A_CHOOSE) == LEGAL:
            found.append(act.A_CHOOSE)
        if self.fault(s, f, player, act.A_CHOOSE + 1) == LEGAL:
            found.append(act.A_CHOOSE + 1)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        if a == act.A_PAY:
            pay(s, player, 0, i64(s.d.poster_pay[f.at]), host)
        row = i64(s.d.poster_two[f.at] if a == act.A_CHOOSE + 1 else s.d.poster_one[f.at])
        s.run(st.GAINS, player, 0, row, st.BY_POSTERS)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == act.A_SKIP:
            return LEGAL
        choice = s.d.poster_now[f.at] == CHOICE
        if a == act.A_PAY:
            return LEGAL if not choice and can_choose(s, player, f.at, 0) else NOT_OFFERED
        if act.A_CHOOSE <= a < act.A_INVITE:
            return LEGAL if choice and can_choose(s, player, f.at, a - act.A_CHOOSE) else NOT_OFFERED
        return OTHER_QUESTION

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        d = s.d
        rows = [d.poster_one[f.at], d.poster_two[f.at]] if d.poster_now[f.at] == CHOICE else [d.poster_one[f.at]]
        args: PosterEffectArgs = {
            "poster": d.posters[f.at // 2],
            "name": d.poster_names[f.at // 2],
            "part": "bc"[f.at % 2],
            "gains": [list(d.rows[row]) for row in rows],
            "prestige": d.poster_pay[f.at],
        }
        return Prompt(self.name, self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((0, len(s.d.poster_now) - 1),)

    def stands(self, s: State, around: Around) -> bool:
        """It is that of the part the player has just got."""
        me = s.player * st.OWN
        effect = around.frame.at
        own = s.own
        last = (i64(own[me + st.POSTER]) - 1) * 2 + i64(own[me + st.PARTS]) - 2
        return effect == last and own[me + st.PARTS] < 4 and s.d.poster_now[effect] != NOTHING_NOW


def can_choose(s: State, p: i64, effect: i64, which: i64) -> bool:
    """OR-208: an alternative that could have an effect; OR-103: an offer that could be paid."""
    d = s.d
    if d.poster_now[effect] == CHOICE:
        return able(s, p, i64(d.poster_two[effect] if which else d.poster_one[effect]))
    mine = p * st.ACCOUNT
    if which or s.account[mine + st.PRESTIGE] < d.poster_pay[effect]:
        return False
    return able(s, p, i64(d.poster_one[effect]))


def any_choice(s: State, p: i64, effect: i64) -> bool:
    return can_choose(s, p, effect, 0) or can_choose(s, p, effect, 1)


STEPS: Final = (ChoosePoster(), PosterEffect())
