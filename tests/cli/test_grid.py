"""The drawing of boards that the heavy games share."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.text import Text

from tutti.cli.grid import EMPTY, Cell, grid


def drawn(*args: object, width: int = 100, colour: bool = False, **kinds: object) -> list[str]:
    console = Console(width=width, file=StringIO(), force_terminal=colour, color_system="standard" if colour else None)
    console.print(grid(*args, **kinds))  # type: ignore[arg-type]  # passes its own arguments on
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue().rstrip("\n").split("\n")


def test_an_orchestra_of_six_rows_and_five_columns_fits_a_terminal() -> None:
    seats = [[Cell([f"{column}{row}", "22 piccolo", "ooo..", "wp"]) for column in "ABCDE"] for row in range(6, 0, -1)]
    lines = drawn(seats, columns=list("ABCDE"), rows=[str(row) for row in range(6, 0, -1)], width=80)
    assert max(map(len, lines)) <= 80
    assert len(lines) == 2 + 1 + 6 * 5
    assert lines[3].count("A6") == 1
    assert [line[1] for line in lines if line[1:2].isdigit()] == list("654321")


def test_a_score_of_three_voices_and_nine_bars() -> None:
    score = [[Cell([f"{voice}{bar}"]) for bar in range(9)] for voice in "abc"]
    lines = drawn(score, columns=[str(bar) for bar in range(1, 10)], rows=["high", "middle", "low"], width=80)
    assert next(line for line in lines if "b8" in line).startswith("│middle│")
    assert len({len(line) for line in lines}) == 1


def test_all_cells_are_equally_wide_and_rows_as_high_as_asked() -> None:
    lines = drawn([[Cell(["wide text"]), Cell(["x"])], [Cell(["1", "2", "3"]), EMPTY]], height=2)
    widths = {len(part) for line in lines if "│" in line for part in line.strip("│").split("│")}
    assert widths == {9}
    assert len(lines) == 1 + 2 + 1 + 3 + 1


def test_short_rows_are_filled_and_long_lines_cut() -> None:
    lines = drawn([[Cell(["abcdefgh"])], [Cell(["a"]), Cell(["b"])]], width=100)
    assert lines[1] == "│abcdefgh│        │"
    cut = drawn([[Cell(["abcdefgh"])]], columns=["column"], width=100, centred=True)
    assert "abcdefgh" in cut[3]
    narrow = Console(width=100, file=StringIO(), color_system=None)
    narrow.print(grid([[Cell(["abcdefgh"])]], width=4))
    assert isinstance(narrow.file, StringIO)
    assert "│abc…│" in narrow.file.getvalue()


def test_the_style_of_a_cell_and_of_its_text_both_show() -> None:
    lines = drawn([[Cell([Text("note", "bold")], style="red")]], colour=True)
    assert any("\x1b[1;31mnote" in line for line in lines)


def test_an_empty_board_draws_nothing_and_does_not_fail() -> None:
    assert drawn([]) == [""]
