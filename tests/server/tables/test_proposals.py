"""What the table is asked, and what it is told: nobody's request is in another's way, and nobody fills the talk."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.kit import Browser, LiveServer, Place, live_server
from server.rooms import room_of
from server.tables.test_idempotency import forgotten, send
from server.tables.test_seat_commands import refused
from tutti.kernel.errors import BadOption
from tutti.kernel.match import Match
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms import lobby
from tutti.server.rooms.commands import moves, proposals, undo
from tutti.server.rooms.room import ASKS, CROWDS, NOTICES, table_info
from tutti.server.store.rows import Offer, Person, Seat

FIRST = {"first_player": 0}


@contextmanager
def three(home: LiveServer) -> Iterator[list[Place]]:
    """Ada, Bo and Cy at a running table. Ada has moved and Bo has drawn, so both need consent to take back."""
    people = [home.person(name) for name in ("Ada", "Bo", "Cy")]
    table = people[0].table("me", "open", "open", options=FIRST)
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join")
    people[0].post(f"/api/tables/{table}/start")
    with ExitStack() as stack:
        places = [stack.enter_context(person.at(table, seat)) for seat, person in enumerate(people)]
        places[0].play("draw")
        while places[0].view["legal"]:
            places[0].play()
        places[1].play("draw")
        for place in places:
            place.wait(lambda at: at.view["question"] == places[1].view["question"])
        yield places


def asked(place: Place) -> list[tuple[str, int]]:
    return [(offer["what"], offer["seat"]) for offer in place.table["offers"]]


def answer(place: Place, what: str, seat: int, agree: bool) -> dict[str, Any]:
    place.wait(lambda at: (what, seat) in asked(at))
    (id,) = [offer["id"] for offer in place.table["offers"] if (offer["what"], offer["seat"]) == (what, seat)]
    return place.order("answer", offer=id, agree=agree)


def test_an_open_proposal_keeps_nobody_from_asking_for_a_take_back(home: LiveServer) -> None:
    with three(home) as (ada, bo, cy):
        assert ada.order("propose")["type"] == "done"
        bo.wait(lambda at: asked(at) == [("end", 0)])
        question = bo.view["question"]
        assert bo.order("undo", question=question)["type"] == "done"
        # Everybody sees first what they are asked, then what they ask.
        ada.wait(lambda at: asked(at) == [("undo", 1), ("end", 0)])
        bo.wait(lambda at: asked(at) == [("end", 0), ("undo", 1)])
        cy.wait(lambda at: asked(at) == [("end", 0), ("undo", 1)])
        assert answer(cy, "end", 0, True)["type"] == "done"
        cy.wait(lambda at: asked(at) == [("undo", 1), ("end", 0)])
        for place in (ada, bo, cy):
            assert place.table["offer"] == place.table["offers"][0]
        assert answer(ada, "undo", 1, True)["type"] == "done"
        assert answer(cy, "undo", 1, True)["type"] == "done"
        for place in (ada, bo, cy):
            place.wait(lambda at: at.view["question"] != question and asked(at) == [("end", 0)])
        assert answer(bo, "end", 0, False)["type"] == "done"
        ada.wait(lambda at: at.table["offers"] == [] and at.table["offer"] is None)
        assert ada.table["state"] == "running"


def test_two_may_ask_for_take_backs_and_the_first_that_is_granted_ends_the_other(home: LiveServer) -> None:
    with three(home) as (ada, bo, cy):
        for place in (ada, bo):
            assert place.order("undo", question=place.view["question"])["type"] == "done"
            assert refused(place.order("undo", question=place.view["question"])) == "error.offer_open"
        for place in (bo, cy):
            answer(place, "undo", 0, True)
        for place in (ada, bo, cy):
            place.wait(lambda at: at.table["offers"] == [] and at.view["view"]["active"] == [0])


def test_whoever_proposes_what_is_proposed_already_agrees(home: LiveServer) -> None:
    with three(home) as (ada, bo, cy):
        ada.order("propose")
        assert refused(ada.order("propose")) == "error.offer_open"
        for place in (bo, cy):
            place.wait(lambda at: asked(at) == [("end", 0)])
            assert place.order("propose")["type"] == "done"
        for place in (ada, bo, cy):
            place.wait(lambda at: at.table["state"] == "over" and at.table["offers"] == [])
        assert ada.table["ending"]["reason"] == "agreed"


def test_a_request_that_was_open_when_there_could_be_but_one_stays_open() -> None:
    room = room_of(people=3, offer=Offer(4, "end", 1, [2]), offers=4)
    assert [offer["id"] for offer in described(room.table, "p0")] == [4]
    change = room.change()
    proposals.answer(room, change, 0, m.Answer(key="k", offer=4, agree=True), "")
    assert (room.table.state, room.table.offer, room.table.requests) == ("over", None, [])


def described(table: Any, person: str) -> list[dict[str, Any]]:
    return [{"id": offer.id, "what": offer.what} for offer in table_info(table, person).offers]


# -- too often ---------------------------------------------------------------------------------------


def test_who_asks_again_and_again_has_to_wait_and_bots_can_be_asked_for_ever(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", options=FIRST)
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    for number in range(ASKS[1]):
        send(ada, table, 0, type="propose", key=f"p{number}")
        send(ada, table, 0, type="answer", key=f"a{number}", offer=number + 1, agree=False)
    assert send(ada, table, 0, 429, type="propose", key="more")["code"] == "error.ask_later"
    assert ada.get(f"/api/tables/{table}")["offers"] == []
    send(bo, table, 1, type="propose", key="b")  # nobody else has to wait
    send(bo, table, 1, type="answer", key="no", offer=ASKS[1] + 1, agree=False)
    home.clock.skip(1 / ASKS[0] + 1)
    send(ada, table, 0, type="propose", key="more")
    alone = ada.table("me", "greedy", options=FIRST, start=True)
    for number in range(3 * ASKS[1]):
        view = ada.get(f"/api/tables/{alone}/view?seat=0")
        assert view["legal"] == ["draw"]
        send(ada, alone, 0, type="play", key=f"d{number}", question=view["question"], action="draw")
        view = ada.get(f"/api/tables/{alone}/view?seat=0")
        send(ada, alone, 0, type="undo", key=f"u{number}", question=view["question"])


def lines(person: Browser, table: str) -> list[str]:
    return [line["code"] for line in person.get(f"/api/tables/{table}/talk")]


def test_in_and_out_of_a_seat_does_not_fill_the_talk(home: LiveServer) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "open")
    began = time.monotonic()
    for person in range(6):
        bo = home.person(f"Bo {person}")
        for _ in range(10):
            bo.post(f"/api/tables/{table}/join")
            bo.post(f"/api/tables/{table}/leave")
        told = lines(ada, table)
        seconds = time.monotonic() - began
        for code in ("joined", "went"):
            if person == 0:
                assert NOTICES[1] <= told.count(code) <= NOTICES[1] + seconds * NOTICES[0] + 1
            assert told.count(code) <= CROWDS[1] + seconds * CROWDS[0] + 1  # whoever it is
    assert told.count("joined") >= CROWDS[1]
    home.clock.skip(100)
    bo.post(f"/api/tables/{table}/join")
    assert len(lines(ada, table)) == len(told) + 1
    assert [seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]] == ["Ada", "Bo 5"]


def test_nothing_that_a_seat_does_over_and_over_fills_the_talk_or_silences_another() -> None:
    room = room_of(people=3)
    change = room.change()
    for _ in range(500):
        for code in ("undone", "left", "back", "end_declined", "undo_declined"):
            change.notice(code, player=0)
    assert len(change.lines) == 5 * NOTICES[1]
    change.notice("timed_out", player=0)
    change.notice("left", player=1)
    assert [(line.code, line.args["player"]) for line in change.lines[-2:]] == [("timed_out", 0), ("left", 1)]
    assert room.table.lines == len(change.lines)


def test_whoever_comes_and_goes_too_fast_is_slowed_down_and_a_class_can_sit_down_at_once(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True) as home:
        home.server.limits.requests.burst = home.server.limits.tables.burst = 10_000
        home.server.limits.changes.rate = 0  # as if no time passed, however slow the machine is
        ada = home.person("Ada")
        tables = [ada.table("me", *["open"] * 5) for _ in range(6)]
        for table in tables:
            for _ in range(5):
                home.person().post(f"/api/tables/{table}/join")
        bo, last = home.person("Bo"), ada.table("me", "open")
        found = [bo.http.post(f"/api/tables/{last}/{'leave' if n % 2 else 'join'}", json={}) for n in range(120)]
        assert 429 in {answer.status_code for answer in found}
        assert {answer.json()["code"] for answer in found if answer.status_code == 429} == {"error.slow_down"}


# -- other mishaps ---------------------------------------------------------------------------------


def test_what_was_said_already_may_be_repeated_however_much_was_said_since(tmp_path: Path) -> None:
    with live_server(tmp_path, limits=True) as home:
        home.server.limits.talk.rate = 0
        ada = home.person("Ada")
        table = ada.table("me", "open")
        many = int(home.server.limits.talk.burst)
        with ada.at(table, 0) as place:
            for number in range(many):
                assert place.order("say", text="hello", key=f"k{number}")["type"] == "done"
            assert refused(place.order("say", text="hello", key="more")) == "error.slow_down"
            assert place.order("say", text="hello", key="k0")["repeated"]
        assert send(ada, table, 0, type="say", key="k1", text="hello")["repeated"]
        assert send(ada, table, 0, 429, type="say", key="more", text="hello")["code"] == "error.slow_down"
        forgotten(home)
        assert send(ada, table, 0, type="say", key="k0", text="hello")["repeated"]
        assert lines(ada, table) == [""] * many


def test_a_start_that_the_rules_refuse_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a table waits while the server learns new rules."""
    room = room_of()
    room.match, room.table.state, room.table.seed = None, "waiting", ""
    room.table.seats[1] = Seat()
    before = repr(room.table)

    def refuse(*given: Any) -> Match:
        raise BadOption("unknown_option", found="x")

    monkeypatch.setattr(Match, "new", refuse)
    change = room.change()
    with pytest.raises(BadOption):
        lobby.start(room, change, Person("p0", "P0", 1, 1), "greedy")
    assert (repr(room.table), room.match, change.any) == (before, None, False)


def test_nothing_is_answered_for_anybody_when_it_is_over() -> None:
    room = room_of()
    room.table.state = "over"
    with pytest.raises(Refused) as said:
        moves.auto(room, room.change(), 0, m.Auto(key="k", on=True), "")
    assert said.value.code == "match_is_over"


def test_a_click_that_nobody_knows_of_is_not_what_the_table_was_asked_for() -> None:
    """Who asks for a take-back may go on clicking: granted is what was asked, and an absent voter keeps their vote."""
    room = room_of("symphony", undo="ask")
    match = room.match
    assert match is not None

    def play(seat: int) -> None:
        change = room.change()
        room.play(change, seat, match.legal(seat)[0], "person")
        moves.moved(room, change)

    def asks_card(seat: int) -> bool:
        asked = match.prompt(seat)
        return asked is not None and asked.step == "card"

    me = match.active[0]
    while not (asks_card(me) and {0, 1} <= {entry.player for entry in match.log}):
        play(match.active[0])
    asked_for = max(number for number, entry in enumerate(match.log) if entry.player == me)
    undo.undo(room, room.change(), me, m.Undo(key="u", question=match.asked(me)), "")
    (offer,) = room.table.requests
    play(me)
    assert not match.log[-1].done
    assert room.table.requests == [offer]
    assert proposals.reach(room, offer) == asked_for
    proposals.answer(room, room.change(), 1 - me, m.Answer(key="a", offer=offer.id, agree=True), "")
    assert len(match.log) == asked_for
    assert match.active == (me,)


def test_an_answer_to_a_request_is_told_however_often_something_was_told() -> None:
    room = room_of(people=2)
    change = room.change()
    for _ in range(NOTICES[1] + 5):
        change.notice("undone", player=0)
    assert len(change.lines) == NOTICES[1]
    room.table.requests = [Offer(1, "undo", 0)]
    for _ in range(NOTICES[1] + 5):
        change.notice("undo_declined", player=1)
    before = len(change.lines)
    proposals.answer(room, change, 1, m.Answer(key="a", offer=1, agree=False), "")
    assert [line.code for line in change.lines[before:]] == ["undo_declined"]
