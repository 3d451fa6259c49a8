"""Rectangular boards in a terminal: rows and columns of cells with a few lines of text each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

TextLine = str | Text


@dataclass(frozen=True)
class Cell:
    """What one place of the board shows; ``style`` colours all of it."""

    lines: Sequence[TextLine] = ()
    style: str = ""


EMPTY = Cell()


def grid(
    cells: Sequence[Sequence[Cell]],
    *,
    columns: Sequence[TextLine] = (),
    rows: Sequence[TextLine] = (),
    width: int | None = None,
    height: int = 1,
    title: TextLine | None = None,
    centred: bool = False,
) -> RenderableType:
    """The board, top row first. Cells are ``width`` wide (None: as the widest line) and at least ``height`` high.

    A line that is too long is cut with an ellipsis. A row that is too short is filled with empty cells.
    """
    across = max([len(columns), *(len(row) for row in cells)], default=0)
    wide = width or max([1, *(_text(line).cell_len for row in cells for cell in row for line in cell.lines)])
    table = Table(box=box.SQUARE, show_header=bool(columns), show_lines=True, title=title, padding=0)
    if rows:
        table.add_column("", justify="right", style="bold", vertical="middle", no_wrap=True)
    for number in range(across):
        table.add_column(
            _text(columns[number] if number < len(columns) else ""),
            width=wide,
            justify="center" if centred else "left",
            header_style="bold",
            no_wrap=True,
            overflow="ellipsis",
        )
    for number, row in enumerate(cells):
        tall = max([height, *(len(cell.lines) for cell in row)])
        shown = [_block(cell, tall) for cell in [*row, *[EMPTY] * (across - len(row))]]
        head = [_text(rows[number] if number < len(rows) else "")] if rows else []
        table.add_row(*head, *shown)
    return table


def _text(line: TextLine) -> Text:
    return line.copy() if isinstance(line, Text) else Text(line)


def _block(cell: Cell, tall: int) -> Text:
    lines = [_text(line) for line in cell.lines] + [Text("")] * (tall - len(cell.lines))
    block = Text("\n", no_wrap=True, overflow="ellipsis").join(lines)
    if cell.style:
        block.stylize_before(cell.style)
    return block
