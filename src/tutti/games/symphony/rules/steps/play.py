# tutti: compiled
"""One play of one instrument, from token to replay (sections 6 to 8 of the ledger); its questions lie beside it."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_CONDUCT, A_NO_REPLAY, A_REPLAY
from tutti.games.symphony.rules.effects import disturb
from tutti.games.symphony.rules.instruments import (
    abilities,
    controls,
    group_next,
    in_group,
    kind_at,
    leftmost,
    owner_at,
)
from tutti.games.symphony.rules.masters import ASK_LEFT, ASK_NOBODY, ASK_UNUSED
from tutti.games.symphony.rules.placement import has_clash, has_note, may_replay
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps import question
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, SymphonyStep, phase
from tutti.games.symphony.rules.steps.bonuses import tokens_in
from tutti.games.symphony.rules.steps.discs import choose_disc, may_conduct, source_choices
from tutti.games.symphony.rules.steps.gifts import give
from tutti.games.symphony.rules.steps.placing import burn_in_hand
from tutti.games.symphony.rules.steps.question import PlayQuestion
from tutti.games.symphony.rules.steps.tokens import may_play_token
from tutti.kernel.chance import Host
from tutti.kernel.frames import NOBODY_ASKED, Around, Frame
from tutti.kernel.native import i64


class Play(SymphonyStep):
    """The course of a play; ``at`` is the stage. Questions lie on top of it and leave their answer in the state."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        # As far as it goes without a question: a stage alone would be asked for by ``settle`` one after another.
        if f.at == question.TOKEN_STAGE:
            f.at = question.SOURCE_STAGE
            if may_play_token(self.d, s, s.inst_now, s.who):
                s.ask(st.S_MUSICIAN, s.who, 0, 0, 0, 0, 0)
                return
        if f.at == question.SOURCE_STAGE and self.source(s, f):
            return
        if f.at == question.PLACE_STAGE:
            self.place(s, f, host)
            return
        if f.at == question.AFTER_STAGE:
            f.at = question.DISTURB_STAGE
            if self.after(s, host):
                return
        if f.at == question.DISTURB_STAGE:
            f.at = question.NEXT_STAGE
            disturb(self.d, s, host)
        if f.at == question.NEXT_STAGE:
            self.follow(s, f)
        elif f.at == question.END_STAGE:
            self.end(s, f)

    def source(self, s: State, f: Frame) -> bool:
        """SY-090 to SY-095: which disc; asked only where there is a choice, and it says whether it is."""
        f.at = question.PLACE_STAGE
        inst = s.inst_now
        if s.coda:
            s.cell = st.ON_STACK
            return False
        if inst != bx.CONCERTMASTER and not may_conduct(s, s.who):
            s.cell = leftmost(s, inst)
            return False
        choices = source_choices(self.d, s, inst, s.who)
        if len(choices) == 1 and choices[0] < A_CONDUCT:
            choose_disc(self.d, s, choices[0])
            return False
        s.ask(st.S_SOURCE, s.who, 0, 0, 0, 0, 0)
        return True

    def place(self, s: State, f: Frame, host: Host) -> None:
        """SY-096, SY-097, SY-268: a question if there is a note, also one that only a clash opens; else it burns."""
        d = self.d
        inst = s.inst_now
        if in_group(d, s, inst, s.cell):
            s.grouping = 1  # SY-137
        if has_note(d, s, inst, s.cell, s.who, s.near) or has_clash(d, s, inst, s.cell, s.who, s.near):
            f.at = question.AFTER_STAGE
            s.ask(st.S_PLACE, s.who, 0, 0, 0, 0, 0)
            return
        burn_in_hand(s, f, host)

    def after(self, s: State, host: Host) -> bool:
        """SY-104: what a Master does after a disc (Kleiber, Furtwängler); whether somebody is asked."""
        score = s.terms.score
        n = s.terms.n
        asked = s.terms.master.asks(i64(score.value[s.last]), i64(score.accidental[s.last]))
        if asked == ASK_NOBODY:
            return False
        if asked == ASK_UNUSED:
            if not tokens_in(s, st.POOL):
                return False
            s.ask(st.S_UNUSED, s.who, 0, st.POOL, 0, 0, 0)
            return True
        giver = s.who + 1 if asked == ASK_LEFT else s.who + n - 1
        giver %= n
        theirs = giver * bx.TOKENS
        kinds: i64 = 0
        one: i64 = 0
        token: i64 = 0
        while token < bx.TOKENS:
            if s.desk[theirs + token]:
                kinds += 1
                one = token
            token += 1
        if kinds == 1:
            give(s, giver, s.who, one, host)
        elif kinds:
            s.ask(st.S_GIFT, giver, 0, s.who, 0, 0, 0)
            return True
        return False

    def follow(self, s: State, f: Frame) -> None:
        """SY-138, SY-140, SY-143, SY-277: the rest of a group, then the chain."""
        d = self.d
        inst = s.inst_now
        if s.grouping:
            s.cell = group_next(d, s, inst)
            if s.cell >= 0:
                s.near = -1
                f.at = question.PLACE_STAGE
                return
            s.grouping = 0
        f.at = question.END_STAGE
        if s.coda or s.last < 0 or inst == bx.CONCERTMASTER or not abilities(d, s, inst, s.part) & bx.CHAIN:
            return
        cell = leftmost(s, inst)
        if cell < 0:
            return
        owner = owner_at(d, s, inst, cell)
        if has_note(d, s, inst, cell, owner, s.last) or has_clash(d, s, inst, cell, owner, s.last):
            f.at = question.AFTER_STAGE
            s.ask(st.S_CHAIN, owner, 0, cell, 0, 0, 0)

    def end(self, s: State, f: Frame) -> None:
        """SY-236, SY-280: Mahler's replay, tested once on the disc placed last."""
        d = self.d
        if (
            s.terms.master.replays
            and s.last >= 0
            and not f.a
            and s.terms.score.value[s.last] == bx.QUAVER
            and may_replay(d, s, s.inst_now, s.who, s.last)
        ):
            f.a = 1
            s.ask(st.S_REPLAY, s.who, 0, 0, 0, 0, 0)
            return
        s.stack.pop()

    def bounds(self, s: State, around: Around) -> Bounds:
        return (question.TOKEN_STAGE, question.END_STAGE), (0, 1)

    def stands(self, s: State, around: Around) -> bool:
        """Somebody who controls an instrument of the Column, or 01, is asked something about it."""
        inst = s.inst_now
        here = inst == bx.CONCERTMASTER or (0 <= inst < bx.SEATS and inst // bx.ROWS == phase(s).a)
        if not here or around.above is None or s.who < 0:
            return False
        return kind_at(s, inst) >= 0 and controls(s, inst, s.who)


class Replay(PlayQuestion):
    """D16: play again with the same instrument, next to the note just used (SY-236, SY-237)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return (A_NO_REPLAY, A_REPLAY)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if a == A_NO_REPLAY:
            return
        play = s.stack[-1]
        play.at = question.TOKEN_STAGE
        play.a = 0
        s.near = s.last
        s.last = -1
        s.replay = 1
        s.conducted = 0

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        return 0 if a in (A_NO_REPLAY, A_REPLAY) else OTHER

    def neighbour(self, s: State) -> i64:
        return s.last

    def ready(self, s: State, f: Frame) -> bool:
        return s.last >= 0


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Play(d, st.S_PLAY, "play", "SY-087", ("stage", "done"), NOBODY_ASKED, (st.S_MOVEMENT,)),
        Replay(d, st.S_REPLAY, "replay", "SY-236", question.END_STAGE, public=False),
    )
