"""What authors of clients read: the API as one plain page (no script, nothing from elsewhere), and the schema of
what goes over a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape
from typing import Any, NamedTuple

from tutti.server.compression import Packed, pack
from tutti.server.messages import socket as messages

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c22;background:#fff}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}h2{margin-top:2.5rem;border-bottom:1px solid #ccc}
summary{cursor:pointer;padding:.3rem 0}details{border-bottom:1px solid #e4e4ea}dd{margin:0 0 .4rem 1.5rem}
.m{display:inline-block;min-width:4rem;font-weight:700}a{color:#0b57a4}
@media (prefers-color-scheme:dark){body{color:#e8e8ee;background:#17171c}a{color:#8cc2ff}details{border-color:#33333c}}
"""
METHODS = ("get", "post", "put", "patch", "delete")


class Written(NamedTuple):
    """The documents as bytes."""

    page: Packed
    socket: Packed


class Documents:
    """Writing them takes a while, so it is done beside the loop, when they are first wanted, and once for all."""

    def __init__(self) -> None:
        self._written: asyncio.Future[Written] | None = None

    async def get(self, openapi: Callable[[], dict[str, Any]]) -> Written:
        if self._written is None:
            self._written = asyncio.ensure_future(asyncio.to_thread(_write, openapi))
        return await asyncio.shield(self._written)


def _write(openapi: Callable[[], dict[str, Any]]) -> Written:
    socket = messages.schema()
    return Written(pack(page(openapi(), socket).encode()), pack(messages.encode(socket)))


def page(api: dict[str, Any], socket: dict[str, Any]) -> str:
    """The whole page."""
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(api['info']['title'])}</title>",
        '<meta name=viewport content="width=device-width"><style>' + STYLE + "</style>",
        f"<h1>{escape(api['info']['title'])} {escape(api['info']['version'])}</h1>",
        f"<p>{escape(api['info'].get('description', ''))}</p>",
        '<p><a href="/schema/openapi.json">openapi.json</a> · <a href="/schema/socket.json">socket.json</a></p>',
    ]
    groups: dict[str, list[str]] = {}
    for path, item in sorted(api["paths"].items()):
        for method in METHODS:
            if method in item:
                tag = (item[method].get("tags") or ["other"])[0]
                groups.setdefault(tag, []).append(_operation(path, method, item[method]))
    for tag, operations in groups.items():
        parts += [f"<h2>{escape(tag)}</h2>", *operations]
    parts.append("<h2>socket</h2><p><code>/api/tables/{id}/socket?seat=</code></p>")
    parts += [
        _type(name, found) for name, found in sorted(socket["$defs"].items()) if "type" in found.get("properties", {})
    ]
    parts.append("<h2>types</h2>")
    parts += [_type(name, found) for name, found in sorted(api["components"]["schemas"].items())]
    return "".join(parts) + "</html>"


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    rows = [f"<p>{escape(operation.get('description', ''))}</p>"]
    for parameter in operation.get("parameters", []):
        shown = _shape(parameter.get("schema", {}))
        rows.append(f"<dt><code>{escape(parameter['name'])}</code> ({parameter['in']}): {shown}</dt>")
        rows.append(f"<dd>{escape(parameter.get('description', ''))}</dd>")
    for content in operation.get("requestBody", {}).get("content", {}).values():
        rows.append(f"<p>Body: {_shape(content['schema'])}</p>")
    for status, response in operation.get("responses", {}).items():
        for content in response.get("content", {}).values():
            if status.startswith("2"):
                rows.append(f"<p>{status}: {_shape(content.get('schema', {}))}</p>")
    head = f"<span class=m>{method.upper()}</span> <code>{escape(path)}</code>"
    return f"<details><summary>{head}</summary>{''.join(rows)}</details>"


def _type(name: str, schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    rows = [
        f"<dt><code>{escape(field)}</code>{'' if field in needed else '?'}: {_shape(shape)}</dt>"
        for field, shape in schema.get("properties", {}).items()
    ]
    text = escape(schema.get("description", ""))
    head = f"<details id='{escape(name)}'><summary><code>{escape(name)}</code></summary>"
    return f"{head}<p>{text}</p><dl>{''.join(rows)}</dl></details>"


def _shape(schema: dict[str, Any]) -> str:
    """A schema in one line."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"<a href='#{escape(name)}'>{escape(name)}</a>"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(map(_shape, schema[key]))
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if "prefixItems" in schema:
        return f"[{', '.join(map(_shape, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        return f"list of {_shape(schema.get('items', {}))}"
    kind = schema.get("type", "anything")
    bounds = [f"{key} {schema[key]}" for key in ("minimum", "maximum", "minLength", "maxLength") if key in schema]
    return escape(str(kind) + (f" ({', '.join(bounds)})" if bounds else ""))
