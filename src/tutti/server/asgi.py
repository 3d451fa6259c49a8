"""What uvicorn runs. Sockets go straight to their tables; requests go through the routes, which are made when the first
one comes, or in a quiet moment: to import them takes as long as all else that a server does before it listens, and who
comes back after a restart comes with a socket."""

from __future__ import annotations

import asyncio
import importlib.util
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import lru_cache
from traceback import format_exc
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from tutti.kernel import library
from tutti.server.connection import serve_socket
from tutti.server.core import Server
from tutti.server.logs import log
from tutti.server.middleware import Middleware
from tutti.server.protocol.channel import HUNG_UP, Channel, Receive, Scope, Send

if TYPE_CHECKING:
    from litestar import Litestar

SOCKET = "/api/tables/{id}/socket"
"""Where the socket of a table is; ``?seat=`` says whose eyes, and without it one watches."""
WANTED = re.compile(SOCKET.replace("{id}", "([^/]+)"))
SEATS = {str(seat): seat for seat in range(6)}
BUG, NOT_THERE, NO_SEAT = 4500, 4404, 4400
"""Close codes of sockets that are not even opened, and of those that find a bug."""
QUIET = 0.5
"""Seconds in which nobody came with a socket or was on the way to a table: then the routes are made, unless a request
has asked for them."""

if importlib.util.find_spec("litestar") is None:  # told at the start, not to the first who asks
    raise ModuleNotFoundError("No module named 'litestar'", name="litestar")


class Routes:
    """The routes of requests, made once, beside the loop: whoever plays goes on playing."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._made: asyncio.Future[Litestar] | None = None

    async def get(self) -> Litestar:
        if self._made is None:
            self._made = asyncio.ensure_future(asyncio.to_thread(self._make))
        return await asyncio.shield(self._made)

    def _make(self) -> Litestar:
        from tutti.server.app import application

        library.load()  # those that no table has needed yet
        _ = self._server.concerts.formats  # looked for here, not in the loop
        return application(self._server.settings.body_limit, self._server.settings.record_limit)

    async def prepare(self) -> None:
        """Make them before anybody asks, and later the documents for authors of clients; not while people come back."""
        line, known = self._server.admission, -1
        while not known == line.count == line.here:
            known = line.count
            await asyncio.sleep(QUIET)
        made = await self.get()
        from tutti.server.routes.health import prepare

        await prepare(self._server.documents, made)


def wrapped(server: Server) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    """The ASGI application: the server behind its middleware, with its lifespan."""
    routes = Routes(server)

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await _socket(server, Channel(scope, receive, send))
        else:
            made: Any = await routes.get()
            await made(scope, receive, send)

    app = Middleware(inside, server)

    async def run(scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) == "lifespan":
            await _live(server, routes, receive, send)
        else:
            scope.setdefault("state", {})["server"] = server
            await app(scope, receive, send)

    return run


@lru_cache(maxsize=64)
def _seats(query: bytes) -> tuple[str, ...]:
    """The seats that a query names; most are one of few."""
    return tuple(parse_qs(query.decode("latin-1"), keep_blank_values=True).get("seat", ()))


async def _socket(server: Server, wire: Channel) -> None:
    """A socket at the table that it wants."""
    wanted = WANTED.fullmatch(wire.scope["path"])
    asked = _seats(wire.scope["query_string"])
    if wanted is None:
        await wire.close(NOT_THERE, "not_there")
    elif len(asked) > 1 or not SEATS.keys() >= set(asked):
        await wire.close(NO_SEAT, "bad_request")
    else:
        try:
            await serve_socket(server, wire, wanted[1], SEATS[asked[0]] if asked else None)
        except OSError:
            raise  # the client has gone
        except Exception as fault:
            log("bug", level="error", path=wire.scope["path"][:12], reason=repr(fault))
            with suppress(*HUNG_UP):
                await wire.close(BUG, "bug")


async def _live(server: Server, routes: Routes, receive: Receive, send: Send) -> None:
    """The server opens and closes; the routes have nothing of their own to begin."""
    phase = "startup"
    try:
        await receive()
        await server.open()
        server.tasks.spawn(routes.prepare())
        try:
            await send({"type": "lifespan.startup.complete"})
            phase = "shutdown"
            await receive()
        finally:
            await server.close()
    except BaseException:
        await send({"type": f"lifespan.{phase}.failed", "message": format_exc()})
        raise
    await send({"type": "lifespan.shutdown.complete"})
