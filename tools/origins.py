"""Where rules and components come from: the sentence in README and documentation, with its figures.

python -m tools.origins [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import tutti
from tutti import ledger
from tutti.words.origins import origin, origins, renewed

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = ("symphonimo", "symphony", "orchestra")
PAGES: Final = {
    ROOT / "README.md": GAMES,
    ROOT / "docs" / "research.md": GAMES,
    ROOT / "docs" / "balance.md": GAMES,
    **{ROOT / "docs" / f"{game}.md": (game,) for game in GAMES},
}
"""Each page, and the games that it is about."""


def said(games: tuple[str, ...]) -> str:
    if len(games) > 1:
        return origins(tutti.game(game) for game in games)
    rules = [rule for rule in ledger.rules(games[0]) if "-EX-" not in rule.id]
    ruled = sum(rule.ruled for rule in rules)
    return f"{origin(tutti.game(games[0]))} {ruled} of the {len(rules)} rules in the ledger contain a ruling of ours."


def page(path: Path) -> str:
    """The page as it must be."""
    return renewed(path.read_text(encoding="utf-8"), said(PAGES[path]))


def stale() -> list[Path]:
    return [path for path in PAGES if path.read_text(encoding="utf-8") != page(path)]


def main(arguments: list[str]) -> int:
    found = stale()
    if "--check" in arguments:
        print(*found, sep="\n")
        return bool(found)
    for path in found:
        path.write_text(page(path), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
