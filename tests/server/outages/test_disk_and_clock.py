"""Trouble with disk and clock while people play: a disk that is full or read-only, a clock that is set."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from server.kit import Browser, LiveServer, live_server
from server.store.test_faults import pragma

KINDS = ("full", "read-only", "ahead", "back", "fine")
DAY = 24 * 3600.0


def change(home: LiveServer, kind: str) -> None:
    """The trouble from now on."""
    (pages,) = pragma(home, "page_count")
    pragma(home, f"max_page_count = {pages if kind == 'full' else 10_000_000}")
    pragma(home, f"query_only = {int(kind == 'read-only')}")
    if kind in ("ahead", "back"):
        home.clock.move(DAY if kind == "ahead" else -DAY)


def answer(person: Browser, id: str, key: str, text: str) -> int:
    """Say something, and if nobody is asked to wait, play; the status of the move, 0 if there was none."""
    person.http.post(f"/api/tables/{id}/orders?seat=0", json={"type": "say", "key": f"s{key}", "text": text})
    for seat in (0, 1):
        seen = person.http.get(f"/api/tables/{id}/view?seat={seat}")
        if seen.status_code == 200 and seen.json()["legal"]:
            view = seen.json()
            order = {"type": "play", "key": key, "question": view["question"], "action": view["legal"][0]}
            return person.http.post(f"/api/tables/{id}/orders?seat={seat}", json=order).status_code
    return 0


@pytest.mark.parametrize("rounds", [6, pytest.param(600, marks=pytest.mark.soak)])
def test_no_acknowledged_move_is_lost_whatever_disk_and_clock_do(tmp_path: Path, rounds: int) -> None:
    drawn = random.Random(rounds)
    troubles = [*KINDS, *(drawn.choice(KINDS) for _ in range(rounds))]
    done: dict[str, list[str]] = {}
    refused = 0
    with live_server(tmp_path) as home:
        ada = home.person("Ada")
        id = ada.table("me", "local Bo", game="symphonimo", start=True)
        for number, kind in enumerate(troubles):
            change(home, kind)
            if ada.get(f"/api/tables/{id}")["state"] == "over":
                id = ada.table("me", "local Bo", game="symphonimo", start=True) if kind not in KINDS[:2] else id
                continue
            for turn in range(3):
                key = f"{number}-{turn}"
                status = answer(ada, id, key, "x" * 400)
                assert status in (0, 200, 503), status
                if status == 200:
                    done.setdefault(id, []).append(key)
                refused += status == 503
        change(home, "fine")
    with live_server(tmp_path) as home:
        for table, keys in done.items():
            events = home.call(home.server.store.events(table))
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            stored = [event.key for event in events if event.kind == "play" and event.key]
            assert stored == keys  # each once, in order, and none that was refused
            assert not home.person().get(f"/api/tables/{table}")["broken"]
    assert refused > 0
    assert sum(map(len, done.values())) > 0
