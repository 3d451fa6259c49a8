"""A scene as data: where it begins, what is to be done, what others do, which moves are wrong and why.

``docs/lessons.md`` explains the form. A fault in a scene is a ``BadPosition`` with its place.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from tutti.kernel.errors import BadPosition
from tutti.kernel.reading import Reader
from tutti.kernel.types import Fields

KEYS = ("players", "options", "seat", "seed", "position", "step")
STEP_KEYS = ("say", "moves", "goal", "answer", "within", "others", "chance", "trap")
GOAL_KEYS = ("event", "points", "scored", "over")
SEED = "lesson"


def fits(action: str, patterns: str) -> bool:
    """Whether an action is one of those that ``place 1 | take *`` stands for."""
    return any(fnmatchcase(action, one) for one in patterns.split(" | "))


@dataclass(frozen=True)
class Trap:
    """A move that is answered with a reason instead of being played."""

    move: str
    """Patterns with `` | `` between them, as in ``place * | end``."""
    say: str
    """The code of the reason; empty where the rules themselves refuse the move."""

    def catches(self, action: str) -> bool:
        return bool(self.say) and fits(action, self.move)


@dataclass(frozen=True)
class Goal:
    """What must have come to be since the step began; of several conditions all."""

    event: Fields
    """Something that was told, with at least these values."""
    points: int | None
    scored: int | None
    """What the learner would have if the match were scored now."""
    over: bool


@dataclass(frozen=True)
class Step:
    """One thing to do: given moves one after the other, or a goal that is reached in any way."""

    say: str
    """``lesson.<scene>.<say>`` of the words; with ``_hint`` behind it, the hint."""
    moves: tuple[str, ...]
    """Patterns: the learner plays one move for each."""
    goal: Goal | None
    answer: tuple[str, ...]
    """Moves that lead to the end of the step: what tests play, and what is shown to who gives up."""
    within: int
    """So many moves may be made for the goal."""
    others: tuple[str, ...]
    """What the others do, one action after the other; whoever is asked plays it."""
    chance: tuple[str, ...]
    """What chance brings, in order; then the seed speaks."""
    traps: tuple[Trap, ...]


@dataclass(frozen=True)
class Scene:
    """A lesson of one game."""

    game: str
    name: str
    seat: int
    """Who learns."""
    seed: str
    position: Fields
    """For ``Match.load``."""
    steps: tuple[Step, ...]

    def code(self, say: str) -> str:
        """The code of one of its sentences in the catalogue of its game's lessons."""
        return f"lesson.{self.name}.{say}"

    def codes(self) -> list[str]:
        """Every sentence that it may say."""
        found = ["title", "about", "done"]
        for step in self.steps:
            found += [step.say, f"{step.say}_hint", *([f"{step.say}_missed"] if step.goal else [])]
            found += [trap.say for trap in step.traps if trap.say]
        return [self.code(say) for say in dict.fromkeys(found)]


def read(path: Path, game: str) -> Scene:
    """The scene of a file ``<number>-<name>.toml``."""
    top = Reader(tomllib.loads(path.read_text(encoding="utf-8")), BadPosition)
    top.only(KEYS)
    position = top.at("position")
    if isinstance(position.value, str):  # a position that was saved, beside the scene
        raw: Fields = json.loads((path.parent / position.text()).read_text(encoding="utf-8"))
    else:
        options = top.usual("options", {}).fields()
        raw = {"game": game, "players": top.at("players").number(1), "options": options, **position.fields()}
    steps = tuple(_step(reader) for reader in top.at("step").items())
    if not steps:
        top.at("step").wrong("wrong_length", expected=1, found=0)
    return Scene(
        game=game,
        name=path.stem.partition("-")[2],
        seat=top.usual("seat", 0).number(0),
        seed=top.usual("seed", SEED).text(),
        position=raw,
        steps=steps,
    )


def _step(step: Reader) -> Step:
    step.only(STEP_KEYS)
    goal = step.get("goal")
    moves = _texts(step, "moves")
    if (goal is None) != bool(moves):
        step.wrong("missing_key", key="moves")
    answer = _texts(step, "answer") or moves
    if any(sign in move for move in answer for sign in "*?[|"):
        step.wrong("missing_key", key="answer")
    return Step(
        say=step.at("say").text(),
        moves=moves,
        goal=None if goal is None else _goal(goal),
        answer=answer,
        within=step.usual("within", len(answer)).number(len(answer)),
        others=_texts(step, "others"),
        chance=_texts(step, "chance"),
        traps=tuple(_trap(trap) for trap in step.usual("trap", []).items()),
    )


def _goal(goal: Reader) -> Goal:
    goal.only(GOAL_KEYS)
    points, scored = goal.get("points"), goal.get("scored")
    return Goal(
        event=goal.usual("event", {}).fields(),
        points=None if points is None else points.number(),
        scored=None if scored is None else scored.number(),
        over=goal.usual("over", False).truth(),
    )


def _trap(trap: Reader) -> Trap:
    trap.only(("move", "say"))
    return Trap(trap.at("move").text(), trap.usual("say", "").text())


def _texts(step: Reader, key: str) -> tuple[str, ...]:
    return tuple(item.text() for item in step.usual(key, []).items())
