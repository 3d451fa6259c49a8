"""The server's time: whatever the machine does to it, nobody's clock runs while nobody could play."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bench.load.host import Host

from server.kit import PATIENCE, Browser, Clock, LiveServer, live_server
from server.tables.test_clocks import timed
from tutti.server.rooms.downtime import Downtime
from tutti.server.rooms.room import Room
from tutti.server.server_clock import ServerClock

LIVE = {"kind": "live", "turn": 5, "reserve": 20}
NANO = 1_000_000_000


class Hands:
    """A clock on the wall and a steady one, both moved by hand."""

    def __init__(self) -> None:
        self.wall, self.steady = 5000 * NANO, 77 * NANO
        self.keeper = ServerClock(lambda: self.wall, lambda: self.steady)

    def go(self, seconds: float) -> int:
        self.wall += int(seconds * NANO)
        self.steady += int(seconds * NANO)
        return self.keeper()


def test_time_goes_by_steadily_and_stands_still_while_the_process_sleeps() -> None:
    hands = Hands()
    assert [hands.go(0.5), hands.go(1.5), hands.go(0.25)] == [5_000_500, 5_002_000, 5_002_250]
    assert hands.keeper.catch_up() is None
    assert hands.go(3600) == 5_002_250
    assert hands.keeper.catch_up() == (5_002_250, 8_602_250)
    assert hands.keeper.catch_up() is None
    assert hands.go(1) == 8_603_250


def test_the_clock_on_the_wall_is_followed_forward_and_never_back() -> None:
    hands = Hands()
    hands.wall += 600 * NANO
    assert hands.keeper() == 5_000_000
    assert hands.keeper.catch_up() == (5_000_000, 5_600_000)
    hands.wall -= 300 * NANO
    assert hands.go(1) == 5_601_000
    assert hands.keeper.catch_up() is None
    hands.wall += 302 * NANO
    assert hands.keeper.catch_up() == (5_601_000, 5_603_000)


def wait_for(right: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not right():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("what", ["sleep", "move"])
def test_sleep_and_a_moved_clock_cost_nobody_time(tmp_path: Path, what: str) -> None:
    with live_server(tmp_path) as home:
        ada, bo, id = timed(home, LIVE)
        _, _, other = timed(home, LIVE)
        home.server.registry.rooms.pop(other)  # nobody has it open
        with ada.at(id, 0) as first, bo.at(id, 1) as second:
            first.wait(lambda at: at.view and at.table["hands"][0]["since"])
            began, now = first.table["hands"][0]["since"], home.clock()
            getattr(home.clock, what)(600)
            wait_for(lambda: home.clock() >= now + 600_000)  # it has caught up
            first.wait(lambda at: at.table["hands"][0]["since"] >= began + 590_000)
            home.call(home.server.scheduler.tick())
            for table in (id, other):
                assert not ada.get(f"/api/tables/{table}")["seats"][0]["standin"]
                stored = home.server.registry.rooms[table].table.hands[0].since
                assert stored is not None
                assert began + 595_000 <= stored <= home.clock()
            home.clock.skip(26)
            home.call(home.server.scheduler.tick())
            second.wait(lambda at: at.table["seats"][0]["standin"])


def test_a_clock_that_is_set_back_gives_nobody_time(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        _, bo, id = timed(home, LIVE)
        with bo.at(id, 1) as second:
            second.wait(lambda at: at.view and at.table["hands"][0]["since"])
            home.clock.move(-3600)
            home.clock.skip(26)
            home.call(home.server.scheduler.tick())
            second.wait(lambda at: at.table["seats"][0]["standin"])


def test_a_clock_that_was_set_back_while_the_server_was_down_harms_nobody(tmp_path: Path) -> None:
    with live_server(tmp_path) as home:
        ada, _, id = timed(home, LIVE)
        room = home.server.registry.rooms[id]
        hand, now = room.table.hands[0], home.clock()
        hand.since = now + 3_600_000  # as it was on the wall then
        home.server.registry.downtime.forgive(room)
        assert now <= hand.since <= home.clock()
        assert not ada.get(f"/api/tables/{id}")["seats"][0]["standin"]


def test_only_what_this_process_had_open_is_forgiven_while_others_were_awake(home: LiveServer) -> None:
    """Several processes share the tables: what is played elsewhere did not stand still."""
    clock = Clock()
    _, _, id = timed(home, LIVE)
    room = home.server.registry.rooms[id]
    ours = Room(room.table, room.match, room.store, clock, 10**12)

    async def nap(awake: bool) -> int:
        downtime = Downtime(home.server.store, clock, 10**12, alone=False)
        before = clock()
        clock.sleep(60)
        await home.server.store.beat(before + (30_000 if awake else -1))
        assert await downtime.keep([ours]) == [ours]
        return len(downtime._gaps)

    assert home.call(nap(awake=True)) == 0
    assert home.call(nap(awake=False)) == 1


def test_a_process_that_really_slept(tmp_path: Path) -> None:
    with Host(tmp_path, workers=1) as host:
        ada = Browser(f"http://{host.host}:{host.port}")
        ada.get("/api/me")
        id = ada.table("me", "greedy", options={"first_player": 0}, clock={"kind": "live", "reserve": 5}, start=True)
        with ada.at(id, 0) as place:
            place.wait(lambda at: at.view["legal"])
            began = place.table["hands"][0]["since"]
            host.process.send_signal(signal.SIGSTOP)
            time.sleep(7)
            host.process.send_signal(signal.SIGCONT)
            place.wait(lambda at: at.table["hands"][0]["since"] > began + 5000)
            assert not place.table["seats"][0]["standin"]
            assert place.play()["type"] == "done"
        ada.http.close()
