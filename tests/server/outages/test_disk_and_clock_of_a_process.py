"""Trouble around a real process: a disk that takes no write, a clock on the wall that jumps. ``test_disk_and_clock.py``
has more kinds of it inside one process, ``test_storms.py`` a disk that fills up."""

from __future__ import annotations

import asyncio
import random
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bench.load.host import Host

from server.kit import Browser
from server.outages.test_kill import PATIENCE, Noting, stored
from tutti.server.rooms import event_log

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
WALL = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *found) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int done = real(id, found);
    FILE *file = id == CLOCK_REALTIME ? fopen(getenv("TEST_WALL"), "r") : NULL;
    long ahead = 0;
    if (file) {
        if (fscanf(file, "%ld", &ahead) != 1) ahead = 0;
        fclose(file);
    }
    found->tv_sec += ahead;
    return done;
}
"""
"""A clock on the wall that is ahead by as many seconds as a file says."""


@pytest.mark.parametrize("tables", [3, pytest.param(60, marks=pytest.mark.soak)])
def test_a_disk_that_takes_no_write_refuses_and_loses_nothing(tmp_path: Path, tables: int) -> None:
    """As when the system has made it read-only after a fault. The log lies there, too."""

    async def live() -> Noting:
        with (tmp_path / "log").open("wb") as said, Host(tmp_path / "data", said, workers=1, log="json") as host:
            crowd = Noting(host.host, host.port)
            await crowd.sit_down(tables, 3)
            await crowd.play_some(60)
            _, hard = resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (0, hard))
            async with asyncio.timeout(PATIENCE):
                while not crowd.refused:
                    await asyncio.sleep(0.01)
                wires = [person.wire for table in crowd.tables for person in table.people if person.wire is not None]
                while not any(wire.closed.done() for wire in wires):  # nobody stays at a table that was not stored
                    await asyncio.sleep(0.01)
            known = len(crowd.latencies)
            await asyncio.sleep(0.5)
            assert len(crowd.latencies) == known  # nothing is acknowledged that cannot be stored
            assert host.process.poll() is None
            resource.prlimit(host.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            await crowd.go()
            await crowd.come_back(host.host, host.port)
            await crowd.play_some(60)
            await crowd.go()
        return crowd

    crowd = asyncio.run(live())
    assert all("error.not_saved" in raw for raw in crowd.refused)
    found = asyncio.run(stored(tmp_path / "data", [table.id for table in crowd.tables]))
    for table, keys in crowd.keys.items():
        row, events = found[table]
        assert keys <= {event.key for event in events}, "an acknowledged move is gone"
        assert [event.seq for event in events] == list(range(1, row.seq + 1))
        assert list(event_log.rebuild(row, None, events).active) == row.active


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
@pytest.mark.parametrize("jumps", [2, pytest.param(40, marks=pytest.mark.soak)])
def test_a_clock_that_jumps_costs_nobody_a_move_or_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jumps: int
) -> None:
    library, wall, dice = tmp_path / "wall.so", tmp_path / "wall", random.Random(3)
    command = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library), "-ldl"]
    subprocess.run(command, input=WALL.encode(), check=True)
    wall.write_text("0")
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("TEST_WALL", str(wall))
    done: dict[str, list[str]] = {}
    with Host(tmp_path / "data", workers=1, bot_pause=0) as host:
        ada = Browser(f"http://{host.host}:{host.port}")
        ada.get("/api/me")

        def table() -> str:
            return ada.table("me", "local Bo", clock={"kind": "live", "reserve": 20}, start=True)

        id, ahead = table(), 0
        for jump in range(jumps):
            ahead += (1 - 2 * (jump % 2)) * dice.choice((3600, 86_400, 400 * 86_400))
            wall.write_text(str(ahead))
            time.sleep(1.5)  # it is looked at once a second
            info = ada.get(f"/api/tables/{id}")
            assert not any(seat["standin"] for seat in info["seats"])
            if info["state"] == "over":
                id = table()
            for seat in (0, 1):
                view = ada.get(f"/api/tables/{id}/view?seat={seat}")
                if view["legal"]:
                    order = {
                        "type": "play",
                        "key": f"k{jump}",
                        "question": view["question"],
                        "action": view["legal"][0],
                    }
                    ada.post(f"/api/tables/{id}/orders?seat={seat}", order)
                    done.setdefault(id, []).append(order["key"])
                    break
        ada.http.close()
    assert sum(map(len, done.values())) == jumps
    found = asyncio.run(stored(tmp_path / "data", list(done)))
    for row, events in found.values():
        assert [event.key for event in events if event.kind == "play"] == done[row.id]
        assert [event.at for event in events] == sorted(event.at for event in events)
    first = found[next(iter(done))][1]
    assert first[-1].at - first[0].at > 3_500_000  # it did jump
