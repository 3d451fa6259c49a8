# tutti: compiled
"""Orchestra, wired: its steps, set-up, and who answers what."""

from __future__ import annotations

from typing import cast, final

from tutti.games.orchestra import remarks
from tutti.games.orchestra.ai import determinize
from tutti.games.orchestra.ai.mind import OrchestraMind
from tutti.games.orchestra.observations.encoder import OrchestraWriter
from tutti.games.orchestra.observations.spec import declared
from tutti.games.orchestra.pack.box import Box
from tutti.games.orchestra.pack.printed import Components
from tutti.games.orchestra.positions import whole
from tutti.games.orchestra.remarks import merits, standings, warnings
from tutti.games.orchestra.rules import setup
from tutti.games.orchestra.rules.actions import number_actions, verbs
from tutti.games.orchestra.rules.events import EVENTS
from tutti.games.orchestra.rules.options import OPTIONS, check
from tutti.games.orchestra.rules.scoring import points_now
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps import STEPS
from tutti.games.orchestra.types import View
from tutti.games.orchestra.views import view as views
from tutti.kernel.chance import Host
from tutti.kernel.frames import StepGame
from tutti.kernel.native import i64
from tutti.kernel.types import Fields, Options, Remark, Result, Standing


@final
class Orchestra(StepGame[State]):
    """The rules of Orchestra at int level, with the components of one pack."""

    d: Box

    def __init__(self, d: Box) -> None:
        number_actions(d)
        super().__init__("orchestra", 2, verbs(d), STEPS)
        self.d = d
        self.low = 2
        self.high = 4
        self.usual = 3
        self.minutes = 90
        self.mind = OrchestraMind(self)
        self.pack = d.name
        self.pack_hash = d.hash
        self.options = OPTIONS
        self.shapes = self.shaped(View, EVENTS, Components, declared(d, self.steps))
        self.foresight = remarks.NAMES

    def setup(self, options: Options, host: Host) -> State:
        s = setup.dealt(self.d, options, host)
        self.settle(s, host)
        return s

    def players(self, s: State) -> i64:
        return s.n

    def copy(self, s: State) -> State:
        return s.copy()

    def points(self, s: State, player: i64) -> i64:
        return points_now(s, player)

    def place(self, s: State, player: i64) -> i64:
        return views.places(self, s)[player]

    # Views and positions are plain Python: they do not run in the move loop.

    def view(self, s: State, player: int) -> Fields:
        return cast(Fields, views.view(self, s, player))

    def public_part(self, s: State) -> Fields:
        return cast(Fields, views.open_to_all(self, s))

    def own_part(self, s: State, player: int) -> Fields:
        return cast(Fields, views.own(self, s, player))

    def outside(self, s: State) -> State | None:
        if not s.stack or not self.steps[s.stack[-1].step].inner:
            return None
        t = s.copy()  # OR-205: an act that is not complete is nothing but its frames
        while self.steps[t.stack[-1].step].inner:
            t.stack.pop()
        return t

    def determinize(self, s: State, player: int, host: Host) -> State:
        return determinize.determinize(s, player, host)

    def writer(self, players: int) -> OrchestraWriter:
        return OrchestraWriter(self, self.d, players)

    def result(self, s: State) -> Result | None:
        return None if s.stack else views.result(self, s)

    def numbers(self, s: State, player: int) -> dict[str, list[int]]:
        return standings.numbers(s)

    def standing(self, s: State, player: int) -> Standing:
        return standings.standing(s, player)

    def warnings(self, s: State, player: int, a: int) -> list[Remark]:
        return warnings.warnings(self, s, player, a)

    def merits(self, s: State, player: int, a: int) -> list[Remark]:
        return merits.merits(self, s, player, a)

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        return EVENTS.decoded(self.d, verb, player, a, b, c)

    def outcome(self, bag: int, kind: int) -> str:
        return views.outcome(self.d, bag, kind)

    def kind(self, bag: int, outcome: str) -> int:
        return views.kind(self.d, bag, outcome)

    def check(self, players: int, values: Fields) -> None:
        check(players, values)

    def dump(self, s: State, player: int | None = None) -> Fields:
        return whole.dump(self, s, player)

    def load(self, raw: Fields, options: Options, host: Host) -> State:
        return whole.load(self, self.d, raw, options, host)
