"""``tutti simulate``: many matches between bots, and what can be learned from them."""

from __future__ import annotations

import os
import secrets
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from tutti.ai import roster
from tutti.arena.runner import Failed
from tutti.cli.commands.play import the_game
from tutti.cli.options import read_options
from tutti.cli.simulation import Played, Simulation, Tally, play_all, tallies
from tutti.cli.terminal import Problem, Terminal
from tutti.kernel.schema import prepare

HELP = "play many matches between bots"
USUAL = ("greedy", "random")
"""Who plays if nobody is named: quick bots, so that many matches take little time."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many matches (100)")
    parser.add_argument("--players", type=int, metavar="K", help="how many play")
    parser.add_argument(
        "--bots", default="", metavar="A,B,…", help="which bots; repeated in turn until all seats are filled"
    )
    parser.add_argument("--seed", help="the same seed plays the same matches")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--pack", metavar="PACK", help="components: a pack's name or TOML file")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes (1); 0 uses every core")


def run(args: Namespace, term: Terminal) -> int:
    plan = _plan(args, term)
    played: list[Played] = []
    clock = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=term.errors, transient=True, disable=not term.errors.is_terminal) as progress:
        task = progress.add_task(plan.game, total=args.games)
        try:
            for some in play_all(plan, args.games, args.jobs or os.cpu_count() or 1):
                played += some
                progress.advance(task, len(some))
        except Failed as failed:
            first, last = failed.task
            told = term.words.say("simulate.broken", first=first, last=last - 1, reason=failed.reason)
            raise Problem(told) from None
    spent = time.perf_counter() - clock
    by_bot, by_seat = tallies(played, plan.bots)
    moves = sum(match.moves for match in played) / len(played)
    say = term.words.say
    term.print(_table(say("simulate.bot"), by_bot.items(), plan.players, term))
    term.print("")
    seats = ((str(seat), tally) for seat, tally in enumerate(by_seat))
    term.print(_table(say("simulate.seat"), seats, plan.players, term))
    term.print("")
    told = say(
        "simulate.speed",
        matches=f"{len(played):,}",
        seconds=f"{spent:.1f}",
        speed=f"{len(played) / spent:,.0f}",
        moves=f"{moves:.1f}",
        seed=plan.seed,
    )
    term.line(Text(told))
    term.say("simulate.foot", "dim", parity=f"{100 / plan.players:.1f}")
    return 0


def _plan(args: Namespace, term: Terminal) -> Simulation:
    if args.games < 1:
        raise Problem(term.words.say("simulate.bad_games"))
    if args.jobs < 0:
        raise Problem(term.words.say("simulate.bad_jobs"))
    game = the_game(args.game, args.pack, term.words)
    names = [name.strip() for name in args.bots.split(",") if name.strip()] or list(USUAL)
    players = game.usual if args.players is None else args.players
    options = prepare(game, players, read_options(game, args.option, term.words))
    if len(names) > players:
        raise Problem(term.words.say("simulate.too_many", bots=len(names), players=players))
    for name in names:
        roster.bot(name)
    seated = tuple(names[seat % len(names)] for seat in range(players))
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    return Simulation(game.name, players, dict(options.values), seated, seed, args.pack)


def _table(head: str, rows: Iterable[tuple[str, Tally]], players: int, term: Terminal) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold underline")
    table.add_column(head, style="bold", no_wrap=True)
    places = range(1, players + 1)
    numbers = ("simulate.wins", "simulate.interval", "simulate.points", "simulate.error", "simulate.place")
    heads = [term.words.say(code) for code in ("simulate.played", *numbers)]
    for name in (*heads, *(term.words.say("simulate.nth", place=place) for place in places)):
        table.add_column(name, justify="right", no_wrap=True)
    for name, tally in rows:
        low, high = tally.interval
        table.add_row(
            name,
            f"{tally.matches:,}",
            f"{100 * tally.share:.1f}",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{tally.mean_points:.2f}",
            f"{tally.points_error:.2f}",
            f"{tally.mean_place:.2f}",
            *(f"{100 * tally.places[place] / tally.matches:.0f}" for place in places),
        )
    return table
