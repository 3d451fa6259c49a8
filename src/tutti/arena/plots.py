"""Plots as SVG text. Colours and fonts come from the page, so that they fit a light and a dark one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 760
ROW: Final = 34
COLOURS: Final = 8
"""Classes ``c0`` to ``c7`` of the page; more entrants begin anew."""
TOP: Final = 8
FOOT: Final = 36
END: Final = 24
LETTER: Final = 7.4
"""Width of a letter of a label, more or less."""
MOST_LABEL: Final = 30

Show = Callable[[float], str]


class Whisker(NamedTuple):
    """A value on a line between two ends; with a box if there are quartiles."""

    label: str
    value: float
    low: float
    high: float
    box: tuple[float, float] | None = None
    far: float | None = None


class Scale(NamedTuple):
    """From values to places on the picture."""

    low: float
    high: float
    left: float
    right: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high, at = self.low, self.high, max(self.low, min(self.high, value))
        if self.log:
            low, high, at = math.log(low), math.log(high), math.log(at)
        return self.left + (at - low) / ((high - low) or 1.0) * (self.right - self.left)


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers from ``low`` to ``high``."""
    width = (high - low) or 1.0
    step = 10 ** math.floor(math.log10(width / most))
    step *= next(factor for factor in (1, 2, 5, 10) if width / (step * factor) <= most)
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 10) for number in range(first, math.floor(high / step + 1e-9) + 1)]


def tens(low: float, high: float) -> list[float]:
    """Powers of ten from ``low`` to ``high``."""
    return [10.0**power for power in range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1)]


def colour(number: int) -> str:
    return f"c{number % COLOURS}"


def clipped(label: str) -> str:
    """A label that leaves room for the plot; of a command or a path the end tells most."""
    return label if len(label) <= MOST_LABEL else "…" + label[1 - MOST_LABEL :]


def _left(labels: Iterable[str]) -> float:
    return 16 + LETTER * max((len(clipped(label)) for label in labels), default=0)


def _told(text: str) -> str:
    """What a pointer that rests on a mark is told."""
    return f"<title>{escape(text)}</title>"


def _svg(height: float, title: str, parts: Iterable[str]) -> str:
    inner = "".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">{_told(title)}{inner}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle", kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _rect(x: float, y: float, width: float, height: float, kind: str, told: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}" class="{kind}">'
        f"{_told(told)}</rect>"
    )


def _axis(scale: Scale, marks: Sequence[float], bottom: float, name: str, show: Show) -> list[str]:
    parts = []
    for mark in marks:
        parts.append(_line(scale(mark), TOP, scale(mark), bottom, "grid"))
        parts.append(_text(scale(mark), bottom + 15, show(mark), kind="small"))
    parts.append(_text((scale.left + scale.right) / 2, bottom + 31, name, kind="small"))
    return parts


def whiskers(
    title: str,
    rows: Sequence[Whisker],
    scale: tuple[float, float],
    name: str,
    show: Show,
    parity: float | None = None,
    alike: bool = False,
) -> str:
    """One line per entrant: its value between its ends; ``alike``: all in one colour."""
    x = Scale(*scale, _left(row.label for row in rows), WIDTH - END)
    bottom = TOP + ROW * len(rows)
    parts = _axis(x, ticks(*scale), bottom, name, show)
    if parity is not None:
        parts.append(_line(x(parity), TOP, x(parity), bottom, "parity"))
    parts += _marks(rows, x, show, alike)
    return _svg(bottom + FOOT, title, parts)


def times(title: str, rows: Sequence[Whisker], name: str, show: Show) -> str:
    """The same on a scale of tens, with boxes from quartile to quartile and a dot for the longest."""
    values = [value for row in rows for value in (row.low, row.far or row.high)]
    low = 10.0 ** math.floor(math.log10(max(min(values), 1e-6)))
    high = 10.0 ** math.ceil(math.log10(max(*values, low * 10)))
    x = Scale(low, high, _left(row.label for row in rows), WIDTH - END, log=True)
    bottom = TOP + ROW * len(rows)
    parts = [*_axis(x, tens(low, high), bottom, name, show), *_marks(rows, x, show)]
    return _svg(bottom + FOOT, title, parts)


def _marks(rows: Sequence[Whisker], x: Scale, show: Show, alike: bool = False) -> list[str]:
    parts = []
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        kind = colour(0 if alike else number)
        parts.append(_text(x.left - 10, y + 4, clipped(row.label), "end"))
        parts.append(_line(x(row.low), y, x(row.high), y, f"stroke {kind}"))
        told = f"{row.label}: {show(row.value)} ({show(row.low)} – {show(row.high)})"
        if row.box is not None:
            parts.append(_rect(x(row.box[0]), y - 7, x(row.box[1]) - x(row.box[0]), 14, f"soft {kind}", told))
        if row.far is not None:
            parts.append(f'<circle cx="{x(row.far):.1f}" cy="{y:.1f}" r="3" class="stroke {kind}"/>')
        parts.append(f'<circle cx="{x(row.value):.1f}" cy="{y:.1f}" r="5" class="fill {kind}">{_told(told)}</circle>')
    return parts


def courses(title: str, rows: Sequence[tuple[str, Sequence[float]]], name: str, show: Show, parity: float) -> str:
    """One curve per entrant: how its share settled from match to match."""
    longest = max(len(values) for _, values in rows)
    late = [value for _, values in rows for value in values[longest // 10 :]]
    high = min(1.0, max([*late, parity]) * 1.15)
    bottom = TOP + 230.0
    x = Scale(1, max(longest, 2), 52, WIDTH - END)
    y = Scale(0, high, bottom, TOP)
    parts = []
    for mark in ticks(0, high, 5):
        parts += [_line(x.left, y(mark), x.right, y(mark), "grid"), _text(44, y(mark) + 4, show(mark), "end", "small")]
    parts += [_text(x(mark), bottom + 15, f"{mark:g}", kind="small") for mark in ticks(1, longest)]
    parts += [_text((x.left + x.right) / 2, bottom + 31, name, kind="small")]
    parts.append(_line(x.left, y(parity), x.right, y(parity), "parity"))
    for number, (label, values) in enumerate(rows):
        step = max(1, len(values) // 400)
        places = sorted({*range(0, len(values), step), len(values) - 1})
        points = " ".join(f"{x(at + 1):.1f},{y(values[at]):.1f}" for at in places)
        parts.append(f'<polyline points="{points}" class="stroke {colour(number)}">{_told(label)}</polyline>')
    return _svg(bottom + FOOT, title, parts)


def curves(title: str, rows: Sequence[tuple[str, Sequence[float]]], name: str, show: Show) -> str:
    """One curve per row over tenths from 0 to 1, each begun at 0, with its name where it ends."""
    low = min(0.0, *(value for _, values in rows for value in values))
    high = max(1.0, *(value for _, values in rows for value in values))
    bottom = TOP + 260.0
    room = 14 + LETTER * max(len(clipped(label)) for label, _ in rows)
    x, y = Scale(0, 1, 52, WIDTH - room), Scale(low, high, bottom, TOP)
    parts = []
    for mark in ticks(low, high, 5):
        parts += [_line(x.left, y(mark), x.right, y(mark), "grid"), _text(44, y(mark) + 4, show(mark), "end", "small")]
    parts += [_text(x(mark), bottom + 15, f"{100 * mark:.0f} %", kind="small") for mark in ticks(0, 1)]
    parts += [_text((x.left + x.right) / 2, bottom + 31, name, kind="small")]
    free = bottom + 14.0
    for number, (label, values) in sorted(enumerate(rows), key=lambda row: row[1][1][-1]):
        points = " ".join(f"{x(at / len(values)):.1f},{y(value):.1f}" for at, value in enumerate([0.0, *values]))
        parts.append(f'<polyline points="{points}" class="stroke {colour(number)}">{_told(label)}</polyline>')
        free = min(free - 14, y(values[-1]) + 4)  # names must not lie on each other
        parts.append(f'<g class="{colour(number)}">{_text(x.right + 6, free, clipped(label), "start", "fill")}</g>')
    return _svg(bottom + FOOT, title, parts)


def histograms(title: str, rows: Sequence[tuple[str, Sequence[int]]], name: str) -> str:
    """One histogram per entrant under the other, on one scale, with a line at the median."""
    low = min(min(values) for _, values in rows)
    high = max(max(values) for _, values in rows) + 1
    width = max(1, math.ceil((high - low) / 40))
    bins = math.ceil((high - low) / width)
    x = Scale(low, low + bins * width, _left(label for label, _ in rows), WIDTH - END)
    tall = 72.0
    bottom = TOP + tall * len(rows)
    parts = _axis(x, ticks(low, low + bins * width), bottom, name, lambda value: f"{value:g}")
    for number, (label, values) in enumerate(rows):
        counts = [0] * bins
        for value in values:
            counts[(value - low) // width] += 1
        base = TOP + tall * (number + 1) - 4
        parts.append(_text(x.left - 10, base - tall / 2 + 10, clipped(label), "end"))
        for at, count in enumerate(counts):
            height = (tall - 14) * count / max(counts)
            first = low + at * width
            told = f"{label}: {first}" + (f"–{first + width - 1}" if width > 1 else "") + f", {count}"
            room = x(first + width) - x(first)
            parts.append(_rect(x(first) + 0.5, base - height, room - 1, height, f"fill {colour(number)}", told))
        middle = x(sorted(values)[len(values) // 2] + 0.5)
        parts += [_line(middle, base - tall + 10, middle, base, "parity"), _line(x.left, base, x.right, base, "grid")]
    return _svg(bottom + FOOT, title, parts)


def stacks(title: str, rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str], show: Show) -> str:
    """One bar per entrant, cut into shares that add up to 1."""
    x = Scale(0, 1, _left(label for label, _ in rows), WIDTH - END)
    parts = []
    for number, (label, shares) in enumerate(rows):
        y = TOP + ROW * number
        parts.append(_text(x.left - 10, y + ROW / 2 + 4, clipped(label), "end"))
        at = 0.0
        for which, part in enumerate(shares):
            room = x(at + part) - x(at)
            told = f"{label}, {names[which]}: {show(part)}"
            parts.append(_rect(x(at), y + 5, room, ROW - 10, f"fill {colour(number)} shade{min(which, 5)}", told))
            if room > 50:
                kind = "inside" if which < 2 else ""
                parts.append(_text(x(at) + room / 2, y + ROW / 2 + 4, f"{names[which]} {show(part)}", kind=kind))
            at += part
    return _svg(TOP + ROW * len(rows) + 8, title, parts)


def bars(title: str, groups: Sequence[tuple[str, Sequence[float]]], labels: Sequence[str], name: str) -> str:
    """For each group a bar per entrant."""
    low = min(0.0, *(value for _, values in groups for value in values))
    high = max(0.1, *(value for _, values in groups for value in values))
    thick = 11.0
    tall = thick * len(labels) + 12
    x = Scale(low, high, _left(label for label, _ in groups), WIDTH - END - 30)
    bottom = TOP + tall * len(groups)
    parts = _axis(x, ticks(low, high), bottom, name, lambda value: f"{value:g}")
    for at, (group, values) in enumerate(groups):
        y = TOP + tall * at
        parts.append(_text(x.left - 10, y + tall / 2 + 4, clipped(group), "end"))
        for number, value in enumerate(values):
            begin, end = sorted((x(0), x(value)))
            told = f"{group}, {labels[number]}: {value:.1f}"
            parts.append(_rect(begin, y + 6 + thick * number, end - begin, thick - 2, f"fill {colour(number)}", told))
            parts.append(_text(end + 4, y + 14.5 + thick * number, f"{value:.1f}", "start", "tiny"))
    return _svg(bottom + FOOT, title, parts)
