"""``tutti data``: data packs, the components of a game as TOML."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.text import Text

from tutti.cli.terminal import Terminal
from tutti.kernel import library, packs

HELP = "check a data pack"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", choices=["check"], help="check: can this pack be played with?")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a TOML file")


def run(args: Namespace, term: Terminal) -> int:
    for file in args.files:
        pack = packs.read(Path(file))
        standard = library.game(pack.game)
        game = standard if pack.hash == standard.pack_hash else library.game(pack.game, Path(file))
        term.line(Text.assemble(("right", "bold green"), f"  pack {pack.name} of {game.name}, {pack.hash}"))
    return 0
