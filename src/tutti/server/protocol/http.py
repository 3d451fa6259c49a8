"""Requests: uvicorn's protocol over httptools, with a limit for everything that a client can do without an end.

The limits of size and time hold always; those of speed as ``limits`` says."""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from hashlib import sha1
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tutti.server.protocol.connections import ConnectionLimiter
from tutti.server.rate_limits import Bucket

HEAD = 16 * 1024
"""Bytes of a head; and of all that is not body between two requests: trailers, empty lines, what chunks say of
themselves."""
CHUNK_LINE = 32
"""So many more for each chunk."""
HEADERS = 100
ODD_HEAD = 8000
"""Bytes of the head of a socket that is read twice: a longer line would be answered by nobody then."""
KEY = re.compile(rb"[A-Za-z0-9+/]{22}==")
"""Sixteen bytes that somebody who wants a socket made up, …"""
OURS = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""… and what is put behind them, by the law of the protocol."""
USUAL = {
    b"upgrade": (b"websocket",),
    b"connection": (b"upgrade", b"keep-alive, upgrade"),
    b"sec-websocket-version": (b"13",),
}
"""What browsers say of it. Extensions are not wanted here, whichever they are."""
UNUSUAL = {b"content-length", b"transfer-encoding", b"sec-websocket-protocol"}
CHUNKS, CHUNK = 24, 512
"""Parts in which a body may come: so many of any size, and more if they have that many bytes on average."""
QUEUED = 8
"""Requests that may wait for the answer to the first."""
AFTER = 16
"""So many times the largest body is read from somebody who has been told that it is too large."""
CRUMB = 512
"""Bytes: a smaller piece is a crumb."""


class TooMuch(Exception):
    """Raised inside the parser, which stops at once."""


class RequestProtocol(HttpToolsProtocol):
    """One connection. ``_timer`` runs while something is due from the client."""

    def __init__(self, *args: Any, limiter: ConnectionLimiter, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._limiter = limiter
        self._inside = False
        self._timer: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None
        self._crumbs: Bucket | None = None
        self._why, self._fault = "bad", HTTPStatus.BAD_REQUEST
        self._answering: RequestResponseCycle | None = None
        self._in_head = True
        self._wish: tuple[bytes | None] | None = None
        """What the connection is to become, once a whole head has been looked through for it."""
        self._head = self._headers = self._chunks = self._body = 0
        self._done = self._bodies = self._other = 0
        """Requests that came whole, bytes of all bodies, and bytes of other kinds since the last whole request."""

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    # -- coming and going ----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        name = transport.get_extra_info("peername")
        refusal = self._limiter.refusal(str(name[0]) if name else "")
        if refusal:
            self.transport = transport
            self._limiter.metrics.cut.add(refusal)
            transport.abort() if refusal != "too_many" else self._end(HTTPStatus.TOO_MANY_REQUESTS)
            return
        super().connection_made(transport)
        self._limiter.enter(self._address)
        self._inside = True
        self._crumbs = self._limiter.crumbs(self._address, self.loop.time())
        self._within(self._limiter.settings.head_seconds)
        self._limiter.pacer.add(self.loop, self.flow)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._inside:
            self._leave()
            super().connection_lost(exc)
            self._unset_keepalive_if_required()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is the socket's. What was read is handed on, unless it is odd in any way: then
        it is written down and read once more, as uvicorn does always."""
        accept = answer_to(self.headers) if self.scope["method"] == "GET" and self.url.isascii() else None
        if accept is None and self._head > ODD_HEAD:
            self._cut("head", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        self._leave()
        if accept is None:
            super().handle_websocket_upgrade()
            return
        self.connections.discard(self)
        made: Any = self.ws_protocol_class
        socket = made(config=self.config, server_state=self.server_state, app_state=self.app_state)
        socket.take_over(self, accept)
        self.transport.set_protocol(socket)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        async def unless_gone(scope: Any, receive: Any, send: Any) -> None:
            if not cycle.disconnected:  # it may have been cut by what came in the same breath
                await app(scope, receive, send)

        self._answering = cycle
        super()._start_asgi_task(cycle, unless_gone)

    def _hang_up(self) -> None:
        """Whoever works at an answer learns that nobody waits for it. uvicorn tells the last request only."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _leave(self) -> None:
        self._hang_up()
        self._within(None)
        self.resume_writing()
        self._inside = False
        self._limiter.leave(self._address)

    # -- time ----------------------------------------------------------------------------------

    def _within(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._cut("slow", HTTPStatus.REQUEST_TIMEOUT)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_again(0)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _look_again(self, unread: int) -> None:
        """Whoever reads nothing of an answer does not want it."""
        left = self.transport.get_write_buffer_size()
        if unread and left >= unread:
            self._limiter.metrics.cut.add("unread")
            self.transport.abort()
            return
        self._stalled = self.loop.call_later(self._limiter.settings.body_seconds, self._look_again, left)

    # -- size ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if len(data) < CRUMB and self._crumbs is not None and not self._crumbs.take(self.loop.time()):
            self._cut("crumbs", HTTPStatus.TOO_MANY_REQUESTS)
            return
        done, bodies = self._done, self._bodies
        self._feed(data)
        if self.transport.is_closing() or not self._inside:
            return
        # The parser holds what is unfinished and says nothing of it, so it is counted here, whatever it is.
        beside = len(data) - (self._bodies - bodies)
        self._other = 0 if self._done != done else self._other + beside
        if self._other > HEAD + CHUNK_LINE * self._chunks:
            self._cut("head", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _feed(self, data: bytes) -> None:
        """As uvicorn's, but what is wrong is counted, not logged: a log can be flooded, too."""
        self._unset_keepalive_if_required()
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._within(self._limiter.settings.head_seconds)  # empty lines begin no request and must lead to one
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._cut(self._why, self._fault)

    def _get_upgrade(self) -> bytes | None:
        """uvicorn asks three times for each head."""
        if self._in_head:
            return super()._get_upgrade()
        if self._wish is None:
            self._wish = (super()._get_upgrade(),)
        return self._wish[0]

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= QUEUED:
            self._stop("queued", HTTPStatus.TOO_MANY_REQUESTS)
        self._in_head, self._wish = True, None
        self._head = self._headers = self._chunks = self._body = 0
        self._within(self._limiter.settings.head_seconds)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._measure(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += 1
        self._measure(len(name) + len(value))
        if self._in_head:  # a trailer is no header, though the parser calls it one
            super().on_header(name, value)

    def _measure(self, more: int) -> None:
        self._head += more
        if self._head > HEAD or self._headers > HEADERS:
            self._stop("head", HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._within(self._limiter.settings.body_seconds)
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        """httptools calls it for each part of a body that comes in parts."""
        self._chunks += 1
        if self._chunks > CHUNKS + self._body // CHUNK:
            self._stop("chunks", HTTPStatus.BAD_REQUEST)

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        self._bodies += len(body)
        if self._body > AFTER * max(self._limiter.settings.record_limit, self._limiter.settings.body_limit):
            self._stop("body", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._done += 1
        self._within(None)
        super().on_message_complete()

    # -- the end -------------------------------------------------------------------------------

    def _stop(self, why: str, status: HTTPStatus) -> None:
        self._why, self._fault = why, status
        raise TooMuch(why)

    def _cut(self, why: str, status: HTTPStatus) -> None:
        self._limiter.metrics.cut.add(why)
        self._end(status)

    def _end(self, status: HTTPStatus) -> None:
        """Say why, unless an answer is under way, and close."""
        self._hang_up()
        self._within(None)
        if self.cycle is not None:
            done = self.cycle.response_complete
            if self.pipeline or (not done if self._in_head else self.cycle.response_started):
                self.transport.close() if done else self.transport.abort()
                return
        text = status.phrase.encode()
        self.transport.write(
            b"HTTP/1.1 %d %b\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n"
            b"retry-after: 1\r\n\r\n%b" % (status, text, len(text), text)
        )
        self.transport.close()


def answer_to(headers: list[tuple[bytes, bytes]]) -> bytes | None:
    """What somebody who wants a socket has to be told (RFC 6455, 4.2.2), if the head is one as browsers send it; None
    if it wants a second look."""
    said = dict(headers)
    key = said.get(b"sec-websocket-key", b"")
    if len(said) != len(headers) or not said.keys().isdisjoint(UNUSUAL) or not KEY.fullmatch(key):
        return None
    if not all(said.get(name, b"").lower() in values for name, values in USUAL.items()):
        return None
    together = b"".join(said.values())
    if not together.isascii() or not together.decode().isprintable():
        return None
    return b64encode(sha1(key + OURS, usedforsecurity=False).digest())
