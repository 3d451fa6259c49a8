"""``python -m bench``: run all measures, print the table, and fail if a floor is missed."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import tutti
from bench import clicks, docs, harness, twin
from bench.docs import rate

PEERS = {"OpenSpiel": "open_spiel", "PettingZoo": "pettingzoo", "pgx": "pgx", "jax": "jax", "rlcard": "rlcard"}
PEERS |= {"catanatron": "catanatron"}
WIDE = 140
"""Columns of the table in a file or a pipe."""


def main() -> int:
    asked = options()
    console = Console()
    if not console.is_terminal:
        console.width = WIDE
    if not tutti.COMPILED:
        console.print("Tutti runs uncompiled here, so there is nothing to measure: run `make build` first.")
        return 2
    browser = asked.only in clicks.NAME
    todo = [] if asked.only == clicks.NAME else harness.found(asked.only)  # the peers may not be installed
    rows: list[harness.Measured] = []
    if todo:
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("rounds", total=asked.rounds)
            rows = harness.run(todo, asked.rounds, asked.seconds, lambda: progress.advance(task))
        console.print(table(rows))
    times = clicked(console) if browser else []
    setting = circumstances(asked)
    if asked.docs:
        for path in docs.write(rows, setting):
            console.print(f"written: {path.relative_to(docs.DOCS.parent)}")
    console.print(", ".join(f"{key} {value}" for key, value in setting.items()), style="dim")
    if asked.json:
        told = {
            "setting": setting,
            "rows": [plain(row) for row in rows],
            "clicks": {one.title: one.times for one in times},
        }
        asked.json.write_text(json.dumps(told, indent=1) + "\n")
    return 0 if (rows or browser) and all(row.passed for row in rows) else 1


def clicked(console: Console) -> list[clicks.Times]:
    """From click to change on the boards: a goal, so whatever comes of it the run passes."""
    if missing := clicks.missing():
        console.print(f"From click to change: not measured, for there is no {', no '.join(missing)}.")
        return []
    with console.status("clicks in the browser"):
        times = clicks.run()
    made = Table(title=f"From click to change in the browser, {clicks.BUSY} busy programs beside it")
    for heading in ("board", "clicks", "median", "nine of ten", "goal", ""):
        made.add_column(heading, justify="left" if heading == "board" else "right")
    for one in times:
        mark = "[green]reached" if one.reached else "[yellow]not reached"
        figures = (f"{one.median:.0f} ms", f"{one.ninety:.0f} ms", f"{clicks.GOAL:.0f} ms")
        made.add_row(one.title, str(len(one.times)), *figures, mark)
    console.print(made)
    console.print(f"load of the machine meanwhile {os.getloadavg()[0]:.0f}, on {os.cpu_count()} cores", style="dim")
    return times


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description="Speed of the engine against others, as ratios.")
    parser.add_argument("--rounds", type=int, default=11, help=f"at least {harness.ROUNDS} (default 11)")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each lane in each round (default 0.2)")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="measures whose name holds this text; clicks: in the browser"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there too")
    parser.add_argument("--docs", action="store_true", help="write the table into docs/performance.md and research.md")
    asked = parser.parse_args()
    if asked.docs and asked.only:
        parser.error("--docs: the table is that of all measures, so without --only")
    if asked.rounds < harness.ROUNDS:
        parser.error(f"--rounds: at least {harness.ROUNDS}, for a median that means something")
    return asked


def table(rows: list[harness.Measured]) -> Table:
    made = Table(title="Tutti against others: ratio of speeds, median of the rounds")
    for heading in ("measure", "rival", "ours", "theirs", "ratio", "lowest – highest", "floor", "goal", ""):
        made.add_column(heading, justify="left" if heading in ("measure", "rival") else "right")
    before = ""
    for row in rows:
        if before and row.measure != before:
            made.add_section()
        fine = "[green]pass" if row.reached else "[yellow]pass"
        mark = "" if row.floor is None else fine if row.passed else "[red]fail"
        made.add_row(
            row.measure if row.measure != before else "",
            row.rival,
            rate(median(row.our_rates), row.unit),
            rate(median(row.rival_rates), row.unit),
            f"{row.ratio:.2f}",
            f"{min(row.ratios):.2f} – {max(row.ratios):.2f}",
            "" if row.floor is None else f"{row.floor:g}",
            "" if row.goal is None else f"{row.goal:g}" if row.reached else f"[yellow]{row.goal:g}, missed",
            mark,
        )
        before = row.measure
    return made


def plain(row: harness.Measured) -> dict[str, Any]:
    return {
        "measure": row.measure,
        "unit": row.unit,
        "ours": row.ours,
        "rival": row.rival,
        "ratio": row.ratio,
        "floor": row.floor,
        "goal": row.goal,
        "passed": row.passed,
        "ratios": row.ratios,
        "our_rates": row.our_rates,
        "rival_rates": row.rival_rates,
    }


def circumstances(asked: argparse.Namespace) -> dict[str, Any]:
    """What the figures hang on, for the reader of a table."""
    found: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "rounds": asked.rounds,
        "seconds": asked.seconds,
        "tutti": tutti.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "load": f"{os.getloadavg()[0]:.0f}",
        "compiler": twin.compiler_version(),
    }
    for peer, package in PEERS.items():
        try:
            found[peer] = version(package)
        except PackageNotFoundError:
            continue
    return found


if __name__ == "__main__":
    sys.exit(main())
