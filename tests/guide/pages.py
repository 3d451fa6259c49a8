"""The guides as the tests look at them."""

from __future__ import annotations

import re
from pathlib import Path

from tutti import guide
from tutti.guide.reading import Line, Section, lines, plain

GAMES = ("orchestra", "symphonimo", "symphony")
LANGUAGES = ("de", "en", "fr")
FOLDER = Path(guide.__file__).parent
PAGES = [(game, lang) for game in GAMES for lang in LANGUAGES if (FOLDER / lang / f"{game}.md").is_file()]


def text(line: Line) -> str:
    return " | ".join(plain(cell) for cell in line["cells"])


def numbers(line: Line) -> list[str]:
    """The numbers in digits, in no order: other languages order their words otherwise."""
    return sorted(re.findall(r"\d+", text(line)))


def section(game: str, anchor: str, lang: str = guide.DEFAULT) -> Section:
    found = guide.section(game, anchor, lang)
    assert found is not None, f"{lang}/{game}.md has no section {anchor}"
    return found


def table(game: str, anchor: str, which: int = 0) -> list[list[str]]:
    """The cells of a table of a section."""
    tables = [block for block in section(game, anchor)["blocks"] if block["kind"] == "table"]
    return [[plain(cell) for cell in line["cells"]] for line in tables[which]["lines"]]


def steps(game: str, anchor: str) -> list[str]:
    """The numbered steps of a section."""
    blocks = [block for block in section(game, anchor)["blocks"] if block["kind"] == "steps"]
    return [text(line) for block in blocks for line in block["lines"]]


def said(game: str, anchor: str) -> str:
    """All words of a section."""
    return "\n".join(text(line) for line in lines(section(game, anchor)))
