"""A socket whose frames are counted as they are read. Pings, pongs and fragments never become a message, so nobody
above would ever see how many there are; and a socket that has been cut off is read no further."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from tutti.server.limits import Bucket
from tutti.server.protocol.door import Door

FRAMES = 30, 150
"""Frames of any kind: twice as many as orders are taken, so that who is only quick is asked to wait first."""
EMPTY = 2, 20
"""Frames that are not a message: pings, pongs, parts of a message. A browser sends one in twenty seconds."""
PUSH = "tutti.push"
"""The extension of a socket's scope that sends without a task for each message."""
Push = Callable[[Sequence[bytes]], bool]
LINGER = 5.0
"""Seconds that one who was cut off has to read why."""


class TooMany(ProtocolError):
    """More frames than anybody who means well sends."""


class Counted(ServerProtocol):
    """Fails with 1008 at the first frame that is too many, in the middle of what has been received."""

    def __init__(self, max_size: int, now: Callable[[], float], logger: logging.Logger) -> None:
        super().__init__(max_size=max_size, logger=logger)
        self._now = now
        self._frames = Bucket(*FRAMES, now())
        self._empty = Bucket(*EMPTY, now())

    def recv_frame(self, frame: Frame) -> None:
        now = self._now()
        message = frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
        fine = self._frames.take(now) and (message or frame.opcode is Opcode.CLOSE or self._empty.take(now))
        if not fine:
            self.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            raise TooMany("too many frames")
        super().recv_frame(frame)


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, behind the door."""

    def __init__(self, *args: Any, door: Door, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._door = door
        self._reads = door.reads(self.loop.time())
        self._inside = False
        if door.on:
            self.conn = Counted(self.config.ws_max_size, self.loop.time, self.logger)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._door.enter(self._address)
        self._inside = True

    def connection_lost(self, exc: Exception | None) -> None:
        if self._inside:
            self._inside = False
            self._door.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._reads is not None and not self._reads.take(self.loop.time()):
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many pieces")
            self.handle_parser_exception()
            return
        super().data_received(data)

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # the handshake is not over: there is nobody to tell
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE})
            self.transport.abort()
            return
        if self.conn.close_sent.code == CloseCode.POLICY_VIOLATION:
            self._door.metrics.cut.add("frames")
        super().handle_parser_exception()
        self.loop.call_later(LINGER, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][PUSH] = {"push": self.push}

    def push(self, texts: Sequence[bytes]) -> bool:
        """Send messages at once, all in one write; False if they have to wait, or cannot be sent at all."""
        if not self.writable.is_set() or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        for text in texts:
            self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer, unless the answers before have not been read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()
