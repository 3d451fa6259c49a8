"""One match of the arena, and the bots that play it."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tutti.ai.bot import Bot, decided
from tutti.arena.entrants import AS_IT_IS, Effort, bot_of
from tutti.arena.seating import Fixture, fixtures
from tutti.engine.guest import TIMEOUT, EngineBot
from tutti.kernel import library
from tutti.kernel.chance import Dice
from tutti.kernel.game import Game
from tutti.kernel.match import Match
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields, Options


@dataclass(frozen=True)
class Plan:
    """What is to be played. It is plain data: every process works out the same matches from it."""

    game: str
    players: int
    options: Fields
    entrants: tuple[str, ...]
    """As they were named; the same text twice is one entrant with two seats."""
    asked: int
    seed: str
    effort: Effort = AS_IT_IS
    timeout: float = TIMEOUT
    pack: str | None = None
    keep: bool = False
    """Whether the records of the matches are wanted."""

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The different entrants."""
        return tuple(dict.fromkeys(self.entrants))

    @cached_property
    def fixtures(self) -> list[Fixture]:
        """All matches of the plan."""
        numbers = tuple(self.kinds.index(text) for text in self.entrants)
        return fixtures(numbers, self.players, self.asked, dice(f"{self.seed}:rows"))

    def crew(self) -> Crew:
        """The bots, for one process."""
        return Crew(self)


@dataclass(frozen=True)
class Played:
    """How a match went, seat by seat."""

    fixture: Fixture
    points: tuple[int, ...]
    places: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    reason: str
    moves: int
    times: tuple[tuple[float, ...], ...]
    """Seconds of each decision; a question with one answer is none."""
    faults: tuple[dict[str, int], ...]
    """What went wrong with engines, by kind."""
    first_fault: tuple[str, ...]
    record: Fields | None = field(default=None, repr=False)


def dice(text: str) -> Dice:
    """Dice of their own for each purpose, on any machine the same."""
    return Dice(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big"))


class Crew:
    """The bots of one process. An engine has one program for each seat: it must not see two hands."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._bots: dict[tuple[int, int], Bot] = {}

    @cached_property
    def game(self) -> Game[Any]:
        return library.game(self.plan.game, self.plan.pack)

    @cached_property
    def options(self) -> Options:
        return prepare(self.game, self.plan.players, self.plan.options)

    def bot(self, kind: int, seat: int) -> Bot:
        plan = self.plan
        if (kind, seat) not in self._bots:
            self._bots[kind, seat] = bot_of(plan.kinds[kind], plan.effort, plan.timeout)
        return self._bots[kind, seat]

    def play(self, fixture: Fixture) -> Played:
        """Play a match. Deals are shared by the matches of a block; what the bots roll is each match's own."""
        plan = self.plan
        match = Match.new(self.game, plan.players, f"{plan.seed}:{fixture.block}", plan.options)
        minds = [dice(f"{plan.seed}:{fixture.number}:{seat}") for seat in range(plan.players)]
        bots = [self.bot(kind, seat) for seat, kind in enumerate(fixture.seats)]
        for seat, bot in enumerate(bots):
            if isinstance(bot, EngineBot):
                bot.begin(self.game, self.options, seat)
        times: list[list[float]] = [[] for _ in bots]
        while active := match.active:
            player = active[0]
            perspective = match.perspective(player)
            choices = perspective.legal()
            action = choices[0]
            if len(choices) > 1:
                clock = time.perf_counter()
                action = decided(bots[player], perspective, minds[player])
                times[player].append(time.perf_counter() - clock)
            match.play(player, self.game.actions[action])
        result = match.result
        assert result is not None  # nobody is active: the match is over
        for bot in bots:
            if isinstance(bot, EngineBot):
                bot.over(result)
        return Played(
            fixture,
            result.points,
            result.places,
            result.sources,
            result.reason,
            len(match.log),
            tuple(map(tuple, times)),
            tuple(dict(bot.faults) if isinstance(bot, EngineBot) else {} for bot in bots),
            tuple(bot.first_fault if isinstance(bot, EngineBot) else "" for bot in bots),
            {**match.record(), "seats": [plan.kinds[kind] for kind in fixture.seats]} if plan.keep else None,
        )

    def close(self) -> None:
        """End the engines."""
        for bot in self._bots.values():
            if isinstance(bot, EngineBot):
                bot.close()
