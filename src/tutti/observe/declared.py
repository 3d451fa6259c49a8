"""What a game declares of its observation (``kernel.observation``): which parts of a view, each with its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tutti.kernel.types import Fields, Json
from tutti.observe.kinds import Kind, Maybe


@dataclass(frozen=True)
class Field:
    """A part of the view, by its path (``own.hand``; ``question.card`` of what is asked)."""

    path: str
    kind: Kind
    said: str
    """What it is, for the documentation."""
    private: bool = False
    """Whether it is in the private block of a seat."""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self.path.split("."))

    def of(self, seen: Fields) -> Json:
        """The value at its path; None where there is none."""
        value: Json = seen
        for key in self.keys:
            if not isinstance(value, dict):
                return None
            value = value.get(key)
        return value


@dataclass(frozen=True)
class Declared:
    """A version that rises with every change, the fields at a number of players, and what is left out because it
    follows from them."""

    version: int
    fields: Callable[[int], Sequence[Field]]
    follows: Mapping[str, str]
    """Paths of the view, and from what each follows."""


class Left(Maybe):
    """Of a key that may be left out of the view."""

    def told(self) -> str:
        return f"whether it is told, then {self.kind.told()}"
