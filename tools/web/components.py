"""Writes the components of the standard packs, as the server gives them, for tests and gallery of the web client.

``python tools/web/components.py`` writes ``web/fixtures/components/<game>.json``; ``--check`` only compares.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import tutti

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "web" / "fixtures" / "components"


def text(game: str) -> str:
    """The file as it must be."""
    return json.dumps(tutti.game(game).components, ensure_ascii=False, separators=(",", ":")) + "\n"


def drawn() -> list[str]:
    """Games that offer components."""
    return [game for game in tutti.games() if tutti.game(game).components]


def stale() -> list[str]:
    """Games whose file is not what it must be."""
    return [game for game in drawn() if not _same(TARGET / f"{game}.json", text(game))]


def _same(path: Path, expected: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == expected


def main() -> int:
    if "--check" in sys.argv:
        print("\n".join(stale()))
        return bool(stale())
    TARGET.mkdir(parents=True, exist_ok=True)
    for game in drawn():
        (TARGET / f"{game}.json").write_text(text(game), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
