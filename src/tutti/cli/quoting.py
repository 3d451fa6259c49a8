"""Rules of the ledger on the screen."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tutti.ledger import Rule

_MARK = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
_STYLES = ("", "bold", "italic", "cyan")


def marked(text: str) -> Text:
    """Text with the few marks of the ledger: bold, italic, code."""
    shown = Text()
    at = 0
    for found in _MARK.finditer(text):
        shown.append(text[at : found.start()])
        shown.append(found[found.lastindex or 0], _STYLES[found.lastindex or 0])
        at = found.end()
    return shown.append(text[at:])


def quoted(rules: Iterable[Rule], sections: bool = False) -> RenderableType:
    """Rules with their ids, under their sections if asked."""
    parts: list[RenderableType] = []
    table: Table | None = None
    section = ""
    for rule in rules:
        if table is None or (sections and rule.section != section):
            section = rule.section
            if sections:
                parts.append(Text(f"\n{section}" if parts else section, "bold underline"))
            table = Table.grid(padding=(0, 2, 0, 0))
            table.add_column(style="bold yellow", no_wrap=True)
            table.add_column()
            parts.append(table)
        table.add_row(rule.id, marked(rule.text))
    return Group(*parts)
