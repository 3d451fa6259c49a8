"""Running a server: settings, health, numbers, headers, limits, the end, the copy."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

import tutti
from cli.running import tutti_program
from server.kit import Browser, LiveServer, fetch, live_server
from tutti import words
from tutti.kernel import library
from tutti.server import settings
from tutti.server.listen import CannotListen, listening, only_one
from tutti.server.logs import Log
from tutti.server.messages import socket as messages
from tutti.server.rate_limits import Buckets
from tutti.server.routes import catalogue
from tutti.server.run import DATABASE
from tutti.server.settings import BadSettings, Settings
from tutti.server.store import StoreFault
from tutti.words.origins import figures

SERVER = Path(tutti.__file__).parent / "server"


# -- settings --------------------------------------------------------------------------------------


def test_nothing_has_to_be_set(tmp_path: Path) -> None:
    found = settings.read(environment={}, home=tmp_path)
    assert (found.host, found.port, found.data) == ("127.0.0.1", 8000, str(tmp_path))


def test_the_command_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('port = 1111\nhost = "::1"\nbot_pause = 2\norigins = ["https://a.example"]\n')
    environment = {"TUTTI_SERVER_PORT": "2222", "TUTTI_SERVER_LIMITS": "no", "OTHER": "x"}
    environment |= {"TUTTI_SERVER_ROOM_IDLE": "0.5", "TUTTI_SERVER_HOSTS": "a.example, b.example"}
    found = settings.read(environment=environment, given={"port": 3333, "host": None}, home=tmp_path)
    assert (found.port, found.host, found.bot_pause, found.limits) == (3333, "::1", 2, False)
    assert found.origins == ["https://a.example"]
    assert (found.room_idle, found.hosts) == (0.5, ["a.example", "b.example"])
    assert settings.read(environment=environment, home=tmp_path).port == 2222


@pytest.mark.parametrize(
    ("text", "environment", "said"),
    [
        ("prt = 5", {}, "no setting “prt”"),
        ("port = 99999", {}, "port: Expected `int` <= 65535"),
        ('port = "x"', {}, "port: Expected `int`"),
        ("port = ", {}, "not TOML"),
        ('origins = ["play.example"]', {}, "“play.example” is not an address"),
        ('standin = "deep blue"', {}, "no bot “deep blue”"),
        ('web = "nowhere"', {}, "no index.html in nowhere"),
        ('hosts = ["https://play.example"]', {}, "hosts: “https://play.example” is not a name"),
        ("bot_pause = nan", {}, "bot_pause: "),
        ('contact = "security@play.example"', {}, "contact: not an address such as mailto:"),
        ("", {"TUTTI_SERVER_THINK_LIMIT": "inf"}, "think_limit: not a number"),
        ("", {"TUTTI_SERVER_PORT": "many"}, "port: Expected `int`"),
        ("", {"TUTTI_SERVER_LIMITS": "perhaps"}, "limits: Expected `bool`"),
        ("", {"TUTTI_SERVER_COLOUR": "blue"}, "no setting “colour”"),
        ("", {"TUTTI_SERVER_METRICS": "all"}, "metrics: Invalid enum value"),
    ],
)
def test_wrong_settings_are_refused_with_a_clear_message(
    tmp_path: Path, text: str, environment: dict[str, str], said: str
) -> None:
    (tmp_path / "server.toml").write_text(text)
    with pytest.raises(BadSettings, match=re.escape(said)):
        settings.read(environment=environment, home=tmp_path)


def test_the_program_refuses_in_one_line_and_settings_have_an_exit_code_of_their_own(
    tmp_path: Path, home: LiveServer
) -> None:
    (tmp_path / "typo.toml").write_text("prot = 8000\n")
    (tmp_path / "newer").mkdir()
    with contextlib.closing(sqlite3.connect(tmp_path / "newer" / DATABASE)) as db:
        db.execute("PRAGMA user_version = 1000")
    with only_one(tmp_path / "held"):
        for arguments, code, said in (
            (["--port", "70000"], 78, "port: Expected `int` <= 65535"),
            (["--config", "nowhere.toml"], 78, "nowhere.toml"),
            (["--config", "typo.toml"], 78, "there is no setting “prot”"),
            (["--port", home.address.rpartition(":")[2]], 2, "cannot listen"),
            (["--host", "256.1.1.1", "--port", "0"], 2, "cannot listen"),
            (["--data", "held", "--port", "0"], 2, "another server uses this data folder"),
            (["--data", "newer", "--port", "0"], 2, "written by a newer Tutti"),
        ):
            ran = tutti_program(tmp_path, "serve", *arguments)
            assert (ran.code, ran.err.count("\n")) == (code, 1), arguments
            assert said in ran.err
    for other in (["backup", "x.db"], ["owner", "list"], ["reports"], ["export", "x", "y"]):
        assert tutti_program(tmp_path, *other, TUTTI_SERVER_PORT="many").code == 78, other


def test_a_data_folder_serves_one_server(tmp_path: Path) -> None:
    with only_one(tmp_path) as lock:
        lock.write("http://127.0.0.1:1")
        lock.flush()
        with pytest.raises(StoreFault, match=r"another server.*, at http://127.0.0.1:1$"), only_one(tmp_path):
            pass
    with only_one(tmp_path) as lock:
        assert lock.read() == ""


def test_a_busy_port_is_passed_by_only_if_asked(home: LiveServer) -> None:
    taken = int(home.address.rpartition(":")[2])
    with pytest.raises(CannotListen, match="cannot listen"):
        listening(Settings(port=taken))
    with contextlib.closing(listening(Settings(port=taken), 20)) as found:
        assert taken < found.getsockname()[1] <= taken + 20


def test_whoever_opens_a_server_that_runs_is_told_where(tmp_path: Path) -> None:
    no_screen = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "true"}
    with only_one(tmp_path / "data") as lock:
        lock.write("http://127.0.0.1:1")
        lock.flush()
        ran = tutti_program(tmp_path, "serve", "--open", "--data", "data", **no_screen)
        assert (ran.code, ran.err) == (0, "")
        assert "http://127.0.0.1:1" in ran.out
        assert tutti_program(tmp_path, "serve", "--data", "data").code == 2


# -- looking after it ------------------------------------------------------------------------------


def test_health_and_numbers(home: LiveServer) -> None:
    ada = home.person()
    assert ada.get("/health") == {"status": "ok", "version": tutti.__version__, "compiled": tutti.COMPILED}
    table = ada.table("me", "local Bo", start=True, options={"first_player": 0})
    with ada.at(table, 0) as place:
        place.play("draw")
        text = ada.http.get("/metrics").text
    numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(numbers["tutti_moves_total"]) >= 1
    assert float(numbers["tutti_sockets"]) >= 1
    assert float(numbers['tutti_orders_total{outcome="done"}']) >= 1
    assert float(numbers["tutti_store_seconds_count"]) >= 2
    assert float(numbers['tutti_requests_total{status="200"}']) >= 1
    for name in {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}:
        assert any(key.startswith(name) for key in numbers), name


def test_whatever_can_be_read_can_be_asked_for_without_its_body(home: LiveServer) -> None:
    for path in ("/health", "/ready", "/", "/api/me", "/api/games", "/robots.txt", "/docs"):
        whole, head = fetch("GET", home.address + path), fetch("HEAD", home.address + path)
        assert (head.status_code, head.content) == (200, b""), path
        assert head.headers["content-type"] == whole.headers["content-type"]
        assert head.headers["x-content-type-options"] == "nosniff"
    assert fetch("HEAD", home.address + "/api/nothing").status_code == 404


@pytest.mark.parametrize(
    ("headers", "proxies", "seen"),
    [
        ({}, "", True),
        ({"Host": "localhost"}, "", True),
        ({"Host": "[::1]:8000"}, "", True),
        ({"X-Forwarded-For": "203.0.113.5"}, "", False),
        ({"X-Forwarded-For": "127.0.0.1"}, "", False),
        ({"Forwarded": "for=203.0.113.5"}, "", False),
        ({"X-Real-IP": "203.0.113.5"}, "", False),
        ({"Via": "1.1 proxy"}, "", False),
        ({"Host": "play.example"}, "", False),  # a proxy that says nothing but passes the name on
        ({}, "127.0.0.1", False),
        ({}, "10.0.0.1, 127.0.0.0/8", False),
        ({}, "*", False),
        ({"X-Forwarded-For": "127.0.0.1"}, "127.0.0.1", False),
        ({}, "10.0.0.1, proxy.internal", True),
    ],
)
def test_the_numbers_are_for_this_machine_and_not_for_who_comes_through_a_proxy_on_it(
    home: LiveServer, headers: dict[str, str], proxies: str, seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home.server.settings, "proxies", proxies)
    monkeypatch.setattr(home.server.settings, "hosts", ["play.example"])
    assert fetch("GET", home.address + "/metrics", headers=headers).status_code == (200 if seen else 404)
    monkeypatch.setattr(home.server.settings, "metrics", "open")
    assert fetch("GET", home.address + "/metrics", headers=headers).status_code == 200
    monkeypatch.setattr(home.server.settings, "metrics", "off")
    assert fetch("GET", home.address + "/metrics", headers=headers).status_code == 404


def test_crawlers_and_finders_of_weaknesses_are_told_where_to_go(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<p>client</p>")
    with live_server(tmp_path / "data", web=str(web)) as home:
        robots = fetch("GET", home.address + "/robots.txt")
        assert robots.headers["content-type"].startswith("text/plain")
        assert "Disallow: /api/" in robots.text.splitlines()
        for path in ("/.well-known/security.txt", "/.well-known/anything"):
            assert fetch("GET", home.address + path).status_code == 404
        home.server.settings.contact = "mailto:security@play.example"
        lines = dict(
            line.split(": ", 1) for line in fetch("GET", home.address + "/.well-known/security.txt").text.splitlines()
        )
        assert lines["Contact"] == "mailto:security@play.example"
        expires = datetime.fromisoformat(lines["Expires"])
        assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)
        (web / "robots.txt").write_text("User-agent: *\nAllow: /\n")
        assert "Allow: /" in fetch("GET", home.address + "/robots.txt").text


def test_production_code_knows_no_test(home: LiveServer) -> None:
    for path in SERVER.rglob("*.py"):
        assert "testclient" not in path.read_text(encoding="utf-8").lower(), path


def test_logs_are_one_line_of_json_each(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log()
    log("nothing")
    log.form = "json"
    log("thing", level="warning", table="abc", reason="line\nbreak")
    log.form = "text"
    log("thing", table="abc")
    first, second = capsys.readouterr().err.splitlines()
    said = json.loads(first)
    assert (said["event"], said["level"], said["reason"]) == ("thing", "warning", "line\nbreak")
    assert "thing table=abc" in second


def test_a_stopped_server_tells_its_clients_to_come_back(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada = home.person()
        with ada.at(ada.table("me", "greedy", start=True), 0) as place:
            place.wait(lambda at: at.view)
            home.runner.should_exit = True
            assert place.closed() == 1012


def test_a_backup_of_a_running_server_opens_as_a_server(tmp_path: Path) -> None:
    with live_server(tmp_path / "data") as home:
        ada = home.person("Ada")
        table = ada.table("me", "local Bo", start=True)
        copy = tmp_path / "copy" / "tutti.db"
        copy.parent.mkdir()
        ran = tutti_program(tmp_path, "backup", str(copy), "--data", str(tmp_path / "data"))
        assert ran.code == 0, ran.err
        assert tutti_program(tmp_path, "backup", str(copy), "--data", str(tmp_path / "data")).code == 2
        assert tutti_program(tmp_path, "backup", str(tmp_path / "x"), "--data", str(tmp_path / "none")).code == 2
    with live_server(copy.parent) as again:
        person = again.person()
        person.http.cookies.clear()
        person.http.cookies.update(ada.http.cookies)
        assert person.get("/api/me")["name"] == "Ada"
        assert person.get(f"/api/tables/{table}/view?seat=0")["question"] == 1


# -- defence ---------------------------------------------------------------------------------------


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


# -- documents -------------------------------------------------------------------------------------


def test_the_docs_page_needs_nothing_from_elsewhere(home: LiveServer) -> None:
    page = fetch("GET", home.address + "/docs").text
    assert "createTable" not in page or "/api/tables" in page
    assert "/api/tables/{id}/orders" in page
    assert not re.findall(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", page)
    assert "<script" not in page


def test_the_documents_are_made_once_and_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To make them takes as long as fifty requests, and a server that starts has more urgent things to do."""
    made: list[int] = []
    schema = messages.schema

    def noted() -> Any:
        made.append(threading.get_ident())
        return schema()

    monkeypatch.setattr(messages, "schema", noted)
    with live_server(tmp_path) as home:
        assert not made
        loop = home.call(_thread())
        with ThreadPoolExecutor(4) as crowd:
            pages = list(crowd.map(lambda _: fetch("GET", home.address + "/docs").status_code, range(4)))
        _well_served(home)
    assert pages == [200] * 4
    assert len(made) == 1
    assert made[0] != loop


async def _thread() -> int:
    return threading.get_ident()


def _well_served(home: LiveServer) -> None:
    for path, kind in (("/docs", "text/html; charset=utf-8"), ("/schema/socket.json", "application/json")):
        found = fetch("GET", home.address + path)
        assert (found.status_code, found.headers["content-type"]) == (200, kind)
        known = {"if-none-match": found.headers["etag"]}
        assert fetch("GET", home.address + path, headers=known).status_code == 304


def test_the_schemas_are_served_and_written(home: LiveServer, tmp_path: Path) -> None:
    assert tutti_program(tmp_path, "serve", "--schema", "out").code == 0
    for name in ("openapi", "socket"):
        written = json.loads((tmp_path / "out" / f"{name}.json").read_text())
        assert written == fetch("GET", f"{home.address}/schema/{name}.json").json()
    parts = written["$defs"]
    assert {"Play", "View", "Welcome", "TableInfo", "Fault"} <= set(parts)
    assert all(part.get("additionalProperties") is False for name, part in parts.items() if "properties" in part)


def test_the_client_is_served_if_it_is_there(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<p>client</p>")
    (web / "assets" / "a.js").write_text("play();" * 99)
    (tmp_path / "secret.txt").write_text("secret")
    with live_server(tmp_path / "data", web=str(web)) as home:

        def get(path: str) -> httpx.Response:
            return fetch("GET", home.address + path)

        assert "client" in get("/").text
        assert "client" in get("/table/abc").text
        assert get("/assets/a.js").headers["content-type"].startswith(("text/javascript", "application/javascript"))
        assert get("/assets/a.js").text == "play();" * 99
        assert get("/assets/a.js").headers["content-encoding"] == "gzip"
        assert "immutable" in get("/assets/a.js").headers["cache-control"]
        plain = fetch("GET", home.address + "/assets/a.js", headers={"accept-encoding": "identity"})
        assert (plain.text, plain.headers.get("content-encoding")) == ("play();" * 99, None)
        assert get("/").headers["cache-control"] == "no-cache"
        assert get("/assets/gone.js").status_code == 404
        assert "secret" not in get("/../secret.txt").text
        assert "secret" not in get("/%2e%2e/secret.txt").text
        assert get("/api/nothing").status_code == 404


SHELF = [
    "/api/games",
    "/api/bots",
    "/api/words",
    "/api/words/de",
    "/api/words/fr/orchestra",
    "/api/games/symphony/rules",
]


@pytest.mark.parametrize("path", [*SHELF, "/api/games/symphony/guide/en"])
def test_what_is_the_same_for_everybody_is_asked_for_again_and_sent_once(home: LiveServer, path: str) -> None:
    plain = fetch("GET", home.address + path, headers={"accept-encoding": "identity"})
    packed = fetch("GET", home.address + path, headers={"accept-encoding": "gzip"})
    tag = packed.headers["etag"]
    assert plain.json() == packed.json()
    assert plain.headers["etag"] == tag
    for answer in (plain, packed):
        assert answer.headers["cache-control"] == "public, no-cache"
        assert answer.headers["content-type"] == "application/json"
        assert "accept-encoding" in answer.headers["vary"]
        assert "set-cookie" not in answer.headers
    if len(plain.content) > 1000:
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content) * 0.6
    for known in (tag, f'"other", {tag}', tag.removeprefix("W/"), "*"):
        again = fetch("GET", home.address + path, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    assert fetch("GET", home.address + path, headers={"if-none-match": '"other"'}).status_code == 200


def test_components_are_had_by_the_hash_of_their_pack(home: LiveServer) -> None:
    for game in fetch("GET", home.address + "/api/games").json():
        path = f"{home.address}/api/packs/{game['pack_hash']}"
        found = fetch("GET", path)
        said = found.json()
        assert (said["game"], said["name"], said["hash"]) == (game["name"], game["pack"], game["pack_hash"])
        assert said["components"] == tutti.game(game["name"]).components
        assert found.headers["cache-control"] == "public, no-cache"
        assert "form" not in game
        assert fetch("GET", path, headers={"if-none-match": found.headers["etag"]}).status_code == 304
    gone = fetch("GET", f"{home.address}/api/packs/sha256:{'0' * 64}")
    assert (gone.status_code, gone.json()["code"]) == (404, "error.no_such_pack")
    assert "immutable" not in gone.headers.get("cache-control", "")


def test_new_words_are_seen_at_once(home: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade is a new process; whoever has the old words asks, and gets the new ones."""
    old = fetch("GET", home.address + "/api/words/en/server")
    monkeypatch.setattr(words, "catalogue", lambda about, lang: {"title": "New"})
    catalogue._words.cache_clear()
    try:
        new = fetch("GET", home.address + "/api/words/en/server", headers={"if-none-match": old.headers["etag"]})
    finally:
        monkeypatch.undo()
        catalogue._words.cache_clear()
    assert (new.status_code, new.json()) == (200, {"title": "New"})


def test_a_cover_says_what_the_front_page_needs(home: LiveServer) -> None:
    for language in words.languages():
        covers = fetch("GET", f"{home.address}/api/words/{language}").json()
        assert set(covers) == set(library.games())
        for game, said in covers.items():
            found = {code: words.find(game, code, language) for code in catalogue.COVER}
            assert said == {code: text for code, text in found.items() if text}
        assert all(len(covers[game]) == 6 for game in ("symphonimo", "symphony", "orchestra"))
    assert fetch("GET", home.address + "/api/words/xx").status_code == 404


def test_a_game_says_where_its_components_come_from(home: LiveServer) -> None:
    told = {game["name"]: game["origin"] for game in fetch("GET", home.address + "/api/games").json()}
    for name in ("symphonimo", "symphony", "orchestra"):
        assert told[name] == figures(library.game(name))
        assert told[name]["fields"] == sum(told[name][mark] for mark in ("printed", "inferred", "composed"))
    assert all(told[guest] is None for guest in library.guests())


def test_large_answers_are_packed_for_who_can_unpack_them(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy", game="orchestra", start=True)
    for path in (f"/api/tables/{table}/view?seat=0", "/schema/openapi.json", "/docs"):
        packed = ada.http.get(path, headers={"accept-encoding": "gzip"})
        plain = ada.http.get(path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip", path
        assert "content-encoding" not in plain.headers
        assert int(packed.headers["content-length"]) < len(plain.content) * 0.6
    assert "content-encoding" not in ada.http.get("/api/me").headers  # not worth it


# -- words -----------------------------------------------------------------------------------------


def codes_said() -> set[str]:
    """Every code of the server's own words that its sources say."""
    from tutti.server.notifications.dispatcher import REASONS

    said: set[str] = set()
    patterns = (
        (r'(?:Refused|Stale)\(\s*"(\w+)"', "error."),
        (r'change\.notice\(\s*"(\w+)"', "notice."),
        (r'hand_over\(.*, "(\w+)"', "notice."),
        (r'stop\(room, change, "(\w+)"', "ending."),
        (r'Unfair\("(\w+)"', "verify."),
        (r'BadAddress\("(\w+)"', "error."),
        (r"""\bsay\(["'](\w+)["'], lang""", "told."),
    )
    sources = [*SERVER.rglob("*.py"), *(SERVER.parent / "cli" / "commands").glob("*.py")]
    for path in sources:
        text = path.read_text(encoding="utf-8")
        for pattern, section in patterns:
            said |= {section + code for code in re.findall(pattern, text)}
        said |= set(re.findall(r'"((?:serve|verify|backup|export|reports|owner|moderate|checkup|health)\.\w+)"', text))
        said |= {f"error.{code}{end}" for code in re.findall(r'_out\("(\w+)"', text) for end in ("", "_until")}
    said |= {f"told.{why}" for why in REASONS}
    return said | {
        f"notice.{what}_{how}" for what in ("undo", "end", "slow", "seat") for how in ("declined", "withdrawn")
    }


def test_everything_the_server_says_has_words_and_nothing_is_left_over() -> None:
    from tutti.server.app import CODES

    said = codes_said() | {f"error.{code}" for code in CODES.values()} | {"title"}
    assert said == set(words.catalogue("server"))


def test_the_words_get_the_values_they_ask_for(home: LiveServer) -> None:
    ada = home.person()
    for answer in (
        ada.patch("/api/me", {"name": "x" * 60}, status=400),
        ada.put("/api/me/passphrase", {"passphrase": "x"}, status=400),
        ada.get("/api/words/xx/kernel", status=404),
        ada.get(f"/api/tables/{ada.table('me', 'greedy', start=True)}/view?seat=1", status=403),
    ):
        assert "{" not in answer["text"]
        assert words.say("server", answer["code"], answer["args"]) == answer["text"]
