"""Nobody loses a match to life: holidays, tables that turn slow, seats that go on with somebody else, fair warning."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from server.kit import Browser, House
from server.rooms import room_of
from tutti.server.faults import Refused
from tutti.server.rooms import clocks, holidays
from tutti.server.store.rows import Clock, Hand, Seat, Table

DAY = clocks.DAY
HOUR = 3600 * 1000
DAYS = {"kind": "days", "days": 2}
_keys = itertools.count()


def order(person: Browser, table: str, at: int, kind: str, status: int | None = None, **fields: Any) -> Any:
    wish = {"type": kind, "key": f"a{next(_keys)}", **fields}
    return person.post(f"/api/tables/{table}/orders?seat={at}", wish, status)


def two(home: House, **fields: Any) -> tuple[Browser, Browser, str]:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", **fields)
    bo.post(f"/api/tables/{table}/join", {})
    ada.post(f"/api/tables/{table}/start", {})
    return ada, bo, table


def asked(person: Browser, table: str) -> int:
    return int(person.get(f"/api/tables/{table}")["active"][0])


def later(home: House, seconds: float) -> None:
    home.clock.skip(seconds)
    home.call(home.server.hall.tick())


def notices(person: Browser, table: str) -> list[str]:
    return [line["code"] for line in person.get(f"/api/tables/{table}/talk") if line["code"]]


# -- holidays ------------------------------------------------------------------------------------------


def test_a_clock_by_days_stands_still_on_holiday_and_a_live_one_does_not() -> None:
    days, live = Clock("days", days=2), Clock("live", turn=10, reserve=60)
    off = [(1 * DAY, 4 * DAY), (5 * DAY, 6 * DAY)]
    assert clocks.ending(days, Hand(0, 0)) == 2 * DAY
    assert clocks.ending(days, Hand(0, 0), off) == 5 * DAY  # a day before it, and one after
    assert clocks.ending(days, Hand(0, 2 * DAY), off) == 7 * DAY  # from the middle of one, over the next
    assert clocks.ending(Clock(), Hand(0, 0), off) == DAY
    assert clocks.ending(Clock(), Hand(0, DAY // 2), off) == 4 * DAY + DAY // 2
    assert clocks.ending(live, Hand(60_000, 0), [(0, DAY)]) == 70_000


def test_days_of_a_year_are_bounded_and_nobody_goes_in_the_past() -> None:
    now = 1_780_000_000_000  # in May 2026
    first = holidays.planned([], now - DAY, now + 10 * DAY, 30, now)
    assert first == [(now, now + 10 * DAY)]
    # It ends at another time; what was used is used.
    now += 4 * DAY
    assert holidays.planned(first, now, now + DAY, 30, now) == [(first[0][0], now + DAY)]
    short = holidays.ended(first, now)
    assert short == [(first[0][0], now)]
    assert holidays.planned(short, now + 9 * DAY, now + 35 * DAY, 30, now)[-1] == (now + 9 * DAY, now + 35 * DAY)
    with pytest.raises(Refused, match="holiday_too_long"):
        holidays.planned(short, now + 9 * DAY, now + 36 * DAY, 30, now)
    with pytest.raises(Refused, match="bad_holiday"):
        holidays.planned([], now + DAY, now + DAY, 30, now)
    # What is left is told in whole days: a day that has begun is used.
    late = now + DAY * 3 // 4
    assert [holidays.left(spans, 2026, 30) for spans in ([], [(late, now + 8 * DAY)])] == [30, 22]
    # A holiday over the night on which clocks are put back has an hour more, and no day more.
    autumn = [(now + 40 * DAY, now + 70 * DAY + HOUR)]
    assert holidays.planned([], *autumn[0], 30, now) == autumn
    assert holidays.left(autumn, 2026, 30) == 0
    assert holidays.left([(now + 40 * DAY, now + 50 * DAY + HOUR)], 2026, 30) == 20
    # Over the turn of a year each has its own.
    new_year = 1_798_761_600_000
    assert holidays.planned([], new_year - 30 * DAY, new_year + 30 * DAY, 30, now)
    assert holidays.used([(new_year - DAY, new_year + 2 * DAY)], 2027) == 2 * DAY


def test_who_is_on_holiday_is_waited_for_and_the_others_see_it(home: House) -> None:
    ada, bo, table = two(home, clock=DAYS)
    seat = asked(ada, table)
    mine, other = (ada, bo) if seat == 0 else (bo, ada)
    now = home.server.now()
    said = mine.put("/api/me/holidays", {"since": now, "until": now + 5 * DAY})
    assert (said["holiday"]["until"], said["left"], said["most"]) == (now + 5 * DAY, 25, 30)
    assert other.get(f"/api/tables/{table}")["seats"][seat]["holidays"][0][1] == now + 5 * DAY
    assert home.person().get(f"/api/tables/{table}")["seats"][seat]["holidays"] == []  # whoever passes by
    (away,) = mine.get("/api/me/export")["holidays"]
    assert away["until"] == now + 5 * DAY
    later(home, 6 * 24 * 3600)
    assert not other.get(f"/api/tables/{table}")["seats"][seat]["standin"]
    later(home, 24 * 3600 + 60)
    assert other.get(f"/api/tables/{table}")["seats"][seat]["standin"]
    assert mine.get("/api/me/holidays")["holiday"] is None


def test_what_is_left_of_the_days_is_told_in_whole_days(home: House) -> None:
    ada = home.person()
    now = home.server.now()
    left = ada.put("/api/me/holidays", {"since": now, "until": now + 7 * DAY + 7 * HOUR})["left"]
    assert (left, type(left)) == (22, int)


def test_a_holiday_from_before_the_match_counts_and_one_can_come_back_early(home: House) -> None:
    ada = home.person()
    now = home.server.now()
    ada.put("/api/me/holidays", {"since": now, "until": now + 5 * DAY})
    table = ada.table("me", "student", clock=DAYS, start=True)
    home.call(home.server.hall.tick())
    until = home.call(_seat(home, table))
    later(home, 3 * 24 * 3600)
    assert not ada.get(f"/api/tables/{table}")["seats"][0]["standin"]
    assert ada.delete("/api/me/holidays")["holiday"] is None
    assert home.call(_seat(home, table)) != until or until == []
    assert (
        ada.put("/api/me/holidays", {"since": now, "until": now + 900 * DAY}, 400)["code"] == "error.holiday_too_long"
    )


async def _seat(home: House, table: str) -> list[tuple[int, int]]:
    async with home.server.hall.room(table) as room:
        return list(room.table.seats[0].off)


# -- slow ----------------------------------------------------------------------------------------------


def test_a_live_table_turns_slow_when_all_agree(home: House) -> None:
    ada, bo, table = two(home, clock={"kind": "live", "turn": 30, "reserve": 600})
    order(ada, table, 0, "slow", days=3)
    found = bo.get(f"/api/tables/{table}")
    assert (found["clock"]["kind"], found["offer"]["what"], found["offer"]["days"]) == ("live", "slow", 3)
    order(bo, table, 1, "slow", days=3)  # who wants the same agrees
    found = bo.get(f"/api/tables/{table}")
    assert (found["clock"]["kind"], found["clock"]["days"], found["offers"]) == ("days", 3, [])
    assert "slowed" in notices(bo, table)
    later(home, 2 * 24 * 3600)
    assert not any(seat["standin"] for seat in bo.get(f"/api/tables/{table}")["seats"])
    assert order(bo, table, 1, "slow", 409, days=3)["code"] == "error.is_slow"
    later(home, 24 * 3600 + 60)
    assert any(seat["standin"] for seat in bo.get(f"/api/tables/{table}")["seats"])


def test_one_who_does_not_want_it_slow_keeps_it_live(home: House) -> None:
    ada, bo, table = two(home, clock={"kind": "live", "turn": 30, "reserve": 600})
    order(ada, table, 0, "slow", days=3)
    order(bo, table, 1, "answer", offer=bo.get(f"/api/tables/{table}")["offer"]["id"], agree=False)
    found = ada.get(f"/api/tables/{table}")
    assert (found["clock"]["kind"], found["offers"]) == ("live", [])
    assert "slow_declined" in notices(ada, table)


# -- another person ------------------------------------------------------------------------------------


def test_somebody_else_takes_over_a_seat_by_a_link(home: House) -> None:
    ada, bo, table = two(home)
    order(bo, table, 1, "away")
    assert order(ada, table, 0, "invite", seat=1)["type"] == "done"
    assert ada.get(f"/api/tables/{table}")["seats"][1]["invite"] == ""  # Bo has a day to object
    later(home, 24 * 3600 + 60)
    invite = ada.get(f"/api/tables/{table}")["seats"][1]["invite"]
    assert invite
    cleo = home.person("Cleo")
    assert cleo.get(f"/api/tables/{table}")["seats"][1]["invite"] == ""  # a link is given by people
    assert cleo.post(f"/api/tables/{table}/take", {"seat": 1, "invite": "no"}, 403)["code"] == "error.no_invitation"
    assert ada.post(f"/api/tables/{table}/take", {"seat": 1, "invite": invite}, 409)["code"] == "error.one_seat_each"
    taken = cleo.post(f"/api/tables/{table}/take", {"seat": 1, "invite": invite})
    seat = taken["seats"][1]
    assert (seat["name"], seat["mine"], seat["standin"], seat["invite"]) == ("Cleo", True, False, "")
    cleo.get(f"/api/tables/{table}/view?seat=1")
    bo.get(f"/api/tables/{table}/view?seat=1", 403)
    assert [one["id"] for one in cleo.get("/api/me/tables")["tables"]] == [table]
    assert bo.get("/api/me/tables")["tables"] == []
    cleo_two = home.person()
    assert (
        cleo_two.post(f"/api/tables/{table}/take", {"seat": 1, "invite": invite}, 403)["code"] == "error.no_invitation"
    )


def test_who_comes_back_keeps_the_seat_and_nobody_offers_that_of_who_is_there(home: House) -> None:
    ada, bo, table = two(home)
    assert order(ada, table, 0, "invite", 409, seat=1)["code"] == "error.not_absent"
    order(bo, table, 1, "away")
    order(ada, table, 0, "invite", seat=1)
    order(bo, table, 1, "answer", offer=bo.get(f"/api/tables/{table}")["offer"]["id"], agree=True)
    invite = bo.get(f"/api/tables/{table}")["seats"][1]["invite"]
    assert invite
    order(bo, table, 1, "back")
    assert home.person().post(f"/api/tables/{table}/take", {"seat": 1, "invite": invite}, 403)


def test_one_gives_ones_own_seat_to_another(home: House) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "student", start=True)
    order(ada, table, 0, "invite", seat=0)  # bots do not mind
    seat = ada.get(f"/api/tables/{table}")["seats"][0]
    assert (seat["mine"], bool(seat["invite"])) == (True, True)
    cleo = home.person("Cleo")
    assert cleo.post(f"/api/tables/{table}/take", {"seat": 0, "invite": seat["invite"]})["host"]


# -- tables that never start ---------------------------------------------------------------------------


def test_a_table_that_never_starts_says_so_before_it_is_closed_and_can_be_kept(home: House) -> None:
    ada = home.person()
    table = ada.table("me", "open")
    expires = ada.get(f"/api/tables/{table}")["expires"]
    assert expires == ada.get(f"/api/tables/{table}")["created"] + 48 * HOUR
    later(home, 35 * 3600)
    assert notices(ada, table) == []
    later(home, 2 * 3600)
    assert notices(ada, table) == ["closing"]
    assert ada.get(f"/api/tables/{table}")["state"] == "waiting"
    assert home.person().post(f"/api/tables/{table}/keep", None, 403)["code"] == "error.not_at_table"
    assert ada.post(f"/api/tables/{table}/keep")["expires"] > expires
    later(home, 37 * 3600)
    assert notices(ada, table) == ["closing", "closing"]
    later(home, 12 * 3600)
    assert ada.get(f"/api/tables/{table}")["state"] == "closed"


def test_a_table_from_before_there_were_warnings_is_closed_when_its_time_is_over() -> None:
    from tutti.server.rooms import lobby
    from tutti.server.rooms.room import Change, Room

    old = Table("t", "symphonimo", 2, {}, "p", 1, 1, seats=[Seat("person", "p")], deadline=5)
    room: Room = room_of()
    room.table = old
    lobby.run_out(room, Change(room, 10))
    assert old.state == "closed"


# -- what a stand-in did -------------------------------------------------------------------------------


def test_who_comes_back_sees_which_moves_were_made_for_them(home: House) -> None:
    ada, bo, table = two(home)
    seat = asked(ada, table)
    mine, other = (ada, bo) if seat == 0 else (bo, ada)
    order(mine, table, seat, "away")
    with other.at(table, 1 - seat) as place:
        place.wait(lambda place: place.view["legal"])
        assert place.view["stood"] == []  # it is nobody else's business
    view = mine.get(f"/api/tables/{table}/view?seat={seat}")
    assert view["stood"]
    assert view["stood"][0] >= view["since"]
    assert all(view["events"][at].get("player", seat) == seat for at in view["stood"])
