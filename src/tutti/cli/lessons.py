"""A lesson at the keyboard: a session whose moves a lesson takes or answers."""

from __future__ import annotations

from rich.panel import Panel
from rich.text import Text

from tutti import learn
from tutti.cli import orders
from tutti.cli.seats import YOU, PlannedSeat, usual_bot
from tutti.cli.session import Session
from tutti.cli.terminal import Terminal, said
from tutti.kernel.errors import IllegalAction
from tutti.learn import Amiss, Lesson, Scene
from tutti.words import Speaker


class LessonSession(Session):
    """One scene at one keyboard. Nothing is kept: it can be begun again at any time."""

    def __init__(self, scene: Scene, term: Terminal) -> None:
        self.lesson = Lesson(scene)
        self.tells = Speaker(f"{learn.WORDS}{scene.game}", lang=term.words.lang)
        seats = [PlannedSeat(name, usual_bot(), name) if name else _you(term) for name in self.lesson.names]
        super().__init__(self.lesson.match, seats, term)

    def learn(self) -> None:
        """Play to the end of the lesson, or until the person leaves."""
        scene = self.lesson.scene
        title, steps = self.tells.say(scene.code("title")), len(scene.steps)
        self.term.print(Panel(Text(title, "bold yellow"), border_style="cyan", expand=False))
        while not self.lesson.done:
            if self.lesson.missed:
                self._tell(self.lesson.said, "red")
                self._back()
            self.person_plays(scene.seat)
        self.term.say("learn.step", "dim", step=steps, steps=steps)
        self._tell(scene.code("done"), "bold green")

    def show_question(self, player: int) -> None:
        super().show_question(player)
        self.term.say("learn.foot", "dim")
        self.term.say("learn.step", "dim", step=self.lesson.at, steps=len(self.lesson.scene.steps))
        self._tell(self.lesson.said, "bold cyan")

    def _answer(self, player: int, typed: str) -> bool:
        word = typed.partition(" ")[0].lower()
        if self.term.says("learn.order", word):
            self._tell(self.lesson.hint, "cyan")
            return False
        if orders.find(word, self.term.words) is orders.undo:
            self._back()
            return True
        return super()._answer(player, typed)

    def _plays(self, player: int, action: str) -> bool:
        try:
            self.lesson.play(action)
        except Amiss as amiss:
            self.term.print(Text(self.tells.error(amiss), "red"))
            return False
        except IllegalAction as fault:
            self.term.print(said(self.fine.error(fault), "red"))
            return False
        self.tell()
        return True

    def _back(self) -> None:
        """One move back; at the beginning there is none."""
        self.lesson = Lesson.after(self.lesson.scene, self.lesson.moves[:-1])
        self.match = self.lesson.match
        self.forget_told()

    def _tell(self, code: str, style: str) -> None:
        self.term.print(Text(self.tells.say(code), style))


def _you(term: Terminal) -> PlannedSeat:
    return PlannedSeat(term.words.say("name.you"), None, YOU)
