# tutti: compiled
"""Symphonimo, wired: which decision asks what, which answer does what."""

from __future__ import annotations

from typing import cast, final

from tutti.games.symphonimo import positions, remarks, views
from tutti.games.symphonimo.ai import rollout as classic
from tutti.games.symphonimo.ai.mind import SymphonimoMind
from tutti.games.symphonimo.observations.encoder import SymphonimoWriter
from tutti.games.symphonimo.observations.spec import declared
from tutti.games.symphonimo.pack.box import FAMILIES, Box
from tutti.games.symphonimo.pack.printed import Components
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import scoring, setup
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.actions import verbs
from tutti.games.symphonimo.rules.events import EVENTS
from tutti.games.symphonimo.rules.options import check, options
from tutti.games.symphonimo.rules.setup import CLASSIC
from tutti.games.symphonimo.rules.state import State, empty_state
from tutti.games.symphonimo.rules.steps import questions
from tutti.games.symphonimo.rules.steps.turn import (
    answer_take_now,
    discard_one,
    discard_own,
    draw,
    end,
    families_held,
    families_under,
    give_left,
    place,
    take,
)
from tutti.games.symphonimo.types import PROMPTS, View
from tutti.kernel.chance import Dice, Host
from tutti.kernel.facts import Fields, Options, Prompt, Refusal, Remark, Result, Standing
from tutti.kernel.game import ALONE, NOBODY, Game
from tutti.kernel.native import i64
from tutti.kernel.shapes import Shapes


@final
class Symphonimo(Game[State]):
    """The rules of Symphonimo at int level."""

    d: Box

    def __init__(self, d: Box) -> None:
        super().__init__("symphonimo", 1, verbs(d.values))
        self.d = d
        self.mind = SymphonimoMind(self)
        self.low = 2
        self.high = 6
        self.usual = 4
        self.pack = d.name
        self.pack_hash = d.hash
        self.options = options(d)
        self.secrets = False  # SO-060
        self.simultaneous = False
        self.minutes = 20
        self.shapes = Shapes(View, EVENTS, PROMPTS, Components, declared(d))
        self.foresight = remarks.NAMES

    def setup(self, options: Options, host: Host) -> State:
        return setup.deal(empty_state(self.d, options.players, CLASSIC[0]), options, host)

    def again(self, s: State, options: Options, host: Host) -> State:
        s.clear()
        return setup.deal(s, options, host)

    def players(self, s: State) -> i64:
        return s.n

    def active(self, s: State) -> tuple[int, ...]:
        return NOBODY if s.step == st.OVER else ALONE[s.player]

    def legal(self, s: State, player: i64 = -1) -> tuple[int, ...]:  # tutti: hot
        step = s.step
        if player >= 0 and player != s.player:
            return NOBODY
        if step == st.TURN:  # SO-010, SO-013, SO-016, SO-018
            return act.DRAW_OR_TAKE[s.filled] if s.room else act.ONLY_TAKE[s.filled]
        if step == st.PLACE:  # SO-011, SO-012
            return act.ONLY_PLACE[s.room]
        if step == st.LAST:  # SO-025
            return act.TAKE_OR_END[s.filled]
        if step == st.TAKE_NOW:  # SO-045
            return act.YES_OR_NO
        if step == st.PASS_LEFT:  # SO-041
            return act.GIVES[families_under(s, s.chosen)]
        if step == st.DISCARD_ONE:  # SO-042
            return act.DISCARDS[families_under(s, s.chosen)]
        if step == st.DISCARD_OWN:  # SO-043
            return act.DROPS[families_held(s, s.player)]
        return NOBODY

    def apply(self, s: State, a: i64, host: Host, player: i64 = -1) -> None:  # tutti: hot
        if a == act.A_DRAW:
            draw(s, host)
        elif a < act.A_TAKE:
            place(s, a - act.A_PLACE, host)
        elif a < act.A_YES:
            take(s, a - act.A_TAKE, host)
        elif a <= act.A_NO:
            answer_take_now(s, a == act.A_YES, host)
        elif a < act.A_DISCARD:
            give_left(s, a - act.A_GIVE, host)
        elif a < act.A_DROP:
            discard_one(s, a - act.A_DISCARD, host)
        elif a < act.A_END:
            discard_own(s, a - act.A_DROP if a != act.A_KEEP else -1, host)
        else:
            end(s, host)

    def rollout(self, s: State, dice: Dice) -> None:  # tutti: hot
        # Must agree with legal() and apply(): the same choices in the same order, by mask.
        if classic.may_play(s):
            classic.play_on(s, dice)
            return
        while True:
            step = s.step
            if step == st.TURN:
                filled = s.filled
                choices: i64 = act.COUNT[filled]
                k = dice.below(choices + 1) if s.room else 1 + dice.below(choices)
                if k:
                    take(s, act.NTH[filled * FAMILIES + k - 1], dice)
                    continue
                draw(s, dice)
                step = st.PLACE
            if step == st.PLACE:
                room = s.room
                place(s, act.NTH[room * FAMILIES + dice.below(act.COUNT[room])], dice)
            elif step == st.LAST:
                filled = s.filled
                choices = act.COUNT[filled]
                k = dice.below(choices + 1)
                if k < choices:
                    take(s, act.NTH[filled * FAMILIES + k], dice)
                else:
                    end(s, dice)
            elif step == st.OVER:
                return
            else:
                answers = self.legal(s)
                self.apply(s, answers[dice.below(len(answers))], dice)

    def copy(self, s: State) -> State:
        return s.copy()

    def points(self, s: State, player: i64) -> i64:  # tutti: hot
        return scoring.points(s, player)

    def place(self, s: State, player: i64) -> i64:  # tutti: hot
        return scoring.place(s, player)

    def winners(self, s: State, players: i64) -> i64:  # tutti: hot
        return scoring.winners(s, players)

    # Views, prompts and positions are plain Python: they do not run in the move loop.

    def view(self, s: State, player: int) -> Fields:
        return cast(Fields, views.view(s))

    def public_part(self, s: State) -> Fields:
        return cast(Fields, views.view(s))  # SO-060

    def own_part(self, s: State, player: int) -> Fields:
        return {}

    def determinize(self, s: State, player: int, host: Host) -> State:
        return s.copy()  # SO-060: nobody knows more or less than the table shows; the bag has no order

    def writer(self, players: int) -> SymphonimoWriter:
        return SymphonimoWriter(self, players)

    def prompt(self, s: State, player: int) -> Prompt:
        return questions.prompt(s)

    def why_not(self, s: State, player: int, a: int) -> Refusal:
        return questions.why_not(s, a)

    def result(self, s: State) -> Result | None:
        return views.result(s) if s.step == st.OVER else None

    def numbers(self, s: State, player: int) -> dict[str, list[int]]:
        return remarks.numbers(s)

    def standing(self, s: State, player: int) -> Standing:
        return views.standing(s)

    def warnings(self, s: State, player: int, a: int) -> list[Remark]:
        return remarks.warnings(self, s, player, a)

    def merits(self, s: State, player: int, a: int) -> list[Remark]:
        return remarks.merits(self, s, player, a)

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        return EVENTS.decoded(self.d, verb, player, a, b, c)

    def outcome(self, bag: int, kind: int) -> str:
        return views.outcome(self.d, bag, kind)

    def kind(self, bag: int, outcome: str) -> int:
        return views.kind(self.d, bag, outcome)

    def check(self, players: int, values: Fields) -> None:
        check(players, values)

    def dump(self, s: State, player: int | None = None) -> Fields:
        return positions.dump(s)

    def load(self, raw: Fields, options: Options, host: Host) -> State:
        return positions.load(self.d, raw, options)
