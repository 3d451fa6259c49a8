"""Data packs: the components of a game as TOML, with provenance, checked and fingerprinted.

A game that can be played with other components has ``make(pack)`` in its package beside ``GAME``.
Packs are added, never edited, once matches use them: a record names its pack and the pack's hash.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

from tutti.kernel.errors import BadPack
from tutti.kernel.facts import Fields, Json
from tutti.kernel.reading import Reader

MARKS = {"P": "printed", "I": "inferred", "C": "composed by us"}
"""Provenance of a value."""
NOTES = ("mark", "marks", "src", "kind")
"""What a pack says of where its values come from."""


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


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if key not in NOTES}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def read(path: Path) -> Pack:
    """The pack in a TOML file. It must name its game and itself; the rest is the game's to check."""
    try:
        raw_bytes = path.read_bytes().replace(b"\r\n", b"\n")
        raw = tomllib.loads(raw_bytes.decode())
    except OSError as fault:
        raise BadPack("unreadable_file", str(path), reason=fault.strerror or "") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadPack("not_toml", str(path), reason=str(fault)) from None
    top = Reader(raw, BadPack)
    digest = "sha256:" + hashlib.sha256(raw_bytes).hexdigest()
    return Pack(top.at("game").text(), top.at("name").text(), digest, raw)


def shipped(folder: Path) -> dict[str, Path]:
    """The packs in a game's ``components`` folder, by name of the file."""
    return {path.stem: path for path in sorted((folder / "components").glob("*.toml"))}


def provenance(reader: Reader) -> str:
    """The mark of a row or table; an inference or composition must say from what, or why."""
    mark = reader.at("mark").one_of(MARKS)
    if mark != "P":
        reader.at("src").text()
    return mark
