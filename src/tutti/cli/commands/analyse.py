"""``tutti analyse``: where a finished match was decided, what would have been better, and how much was luck."""

from __future__ import annotations

import json
import math
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from tutti.advice import analysis
from tutti.advice.reasons import tenths
from tutti.arena.runner import cores
from tutti.arena.telling import whole_percent
from tutti.cli import saves
from tutti.cli.seats import read_seats
from tutti.cli.terminal import Problem, Terminal
from tutti.kernel.types import Fields, Remark
from tutti.words import Speaker
from tutti.words.template import written

CATALOGUE = "analyse"
HELP = "where a finished match was decided, what would have been better, and how much was luck"
INDENT = "   "
SHOWN = 10
"""Better moves that are told; all are in the JSON."""
BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", help="the whole record of a finished match")
    add("--player", type=int, metavar="P", help="for one player (0 is the first); else for all")
    add("--seconds", type=float, metavar="S", help="seconds of one core for all of it (300)")
    add("--iterations", type=int, metavar="N", help="so many iterations of search for each decision")
    add("--seed", type=int, default=1, help="the same seed and iterations give the same analysis")
    add("--jobs", type=int, metavar="J", help="processes; without it one for each core")
    add("--json", type=Path, metavar="FILE", help="write the analysis to this file as JSON")


def run(args: Namespace, term: Terminal) -> int:
    words = Speaker(CATALOGUE, lang=term.words.lang)
    for code, wrong in (
        ("error.seconds", args.seconds is not None and not 0 < args.seconds < math.inf),
        ("error.iterations", args.iterations is not None and args.iterations < 1),
        ("error.jobs", args.jobs is not None and args.jobs < 1),
        ("error.folder", args.json is not None and not args.json.resolve().parent.is_dir()),
    ):
        if wrong:
            raise Problem(words.say(code))
    raw = saves.read(saves.find(args.file, term.words))
    if not saves.is_record(raw):
        raise Problem(words.say("error.position"))
    plan = analysis.plan(raw, args.seconds or analysis.SECONDS, args.iterations, args.seed)
    if args.player is not None and not 0 <= args.player < raw["players"]:
        raise Problem(words.say("error.no_player", player=args.player, last=raw["players"] - 1))
    jobs = min(args.jobs or cores(), len(plan))
    found = analysis.join(raw, _parts(raw, plan, jobs, words, term))
    seats = [str(text) for text in raw.get("seats", [])]
    names = [seat.name for seat in read_seats(seats, raw["players"], term.words)] if seats else None
    Teller(found, args.player, names, term).tell()
    if args.json is not None:
        args.json.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        term.line(Text(words.say("told.written", path=str(args.json))))
    return 0


def _parts(record: Fields, plan: Sequence[Fields], jobs: int, words: Speaker, term: Terminal) -> list[Fields]:
    """All pieces done, with a bar to watch."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    found = []
    with Progress(*columns, console=term.errors, transient=True, disable=not term.errors.is_terminal) as bar:
        task = bar.add_task(words.say("told.searching"), total=sum(len(piece["entries"]) for piece in plan))
        for done in _done(record, plan, jobs):
            found.append(done)
            bar.advance(task, len(done["decisions"]))
    return found


def _done(record: Fields, plan: Sequence[Fields], jobs: int) -> Iterator[Fields]:
    if jobs <= 1:
        yield from (analysis.part(record, piece) for piece in plan)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting = [pool.submit(analysis.part, record, piece) for piece in plan]
        try:
            for each in as_completed(waiting):
                yield each.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class Change(NamedTuple):
    """A number from before to after, in words."""

    before: str
    after: str


class Teller:
    """Puts an analysis into words."""

    def __init__(self, found: Fields, player: int | None, names: Sequence[str] | None, term: Terminal) -> None:
        self.found = found
        self.players = range(found["players"]) if player is None else [player]
        self.term = term
        self.game = Speaker(found["game"], names, term.words.lang)
        self.say = Speaker(CATALOGUE, names, term.words.lang).say

    def tell(self) -> None:
        found = self.found
        title = self.say("told.title", game=self.game.title, winners=found["winners"], moves=found["length"])
        self.term.print(Text(title, "bold"))
        self.course()
        self.luck()
        self.sources()
        self.gaps()
        self.turning()
        self.better()
        self.term.print("")
        foot = self.say(
            "told.foot", bot=found["bot"], decisions=len(found["decisions"]), iterations=found["iterations"],
            trees=found["trees"], seed=found["seed"],
        )  # fmt: skip
        self.term.print(Text(foot, "dim"))

    def head(self, code: str) -> None:
        self.term.print("")
        self.term.print(Text(self.say(code), "bold cyan"))

    def line(self, text: str) -> None:
        wide = self.term.console.width
        self.term.print(Text(fill(text, wide, initial_indent=INDENT, subsequent_indent=INDENT * 2)))

    def course(self) -> None:
        """Each player's chance from the start to the end, as a row of bars."""
        self.head("told.course")
        rows = self.found["course"]
        for p in self.players:
            at = [rows[i * (len(rows) - 1) // max(1, WIDTH - 1)][1][p] for i in range(min(WIDTH, len(rows)))]
            if len(rows) < WIDTH:
                at = [row[1][p] for row in rows]
            bars = "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in at)
            self.term.print(Text(f"{INDENT}{bars}  {self.game.look('player', p)}"))

    def luck(self) -> None:
        """Where each player's chance came from."""
        self.head("told.luck")
        table = Table(box=None, padding=(0, 1), pad_edge=True)
        for name in ("player", "start", "luck", "own", "others", "rest", "end"):
            table.add_column(self.say(f"head.{name}"), justify="left" if name == "player" else "right")
        doubtful = []
        for p in self.players:
            row = self.found["luck"][p]["chance"]
            cells = [whole_percent(row["start"]), self.within(row, "luck"), self.within(row, "own")]
            cells += [signed(row[name]) for name in ("others", "rest")]
            table.add_row(self.game.look("player", p), *cells, whole_percent(row["end"]))
            doubtful += [(p, name) for name in ("luck", "own") if not is_told(row, name)]
        self.term.print(table)
        for p, name in doubtful:
            self.line(self.say(f"told.no_{name}", player=p))

    def within(self, row: Fields, name: str) -> str:
        """A number with half of its interval."""
        low, high = row[f"{name}_interval"]
        return self.say("told.within", number=signed(row[name]), wide=whole_percent((high - low) / 2))

    def sources(self) -> None:
        """Points by source at the end, beside those of the winner."""
        self.head("told.sources")
        rows, winner = self.found["sources"], self.found["winner"]
        shown = [*self.players, *([] if winner in self.players else [winner])]
        table = Table(box=None, padding=(0, 1), pad_edge=True)
        table.add_column(self.say("head.source"))
        for p in shown:
            table.add_column(self.game.look("player", p), justify="right")
        for name in rows[winner]:
            if any(rows[p].get(name) for p in shown):
                table.add_row(self.game.look("source", name), *(minus(rows[p].get(name, 0)) for p in shown))
        table.add_row(self.say("head.sum"), *(minus(sum(rows[p].values())) for p in shown), style="bold")
        self.term.print(table)

    def gaps(self) -> None:
        """What was lost to the winner."""
        lost = [gap for p in self.players for gap in self.found["gaps"][p]]
        if lost:
            self.head("told.gaps")
            for gap in lost:
                said = self.game.remark(remark_of(gap["remark"]))
                self.line(said[:1].upper() + said[1:] + ".")

    def turning(self) -> None:
        """What moved the winner's chance most."""
        if self.found["turning"]:
            self.head("told.turning")
            for one in self.found["turning"]:
                change = Change(whole_percent(one["before"]), whole_percent(one["after"]))
                action = self.game.action(one["action"])
                self.line(
                    self.say(
                        f"told.{one['kind']}", move=one["entry"] + 1, player=one["player"], action=action,
                        winner=self.found["winner"], before=change.before, after=change.after,
                    )
                )  # fmt: skip

    def better(self) -> None:
        """The decisions that cost most."""
        worse = [one for one in self.found["decisions"] if one["better"] and one["player"] in self.players]
        worse.sort(key=lambda one: -one["loss"])
        if not worse:
            self.head("told.all_good")
            return
        self.head("told.better")
        for one in worse[:SHOWN]:
            played, better = one["played"], one["better"]
            self.line(
                self.say(
                    "told.instead", move=one["entry"] + 1, player=one["player"],
                    played=self.game.action(played["action"]), better=self.game.action(better["action"]),
                    chance=self.percent(one["loss"]), error=self.percent(one["loss_error"]),
                    points=tenths(one["points_loss"]),
                )
            )  # fmt: skip
            for name, move in (("for", better), ("against", played)):
                for remark in move["reasons"][:1]:
                    self.line(INDENT + self.say(f"told.{name}", reason=self.game.remark(remark_of(remark))))
                seen = " · ".join(self.seen(move, one["player"])) or self.say("told.nothing")
                self.line(INDENT + self.say(f"told.{name}_at_once", seen=seen))
        if len(worse) > SHOWN:
            self.line(self.say("told.more", more=len(worse) - SHOWN))

    def percent(self, share: float) -> str:
        return written(tenths(100 * share), self.game.lang) + " %"

    def seen(self, move: Fields, player: int) -> list[str]:
        """What the move does at once to its player, but for the reason that was told."""
        preview = move["preview"]
        found = []
        for kind, rows in (("number", preview["numbers"]), ("source", preview["sources"])):
            for name, (before, after) in rows.items():
                if before[player] != after[player]:
                    change = Change(minus(before[player]), minus(after[player]))
                    found.append(f"{self.game.look(kind, name)} {change.before} → {change.after}")
        told = move["reasons"][:1]
        more = [one for one in (*preview["warnings"], *preview["merits"]) if one not in told]
        return [*found, *(self.game.remark(remark_of(one)) for one in more)]


def remark_of(fields: Fields) -> Remark:
    return Remark(**fields)


def signed(number: float) -> str:
    return ("+" if number > 0 else "−" if number < 0 else "") + whole_percent(abs(number))


def minus(number: int) -> str:
    return str(number).replace("-", "−")


def is_told(row: Fields, name: str) -> bool:
    """Whether a number is something, with all its doubt."""
    low, high = row[f"{name}_interval"]
    return not low <= 0 <= high
