# tutti: compiled
"""Symphony, wired: the steps by number, and the windows for people, bots and records."""

from __future__ import annotations

from typing import cast, final

from tutti.games.symphony import outside, position, results, secrets, setup, views
from tutti.games.symphony.actions import texts
from tutti.games.symphony.box import SOURCES, Box
from tutti.games.symphony.events import EVENTS
from tutti.games.symphony.mind import SymphonyMind
from tutti.games.symphony.options import check, idle, options
from tutti.games.symphony.shapes import View
from tutti.games.symphony.state import (
    S_ABSOLUTE,
    S_ALLOCATE,
    S_ALLOCATION,
    S_BATON,
    S_CARD,
    S_CHAIN,
    S_CHOIR,
    S_CHOIRS,
    S_CONTROL,
    S_DEAL,
    S_DISCARD,
    S_DRAFT,
    S_ENDGAME,
    S_EXTRA,
    S_FIRST_ROW,
    S_GIFT,
    S_MINORITY,
    S_MOVEMENT,
    S_MUSICIAN,
    S_OBJECTIVE,
    S_OBJECTIVES,
    S_PENTAGON,
    S_PLACE,
    S_PLAY,
    S_PRE_ATTACK,
    S_PROGRAMME,
    S_REPLAY,
    S_SCORING,
    S_SEAT,
    S_SEATS,
    S_SINGLES,
    S_SOURCE,
    S_SPREAD,
    S_TALENT,
    S_TALENTS,
    S_UNDER,
    S_UNUSED,
    S_WITH,
    State,
)
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
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadOption
from tutti.kernel.facts import Fields, Options, Prompt, Refusal, Result
from tutti.kernel.frames import StepGame
from tutti.kernel.native import i64


def steps_of(d: Box) -> tuple[SymphonyStep, ...]:
    """All steps."""
    return (
        Programme(d, S_PROGRAMME, "programme", "SY-019", ("at",)),
        FirstRow(d, S_FIRST_ROW, "first_row", "SY-040", ("at", "argument")),
        Choirs(d, S_CHOIRS, "choirs", "SY-044", ("at", "argument")),
        Deal(d, S_DEAL, "deal", "SY-045", ("at", "argument")),
        Draft(d, S_DRAFT, "draft", "SY-180", ("at", "argument")),
        Discard(d, S_DISCARD, "discard", "SY-224", ("at", "argument")),
        Seats(d, S_SEATS, "seats", "SY-048", ("turn", "argument")),
        ChooseCard(d, S_CARD, "card", "SY-048"),
        ChooseSeat(d, S_SEAT, "seat", "SY-051", ("at", "card", "column"), True),
        Control(d, S_CONTROL, "control", "SY-053", ("at", "only")),
        Singles(d, S_SINGLES, "singles", "SY-225", ("at", "column")),
        Minority(d, S_MINORITY, "minority", "SY-060", ("at", "column")),
        Spread(d, S_SPREAD, "spread", "SY-063", ("at", "argument")),
        Absolute(d, S_ABSOLUTE, "absolute", "SY-067", ("at", "column")),
        Objectives(d, S_OBJECTIVES, "objectives", "SY-186", ("at", "final")),
        Objective(d, S_OBJECTIVE, "objective", "SY-186", ("at", "final")),
        Talents(d, S_TALENTS, "talents", "SY-210", ("at", "card", "players")),
        TakeToken(d, S_TALENT, "talent", "SY-210", ("at", "from")),
        Baton(d, S_BATON, "baton", "SY-069", ("at", "argument")),
        Allocation(d, S_ALLOCATION, "allocation", "SY-251", ("turn", "column")),
        Allocate(d, S_ALLOCATE, "allocate", "SY-251", ("first", "column")),
        Movement(d, S_MOVEMENT, "movement", "SY-070", ("stage", "column", "row", "round", "playing")),
        PreAttack(d, S_PRE_ATTACK, "pre_attack", "SY-076", ("at", "instrument")),
        Play(d, S_PLAY, "play", "SY-087", ("stage", "done")),
        Musician(d, S_MUSICIAN, "musician", "SY-088"),
        Extra(d, S_EXTRA, "extra", "SY-152"),
        Source(d, S_SOURCE, "source", "SY-092"),
        Place(d, S_PLACE, "place", "SY-090"),
        With(d, S_WITH, "with", "SY-110", ("at", "cells"), True),
        Under(d, S_UNDER, "under", "SY-112", (), True),
        Chain(d, S_CHAIN, "chain", "SY-140", ("at", "cell")),
        Replay(d, S_REPLAY, "replay", "SY-236"),
        Gift(d, S_GIFT, "gift", "SY-234", ("at", "to")),
        TakeToken(d, S_UNUSED, "unused", "SY-230", ("at", "from")),
        Scoring(d, S_SCORING, "scoring", "SY-165", ("at", "sheet")),
        Endgame(d, S_ENDGAME, "endgame", "SY-172", ("at", "argument")),
        KeepChoir(d, S_CHOIR, "choir", "SY-044", ("picker",)),
        TakeToken(d, S_PENTAGON, "pentagon", "SY-063", ("at", "from")),
    )


@final
class Symphony(StepGame[State]):
    """The rules of Symphony at int level, with the components of one pack."""

    def __init__(self, d: Box) -> None:
        super().__init__("symphony", 2, texts(d.ids), steps_of(d))
        self.d = d
        self.low = 2
        self.high = 6
        self.usual = 4
        self.minutes = 90
        self.mind = SymphonyMind(self, d)
        self.pack = d.pack
        self.pack_hash = d.pack_hash
        self.options = options(d)
        self.shapes = self.shaped(View, EVENTS)
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
        return cast(Fields, views.view(self, s, player))

    def outside(self, s: State) -> State | None:
        found: State | None = outside.outside(self.d, s)
        return found

    def determinize(self, s: State, player: int, host: Host) -> State:
        world: State = secrets.determinize(self.d, s, player, host)
        return world

    def prompt(self, s: State, player: int) -> Prompt:
        return views.prompt(self, s, player)

    def why_not(self, s: State, player: int, a: int) -> Refusal:
        return views.why_not(self, s, player, a)

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        return EVENTS.decoded(self.d, verb, player, a, b, c)

    def outcome(self, bag: int, kind: int) -> str:
        return views.outcome(self.d, bag, kind)

    def kind(self, bag: int, outcome: str) -> int:
        return views.kind(self.d, bag, outcome)

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
