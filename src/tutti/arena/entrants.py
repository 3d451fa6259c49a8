"""Who can be named as an entrant: a bot of Tutti, a Python file with a bot, an engine in another program."""

from __future__ import annotations

import copyreg
import importlib.util
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tutti.ai import roster
from tutti.ai.bot import Bot, Budget
from tutti.engine.guest import PREFIX, TIMEOUT, EngineBot
from tutti.kernel.errors import TuttiError

CATALOGUE: Final = "arena"
_WITH_EFFORT: Final = re.compile(r"(?P<name>.+)@(?P<number>[0-9.]+)(?P<unit>s|x|)")
_FILE: Final = ".py"


class BadEntrant(TuttiError):
    """An entrant that cannot play; the code says why."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code, game=CATALOGUE, arguments=fields)


@dataclass(frozen=True)
class Effort:
    """How long searching bots may think: a share of what each allows itself, or a budget for all of them."""

    share: float | None = None
    iterations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for number in (self.share, self.iterations, self.seconds):
            if number is not None and not 0 < number < math.inf:
                raise BadEntrant("bad_effort", found=number)
        if self.share is not None and self.budget is not None:
            raise BadEntrant("two_efforts")

    @property
    def budget(self) -> Budget | None:
        """The budget for all, if there is one."""
        return None if self.iterations is None and self.seconds is None else Budget(self.iterations, self.seconds)

    def of(self, bot: Bot) -> Bot:
        """The bot with this effort; one that does not search, and has no budget, stays as it is."""
        if self.budget is not None and (bot.budget is not None or isinstance(bot, EngineBot)):
            return bot.at(self.budget)
        if self.share is not None and bot.budget is not None:
            return bot.at(bot.budget.scaled(self.share))
        return bot


AS_IT_IS: Final = Effort()


def bot_of(text: str, effort: Effort = AS_IT_IS, timeout: float = TIMEOUT) -> Bot:
    """The bot that an entrant's text means: ``greedy``, ``maestro@400``, ``mine.py@0.5s``, ``engine:COMMAND``."""
    if text.startswith(PREFIX):
        return effort.of(EngineBot(text.removeprefix(PREFIX).strip(), timeout))
    return thinker_of(text, effort)


def thinker_of(text: str, effort: Effort = AS_IT_IS) -> Bot:
    """The same without engines: a bot that can be asked for its thoughts."""
    if text.startswith(PREFIX):
        raise BadEntrant("no_engine_here", found=text)
    name, own = _effort_in(text)
    return _with(name, _from_file(Path(name)) if name.endswith(_FILE) else roster.bot(name), own, effort)


def shipped(text: str) -> Bot:
    """The same without files: safe to ask for in the name of somebody else."""
    name, own = _effort_in(text)
    return _with(name, roster.bot(name), own, AS_IT_IS)


def _with(name: str, bot: Bot, own: Effort | None, effort: Effort) -> Bot:
    if own is None:
        return effort.of(bot)
    if bot.budget is None:
        raise BadEntrant("does_not_search", name=name)
    return own.of(bot)


def _effort_in(text: str) -> tuple[str, Effort | None]:
    found = _WITH_EFFORT.fullmatch(text)
    if found is None:
        return text, None
    name, number, unit = found["name"], found["number"], found["unit"]
    try:
        if unit == "s":
            return name, Effort(seconds=float(number))
        if unit == "x":
            return name, Effort(share=float(number))
        return name, Effort(iterations=int(number))
    except ValueError:
        raise BadEntrant("bad_effort", found=number + unit) from None


def _from_file(path: Path) -> Bot:
    """The object ``BOT`` of a Python file."""
    if not path.is_file():
        raise BadEntrant("no_such_file", path=str(path))
    spec = importlib.util.spec_from_file_location(f"_entrant_{path.stem}", path)
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as fault:  # whatever the file does when it is read
        raise BadEntrant("file_fails", path=str(path), reason=f"{type(fault).__name__}: {fault}") from fault
    bot = getattr(module, "BOT", None)
    if not isinstance(bot, Bot):
        raise BadEntrant("no_bot_in_file", path=str(path))
    if type(bot).__module__ == module.__name__:
        _read[path.resolve()] = type(bot)
        copyreg.pickle(type(bot), _file_and_rest)
    return bot


_read: dict[Path, type[Bot]] = {}
"""By file the class of its bot as last loaded: pickle cannot import it by name."""


def _file_and_rest(bot: Bot) -> tuple[Any, ...]:
    path = next(path for path, kind in _read.items() if kind.__module__ == type(bot).__module__)
    return _again, (path,), bot.__getstate__()


def _again(path: Path) -> Bot:
    """A copied or unpickled bot without its attributes; a process runs the file once for all of them."""
    kind = _read.get(path) or type(_from_file(path))
    return kind.__new__(kind)


def budget_of(text: str, effort: Effort) -> Budget | None:
    """How long the entrant may think about one decision; None for one that does not search."""
    return bot_of(text, effort).budget
