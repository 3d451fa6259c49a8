"""Nobody loses a seat, a vote or time before the clock says so; without a clock, not before a day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from server.kit import LiveServer, Place
from tutti.server.rooms import clocks

DAY = 24 * 3600
FIRST = {"first_player": 0}


@contextmanager
def two(home: LiveServer, **fields: Any) -> Iterator[tuple[Place, Place, str]]:
    """Ada and Bo at a table, and its address; Ada begins."""
    ada, bo = home.person("Ada"), home.person("Bo")
    id = ada.table("me", "open", options=FIRST, **fields)
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    with ada.at(id, 0) as first, bo.at(id, 1) as second:
        first.wait(lambda at: at.view["legal"])
        second.wait(lambda at: at.view)
        yield first, second, id


def refused(said: dict[str, Any]) -> str:
    assert said["type"] == "refused", said
    return str(said["fault"]["code"])


def no_bots(home: LiveServer, id: str) -> None:
    """Bots at this table never move: as if they thought for very long."""
    home.server.registry.rooms[id].thinking |= {0, 1}


def test_leaving_and_coming_back_wins_no_time(home: LiveServer) -> None:
    """Eight seconds are eight seconds."""
    with two(home, clock={"kind": "live", "turn": 3, "reserve": 5, "increment": 2}) as (ada, _, id):
        no_bots(home, id)
        began = ada.table["hands"][0]["since"]
        for _ in range(3):
            home.clock.skip(2)
            assert ada.order("away")["type"] == "done"
            assert ada.order("back")["type"] == "done"
        hand = home.server.registry.rooms[id].table.hands[0]
        assert (hand.since, hand.reserve) == (began, 5_000)
        assert ada.order("away")["type"] == "done"
        home.clock.skip(4)
        assert refused(ada.order("back")) == "error.turn_lost"


def test_nobody_is_back_in_a_turn_whose_time_is_over(home: LiveServer) -> None:
    with two(home, clock={"kind": "live", "turn": 3, "reserve": 5}) as (ada, bo, id):
        no_bots(home, id)
        home.clock.skip(9)
        home.call(home.server.scheduler.tick())
        ada.wait(lambda at: at.table["seats"][0]["standin"])
        assert refused(ada.order("back")) == "error.turn_lost"
        room = home.server.registry.rooms[id]
        room.thinking.clear()  # the bot plays the turn now
        assert home.loop is not None
        home.loop.call_soon_threadsafe(home.server.registry.bots.wake, room)
        bo.wait(lambda at: at.view["legal"])
        assert ada.order("back")["type"] == "done"
        ada.wait(lambda at: not at.table["seats"][0]["standin"])
        assert ada.table["hands"][0]["reserve"] == 0


def test_a_clock_that_gives_nothing_more_is_used_up_for_good(home: LiveServer) -> None:
    with two(home, clock={"kind": "live", "reserve": 5}) as (ada, bo, _):
        home.clock.skip(6)
        home.call(home.server.scheduler.tick())
        bo.wait(lambda at: at.view["legal"])
        assert refused(ada.order("back")) == "error.no_time_left"


def test_taking_back_and_playing_again_wins_no_time(home: LiveServer) -> None:
    with two(home, clock={"kind": "live", "turn": 10, "reserve": 60, "increment": 30}) as (ada, bo, id):
        while bo.view["view"]["active"] != [1]:
            ada.play()
            bo.wait(lambda at: at.view["question"] >= ada.view["question"])
        before = home.server.registry.rooms[id].table.hands[0].reserve
        assert before > 60_000
        for _ in range(2):
            ada.order("undo", question=ada.view["question"])
            ada.wait(lambda at: at.view["view"]["active"] == [0])
            while ada.view["view"]["active"] == [0]:
                ada.play()
        assert home.server.registry.rooms[id].table.hands[0].reserve <= before


def test_with_days_for_a_turn_nobody_is_replaced_before(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    id = ada.table("me", "open", options=FIRST, clock={"kind": "days", "days": 3})
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    with bo.at(id, 1) as place:
        place.wait(lambda at: at.view)
        home.clock.skip(3 * DAY - 60)
        assert refused(place.order("replace", seat=0)) == "error.not_absent"
        at = place.table["seats"][0]["replaceable_at"]
        assert at == place.table["hands"][0]["since"] + 3 * clocks.DAY
        assert place.table["seats"][1]["replaceable_at"] is None
        home.clock.skip(61)
        assert place.order("replace", seat=0)["type"] == "done" or place.table["seats"][0]["standin"]


def test_nobody_is_replaced_while_it_is_not_their_turn(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    id = ada.table("me", "open", options=FIRST)
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    with ada.at(id, 0) as place:
        place.wait(lambda at: at.view["legal"])
        home.clock.skip(2 * DAY)
        assert refused(place.order("replace", seat=1)) == "error.not_absent"
        while place.view["view"]["active"] == [0]:
            place.play()
        place.wait(lambda at: at.table["seats"][1]["replaceable_at"])
        assert place.table["seats"][1]["replaceable_at"] > home.clock() + clocks.DAY - clocks.MINUTE
        assert refused(place.order("replace", seat=1)) == "error.not_absent"
        home.server.registry.rooms.clear()  # as if nobody had been here for long: a day is a day all the same
    with ada.at(id, 0) as place:
        home.clock.skip(DAY + 1)
        assert place.order("replace", seat=1)["type"] == "done"


def test_who_is_away_is_asked_before_the_match_ends(home: LiveServer) -> None:
    with two(home) as (ada, bo, _):
        bo.order("away")
        ada.wait(lambda at: at.table["seats"][1]["standin"])
        ada.order("propose")
        ada.wait(lambda at: at.table["offer"])
        home.clock.skip(DAY - 60)
        home.call(home.server.scheduler.tick())
        assert (ada.table["state"], ada.table["offer"]["agreed"]) == ("running", [])
        bo.wait(lambda at: at.table["offer"])
        assert bo.order("answer", offer=bo.table["offer"]["id"], agree=False)["type"] == "done"
        ada.wait(lambda at: at.table["offer"] is None)
        ada.order("propose")
        home.clock.skip(61)  # a day has gone by: the vote is lost
        home.call(home.server.scheduler.tick())
        ada.wait(lambda at: at.table["state"] == "over")
        assert ada.table["ending"]["reason"] == "agreed"


def test_whose_time_is_over_has_a_minute_to_see_it(home: LiveServer) -> None:
    with two(home, clock={"kind": "live", "turn": 3, "reserve": 5}) as (ada, bo, _):
        home.clock.skip(9)
        home.call(home.server.scheduler.tick())
        bo.wait(lambda at: at.table["seats"][0]["standin"] and at.view["legal"])
        bo.order("propose")
        home.clock.skip(5)
        ada.wait(lambda at: at.table["offer"])
        assert ada.order("back")["type"] == "done"
        ada.wait(lambda at: not at.table["seats"][0]["standin"])
        assert ada.table["state"] == "running"


def test_the_moves_from_before_somebody_went_are_theirs_too(home: LiveServer) -> None:
    """However long they are away: by and by, the match would be back at its start."""
    with two(home) as (ada, bo, id):
        for place, other in ((ada, bo), (bo, ada), (ada, bo)):
            seat = place.table["seats"].index(next(one for one in place.table["seats"] if one["mine"]))
            while place.view["view"]["active"] == [seat]:
                place.play()
            other.wait(lambda at, other=place: at.view["question"] >= other.view["question"])
        bo.order("away")
        room = home.server.registry.rooms[id]
        ada.wait(lambda at: at.view["legal"])
        home.clock.skip(2 * DAY)
        moves = len(room.match.log) if room.match else 0
        ada.order("undo", question=ada.view["question"])  # her last turn was before he went
        ada.wait(lambda at: at.table["offer"])
        home.call(home.server.scheduler.tick())
        assert room.match is not None
        assert len(room.match.log) == moves
        ada.order("answer", offer=ada.table["offer"]["id"], agree=False)
        while ada.view["view"]["active"] == [0]:  # what she plays now, he has not seen
            ada.play()
        ada.wait(lambda at: at.view["legal"])
        moves = len(room.match.log)
        ada.order("undo", question=ada.view["question"])
        assert len(room.match.log) < moves
