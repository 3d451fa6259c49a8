"""Strict reading of JSON that people write: every fault says where it is and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn, TypeVar

from tutti.kernel.errors import TuttiError
from tutti.kernel.types import Fields, Json

Name = TypeVar("Name", bound=str)

Fault = Callable[..., TuttiError]
"""``BadRecord`` or ``BadPosition``: called with a code, a place and the values of the sentence."""


def kind_of(value: Json) -> str:
    """What a JSON value is, for error texts."""
    if value is None:
        return "null"
    names = {bool: "boolean", int: "number", float: "number", str: "text", list: "list", dict: "object"}
    return names.get(type(value), type(value).__name__)


class Reader:
    """A cursor into plain data that knows its own place."""

    def __init__(self, value: Json, fault: Fault, place: str = "") -> None:
        self.value = value
        self.fault = fault
        self.place = place or "top"
        self._path = place

    def wrong(self, code: str, **fields: object) -> NoReturn:
        """Refuse this value."""
        raise self.fault(code, self.place, **fields)

    def _expect(self, kind: str, ok: bool) -> None:
        if not ok:
            self.wrong("expected_kind", expected=kind, found=kind_of(self.value))

    def at(self, key: str) -> Reader:
        """The member ``key``, which must be there."""
        found = self.get(key)
        if found is None:
            self.wrong("missing_key", key=key)
        return found

    def get(self, key: str) -> Reader | None:
        """The member ``key``, or None when it is absent."""
        self._expect("object", isinstance(self.value, dict))
        if key not in self.value:
            return None
        return Reader(self.value[key], self.fault, f"{self._path}.{key}" if self._path else key)

    def usual(self, key: str, value: Json) -> Reader:
        """The member ``key``, or what it is when nobody says otherwise."""
        found = self.get(key)
        return found if found is not None else Reader(value, self.fault, f"{self._path}.{key}" if self._path else key)

    def only(self, keys: Iterable[str]) -> None:
        """Refuse any other key."""
        self._expect("object", isinstance(self.value, dict))
        known = list(keys)
        for key in self.value:
            if key not in known:
                self.wrong("unknown_key", key=key, known=known)

    def items(self, length: int | None = None) -> list[Reader]:
        """The members of a list, of a given length if one is asked for."""
        self._expect("list", isinstance(self.value, list))
        if length is not None and len(self.value) != length:
            self.wrong("wrong_length", expected=length, found=len(self.value))
        return [Reader(item, self.fault, f"{self._path}[{i}]") for i, item in enumerate(self.value)]

    def pairs(self) -> list[tuple[str, Reader]]:
        """Keys and members of an object."""
        self._expect("object", isinstance(self.value, dict))
        return [(key, self.at(key)) for key in self.value]

    def fields(self) -> Fields:
        self._expect("object", isinstance(self.value, dict))
        return dict(self.value)

    def number(self, low: int | None = None, high: int | None = None) -> int:
        """A whole number within bounds."""
        self._expect("number", type(self.value) is int)
        number: int = self.value
        if (low is not None and number < low) or (high is not None and number > high):
            self.wrong("out_of_range", found=number, low=low, high=high)
        return number

    def truth(self) -> bool:
        self._expect("boolean", isinstance(self.value, bool))
        return bool(self.value)

    def text(self) -> str:
        self._expect("text", isinstance(self.value, str))
        return str(self.value)

    def one_of(self, choices: Iterable[Name]) -> Name:
        """A text out of a closed list."""
        known, text = list(choices), self.text()
        found = next((one for one in known if one == text), None)
        if found is None:
            self.wrong("not_one_of", found=text, known=known)
        return found

    def pick(self, names: Sequence[str]) -> int:
        """The number of a name in a closed list."""
        return names.index(self.one_of(names))

    def named(self, names: Sequence[str]) -> list[tuple[int, Reader]]:
        """An object whose keys are names: their numbers, and what belongs to each."""
        for name, member in self.pairs():
            if name not in names:
                member.wrong("not_one_of", found=name, known=list(names))
        return [(names.index(name), member) for name, member in self.pairs()]

    def mask(self, bit: Callable[[Reader], int]) -> int:
        """A list of which each member is a bit, in any order."""
        return sum({1 << bit(item) for item in self.items()})

    @property
    def absent(self) -> bool:
        """Whether the value is null."""
        return self.value is None


class Supply:
    """Pieces by kind that nobody has named yet: each one read is taken out, since it can lie in one place only."""

    def __init__(self, copies: Iterable[int], code: str, rule: str = "") -> None:
        self.copies = list(copies)
        self.left = list(self.copies)
        self.code, self.rule = code, rule

    def take(self, place: Reader, kind: int, **fields: object) -> int:
        """One of a kind, or the refusal that there is none left; ``fields`` are the values of its sentence."""
        if not self.left[kind]:
            place.wrong(self.code, rule=self.rule, **fields)
        self.left[kind] -= 1
        return kind
