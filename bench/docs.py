"""The table of figures in the documentation, written by the run that measured them."""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from bench.harness import Measured

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = ("performance.md", "research.md")
WHOLE, SHORT = PAGES
BEGIN = "<!-- bench: begin -->"
END = "<!-- bench: end -->"
HEADS = ("measure", "against", "ours", "theirs", "ratio (lowest – highest round)", "floor", "goal")
FOR_RESEARCHERS = ("batch", "API", "search")
"""What researchers compare first: measures whose names hold one of these."""


def write(rows: list[Measured], setting: dict[str, Any], folder: Path = DOCS) -> list[Path]:
    """All rows into the page on speed, some into that for researchers. What is outside of the marks stays."""
    short = [row for row in rows if any(part in row.measure for part in FOR_RESEARCHERS)]
    written = []
    for name, chosen in ((WHOLE, rows), (SHORT, short)):
        path = folder / name
        text = path.read_text(encoding="utf-8")
        before, mark, rest = text.partition(BEGIN)
        _, other, after = rest.partition(END)
        if not mark or not other:
            raise SystemExit(f"{path} has no place for the figures: {BEGIN} … {END}")
        lines = [BEGIN, *table(chosen), "", told(setting), END]
        path.write_text(before + "\n".join(lines) + after, encoding="utf-8")
        written.append(path)
    return written


def table(rows: list[Measured]) -> list[str]:
    lines = [_line(HEADS), "|---" * len(HEADS) + "|"]
    for measure, of_it in groupby(rows, lambda row: row.measure):
        name, ours = measure, True
        for row in of_it:
            lines.append(_line((name, row.rival, *_figures(row, ours))))
            name, ours = "the same", False
    return lines


def _figures(row: Measured, ours: bool) -> tuple[str, ...]:
    """Our rate only where a measure begins; what has a floor stands out."""
    ratio = times(row.ratio) if row.floor is None else f"**{times(row.ratio)}**"
    return (
        rate(median(row.our_rates), row.unit) if ours else "",
        rate(median(row.rival_rates), row.unit),
        f"{ratio} ({times(min(row.ratios))} – {times(max(row.ratios))})",
        "" if row.floor is None else f"{row.floor:g}",
        "" if row.goal is None else f"{row.goal:g}" if row.reached else f"{row.goal:g}, missed",
    )


def times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 100 else f"{ratio:,.0f}"


def rate(value: float, unit: str) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.2f} {letter} {unit}/s"
    return f"{value:.1f} {unit}/s"


def told(setting: dict[str, Any]) -> str:
    """What the figures hang on, as a sentence."""
    rest = ", ".join(
        f"{key} {value}" for key, value in setting.items() if key not in ("date", "rounds", "seconds", "load")
    )
    load = f", load of the machine {setting['load']}" if "load" in setting else ""
    return (
        f"Measured by `python -m bench` on {setting['date']}: median of {setting['rounds']} rounds, in each "
        f"{setting['seconds']:g} s for each program, four players, "
        f"{os.cpu_count()} cores{load}; {rest}."
    )


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
