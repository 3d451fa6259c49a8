"""Health, metrics, logs, the end of a server, backups."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import tutti
from cli.running import tutti_program
from server.kit import LiveServer, fetch, live_server
from tutti.server.logs import Log

SERVER = Path(tutti.__file__).parent / "server"


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
