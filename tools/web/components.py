"""Writes what belongs to the standard packs, as the server gives it, for tests and gallery of the web client.

``python tools/web/components.py`` writes ``web/fixtures/components/<game>.json``, what is printed, and
``web/fixtures/actions/<game>.json``, what the actions mean; ``--check`` only compares.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import tutti

TARGET = Path(__file__).resolve().parents[2] / "web" / "fixtures"


def files() -> dict[Path, object]:
    """What each file must hold, for every game that offers components."""
    games = [game for game in map(tutti.game, tutti.games()) if game.components]
    printed: dict[Path, object] = {TARGET / "components" / f"{game.name}.json": game.components for game in games}
    return printed | {TARGET / "actions" / f"{game.name}.json": game.verbs.meanings for game in games}


def text(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def stale() -> list[str]:
    """Files that are not what they must be."""
    return [
        path.relative_to(TARGET).as_posix()
        for path, told in files().items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text(told)
    ]


def main() -> int:
    if "--check" in sys.argv:
        print("\n".join(stale()))
        return bool(stale())
    for path, told in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(told), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
