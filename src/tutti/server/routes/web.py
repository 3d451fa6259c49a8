"""The web client, if it lies in the package or in the folder that the settings name."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.enums import MediaType

from tutti.server.core import Server
from tutti.server.faults import Refused
from tutti.server.routes import Asking, Serving

BUILT = Path(__file__).parent.parent / "web"
"""Where the build of the client puts its files."""
NOTHING = """<!doctype html><html lang=en><meta charset=utf-8><title>Tutti</title>
<h1>Tutti</h1><p>The match server is running. There is no web client in this installation.</p>
<p><a href="/docs">The API</a></p></html>"""


def folder(server: Server) -> Path:
    return Path(server.settings.web) if server.settings.web else BUILT


@get(["/", "/{path:path}"], include_in_schema=False)
async def web(request: Asking, server: Serving) -> Response[Any]:
    """A file of the client, or its first page: the client finds its own way."""
    root = folder(server).resolve()
    wanted = request.scope["path"].lstrip("/")
    if wanted.startswith(("api/", "schema/")):
        raise Refused("not_there", 404)
    if not (root / "index.html").is_file():
        if wanted:
            raise Refused("not_there", 404)
        return Response(NOTHING, media_type=MediaType.HTML)
    file = _inside(root, wanted) or root / "index.html"
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    # Files with a hash in their name never change; the first page must always be asked for.
    cache = "public, max-age=31536000, immutable" if wanted.startswith("assets/") else "no-cache"
    return Response(file.read_bytes(), media_type=kind, headers={"cache-control": cache})


def _inside(root: Path, wanted: str) -> Path | None:
    try:
        path = (root / wanted).resolve()
        return path if path.is_relative_to(root) and path.is_file() else None
    except (OSError, ValueError):
        return None
