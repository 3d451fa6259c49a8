"""What stands before every route: headers, hosts and origins, paths, sizes, rate limits."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

import tutti
from server.kit import Browser, LiveServer, fetch, live_server
from tutti.server.rate_limits import Buckets

SERVER = Path(tutti.__file__).parent / "server"


def test_every_answer_carries_the_headers_of_defence(home: LiveServer) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/docs", "/health", "/api/tables/x"):
        headers = fetch("GET", home.address + path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "server" not in headers
    assert fetch("GET", home.address + "/api/me").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("headers", "fine"),
    [
        ({}, True),
        ({"Origin": "{home}"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "{home}.evil.example"}, False),
        ({"Origin": "http://[::1"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Origin": "https://play.example"}, True),
    ],
)
def test_only_our_own_pages_may_change_things(home: LiveServer, headers: dict[str, str], fine: bool) -> None:
    home.server.settings.origins = ["https://play.example"]
    given = {name: value.replace("{home}", home.address) for name, value in headers.items()}
    answer = fetch("PATCH", home.address + "/api/me", json={"name": "Ada"}, headers=given)
    assert (answer.status_code == 200) == fine
    assert fetch("GET", home.address + "/api/me", headers=given).status_code == 200
    if not fine:
        assert answer.json()["code"] == "error.strange_origin"


def test_pages_at_our_other_addresses_may_use_the_api(home: LiveServer) -> None:
    home.server.settings.origins = ["https://play.example"]
    friend, stranger = {"Origin": "https://play.example"}, {"Origin": "https://evil.example"}
    wish = {"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "content-type"}
    asked = fetch("OPTIONS", home.address + "/api/me", headers={**friend, **wish})
    assert (asked.status_code, asked.content) == (204, b"")
    assert asked.headers["access-control-allow-origin"] == "https://play.example"
    assert asked.headers["access-control-allow-credentials"] == "true"
    assert "PATCH" in asked.headers["access-control-allow-methods"]
    assert "content-type" in asked.headers["access-control-allow-headers"]
    assert "set-cookie" not in asked.headers
    for path in ("/api/me", "/api/games", "/api/nothing", "/api/tables/x"):
        answer = fetch("GET", home.address + path, headers=friend)
        assert answer.headers["access-control-allow-origin"] == "https://play.example"
        assert answer.headers["access-control-allow-credentials"] == "true"
        assert "origin" in answer.headers["vary"]
        for headers in (stranger, {}, {"Origin": "https://play.example.evil.example"}, {"Origin": "null"}):
            other = fetch("GET", home.address + path, headers=headers)
            assert "access-control-allow-origin" not in other.headers
            assert "origin" in other.headers["vary"]
    changed = fetch("PATCH", home.address + "/api/me", json={"name": "Ada"}, headers=friend)
    assert (changed.status_code, changed.headers["access-control-allow-origin"]) == (200, "https://play.example")
    asked = fetch("OPTIONS", home.address + "/api/me", headers={**stranger, **wish})
    assert "access-control-allow-origin" not in asked.headers
    assert "access-control-allow-origin" not in fetch("GET", home.address + "/metrics", headers=friend).headers


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.5", True),
        ("[::1]:8000", True),
        ("localhost:8000", True),
        ("localhost.:8000", True),
        ("MyLaptop:8000", True),
        ("laptop.local", True),
        ("play.example", True),
        ("Play.Example:443", True),
        ("own.example", True),
        ("a.wild.example", True),
        ("a.b.wild.example", False),
        ("wild.example", False),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example:8000", False),
        ("", False),
        ("[::1", False),
        ("evil.example/localhost", False),
        ("user@localhost", False),
    ],
)
def test_a_name_that_somebody_else_could_own_is_not_ours(home: LiveServer, host: str, fine: bool) -> None:
    """A page of evil.example that makes its name point here is of our origin, to a browser."""
    home.server.settings.origins = ["https://play.example"]
    home.server.settings.hosts = ["own.example", "*.wild.example"]
    origin = {"Host": host, "Origin": f"http://{host}".lower()}
    for answer in (
        fetch("GET", home.address + "/api/me", headers={"Host": host}),
        fetch("PATCH", home.address + "/api/me", json={"name": "Ada"}, headers=origin),
    ):
        assert (answer.status_code == 200) == fine
        if not fine:
            assert answer.status_code in (400, 421)
            assert "set-cookie" not in answer.headers
    if answer.status_code == 421:
        assert (answer.json()["code"], answer.json()["args"]) == ("error.strange_host", {"host": host})


def test_two_names_are_none_and_without_one_it_is_no_browser(home: LiveServer) -> None:
    host, port = home.address.removeprefix("http://").split(":")
    for lines, status in (("", b"200"), ("Host: localhost\r\nHost: evil.example\r\n", b"4")):
        with socket.create_connection((host, int(port)), timeout=15) as wire:
            wire.sendall(f"GET /health HTTP/1.0\r\n{lines}Connection: close\r\n\r\n".encode())
            assert wire.recv(4096).split(b" ")[1].startswith(status)


def test_any_name_is_ours_if_the_settings_say_so(home: LiveServer) -> None:
    home.server.settings.hosts = ["*"]
    assert fetch("GET", home.address + "/api/me", headers={"Host": "evil.example"}).status_code == 200


def test_a_strange_page_gets_no_socket(home: LiveServer) -> None:
    from websockets.sync.client import connect
    from websockets.typing import Origin

    ada = home.person()
    uri = home.address.replace("http", "ws") + f"/api/tables/{ada.table('me', 'open')}/socket?seat=0"
    cookie = {"Cookie": f"tutti={ada.http.cookies['tutti']}", "Origin": "https://evil.example"}
    with connect(uri, additional_headers=cookie) as wire:
        assert json.loads(wire.recv())["fault"]["code"] == "error.strange_origin"
    home.server.settings.hosts = []
    port = home.address.rpartition(":")[2]
    evil = uri.replace("127.0.0.1", "evil.example")
    here = socket.create_connection(("127.0.0.1", int(port)))
    with connect(evil, sock=here, origin=Origin(f"http://evil.example:{port}")) as wire:
        assert json.loads(wire.recv())["fault"]["code"] == "error.strange_host"


def test_slashes_too_many_lead_to_the_same_place(home: LiveServer) -> None:
    ada = home.person("Ada Slash")
    table = ada.table("me", "open")
    for path in ("//api/me", "/api//me", "/api/me/", "///api///me//"):
        answer = ada.http.get(home.address + path)
        assert (answer.status_code, answer.json()["name"]) == (200, "Ada Slash"), path
        assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" in fetch("GET", home.address + "//api/me").headers
    assert "set-cookie" not in fetch("GET", home.address + "//api/games").headers
    other = Browser(home.address + "//")
    other.http.cookies.update(ada.http.cookies)
    with other.at(f"/{table}", 0) as place:
        place.wait(lambda at: at.table["seats"][0]["name"] == "Ada Slash")


def test_large_and_strange_bodies_are_refused(home: LiveServer) -> None:
    ada = home.person()
    big = ada.http.patch("/api/me", content=b'{"name":"' + b"x" * 100_000 + b'"}')
    assert (big.status_code, big.json()["code"]) == (413, "error.too_large")
    assert ada.http.post("/api/replays", content=b"[" * 3_000_000).status_code == 413
    for content in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 10_000, b'{"name":"\\ud800"}'):
        answer = ada.http.patch("/api/me", content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, content
    form = ada.http.patch("/api/me", content=b"name=Eve", headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert form.status_code == 400
    assert ada.http.request("BREW", "/api/me").status_code in (400, 405)
    assert ada.get("/api/nothing", status=404)["code"] == "error.not_there"
    assert ada.http.get("/api/tables/%00/view").status_code == 404


def test_who_asks_too_fast_is_slowed_down(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True, sockets_per_address=2) as home:
        ada = home.person("Ada")
        wrong = {"name": "Ada", "passphrase": "nonsense nonsense"}
        codes = [ada.http.post("/api/me/sign-in", json=wrong).status_code for _ in range(8)]
        assert codes[0] == 403
        assert codes[-1] == 429
        table = ada.table("me", "open")
        with ada.at(table, 0) as one, ada.at(table, 0) as two:
            one.wait(lambda at: at.table)
            two.wait(lambda at: at.table)
            with ada.at(table, 0) as three:
                assert three.read()["fault"]["code"] == "error.too_many_sockets"
            said = [one.order("say", text="hello")["type"] for _ in range(12)]
            assert (said[0], said[-1]) == ("done", "refused")
            for _ in range(80):
                one.wire.send('{"type":"ping"}')
            assert one.until("refused")["fault"]["code"] == "error.slow_down"
        home.server.limits.requests = Buckets(0.01, 20)
        answers = [ada.http.get("/api/me") for _ in range(25)]
        assert answers[-1].status_code == 429
        assert answers[-1].headers["retry-after"]


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    buckets = Buckets(2, 3, lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("b")
    now[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
