"""What bots there are: each module of ``tutti.bots`` is one; they are found, never listed."""

from __future__ import annotations

import importlib
from functools import cache

from tutti.ai.bot import Bot
from tutti.kernel.errors import UnknownName
from tutti.kernel.library import found_in


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
