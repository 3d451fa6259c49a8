"""One client that does not behave, over raw sockets of this machine, in a process of its own.

    python -m support.attacks KIND HOST PORT SECONDS FROM TABLE

It comes from an address of its own, so that limits by address tell it from the honest ones, does what KIND says until
the seconds are over, however often it is cut off, and prints what became of it as one line of JSON. It never speaks to
any machine but this one.
"""

from __future__ import annotations

import base64
import json
import os
import select
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

PORTION = 60_000
HALVES = 1100
CHUNKED = 26

Report = Counter[str]


class Attack:
    """Where to, and until when."""

    def __init__(self, host: str, port: int, seconds: float, here: str, table: str) -> None:
        assert host.startswith("127.")
        self.where = host, port
        self.here = here
        self.table = table
        self.end = time.monotonic() + seconds
        self.said: Report = Counter()

    def on(self) -> bool:
        return time.monotonic() < self.end

    def connect(self) -> socket.socket:
        wire = socket.socket()
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wire.bind((self.here, 0))
        wire.settimeout(max(0.1, self.end - time.monotonic()))
        try:
            wire.connect(self.where)
        except OSError:
            wire.close()
            raise
        self.said["connections"] += 1
        return wire

    def watch(self) -> socket.socket:
        """The open socket of a spectator; ``OSError`` if there is none to be had."""
        wire = self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        wire.sendall(
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: {self.where[0]}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            more = wire.recv(4096)
            if not more:
                break
            head += more
        if b" 101 " not in head.partition(b"\r\n")[0]:
            wire.close()
            self.said["turned_away"] += 1
            raise ConnectionError(head[:20])
        self.said["sockets"] += 1
        return wire

    @contextmanager
    def until_cut(self) -> Iterator[None]:
        """Whatever the server does to the connection is what should happen."""
        try:
            yield
        except OSError:
            self.said["cut"] += 1
            time.sleep(0.01)


def frame(kind: int, body: bytes = b"", last: bool = True) -> bytes:
    """One frame under a mask of zeros."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + size + b"\0\0\0\0" + body


def flood(attack: Attack, first: bytes, again: bytes) -> None:
    """The same frame again and again, as fast as it goes; what comes back is read and forgotten."""
    portion = again * (PORTION // len(again))
    while attack.on():
        with attack.until_cut():
            wire = attack.watch()
            with wire:
                wire.sendall(first)
                while attack.on():
                    readable, writable, _ = select.select([wire], [wire], [], 1)
                    if readable and not wire.recv(1 << 20):
                        raise ConnectionError
                    if writable:
                        sent = wire.send(portion)
                        attack.said["bytes"] += sent
                        if sent % len(again):
                            wire.sendall(portion[sent % len(again) : len(again)])


def nothing(attack: Attack) -> None:
    """For comparison."""
    time.sleep(max(0, attack.end - time.monotonic()))


def pings(attack: Attack) -> None:
    flood(attack, b"", frame(9))


def pongs(attack: Attack) -> None:
    flood(attack, b"", frame(10))


def fragments(attack: Attack) -> None:
    flood(attack, frame(1, b"", last=False), frame(0, b"", last=False))


def messages(attack: Attack) -> None:
    flood(attack, b"", frame(1, b'{"type":"ping"}'))


def syncs(attack: Attack) -> None:
    """As many sockets as it gets, each asking for everything fourteen times a second."""
    wires: list[socket.socket] = []
    gone = False
    while attack.on():
        while not gone and attack.on() and len(wires) < 100:
            try:
                wires.append(attack.watch())
            except OSError:
                gone = True
        start = time.monotonic()
        for wire in list(wires):
            try:
                wire.sendall(frame(1, b'{"type":"sync"}'))
                while select.select([wire], [], [], 0)[0]:
                    got = len(wire.recv(1 << 20))
                    if not got:
                        raise ConnectionError
                    attack.said["received"] += got
            except OSError:
                attack.said["cut"] += 1
                wires.remove(wire)
                wire.close()
                gone = False
        time.sleep(max(0.01, start + 1 / 14 - time.monotonic()))
    for wire in wires:
        wire.close()


def crumbs(attack: Attack) -> None:
    """A socket's frames byte by byte."""
    letters = frame(1, b"x" * 16_000)
    while attack.on():
        with attack.until_cut(), attack.watch() as wire:
            for at in range(len(letters)):
                wire.send(letters[at : at + 1])
                attack.said["bytes"] += 1
                if not attack.on():
                    break


def openings(attack: Attack) -> None:
    """Sockets opened and left as fast as it goes."""
    while attack.on():
        with attack.until_cut():
            attack.watch().close()


def chunks(attack: Attack) -> None:
    """Bodies in chunks of one byte each."""
    head = (
        f"POST /api/replays HTTP/1.1\r\nHost: {attack.where[0]}\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    ).encode()
    portion = b"1\r\n[\r\n" * (PORTION // 6)
    wires: dict[socket.socket, int] = {}
    while attack.on():
        while len(wires) < CHUNKED and attack.on():
            with attack.until_cut():
                wire = attack.connect()
                wires[wire] = 0
                attack.said["requests"] += 1
                wire.sendall(head)
                wire.setblocking(False)
        readable, writable, _ = select.select(wires, wires, [], 0.5)
        for wire in {*readable, *writable}:
            try:
                if wire in readable and not wire.recv(1 << 16):
                    raise ConnectionError
                if wire in writable:
                    at = wires[wire]
                    sent = wire.send(portion[at:])
                    attack.said["bytes"] += sent
                    wires[wire] = (at + sent) % len(portion)
            except OSError:
                attack.said["cut"] += 1
                wire.close()
                del wires[wire]
    for wire in wires:
        wire.close()


def halves(attack: Attack) -> None:
    """Heads of requests that never end, on as many connections as it gets."""
    wires: list[socket.socket] = []
    while attack.on():
        while len(wires) < HALVES and attack.on():
            with attack.until_cut():
                wire = attack.connect()
                wires.append(wire)
                wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
            attack.said["most"] = max(attack.said["most"], len(wires))
        for wire in list(wires):
            with suppress(OSError):
                wire.setblocking(False)
                wire.send(b"a")
            with suppress(BlockingIOError):
                try:
                    if wire.recv(1000):
                        continue
                except BlockingIOError:
                    continue
                except OSError:
                    pass
                attack.said["cut"] += 1
                wires.remove(wire)
                wire.close()
        time.sleep(0.1)
    attack.said["left"] = len(wires)
    for wire in wires:
        wire.close()


def pipelines(attack: Attack) -> None:
    """Thousands of requests in one breath; the answers are read and forgotten."""
    one = f"GET /health HTTP/1.1\r\nHost: {attack.where[0]}\r\n\r\n".encode()
    portion = one * (PORTION // len(one))
    while attack.on():
        with attack.until_cut(), attack.connect() as wire:
            wire.setblocking(False)
            at = 0
            while attack.on():
                readable, writable, _ = select.select([wire], [wire], [], 0.5)
                if readable and not wire.recv(1 << 20):
                    raise ConnectionError
                if writable:
                    at = (at + wire.send(portion[at:])) % len(portion)


def heads(attack: Attack) -> None:
    """A head of a request that grows and grows."""
    while attack.on():
        with attack.until_cut(), attack.connect() as wire:
            wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while attack.on():
                wire.sendall(b"a:b\r\n" * 12_000)
                attack.said["bytes"] += PORTION


def trailers(attack: Attack) -> None:
    """What follows a body in chunks, and never ends."""
    head = f"POST / HTTP/1.1\r\nHost: {attack.where[0]}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    while attack.on():
        with attack.until_cut(), attack.connect() as wire:
            wire.sendall(head + b"1\r\n \r\n0\r\nx: ")
            while attack.on():
                wire.sendall(b"a" * PORTION)
                attack.said["bytes"] += PORTION


def lines(attack: Attack) -> None:
    """A request, and empty lines after it."""
    while attack.on():
        with attack.until_cut(), attack.connect() as wire:
            wire.sendall(f"GET /health HTTP/1.1\r\nHost: {attack.where[0]}\r\n\r\n".encode())
            wire.recv(1 << 16)
            while attack.on():
                wire.sendall(b"\r\n" * (PORTION // 2))
                attack.said["bytes"] += PORTION


KINDS: dict[str, Callable[[Attack], None]] = {
    attack.__name__: attack
    for attack in (
        nothing, pings, pongs, fragments, messages, syncs, crumbs, openings, chunks, halves, pipelines, heads,
        trailers, lines,
    )
}  # fmt: skip


def main() -> None:
    kind, host, port, seconds, here, table = sys.argv[1:]
    attack = Attack(host, int(port), float(seconds), here, table)
    KINDS[kind](attack)
    print(json.dumps(attack.said))


if __name__ == "__main__":
    with suppress(ImportError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    main()
