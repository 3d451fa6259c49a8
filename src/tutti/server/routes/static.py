"""The web client, if it lies in the package or in the folder that the settings name."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.enums import MediaType

from tutti import words
from tutti.server.compression import Packed, pack
from tutti.server.messages.errors import Refused
from tutti.server.routes import Asking, Part
from tutti.server.routes.caching import FOR_EVER, OWN, send
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings

BUILT = Path(__file__).parent.parent / "web"
"""Where the build of the client puts its files."""
HASHED = "assets/"
"""Files with a hash in their name never change; the first page must always be asked for."""
NOTHING = """<!doctype html><html lang=en><meta charset=utf-8><title>Tutti</title>
<h1>Tutti</h1><p>The match server is running. There is no web client in this installation.</p>
<p><a href="/docs">The API</a></p></html>"""


def folder(settings: Settings) -> Path:
    return Path(settings.web) if settings.web else BUILT


@get(["/", "/{path:path}"], include_in_schema=False, opt=OWN)
async def web(request: Asking, settings: Part[Settings], clock: Part[ServerClock]) -> Response[Any]:
    """A file of the client, or its first page: the client finds its own way."""
    root = folder(settings).resolve()
    wanted = request.scope["path"].lstrip("/")
    if wanted.startswith(("api/", "schema/")):
        raise Refused("not_there", 404)
    if wanted in NOTES or wanted.startswith(".well-known/"):
        return _note(root, wanted, settings, clock)
    if not (root / "index.html").is_file():
        if wanted:
            raise Refused("not_there", 404)
        return Response(NOTHING, media_type=MediaType.HTML)
    hashed = wanted.startswith(HASHED)
    file = _inside(root, wanted)
    if file is None and hashed:
        raise Refused("not_there", 404)
    file = file or root / "index.html"
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return send(request, _content(file, file.stat().st_mtime_ns), kind, FOR_EVER if hashed else "no-cache")


def _note(root: Path, wanted: str, settings: Settings, clock: ServerClock) -> Response[Any]:
    """What crawlers and finders of weaknesses look for: a file of the client's folder, or our own."""
    file = _inside(root, wanted)
    ours = NOTES.get(wanted)
    text = file.read_text(encoding="utf-8") if file else ours(settings, clock) if ours else ""
    if not text:
        raise Refused("not_there", 404)
    return Response(text, media_type=MediaType.TEXT, headers={"cache-control": "no-cache"})


def _security(settings: Settings, clock: ServerClock) -> str:
    """RFC 9116. Without a contact there is nothing to say."""
    if not settings.contact:
        return ""
    expires = datetime.fromtimestamp(clock() / 1000, UTC) + VALID
    lines = {
        "Contact": settings.contact,
        "Expires": expires.strftime("%Y-%m-%dT00:00:00Z"),
        "Preferred-Languages": ", ".join(words.languages()),
    }
    return "".join(f"{name}: {value}\n" for name, value in lines.items())


NOTES: dict[str, Callable[[Settings, ServerClock], str]] = {
    "robots.txt": lambda settings, clock: "User-agent: *\nDisallow: /api/\nDisallow: /schema/\nDisallow: /metrics\n",
    ".well-known/security.txt": _security,
}
VALID = timedelta(days=180)


@lru_cache(maxsize=200)
def _content(file: Path, changed: int) -> Packed:
    return pack(file.read_bytes())


def _inside(root: Path, wanted: str) -> Path | None:
    try:
        path = (root / wanted).resolve()
        return path if path.is_relative_to(root) and path.is_file() else None
    except (OSError, ValueError):
        return None
