"""The Markdown of the guides, read into plain data.

A guide is a small part of Markdown, the same in every language::

    ## A chapter
    ### A section {#anchor}
    A paragraph with **bold**, *italic*, `code` and a [link](#other-section). {SO-010 SO-011}

    - items of a list {SO-012}
    1. steps in their order {SO-013}
    | tables | with a head |

    ![What is seen on it](scene/part)

    > An example: any of the above.

A picture is drawn by the page: a part of the board of its game as a lesson (``learn/<game>``) begins.

Each paragraph, item, step and row of a table may end with the ids of the ledger rules that it tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NotRequired, TypedDict

_TITLE = re.compile(r"# .+$")
_CHAPTER = re.compile(r"## (.+)$")
_SECTION = re.compile(r"### (.+) \{#([a-z][a-z0-9-]*)\}$")
_ITEM = re.compile(r"(?:- |(\d+)\. )(.+)$")
_PICTURE = re.compile(r"!\[(.+)\]\(([a-z0-9_]+/[a-z]+)\)$")
_RULER = re.compile(r"\|(?:-+\|)+$")
_ID = r"[A-Z]{2}-(?:EX-)?\d{2,3}"
_IDS = re.compile(rf"\s*\{{({_ID}(?: {_ID})*)\}}$")
_SPAN = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\(#([a-z0-9-]+)\)")
_MARKS: tuple[Literal["bold", "italic", "code"], ...] = ("bold", "italic", "code")


class Span(TypedDict):
    """A run of text; ``to`` is the anchor of the section that it leads to."""

    text: str
    mark: NotRequired[Literal["bold", "italic", "code"]]
    to: NotRequired[str]


class Line(TypedDict):
    """A paragraph, an item, a step (one cell each) or a row of a table, and the rules that it tells."""

    cells: list[list[Span]]
    rules: list[str]


class Block(TypedDict):
    """Lines that belong together. ``head`` is the first row of a table, else empty.

    ``picture`` names the scene and the part of the board that is drawn; its line says what is seen.
    """

    kind: Literal["text", "list", "steps", "table", "picture"]
    example: bool
    head: list[list[Span]]
    lines: list[Line]
    picture: NotRequired[str]


class Section(TypedDict):
    """What a reader sees at once. ``rules`` are those of all lines, in the order of their first mention."""

    anchor: str
    title: str
    chapter: str
    blocks: list[Block]
    rules: list[str]


class BadGuide(ValueError):
    """A line of a guide that cannot be read."""


def plain(spans: list[Span]) -> str:
    """The text without its marks."""
    return "".join(span["text"] for span in spans)


def spans(text: str) -> list[Span]:
    """Text cut at its marks."""
    found: list[Span] = []
    at = 0
    for mark in _SPAN.finditer(text):
        if mark.start() > at:
            found.append({"text": text[at : mark.start()]})
        if mark[5]:
            found.append({"text": mark[4], "to": mark[5]})
        else:
            which = mark.lastindex or 1
            found.append({"text": mark[which], "mark": _MARKS[which - 1]})
        at = mark.end()
    if at < len(text):
        found.append({"text": text[at:]})
    return found


def read(text: str) -> list[Section]:
    """The sections of a guide."""
    found: list[Section] = []
    chapter = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _SECTION.match(line):
            found.append(
                {"anchor": heading[2], "title": heading[1], "chapter": chapter, "blocks": [], "rules": []},
            )
        elif heading := _CHAPTER.match(line):
            chapter = heading[1]
        elif number == 1 and _TITLE.match(line):
            continue
        elif line.startswith("#") or (line.strip() and not found):
            raise BadGuide(f"line {number}: a heading with an anchor is needed, not {line!r}")
        elif found:
            _add(found[-1]["blocks"], line, number)
    for section in found:
        section["blocks"] = [block for block in section["blocks"] if block["lines"]]
        section["rules"] = list(dict.fromkeys(id for line in lines(section) for id in line["rules"]))
    return found


def lines(section: Section) -> Iterator[Line]:
    """All paragraphs, items, steps and rows of a section."""
    for block in section["blocks"]:
        yield from block["lines"]


def _add(blocks: list[Block], line: str, number: int) -> None:
    """One line more. An empty line ends a block: an empty text block stands for it until the next one."""
    example = line.startswith(">")
    line = line.removeprefix(">").strip()
    if not line:
        blocks.append({"kind": "text", "example": example, "head": [], "lines": []})
    elif picture := _PICTURE.match(line):
        block: Block = {"kind": "picture", "example": example, "head": [], "lines": [_line([picture[1]])]}
        blocks.append({**block, "picture": picture[2]})
    elif line.startswith("|"):
        _add_row(_last(blocks, "table", example), line, number)
    elif item := _ITEM.match(line):
        block = _last(blocks, "steps" if item[1] else "list", example)
        if item[1] and int(item[1]) != len(block["lines"]) + 1:
            raise BadGuide(f"line {number}: step {len(block['lines']) + 1} is needed")
        block["lines"].append(_line([item[2]]))
    else:
        block = _last(blocks, "text", example)
        if block["lines"]:
            raise BadGuide(f"line {number}: a paragraph is one line")
        block["lines"].append(_line([line]))


def _last(blocks: list[Block], kind: Literal["text", "list", "steps", "table"], example: bool) -> Block:
    """The block that is open, if it is of that kind, else a new one."""
    last = blocks[-1] if blocks else None
    if last is None or (last["kind"], last["example"]) != (kind, example) or not (last["head"] or last["lines"]):
        blocks.append({"kind": kind, "example": example, "head": [], "lines": []})
    return blocks[-1]


def _add_row(table: Block, line: str, number: int) -> None:
    if _RULER.match(line):
        return
    if not line.endswith("|"):
        raise BadGuide(f"line {number}: a row ends with |")
    cells = [cell.strip() for cell in line[1:-1].split("|")]
    if not table["head"]:
        table["head"] = [spans(cell) for cell in cells]
        return
    if len(cells) != len(table["head"]):
        raise BadGuide(f"line {number}: {len(table['head'])} cells are needed")
    table["lines"].append(_line(cells))


def _line(cells: list[str]) -> Line:
    ids = _IDS.search(cells[-1])
    if ids:
        cells = [*cells[:-1], cells[-1][: ids.start()]]
    return {"cells": [spans(cell) for cell in cells], "rules": ids[1].split() if ids else []}
