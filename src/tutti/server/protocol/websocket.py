"""A socket whose frames are counted as they are read. Pings, pongs and fragments never become a message, so nobody
above would ever see how many there are; and a socket that has been cut off is read no further.

Nearly all that comes is one short text in one frame, and nearly all that goes are whole texts. These have a short way,
past the protocol of ``websockets``; whatever is not exactly so goes through it. It is made when it is first needed:
after a restart a thousand sockets come at once, and few of them need it soon."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import unquote

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import CONNECTING, OPEN, Protocol
from websockets.server import ServerProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was not compiled
    from websockets.utils import apply_mask

from tutti.server import logs
from tutti.server.protocol.connections import ConnectionLimiter
from tutti.server.rate_limits import Bucket

FRAMES = 30, 150
"""Frames of any kind: twice as many as orders are taken, so that who is only quick is asked to wait first."""
EMPTY = 2, 20
"""Frames that are not a message: pings, pongs, parts of a message. A browser sends one in twenty seconds."""
PUSH = "tutti.push"
"""The extension of a socket's scope: ``push`` sends without a task for each message, ``receive`` is the near end."""
Push = Callable[[Sequence[bytes]], bool]
TEXT = 0x81
"""The first byte of a frame that is a whole text."""
MASKED = 0x80
SHORT, MEDIUM = 126, 65536
"""Sizes from which the size of a frame takes two bytes more, and eight."""
WELCOME = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %b\r\n"
    b"%b\r\n"
)
UNREAD = 4
"""So many short texts may wait before no more is read."""
LINGER = 5.0
"""Seconds that one who was cut off has to read why."""


LOGGER = logging.getLogger("uvicorn.error")


class TooMany(ProtocolError):
    """More frames than anybody who means well sends."""


class Counted(ServerProtocol):
    """Fails with 1008 at the first frame that is too many, in the middle of what has been received."""

    def __init__(
        self, max_size: int, now: Callable[[], float], logger: logging.Logger, frames: Bucket, empty: Bucket
    ) -> None:
        super().__init__(max_size=max_size, logger=logger)
        self._now = now
        self._frames, self._empty = frames, empty

    def recv_frame(self, frame: Frame) -> None:
        now = self._now()
        message = frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
        fine = self._frames.take(now) and (message or frame.opcode is Opcode.CLOSE or self._empty.take(now))
        if not fine:
            self.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            raise TooMany("too many frames")
        super().recv_frame(frame)


class SingleReaderQueue:
    """A queue with one reader: it needs less than one for many."""

    def __init__(self) -> None:
        self.waiting: deque[Any] = deque()
        self._wanted: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.waiting.append(message)
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(None)

    def empty(self) -> bool:
        return not self.waiting

    async def get(self) -> Any:
        while not self.waiting:
            self._wanted = asyncio.get_running_loop().create_future()
            await self._wanted
        return self.waiting.popleft()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol with our connection limits."""

    def __init__(
        self, config: Any, server_state: Any, app_state: dict[str, Any], *, limiter: ConnectionLimiter
    ) -> None:
        """Sets all that uvicorn's own does (a test compares them), without what it makes for nothing here."""
        self.config, self.app, self.app_state = config, config.loaded_app, app_state
        self.loop = asyncio.get_running_loop()
        self.logger = LOGGER
        self.root_path, self.asgi_version = config.root_path, config.asgi_version
        self.connections, self.tasks = server_state.connections, server_state.tasks
        self.default_headers = server_state.default_headers
        self.transport = self.server = self.client = self.scheme = None  # type: ignore[assignment]  # as uvicorn's
        self.received = SingleReaderQueue()
        self.queue = self.received  # type: ignore[assignment]  # it has what is asked of it
        self.handshake_initiated = self.handshake_complete = self.close_sent = self.disconnected = False
        self.close_timer, self.close_timeout = None, 10.0
        self.initial_response = None
        self.read_paused = False
        self.writable = asyncio.Event()
        self.writable.set()
        self.ping_interval, self.ping_timeout = config.ws_ping_interval, config.ws_ping_timeout
        self.ping_timer = self.pong_timer = self.pending_ping_payload = None
        self.ping_sent_at = self.last_ping_rtt = 0.0
        self.frames, self.curr_msg_data_type = [], "bytes"

        now = self.loop.time()
        self._limiter = limiter
        self._reads = limiter.reads(now)
        self._counts = (Bucket(*FRAMES, now), Bucket(*EMPTY, now)) if limiter.on else None
        self._inside = False
        self._whole: bool | None = None
        """What has been read ends where a frame ends; None before the head has come."""
        self._made: ServerProtocol | None = None
        self._accept = b""
        """What the answer has to say if the head was read elsewhere."""

    @property
    def conn(self) -> ServerProtocol:  # type: ignore[override]  # uvicorn's is made at once
        """The long way."""
        if self._made is None:
            size, logger = self.config.ws_max_size, self.logger
            if self._counts is None:
                self._made = ServerProtocol(max_size=size, logger=logger)
            else:
                self._made = Counted(size, self.loop.time, logger, *self._counts)
            if self._accept:  # the request is here already: what comes are frames
                self._made.state = OPEN if self.handshake_complete else CONNECTING
                self._made.parser = Protocol.parse(self._made)
                next(self._made.parser)
        return self._made

    @property
    def _open(self) -> bool:
        return self.handshake_complete if self._made is None else self._made.state is OPEN

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._limiter.enter(self._address)
        self._inside = True

    def take_over(self, asked: HttpToolsProtocol, accept: bytes) -> None:
        """``connection_made``, and what would be read then, from whoever has read it already and knows the answer."""
        self.connections.add(self)
        self.transport, self.server, self.client = asked.transport, asked.server, asked.client
        self.scheme = "wss" if asked.scheme == "https" else "ws"
        self._limiter.enter(self._address)
        self._inside = self._whole = self.handshake_initiated = True
        self._accept = accept
        path, _, query = asked.url.partition(b"?")
        self.scope = {
            "type": "websocket",
            "asgi": {"version": self.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": self.scheme,
            "server": self.server,
            "client": self.client,
            "root_path": self.root_path,
            "path": self.root_path + unquote(path.decode()),
            "raw_path": self.root_path.encode() + path,
            "query_string": query,
            "headers": asked.headers,
            "subprotocols": [],
            "state": self.app_state.copy(),
            "extensions": {"websocket.http.response": {}, PUSH: {"push": self.push, "receive": self.receive}},
        }
        self.queue.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self.run_asgi())
        task.add_done_callback(self.on_task_complete)
        self.tasks.add(task)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._inside:
            self._inside = False
            self._limiter.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._reads is not None and not self._reads.take(self.loop.time()):
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many pieces")
            self.handle_parser_exception()
            return
        if self._whole:
            text = self._short_text(data)
            if text is not None:
                self._take(text)
                return
            self._whole = ends_whole(data)
        elif self._whole is None:
            self._whole = data.endswith(b"\r\n\r\n")  # else all that comes goes the long way
        super().data_received(data)

    def _short_text(self, data: bytes) -> bytes | None:
        """The text, if this is one short frame with a whole text and nothing else; None: the long way."""
        if len(data) < 6 or data[0] != TEXT or data[1] < MASKED or not self._open:
            return None
        size, start = data[1] - MASKED, 2
        if size == SHORT:
            size, start = int.from_bytes(data[2:4], "big"), 4
            if size < SHORT:
                return None
        elif size > SHORT:
            return None
        if len(data) != start + 4 + size or size > self.config.ws_max_size:
            return None
        if self._made is not None and self._made.current_size is not None:
            return None
        if self._counts is not None:
            frames, _ = self._counts
            if frames.level < 1 or not frames.take(self.loop.time()):
                return None  # perhaps too many: the long way knows, and says so
        return apply_mask(data[start + 4 :], data[start : start + 4])

    def send_receive_event_to_app(self) -> None:
        """As uvicorn's, but signs that are no text end the socket without a line in the log: that can be flooded."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._not_text()
                return
        super().send_receive_event_to_app()

    def _take(self, text: bytes) -> None:
        """The same for a short text. Reading goes on, as it costs more to stop and begin than to let a few wait."""
        if self.close_sent:
            return
        try:
            self.received.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            self._not_text()
            return
        if not self.read_paused and len(self.received.waiting) >= UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def _not_text(self) -> None:
        self.frames = []
        self.conn.fail(CloseCode.INVALID_DATA)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # the handshake is not over: there is nobody to tell
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE})
            self.transport.abort()
            return
        if self.conn.close_sent.code == CloseCode.POLICY_VIOLATION:
            self._limiter.metrics.cut.add("frames")
        super().handle_parser_exception()
        self.loop.call_later(LINGER, self.transport.abort)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["extensions"][PUSH] = {"push": self.push, "receive": self.receive}

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.accept":  # whoever asked can name what the log says of this socket
            named = (b"x-request-id", logs.request.get().encode())
            if self._accept and not message.get("headers"):
                self._welcome(named)
                return
            message = {**message, "headers": [*message.get("headers", ()), named]}
        await super().send(message)

    def _welcome(self, named: tuple[bytes, bytes]) -> None:
        """The answer to a head that was read elsewhere."""
        if self.disconnected:
            raise ClientDisconnected
        if self.transport.is_closing():
            return
        self.handshake_complete = True
        if self._made is not None:
            self._made.state = OPEN
        others = b"".join(b"%b: %b\r\n" % header for header in (*self.default_headers, named))
        self.transport.write(WELCOME % (self._accept, others))
        self.start_keepalive()

    def push(self, texts: Sequence[bytes]) -> bool:
        """Send messages at once, all in one write; False if they have to wait, or cannot be sent at all."""
        if not self.writable.is_set() or not self._open or self.transport.is_closing():
            return False
        if len(texts) == 1 and SHORT <= len(texts[0]) < MEDIUM:  # nearly always: the view of somebody who watches
            self.transport.write(b"\x81\x7e%b%b" % (len(texts[0]).to_bytes(2, "big"), texts[0]))
            return True
        parts = []
        for text in texts:
            size = len(text)
            if size < SHORT:
                parts.append(bytes((TEXT, size)))
            elif size < MEDIUM:
                parts.append(b"\x81\x7e" + size.to_bytes(2, "big"))
            else:
                parts.append(b"\x81\x7f" + size.to_bytes(8, "big"))
            parts.append(text)
        self.transport.write(b"".join(parts))
        return True

    def handle_ping(self) -> None:
        """Answer, unless the answers before have not been read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def ends_whole(data: bytes) -> bool:
    """Whether frames that begin where this does end where it does."""
    at = 0
    while len(data) >= at + 2:
        size, start = data[at + 1] & ~MASKED, at + 2
        if size >= SHORT:
            more = 2 if size == SHORT else 8
            size, start = int.from_bytes(data[start : start + more], "big"), start + more
        at = start + (4 if data[at + 1] & MASKED else 0) + size
    return at == len(data)
