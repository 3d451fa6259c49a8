"""``python -m bench.against``: today's engine against an earlier commit, in turns; fails where it became slower.

The earlier commit is unpacked and built in a folder of its own under ``build/against``. In every round both
engines start anew, each in its own process, and take turns at every measure, a slice of some milliseconds
each: whatever the machine does meanwhile, it does to both. A round gives one ratio of speeds for each
measure: the median over its pairs of slices, which a burst of somebody else's work does not move. Of the rounds
the table shows the median and an interval that holds the true one 95 times of 100.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
RELEASED = "2f1603e"
"""v0.1.0, as it was first shown."""
FLOOR = 0.95
"""Nothing may be slower than this share of what it was."""
GOALS = {
    f"{game}, search of the maestro": times for game, times in (("symphonimo", 2), ("symphony", 3), ("orchestra", 2))
}
"""How many times as quick as then some measures are meant to be; to miss one is told, and is no failure."""
ROUNDS = 21
"""Fewest rounds: the interval of fewer is too wide to say anything."""
PAIRS = 7
"""Fewest slices of each engine in a round, however long one takes."""
STEERING = ("PYTHONPATH", "PYTHONHOME", "TUTTI_PURE", "TUTTI_DEV", "CFLAGS")
WIDE = 120


@dataclass
class Comparison:
    """One measure: the speeds of both engines, round by round."""

    name: str
    unit: str
    before: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.ratios)

    @property
    def goal(self) -> float | None:
        return GOALS.get(self.name)

    @property
    def passed(self) -> bool:
        return self.interval[0] >= FLOOR


def interval(values: list[float], sure: float = 0.95) -> tuple[float, float]:
    """An interval for the median, by the sign test: it holds whatever the values are spread like.

    With few values even the lowest and the highest are not as sure as asked for; then it is these two.
    """
    n = len(values)
    outside, cut = 0.0, 0
    while cut < (n - 1) // 2 and outside + comb(n, cut) / 2**n <= (1 - sure) / 2:
        outside += comb(n, cut) / 2**n
        cut += 1
    ordered = sorted(values)
    lowest = max(0, cut - 1)
    return ordered[lowest], ordered[n - 1 - lowest]


# -- both engines ------------------------------------------------------------------------------


def environment(**changes: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in STEERING} | changes


def unpacked(commit: str) -> Path:
    """The sources of a commit, in a folder of their own."""
    found = subprocess.run(["git", "rev-parse", "--short=12", f"{commit}^{{commit}}"], cwd=ROOT, capture_output=True)
    if found.returncode:
        raise SystemExit(f"there is no commit {commit} here: {found.stderr.decode().strip()}")
    folder = ROOT / "build" / "against" / found.stdout.decode().strip()
    if not (folder / "setup.py").exists():
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    return folder


def build(folder: Path, console: Console) -> Path:
    """A release build in place, unless there is one that fits; returns the folder to import from."""
    stamp = folder / "src" / "tutti" / "_built.json"
    if not stamp.exists() or json.loads(stamp.read_text())["kind"] != "release" or not compiled(folder / "src"):
        console.print(f"Compiling {folder.name} …")
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
        if done.returncode or not compiled(folder / "src"):
            raise SystemExit(f"{folder} cannot be compiled:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return folder / "src"


def compiled(sources: Path) -> bool:
    code = "import tutti; print(tutti.COMPILED)"
    command = [sys.executable, "-W", "ignore", "-c", code]
    env = environment(PYTHONPATH=str(sources))
    return subprocess.run(command, env=env, capture_output=True, text=True).stdout.strip() == "True"


class Engine:
    """One of the two, in a process of its own, which works only while it is asked to."""

    def __init__(self, sources: Path, only: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "bench" / "rounds.py"), only],
            env=environment(PYTHONPATH=str(sources), PYTHONHASHSEED="0"),
            cwd=ROOT / "build",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.sources = sources

    def heard(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the engine in {self.sources} ended with {self.process.wait()}")
        return json.loads(line)

    def ready(self) -> list[list[str]]:
        """Names and units of its measures, once all are prepared."""
        told = self.heard()
        if not told["compiled"] or not Path(told["file"]).is_relative_to(self.sources):
            raise SystemExit(f"this is not the compiled engine in {self.sources}: {told}")
        found: list[list[str]] = told["measures"]
        return found

    def slice(self, measure: int) -> tuple[float, float]:
        """Units done and seconds used in one slice of a measure."""
        assert self.process.stdin is not None
        print(measure, file=self.process.stdin, flush=True)
        units, seconds = self.heard()
        return units, seconds

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        if self.process.wait():
            raise SystemExit(f"the engine in {self.sources} ended with {self.process.returncode}")
        assert self.process.stdout is not None
        self.process.stdout.close()


# -- rounds ------------------------------------------------------------------------------------


def one_round(engines: tuple[Engine, Engine], turn: int, measure: int, seconds: float) -> tuple[float, float, float]:
    """Units a second of both engines, in turns until each has had its time, and the median of their ratios.

    ``turn`` says which of them begins; the first slice of each only warms up.
    """
    order = (turn, 1 - turn)
    for i in order:
        engines[i].slice(measure)
    units, used = [0.0, 0.0], [0.0, 0.0]
    ratios: list[float] = []
    while min(used) < seconds or len(ratios) < PAIRS:
        speed = [0.0, 0.0]
        for i in order:
            done, took = engines[i].slice(measure)
            units[i] += done
            used[i] += took
            speed[i] = done / took
        ratios.append(speed[1] / speed[0])
    return units[0] / used[0], units[1] / used[1], median(ratios)


def compare(before: Path, now: Path, asked: argparse.Namespace, console: Console) -> list[Comparison]:
    rows: list[Comparison] = []
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("rounds", total=asked.rounds)
        for number in range(asked.rounds):
            old, new = Engine(before, asked.only), Engine(now, asked.only)
            names = old.ready()
            if new.ready() != names:
                raise SystemExit("the two engines do not have the same measures")
            rows = rows or [Comparison(name, unit) for name, unit in names]
            for at, row in enumerate(rows):
                speed_before, speed_now, ratio = one_round((old, new), number % 2, at, asked.seconds)
                row.before.append(speed_before)
                row.now.append(speed_now)
                row.ratios.append(ratio)
            old.stop()
            new.stop()
            progress.advance(task)
    return rows


def table(rows: list[Comparison], commit: str) -> Table:
    made = Table(title=f"Today against {commit}: ratio of speeds, median of the rounds")
    for heading in ("measure", "then", "now", "ratio", "95 of 100", "goal", f"≥ {FLOOR}"):
        made.add_column(heading, justify="left" if heading == "measure" else "right")
    for row in rows:
        low, high = row.interval
        made.add_row(
            row.name,
            f"{median(row.before):,.0f} {row.unit}/s",
            f"{median(row.now):,.0f} {row.unit}/s",
            f"{row.ratio:.3f}",
            f"{low:.3f} – {high:.3f}",
            "" if row.goal is None else f"{row.goal:g}" if row.ratio >= row.goal else f"[yellow]{row.goal:g}, missed",
            "[green]pass" if row.passed else "[red]fail",
        )
    return made


def main() -> int:
    asked = options()
    console = Console()
    if not console.is_terminal:
        console.width = WIDE
    before = build(unpacked(asked.commit), console)
    now = build(ROOT, console)
    rows = compare(before, now, asked, console)
    console.print(table(rows, asked.commit))
    if asked.json:
        raw = [{"name": r.name, "unit": r.unit, "before": r.before, "now": r.now, "interval": r.interval} for r in rows]
        asked.json.write_text(
            json.dumps({"commit": asked.commit, "rounds": asked.rounds, "rows": raw}, indent=1) + "\n"
        )
    if asked.rounds < ROUNDS:
        console.print(f"Fewer than {ROUNDS} rounds: this was a try, and says nothing.")
        return 2
    return 0 if rows and all(row.passed for row in rows) else 1


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.against", description="Today's speed against an earlier commit.")
    parser.add_argument("--commit", default=RELEASED, help=f"the earlier one (default {RELEASED}, v0.1.0)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"less than {ROUNDS} is a try (default {ROUNDS})")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each measure, engine and round (default 0.3)")
    parser.add_argument("--only", default="", metavar="TEXT", help="measures whose name holds this text")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
