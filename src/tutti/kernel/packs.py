"""Data packs: the components of a game as TOML, with provenance, checked and fingerprinted.

A game that can be played with other components has ``make(pack)`` in its package beside ``GAME``.
Packs are added, never edited, once matches use them: a record names its pack and the pack's hash.
A pack that changes little names the pack beside it on which it builds (``base = "standard"``): whole tables of its own
stand for those of the base, and its hash covers both files.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from tutti.kernel.errors import BadPack
from tutti.kernel.reading import Reader
from tutti.kernel.types import Fields, Json

MARKS = {"P": "printed", "I": "inferred", "C": "composed by us"}
"""Provenance of a value."""
NOTES = ("mark", "marks", "src", "kind")
"""What a pack says of where its values come from."""


class Tally(NamedTuple):
    """How many marked fields of a pack are printed, inferred, and composed by us."""

    printed: int
    inferred: int
    composed: int

    @property
    def fields(self) -> int:
        return sum(self)

    @property
    def percent(self) -> int:
        """Of all marked fields, those composed by us."""
        return round(100 * self.composed / self.fields) if self.fields else 0


@dataclass(frozen=True)
class Pack:
    """One pack as read; ``top`` reads it strictly and knows every place in it."""

    game: str
    name: str
    hash: str
    raw: Fields

    @property
    def top(self) -> Reader:
        return Reader(self.raw, BadPack)

    def tables(self, components: Any) -> Fields:
        """The tables that a game's type of components names: what a picture of the table needs."""
        return {name: _plain(self.raw[name]) for name in get_type_hints(components)}

    @property
    def tally(self) -> Tally:
        """Counts every ``mark``, and every letter of ``marks``."""
        found = _marks(self.raw)
        return Tally(*(found.count(mark) for mark in MARKS))


def _marks(value: Json) -> str:
    if isinstance(value, dict):
        return "".join(str(one) if key in ("mark", "marks") else _marks(one) for key, one in value.items())
    return "".join(map(_marks, value)) if isinstance(value, list) else ""


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if key not in NOTES}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def read(path: Path) -> Pack:
    """The pack in a TOML file. It must name its game and itself; the rest is the game's to check."""
    content, raw = _loaded(path)
    top = Reader(raw, BadPack)
    game, name = top.at("game").text(), top.at("name").text()
    if top.get("base"):
        below, whole = _loaded(_base(path, top))
        if "base" in whole:
            top.at("base").wrong("base_of_base", found=raw["base"])
        if whole.get("game") != game:
            top.at("base").wrong("pack_of_other_game", found=str(whole.get("game")), expected=game)
        content, raw = below + content, {**whole, **{key: value for key, value in raw.items() if key != "base"}}
    return Pack(game, name, "sha256:" + hashlib.sha256(content).hexdigest(), raw)


def _loaded(path: Path) -> tuple[bytes, Fields]:
    try:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        return content, tomllib.loads(content.decode())
    except OSError as fault:
        raise BadPack("unreadable_file", str(path), reason=fault.strerror or "") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadPack("not_toml", str(path), reason=str(fault)) from None


def _base(path: Path, top: Reader) -> Path:
    """A pack in the same folder, by name: never another path."""
    return path.with_name(top.at("base").one_of(sorted(other.stem for other in path.parent.glob("*.toml"))) + ".toml")


def shipped(folder: Path) -> dict[str, Path]:
    """The packs in a game's ``components`` folder, by name of the file."""
    return {path.stem: path for path in sorted((folder / "components").glob("*.toml"))}


def provenance(reader: Reader) -> str:
    """The mark of a row or table; an inference or composition must say from what, or why."""
    mark = reader.at("mark").one_of(MARKS)
    if mark != "P":
        reader.at("src").text()
    return mark
