"""The template language of the catalogue, small enough to be written again in any other language.

- ``{name}`` puts the value in: text as it is, a number as the language writes it, a list joined, all else as JSON.
- ``{name:kind}`` looks up ``kind.<value>`` in the catalogue and puts that in; of a list, each item. The kinds
  ``player`` and ``game`` stand for the names at the table and the titles of games, ``json`` for the value as JSON.
  Of a value ``{"name": …, "args": {…}}`` it says ``kind.<name>`` with these values. Without such an entry it is
  ``kind.*`` with the parts of the value as ``{1}``, ``{2}``, … and the value itself as ``{0}``: ``1.4.3`` has three.
- ``{name|one|many}`` chooses a form by the number and the language's rule. The forms are plain text.
- ``{name?second|third}`` chooses a form by the person: the first when that player is the one spoken to, as in
  ``{player:player} {player?are|is} first``. ``{name:player?dir}`` puts in that word instead of the usual pronoun.
- ``{{`` and ``}}`` are braces, and between ``⟨`` and ``⟩`` stands small print (``small.py``).

A value that is not given shows as ``{name}``: a slip in a sentence never stops a match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from tutti.kernel.types import Json

_PIECE = re.compile(r"\{\{|\}\}|\{(\w+)(?::(\w+)(?:\?([^{}|?]*))?|([|?])([^{}]*))?\}")
"""Its groups: name, kind, pronoun, how a form is chosen, the forms."""

Look = Callable[[str, Json], str]
"""Turns a kind and a value into words."""


def key_of(value: Json) -> str:
    """A value as the key of a catalogue entry."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


_PART = re.compile(r"[^\W\d_]+|\d+")
PARTS = 4


def parts_of(value: str) -> dict[str, Json]:
    """The letters and the numbers that a value is made of, by place; those that it lacks are empty."""
    found: list[Json] = [int(part) if part.isdecimal() else part for part in _PART.findall(value)]
    return {"0": value} | {str(at + 1): found[at] if at < len(found) else "" for at in range(PARTS)}


_SINGULAR_BELOW = {"fr": 2}
"""Languages whose singular goes with every number from 0 up to this one (CLDR); elsewhere it is 1 alone."""


def singular(number: Json, lang: str) -> bool:
    """Whether the language uses its singular with this number."""
    if not isinstance(number, int | float):
        return False
    return 0 <= number < _SINGULAR_BELOW[lang] if lang in _SINGULAR_BELOW else number == 1


_COMMA = {"de": ",", "fr": ","}
"""What stands before the tenths, where it is no point."""


def written(number: float, lang: str) -> str:
    """A number as people write it: with a minus, the language's own comma, and no empty tenths."""
    whole = int(number) if isinstance(number, float) and number.is_integer() else number
    return json.dumps(whole).replace("-", "−").replace(".", _COMMA.get(lang, "."))


def render(template: str, args: Mapping[str, Json], look: Look, lang: str, you: int | None = None) -> str:
    """The template with its values; ``you`` is the player spoken to, if any."""

    def piece(found: re.Match[str]) -> str:
        if found[0] in ("{{", "}}"):
            return found[0][0]
        name, kind, pronoun, choice, forms = found.groups()
        if name not in args:
            return "{" + name + "}"
        value = args[name]
        if choice:
            first, *others = forms.split("|")
            fits = you is not None and value in (you, [you]) if choice == "?" else singular(value, lang)
            return first if fits or not others else others[0]
        if isinstance(value, list) and kind != "json":
            return ", ".join(shown(kind or "", item, pronoun) for item in value)
        return shown(kind or "", value, pronoun)

    def shown(kind: str, value: Json, pronoun: str | None) -> str:
        if kind == "player" and you is not None and value == you:
            return look("pronoun", "you") if pronoun is None else pronoun
        if not kind and isinstance(value, int | float) and not isinstance(value, bool):
            return written(value, lang)
        return look(kind, value)

    return _PIECE.sub(piece, template)


def names_in(template: str) -> set[str]:
    """The values a template asks for."""
    return {found[1] for found in _PIECE.finditer(template) if found[1]}


def kinds_in(template: str) -> set[str]:
    """The kinds a template looks up."""
    return {found[2] for found in _PIECE.finditer(template) if found[2]}


def values_in(template: str) -> set[tuple[str, str]]:
    """The values a template shows, each with its kind; not those that only choose a form."""
    return {(found[1], found[2] or "") for found in _PIECE.finditer(template) if found[1] and not found[4]}


def forms_in(template: str) -> list[list[str]]:
    """The forms of each choice in a template."""
    return [found[5].split("|") for found in _PIECE.finditer(template) if found[4]]


def well_formed(template: str) -> bool:
    """Whether every brace belongs to a piece."""
    rest = _PIECE.sub("", template)
    return "{" not in rest and "}" not in rest
