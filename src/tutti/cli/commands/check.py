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
    say = term.words.say
    for file in args.files:
        raw = saves.read(Path(file))
        match = saves.open_match(raw)
        state = say("check.over") if match.result else say("check.open", active=list(match.active))
        told = say(
            "check.record" if saves.is_record(raw) else "check.position",
            file=file,
            game=match.game.name,
            players=match.players,
            moves=len(match.log),
            state=state,
        )
        term.line(Text.assemble((say("check.right"), "bold green"), f"  {told}"))
    return 0
