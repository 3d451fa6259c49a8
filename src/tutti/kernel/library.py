"""What games there are: they are found, never listed.

Games are found in three places, in this order: the folder ``tutti/games``; packages that somebody has installed, by
their entry points of the group ``tutti.games`` (``etude = "tutti_etude"``); and modules that ``TUTTI_GAMES`` names,
with commas between, for those who are just writing one. A name that is taken stays with whoever came first. What is
imported is thereby decided by whoever installed and started Tutti, never by a record or a request.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from pickle import PicklingError, UnpicklingError
from types import ModuleType
from typing import Any

from tutti.kernel import packs
from tutti.kernel.errors import BadPack, UnknownName, named
from tutti.kernel.game import Game
from tutti.kernel.pickling import Kept


def found_in(package: str) -> tuple[str, ...]:
    """Names of the modules and packages in a package folder.

    Those with a leading underscore are private; a development build puts ``…__mypyc`` beside what it compiles.
    """
    names = (module.name for module in pkgutil.iter_modules(importlib.import_module(package).__path__))
    return tuple(sorted(name for name in names if not name.startswith("_") and not name.endswith("__mypyc")))


OURS = "tutti.games"
"""Our folder, and the group of entry points of others."""
WISHED = "TUTTI_GAMES"
_added: dict[str, str] = {}


def add(module: str) -> None:
    """Show one more game to this process: that of a module, by the last part of its name."""
    _added[module.rpartition(".")[2]] = module
    _modules.cache_clear()


@cache
def _modules() -> dict[str, str]:
    """The module of every game, by the name of the game."""
    wished = [name.strip() for name in os.environ.get(WISHED, "").split(",") if name.strip()]
    return {
        **_added,
        **{module.rpartition(".")[2]: module for module in wished},
        **_installed(),
        **{name: f"{OURS}.{name}" for name in found_in(OURS)},
    }


def _installed() -> dict[str, str]:
    """The games of packages that somebody has installed. Mostly there are none, which is found out in a tenth of the
    time that it takes to read what all packages say of themselves."""
    if not any(map(_names_us, sys.path)):
        return {}
    from importlib.metadata import entry_points

    return {point.name: point.module for point in entry_points(group=OURS)}


def _names_us(folder: str) -> bool:
    """Whether a package in a folder of packages may bring a game; of what is no folder, nobody knows."""
    try:
        with os.scandir(folder or ".") as entries:
            found = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
    except NotADirectoryError:
        return True
    except OSError:
        return False
    for path in found:
        with suppress(OSError), open(f"{path}/entry_points.txt", "rb", buffering=0) as file:  # noqa: PTH123 - quick
            if OURS.encode() in file.read():
                return True
    return False


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(sorted(_modules()))


def load(names: Sequence[str] | None = None) -> None:
    """Import these games now, or every one; ``NoGame`` names the first that cannot be had."""
    for name in games() if names is None else names:
        try:
            game(name)
        except Exception as fault:  # whatever a module does while it is imported
            raise NoGame(name, _modules()[name], fault) from fault


class NoGame(Kept):
    """A game that somebody brought cannot be had."""

    def __init__(self, name: str, module: str, fault: Exception) -> None:
        super().__init__(f"{name} ({module}): {fault!r}")
        self.name, self.module, self.fault = name, module, fault


def guests() -> tuple[str, ...]:
    """The names of those that others brought."""
    return tuple(name for name, module in sorted(_modules().items()) if module != f"{OURS}.{name}")


def _module(name: str) -> ModuleType:
    found = importlib.import_module(_modules()[name])
    if found.GAME.name != name:
        raise ImportError(f"{found.__name__} has the game {found.GAME.name!r}, which cannot be found as {name!r}")
    return found


_made: dict[tuple[str, str], Game[Any]] = {}
"""Games built with another pack, by name and pack hash."""
_brought: dict[tuple[str, str], packs.Pack] = {}
"""Their packs that came from a user's own file, which another process may not have."""
_tallies: dict[str, packs.Tally] = {}
"""Of the packs that were read here, by their hash."""


def game(name: str, pack: str | Path | None = None) -> Game[Any]:
    """The int-level ``Game`` of that name, with its usual components or those of a pack.

    A pack is the name of one that Tutti ships, or the path of a TOML file (``BadPack`` if it is wrong).
    """
    if name not in games():
        raise UnknownName("unknown_game", found=name, known=list(games()))
    module = _module(name)
    standard: Game[Any] = module.GAME
    if pack is None or pack == standard.pack:
        return standard
    known = packs.shipped(folder(name))
    path = known.get(str(pack), Path(pack))
    if not path.is_file():
        raise UnknownName("unknown_pack", found=str(pack), known=list(known))
    read = packs.read(path)
    if read.game != name:
        raise BadPack("pack_of_other_game", "game", found=read.game, expected=name)
    if not hasattr(module, "make"):
        raise BadPack("no_other_packs", "game", game=name)
    if str(pack) not in known:
        _brought[name, read.hash] = read
    return _with(read, module)


def _with(pack: packs.Pack, module: ModuleType) -> Game[Any]:
    """The game of a module with a pack; made once."""
    key, standard = (pack.game, pack.hash), module.GAME
    _tallies[pack.hash] = pack.tally
    if key not in _made:
        with named(pack.game):
            _made[key] = standard if pack.hash == standard.pack_hash else module.make(pack)
    return _made[key]


def folder(name: str) -> Path:
    """Where the package of a game lies: its components and, if it is a guest, its words, rules and guide."""
    spec = importlib.util.find_spec(_modules()[name])
    if spec is None or spec.origin is None:
        raise ImportError(f"there is no module {_modules()[name]}", name=_modules()[name])
    return Path(spec.origin).parent


def game_of(name: str, pack: str, pack_hash: str) -> Game[Any] | None:
    """The game with exactly this pack: the usual one, shipped, or used before in this process. None: not here."""
    usual = game(name)
    if (usual.pack, usual.pack_hash) == (pack, pack_hash):
        return usual  # nearly always: no folder need be looked into
    found = _made.get((name, pack_hash))
    if found is None:
        known = packs.shipped(folder(name))  # never another path: a record comes from anywhere
        found = game(name, pack) if pack in known else None
    return found if found and (found.pack, found.pack_hash) == (pack, pack_hash) else None


Reference = tuple[str, str, str, packs.Pack | None]
"""What a pickle holds of a game: name, pack and its hash, and the pack itself where Tutti ships no such pack."""


def reference(name: str, pack: str, pack_hash: str) -> Reference:
    """The arguments of ``unpickled``. Raises ``PicklingError`` if the library does not know the game."""
    if name not in games() or game_of(name, pack, pack_hash) is None:
        raise PicklingError(f"{name} with the pack {pack} is unknown to tutti.kernel.library, so it cannot be pickled")
    return name, pack, pack_hash, _brought.get((name, pack_hash))


def unpickled(name: str, pack: str, pack_hash: str, brought: packs.Pack | None) -> Game[Any]:
    """The game of a pickle; this process now knows a pack that came with it."""
    found = game_of(name, pack, pack_hash) if name in games() else None
    if found is None and name in games() and brought is not None:
        _brought[name, pack_hash] = brought
        found = _with(brought, _module(name))
    if found is None:
        raise UnpicklingError(f"there is no game {name} with the pack {pack} ({pack_hash}) here")
    return found


def tables(name: str, pack: str, pack_hash: str, brought: packs.Pack | None) -> Any:
    """The tables of that game, shared by all its states."""
    game: Any = unpickled(name, pack, pack_hash, brought)
    return game.d


def playing(pack_hash: str) -> Game[Any] | None:
    """The game whose pack has this hash: the usual one, shipped, or used before in this process. None: not here."""
    for name in games():
        for pack in (None, *packs.shipped(folder(name))):
            with suppress(Exception):  # a guest's pack that cannot be made is nobody else's trouble
                if (found := game(name, pack)).pack_hash == pack_hash:
                    return found
    return next((found for (_, known), found in _made.items() if known == pack_hash), None)


def tally(pack_hash: str) -> packs.Tally | None:
    """Where the fields of a pack come from. None: it marks none, or is neither shipped nor used here before."""
    if pack_hash not in _tallies:
        for name in games():
            for path in packs.shipped(folder(name)).values():
                with suppress(BadPack):  # a guest's own file
                    found = packs.read(path)
                    _tallies[found.hash] = found.tally
    known = _tallies.get(pack_hash)
    return known if known and known.fields else None
