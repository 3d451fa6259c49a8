# tutti: compiled
"""Symphonimo, wired: its steps, set-up, and who answers what."""

from __future__ import annotations

from typing import cast, final

from tutti.games.symphonimo import positions, remarks, views
from tutti.games.symphonimo.ai import rollout
from tutti.games.symphonimo.ai.mind import SymphonimoMind
from tutti.games.symphonimo.observations.encoder import SymphonimoWriter
from tutti.games.symphonimo.observations.spec import declared
from tutti.games.symphonimo.pack.box import Box
from tutti.games.symphonimo.pack.printed import Components
from tutti.games.symphonimo.rules import scoring, setup
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.actions import verbs
from tutti.games.symphonimo.rules.events import EVENTS
from tutti.games.symphonimo.rules.options import check, options
from tutti.games.symphonimo.rules.setup import CLASSIC
from tutti.games.symphonimo.rules.state import State, empty_state
from tutti.games.symphonimo.rules.steps import STEPS
from tutti.games.symphonimo.types import View
from tutti.kernel.chance import Dice, Host
from tutti.kernel.frames import FlatGame
from tutti.kernel.native import i64
from tutti.kernel.types import Fields, Options, Remark, Result, Standing


@final
class Symphonimo(FlatGame[State]):
    """The rules of Symphonimo at int level."""

    d: Box

    def __init__(self, d: Box) -> None:
        super().__init__("symphonimo", 1, verbs(d.values), STEPS)
        self.d = d
        self.mind = SymphonimoMind(self)
        self.low = 2
        self.high = 6
        self.usual = 4
        self.pack = d.name
        self.pack_hash = d.hash
        self.options = options(d)
        self.secrets = False  # SO-060
        self.minutes = 20
        self.shapes = self.shaped(View, EVENTS, Components, declared(d))
        self.foresight = remarks.NAMES

    def setup(self, options: Options, host: Host) -> State:
        return setup.deal(empty_state(self.d, options.players, CLASSIC[0]), options, host)

    def again(self, s: State, options: Options, host: Host) -> State:
        s.clear()
        return setup.deal(s, options, host)

    def players(self, s: State) -> i64:
        return s.n

    def rollout(self, s: State, dice: Dice) -> None:  # tutti: hot
        if rollout.may_play(s):
            rollout.play_on(s, dice)
        else:
            super().rollout(s, dice)

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
        return positions.load(self, self.d, raw, options)
