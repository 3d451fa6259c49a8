"""One end of a socket, as the server that runs us offers it: four verbs, and nothing to import for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Run = Callable[[Any, Any, Any], Awaitable[None]]
"""An application: a scope, where its messages come from, and where they go to."""

HUNG_UP = (OSError, RuntimeError)
"""What is raised when something is sent to a client that has gone, or after we said good-bye ourselves."""


class Channel:
    """A socket that somebody wants to open."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.receive = receive
        self._send = send

    async def accept(self) -> None:
        await self.receive()  # that somebody wants to open it
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def send(self, text: bytes) -> None:
        await self._send({"type": "websocket.send", "text": text.decode()})

    async def close(self, code: int, reason: str) -> None:
        """Before it was opened: do not open it. Who asked is answered 403."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})
