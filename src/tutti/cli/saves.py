"""Matches in files: records with who sat where, written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_data_path

from tutti.cli.seats import PlannedSeat
from tutti.cli.terminal import Problem
from tutti.kernel import record as records
from tutti.kernel.errors import BadRecord
from tutti.kernel.match import Match
from tutti.kernel.reading import kind_of
from tutti.kernel.types import Fields
from tutti.words import Speaker

LAST = "last"
"""In place of a file: the match kept last."""


def home() -> Path:
    """The folder for matches that were left; ``TUTTI_HOME`` moves it."""
    if "TUTTI_HOME" in os.environ:
        return Path(os.environ["TUTTI_HOME"])
    found = user_data_path("tutti", appauthor=False)
    earlier = Path.home() / ".local" / "share" / "tutti"  # where 0.1 kept them on every system but Windows
    return earlier if earlier.is_dir() and not found.exists() else found


def new_path(game: str) -> Path:
    """A file of its own for a match that is left."""
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    path, number = home() / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = home() / f"{stem}-{number}.json"
    return path


def last_resort(game: str) -> Path:
    """Where a match is kept when its own folder cannot be written."""
    return Path(tempfile.gettempdir()) / f"tutti-{game}-{os.getpid()}.json"


def last_left() -> Path | None:
    """The match that was left last and is not over."""
    found = sorted(home().glob("*.json"), key=lambda path: path.stat().st_mtime) if home().is_dir() else []
    for path in reversed(found):
        try:
            raw = read(path)
        except (OSError, BadRecord):
            continue
        if is_record(raw) and raw.get("result") is None:
            return path
    return None


def write(match: Match, seats: Sequence[PlannedSeat], path: Path) -> None:
    """The whole record of a match and its seats. The file is replaced at once: half a match is never left."""
    record = {**match.record(), "seats": [seat.text for seat in seats]}
    if not path.name or path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        half.write_text(records.text(record), encoding="utf-8")
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def find(text: str, words: Speaker) -> Path:
    """The file a person named; ``last`` is the match kept last."""
    if text == LAST and not Path(text).exists():
        path = last_left()
        if path is None:
            raise Problem(words.say("play.none_left"))
        return path
    return Path(text)


def read(path: Path) -> Fields:
    """A file as plain data."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadRecord("not_json", "top", reason="the file is not text in UTF-8") from None
    except json.JSONDecodeError as fault:
        raise BadRecord("not_json", f"line {fault.lineno}", reason=fault.msg) from None
    if not isinstance(raw, dict):
        raise BadRecord("expected_kind", "top", expected="object", found=kind_of(raw))
    return raw


def is_record(raw: Fields) -> bool:
    """Whether this is a record; a position has no log."""
    return "log" in raw or "tutti" in raw


def open_match(raw: Fields, seed: str | None = None) -> Match:
    """The match of a record, or one that begins at a position."""
    return Match.replay(raw) if is_record(raw) else Match.load(raw, seed)
