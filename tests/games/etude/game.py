"""Étude, wired."""

from __future__ import annotations

from typing import cast

from games.etude import positions, views
from games.etude.actions import A_PICK, A_REST, A_STUDY, KINDS, VERBS
from games.etude.events import DEALT, EVENTS
from games.etude.state import BAG_CARD, BAG_FIRST, Card, Desk
from games.etude.steps import CHORD, CHORD_SIZE, ROUND, STEPS, TURN
from games.etude.types import View
from tutti.kernel.chance import Host
from tutti.kernel.errors import BadOption
from tutti.kernel.frames import BIT, StepGame
from tutti.kernel.native import u8, vec
from tutti.kernel.types import Fields, Foresight, Option, Options, Remark, Result, Standing, rank

OPTIONS = (
    Option("hand", "ET-02", 3, {"type": "integer", "minimum": 2, "maximum": 4}),
    Option("rounds", "ET-03", 2, {"type": "integer", "minimum": 1, "maximum": 4}),
    Option("first_player", "ET-03", None, {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}),
)


_OUTCOMES = {
    BAG_CARD: {name: kind for kind, name in enumerate(KINDS)},
    BAG_FIRST: {str(player): player for player in range(4)},
}


class Etude(StepGame[Desk]):
    """The rules at int level. What a player may do, is asked and may not do comes from the step on top."""

    def __init__(self) -> None:
        super().__init__("etude", 1, VERBS, STEPS)
        self.low = 2
        self.high = 4
        self.usual = 3
        self.pack = "standard"
        self.pack_hash = "sha256:none"
        self.options = OPTIONS
        self.minutes = 5
        self.shapes = self.shaped(View, EVENTS)
        self.foresight = Foresight(numbers=("coins",), remarks=("chord_left", "completes_chord"), majorities=("stage",))

    def check(self, players: int, values: Fields) -> None:
        first = values["first_player"]
        if first is not None and first >= players:
            raise BadOption("no_such_player", "ET-03", player=first, last=players - 1)

    def setup(self, options: Options, host: Host) -> Desk:
        n = options.players
        first = options.values["first_player"]
        if first is None:
            first = host.draw(BAG_FIRST, vec[u8]([1] * n), n)
        s = Desk(n, first, options.values["rounds"])
        for _ in range(options.values["hand"]):
            for p in range(n):
                kind = host.draw(BAG_CARD, s.bag, s.unseen, BIT[p])
                s.bag[kind] -= u8(1)
                s.hands[p].append(Card(kind, BIT[p]))
                if host.hears:
                    host.tell(DEALT, p, kind, to=BIT[p])
        s.run(ROUND)
        self.settle(s, host)
        return s

    def players(self, s: Desk) -> int:
        return s.n

    def copy(self, s: Desk) -> Desk:
        return s.copy()

    def points(self, s: Desk, player: int) -> int:
        return views.points(s, player)

    def place(self, s: Desk, player: int) -> int:
        return rank(views.tally(s))[player]

    def view(self, s: Desk, player: int) -> Fields:
        return cast(Fields, views.view(s, player))

    def outside(self, s: Desk) -> Desk | None:
        if not s.stack or s.stack[-1].step != CHORD:
            return None
        t = s.copy()
        f = t.stack.pop()
        t.ask(TURN, f.player, at=f.a)  # nobody else knows that a chord has begun
        return t

    def determinize(self, s: Desk, player: int, host: Host) -> Desk:
        return positions.determinize(s, player, host)

    def result(self, s: Desk) -> Result | None:
        return None if s.stack else views.result(s)

    def numbers(self, s: Desk, player: int) -> dict[str, list[int]]:
        return {"coins": list(s.coins)}

    def standing(self, s: Desk, player: int) -> Standing:
        return Standing(tuple(views.points(s, p) for p in range(s.n)), views.sources(s), (views.fullest(s),))

    def warnings(self, s: Desk, player: int, a: int) -> list[Remark]:
        if a == A_REST and any(A_PICK <= other < A_STUDY for other in self.legal(s, player)):
            return [Remark("chord_left", "ET-08", {"points": views.CHORD_POINTS})]
        return []

    def merits(self, s: Desk, player: int, a: int) -> list[Remark]:
        f = s.stack[-1]
        if f.step == CHORD and int(f.at).bit_count() + 1 == CHORD_SIZE:
            return [Remark("completes_chord", "ET-08", {"points": views.CHORD_POINTS})]
        return []

    def event(self, verb: int, player: int, a: int, b: int, c: int) -> Fields:
        return EVENTS.decoded(None, verb, player, a, b, c)

    def outcome(self, bag: int, kind: int) -> str:
        return KINDS[kind] if bag == BAG_CARD else str(kind)

    def kind(self, bag: int, outcome: str) -> int:
        return _OUTCOMES[bag].get(outcome, -1)

    def dump(self, s: Desk, player: int | None = None) -> Fields:
        return positions.dump(self, s, player)

    def load(self, raw: Fields, options: Options, host: Host) -> Desk:
        return positions.load(self, raw, options, host)
