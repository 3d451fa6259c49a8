"""Events: each is declared once, with its name, its values and who may know of it.

Rules tell an event as a number and up to three ints (``Host.tell``); the declaration turns them into plain data
with names, and says of which types they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tutti.kernel.types import Fields, Json


@dataclass(frozen=True)
class Value:
    """What one int of an event stands for: the fields that it becomes, with their types."""

    types: Mapping[str, Any]
    show: Callable[[Any, int], tuple[Json, ...]]
    """From the box of the game and the int to the fields, in their order."""
    alone: tuple[str, Callable[[Any, int], Json]] | None = None
    """If it becomes one field: its name, and what ``show`` has of it."""


def value(name: str, type: Any, show: Callable[[Any, int], Json] = lambda box, raw: raw) -> Value:
    """A value that becomes one field."""
    return Value({name: type}, lambda box, raw: (show(box, raw),), (name, show))


@dataclass(frozen=True)
class Event:
    """The declaration of one event."""

    number: int
    name: str
    values: tuple[Value, ...] = ()
    player: Literal["named", "absent", "null"] = "named"
    """Whether it is of a player; if it is of nobody, there is no field for one, or one that is null."""
    private: bool | Callable[[Mapping[str, Json]], bool] = False
    """Only the player whom it names may know of it: always, never, or with these options."""

    def secret(self, options: Mapping[str, Json]) -> bool:
        """Whether it is private in a match with these options."""
        return self.private if isinstance(self.private, bool) else self.private(options)

    def decoded(self, box: Any, player: int, raw: tuple[int, ...]) -> Fields:
        shown: Fields = {"event": self.name}
        if self.player != "absent":
            shown["player"] = player if player >= 0 else None
        for declared, number in zip(self.values, raw, strict=False):
            if declared.alone is not None:
                name, show = declared.alone
                shown[name] = show(box, number)
            else:
                shown.update(zip(declared.types, declared.show(box, number), strict=True))
        return shown

    @property
    def types(self) -> dict[str, Any]:
        """The types of its fields, by name."""
        fields: dict[str, Any] = {"event": Literal[self.name]}
        if self.player != "absent":
            fields["player"] = int if self.player == "named" else None
        return fields | {name: type for declared in self.values for name, type in declared.types.items()}


@dataclass(frozen=True)
class Events:
    """All events of a game, by number."""

    declared: tuple[Event, ...]
    names: dict[str, Event] = field(init=False)

    def __post_init__(self) -> None:
        for number, event in enumerate(self.declared):
            if event.number != number:
                raise ValueError(f"event {event.name} has the number {event.number}, expected {number}")
        object.__setattr__(self, "names", {event.name: event for event in self.declared})
        if len(self.names) < len(self.declared):
            raise ValueError("two events have one name")

    def decoded(self, box: Any, number: int, player: int, a: int, b: int, c: int) -> Fields:
        """An event of ``Host.tell`` as plain data."""
        return self.declared[number].decoded(box, player, (a, b, c))
