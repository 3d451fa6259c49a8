"""What lies in the folders: games and bots are found, never listed."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

from tutti.kernel import packs
from tutti.kernel.bot import Bot
from tutti.kernel.errors import BadPack, UnknownName, named
from tutti.kernel.game import Game


def found_in(package: str) -> tuple[str, ...]:
    """Names of the modules and packages in a package folder.

    Those with a leading underscore are private; a development build puts ``…__mypyc`` beside what it compiles.
    """
    names = (module.name for module in pkgutil.iter_modules(importlib.import_module(package).__path__))
    return tuple(sorted(name for name in names if not name.startswith("_") and not name.endswith("__mypyc")))


def games() -> tuple[str, ...]:
    """The names of all games."""
    return found_in("tutti.games")


_made: dict[tuple[str, str], Game[Any]] = {}
"""Games built with another pack, by name and pack hash."""


def game(name: str, pack: str | Path | None = None) -> Game[Any]:
    """The int-level ``Game`` of that name, with its standard components or those of a pack.

    A pack is the name of one that Tutti ships, or the path of a TOML file (``BadPack`` if it is wrong).
    """
    if name not in games():
        raise UnknownName("unknown_game", found=name, known=list(games()))
    module = importlib.import_module(f"tutti.games.{name}")
    standard: Game[Any] = module.GAME
    if pack is None or pack == standard.pack:
        return standard
    known = packs.shipped(_folder(name))
    path = known.get(str(pack), Path(pack))
    if not path.is_file():
        raise UnknownName("unknown_pack", found=str(pack), known=list(known))
    read = packs.read(path)
    if read.game != name:
        raise BadPack("pack_of_other_game", "game", found=read.game, expected=name)
    if not hasattr(module, "make"):
        raise BadPack("no_other_packs", "game", game=name)
    if (name, read.hash) not in _made:
        with named(name):
            _made[name, read.hash] = standard if read.hash == standard.pack_hash else module.make(read)
    return _made[name, read.hash]


def _folder(name: str) -> Path:
    return Path(importlib.import_module(f"tutti.games.{name}").__file__ or "").parent


def game_of(name: str, pack: str, pack_hash: str) -> Game[Any] | None:
    """The game with exactly this pack: standard, shipped, or used before in this process. None: not here."""
    found = _made.get((name, pack_hash))
    if found is None:
        known = packs.shipped(_folder(name))  # never another path: a record comes from anywhere
        found = game(name, pack) if pack in known or pack == game(name).pack else None
    return found if found and (found.pack, found.pack_hash) == (pack, pack_hash) else None


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
