"""``tutti perft``: how many lines of play there are, a number that any change of the rules moves."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from itertools import islice
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from tutti.cli import saves
from tutti.cli.commands.play import the_game
from tutti.cli.options import read_options
from tutti.cli.perft import outcomes, perft
from tutti.cli.terminal import Problem, Terminal
from tutti.kernel.game import Game
from tutti.kernel.match import Match
from tutti.kernel.replay import read_position
from tutti.kernel.schema import prepare

HELP = "count the lines of play over all actions and all outcomes of chance"
MOST_STARTS = 10_000


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game")
    parser.add_argument("--depth", type=int, default=3, metavar="N", help="how many decisions (3)")
    parser.add_argument("--players", type=int, metavar="K", help="how many play")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--pack", metavar="PACK", help="components: a pack's name or TOML file")
    parser.add_argument("--position", metavar="FILE", help="count from this position or record instead of the set-up")


def run(args: Namespace, term: Terminal) -> int:
    if args.depth < 0:
        raise Problem(term.words.say("perft.bad_depth"))
    game, states = _begin(args, term)
    table = Table(box=box.SIMPLE_HEAD)
    for code in ("perft.depth_head", "perft.lines", "perft.seconds", "perft.speed"):
        table.add_column(term.words.say(code), justify="right")
    for depth in range(args.depth + 1):
        clock = time.perf_counter()
        lines = sum(perft(game, state, depth) for state in states)
        spent = time.perf_counter() - clock
        table.add_row(str(depth), f"{lines:,}", f"{spent:.3f}", f"{lines / max(spent, 1e-9):,.0f}")
    term.print(table)
    return 0


def _begin(args: Namespace, term: Terminal) -> tuple[Game[Any], list[Any]]:
    if args.position is not None:
        raw = saves.read(Path(args.position))
        position = Match.replay(raw).dump() if saves.is_record(raw) else raw
        game, options, table = read_position(position)
        found = outcomes(lambda host: game.load(table, options, host))
    else:
        game = the_game(args.game, args.pack, term.words)
        options = prepare(
            game, game.usual if args.players is None else args.players, read_options(game, args.option, term.words)
        )
        found = outcomes(lambda host: game.setup(options, host))
    states = list(islice(found, MOST_STARTS + 1))
    if len(states) > MOST_STARTS:
        raise Problem(term.words.say("perft.too_many", most=f"{MOST_STARTS:,}"))
    return game, states
