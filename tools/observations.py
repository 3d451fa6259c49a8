"""The page of observations, made from what the games declare.

python -m tools.observations [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import tutti
from tutti.observe.declared import Field
from tutti.observe.observation import Observation

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"
GAMES = ("symphonimo", "symphony", "orchestra")
HEAD = """# Observations

<!-- Made by `make generated` from `src/tutti/games/<game>/observations/spec.py`. Do not edit. -->

What a seat may see, as one row of small ints (`int16`) of fixed length. It holds the seat's view and its question, and
nothing else; each field has its place, and every cell its largest value. It is *complete*: an observation decodes to
the view, and what is left out follows from the observations so far (KN-46). It is *honest*: made of the view, it is the
same in every world that fits what the seat has seen (KN-47). Random matches of every game, number of players and
variant are held to both.

- **Players are counted from the seat that looks**: it is seat 0, its left neighbour seat 1. Fields "for each seat" are
  in that order, and so are the numbers of cells that name a seat: where `from 1: a seat` is said, 1 is oneself and 2
  the left neighbour.
- **Absolute rows** (`env.state()`, for a trainer's critic) have the table first, players by their own numbers, then the
  private block of each seat. An observation is the table turned to the seat, and its own private block.
- Absent things are zeros. The mask of legal actions is beside the observation, not in it.
- The **options** of a table are not in it: whoever trains with several tells them apart.
- Names stand in the order of their numbers; `env.sight.rules` has all of them, `places()` where each field begins at a
  number of players, `env.sight.decode(row)` an observation as names and values, to read while you debug.
- The **version** of an observation rises with every change of its fields; a test keeps it from changing unnoticed.
  Actions have fixed numbers (`game.actions`, KN-48), which belong to the rules version and the pack; their texts are
  stable beyond.
"""


def page() -> str:
    return "\n".join([HEAD, *(line for game in GAMES for line in section(tutti.game(game)))])


def section(game: tutti.Game[Any]) -> list[str]:
    seen = {players: Observation(game, players) for players in range(game.low, game.high + 1)}
    least, most = seen[game.low], seen[game.high]
    sizes = ", ".join(f"{one.size} at {players}" for players, one in seen.items())
    lines = [
        f"## {game.name.capitalize()}",
        "",
        f"Version {least.version}. Cells by number of players: {sizes}.",
        f"{len(game.actions)} actions, pack `{game.pack}`.",
        "",
        f"| field | cells at {game.low} | at {game.high} | what | values |",
        "|---|---|---|---|---|",
    ]
    for small, large in zip(least.fields, most.fields, strict=True):
        lines.append(row(small, large))
    if least.follows:
        lines += ["", "Left out, because it follows:", ""]
        lines += [f"- `{path}`: {why}" for path, why in least.follows.items()]
    return [*lines, ""]


def row(small: Field, large: Field) -> str:
    where = " *private*" if small.private else ""
    cells = f"{len(small.kind.cells)} | {len(large.kind.cells)}"
    return f"| `{small.path}`{where} | {cells} | {small.said} | {small.kind.told().replace('|', '/')} |"


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        return int(PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
