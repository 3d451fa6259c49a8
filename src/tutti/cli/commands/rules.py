"""``tutti rules``: the ledger and the options of a game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from tutti import ledger
from tutti.cli.commands.play import the_game
from tutti.cli.options import explained
from tutti.cli.quoting import quoted
from tutti.cli.terminal import Problem, Terminal
from tutti.kernel import library
from tutti.kernel.game import Game
from tutti.words import Speaker
from tutti.words.template import key_of

HELP = "read the rules of a game"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game; without it, the games there are")
    parser.add_argument("id", nargs="?", metavar="ID", help="one rule, for example SO-014")
    parser.add_argument("--options", action="store_true", help="what a table may choose before a match")
    parser.add_argument("--search", metavar="TEXT", help="only rules with these words")


def run(args: Namespace, term: Terminal) -> int:
    if args.game is None:
        for name in library.games():
            game, speaker = library.game(name), Speaker(name, lang=term.words.lang)
            term.print(Text.assemble((name, "bold"), f"  {game.low}–{game.high}  {speaker.say('about')}"))
        return 0
    if args.id is None and ledger.known(args.game):
        term.print(quoted([ledger.rule(args.game)], sections=True))
        return 0
    game = the_game(args.game, words=term.words)
    if args.options:
        show_options(game, term)
    elif args.id is not None:
        term.print(quoted([ledger.rule(args.id)], sections=True))
    else:
        found = ledger.search(game.name, args.search or "")
        if not found:
            raise Problem(term.words.say("play.no_rules", text=args.search or game.name))
        term.print(quoted(found, sections=True))
    return 0


def show_options(game: Game[Any], term: Terminal) -> None:
    """Every option: what it does, what it takes, what it is without a choice."""
    speaker = Speaker(game.name, lang=term.words.lang)
    for option in game.options:
        label = speaker.say(f"option.{option.name}.label")
        term.print(Text.assemble((option.name, "bold cyan"), "  ", (label, "bold"), (f"  [{option.rule}]", "dim")))
        usual = Text(f"= {key_of(option.default)} ({speaker.option(option, option.default)})", "dim")
        term.print(Padding(Group(explained(option, speaker), usual), (0, 0, 0, 4)))
