"""Options typed by people: ``name=value`` read by the game's schema."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tutti.cli.terminal import Problem
from tutti.kernel.facts import Fields, Json
from tutti.kernel.game import Game
from tutti.kernel.schema import fits

SAID: dict[str, list[Json]] = {
    "yes": [True],
    "on": [True],
    "true": [True],
    "no": [False, []],
    "off": [False, []],
    "false": [False, []],
    "none": [None, []],
    "null": [None, []],
    "": [None, []],
}
"""What these words can mean, the likeliest first."""


def read_options(game: Game[Any], texts: Sequence[str]) -> Fields:
    """The options in texts such as ``false_note=yes``. ``prepare`` checks names and values."""
    schemas = {option.name: option.schema for option in game.options}
    found: Fields = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Problem(f"an option is written name=value, not “{text}”. Options: {', '.join(schemas)}.")
        name = name.strip().replace("-", "_")
        found[name] = read_value(value.strip(), schemas.get(name, {}))
    return found


def read_value(text: str, schema: Mapping[str, Json]) -> Json:
    """The first reading of a text that fits: JSON, a word for yes, no or nothing, the text, a list with commas."""
    readings = list(_readings(text))
    return next((value for value in readings if schema and fits(value, schema)), readings[0])


def _readings(text: str) -> Iterator[Json]:
    with contextlib.suppress(ValueError):
        yield json.loads(text)
    yield from SAID.get(text.casefold(), [])
    parts = [part.strip(" \"'") for part in text.strip("[]").split(",")]
    if len(parts) > 1:
        yield parts
    yield text
    yield parts
