"""Verbs: each is declared once, with its arguments, its actions and how they are written.

The text of an action is its id, in records and on the wire. What it means, a verb with arguments, is told once with
the pack, so nobody has to take a text apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

from tutti.kernel.types import Json

Argument = str | int | bool
Meanings = dict[str, list[list[Json]]]
"""By verb the text of each action with its arguments."""


class Verb(NamedTuple):
    """The declaration of actions that follow each other. A verb may be declared in several parts."""

    first: int
    """The number of its first action, as the rules know it."""
    name: str
    args: Mapping[str, Any] = {}
    """The type of each argument by its name: a ``Literal``, int, bool or str."""
    rows: Iterable[tuple[Argument, ...]] = ((),)
    """The arguments of each action, spelled as views and components spell them."""
    text: str = ""
    """How it is written, with its arguments by name; empty: its name, then the arguments."""


class Verbs:
    """All actions of a game with one pack, in the order of their numbers."""

    def __init__(self, *declared: Verb, notation: Callable[[str], str] = str) -> None:
        self.args: dict[str, Mapping[str, Any]] = {}
        """The types of each verb's arguments by name."""
        self.meanings: Meanings = {}
        texts: list[str] = []
        for first, name, args, rows, text in declared:
            if first != len(texts):
                raise ValueError(f"{name} begins with action {first}, expected {len(texts)}")
            if self.args.setdefault(name, args) != args:
                raise ValueError(f"{name} is declared with different arguments")
            form = text or " ".join((name, *(f"{{{arg}}}" for arg in args)))
            for row in rows:
                for (arg, type), value in zip(args.items(), row, strict=True):
                    if not _fits(value, type):
                        raise ValueError(f"{name}: {arg} cannot be {value!r}")
                texts.append(notation(form.format_map(dict(zip(args, row, strict=True)))))
                self.meanings.setdefault(name, []).append([texts[-1], *row])
        self.texts = tuple(texts)
        if len(set(texts)) < len(texts):
            raise ValueError(f"two actions are written alike: {sorted({t for t in texts if texts.count(t) > 1})}")


def _fits(value: Argument, declared: Any) -> bool:
    return value in get_args(declared) if get_origin(declared) is Literal else type(value) is declared
