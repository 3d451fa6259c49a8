"""Pictures of the table, one module a game, found by folder: ``picture(game, view, speaker)``
draws a view with the components of its game, nothing else."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

from rich.console import RenderableType

from tutti.kernel.game import Game
from tutti.kernel.library import found_in
from tutti.kernel.types import Fields
from tutti.words import Speaker

Picture = Callable[[Game[Any], Fields, Speaker], RenderableType]
Notes = Callable[[Game[Any], Fields, Speaker], list[str]]


def _module(game: str) -> ModuleType:
    name = game if game in found_in("tutti.cli.screens") else "_plain"
    return importlib.import_module(f"tutti.cli.screens.{name}")


def picture_of(game: str) -> Picture:
    """The game's own picture, or a plain one that shows every value of the view."""
    found: Picture = _module(game).picture
    return found


def notes_of(game: str) -> Notes:
    """Sentences that help adds about what lies on the table; a screen may have ``notes(game, view, speaker)``."""
    found: Notes = getattr(_module(game), "notes", lambda game, view, speaker: [])
    return found
