"""Numbers, logs and the status page: what whoever runs a server, and who plays there, can see of it."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from server.kit import LiveServer, live_server
from support.machine import ROOT
from tutti.server.logs import log
from tutti.server.metrics import LoopLag, Metrics
from tutti.server.rooms.commands import dispatch
from tutti.server.store import StoreFault


def test_the_dashboard_asks_for_numbers_that_there_are(home: LiveServer) -> None:
    ada = home.person("Ada")
    id = ada.table("me", "random", start=True)
    with ada.at(id, 0) as place:
        place.play()
    told = ada.http.get("/metrics").text
    names = set(re.findall(r"^# TYPE (\w+)", told, re.MULTILINE))
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    asked = {
        name.removesuffix("_bucket")
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"tutti_\w+", target["expr"])
    }
    assert asked <= names
    assert names <= asked  # and shows all of them
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert {name for name in names if f"`{name}`" not in page} == set()  # and the page explains them
    assert re.search(r'tutti_order_seconds_count\{order="play"\} [1-9]', told)
    assert re.search(r'tutti_order_seconds_bucket\{order="play",le="\+Inf"\} [1-9]', told)
    assert re.search(r"tutti_open_files [1-9]", told)


def test_a_labelled_histogram_is_one_of_prometheus() -> None:
    metrics = Metrics()
    metrics.order_seconds.observe(0.003, "play")
    metrics.order_seconds.observe(20, "play")
    lines = list(metrics.order_seconds.lines())
    assert 'tutti_order_seconds_bucket{order="play",le="0.005"} 1' in lines
    assert 'tutti_order_seconds_bucket{order="play",le="+Inf"} 2' in lines
    assert 'tutti_order_seconds_sum{order="play"} 20.003000' in lines


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    sink = io.StringIO()
    monkeypatch.setattr(log, "form", "json")
    monkeypatch.setattr(log, "sink", sink)
    return sink


def test_slow_orders_are_logged_with_their_parts_and_their_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: io.StringIO
) -> None:
    monkeypatch.setattr(dispatch, "SLOW_ORDER", -1.0)
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        id = ada.table("me", "local Bo", start=True)
        answer = ada.http.post(f"/api/tables/{id}/orders?seat=0", json={"type": "say", "key": "a", "text": "hello"})
        again = ada.http.get("/api/me")
    found = [line for line in map(json.loads, written.getvalue().splitlines()) if line["event"] == "slow_order"]
    (line,) = found
    assert (line["order"], line["table"], line["level"]) == ("say", id[:6], "warning")
    assert line["request"] == answer.headers["x-request-id"] != again.headers["x-request-id"]
    assert line["stored"] > 0
    parts = sum(line[part] for part in ("waited", "played", "stored", "rest"))
    assert abs(parts - line["took"]) < 1
    assert "hello" not in written.getvalue()


def test_all_that_a_socket_does_has_the_name_of_its_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: io.StringIO
) -> None:
    monkeypatch.setattr(dispatch, "SLOW_ORDER", -1.0)
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        id = ada.table("me", "local Bo", start=True)
        named = []
        for seat in (0, 1):
            with ada.at(id, seat) as place:
                assert place.order("say", text="hello")["type"] == "done"
                assert place.order("say", text="again")["type"] == "done"
                named.append(place.wire.response.headers["x-request-id"] if place.wire.response else "")
    found = [line for line in map(json.loads, written.getvalue().splitlines()) if line["event"] == "slow_order"]
    assert [line["request"] for line in found] == [named[0], named[0], named[1], named[1]]
    assert "" not in named
    assert named[0] != named[1]


def test_failed_writes_are_counted_and_players_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        id = ada.table("me", "local Bo", start=True)
        assert ada.get("/api/status")["stores"]

        async def fails(*args: Any) -> None:
            raise StoreFault("the disk is full")

        with monkeypatch.context() as full:
            full.setattr(home.server.store, "save", fails)
            full.setattr(home.server.store, "try_write", fails)
            home.server._tried = -10.0
            ada.post(f"/api/tables/{id}/orders?seat=0", {"type": "say", "key": "a", "text": "hello"}, status=503)
            assert not ada.get("/api/status")["stores"]
        assert "tutti_failed_writes_total 1" in ada.http.get("/metrics").text


def test_the_status_is_the_same_for_everybody_and_names_nobody(home: LiveServer) -> None:
    told = home.person("Ada").http.get("/api/status")
    assert "set-cookie" not in told.headers
    body = told.json()
    assert (body["stores"], body["guest_days"], body["cookie_days"]) == (True, 400, 400)
    assert "Ada" not in told.text


def test_lag_fades() -> None:
    lag = LoopLag(Metrics().lag)
    lag.note(1.0)
    assert lag.now() == 1.0
    for _ in range(20):
        lag.note(0.0)
    assert lag.now() < 0.02
