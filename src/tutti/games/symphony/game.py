# tutti: compiled
"""Symphony, wired: the steps by number, and the windows for people, bots and records."""

from __future__ import annotations

from typing import final

from tutti.games.symphony import outside, position, results, secrets, setup, sight
from tutti.games.symphony.actions import texts
from tutti.games.symphony.mind import SymphonyMind
from tutti.games.symphony.options import check, idle, options
from tutti.games.symphony.state import State
from tutti.games.symphony.steps.base import Programme, SymphonyStep
from tutti.games.symphony.steps.bonuses import Absolute, Baton, Minority, Singles, Spread, TakeToken
from tutti.games.symphony.steps.draft import Discard, Draft
from tutti.games.symphony.steps.movement import Movement, PreAttack
from tutti.games.symphony.steps.objectives import Objective, Objectives, Talents
from tutti.games.symphony.steps.opening import Choirs, Deal, FirstRow, KeepChoir
from tutti.games.symphony.steps.play import (
    Chain,
    Extra,
    Gift,
    Musician,
    Place,
    Play,
    Replay,
    Source,
    Under,
    With,
)
from tutti.games.symphony.steps.scoring import Endgame, Scoring
from tutti.games.symphony.steps.seats import Allocate, Allocation, ChooseCard, ChooseSeat, Control, Seats
from tutti.games.symphony.tables import SOURCES, Data
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadOption
from tutti.kernel.facts import Fields, Options, Prompt, Refusal, Result
from tutti.kernel.frames import StepGame
from tutti.kernel.native import i64


def steps_of(d: Data) -> tuple[SymphonyStep, ...]:
    """All steps in the order of their numbers in state.py."""
    return (
        Programme(d, "programme", "SY-019", ("at",)),
        FirstRow(d, "first_row", "SY-040", ("at", "argument")),
        Choirs(d, "choirs", "SY-044", ("at", "argument")),
        Deal(d, "deal", "SY-045", ("at", "argument")),
        Draft(d, "draft", "SY-180", ("at", "argument")),
        Discard(d, "discard", "SY-224", ("at", "argument")),
        Seats(d, "seats", "SY-048", ("turn", "argument")),
        ChooseCard(d, "card", "SY-048"),
        ChooseSeat(d, "seat", "SY-051", ("at", "card", "column"), True),
        Control(d, "control", "SY-053", ("at", "only")),
        Singles(d, "singles", "SY-225", ("at", "column")),
        Minority(d, "minority", "SY-060", ("at", "column")),
        Spread(d, "spread", "SY-063", ("at", "argument")),
        Absolute(d, "absolute", "SY-067", ("at", "column")),
        Objectives(d, "objectives", "SY-186", ("at", "final")),
        Objective(d, "objective", "SY-186", ("at", "final")),
        Talents(d, "talents", "SY-210", ("at", "card", "players")),
        TakeToken(d, "talent", "SY-210", ("at", "from")),
        Baton(d, "baton", "SY-069", ("at", "argument")),
        Allocation(d, "allocation", "SY-251", ("turn", "column")),
        Allocate(d, "allocate", "SY-251", ("first", "column")),
        Movement(d, "movement", "SY-070", ("stage", "column", "row", "round", "playing")),
        PreAttack(d, "pre_attack", "SY-076", ("at", "instrument")),
        Play(d, "play", "SY-087", ("stage", "done")),
        Musician(d, "musician", "SY-088"),
        Extra(d, "extra", "SY-152"),
        Source(d, "source", "SY-092"),
        Place(d, "place", "SY-090"),
        With(d, "with", "SY-110", ("at", "cells"), True),
        Under(d, "under", "SY-112", (), True),
        Chain(d, "chain", "SY-140", ("at", "cell")),
        Replay(d, "replay", "SY-236"),
        Gift(d, "gift", "SY-234", ("at", "to")),
        TakeToken(d, "unused", "SY-230", ("at", "from")),
        Scoring(d, "scoring", "SY-165", ("at", "sheet")),
        Endgame(d, "endgame", "SY-172", ("at", "argument")),
        KeepChoir(d, "choir", "SY-044", ("picker",)),
        TakeToken(d, "pentagon", "SY-063", ("at", "from")),
    )


@final
class Symphony(StepGame[State]):
    """The rules of Symphony at int level, with the components of one pack."""

    def __init__(self, d: Data) -> None:
        super().__init__("symphony", 2, texts(d.ids), steps_of(d))
        self.d = d
        self.low = 2
        self.high = 6
        self.usual = 4
        self.mind = SymphonyMind(self, d)
        self.pack = d.pack
        self.pack_hash = d.pack_hash
        self.options = options(d)
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

    def points(self, s: State, player: i64) -> i64:
        if s.stack:
            return results.standing(self.d, s, player)
        total: i64 = 0
        at = player * SOURCES
        end = at + SOURCES
        while at < end:
            total += s.points[at]
            at += 1
        return total

    def place(self, s: State, player: i64) -> i64:
        return results.places(self.d, s)[player]

    def result(self, s: State) -> Result | None:
        return None if s.stack else results.result(self.d, s)

    # Views, prompts and positions are plain Python: they do not run in the move loop.

    def view(self, s: State, player: int) -> Fields:
        return sight.view(self, s, player)

    def outside(self, s: State) -> State | None:
        found: State | None = outside.outside(self.d, s)
        return found

    def determinize(self, s: State, player: int, host: Host) -> State:
        world: State = secrets.determinize(self.d, s, player, host)
        return world

    def prompt(self, s: State, player: int) -> Prompt:
        return sight.prompt(self, s, player)

    def why_not(self, s: State, player: int, a: int) -> Refusal:
        return sight.why_not(self, s, player, a)

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        return sight.event(self.d, verb, player, a, b, c)

    def outcome(self, bag: int, kind: int) -> str:
        return sight.outcome(self.d, bag, kind)

    def kind(self, bag: int, outcome: str) -> int:
        return sight.kind(self.d, bag, outcome)

    def check(self, players: int, values: Fields) -> None:
        check(self.d, players, values)

    def changed(self, rules: int, options: Options) -> str:
        return "SY-254" if rules < 2 and options.values["progressive"] else ""  # where the token is meanwhile

    def idle(self, players: int, values: Fields) -> list[BadOption]:
        return idle(values)

    def dump(self, s: State, player: int | None = None) -> Fields:
        return position.dump(self, s, player)

    def load(self, raw: Fields, options: Options, host: Host) -> State:
        loaded: State = position.load(self, raw, options, host)
        return loaded
