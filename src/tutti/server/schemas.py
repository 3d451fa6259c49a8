"""The schemas from which a client's types are made."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from tutti.kernel.shapes import Shapes
from tutti.server import messages
from tutti.server.app import application
from tutti.server.core import Server
from tutti.server.settings import Settings
from tutti.server.store import Store


def openapi() -> dict[str, Any]:
    """Of the routes. The routes alone are asked, so no store is needed."""
    server = Server(cast(Store, None), Settings())
    return application(server).openapi_schema.to_schema()


def socket() -> dict[str, Any]:
    """Of what goes over a socket."""
    return messages.schema()


def shown(shapes: Shapes) -> dict[str, Any]:
    """Of what a game shows: its view, its events, what its prompts hold."""
    events, prompts = shapes.event_types(), shapes.prompt_types()
    kinds = {"View": shapes.whole_view(), **{f"Event {name}": one for name, one in events.items()}}
    kinds |= {f"Prompt {step}": one for step, one in prompts.items()}
    refs, parts = msgspec.json.schema_components(list(kinds.values()), ref_template="#/$defs/{name}")
    found = dict(zip(kinds, refs, strict=True))
    parts["Event"] = {"anyOf": [found[f"Event {name}"] for name in events]}
    asked = {step: found[f"Prompt {step}"] for step in prompts}
    parts["Prompts"] = {"type": "object", "title": "Prompts", "properties": asked, "required": list(asked)}
    whole = {"view": found["View"], "event": {"$ref": "#/$defs/Event"}, "prompts": {"$ref": "#/$defs/Prompts"}}
    return {"title": "Shown", "type": "object", "properties": whole, "required": list(whole), "$defs": parts}
