"""What lies in the folders: games and bots are found, never listed."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from tutti.kernel.bot import Bot
from tutti.kernel.errors import UnknownName
from tutti.kernel.game import Game


def found_in(package: str) -> tuple[str, ...]:
    """Names of the modules and packages in a package folder; those with a leading underscore are private."""
    path = importlib.import_module(package).__path__
    return tuple(sorted(m.name for m in pkgutil.iter_modules(path) if not m.name.startswith("_")))


def games() -> tuple[str, ...]:
    """The names of all games."""
    return found_in("tutti.games")


@cache
def game(name: str) -> Game[Any]:
    """The int-level ``Game`` of that name."""
    if name not in games():
        raise UnknownName("unknown_game", found=name, known=list(games()))
    made: Game[Any] = importlib.import_module(f"tutti.games.{name}").GAME
    return made


def bots() -> tuple[str, ...]:
    """The names of all bots."""
    return found_in("tutti.bots")


@cache
def bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in bots():
        raise UnknownName("unknown_bot", found=name, known=list(bots()))
    made: Bot = importlib.import_module(f"tutti.bots.{name}").BOT
    return made
