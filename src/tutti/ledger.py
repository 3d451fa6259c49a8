"""The rule ledgers, so that help can quote them: ``rules/*.md`` in the project, ``rulebook/`` when installed.

A game that others bring has its own, ``rules.md`` in its folder, or none.

>>> from tutti import ledger
>>> ledger.rule("SO-007").text
'Play goes clockwise (seat order).'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tutti.kernel import library
from tutti.kernel.errors import UnknownName

_HERE = Path(__file__).parent
_FOLDERS = (_HERE / "rulebook", _HERE.parent.parent / "rules")

_HEADING = re.compile(r"#+\s+(?:\d+\.\s+)?(.+?)\s*$")
_ROW = re.compile(r"\|\s*([A-Z]{2}-(?:EX-)?\d{2,3})\s*\|(.*)\|\s*$")
_LINE = re.compile(r"-\s+\*\*([A-Z]{2}-(?:EX-)?\d{2,3})\*\*\s+(.*?)\s*$")
_CELLS = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Rule:
    """One rule of a ledger. ``text`` is Markdown with bold, italic and code, in one line."""

    id: str
    text: str
    game: str
    section: str
    source: str = ""

    @property
    def ruled(self) -> bool:
        """Whether it holds a ruling of ours, as the ledgers mark it: in the rule, in its source, over its section."""
        return any("Ruling" in part for part in (self.text, self.source, self.section))


def folder() -> Path | None:
    """Where the ledgers lie; None when there are none."""
    return next((path for path in _FOLDERS if path.is_dir()), None)


def read(text: str, game: str) -> tuple[Rule, ...]:
    """The rules of one ledger: rows of tables (id, rule, perhaps its source) and marked lines."""
    found = []
    section = ""
    for line in text.splitlines():
        if heading := _HEADING.match(line):
            section = heading[1]
        elif row := _ROW.match(line):
            cells = [cell.strip().replace("\\|", "|") for cell in _CELLS.split(row[2])]
            found.append(Rule(row[1], cells[0], game, section, cells[1] if len(cells) > 1 else ""))
        elif marked := _LINE.match(line):
            found.append(Rule(marked[1], marked[2], game, section))
    return tuple(found)


@cache
def rules(game: str) -> tuple[Rule, ...]:
    """All rules of a game in the ledger's order; ``()`` for a game without a ledger."""
    where = folder()
    path = where / f"{game}.md" if where else None
    if game in library.guests():
        path = library.folder(game) / "rules.md"
    return read(path.read_text(encoding="utf-8"), game) if path and path.is_file() else ()


@cache
def _by_id() -> dict[str, Rule]:
    where = folder()
    games = [*(sorted(path.stem for path in where.glob("*.md")) if where else []), *library.guests()]
    return {rule.id: rule for game in reversed(games) for rule in rules(game)}


def known(id: str) -> bool:
    """Whether there is a rule of that id."""
    return id.upper() in _by_id()


def rule(id: str) -> Rule:
    """The rule of that id, in capitals or not; ``UnknownName`` if there is none."""
    if not known(id):
        raise UnknownName("unknown_rule", found=id, known=sorted({name[:3] + "…" for name in _by_id()}))
    return _by_id()[id.upper()]


def search(game: str, text: str) -> tuple[Rule, ...]:
    """The game's rules whose id, section or words contain all words of ``text``."""
    wanted = text.casefold().split()

    def matches(rule: Rule) -> bool:
        hay = f"{rule.id} {rule.section} {rule.text}".casefold()
        return all(word in hay for word in wanted)

    return tuple(rule for rule in rules(game) if matches(rule))
