"""What a client may do before anybody has read what it says: connections, time, size, pieces."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

import tutti
from server.kit import PATIENCE, LiveServer, live_server
from support.attacks import frame
from tutti.server.metrics import Metrics
from tutti.server.protocol import connections, http
from tutti.server.protocol.connections import ConnectionLimiter, raise_descriptors
from tutti.server.protocol.websocket import UNREAD, SingleReaderQueue, SocketProtocol
from tutti.server.rate_limits import MIB, Bucket, Buckets, Limits, place_of
from tutti.server.settings import Settings


@contextmanager
def raw(home: LiveServer, hello: bytes = b"") -> Iterator[socket.socket]:
    host, port = home.address.removeprefix("http://").split(":")
    with closing(socket.create_connection((host, int(port)), PATIENCE)) as wire:
        wire.sendall(hello)
        yield wire


def answer(wire: socket.socket) -> bytes:
    """All that comes until the server closes."""
    found = b""
    try:
        while more := wire.recv(1 << 16):
            found += more
    except ConnectionError:
        pass
    return found


def status(wire: socket.socket) -> int:
    found = answer(wire)
    return int(found.split(b" ")[1]) if found else 0


HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


# -- who may come in -------------------------------------------------------------------------------


def test_an_address_has_so_many_connections_and_a_proxy_as_many_as_it_needs() -> None:
    settings = Settings(connections_per_address=3, proxies="10.0.0.1, 10.1.0.0/16")
    limiter = ConnectionLimiter(settings, Metrics())
    for _ in range(3):
        assert limiter.refusal("1.2.3.4") == ""
        limiter.enter("1.2.3.4")
    assert limiter.refusal("1.2.3.4") == "too_many"
    assert limiter.refusal("1.2.3.5") == ""
    limiter.leave("1.2.3.4")
    assert limiter.refusal("1.2.3.4") == ""
    for proxy in ("10.0.0.1", "10.1.2.3"):
        for _ in range(1000):
            assert limiter.refusal(proxy) == ""
            limiter.enter(proxy)
        assert limiter.crumbs(proxy, 0) is None
    assert [limiter.refusal("9.9.9.9") for _ in range(400)].count("too_fast") > 50
    assert ConnectionLimiter(Settings(limits=False), Metrics()).crumbs("1.2.3.4", 0) is None


def test_a_few_descriptors_are_kept_free() -> None:
    limiter = ConnectionLimiter(Settings(proxies="10.0.0.1"), Metrics(), 300)
    for n in range(100):
        assert limiter.refusal("10.0.0.1") == ""
        limiter.enter(f"10.0.{n}.1")
    assert limiter.refusal("10.0.0.1") == "full"
    limiter.leave("10.0.5.1")
    assert limiter.refusal("10.0.0.1") == ""
    assert set(limiter.inside) == {f"10.0.{n}.1" for n in range(100) if n != 5}


def test_descriptors_are_raised() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        found = raise_descriptors()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == before[1]
        assert found == (None if before[1] == resource.RLIM_INFINITY else before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("::1", "::1"),
        ("", ""),
    ],
)
def test_one_network_of_ipv6_is_one_address(address: str, place: str) -> None:
    assert place_of(address) == place


def test_limits_by_address_count_a_network_of_ipv6_as_one(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True, proxies="127.0.0.1", sockets_per_address=1) as home:
        ada = home.person(where="2001:db8::1")
        table = ada.table("me", "open")
        with ada.at(table, 0) as one:
            one.wait(lambda at: at.table)
            with home.person(where="2001:db8::2").at(table) as two:
                assert two.read()["fault"]["code"] == "error.too_many_sockets"
            with home.person(where="2001:db8:0:1::2").at(table) as three:
                three.wait(lambda at: at.table)
        home.server.limits.requests = Buckets(0.01, 20)

        def ask(where: str) -> int:
            return httpx.get(home.address + "/api/me", headers={"X-Forwarded-For": where}, timeout=PATIENCE).status_code

        assert [ask(f"2001:db8::{n:x}") for n in range(25)] == [200] * 20 + [429] * 5
        assert ask("2001:db8:0:1::1") == 200
        assert [ask(f"{'::ffff:' if n % 2 else ''}192.0.2.1") for n in range(22)][-2:] == [429] * 2


def test_one_too_many_is_told_so(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True, connections_per_address=2) as home, raw(home), raw(home):
        for _ in range(5):  # the two may not have been let in yet
            with raw(home) as third:
                third.settimeout(5)  # on a busy machine a refusal may take its time, and each is counted
                try:
                    if third.recv(100).startswith(b"HTTP/1.1 429 "):
                        break
                except TimeoutError:
                    continue
        else:
            pytest.fail("everybody is let in")
    assert home.server.metrics.cut.values["too_many"] == 1


# -- time ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("hasty"), head_seconds=0.3, body_seconds=0.6) as running:
        yield running


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"", 408),
        (b"GET /health HT", 408),
        (HEAD + b"X: y\r\n", 408),
        (HEAD + b"Content-Length: 100\r\n\r\n{", 408),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", 408),
    ],
)
def test_what_does_not_come_is_not_waited_for(hasty: LiveServer, said: bytes, code: int) -> None:
    with raw(hasty, said) as wire:
        assert status(wire) == code


def test_the_time_of_a_head_begins_with_each_request(tmp_path: Path) -> None:
    with live_server(tmp_path, head_seconds=2) as home, httpx.Client(base_url=home.address) as client:
        for _ in range(5):
            assert client.get("/health").status_code == 200
            time.sleep(0.5)  # two seconds for each, not for all
        assert home.server.metrics.cut.values["slow"] == 0
        with raw(home, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal") as wire:
            assert re.findall(rb"HTTP/1.1 (\d+) ", answer(wire)) == [b"200", b"408"]


def test_empty_lines_keep_no_connection_open(hasty: LiveServer) -> None:
    with raw(hasty, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n") as wire:
        found = b""
        while b"}" not in found:
            found += wire.recv(1 << 16)
        assert b" 200 " in found
        wire.sendall(b"\r\n")  # no request begins with it, so nobody would wait for its end
        assert answer(wire) == b""


def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("client")
    (web / "assets" / "big.bin").write_bytes(b"\0" * (32 << 20))
    with live_server(tmp_path / "data", web=str(web), body_seconds=0.3) as home:
        with raw(home, b"GET /assets/big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n") as wire:
            for _ in range(int(PATIENCE * 100)):
                if home.server.metrics.cut.values["unread"]:
                    break
                time.sleep(0.01)
            assert len(answer(wire)) < 32 << 20
        assert len(httpx.get(home.address + "/assets/big.bin", timeout=PATIENCE).content) == 32 << 20


# -- size ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", 431),
        (HEAD + b"Cookie: " + b"a" * 20_000 + b"\r\n\r\n", 431),
        (HEAD + b"a: b\r\n" * 120 + b"\r\n", 431),
        (HEAD + b"X-Long: " + b"a" * 20_000, 431),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 200, 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\nx: " + b"a" * 20_000, 431),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\n" + b"x: y\r\n" * 120 + b"\r\n", 431),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"a" * 20_000, 431),
        (b"\r\n" * 10_000, 431),
        (b"nonsense\r\n\r\n", 400),
    ],
)
def test_heads_and_pieces_have_an_end(home: LiveServer, said: bytes, code: int) -> None:
    with raw(home, said) as wire:
        assert status(wire) == code


def in_pieces(wire: socket.socket, said: bytes) -> None:
    """As on a line that takes so much at a time."""
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for at in range(0, len(said), 1460):
        wire.sendall(said[at : at + 1460])
        time.sleep(0.02)


def test_a_head_may_come_in_pieces(home: LiveServer) -> None:
    """Nothing of it is counted twice."""
    filled = b"".join(b"X-%d: " % n + b"a" * 1000 + b"\r\n" for n in range(12))
    with raw(home) as wire:
        for last in (b"", b"Connection: close\r\n"):
            in_pieces(wire, b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + filled + last + b"\r\n")
        assert re.findall(rb"HTTP/1.1 (\d+) ", answer(wire)) == [b"200", b"200"]


def test_trailers_are_no_headers(home: LiveServer) -> None:
    ada = home.person("Ada Trails")
    cookie = f"Cookie: tutti={ada.http.cookies['tutti']}\r\n".encode()
    said = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
    for head, trailer, known in ((cookie, b"x: y\r\n", True), (b"", cookie, False)):
        with raw(home, said + head + b"\r\n1\r\n \r\n0\r\n" + trailer + b"\r\n") as wire:
            found = answer(wire)
        assert b" 200 " in found.partition(b"\r\n")[0]
        assert (b"Ada Trails" in found) is known


def test_a_body_in_a_few_pieces_is_fine(home: LiveServer) -> None:
    body = b'{"game":"symphonimo","seats":[{"kind":"me"},{"kind":"open"}]}'
    pieces = [body[at : at + 6] for at in range(0, len(body), 6)]
    sent = httpx.post(home.address + "/api/tables", content=iter(pieces), headers={"Content-Type": "application/json"})
    assert sent.status_code == 201
    record = json.dumps(tutti.Match.new("symphonimo", seed=1).record()).encode().ljust(200_000)
    pieces = [record[at : at + 1000] for at in range(0, len(record), 1000)]
    sent = httpx.post(home.address + "/api/replays", content=iter(pieces), headers={"Content-Type": "application/json"})
    assert sent.status_code == 201


def test_a_few_requests_may_wait_for_an_answer_and_not_many(home: LiveServer) -> None:
    one = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with raw(home, one * 5 + last) as wire:
        assert answer(wire).count(b"HTTP/1.1 200 ") == 6
    before = home.server.metrics.cut.values["queued"]
    with raw(home, one * 1000) as wire:
        assert answer(wire).count(b"HTTP/1.1 200 ") < 20
    assert home.server.metrics.cut.values["queued"] == before + 1


# -- sockets ---------------------------------------------------------------------------------------


def test_everything_anew_comes_a_few_times_and_then_later(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True) as home:
        ada = home.person()
        table = ada.table("me", "open")
        with ada.at(table, 0) as place:
            place.wait(lambda at: at.table)
            told = home.server.limits.told_person._buckets.values()
            assert [bucket.level < bucket.burst for bucket in told] == [True]
            for _ in range(4):
                place.wire.send('{"type":"sync"}')
                assert place.read()["type"] == "table"
            place.wire.send('{"type":"sync"}')
            place.wire.send('{"type":"sync"}')
            assert place.until("refused")["fault"]["code"] == "error.slow_down"
            assert place.until("table")
            for _ in range(50):
                place.wire.send('{"type":"sync"}')
            assert place.closed() == 1008


def test_bytes_told_anew_are_counted_for_the_person_and_the_address() -> None:
    limits = Limits(True, Metrics().slowed)

    def may(person: str, address: str) -> bool:
        return limits.may_sync(limits.socket_syncs(), person, address)

    assert may("p", "a")
    limits.told_anew("p", "a", 2 * MIB)
    assert (may("p", "b"), may("q", "a")) == (False, True)
    limits.told_anew("q", "a", 20 * MIB)
    assert (may("r", "a"), may("r", "b")) == (False, True)
    assert [may("s", "b") for _ in range(20)].count(True) == 12
    assert Limits(False, Metrics().slowed).may_sync(Bucket(0, 0, 0), "p", "a")


def drip(wire: socket.socket, said: bytes) -> int:
    """Byte by byte, until the other side has closed; how many went out."""
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for n, byte in enumerate(said):
        try:
            wire.send(bytes([byte]))
        except ConnectionError:
            return n
        time.sleep(0.01)
    return len(said)


def test_what_comes_in_crumbs_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CRUMBS", (0.01, 10))
    monkeypatch.setattr(connections, "READS", (0.01, 10))
    with live_server(tmp_path, limits=True) as home:
        with raw(home) as wire:
            assert drip(wire, HEAD + b"x" * 900) < 500
        ada = home.person()
        with ada.at(ada.table("me", "open"), 0) as place:
            place.wait(lambda at: at.table)
            with socket.socket(fileno=os.dup(place.wire.socket.fileno())) as wire:
                drip(wire, b"\x81\xfe\x03\x00\0\0\0\0" + b"x" * 300)
            assert place.closed() in (1008, 1006)  # who goes on talking may not hear why
        assert home.server.metrics.cut.values["crumbs"] == 1
        assert home.server.metrics.cut.values["frames"] == 1


@pytest.mark.parametrize("kind", [9, 10, 0])
def test_frames_that_are_no_message_are_cut(tmp_path: Path, kind: int) -> None:
    """With the code that says why: what was received after the first that is too many is not even looked at."""
    with live_server(tmp_path, limits=True) as home:
        ada = home.person()
        with ada.at(ada.table("me", "open"), 0) as place:
            place.wait(lambda at: at.table)
            sent = (frame(1, b"", last=False) if kind == 0 else b"") + frame(kind, b"", last=kind != 0) * 100
            place.wire.socket.sendall(sent)
            assert place.closed() == 1008
        assert home.server.metrics.cut.values["frames"] == 1


def test_a_message_in_a_few_parts_is_fine(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True) as home:
        ada = home.person()
        with ada.at(ada.table("me", "open"), 0) as place:
            parts = frame(1, b'{"type"', last=False) + frame(9) + frame(0, b':"pi', last=False) + frame(0, b'ng"}')
            place.wire.socket.sendall(parts)
            assert place.until("pong")


def test_an_address_opens_so_many_sockets_and_then_waits(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True) as home:
        home.server.limits.openings = Buckets(0.01, 3)
        ada = home.person()
        table = ada.table("me", "open")
        hello = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        codes = []
        for _ in range(5):
            with raw(home, hello) as wire:
                codes.append(int(wire.recv(1 << 16).split(b" ")[1]))
        assert codes == [101, 101, 101, 429, 429]


@pytest.mark.parametrize(
    ("more", "short", "code"),
    [
        (b"", True, 101),
        (b"X-Name: plain\r\n", True, 101),
        (b"X-Name: \xe9\r\n", False, 101),
        (b"X-Name: %b\r\n" % (b"n" * 9000), True, 101),
        (b"X-Name: %b\r\n" % (b"\xe9" * 9000), False, 431),
        (b"Content-Length: 0\r\n", False, 101),
        (b"Sec-WebSocket-Version: 13\r\n", False, 400),
        (b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", False, 400),
        (b"Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n", True, 101),
        (b"Sec-WebSocket-Extensions: ;\r\n", True, 101),
        (b"Sec-WebSocket-Protocol: own\r\n", False, 101),
        (b"Origin: http://localhost\r\nCookie: other=1; another=2\r\n", True, 101),
    ],
)
def test_a_plain_head_is_read_once_and_an_odd_one_as_before(
    home: LiveServer, monkeypatch: pytest.MonkeyPatch, more: bytes, short: bool, code: int
) -> None:
    taken = []
    take_over = SocketProtocol.take_over

    def noted(self: SocketProtocol, *args: Any) -> None:
        taken.append(args)
        take_over(self, *args)

    monkeypatch.setattr(SocketProtocol, "take_over", noted)
    table = home.person().table("me", "open")
    hello = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    ).encode()
    with raw(home, hello + more + b"\r\n") as wire:
        said = wire.recv(1 << 16)
        assert int(said.split(b" ")[1]) == code
        assert (b"ICX+Yqv66kxgM0FcWaLWlFLwTAI=" in said) == (code == 101)
        if code == 101:
            wire.sendall(frame(1, b"?"))  # whatever was said before, frames are understood
            while b"bad_message" not in said:
                said += wire.recv(1 << 16)
    assert bool(taken) == short


@pytest.mark.parametrize(
    ("changed", "to"),
    [
        (b"Upgrade: websocket", b"upgrade: WebSocket"),
        (b"Connection: Upgrade", b"Connection: keep-alive, Upgrade"),
        (b"Connection: Upgrade", b"Connection: Upgrade, x"),
        (b"Version: 13", b"Version: 12"),
        (b"Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Key: dGhlIHNhbXBsZSBub25jZQ=="),
        (b"Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Key: AAAA"),
        (b"Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Key: AAAAAAAAAAAAAAAAAAAAAAAA"),
        (b"Key: AAAAAAAAAAAAAAAAAAAAAA==", b"Key: AAAAAAAAAAAAAAAAAAAAA*=="),
        (b"Sec-WebSocket-Version: 13\r\n", b""),
        (b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""),
    ],
)
def test_the_short_way_answers_as_the_long_one(
    home: LiveServer, monkeypatch: pytest.MonkeyPatch, changed: bytes, to: bytes
) -> None:
    table = home.person().table("me", "open")
    hello = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    assert changed in hello

    def answer() -> tuple[bytes, set[bytes]]:
        with raw(home, hello.replace(changed, to)) as wire:
            first, *fields = wire.recv(1 << 16).partition(b"\r\n\r\n")[0].split(b"\r\n")
        different = (b"date:", b"x-request-id:")
        return first, {one.lower() for one in fields if not one.lower().startswith(different)}

    short = answer()
    monkeypatch.setattr(http, "answer_to", lambda headers: None)
    assert short == answer()


def test_a_socket_has_all_that_uvicorns_own_has() -> None:
    async def both() -> tuple[dict[str, Any], dict[str, Any]]:
        config = uvicorn.Config(lambda: None, log_config=None)  # else it changes the loggers of the whole process
        config.load()
        state = ServerState()
        ours = SocketProtocol(config, state, {}, limiter=ConnectionLimiter(Settings(), Metrics()))
        return vars(WebSocketsSansIOProtocol(config, state, {})), {**vars(ours), "conn": ours.conn}

    theirs, ours = asyncio.run(both())
    made = ("queue", "writable", "conn")  # objects of their own
    assert {name: ours[name] for name in theirs if name not in made} == {
        name: value for name, value in theirs.items() if name not in made
    }
    assert ours["writable"].is_set()
    assert ours["conn"].state is theirs["conn"].state


class Flow:
    """A connection that can be told to wait."""

    def __init__(self, closing: bool = False) -> None:
        self._transport = self
        self.reads, self.closing = True, closing

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        assert not self.closing
        self.reads = True

    def is_closing(self) -> bool:
        return self.closing


def test_many_who_come_at_once_are_read_in_handfuls() -> None:
    async def come() -> list[int]:
        pacer, loop, seen = connections.ReadPacer(), asyncio.get_running_loop(), []
        gone = [Flow(closing=True) for _ in range(5)]
        all_of_them = (
            [Flow() for _ in range(2 * connections.AT_ONCE)] + gone + [Flow() for _ in range(connections.AT_ONCE)]
        )
        for one in all_of_them:
            pacer.add(loop, cast(Any, one))
        for _ in range(3):
            seen.append(sum(one.reads for one in all_of_them))
            await asyncio.sleep(0)
        late = Flow()
        pacer.add(loop, cast(Any, late))
        await asyncio.sleep(0)
        assert late.reads
        return seen

    assert asyncio.run(come()) == [n * connections.AT_ONCE for n in (1, 2, 3)]


def test_a_few_short_texts_may_wait_and_then_no_more_is_read() -> None:
    async def come() -> None:
        wire, flow = SocketProtocol.__new__(SocketProtocol), Flow()
        wire.received = wire.queue = SingleReaderQueue()  # type: ignore[assignment]
        wire.close_sent, wire.read_paused, wire.transport = False, False, cast(Any, flow)
        reads = []
        for n in range(UNREAD):
            wire._take(b"%d" % n)
            reads.append(flow.reads)
        assert reads == [True] * (UNREAD - 1) + [False]
        taken: list[Any] = [await wire.receive() for _ in range(UNREAD)]
        assert [one["text"] for one in taken] == [str(n) for n in range(UNREAD)]
        assert flow.reads
        gone = asyncio.ensure_future(wire.receive())  # somebody who waited and went: nothing is lost with them
        await asyncio.sleep(0)
        wire._take(b"late")
        gone.cancel()
        await asyncio.sleep(0)
        last: Any = await wire.receive()
        assert last["text"] == "late"

    asyncio.run(come())
