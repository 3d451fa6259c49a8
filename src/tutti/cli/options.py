"""Options typed by people: ``name=value`` read by the game's schema."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tutti.cli.terminal import Problem
from tutti.kernel.game import Game
from tutti.kernel.schema import describe, fits
from tutti.kernel.types import Fields, Json, Option
from tutti.words import Speaker

SAID: dict[str, list[Json]] = {
    "yes": [True],
    "oui": [True],
    "ja": [True],
    "on": [True],
    "true": [True],
    "no": [False, []],
    "non": [False, []],
    "nein": [False, []],
    "off": [False, []],
    "false": [False, []],
    "none": [None, []],
    "null": [None, []],
    "": [None, []],
}
"""What these words can mean, the likeliest first."""


def read_options(game: Game[Any], texts: Sequence[str], words: Speaker | None = None) -> Fields:
    """The options in texts such as ``false_note=yes``. ``prepare`` checks names and values."""
    schemas = {option.name: option.schema for option in game.options}
    found: Fields = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            words = words or Speaker("terminal")
            raise Problem(words.say("menu.not_an_option", found=text, known=list(schemas)))
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


def explained(option: Option, speaker: Speaker) -> RenderableType:
    """What the option does, what it takes, and what each named value means."""
    about = Text(speaker.say(f"option.{option.name}.about"))
    about.append(f"\n{describe(option.schema)}", "dim")
    if not speaker.knows(f"option.{option.name}.values"):
        return about
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    for value in _named(option.schema):
        table.add_row(value, speaker.look(speaker.say(f"option.{option.name}.values"), value))
    return Group(about, table)


def _named(schema: Mapping[str, Json]) -> Iterator[str]:
    """The texts that a schema lists."""
    yield from (value for value in schema.get("enum", []) if isinstance(value, str))
    for inner in [*schema.get("anyOf", []), *([schema["items"]] if "items" in schema else [])]:
        yield from _named(inner)
