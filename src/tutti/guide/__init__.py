"""How to play: a guide for each game and language, in short sections that name the ledger rules they tell.

``guide/<language>/<game>.md`` is written for new players; ``reading.py`` says how. A game that others bring has
``guide/<language>.md`` in its folder, or none. All answers are plain data,
ready to be sent as JSON. A section has the same anchor, and tells the same rules, in every language.

>>> from tutti import guide
>>> [section["anchor"] for section in guide.sections("symphonimo")][:3]
['idea', 'about', 'cards']
>>> guide.section_of("symphonimo", "SO-016")
'take'
>>> guide.search("symphonimo", "de", "quartett")[0]["anchor"]
'scoring'
"""

from __future__ import annotations

import re
import unicodedata
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TypedDict

from tutti.guide.reading import Line, Section, plain, read
from tutti.kernel import library

__all__ = ["DEFAULT", "Hit", "Section", "games", "languages", "search", "section", "section_of", "sections"]

DEFAULT = "en"
"""The language that stands in for one that is not there."""

_HERE = Path(__file__).parent
_FRENCH = re.compile(r" (?=[:;!?»])|(?<=«) ")
"""Spaces of French that must not end a line of the screen; nobody sees them in a file."""


class Hit(TypedDict):
    """A section that was found, and the lines of it that have the words, without marks."""

    anchor: str
    title: str
    chapter: str
    lines: list[str]


def languages() -> tuple[str, ...]:
    """The languages there are."""
    return tuple(sorted(path.name for path in _HERE.iterdir() if any(path.glob("*.md"))))


def games() -> tuple[str, ...]:
    """The games that have a guide."""
    ours = [path.stem for path in (_HERE / DEFAULT).glob("*.md")]
    return tuple(sorted([*ours, *(game for game in library.guests() if _path(game, DEFAULT).is_file())]))


def _path(game: str, lang: str) -> Path:
    return library.folder(game) / "guide" / f"{lang}.md" if game in library.guests() else _HERE / lang / f"{game}.md"


@cache
def _read(game: str, lang: str) -> tuple[Section, ...]:
    for language in (lang, DEFAULT):
        if game.isidentifier() and language.isidentifier() and (path := _path(game, language)).is_file():
            text = path.read_text(encoding="utf-8")
            return tuple(read(_FRENCH.sub("\N{NARROW NO-BREAK SPACE}", text) if language == "fr" else text))
    return ()


def sections(game: str, lang: str = DEFAULT) -> list[Section]:
    """All sections in their order; none for a game without a guide."""
    return deepcopy(list(_read(game, lang)))


def section(game: str, anchor: str, lang: str = DEFAULT) -> Section | None:
    """One section."""
    return next((deepcopy(found) for found in _read(game, lang) if found["anchor"] == anchor), None)


def section_of(game: str, rule: str) -> str | None:
    """The anchor of the section that tells a rule, the first if several do; the same in every language."""
    return next((found["anchor"] for found in _read(game, DEFAULT) if rule.upper() in found["rules"]), None)


def search(game: str, lang: str, text: str) -> list[Hit]:
    """The sections with all words of ``text``, in capitals or not, with accents or without.

    The words may be parts of words, or ids of rules; without words nothing is found. Sections that have them
    in their title come first, then those with all in one line, then examples of that kind, then the others.
    """
    wanted = _folded(text).split()

    def has_all(text: str) -> bool:
        return all(word in _folded(text) for word in wanted)

    found: list[tuple[int, Hit]] = []
    for section in _read(game, lang):
        said = [(_said(line), block["example"]) for block in section["blocks"] for line in block["lines"]]
        if not wanted or not has_all(" ".join([section["title"], *(text for text, _ in said), *section["rules"]])):
            continue
        whole = [example for text, example in said if has_all(text)]
        rank = 0 if has_all(section["title"]) else 3 if not whole else 2 if all(whole) else 1
        hit: Hit = {
            "anchor": section["anchor"],
            "title": section["title"],
            "chapter": section["chapter"],
            "lines": [text for text, _ in said if any(word in _folded(text) for word in wanted)],
        }
        found.append((rank, hit))
    return [hit for _, hit in sorted(found, key=lambda pair: pair[0])]


def _said(line: Line) -> str:
    return " · ".join(plain(cell) for cell in line["cells"])


def _folded(text: str) -> str:
    """Without capitals and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
