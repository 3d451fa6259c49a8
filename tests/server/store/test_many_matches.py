"""A hundred thousand stored matches: none of them in memory until somebody looks, and no list that reads them all."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from bench.load.host import Host

from server.kit import Browser, live_server

MATCHES = 100_000 if os.environ.get("TUTTI_SOAK") else 20_000
PEOPLE = 500
"""So many people have played them, and one of them, Ada, has been at all of the finished ones."""
KEPT = 40
LOOKS = 200
MEMORY = 16 << 20
"""What a server may need beyond what it needs without a single match: rooms it may keep, pages of the database."""
SLOWEST = 1.0
"""Seconds for a list, on a machine that does much else. Reading all rows takes many times as long."""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Browser, list[str]]:
    """A data folder with copies of a running and a finished match, Ada, and some ids of running ones."""
    folder = tmp_path_factory.mktemp("many")
    with live_server(folder) as home:
        ada = home.person("Ada")
        running = ada.table("me", "local Bo", public=True, start=True, options={"first_player": 0})
        over = ada.table("me", "local Bo", public=True, start=True, options={"first_player": 0})
        for table in (running, over):
            with ada.at(table, 0) as place:
                place.play("draw")
                if table == over:
                    place.order("propose")
                    place.wait(lambda at: at.table["state"] == "over")
    person = ada.http.cookies["tutti"].split(".")[0]
    with sqlite3.connect(folder / "tutti.db") as db:
        db.execute("PRAGMA synchronous = OFF")
        for kind, original in (("r", running), ("o", over)):
            copy(db, kind, original, person, MATCHES // 2)
        db.execute("ANALYZE")
    db.close()
    return folder, ada, [f"r{number:07}" for number in range(0, MATCHES // 2, MATCHES // 2 // LOOKS)]


def copy(db: sqlite3.Connection, kind: str, original: str, person: str, count: int) -> None:
    """The match once more, under other ids; the running ones with other people."""
    numbers = f"""
        WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count - 1}),
        named (n, id, person) AS (
            SELECT n, printf('{kind}%07d', n), CASE '{kind}' WHEN 'o' THEN :person ELSE 'p' || (n % {PEOPLE}) END
            FROM numbers
        )
    """
    values = {"original": original, "person": person}
    ended = "json_extract(CAST(body AS TEXT), '$.ended')"
    db.execute(
        f"""
        INSERT INTO tables {numbers} SELECT named.id, state, public, created + n, updated + n, deadline,
            CAST(replace(replace(json_set(CAST(body AS TEXT), '$.created', created + n, '$.updated', updated + n,
            '$.ended', {ended} + n), :original, named.id), :person, named.person) AS BLOB), saves
        FROM named, tables WHERE tables.id = :original ORDER BY named.id
        """,
        values,
    )
    db.execute(
        f"""
        INSERT INTO events {numbers} SELECT named.id, seq, at, kind, seat, key, body, digest
        FROM named, events WHERE match = :original ORDER BY named.id, seq
        """,
        values,
    )
    db.execute(
        f"""
        INSERT INTO seats {numbers} SELECT named.person, named.id, CASE state WHEN 'over' THEN 'over' ELSE 'open' END,
            COALESCE({ended} + n, 0) FROM named, tables WHERE tables.id = :original ORDER BY named.person, named.id
        """,
        values,
    )


def rooms(http: httpx.Client) -> int:
    (line,) = [line for line in http.get("/metrics").text.splitlines() if line.startswith("tutti_rooms ")]
    return int(float(line.split()[1]))


def quick(http: httpx.Client, path: str) -> Any:
    start = time.perf_counter()
    answer = http.get(path)
    assert answer.status_code == 200, answer.text
    assert time.perf_counter() - start < SLOWEST, path
    return answer.json()


def test_memory_and_lists_do_not_grow_with_what_is_stored(
    full: tuple[Path, Browser, list[str]], tmp_path: Path
) -> None:
    folder, ada, some = full
    with Host(tmp_path, workers=1) as empty:
        httpx.get(f"http://{empty.host}:{empty.port}/health", timeout=30)  # the routes are made for the first who asks
        without = empty.memory()
    with Host(folder, workers=1, rooms_kept=KEPT, room_idle=0.1) as host:
        assert host.memory() < without + (MEMORY >> 1)
        address = f"http://{host.host}:{host.port}"
        with httpx.Client(base_url=address, timeout=30, cookies=dict(ada.http.cookies), verify=False) as http:
            assert rooms(http) == 0
            for id in some:  # nobody sits here, but spectators may
                assert quick(http, f"/api/tables/{id}/view")["question"] == 2
            deadline = time.monotonic() + 30
            while rooms(http) > KEPT and time.monotonic() < deadline:
                time.sleep(0.1)
            assert rooms(http) <= KEPT
            lists(http)
            assert host.memory() < without + MEMORY


def lists(http: httpx.Client) -> None:
    """Everything that can be listed, first pages and later ones."""
    for show in ("waiting", "running", "over"):
        page = quick(http, f"/api/tables?show={show}")
        for _ in range(3):
            if page["more"] is not None:
                page = quick(http, f"/api/tables?show={show}&before={page['more']}")
                assert len(page["tables"]) == 50
    seen = set()
    page = quick(http, "/api/me/tables?show=over")
    for _ in range(3):
        seen |= {table["id"] for table in page["tables"]}
        page = quick(http, f"/api/me/tables?show=over&before={page['more']}")
    assert len(seen) == 150
    assert len(quick(http, "/api/me/tables")["tables"]) == 1
    assert quick(http, "/api/me/next")["waiting"] == 1
