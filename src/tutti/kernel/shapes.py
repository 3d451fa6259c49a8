"""Shapes: the types of all that a game shows, declared once by the game and checked where it is made.

A game writes ``TypedDict`` classes for its view and for what its prompts hold, and its events (``kernel.events``). From
these come the JSON Schema of the game and the types of its client; a test holds real matches against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, get_type_hints

from tutti.kernel.events import Event, Events


class Ended(TypedDict):
    """How a match ended: ``Result.json``."""

    winners: list[int]
    places: list[int]
    points: list[int]
    sources: list[dict[str, int]]
    reason: str
    tiebreak: str | None


class Around(TypedDict):
    """What ``Match.view`` says for every game."""

    game: str
    players: int
    options: dict[str, Any]
    you: int | None
    active: list[int]
    result: Ended | None


class Nothing(TypedDict):
    """Of a question that says all by its name, and of a game without components."""


@dataclass(frozen=True)
class Shapes:
    """What a game shows, as types."""

    view: Any
    """What ``Game.view`` returns: a ``TypedDict``."""
    events: Events
    prompts: Mapping[str, Any]
    """What the prompt of each step holds; None: nothing."""
    components: Any = Nothing
    """The tables of a pack that a picture needs."""
    observation: Any = None
    """The view as a row of ints: how it is laid out; None: the game has none."""

    def whole_view(self) -> Any:
        """What ``Match.view`` returns."""
        return _made("View", {**_fields(Around), **_fields(self.view)})

    def event_types(self) -> dict[str, Any]:
        """A type for each event, by its name."""
        return {event.name: _event(event) for event in self.events.declared}

    def prompt_types(self) -> dict[str, Any]:
        """A type for what each prompt holds, by step."""
        return {step: Nothing if type is None else type for step, type in self.prompts.items()}


NO_SHAPES = Shapes(dict, Events(()), {})
"""Of a game that declares none."""


def _event(event: Event) -> Any:
    name = "".join(part.capitalize() for part in event.name.split("_")) + "Event"
    return _made(name, event.types)


def _fields(shape: Any) -> dict[str, Any]:
    return get_type_hints(shape, include_extras=True) if shape is not dict else {}


def _made(name: str, fields: dict[str, Any]) -> Any:
    # Not an alias of TypedDict in typing's sense: the names come from declarations, not from source.
    return TypedDict(name, fields)  # type: ignore[operator]
