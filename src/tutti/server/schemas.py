"""The two schemas from which a client's types are made."""

from __future__ import annotations

from typing import Any, cast

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
