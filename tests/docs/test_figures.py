"""Figures in the documentation: what is claimed in short holds in the generated table; all others name their runs."""

from __future__ import annotations

import re

import pytest

from support.machine import ROOT

DOCS = ROOT / "docs"
GENERATED = re.compile(r"<!-- (\w+): begin -->.*?<!-- \1: end -->", re.DOTALL)
HEADING = re.compile(r"^#{1,3} (.+)$", re.MULTILINE)
FIGURE = re.compile(r"\d (?:%|ms|µs|s)\W|\d[\d,]* (?:matches|positions|moves) ")
UNMEASURED = {"Measure it yourself", "Why the engine is built as it is", "Figures", "Runs"}
"""Sections whose figures are settings or goals, or that are about the generated table."""


def ratios() -> dict[tuple[str, str], float]:
    """Of the generated table on speed, by measure and rival."""
    found: dict[tuple[str, str], float] = {}
    measure = ""
    for line in (
        (DOCS / "performance.md").read_text(encoding="utf-8").partition("<!-- bench: begin -->")[2].splitlines()
    ):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and (ratio := re.match(r"\**([\d.,]+)\**", cells[4])):
            measure = measure if cells[0] == "the same" else cells[0]
            found[measure, cells[1]] = float(ratio[1].replace(",", ""))
    return found


def test_what_is_said_of_speed_in_short_holds_in_the_table() -> None:
    readme, measured = (ROOT / "README.md").read_text(encoding="utf-8"), ratios()
    assert "more than twice the moves per second of OpenSpiel's fastest game" in readme
    assert measured["Symphonimo, play through the API", "OpenSpiel pig(players=4)"] > 2
    assert "random playouts close to C" in readme
    assert 0.8 < measured["Symphonimo, rollouts", "C twin, -O2"] < 1.25
    assert "tens of times faster than catanatron" in readme
    for game in ("Symphony", "Orchestra"):
        assert measured[f"{game}, play through the API", "catanatron, four random players"] > 20
    assert "moves are some twenty times slower" in (DOCS / "installing.md").read_text(encoding="utf-8")
    assert 15 < measured["Symphonimo, compiled or not", "the same, not compiled"] < 25


@pytest.mark.parametrize("page", ["bots.md", "performance.md"])
def test_every_section_with_figures_names_its_runs(page: str) -> None:
    text = GENERATED.sub("", (DOCS / page).read_text(encoding="utf-8"))
    runs = text.partition("\n## Runs\n")[2].partition("\n## ")[0]
    named = {found[1] for found in re.finditer(r"^\| ([\w ,]+?)(?::.*)? \| `[0-9a-f]{7}`", runs, re.MULTILINE)}
    parts = HEADING.split(text)[1:]
    with_figures = {title for title, body in zip(parts[::2], parts[1::2], strict=True) if FIGURE.search(body)}
    assert named
    assert with_figures - UNMEASURED == named
