"""Clocks: what runs, what is left, and what happens when nothing is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server.kit import LiveServer, live_server
from tutti.server.rooms import clocks
from tutti.server.store.rows import Clock, Hand, Seat, Table

LONG = 100 * clocks.DAY
LIVE = Clock("live", turn=10, increment=3, reserve=60)


def table(clock: Clock, active: list[int], **fields: Any) -> Table:
    seats = [Seat("person", "p"), Seat("person", "q"), Seat("bot", None, "", "greedy")]
    made = Table("t", "g", 3, {}, "p", 0, 0, state="running", seats=seats, clock=clock, active=active, **fields)
    made.hands = clocks.fresh(clock, 3)
    return made


def test_the_free_time_of_a_turn_comes_before_the_reserve() -> None:
    at = table(LIVE, [0])
    clocks.run(at, 1000, LONG)
    assert at.hands == [Hand(60_000, 1000), Hand(60_000), Hand(60_000)]
    assert at.deadline == 1000 + 10_000 + 60_000
    at.active = [1]
    clocks.run(at, 9_000, LONG)  # within the free time: nothing is used, the increment comes
    assert (at.hands[0].reserve, at.hands[0].since) == (63_000, None)
    at.active = [0]
    clocks.run(at, 39_000, LONG)  # the other used thirty seconds, twenty of the reserve
    assert (at.hands[1].reserve, at.hands[1].since) == (43_000, None)


def test_all_who_are_asked_at_once_have_running_clocks_and_bots_have_none() -> None:
    at = table(LIVE, [0, 1, 2])
    clocks.run(at, 0, LONG)
    assert [hand.since for hand in at.hands] == [0, 0, None]
    assert at.deadline == clocks.BOT_GRACE
    at.active = [1]
    clocks.run(at, 20_000, LONG)
    assert [hand.since for hand in at.hands] == [None, 0, None]
    assert clocks.overdue(at, 69_999) == []
    assert clocks.overdue(at, 70_000) == [1]


def test_days_are_for_each_turn_and_no_clock_never_runs_out() -> None:
    slow = table(Clock("days", days=2), [0])
    clocks.run(slow, 0, LONG)
    assert slow.deadline == 2 * clocks.DAY
    never = table(Clock(), [0])
    clocks.run(never, 0, LONG)
    assert never.deadline == LONG
    assert clocks.overdue(never, 10**15) == []


def test_the_clock_says_when_a_seat_may_be_taken_and_without_one_a_day() -> None:
    for clock, moment in ((LIVE, 70_000), (Clock("days", days=3), 3 * clocks.DAY), (Clock(), clocks.DAY)):
        at = table(clock, [0])
        clocks.run(at, 0, LONG)
        assert [clocks.replaceable(at, seat, {}, {}) for seat in range(3)] == [moment, None, None]
        assert clocks.replaceable(at, 0, {0: 1}, {}) == (None if clock.kind == "none" else moment)
    late = clocks.DAY - 10_000
    assert clocks.replaceable(at, 0, {}, {0: late}) == late + clocks.MINUTE
    at.seats[1].person = at.seats[0].person  # two at one screen
    assert clocks.replaceable(at, 0, {1: 1}, {}) is None
    assert clocks.replaceable(at, 0, {}, {1: late}) == late + clocks.MINUTE


def test_no_clock_runs_while_the_server_is_down() -> None:
    at = table(LIVE, [0])
    clocks.run(at, 1000, LONG)
    clocks.forgive(at, 5_000, 105_000)
    assert at.hands[0].since == 101_000
    clocks.forgive(at, 0, 50_000)  # it began after that
    assert at.hands[0].since == 101_000
    at.seats[0].standin, at.seats[0].votes_until = True, 200_000
    clocks.run(at, 111_000, LONG)  # a bot sits down in the middle of the turn
    clocks.forgive(at, 120_000, 150_000)
    assert (at.hands[0].began, at.seats[0].votes_until) == (131_000, 230_000)


def test_a_bot_for_a_while_wins_nobody_time() -> None:
    at = table(LIVE, [0])
    clocks.run(at, 0, LONG)
    at.seats[0].standin = True
    clocks.run(at, 30_000, LONG)  # away after twenty seconds of the reserve: they are gone, and nothing is added
    assert (at.hands[0].reserve, at.hands[0].since) == (40_000, None)
    at.seats[0].standin = False
    clocks.come_back(at, 0)
    clocks.run(at, 35_000, LONG)  # back in the same turn: as if never gone
    assert (at.hands[0].reserve, at.hands[0].since) == (60_000, 0)
    assert clocks.overdue(at, 70_000) == [0]
    at.seats[0].standin = True
    clocks.run(at, 70_000, LONG)
    assert clocks.turn_lost(at, 0, 70_000)
    at.active = [1]
    clocks.run(at, 71_000, LONG)  # the bot has played the turn
    assert not clocks.turn_lost(at, 0, 71_000)
    at.seats[0].standin = False
    clocks.come_back(at, 0)
    assert at.hands[0].reserve == 3_000  # what one turn brings
    at.active = [0]
    clocks.run(at, 80_000, LONG)
    assert clocks.ending(LIVE, at.hands[0]) == 93_000


def test_who_has_used_up_a_clock_that_gives_nothing_more_is_out() -> None:
    at = table(Clock("live", reserve=60), [0])
    clocks.run(at, 0, LONG)
    assert not clocks.out_of_time(at, 0)
    at.seats[0].standin = True
    clocks.run(at, 60_000, LONG)
    assert clocks.out_of_time(at, 0)
    assert not clocks.out_of_time(at, 1)


def test_taking_back_neither_wins_nor_costs_time() -> None:
    at = table(LIVE, [0])
    clocks.run(at, 0, LONG)
    at.active = [1]
    clocks.run(at, 30_000, LONG)
    assert at.hands[0].reserve == 43_000
    at.active = [0]
    clocks.run(at, 60_000, LONG, undone=True)  # the other thought for twenty seconds of their reserve, in vain
    assert (at.hands[0].reserve, at.hands[0].since) == (60_000, 30_000)
    assert (at.hands[1].reserve, at.hands[1].since) == (60_000, None)


# -- on a server -----------------------------------------------------------------------------------


def timed(home: LiveServer, clock: dict[str, Any]) -> tuple[Any, Any, str]:
    ada, bo = home.person("Ada"), home.person("Bo")
    id = ada.table("me", "open", options={"first_player": 0}, clock=clock)
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    return ada, bo, id


def test_when_time_is_over_a_bot_takes_the_seat_and_the_player_may_come_back(home: LiveServer) -> None:
    ada, bo, id = timed(home, {"kind": "live", "turn": 5, "reserve": 20, "increment": 1})
    with ada.at(id, 0) as first, bo.at(id, 1) as second:
        second.wait(lambda at: at.view and at.table["hands"][0]["since"])
        assert second.table["hands"][1]["since"] is None
        home.clock.skip(24)
        home.call(home.server.scheduler.tick())
        assert not bo.get(f"/api/tables/{id}")["seats"][0]["standin"]
        home.clock.skip(2)
        home.call(home.server.scheduler.tick())
        second.wait(lambda at: at.table["seats"][0]["standin"])
        second.wait(lambda at: any(line["code"] == "timed_out" for line in at.talk))
        second.wait(lambda at: at.view["legal"])
        assert first.order("back")["type"] == "done"
        first.wait(lambda at: not at.table["seats"][0]["standin"])
        assert first.table["hands"][0]["reserve"] == 1_000  # the clock still gives what it gives in each turn


def test_a_slow_table_wakes_though_nobody_has_it_open(home: LiveServer) -> None:
    ada, bo, id = timed(home, {"kind": "days", "days": 1})
    home.server.registry.rooms.clear()
    home.clock.skip(24 * 3600 + 5)
    home.call(home.server.scheduler.tick())
    assert ada.get(f"/api/tables/{id}")["seats"][0]["standin"]
    with bo.at(id, 1) as second:
        second.wait(lambda at: at.view["legal"])


def test_a_match_that_nobody_plays_any_more_ends(tmp_path: Path) -> None:
    with live_server(tmp_path, abandoned_days=3) as home:
        ada, _, id = timed(home, {"kind": "none"})
        home.clock.skip(3 * 24 * 3600 - 60)
        home.call(home.server.scheduler.tick())
        assert ada.get(f"/api/tables/{id}")["state"] == "running"
        home.clock.skip(120)
        home.call(home.server.scheduler.tick())
        info = ada.get(f"/api/tables/{id}")
        assert (info["state"], info["ending"]["reason"]) == ("over", "abandoned")


def test_restarts_cost_nobody_time(tmp_path: Path) -> None:
    with live_server(tmp_path) as first:
        _, bo, id = timed(first, {"kind": "live", "turn": 5, "reserve": 20})
        (since,) = (hand.since for hand in first.server.registry.rooms[id].table.hands if hand.since)
        # Twice down for minutes, as the next life will find in the store.
        first.call(first.server.store.note_down(since + 1000, since + 201_000))
        first.call(first.server.store.note_down(since + 202_000, since + 302_000))
    with live_server(tmp_path) as second:
        second.clock.skip(305)
        second.call(second.server.scheduler.tick())
        info = bo_at(second, bo, id)
        assert not info["seats"][0]["standin"]
        assert since + 300_000 <= info["hands"][0]["since"] <= since + 303_000
        second.server.registry.rooms.clear()
        again = bo_at(second, bo, id)
        assert abs(again["hands"][0]["since"] - info["hands"][0]["since"]) < 10
        second.clock.skip(30)
        second.call(second.server.scheduler.tick())
        assert bo_at(second, bo, id)["seats"][0]["standin"]


def bo_at(home: LiveServer, bo: Any, id: str) -> Any:
    person = home.person()
    person.http.cookies.update(bo.http.cookies)
    return person.get(f"/api/tables/{id}")
