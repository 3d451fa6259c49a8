"""Lesson: a scene that is being played. It is a function of the scene and the learner's moves, and of nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from tutti.kernel.errors import TuttiError
from tutti.kernel.match import Match
from tutti.kernel.types import HIDDEN, Fields
from tutti.learn.scene import Goal, Scene, Step, fits

WORDS = "lessons_"
"""Before the name of a game: its catalogue of sentences for lessons."""
NAMES = ("Clara", "Felix", "Fanny", "Hector", "Nadia", "Béla")
"""Who sits at the table, by seat, as on the page; the learner has a name already."""
MOST_DRAWS = 256
"""No move of any game asks chance so often."""


class Amiss(TuttiError):
    """A move that this lesson does not take: ``lesson.<code>`` of its words says why. Nothing has changed."""

    section = "lesson"

    def __init__(self, scene: Scene, code: str) -> None:
        super().__init__(code, game=f"{WORDS}{scene.game}")


class Lesson:
    """One learner in one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.moves: list[str] = []
        """What the learner has played."""
        self.match = Match.load(scene.position, scene.seed)
        self.at = 0
        """The step; as many as there are when all is done."""
        self.missed = False
        """The goal of the step was not reached: only going back helps."""
        self._begin()

    @classmethod
    def after(cls, scene: Scene, moves: Sequence[str]) -> Lesson:
        """The lesson after these moves. Raises ``Amiss`` or ``IllegalAction`` for the first that it does not take."""
        lesson = cls(scene)
        for move in moves:
            lesson.play(move)
        return lesson

    @property
    def done(self) -> bool:
        return self.at == len(self.scene.steps)

    @property
    def step(self) -> Step:
        """The step that is open, or the last one."""
        return self.scene.steps[min(self.at, len(self.scene.steps) - 1)]

    @property
    def said(self) -> str:
        """The code of what is to be told now."""
        return self.scene.code("done" if self.done else f"{self.step.say}_missed" if self.missed else self.step.say)

    @property
    def hint(self) -> str:
        """The code of what helps; empty when nothing is left to do."""
        return "" if self.done or self.missed else self.scene.code(f"{self.step.say}_hint")

    @property
    def names(self) -> list[str]:
        """Who plays; the learner's is empty."""
        return [NAMES[seat] if seat != self.scene.seat else "" for seat in range(self.match.players)]

    def play(self, action: str) -> None:
        """The learner plays; then the others do, until the learner is asked again. Or ``Amiss``, ``IllegalAction``."""
        scene, seat = self.scene, self.scene.seat
        if self.done or self.missed:
            raise Amiss(scene, "over" if self.done else "go_back")
        code = self.match.read(seat, action)
        text, step = self.match.game.actions[code], self.step
        for trap in step.traps:
            if trap.catches(text):
                raise Amiss(scene, f"{scene.name}.{trap.say}")
        if step.moves and not fits(text, step.moves[self._made]):
            raise Amiss(scene, "another_move")
        self._carry_out(seat, code)
        self.moves.append(text)
        self._made += 1
        last = self.at + 1 == len(scene.steps) and self._enough(step, self._made)
        self._let_others_play(may_end=last)
        if self._reached(step):
            self.at += 1
            self._begin()
        elif step.goal and (self._made >= step.within or seat not in self.match.active):
            self.missed = True

    def _begin(self) -> None:
        """A step begins: what it holds ready, and who plays before the learner."""
        self._made = 0
        self._heard = len(self.match.events(self.scene.seat))
        self._others = [] if self.done else list(self.step.others)
        self._chance = [] if self.done else list(self.step.chance)
        if not self.done:
            self._let_others_play()

    def _let_others_play(self, may_end: bool = False) -> None:
        seat = self.scene.seat
        while (active := self.match.active) and seat not in active:
            if not self._others:
                if may_end or self.step.goal:
                    return
                raise ValueError(f"{self.scene.name}, step {self.step.say}: {active} have nothing to play")
            self._carry_out(active[0], self.match.read(active[0], self._others.pop(0)))

    def _carry_out(self, player: int, code: int) -> None:
        script = [*self._chance, *[HIDDEN] * MOST_DRAWS]
        self.match.carry_out(player, code, self.match.scribe(script))
        del self._chance[: len(self.match.log[-1].outcomes)]

    @staticmethod
    def _enough(step: Step, made: int) -> bool:
        return made >= (len(step.moves) or 1)

    def _reached(self, step: Step) -> bool:
        if step.goal is None:
            return self._enough(step, self._made)
        return self._holds(step.goal)

    def _holds(self, goal: Goal) -> bool:
        seat, match = self.scene.seat, self.match
        standing = match.standing(seat)
        told = match.events(seat)[self._heard :]
        return (
            (not goal.event or any(_fits(event, goal.event) for event in told))
            and (goal.points is None or standing.points[seat] >= goal.points)
            and (goal.scored is None or standing.scored[seat] >= goal.scored)
            and (not goal.over or not match.active)
        )


def _fits(event: Fields, wanted: Fields) -> bool:
    return all(event.get(key) == value for key, value in wanted.items())
