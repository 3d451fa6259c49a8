"""One match of a study, and what is kept of it. No clock: the same match gives the same line on any machine."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from tutti.ai.bot import decided
from tutti.arena.playing import dice
from tutti.arena.seating import Fixture
from tutti.kernel.chance import EVERYONE, Dice, Host
from tutti.kernel.game import Game
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.perspective import Perspective
from tutti.kernel.types import WATCHER, Fields, Result
from tutti.lab.study import Arm, Study, Task

MARKS: Final = Path(__file__).with_name("marks")
PARTS: Final = 10
"""The pace of points is looked at after each tenth of a match."""
SAMPLES: Final = 24
"""How often it is looked at at most, before it is known how long the match is."""


class Listener(Host):
    """Chance from dice, and all that is told."""

    def __init__(self, chance: Dice) -> None:
        super().__init__()
        self.hears = True
        self.chance = chance
        self.told: list[tuple[int, int, int, int, int]] = []

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        return self.chance.draw(bag, counts, total, to)

    def tell(self, verb: i64, player: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, to: i64 = EVERYONE) -> None:
        self.told.append((verb, player, a, b, c))


class Pace:
    """Points by source now and then, thinned out as the match grows."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._step = 1
        self._samples: list[tuple[int, Sequence[Mapping[str, int]]]] = []

    def look(self, state: Any, moves: int) -> None:
        if moves % self._step:
            return
        self._samples.append((moves, self._game.standing(state, WATCHER).sources))
        if len(self._samples) > SAMPLES:
            self._step *= 2
            self._samples = [sample for sample in self._samples if sample[0] % self._step == 0]

    def parts(self, moves: int, result: Result) -> list[list[Fields]]:
        """After each tenth of the match, the last of them its end: points by source of each seat."""
        found = []
        for part in range(1, PARTS):
            seen = [sources for at, sources in self._samples if at * PARTS <= part * moves]
            found.append([_some(one) for one in seen[-1]] if seen else [{} for _ in result.points])
        return [*found, [_some(one) for one in result.sources]]


def _some(sources: Mapping[str, int]) -> Fields:
    return {name: points for name, points in sources.items() if points}


class First:
    """Who plays first: the first who is asked alone, and not as the last of several who are asked the same at once."""

    def __init__(self, game: Game[Any]) -> None:
        self.seat: int | None = None
        self._game = game
        self._asked_at_once = ""

    def asked(self, state: Any, active: tuple[int, ...]) -> None:
        if self.seat is not None:
            return
        step = self._game.prompt(state, active[0]).step
        if len(active) > 1:
            self._asked_at_once = step
        elif step != self._asked_at_once:
            self.seat = active[0]


@cache
def marks(game: str) -> Mapping[str, Fields]:
    """Which events of a game say that a seat had a card, a poster, an instrument: by the question, from its file."""
    path = MARKS / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def play(arm: Arm, fixture: Fixture, questions: Sequence[str]) -> Fields:
    """The match, as a line of the study."""
    game, players = arm.rules, arm.players
    chance = dice(f"{arm.seed}:{fixture.block}:chance")
    rolls = [dice(f"{arm.seed}:{fixture.number}:{seat}") for seat in range(players)]
    bots = [arm.minds[kind] for kind in fixture.seats]
    listens = "cards" in questions or "style" in questions
    listener = Listener(chance) if listens else None
    host: Host = listener or chance
    pace = Pace(game) if "pace" in questions else None
    first = First(game)
    decisions, choices_seen = [0] * players, [0] * players
    moves = 0
    state = game.setup(arm.prepared, host)
    while active := game.active(state):
        player = active[0]
        first.asked(state, active)
        choices = game.legal(state, player)
        action = choices[0]
        if len(choices) > 1:
            decisions[player] += 1
            choices_seen[player] += len(choices)
            action = decided(bots[player], Perspective(game, state, player), rolls[player])
        game.apply(state, action, host, player)
        moves += 1
        if pace is not None:
            pace.look(state, moves)
    result = game.result(state)
    assert result is not None  # nobody is active: the match is over
    row: Fields = {
        "arm": arm.number,
        "match": fixture.number,
        "block": fixture.block,
        "seats": list(fixture.seats),
        "first": first.seat,
        "points": list(result.points),
        "places": list(result.places),
        "reason": result.reason,
        "moves": moves,
        "decisions": decisions,
        "choices": choices_seen,
    }
    if "style" in questions or "pace" in questions:
        row["sources"] = [_some(one) for one in result.sources]
    if listener is not None:
        told = [game.event(*one) for one in listener.told]
        if "style" in questions:
            row["did"] = _did(told, players)
        if "cards" in questions:
            row["marks"] = _marked(marks(game.name), told)
    if pace is not None:
        row["pace"] = pace.parts(moves, result)
    return row


def _did(told: list[Fields], players: int) -> list[Fields]:
    """How often each seat did what."""
    counts: list[Counter[str]] = [Counter() for _ in range(players)]
    for event in told:
        seat = event.get("player")
        if seat is not None and seat >= 0:
            counts[seat][event["event"]] += 1
    return [dict(sorted(count.items())) for count in counts]


def _marked(wanted: Mapping[str, Fields], told: list[Fields]) -> Fields:
    """For each question: seat, value and amount, as often as it was told."""
    found: Fields = {name: [] for name in wanted}
    for event in told:
        for name, mark in wanted.items():
            value = event.get(mark["value"])
            if event["event"] == mark["event"] and value is not None and event.get("player") is not None:
                amount = sum(event[key] for key in mark.get("amount", ()))
                found[name].append([event["player"], str(value), amount])
    return found


@dataclass(frozen=True)
class Work:
    """A study, for a process of the runner: a task becomes lines."""

    study: Study

    def crew(self) -> Work:
        return self

    def play(self, task: Task) -> bytes:
        arm = self.study.arms[task.arm]
        rows = (play(arm, arm.seating.fixture(number), self.study.questions) for number in range(task.first, task.last))
        return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)

    def close(self) -> None:
        """Nothing is left open."""
