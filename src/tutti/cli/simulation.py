"""Many matches between bots, seats rotated, chance by number: the same seed gives the same matches on any machine."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tutti.ai import roster
from tutti.ai.bot import Bot, decided
from tutti.arena.runner import run
from tutti.kernel import library
from tutti.kernel.chance import Dice
from tutti.kernel.game import Game
from tutti.kernel.perspective import Perspective
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields, Options

CHUNK = 50
NORMAL = 1.959964
"""95 % of a normal distribution lie within so many standard deviations."""


class Simulation(NamedTuple):
    """What is played; plain data, so that other processes get it too."""

    game: str
    players: int
    options: Fields
    bots: tuple[str, ...]
    seed: str
    pack: str | None = None

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in match ``number``: the row of bots, turned by one seat from match to match."""
        turn = number % self.players
        return tuple(self.bots[(seat + turn) % self.players] for seat in range(self.players))


class Played(NamedTuple):
    """One match: who sat where, and how it ended for each seat."""

    seats: tuple[str, ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    moves: int


def play(plan: Simulation, number: int) -> Played:
    """Match ``number`` of the plan."""
    return play_some(plan, number, number + 1)[0]


def play_some(plan: Simulation, first: int, last: int) -> list[Played]:
    """The matches from ``first`` up to but not including ``last``."""
    game = library.game(plan.game, plan.pack)
    options = prepare(game, plan.players, plan.options)
    bots = {name: roster.bot(name) for name in plan.bots}
    return [_play(plan, number, game, options, bots) for number in range(first, last)]


def _play(plan: Simulation, number: int, game: Game[Any], options: Options, bots: Mapping[str, Bot]) -> Played:
    chance = _dice(f"{plan.seed}:{number}:chance")
    minds = [_dice(f"{plan.seed}:{number}:{seat}") for seat in range(plan.players)]
    seats = plan.seats(number)
    state = game.setup(options, chance)
    moves = 0
    while active := game.active(state):
        player = active[0]
        action = decided(bots[seats[player]], Perspective(game, state, player), minds[player])
        game.apply(state, action, chance, player)
        moves += 1
    result = game.result(state)
    assert result is not None  # nobody is active: the match is over
    return Played(seats, result.points, result.places, moves)


@dataclass(frozen=True)
class Batch:
    """Matches of a plan, some at a time: the work of one process."""

    plan: Simulation

    def crew(self) -> Batch:
        return self

    def play(self, task: tuple[int, int]) -> list[Played]:
        return play_some(self.plan, *task)

    def close(self) -> None:
        """Nothing is left open."""


def play_all(plan: Simulation, matches: int, jobs: int) -> Iterator[list[Played]]:
    """All matches, some at a time, in whatever order they are done."""
    parts = [(first, min(first + CHUNK, matches)) for first in range(0, matches, CHUNK)]
    return run(Batch(plan), parts, min(jobs, len(parts)))


def _dice(text: str) -> Dice:
    return Dice(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big"))


@dataclass
class Tally:
    """How a bot or a seat has done."""

    matches: int = 0
    wins: float = 0.0
    points: int = 0
    squares: int = 0
    places: Counter[int] = field(default_factory=Counter)

    def add(self, points: int, place: int, winners: int) -> None:
        """One match of one seat; a shared victory counts in shares."""
        self.matches += 1
        self.wins += 1 / winners if place == 1 else 0.0
        self.points += points
        self.squares += points * points
        self.places[place] += 1

    @property
    def mean_points(self) -> float:
        return self.points / self.matches

    @property
    def points_error(self) -> float:
        """Half the width of the 95 % interval of the mean points."""
        if self.matches < 2:
            return math.inf
        variance = (self.squares - self.points * self.points / self.matches) / (self.matches - 1)
        return NORMAL * math.sqrt(max(variance, 0.0) / self.matches)

    @property
    def mean_place(self) -> float:
        return sum(place * count for place, count in self.places.items()) / self.matches

    @property
    def share(self) -> float:
        return self.wins / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share of wins."""
        n, p, z = self.matches, self.share, NORMAL
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


def tallies(played: Iterable[Played], bots: Sequence[str]) -> tuple[dict[str, Tally], list[Tally]]:
    """Results by bot and by seat."""
    by_bot = {name: Tally() for name in dict.fromkeys(bots)}
    by_seat = [Tally() for _ in bots]
    for match in played:
        winners = match.places.count(1)
        for seat, name in enumerate(match.seats):
            for tally in (by_bot[name], by_seat[seat]):
                tally.add(match.points[seat], match.places[seat], winners)
    return by_bot, by_seat
