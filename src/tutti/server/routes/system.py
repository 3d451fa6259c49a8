"""For whoever runs the server, and for whoever writes a client."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.enums import MediaType

import tutti
from tutti.server import messages
from tutti.server.docs_page import page
from tutti.server.faults import Refused
from tutti.server.routes import FAULTS, Asking, Serving
from tutti.server.store import StoreFault
from tutti.server.wire import Health

LOCAL = ("127.0.0.1", "::1", "?", "testclient")


@get("/health", responses=FAULTS, operation_id="health", tags=["system"])
async def health(server: Serving) -> Health:
    """Whether the server is well: it is ready, and its store answers."""
    try:
        await server.store.last_beat()
    except StoreFault:
        raise Refused("try_again", 503) from None
    if not server.ready:
        raise Refused("try_again", 503)
    return Health(status="ok", version=tutti.__version__, compiled=tutti.COMPILED)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Asking, server: Serving) -> str:
    """Numbers for Prometheus; by default only for this machine."""
    mode = server.settings.metrics
    client = request.client.host if request.client else "?"
    if mode == "off" or (mode == "local" and client not in LOCAL):
        raise Refused("not_there", 404)
    return server.metrics.text()


@get("/schema/socket.json", include_in_schema=False)
async def socket_schema() -> dict[str, Any]:
    """The JSON Schema of what goes over a socket."""
    return messages.schema()


@get("/docs", media_type=MediaType.HTML, include_in_schema=False)
async def docs(request: Asking) -> Response[str]:
    """The API as a page that needs nothing from elsewhere."""
    return Response(page(request.app.openapi_schema.to_schema(), messages.schema()), media_type=MediaType.HTML)
