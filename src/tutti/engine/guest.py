"""A bot that lives in another program. Whatever goes wrong there is counted, and the match goes on."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from tutti.ai.bot import Bot, Budget
from tutti.engine.process import Gone, Late, Process
from tutti.engine.protocol import BadMessage, question
from tutti.kernel.chance import Dice
from tutti.kernel.errors import TuttiError
from tutti.kernel.game import Game
from tutti.kernel.perspective import Perspective
from tutti.kernel.record import head_of
from tutti.kernel.types import Fields, Options, Result

PREFIX: Final = "engine:"
TIMEOUT: Final = 10.0
"""Seconds for one answer, if nobody says otherwise."""
START: Final = 20.0
"""Seconds from the start of the program to its hello: some languages wake slowly."""
PATIENCE: Final = 3
"""An engine that is late or gone is started again; after so many times in one match it is not asked again in it."""

FAULTS: Final = ("late", "gone", "unreadable", "illegal", "given_up")
"""Why chance decided in the engine's place."""


class EngineBot(Bot):
    """One engine at one seat. Unlike other bots it belongs to a match: ``begin`` comes before ``decide``."""

    def __init__(self, command: str, timeout: float = TIMEOUT, budget: Budget | None = None) -> None:
        self.command = command
        self.name = PREFIX + command
        self.timeout = timeout
        self.budget = budget
        self.faults: Counter[str] = Counter()
        """What went wrong in this match, by kind."""
        self.first_fault = ""
        self._process: Process | None = None
        self._match: Fields = {}
        self._options = Options(0, {}, 0)
        self._losses = 0

    def __getstate__(self) -> Fields:
        """Copies and pickles leave the program behind: each starts its own when it is asked."""
        return {**self.__dict__, "_process": None}

    def at(self, budget: Budget) -> EngineBot:
        return EngineBot(self.command, self.timeout, budget)

    def greet(self) -> Fields:
        """Start the program if it does not run, and return its hello. ``BadMessage`` says why it cannot play."""
        process = Process(self.command)
        try:
            answer = process.greet(max(START, self.timeout))
        except Late:
            process.close(kindly=False)
            raise BadMessage("no_hello", command=self.command, seconds=max(START, self.timeout)) from None
        except Gone as gone:
            process.close(kindly=False)
            raise BadMessage("gone_at_once", command=self.command, reason=str(gone)) from None
        except BadMessage as fault:
            process.close(kindly=False)
            raise BadMessage("bad_hello", command=self.command, reason=str(fault)) from None
        if self._process is not None:
            self._process.close()
        self._process = process
        return answer

    def begin(self, game: Game[Any], options: Options, player: int) -> None:
        """A new match; the program is started if it does not run."""
        self.faults = Counter()
        self.first_fault = ""
        self._losses = 0
        self._options = options
        self._match = {"do": "match", **head_of(game, options), "you": player}
        if self._process is not None or self._start():
            self._tell(self._match)

    def over(self, result: Result) -> None:
        """The match has ended."""
        if self._process is not None:
            self._tell({"do": "over", "result": result.json()})

    def decide(self, perspective: Perspective, dice: Dice) -> int:
        """What the engine answers; any legal action, each as likely as the next, if that is none."""
        choices = perspective.legal()
        message = {
            "do": "go",
            **question(perspective, self._options),
            "budget": None
            if self.budget is None
            else {"iterations": self.budget.iterations, "seconds": self.budget.seconds},
            "limit": self.timeout,
            "seed": int(dice.word()),
        }
        stand_in = choices[dice.below(len(choices))]
        answer = self._answer(message)
        if answer is None:
            return stand_in
        said = answer.get("action")
        code = perspective.game.read(said) if isinstance(said, str) else -1
        if code not in choices:
            self._fault("illegal", repr(said)[:80])
            return stand_in
        return code

    def _answer(self, message: Fields) -> Fields | None:
        if self._losses >= PATIENCE:
            self._fault("given_up", "")
            return None
        if self._process is None and self._start():
            self._tell(self._match)
        return self._tell(message)

    def _start(self) -> bool:
        try:
            self.greet()
        except TuttiError as fault:
            self._lost("gone", str(fault))
            return False
        return True

    def _tell(self, message: Fields) -> Fields | None:
        if self._process is None:
            return None
        try:
            return self._process.ask(message, self.timeout)
        except Late:
            self._lost("late", "")
        except Gone as gone:
            self._lost("gone", str(gone))
        except BadMessage as fault:
            self._fault("unreadable", str(fault))
        return None

    def _lost(self, kind: str, note: str) -> None:
        """It is no longer in step, or no longer there: it will be started again."""
        self._fault(kind, note)
        self._losses += 1
        if self._process is not None:
            self._process.close(kindly=False)
            self._process = None

    def _fault(self, kind: str, note: str) -> None:
        self.faults[kind] += 1
        self.first_fault = self.first_fault or f"{kind}: {note}".rstrip(": ")

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.close()
            self._process = None
