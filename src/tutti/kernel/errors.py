"""Errors that carry a code, a ledger rule and values; the sentence comes from the words catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar

from tutti.kernel.pickling import Kept
from tutti.kernel.types import Fields, Refusal


def _bare(error: TuttiError) -> str:
    shown = ", ".join(f"{key}={value!r}" for key, value in error.arguments.items())
    return f"{error.code}({shown})" + (f" [{error.rule}]" if error.rule else "")


sentence: Callable[[TuttiError], str] = _bare
"""Turns an error into words. The kernel knows no language: ``tutti`` puts the catalogue here."""


class TuttiError(Kept):
    """Base of all errors of Tutti. ``code``, ``rule`` and ``arguments`` say what is wrong and what would be right."""

    section: ClassVar[str] = "error"
    """Where its sentence stands in the words: ``<section>.<code>``."""

    def __init__(self, code: str, rule: str = "", game: str = "", arguments: Fields | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.game = game
        self.arguments: Fields = arguments or {}

    def __str__(self) -> str:
        return sentence(self)


class IllegalAction(TuttiError):
    """An action the rules do not allow now. Nothing has changed."""

    section = "refusal"

    def __init__(self, refusal: Refusal, game: str = "", player: int = -1, action: str = "") -> None:
        super().__init__(refusal.code, refusal.rule, game, refusal.args)
        self.player = player
        self.action = action
        self.index = 0
        """Which of several actions it is, where several were given."""


class UndoRefused(IllegalAction):
    """This cannot be taken back freely; the code says why."""


class BadOption(TuttiError):
    """An option that the game does not know, or a value or combination it does not take.

    ``options`` names those that another choice would put right.
    """

    def __init__(self, code: str, rule: str = "", game: str = "", at: tuple[str, ...] = (), **fields: object) -> None:
        super().__init__(code, rule, game, fields)
        self.options = at


class UnknownName(TuttiError):
    """No game or bot of that name; ``known`` lists those there are."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code, arguments=fields)


class BadAnswer(TuttiError):
    """A bot answered what is not a legal action; it is named with its answer."""

    def __init__(self, code: str, game: str = "", **fields: object) -> None:
        super().__init__(code, game=game, arguments=fields)


class BadRecord(TuttiError):
    """A record that cannot be replayed; ``place`` says where."""

    def __init__(self, code: str, place: str, rule: str = "", **fields: object) -> None:
        super().__init__(code, rule, arguments={"place": place, **fields})
        self.place = place


class BadPack(TuttiError):
    """A data pack that cannot be played with; ``place`` says where."""

    def __init__(self, code: str, place: str, rule: str = "", **fields: object) -> None:
        super().__init__(code, rule, arguments={"place": place, **fields})
        self.place = place


class BadPosition(TuttiError):
    """A position that cannot be; ``place`` says where."""

    def __init__(self, code: str, place: str, rule: str = "", **fields: object) -> None:
        super().__init__(code, rule, arguments={"place": place, **fields})
        self.place = place


@contextmanager
def named(game: str) -> Iterator[None]:
    """Errors raised inside belong to this game: their codes may be in its own catalogue."""
    try:
        yield
    except TuttiError as fault:
        fault.game = fault.game or game
        raise
