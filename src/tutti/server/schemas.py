"""The schemas from which a client's types are made."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

from tutti.kernel.shapes import Shapes
from tutti.server.app import application
from tutti.server.messages import socket as messages
from tutti.server.settings import Settings

REF = "#/$defs/{name}"


def openapi() -> dict[str, Any]:
    """Of the routes."""
    usual = Settings()
    return application(usual.body_limit, usual.record_limit).openapi_schema.to_schema()


def socket() -> dict[str, Any]:
    """Of what goes over a socket."""
    return messages.schema()


def shown(shapes: Shapes, verbs: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Of what a game shows: its view, its events, what its prompts hold, its components, the arguments of its verbs."""
    events, prompts = shapes.event_types(), shapes.prompt_types()
    kinds = {"View": shapes.whole_view(), **{f"Event {name}": one for name, one in events.items()}}
    kinds |= {f"Prompt {step}": one for step, one in prompts.items()}
    kinds["Components"] = shapes.components
    refs, parts = msgspec.json.schema_components(list(kinds.values()), ref_template=REF)
    parts["Verbs"] = {"title": "Verbs", "type": "object", "properties": _arguments(verbs), "required": list(verbs)}
    parts = _named(parts, _aliases(shapes.view.__module__) | _aliases(shapes.components.__module__))
    found = dict(zip(kinds, refs, strict=True))
    parts["Event"] = {"anyOf": [found[f"Event {name}"] for name in events]}
    asked = {step: found[f"Prompt {step}"] for step in prompts}
    parts["Prompts"] = {"type": "object", "title": "Prompts", "properties": asked, "required": list(asked)}
    whole = {"view": found["View"], "event": {"$ref": "#/$defs/Event"}, "prompts": {"$ref": "#/$defs/Prompts"}}
    whole |= {"components": found["Components"], "verbs": {"$ref": "#/$defs/Verbs"}}
    return {"title": "Shown", "type": "object", "properties": whole, "required": list(whole), "$defs": parts}


def _arguments(verbs: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """For each verb its arguments as a tuple, with their names as titles."""
    made: dict[str, Any] = {}
    for verb, args in verbs.items():
        types, _ = msgspec.json.schema_components(list(args.values()), ref_template=REF)
        items = [{"title": name, "allOf": [type]} for name, type in zip(args, types, strict=True)]
        made[verb] = {"type": "array", "prefixItems": items}
    return made


def _aliases(module: str) -> dict[str, Any]:
    """The closed lists of words to which a game gives a name, and unions with them."""
    return {
        name: one
        for name, one in vars(sys.modules[module]).items()
        if any(get_origin(part) is Literal for part in (one, *get_args(one)))
    }


def _named(parts: dict[str, Any], aliases: dict[str, Any]) -> dict[str, Any]:
    """The parts with the names of aliases wherever their schema stands."""
    made: dict[str, Any] = {}
    for name, one in aliases.items():
        (schema,), _ = msgspec.json.schema_components([one], ref_template=REF)
        made[name] = schema

    def named(part: Any, but: str = "") -> Any:
        for name, schema in made.items():
            if part == schema and name != but:
                return {"$ref": REF.format(name=name)}
        if isinstance(part, dict):
            return {key: named(one) for key, one in part.items()}
        return [named(one) for one in part] if isinstance(part, list) else part

    whole = {name: named(part) for name, part in parts.items()}
    for name, one in aliases.items():
        in_order = get_origin(one) is Literal
        whole[name] = {"enum": list(get_args(one))} if in_order else named(made[name], but=name)
    return whole
