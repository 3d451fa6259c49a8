"""A socket client that costs little: the generator must not be what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

Heard = Callable[[bytes], None]
MASK = b"\x00\x00\x00\x00"
"""A mask of zeros changes nothing: the law of the protocol is kept, and no time is spent on it."""


class Wire(asyncio.Protocol):
    """One open socket. ``heard`` gets every message; ``closed`` the code of the end."""

    def __init__(self, path: str, host: str, cookie: str, heard: Heard) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._shaken = False
        self._transport: asyncio.Transport | None = None
        key = base64.b64encode(os.urandom(16)).decode()
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are none by birth
        self._transport.write(self._hello)

    def send(self, text: bytes) -> None:
        """A message; nothing happens if the line is gone."""
        assert len(text) < 65536
        head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else b"\x81\xfe" + len(text).to_bytes(2, "big")
        self.write(head + MASK + text)

    def write(self, raw: bytes) -> None:
        """Whatever it is, a frame or none."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(raw)

    def pause(self) -> None:
        """Read nothing from now on."""
        assert self._transport is not None
        self._transport.pause_reading()

    def sip(self) -> None:
        """Read once, and no more."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
            asyncio.get_running_loop().call_soon(self._transport.pause_reading)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data
        if not self._shaken:
            head, found, rest = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = buffer
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                return
            self._shaken = True
            self.opened.set_result(None)
            buffer = rest
        self._buffer = self._frames(buffer)

    def _frames(self, buffer: bytes) -> bytes:
        at = 0
        while len(buffer) - at >= 2:
            kind, size, start = buffer[at] & 15, buffer[at + 1] & 127, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            self._frame(kind, buffer[start : start + size])
            at = start + size
        return buffer[at:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == 1:
            self.heard(body)
        elif kind == 9 and self._transport is not None:
            self._transport.write(bytes([0x8A, 0x80 | len(body)]) + MASK + body)
        elif kind == 8 and not self.closed.done():
            self.closed.set_result(int.from_bytes(body[:2], "big"))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed"))
        if not self.closed.done():
            self.closed.set_result(1006)


async def connect(host: str, port: int, path: str, cookie: str, heard: Heard) -> Wire:
    """An open socket."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(path, f"{host}:{port}", cookie, heard), host, port)
    await wire.opened
    return wire
