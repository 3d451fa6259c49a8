"""Options checked against the JSON Schema that the game publishes (the few words of it we use)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutti.kernel import library
from tutti.kernel.errors import BadOption, named
from tutti.kernel.game import Game
from tutti.kernel.reading import kind_of
from tutti.kernel.types import Fields, Json, Options

TYPES: dict[str, tuple[type, ...]] = {
    "boolean": (bool,),
    "integer": (int,),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def prepare(
    game: str | Game[Any],
    players: int,
    raw: Mapping[str, Json] | None,
    fresh: bool = True,
    rules: int | None = None,
) -> Options:
    """Options of a match, complete and checked, or ``BadOption``. The game may be named.

    A ``fresh`` match is refused a choice that another one makes void; one that was begun before is not. ``rules``
    is the version under which it was begun; without it the match is a new one.
    """
    if isinstance(game, str):
        game = library.game(game)
    with named(game.name):
        values = _shaped(game, players, raw)
        game.check(players, values)
        for fault in game.idle(players, values) if fresh else ():
            raise fault
        return Options(players, values, game.version if rules is None else game.kept(rules, values))


def conflicts(game: Game[Any], players: int, raw: Mapping[str, Json] | None) -> list[BadOption]:
    """All that is wrong with options while they are being chosen; at most one of what the rules refuse."""
    found: list[BadOption] = []
    try:
        with named(game.name):
            values = _shaped(game, players, raw)
    except BadOption as fault:
        return [fault]
    try:
        with named(game.name):
            game.check(players, values)
    except BadOption as fault:
        found.append(fault)
    return found + game.idle(players, values)


def _shaped(game: Game[Any], players: int, raw: Mapping[str, Json] | None) -> Fields:
    """All values, given or usual, each of the shape that the game publishes."""
    if type(players) is not int or not game.low <= players <= game.high:
        raise BadOption("bad_players", found=players, low=game.low, high=game.high, of=game.name)
    if raw is not None and not isinstance(raw, Mapping):
        raise BadOption("bad_option", option="options", found=raw, expected="object")
    given = dict(raw or {})
    known = [option.name for option in game.options]
    for name in given:
        if name not in known:
            raise BadOption("unknown_option", found=name, known=known, of=game.name)
    values: Fields = {}
    for option in game.options:
        value = given.get(option.name, option.default)
        if not fits(value, option.schema):
            raise BadOption(
                "bad_option",
                option.rule,
                at=(option.name,),
                option=option.name,
                found=value,
                expected=describe(option.schema),
            )
        values[option.name] = list(value) if isinstance(value, list) else value
    return values


def fits(value: Json, schema: Mapping[str, Json]) -> bool:
    """Whether the value fits the schema."""
    if "anyOf" in schema:
        return any(fits(value, one) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"] and not isinstance(value, bool)
    if type(value) not in TYPES[schema["type"]]:
        return False
    if isinstance(value, int) and not isinstance(value, bool):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    if isinstance(value, list):
        return all(fits(item, schema["items"]) for item in value)
    return True


def describe(schema: Mapping[str, Json]) -> Json:
    """The schema in a short form that the words catalogue can put into a sentence."""
    if "anyOf" in schema:
        return " | ".join(str(describe(one)) for one in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    name = {bool: "true, false", type(None): "null"}.get(TYPES[schema["type"]][0], "")
    if schema["type"] == "integer":
        name = f"{schema.get('minimum', '')}…{schema.get('maximum', '')}"
    if schema["type"] == "array":
        name = f"[{describe(schema['items'])}]"
    return name or kind_of("")
