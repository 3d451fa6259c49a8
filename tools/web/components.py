"""Writes the components that the web client draws: the box as data, without marks and sources.

``python tools/web/components.py`` writes ``web/src/generated/components/<game>.json``; ``--check`` only compares.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "web" / "src" / "generated" / "components"
KEPT = {
    "symphonimo": ("deck", "conductors", "scoring", "false_note"),
    "symphony": ("board", "movement", "instrument", "token", "prize", "tracks", "master", "conductor"),
    "orchestra": (
        "freelancers", "academy", "board", "orchestra", "column", "conductor",
        "audience", "pieces", "theater", "posters", "scenario", "social",
    ),
}  # fmt: skip
DROPPED = ("mark", "marks", "src", "kind")


def components(game: str) -> dict[str, Any]:
    """The tables of one game that a picture needs."""
    path = ROOT / "src" / "tutti" / "games" / game / "components" / "standard.toml"
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: _clean(raw[name]) for name in KEPT[game]}


def _clean(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _clean(one) for key, one in value.items() if key not in DROPPED}
    if isinstance(value, list):
        return [_clean(one) for one in value]
    return value


def text(game: str) -> str:
    """The file as it must be."""
    return json.dumps(components(game), ensure_ascii=False, separators=(",", ":")) + "\n"


def stale() -> list[str]:
    """Games whose file is not what it must be."""
    return [game for game in KEPT if not _same(TARGET / f"{game}.json", text(game))]


def _same(path: Path, expected: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == expected


def main() -> int:
    if "--check" in sys.argv:
        print("\n".join(stale()))
        return bool(stale())
    TARGET.mkdir(parents=True, exist_ok=True)
    for game in KEPT:
        (TARGET / f"{game}.json").write_text(text(game), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
