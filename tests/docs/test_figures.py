"""Figures in the documentation: what is claimed in short holds in the generated table; all others name their runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.machine import ROOT

DOCS = ROOT / "docs"
GENERATED = re.compile(r"<!-- ([\w: ]+): begin -->.*?<!-- \1: end -->", re.DOTALL)
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
PAGES = sorted(
    {ROOT / "README.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md"), *(ROOT / "src").rglob("README.md")}
    - {DOCS / "bots.md", DOCS / "performance.md"}
)
"""Those two have a list of runs at their end."""
HEADING = re.compile(r"^#{1,3} (.+)$", re.MULTILINE)
FIGURE = re.compile(r"\d (?:%|ms|µs|s)\W|\d[\d,]* (?:matches|positions|moves) ")
MEASURED = re.compile(
    r"\b(?:nano|micro)seconds?\b|\d (?:ms|µs|ns)\b|\d (?:s|seconds) of processor"
    r"|\d [kMG]i?B (?:packed|on the|of memory|a match|for)\b"
    r"|\b(?:won|wins)\b[^.]*?\d (?:% of|% instead|of \d)|\b[\d,]+ of [\d,]+ matches\b"
    r"|\b(?:times|third|quarter|fifth|half|twice as) (?:slower|faster|quicker|more|fewer|less|lighter|longer)\b"
    r"|\b[Tt]ook [^.]*\d (?:s|seconds|minutes|hours)\b|\b[Mm]easured (?:in|on|with|once)\b|\bClicks for\b"
)
"""What only a run can tell: times, sizes, shares of matches won, how much faster. Settings and limits are not meant."""
NAMED = re.compile(
    r"`[0-9a-f]{7,}`|\]\([\w./]*(?:performance|bots|balance)\.md[#)]|`python -m [\w.]+"
    r"|`tests/|these figures"
)
"""A commit, a page whose figures name theirs, or a program of this repository that counts again."""
ONE_RUN = re.compile(r"The study \(commit `[0-9a-f]{7,}`\)")
"""A page of one study names it once."""
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


def blocks(text: str) -> list[str]:
    """Paragraphs, items of lists, and tables with what introduces them, without code and what is generated."""
    bare = CODE.sub("", GENERATED.sub("", text))
    return re.split(r"\n\s*\n(?!\|)|\n(?=- )", bare)


def unnamed(text: str) -> list[str]:
    """The blocks with a measured figure that do not name its run."""
    if ONE_RUN.search(text):
        return []
    return [block for block in blocks(text) if MEASURED.search(block) and not NAMED.search(block)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_measured_figure_names_its_run(path: Path) -> None:
    assert unnamed(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "figure",
    [
        "Answers are sent at once; each took 40 ms (seen on Linux).",
        "A chunk costs two microseconds instead of thirty.",
        "The same tests took a third more of the processor.",
        "| `Match` | `match.twin()`, well below 0.1 ms |",
        "It won 75 of 120 matches against the weights of before.",
        "Clicks for the same 11 matches: through lists 5821, on the board 3875.",
        "Measured in the recordings: the strongest notes are C and G.",
        "A `soloist` wins 81 % instead of 25.",
        "It costs 45 MB on the disk.",
        "An ORM was two to twenty times slower when tried.",
    ],
)
def test_a_figure_without_a_run_is_noticed(figure: str) -> None:
    assert unnamed(f"Another (commit `0123456`).\n\n# Page\n\n{figure}\n")
    assert unnamed(f"# Page\n\n{figure.removesuffix('.')} (commit `0123456`).\n") == []


@pytest.mark.parametrize("page", ["bots.md", "performance.md"])
def test_every_section_with_figures_names_its_runs(page: str) -> None:
    text = GENERATED.sub("", (DOCS / page).read_text(encoding="utf-8"))
    runs = text.partition("\n## Runs\n")[2].partition("\n## ")[0]
    named = {found[1] for found in re.finditer(r"^\| ([\w ,]+?)(?::.*)? \| `[0-9a-f]{7}`", runs, re.MULTILINE)}
    parts = HEADING.split(text)[1:]
    with_figures = {title for title, body in zip(parts[::2], parts[1::2], strict=True) if FIGURE.search(body)}
    assert named
    assert with_figures - UNMEASURED == named
