"""``tutti check``: is this record or position right, and if not, where is it wrong?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.text import Text

from tutti.cli import saves
from tutti.cli.terminal import Terminal

HELP = "check a record or a position"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record or a position")


def run(args: Namespace, term: Terminal) -> int:
    for file in args.files:
        raw = saves.read(Path(file))
        match = saves.open_match(raw)
        kind = "record" if saves.is_record(raw) else "position"
        state = "over" if match.result else f"to decide: {', '.join(map(str, match.active))}"
        told = f"{match.game.name}, {match.players} players, {len(match.log)} moves, {state}"
        term.line(Text.assemble(("right", "bold green"), f"  {kind} {file}: {told}"))
    return 0
