"""A receiver of messages on this machine: what a webhook, a push service or a mail server would get."""

from __future__ import annotations

import base64
import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Got:
    """What has come, in order. ``status`` is what the next ones are answered with."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.status = 200
        self.to = ""
        """Where whoever comes is sent on to."""
        self.address = ""
        self.mails: list[str] = []

    def messages(self) -> list[Any]:
        return [json.loads(body) for body in self.bodies]

    def forget(self) -> None:
        for one in (self.bodies, self.paths, self.headers, self.mails):
            one.clear()


@contextmanager
def receiver() -> Iterator[Got]:
    """A web server that takes everything."""
    got = Got()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            got.paths.append(self.path)
            got.headers.append({name.lower(): value for name, value in self.headers.items()})
            got.bodies.append(body)
            self.send_response(got.status)
            if got.to:
                self.send_header("location", got.to)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        got.address = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield got
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def mail_receiver() -> Iterator[Got]:
    """As much of a mail server as a sender needs."""
    got = Got()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline():
                word = line.split()[0].upper() if line.split() else b""
                if word == b"EHLO":
                    self._say("250 here")
                elif word == b"DATA":
                    self._say("354 go on")
                    lines = []
                    while (part := self.rfile.readline()) != b".\r\n":
                        lines.append(part)
                    got.mails.append(b"".join(lines).decode())
                    self._say("250 taken")
                elif word == b"QUIT":
                    self._say("221 bye")
                    return
                else:
                    self._say("250 fine")

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        got.address = f"127.0.0.1:{server.server_address[1]}"
        try:
            yield got
        finally:
            server.shutdown()
            thread.join()


class Device:
    """A browser that has subscribed to push messages, and can read them."""

    def __init__(self, service: Got) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes ok"
        self.endpoint = f"{service.address}/push/device"

    def channel(self) -> dict[str, Any]:
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"kind": "push", "address": self.endpoint, "keys": {"p256dh": b64(public), "auth": b64(self.auth)}}

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
