"""Bot: whoever decides from a perspective alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from tutti.ai.weighing import TREES, Sample, Weighed, Weighing, best_of
from tutti.kernel.chance import Dice
from tutti.kernel.errors import BadAnswer
from tutti.kernel.perspective import Perspective
from tutti.kernel.types import Fields


def never() -> bool:
    """Nobody calls off a thought."""
    return False


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one decision: until either is used up; None is no limit."""

    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a budget needs iterations or seconds")

    def scaled(self, factor: float) -> Budget:
        """The same budget times a factor; never less than one iteration."""
        return Budget(
            None if self.iterations is None else max(1, round(self.iterations * factor)),
            None if self.seconds is None else self.seconds * factor,
        )


@dataclass(frozen=True)
class Candidate:
    """One action a bot thought about."""

    action: int
    visits: int
    chance: float
    """The share of the win that the player can expect, from 0 to 1."""
    points: float
    """The points that the player can expect at the end."""


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of its question: candidates from the best down, and how it may go on."""

    candidates: tuple[Candidate, ...]
    line: tuple[tuple[int, int], ...]
    """The line most looked at, from the best candidate on: player and action."""
    iterations: int
    """Lines searched; positions worked out where it is exact."""
    exact: bool = False
    """Whether chances are what they are, not what a search found: the game worked out the rest of the match."""

    def json(self, actions: Sequence[str], most: int | None = None) -> Fields:
        """The thought as plain data, in the texts of a game's actions; ``most`` of its candidates."""
        return {
            "candidates": [
                {"action": actions[one.action], "visits": one.visits, "chance": one.chance, "points": one.points}
                for one in self.candidates[:most]
            ],
            "line": [[player, actions[action]] for player, action in self.line],
            "iterations": self.iterations,
        }


class Bot:
    """A player without hands. One instance serves any seat of any match: it keeps no memory between calls.

    Only one that was ``seated`` may remember what it thought before.
    """

    name: str
    budget: Budget | None = None
    """How long it thinks; None for a bot that does not search."""
    keen = False
    """Whether more time, more cores and the time of the others would make it better than it is meant to be without."""

    def __repr__(self) -> str:
        budget = self.budget
        limits = [] if budget is None else [f"{budget.iterations} iterations"] * (budget.iterations is not None)
        limits += [] if budget is None else [f"{budget.seconds} seconds"] * (budget.seconds is not None)
        return f"<Bot {name_of(self)}{': ' if limits else ''}{', '.join(limits)}>"

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        """One of ``perspective.legal()``. All chance comes from ``dice``, so the same dice decide the same
        (with a budget of seconds, as far as the clock allows)."""
        raise NotImplementedError

    def seated(self) -> Bot:
        """The same bot for one seat of one match, where it may keep what it thought; itself if it keeps nothing."""
        return self

    def votes(
        self, perspective: Perspective, dice: Dice, stopped: Callable[[], bool] = never, late: float = 0.0
    ) -> dict[int, int]:
        """How much speaks for each action; those of several searches may be summed. The first is its own choice.

        ``late``: so many of its seconds are gone already. It ends early when it is ``stopped``.
        """
        return {decided(self, perspective, dice): 1}

    def ponder(self, perspective: Perspective, dice: Dice, seconds: float, stopped: Callable[[], bool]) -> int:
        """Think while others are asked, to know more later; how many lines. Here: nothing."""
        return 0

    def think(self, perspective: Perspective, dice: Dice) -> Thought | None:
        """More than the choice: all candidates, ranked. None from a bot that does not search."""
        return None

    def weigh(self, perspective: Perspective, dice: Dice, most: int, also: Sequence[int] = ()) -> Weighing | None:
        """The ``most`` best actions and those in ``also``, with how sure that is; None from a bot that does not search.
        Of actions that do the same in every way only the first is among the best.

        Here: the thoughts of several searches, each with its part of the budget.
        """
        budget = self.budget
        if budget is None:
            return None
        quick = self.at(budget.scaled(1 / TREES))
        thoughts = [thought for _ in range(TREES) if (thought := quick.think(perspective, dice)) is not None]
        if not thoughts:
            return None
        rows = [{one.action: one for one in thought.candidates if one.visits} for thought in thoughts]
        found = []
        for action in sorted({*perspective.distinct(), *also}):
            mine = [row.get(action) for row in rows]
            samples = tuple(Sample(one.chance, one.chance, one.points) if one else None for one in mine)
            line = next(
                (thought.line for thought in thoughts if thought.line[:1] == ((perspective.player, action),)), ()
            )
            found.append(Weighed(action, sum(one.visits for one in mine if one), samples, line))
        return Weighing(best_of(found, most, also), sum(thought.iterations for thought in thoughts))

    def at(self, budget: Budget) -> Bot:
        """The same bot with another budget; a bot that does not search stays as it is."""
        return self


def name_of(bot: Bot) -> str:
    """Its name, or that of its class."""
    return str(getattr(bot, "name", type(bot).__name__))


def decided(bot: Bot, perspective: Perspective, dice: Dice) -> int:
    """What a bot decides; ``BadAnswer`` names the bot if that is not a legal action."""
    return checked(bot, perspective, bot.decide(perspective, dice))


def checked(bot: Bot, perspective: Perspective, answer: object) -> int:
    """A bot's answer as the number of a legal action; ``BadAnswer`` names the bot with its answer if it is none."""
    choices = perspective.legal()
    action = -1
    if isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
        action = index(answer)
    if action in choices:
        return action
    texts = perspective.game.actions
    raise BadAnswer(
        "bad_answer",
        perspective.game.name,
        bot=name_of(bot),
        found=f"{answer!r} ({texts[action]})" if 0 <= action < len(texts) else repr(answer),
        legal=[f"{a} ({texts[a]})" for a in choices],
    )
