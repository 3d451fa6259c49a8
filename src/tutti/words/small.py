"""Small print: codes for those who write notation, between ⟨ and ⟩ in a sentence that says all without them.

A template has them where they belong (``{card:from} ⟨{instrument}⟩``). A speaker leaves them out unless asked for
them; then a terminal shows them dim, a page small and not to screen readers.
"""

from __future__ import annotations

import re

OPEN, CLOSE = "⟨", "⟩"
_SMALL = re.compile(rf"\s?{OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")


def plain(text: str) -> str:
    """Without its small print, and without the space before it."""
    return _SMALL.sub("", text)


def pieces(text: str) -> list[tuple[str, bool]]:
    """The text in order, each piece with whether it is small print; empty ones left out."""
    found = _SMALL.split(text)
    return [(piece, bool(number % 2)) for number, piece in enumerate(found) if piece]


def bracketed(text: str) -> str:
    """With its small print in brackets, for where all print is of one size."""
    return "".join(f" ({piece})" if small else piece for piece, small in pieces(text))


def unmarked(name: str) -> str:
    """A name that people chose, without the marks: nobody writes small print by their name."""
    return name.replace(OPEN, "‹").replace(CLOSE, "›")
