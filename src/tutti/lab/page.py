"""A report of the lab as one HTML page that needs nothing else, and as Markdown with pictures beside it."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from tutti.arena.page import STYLE
from tutti.lab.telling import Chapter, Telling
from tutti.words import origins

BEGIN: Final = "<!-- lab: begin -->"
END: Final = "<!-- lab: end -->"
"""Between these lines a Markdown file is written anew; all else in it is a person's."""
ENDS: Final = 4
"""Of a long list of cards, Markdown has so many from each end; the page has all."""


def html(telling: Telling) -> str:
    report = telling.report
    parts = [f"<header>\n<h1>{escape(report['title'])}</h1>"]
    parts += [f"<p>{escape(line)}</p>" for line in telling.origin()]
    parts += [f'<p class="faint">{escape(line)}</p>' for line in telling.facts()]
    parts.append("</header>")
    tables = {table["table"]: table for table in report["tables"]}
    for name, chapters in groupby(telling.chapters(), lambda chapter: chapter.table):
        parts.append(f"<h2>{escape(telling.heading(tables[name]))}</h2>")
        parts += [_section(chapter) for chapter in chapters]
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(telling.words.lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(report['title'])}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _section(chapter: Chapter) -> str:
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in chapter.grid.heads)
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in chapter.grid.rows)
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<section>\n<h3>{escape(chapter.title)}</h3>\n<p class="faint">{escape(chapter.about)}</p>\n'
        f'{chapter.drawing}\n<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table>'
        "</div>\n</section>"
    )


def markdown(telling: Telling, path: Path) -> list[Path]:
    """Write the report into a Markdown file, its plots into a folder beside it; tells what was written.

    A file that has the two marks keeps all that stands outside of them, but for where rules and components come from:
    that is renewed between marks of its own, or begins the report.
    """
    folder = path.parent / "pictures" / path.stem
    folder.mkdir(parents=True, exist_ok=True)
    tables = {table["table"]: table for table in telling.report["tables"]}
    before, after = f"# {telling.report['title']}\n\n", "\n"
    if path.exists():
        text = path.read_text(encoding="utf-8")
        if BEGIN in text and END in text:
            before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    lines = [f"*{line}*" for line in telling.facts()]
    for line in telling.origin():
        if origins.marked(before):
            before = origins.renewed(before, line)
        else:
            lines = [line, "", *lines]
    written, explained = [], set[str]()
    for name, chapters in groupby(telling.chapters(), lambda chapter: chapter.table):
        lines += ["", f"## {name}", "", telling.heading(tables[name])]
        for chapter in chapters:
            lines += ["", f"### {chapter.title}", ""]
            if chapter.about not in explained:
                explained.add(chapter.about)
                lines += [chapter.about, ""]
            if chapter.drawing:
                file = folder / f"{name}-{chapter.slug}.svg"
                file.write_text(standalone(chapter.drawing), encoding="utf-8")
                written.append(file)
                lines += [f"![{chapter.title}](pictures/{path.stem}/{file.name})", ""]
            lines += _table(chapter)
    found = "\n".join([BEGIN, *lines, END])
    path.write_text(before + found + after, encoding="utf-8")
    return [path, *written]


def _table(chapter: Chapter) -> list[str]:
    def row(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    heads, rows = list(chapter.grid.heads), [list(cells) for cells in chapter.grid.rows]
    if len(rows) > 2 * ENDS and chapter.slug.startswith("cards"):
        rows = [*rows[:ENDS], ["…"] * len(heads), *rows[-ENDS:]]
    return [row(heads), "|---" + "|--:" * (len(heads) - 1) + "|", *map(row, rows)]


def standalone(drawing: str) -> str:
    """A plot that brings its colours along, light and dark."""
    css = STYLE.read_text(encoding="utf-8")
    wanted = [line for line in re.split(r"\n(?=[:@.*a-z])", css) if line.startswith((":root", "@media", ".c", "svg"))]
    style = "".join(wanted).replace("svg {", "svg { background: var(--card);")
    return (
        drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(
            ">", f"><style>{style}</style>", 1
        )
        + "\n"
    )
