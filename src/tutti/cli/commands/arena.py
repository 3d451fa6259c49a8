"""``tutti arena``: which bot is better, by how much, and how sure that is."""

from __future__ import annotations

import math
import secrets
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import tutti
from tutti.arena.entrants import CATALOGUE, Effort, bot_of
from tutti.arena.page import Page
from tutti.arena.playing import Plan, Played
from tutti.arena.pool import Broken, play_all
from tutti.arena.report import report
from tutti.arena.report import text as text_of
from tutti.arena.runner import cores
from tutti.arena.telling import Grid, Telling
from tutti.cli.commands.play import the_game
from tutti.cli.options import read_options
from tutti.cli.terminal import Problem, Terminal, undisturbed
from tutti.engine.guest import TIMEOUT, EngineBot
from tutti.kernel import record as records
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields
from tutti.words import Speaker

HELP = "measure bots against each other"
ENTRANTS = (
    "bots, each with its own budget if you like: maestro@400 (iterations), maestro@0.5s, maestro@0.1x (a tenth of its "
    "usual one); a Python file with a BOT; engine:COMMAND (see docs/arena.md)"
)
BROKEN = 1
INTERRUPTED = 130


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="which game")
    add("entrants", metavar="ENTRANT", nargs="+", help=ENTRANTS)
    add("--games", type=int, default=100, metavar="N", help="at least so many matches (100), so that seats are even")
    add("--players", type=int, metavar="K", help="seats at a table, if fewer than are named: all tables in turn")
    add("--seed", help="the same seed plays the same matches, unless a clock decides")
    add("--jobs", type=int, metavar="J", help="processes; without it one for each core")
    add("--budget", type=float, metavar="SHARE", help="searching bots get this share of their usual budget")
    add("--iterations", type=int, metavar="N", help="searching bots get so many iterations for a decision")
    add("--seconds", type=float, metavar="S", help="searching bots get so many seconds for a decision")
    add("--timeout", type=float, default=TIMEOUT, metavar="S", help="seconds that an engine has for an answer (10)")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated")
    add("--pack", metavar="PACK", help="components: a pack's name or TOML file")
    add("--json", type=Path, metavar="FILE", help="write the report to this file as JSON")
    add("--html", type=Path, metavar="FILE", help="write the report to this file as a page with plots")
    add("--records", type=Path, metavar="FOLDER", help="write the record of every match into this folder")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker(CATALOGUE, lang=term.words.lang)
    plan = _plan(args, words, term)
    jobs = min(args.jobs if args.jobs is not None else cores(), len(plan.fixtures))
    played: list[Played] = []
    clock = time.perf_counter()
    fault: Fields | None = None
    code = 0
    try:
        _announce(plan, jobs, words, term)
        _play(plan, jobs, played, args.records, term)
    except KeyboardInterrupt:
        fault, code = {"why": "interrupted"}, INTERRUPTED
    except Broken as broken:
        seats = [plan.kinds[kind] for kind in broken.fixture.seats]
        fault = {"why": "broken", "match": broken.fixture.number, "seats": seats, "reason": broken.reason}
        code = BROKEN
    with undisturbed():
        found = {"tutti": tutti.__version__, **report(plan, played, jobs, time.perf_counter() - clock, fault)}
        _show(found, words, term)
        _write(found, args, words, term)
    return code


def _plan(args: Namespace, words: Speaker, term: Terminal) -> Plan:
    for code, wrong in (
        ("error.games", args.games < 1),
        ("error.jobs", args.jobs is not None and args.jobs < 1),
        ("error.timeout", not 0 < args.timeout < math.inf),
    ):
        if wrong:
            raise Problem(words.say(code))
    for path in (args.json, args.html):
        if path is not None and not path.resolve().parent.is_dir():
            raise Problem(words.say("error.no_folder", path=str(path), folder=str(path.parent)))
    game = the_game(args.game, args.pack, term.words)
    entrants = tuple(args.entrants)
    players = len(entrants) if args.players is None else args.players
    options = prepare(game, players, read_options(game, args.option, term.words))
    if len(entrants) < players:
        raise Problem(words.say("error.too_few", found=len(entrants), players=players))
    effort = Effort(args.budget, args.iterations, args.seconds)
    for text in dict.fromkeys(entrants):
        bot = bot_of(text, effort, args.timeout)
        if isinstance(bot, EngineBot):  # an engine that cannot even say hello is better known before than after
            bot.greet()
            bot.close()
    seed = args.seed if args.seed is not None else secrets.token_hex(4)
    return Plan(
        game.name,
        players,
        dict(options.values),
        entrants,
        args.games,
        seed,
        effort,
        args.timeout,
        args.pack,
        args.records is not None,
    )


def _announce(plan: Plan, jobs: int, words: Speaker, term: Terminal) -> None:
    planned = len(plan.fixtures)
    blocks = plan.fixtures[-1].block + 1
    told = words.say("told.plan", planned=planned, blocks=blocks, jobs=jobs, seed=plan.seed)
    if planned > plan.asked:
        told = f"{told}. {words.say('told.rounded', asked=plan.asked)}"
    term.errors.print(Text(told, "dim"))


def _play(plan: Plan, jobs: int, played: list[Played], folder: Path | None, term: Terminal) -> None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=term.errors, transient=True, disable=not term.errors.is_terminal) as progress:
        task = progress.add_task(plan.game, total=len(plan.fixtures))
        for match in play_all(plan, jobs):
            played.append(match)
            progress.advance(task)
            if folder is not None and match.record is not None:
                path = folder / f"{plan.game}-{match.fixture.number:05}.json"
                path.write_text(records.text(match.record), encoding="utf-8")


def _show(found: Fields, words: Speaker, term: Terminal) -> None:
    telling = Telling(found, words.lang)
    for grid in telling.grids():
        term.print(Text(grid.title, "bold"))
        term.print(table_of(grid))
        term.print("")
    for line in telling.verdicts():
        term.line(Text(line))
    if found["matches"]:
        told = {name: found[name] for name in ("matches", "seed")}
        term.line(
            Text(words.say("told.done", seconds=f"{found['seconds']:.1f}", moves=f"{found['moves']:.1f}", **told))
        )
        term.print(Text(words.say("told.intervals"), "dim"))
        if any(result["rating"] for result in found["results"]):
            term.print(Text(words.say("told.ratings"), "dim"))
    else:
        term.line(Text(words.say("told.nothing")))
    for line in telling.warnings():
        term.complain(line)


def table_of(grid: Grid, wraps: bool = False) -> Table:
    """A grid for the terminal; ``wraps``: numbers with their intervals may take two lines."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="underline")
    for number, head in enumerate(grid.heads):
        table.add_column(
            head, justify="right" if number else "left", no_wrap=bool(number) and not wraps, overflow="fold"
        )
    for row in grid.rows:
        table.add_row(*row)
    return table


def _write(found: Fields, args: Namespace, words: Speaker, term: Terminal) -> None:
    pages: list[tuple[Path | None, Callable[[], str]]] = [
        (args.json, lambda: text_of(found)),
        (args.html, lambda: Page(Telling(found, words.lang)).html()),
    ]
    for path, text in pages:
        if path is not None:
            path.write_text(text(), encoding="utf-8")
            term.line(Text(words.say("told.written", path=str(path))))
