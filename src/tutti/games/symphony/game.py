# tutti: compiled
"""Symphony, wired: the steps, and the windows for people, bots and records."""

from __future__ import annotations

from typing import cast, final

from tutti.games.symphony import remarks
from tutti.games.symphony.ai import determinize, preview_world
from tutti.games.symphony.ai.mind import SymphonyMind
from tutti.games.symphony.music import performance, timbre
from tutti.games.symphony.observations.encoder import SymphonyWriter
from tutti.games.symphony.observations.spec import declared, fields
from tutti.games.symphony.pack.box import SOURCES, Box
from tutti.games.symphony.pack.printed import Components
from tutti.games.symphony.positions import outside, whole
from tutti.games.symphony.remarks import merits, standings, warnings
from tutti.games.symphony.rules import setup
from tutti.games.symphony.rules.actions import verbs
from tutti.games.symphony.rules.events import EVENTS
from tutti.games.symphony.rules.options import check, idle, options
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps import steps_of
from tutti.games.symphony.types import View
from tutti.games.symphony.views import cache
from tutti.games.symphony.views import view as views
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadOption
from tutti.kernel.frames import StepGame
from tutti.kernel.native import i64
from tutti.kernel.types import Fields, Options, Remark, Result, Standing
from tutti.performance import Performance


@final
class Symphony(StepGame[State]):
    """The rules of Symphony at int level, with the components of one pack."""

    def __init__(self, d: Box) -> None:
        super().__init__("symphony", 3, verbs(d.ids), steps_of(d))
        self.d = d
        self.low = 2
        self.high = 6
        self.usual = 4
        self.minutes = 90
        self.concert = True
        self.mind = SymphonyMind(self, d)
        self.pack = d.pack
        self.pack_hash = d.pack_hash
        self.options = options(d)
        self.shapes = self.shaped(View, EVENTS, Components, declared(d, self.steps))
        self.foresight = remarks.NAMES
        self.plan: setup.Plan | None = None
        """The options asked for last, read."""

    def setup(self, options: Options, host: Host) -> State:
        plan = self.plan
        if plan is None or plan.options is not options:
            plan = setup.Plan(self.d, options)
            self.plan = plan
        s = setup.set_up(self.d, plan, host)
        self.settle(s, host)
        return s

    def players(self, s: State) -> i64:
        return s.terms.n

    def copy(self, s: State) -> State:
        return s.copy()

    def writer(self, players: int) -> SymphonyWriter:
        return SymphonyWriter(self, self.d, players, fields(self.d, [step.name for step in self.steps], players))

    def points(self, s: State, player: i64) -> i64:
        if s.stack:
            return views.standing(self.d, s, player)
        total: i64 = 0
        at = player * SOURCES
        end = at + SOURCES
        while at < end:
            total += s.points[at]
            at += 1
        return total

    def place(self, s: State, player: i64) -> i64:
        """SY-178: among the tied, who is met first clockwise from the First Player token."""
        n = s.terms.n
        mine = self.points(s, player)
        turn = (player - s.holder + n) % n
        place: i64 = 1
        other: i64 = 0
        while other < n:
            points = self.points(s, other)
            if points > mine or (points == mine and (other - s.holder + n) % n < turn):
                place += 1
            other += 1
        return place

    def result(self, s: State) -> Result | None:
        return None if s.stack else views.result(self.d, s)

    def view(self, s: State, player: int) -> Fields:
        return cast(Fields, views.view(self, self.d, s, player))

    def public_part(self, s: State) -> Fields:
        return cast(Fields, views.public(self, self.d, s, cache.seated, cache.music))

    def own_part(self, s: State, player: int) -> Fields:
        return {"own": views.own(self.d, s, player)} if player >= 0 else {}

    def outside(self, s: State) -> State | None:
        found: State | None = outside.outside(self.d, s)
        return found

    def determinize(self, s: State, player: int, host: Host) -> State:
        world: State = determinize.determinize(self.d, s, player, host)
        return world

    def likely(self, s: State, player: int, host: Host) -> State:
        world: State = determinize.determinize(self.d, s, player, host, determinize.LIKING)
        return world

    def imagined(self, s: State, player: int, host: Host) -> State:
        world: State = preview_world.imagined(self.d, s, player, host)
        return world

    def numbers(self, s: State, player: int) -> dict[str, list[int]]:
        return standings.numbers(s)

    def standing(self, s: State, player: int) -> Standing:
        return standings.standing(self.d, s, player)

    def same_standing(self, s: State) -> bool:
        return not (s.stack and s.terms.audience_private)

    def warnings(self, s: State, player: int, a: int) -> list[Remark]:
        return warnings.warnings(self.d, s, player, a)

    def merits(self, s: State, player: int, a: int) -> list[Remark]:
        return merits.merits(self.d, s, player, a)

    def performance(self, s: State, told: list[Fields]) -> Performance:
        return performance.performed(self.d, s, told)

    def sounds(self) -> Fields:
        return timbre.sounds(self.d)

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        return EVENTS.decoded(self.d, verb, player, a, b, c)

    def outcome(self, bag: int, kind: int) -> str:
        return views.outcome(self.d, bag, kind)

    def kind(self, bag: int, outcome: str) -> int:
        return views.kind(self.d, bag, outcome)

    def check(self, players: int, values: Fields) -> None:
        check(self.d, players, values)

    def changed(self, rules: int, options: Options) -> str:
        if rules < 2 and options.values["progressive"]:
            return "SY-254"  # where the token is meanwhile
        if options.rules < 3 and options.players not in self.d.easy_before:
            return "SY-293"  # a pack without the cards of that orchestra
        return ""

    def kept(self, rules: int, values: Fields) -> int:
        return 2 if rules < 3 and values["easy"] else self.version  # SY-293: the orchestra is the older one

    def idle(self, players: int, values: Fields) -> list[BadOption]:
        return idle(values)

    def dump(self, s: State, player: int | None = None) -> Fields:
        return whole.dump(self, self.d, s, player)

    def load(self, raw: Fields, options: Options, host: Host) -> State:
        loaded: State = whole.load(self, self.d, raw, options, host)
        return loaded
