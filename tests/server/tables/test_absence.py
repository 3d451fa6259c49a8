"""Nobody loses a match to life: holidays, tables that turn slow, seats that go on with somebody else, fair warning."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from server.kit import Browser, LiveServer
from server.rooms import room_of
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks, holidays
from tutti.server.rooms.commands.seats import mark_of, seat_newcomer
from tutti.server.rooms.room import Change
from tutti.server.store.rows import Clock, Hand, Offer, Seat, Table

DAY = clocks.DAY
HOUR = 3600 * 1000
DAYS = {"kind": "days", "days": 2}
_keys = itertools.count()


def order(person: Browser, table: str, at: int, kind: str, status: int | None = None, **fields: Any) -> Any:
    wish = {"type": kind, "key": f"a{next(_keys)}", **fields}
    return person.post(f"/api/tables/{table}/orders?seat={at}", wish, status)


def two(home: LiveServer, **fields: Any) -> tuple[Browser, Browser, str]:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", **fields)
    bo.post(f"/api/tables/{table}/join", {})
    ada.post(f"/api/tables/{table}/start", {})
    return ada, bo, table


def asked(person: Browser, table: str) -> int:
    return int(person.get(f"/api/tables/{table}")["active"][0])


def later(home: LiveServer, seconds: float) -> None:
    home.clock.skip(seconds)
    home.call(home.server.scheduler.tick())


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


def test_who_is_on_holiday_is_waited_for_and_the_others_see_it(home: LiveServer) -> None:
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


def test_what_is_left_of_the_days_is_told_in_whole_days(home: LiveServer) -> None:
    ada = home.person()
    now = home.server.now()
    left = ada.put("/api/me/holidays", {"since": now, "until": now + 7 * DAY + 7 * HOUR})["left"]
    assert (left, type(left)) == (22, int)


def test_a_holiday_from_before_the_match_counts_and_one_can_come_back_early(home: LiveServer) -> None:
    ada = home.person()
    now = home.server.now()
    ada.put("/api/me/holidays", {"since": now, "until": now + 5 * DAY})
    table = ada.table("me", "student", clock=DAYS, start=True)
    home.call(home.server.scheduler.tick())
    until = home.call(_seat(home, table))
    later(home, 3 * 24 * 3600)
    assert not ada.get(f"/api/tables/{table}")["seats"][0]["standin"]
    assert ada.delete("/api/me/holidays")["holiday"] is None
    assert home.call(_seat(home, table)) != until or until == []
    assert (
        ada.put("/api/me/holidays", {"since": now, "until": now + 900 * DAY}, 400)["code"] == "error.holiday_too_long"
    )


async def _seat(home: LiveServer, table: str) -> list[tuple[int, int]]:
    async with home.server.registry.room(table) as room:
        return list(room.table.seats[0].off)


# -- slow ----------------------------------------------------------------------------------------------


def test_a_live_table_turns_slow_when_all_agree(home: LiveServer) -> None:
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


def test_one_who_does_not_want_it_slow_keeps_it_live(home: LiveServer) -> None:
    ada, bo, table = two(home, clock={"kind": "live", "turn": 30, "reserve": 600})
    order(ada, table, 0, "slow", days=3)
    order(bo, table, 1, "answer", offer=bo.get(f"/api/tables/{table}")["offer"]["id"], agree=False)
    found = ada.get(f"/api/tables/{table}")
    assert (found["clock"]["kind"], found["offers"]) == ("live", [])
    assert "slow_declined" in notices(ada, table)


# -- another person ------------------------------------------------------------------------------------


LIVE = {"kind": "live", "turn": 60, "reserve": 600}
MINUTES_10 = 10 * 60


def three(home: LiveServer, **fields: Any) -> tuple[list[Browser], str]:
    """Ada, Bo and Cleo at a table, in this order."""
    people = [home.person(name) for name in ("Ada", "Bo", "Cleo")]
    table = people[0].table("me", "open", "open", **fields)
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join", {})
    people[0].post(f"/api/tables/{table}/start", {})
    return people, table


def say(person: Browser, table: str, at: int, what: str, agree: bool = True, status: int | None = None) -> Any:
    """Answer the request of this kind."""
    offer = next(one["id"] for one in person.get(f"/api/tables/{table}")["offers"] if one["what"] == what)
    return order(person, table, at, "answer", status, offer=offer, agree=agree)


def link_to(home: LiveServer, people: list[Browser], table: str, wait: float) -> str:
    """Cleo leaves, and after this time the others agree on a link to the seat."""
    ada, bo, cleo = people
    order(cleo, table, 2, "away")
    later(home, wait)
    order(ada, table, 0, "invite", seat=2)
    say(bo, table, 1, "seat")
    return str(ada.get(f"/api/tables/{table}")["seats"][2]["invite"])


def take(person: Browser, table: str, invite: str, status: int | None = None, seat: int = 2) -> Any:
    return person.post(f"/api/tables/{table}/take", {"seat": seat, "invite": invite}, status)


def no_bots(home: LiveServer, table: str) -> None:
    """Bots at this table never move."""
    home.server.registry.rooms[table].thinking |= {0, 1, 2}


def test_the_last_opponent_gets_no_link_to_the_seat_of_who_is_away(home: LiveServer) -> None:
    ada, bo, table = two(home, clock=LIVE, options={"first_player": 1})
    no_bots(home, table)
    order(bo, table, 1, "away")
    for wait in (0, MINUTES_10, 2 * 24 * 3600):
        later(home, wait)
        assert order(ada, table, 0, "invite", 409, seat=1)["code"] == "error.too_few"
    found = bo.get(f"/api/tables/{table}")
    assert (found["offers"], found["seats"][1]["invite"], found["seats"][1]["substitute_from"]) == ([], "", None)


@pytest.mark.parametrize(
    ("clock", "seconds"), [(LIVE, MINUTES_10), ({"kind": "none"}, 24 * 3600), (DAYS, 2 * 24 * 3600)]
)
def test_two_others_ask_for_a_substitute_after_a_while(home: LiveServer, clock: dict[str, Any], seconds: float) -> None:
    (ada, bo, cleo), table = three(home, clock=clock, options={"first_player": 2})
    no_bots(home, table)
    assert order(ada, table, 0, "invite", 409, seat=2)["code"] == "error.not_absent"
    order(cleo, table, 2, "away")
    since = ada.get(f"/api/tables/{table}")["seats"][2]["substitute_from"]
    assert abs(since - home.clock() - 1000 * seconds) < 20_000
    assert order(ada, table, 0, "invite", 409, seat=2)["code"] == "error.not_absent_long"
    later(home, seconds - 60)
    assert order(ada, table, 0, "invite", 409, seat=2)["code"] == "error.not_absent_long"
    later(home, 61)
    order(ada, table, 0, "invite", seat=2)
    assert ada.get(f"/api/tables/{table}")["seats"][2]["invite"] == ""
    say(bo, table, 1, "seat")
    assert ada.get(f"/api/tables/{table}")["seats"][2]["invite"]


def test_silence_is_no_consent_to_a_substitute(home: LiveServer) -> None:
    (ada, bo, cleo), table = three(home)
    order(cleo, table, 2, "away")
    later(home, 24 * 3600 + 60)
    order(ada, table, 0, "invite", seat=2)
    later(home, 30 * 24 * 3600)
    found = bo.get(f"/api/tables/{table}")
    assert ([one["what"] for one in found["offers"]], found["seats"][2]["invite"]) == (["seat"], "")
    order(bo, table, 1, "away")  # then Ada is alone
    later(home, 30 * 24 * 3600)
    assert ada.get(f"/api/tables/{table}")["seats"][2]["invite"] == ""
    assert "seat_asked" in notices(cleo, table)


def test_the_owner_hears_of_it_and_can_refuse_or_be_back(home: LiveServer) -> None:
    people, table = three(home, clock=LIVE)
    ada, bo, cleo = people
    order(cleo, table, 2, "away")
    later(home, MINUTES_10 + 1)
    order(ada, table, 0, "invite", seat=2)
    say(cleo, table, 2, "seat", agree=False)
    assert ada.get(f"/api/tables/{table}")["offers"] == []
    order(ada, table, 0, "invite", seat=2)
    with cleo.at(table, 2) as place:
        place.wait(lambda at: at.table["offers"])
        assert place.order("back")["type"] == "done"
        place.wait(lambda at: not at.table["offers"])
    assert bo.get(f"/api/tables/{table}")["seats"][2]["standin"] is False
    assert order(ada, table, 0, "invite", 409, seat=2)["code"] == "error.not_absent"


def test_whoever_is_here_is_not_absent(home: LiveServer) -> None:
    (ada, _, cleo), table = three(home, clock=LIVE)
    order(cleo, table, 2, "away")
    with cleo.at(table, 2) as place:
        place.wait(lambda at: at.view)
        later(home, MINUTES_10 + 1)
        assert order(ada, table, 0, "invite", 409, seat=2)["code"] == "error.not_absent"


def test_a_newcomer_applies_and_sees_the_hand_when_the_others_accept_that_person(home: LiveServer) -> None:
    people, table = three(home, clock=LIVE)
    ada, bo, _ = people
    invite = link_to(home, people, table, MINUTES_10 + 1)
    no_bots(home, table)
    dora, eve = home.person("Dora"), home.person("Eve")
    assert dora.get(f"/api/tables/{table}")["seats"][2]["invite"] == ""  # a link is given by people
    assert take(dora, table, "no", 403)["code"] == "error.no_invitation"
    assert take(home.person(), table, invite, 409)["code"] == "error.unnamed"
    found = take(dora, table, invite)
    (offer,) = found["offers"]
    assert (offer["what"], offer["name"], offer["mine"], found["seats"][2]["mine"]) == ("newcomer", "Dora", True, False)
    take(dora, table, invite)  # once is enough
    take(eve, table, invite)
    assert len(ada.get(f"/api/tables/{table}")["offers"]) == 2
    dora.get(f"/api/tables/{table}/view?seat=2", 403)
    say(ada, table, 0, "newcomer")
    dora.get(f"/api/tables/{table}/view?seat=2", 403)
    assert not ada.get(f"/api/tables/{table}")["offers"][0]["mine"]
    say(bo, table, 1, "newcomer")
    found = dora.get(f"/api/tables/{table}")
    assert (found["seats"][2]["name"], found["seats"][2]["mine"], found["seats"][2]["standin"]) == ("Dora", True, False)
    assert (found["offers"], found["seats"][2]["invite"]) == ([], "")
    dora.get(f"/api/tables/{table}/view?seat=2")
    assert take(eve, table, invite, 403)["code"] == "error.no_invitation"
    assert [one["id"] for one in dora.get("/api/me/tables")["tables"]] == [table]
    assert eve.get("/api/me/tables")["tables"] == []


def test_who_was_turned_away_or_ever_sat_here_does_not_apply(home: LiveServer) -> None:
    people, table = three(home, clock=LIVE, options={"first_player": 2})
    ada, bo, cleo = people
    no_bots(home, table)
    invite = link_to(home, people, table, MINUTES_10 + 1)
    assert take(bo, table, invite, 409)["code"] == "error.one_seat_each"
    dora = home.person("Dora")
    take(dora, table, invite)
    assert [one["id"] for one in dora.get("/api/me/tables")["tables"]] == [table]
    say(bo, table, 1, "newcomer", agree=False)
    assert dora.get(f"/api/tables/{table}")["offers"] == []
    assert dora.get("/api/me/tables")["tables"] == []
    assert take(dora, table, invite, 403)["code"] == "error.turned_away"
    eve = home.person("Eve")
    take(eve, table, invite)
    for seat, person in ((0, ada), (1, bo)):
        say(person, table, seat, "newcomer")
    cleo.post(f"/api/tables/{table}/return", {"seat": 2})
    order(cleo, table, 2, "away")
    later(home, MINUTES_10 + 1)
    order(ada, table, 0, "invite", seat=2)
    say(bo, table, 1, "seat")
    again = ada.get(f"/api/tables/{table}")["seats"][2]["invite"]
    assert take(eve, table, again, 403)["code"] == "error.sat_here"
    stored = home.call(home.server.store.table(table))
    assert mark_of(stored, eve.http.cookies["tutti"].split(".")[0]) in stored.sat
    assert eve.http.cookies["tutti"].split(".")[0] not in str(stored)  # it is known by a mark


def test_a_newcomer_may_think_again(home: LiveServer) -> None:
    people, table = three(home, clock=LIVE)
    invite = link_to(home, people, table, MINUTES_10 + 1)
    dora = home.person("Dora")
    take(dora, table, invite)
    assert dora.post(f"/api/tables/{table}/untake")["offers"] == []
    assert dora.get("/api/me/tables")["tables"] == []
    take(dora, table, invite)  # and again
    assert len(people[0].get(f"/api/tables/{table}")["offers"]) == 1


def test_where_one_opponent_is_left_nobody_is_accepted_either(home: LiveServer) -> None:
    people, table = three(home, clock=LIVE)
    ada, bo, _ = people
    invite = link_to(home, people, table, MINUTES_10 + 1)
    no_bots(home, table)
    dora = home.person("Dora")
    take(dora, table, invite)
    say(ada, table, 0, "newcomer")
    order(bo, table, 1, "resign")
    assert not dora.get(f"/api/tables/{table}")["seats"][2]["mine"]
    assert take(home.person("Eve"), table, invite, 409)["code"] == "error.too_few"


def test_the_owner_returns_until_the_substitute_has_moved(home: LiveServer) -> None:
    people, table = three(home, clock=LIVE, options={"first_player": 2}, spectators=False)
    ada, bo, cleo = people
    no_bots(home, table)
    order(cleo, table, 2, "away")
    home.clock.skip(MINUTES_10 + 1)
    order(ada, table, 0, "invite", seat=2)
    say(bo, table, 1, "seat")
    invite = ada.get(f"/api/tables/{table}")["seats"][2]["invite"]
    dora = home.person("Dora")
    take(dora, table, invite)
    for seat, person in ((0, ada), (1, bo)):
        say(person, table, seat, "newcomer")
    found = cleo.get(f"/api/tables/{table}")["seats"][2]
    assert (found["returns"], found["former"], found["mine"]) == (True, "Cleo", False)
    assert not bo.get(f"/api/tables/{table}")["seats"][2]["returns"]
    assert [one["id"] for one in cleo.get("/api/me/tables")["tables"]] == [table]
    cleo.get(f"/api/tables/{table}/view")  # as a spectator, though there are no others
    cleo.get(f"/api/tables/{table}/view?seat=2", 403)
    assert order(dora, table, 2, "resign", 409)["code"] == "error.not_yours_yet"
    assert bo.post(f"/api/tables/{table}/return", {"seat": 2}, 409)["code"] == "error.no_return"
    back = cleo.post(f"/api/tables/{table}/return", {"seat": 2})["seats"][2]
    assert (back["name"], back["mine"], back["returns"], back["former"]) == ("Cleo", True, False, "")
    dora.get(f"/api/tables/{table}/view?seat=2", 403)
    assert dora.get("/api/me/tables")["tables"] == []


def test_a_substitute_who_has_moved_keeps_the_seat(home: LiveServer) -> None:
    people, table = three(home, options={"first_player": 2})
    ada, bo, cleo = people
    no_bots(home, table)
    invite = link_to(home, people, table, 24 * 3600 + 60)
    dora = home.person("Dora")
    take(dora, table, invite)
    for seat, person in ((0, ada), (1, bo)):
        say(person, table, seat, "newcomer")
    with dora.at(table, 2) as place:
        assert place.play()["type"] == "done"
    assert cleo.post(f"/api/tables/{table}/return", {"seat": 2}, 409)["code"] == "error.no_return"
    assert cleo.get("/api/me/tables")["tables"] == []
    assert cleo.get(f"/api/tables/{table}")["seats"][2]["former"] == ""


def test_who_deletes_their_data_is_named_nowhere_at_a_table_with_a_substitute(home: LiveServer) -> None:
    people, table = three(home, options={"first_player": 0})
    ada, bo, cleo = people
    no_bots(home, table)
    invite = link_to(home, people, table, 24 * 3600 + 60)
    dora, eve = home.person("Dora Vanishes"), home.person("Eve Vanishes")
    take(dora, table, invite)
    take(eve, table, invite)
    gone = [browser.http.cookies["tutti"].split(".")[0] for browser in (cleo, dora, eve)]
    eve.delete("/api/me")
    assert len(ada.get(f"/api/tables/{table}")["offers"]) == 1
    for seat, person in ((0, ada), (1, bo)):
        say(person, table, seat, "newcomer")
    cleo.delete("/api/me")
    dora.delete("/api/me")
    stored = home.call(home.server.store.table(table)), home.call(home.server.store.talk(table))
    assert not any(id in str(stored) for id in gone)
    assert "Vanishes" not in str(stored)


def test_one_gives_ones_own_seat_to_another(home: LiveServer) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "student", start=True)
    order(ada, table, 0, "invite", seat=0)  # bots do not mind
    seat = ada.get(f"/api/tables/{table}")["seats"][0]
    assert (seat["mine"], bool(seat["invite"])) == (True, True)
    cleo = home.person("Cleo")
    assert cleo.post(f"/api/tables/{table}/take", {"seat": 0, "invite": seat["invite"]})["host"]


def test_the_link_to_a_gift_is_the_owners_and_the_others_accept_who_comes(home: LiveServer) -> None:
    ada, bo, table = two(home)
    order(ada, table, 0, "invite", seat=0)
    assert ada.get(f"/api/tables/{table}")["seats"][0]["invite"] == ""
    say(bo, table, 1, "seat")
    invite = ada.get(f"/api/tables/{table}")["seats"][0]["invite"]
    assert invite
    assert bo.get(f"/api/tables/{table}")["seats"][0]["invite"] == ""  # or Bo could let himself in
    cleo = home.person("Cleo")
    take(cleo, table, invite, seat=0)
    cleo.get(f"/api/tables/{table}/view?seat=0", 403)
    say(bo, table, 1, "newcomer")
    cleo.get(f"/api/tables/{table}/view?seat=0")


def test_a_resigned_seat_is_never_given_away(home: LiveServer) -> None:
    people, table = three(home, clock=LIVE)
    ada, _, cleo = people
    invite = link_to(home, people, table, MINUTES_10 + 1)
    no_bots(home, table)
    order(cleo, table, 2, "resign")
    assert take(home.person("Dora"), table, invite, 403)["code"] == "error.no_invitation"
    for person, seat in ((ada, 0), (cleo, 2)):
        assert order(person, table, seat, "invite", 409, seat=2)["code"] == "error.seat_resigned"


# -- the clock of a substitute -------------------------------------------------------------------------


def test_a_link_refills_no_clock(home: LiveServer) -> None:
    people, table = three(home, clock={"kind": "live", "turn": 5, "reserve": 60}, options={"first_player": 2})
    ada, bo, _ = people
    no_bots(home, table)
    later(home, 66)  # the turn is lost, and the reserve with it
    assert ada.get(f"/api/tables/{table}")["seats"][2]["standin"]
    later(home, MINUTES_10)
    order(ada, table, 0, "invite", seat=2)
    say(bo, table, 1, "seat")
    invite = ada.get(f"/api/tables/{table}")["seats"][2]["invite"]
    dora = home.person("Dora")
    take(dora, table, invite)
    for seat, person in ((0, ada), (1, bo)):
        say(person, table, seat, "newcomer")
    found = dora.get(f"/api/tables/{table}")
    assert (found["seats"][2]["mine"], found["hands"][2]["reserve"]) == (True, 0)
    assert found["seats"][2]["standin"]  # the lost turn is the bot's, as for whoever comes back
    assert order(dora, table, 2, "back", 409)["code"] == "error.turn_lost"


@pytest.mark.parametrize("increment", [0, 3])
def test_a_substitute_has_the_time_that_coming_back_would_give(increment: int) -> None:
    room = room_of(people=3, clock=Clock("live", turn=5, reserve=60, increment=increment), sat=[])
    place = room.table.seats[2]
    place.standin, place.bot = True, "random"
    room.table.active = [0]
    change = Change(room, 1000)
    seat_newcomer(room, change, Offer(1, "newcomer", 2, target=2, person="p9", name="Dora"))
    assert (place.person, place.standin, room.table.hands[2].reserve) == ("p9", False, 1000 * increment)


def test_without_time_there_is_no_link(home: LiveServer) -> None:
    (ada, _, cleo), table = three(home, clock={"kind": "live", "reserve": 60}, options={"first_player": 2})
    no_bots(home, table)
    later(home, 61)
    later(home, MINUTES_10)
    assert order(ada, table, 0, "invite", 409, seat=2)["code"] == "error.seat_no_time"
    assert order(cleo, table, 2, "invite", 409, seat=2)["code"] == "error.seat_no_time"
    assert ada.get(f"/api/tables/{table}")["seats"][2]["substitute_from"] is None


def test_a_link_that_is_open_leads_nowhere_once_time_is_over(home: LiveServer) -> None:
    ada, bo, table = two(home, clock={"kind": "live", "reserve": 60}, options={"first_player": 1})
    no_bots(home, table)
    order(bo, table, 1, "invite", seat=1)
    say(ada, table, 0, "seat")
    invite = bo.get(f"/api/tables/{table}")["seats"][1]["invite"]
    dora, cleo = home.person("Dora"), home.person("Cleo")
    take(dora, table, invite, seat=1)
    later(home, 61)
    assert take(cleo, table, invite, 409, seat=1)["code"] == "error.seat_no_time"
    found = ada.get(f"/api/tables/{table}")
    assert (found["seats"][1]["standin"], found["hands"][1]["reserve"]) == (True, 0)
    say(ada, table, 0, "newcomer")
    assert not dora.get(f"/api/tables/{table}")["seats"][1]["mine"]
    dora.get(f"/api/tables/{table}/view?seat=1", 403)


def test_one_alone_does_not_turn_a_table_slow(home: LiveServer) -> None:
    ada, bo, table = two(home, clock={"kind": "live", "turn": 30, "reserve": 600}, options={"first_player": 1})
    no_bots(home, table)
    order(bo, table, 1, "away")
    later(home, 24 * 3600)
    order(ada, table, 0, "slow", days=3)
    later(home, 24 * 3600)
    found = bo.get(f"/api/tables/{table}")
    assert (found["clock"]["kind"], [one["what"] for one in found["offers"]]) == ("live", ["slow"])
    say(bo, table, 1, "slow")  # from elsewhere, too
    assert ada.get(f"/api/tables/{table}")["clock"]["kind"] == "days"


# -- tables that never start ---------------------------------------------------------------------------


def test_a_table_that_never_starts_says_so_before_it_is_closed_and_can_be_kept(home: LiveServer) -> None:
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


def test_who_comes_back_sees_which_moves_were_made_for_them(home: LiveServer) -> None:
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
