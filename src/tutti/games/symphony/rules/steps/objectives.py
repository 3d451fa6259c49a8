# tutti: compiled
"""Demanding Audience: objectives in step 7 and at the end (SY-186 to SY-189, SY-210, SY-260, SY-261)."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack.box import P_ORCHESTRA, P_SYMPHONY, Box
from tutti.games.symphony.rules import events, scoring
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_NOTE, A_SCORE
from tutti.games.symphony.rules.effects import award
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import OTHER, Bounds, SymphonyStep, argument, begun, comes_now, phase
from tutti.games.symphony.rules.steps.bonuses import leave_pentagon, tokens_in
from tutti.games.symphony.rules.steps.draft import everyone
from tutti.games.symphony.types import ObjectiveArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, MANY_ASKED, NOBODY_ASKED, NONE, Around, Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal

NOT_HELD: Final = 2


def score_orchestra(d: Box, s: State, card: i64, players: i64, host: Host) -> None:
    """The Orchestra Bonus of a card for a mask of players."""
    if d.cards[card].orchestra == "group_of_talents":
        s.run(st.S_TALENTS, -1, 0, card, players, 0, 0)
        return
    player: i64 = 0
    while player < s.terms.n:
        if players & BIT[player]:
            gain = scoring.orchestra_bonus(d, s, d.cards[card], player)
            award(s, player, P_ORCHESTRA, gain)
            if host.hears:
                host.tell(events.BONUS, player, card, gain, 0, 0)
        player += 1


def score_symphony(d: Box, s: State, card: i64, player: i64, host: Host) -> None:
    gain = scoring.symphony_bonus(d, s, d.cards[card], player)
    award(s, player, P_SYMPHONY, gain)
    if host.hears:
        host.tell(events.FINAL_BONUS, player, card, gain, 0, 0)


class Objectives(SymphonyStep):
    """Step 7, or in Progressive Orchestra the Orchestra Bonuses of endgame c (``a`` = 1)."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        stage = f.at
        f.at += 1
        if stage == 0:
            if s.terms.audience_private:
                s.run(st.S_OBJECTIVE, -1, 0, f.a, 0, 0, 0)
                s.stack[-1].open = everyone(s.terms.n)
        elif stage == 1:
            if s.terms.audience_public:
                score_orchestra(self.d, s, i64(s.desk[st.PUBLIC]) - 1, everyone(s.terms.n), host)
        else:
            s.stack.pop()
            if not f.a:
                leave_pentagon(s)

    def bounds(self, s: State, around: Around) -> Bounds:
        final = 1 if phase(s).step == st.S_ENDGAME else 0
        return (begun(around), 2), (final, final)

    def stands(self, s: State, around: Around) -> bool:
        return comes_now(s, around)


class Objective(SymphonyStep):
    """D8, D19: which of the two cards scores its Orchestra Bonus; sealed until all have chosen (SY-186)."""

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        one = i64(s.desk[st.CARDS_HELD + 2 * player]) - 1
        two = i64(s.desk[st.CARDS_HELD + 2 * player + 1]) - 1
        return (A_SCORE + one, A_SCORE + two) if one < two else (A_SCORE + two, A_SCORE + one)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.desk[st.SEALED + player] = u8(a - A_SCORE + 1)
        f.open &= ~BIT[player]
        host.seal(True)
        if f.open:
            return
        host.close(True)
        s.stack.pop()
        who = s.terms.n - 1
        while who >= 0:
            card = i64(s.desk[st.SEALED + who]) - 1
            s.desk[st.SEALED + who] = u8(0)
            held = st.CARDS_HELD + 2 * who
            if i64(s.desk[held]) == card + 1:
                s.desk[held] = s.desk[held + 1]
            s.desk[held + 1] = u8(0)  # the other card is kept, this one leaves
            s.desk[st.REVEALED + who] = u8(card + 1)
            if host.hears:
                host.reveal(events.BAG_VIRTUOSITY, card, 0, BIT[who])
                host.tell(events.REVEALED, who, card, 0, 0, 0)
            score_orchestra(self.d, s, card, BIT[who], host)
            who -= 1

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if not A_SCORE <= a < A_NOTE:
            return OTHER
        return 0 if a - A_SCORE + 1 in held_by(s, player) else NOT_HELD

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        return Refusal("objective_not_held", "SY-186", {"card": a - A_SCORE + 1})

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: ObjectiveArgs = {"cards": held_by(s, player)}
        return Prompt(self.name, "SY-261" if s.terms.progressive else self.rule, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return NONE, argument(s, around)

    def stands(self, s: State, around: Around) -> bool:
        return s.terms.audience_private and around.below is not None and around.below.at == 1


def held_by(s: State, player: int) -> list[int]:
    """The private objectives of a player, by number."""
    held = [int(s.desk[st.CARDS_HELD + 2 * player + i]) for i in range(2)]
    return [card for card in held if card]


class Talents(SymphonyStep):
    """SY-210, SY-285: a leftover token each, counter-clockwise from the Last Player; then points for tokens held."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        d = self.d
        n = s.terms.n
        start = s.holder if s.terms.progressive else s.first
        while f.at < 2 * n:
            player = (start - 1 - f.at // 2 + 2 * n) % n
            f.at += 1
            if not f.b & BIT[player]:
                continue
            if f.at % 2:
                if tokens_in(s, st.PENTAGON):
                    s.ask(st.S_PENTAGON, player, 0, st.PENTAGON, 0, 0, 0)
                    return
            else:
                gain = scoring.orchestra_bonus(d, s, d.cards[f.a], player)
                award(s, player, P_ORCHESTRA, gain)
                if host.hears:
                    host.tell(events.BONUS, player, f.a, gain, 0, 0)
        s.stack.pop()

    def bounds(self, s: State, around: Around) -> Bounds:
        n = s.terms.n
        return (begun(around), 2 * n), (0, len(self.d.cards) - 1), (1, everyone(n))

    def stands(self, s: State, around: Around) -> bool:
        return self.d.cards[around.frame.a].orchestra == "group_of_talents"


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    above = (st.S_OBJECTIVES, st.S_TALENTS)
    return (
        Objectives(
            d, st.S_OBJECTIVES, "objectives", "SY-186", ("at", "final"), NOBODY_ASKED, (st.S_PROGRAMME, st.S_ENDGAME)
        ),
        Objective(
            d,
            st.S_OBJECTIVE,
            "objective",
            "SY-186",
            ("at", "final"),
            MANY_ASKED,
            (st.S_OBJECTIVES,),
            args=ObjectiveArgs,
        ),
        Talents(d, st.S_TALENTS, "talents", "SY-210", ("at", "card", "players"), NOBODY_ASKED, above),
    )
