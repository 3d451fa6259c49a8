"""``tutti verify``: did chance follow from the seed that was promised?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.text import Text

from tutti.cli import saves
from tutti.cli.terminal import Problem, Terminal
from tutti.server.commitment import Unfair, commit, verify
from tutti.words import Speaker

HELP = "check that every card of a record follows from its seed"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="RECORD", help="the whole record of a match")
    parser.add_argument("--hash", metavar="HASH", help="the hash of the seed that the table was shown at the start")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker("server", lang=term.words.lang)
    try:
        match = verify(saves.read(Path(args.file)), args.hash)
    except Unfair as fault:
        raise Problem(words.say(f"verify.{fault.code}", **fault.values)) from None
    code = "verify.fair" if args.hash else "verify.fair_without_hash"
    draws = len(match.start.outcomes) + sum(len(entry.outcomes) for entry in match.log)
    term.line(Text(words.say(code, moves=len(match.log), draws=draws), "bold green"))
    term.line(Text(words.say("verify.hash", hash=commit(match.seed)), "dim"))
    return 0
