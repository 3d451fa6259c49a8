"""What a seat can order, and what it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.kit import LiveServer, Place, command, live_server

FIRST = {"first_player": 0}


@contextmanager
def two(home: LiveServer, **fields: Any) -> Iterator[tuple[Place, Place]]:
    """Ada and Bo at a running table; Ada is asked first."""
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", options=FIRST, **fields)
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    with ada.at(table, 0) as first, bo.at(table, 1) as second:
        for place in (first, second):
            place.wait(lambda at: at.view and at.table and all(seat["online"] for seat in at.table["seats"]))
        yield first, second


def refused(said: dict[str, Any]) -> str:
    assert said["type"] == "refused", said
    assert said["fault"]["text"]
    return str(said["fault"]["code"])


# -- moves ---------------------------------------------------------------------------------------


def test_a_move_sent_twice_is_made_once_and_a_stale_one_gets_the_view(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        question = ada.view["question"]
        ada.send("play", question=question, action="draw", key="mine")
        first = ada.until("done", key="mine")
        assert not first["repeated"]
        ada.wait(lambda at: at.view["question"] > question)
        drawn = ada.view
        ada.send("play", question=question, action="draw", key="mine")
        assert ada.until("done", key="mine")["repeated"]
        again = ada.until("view")
        assert (again["question"], again["view"], again["keep"]) == (drawn["question"], drawn["view"], len(ada.events))
        assert refused(ada.order("play", question=question, action="draw")) == "error.stale"
        assert ada.until("view")["view"] == drawn["view"]
        bo.wait(lambda at: at.view["question"] == drawn["question"])
        assert len(bo.events) == len(ada.events)


def test_the_rules_refuse_in_their_own_words(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        said = bo.order("play", question=bo.view["question"], action="draw")
        assert refused(said) == "refusal.not_your_turn"
        said = ada.order("play", question=ada.view["question"], action="place 1")
        assert refused(said).startswith("refusal.")
        assert said["fault"]["game"] == "symphonimo"
        assert said["fault"]["rule"].startswith("SO-")
        assert refused(ada.order("play", question=ada.view["question"], action="castle")) == "refusal.unknown_action"
        assert ada.order("why", action="draw")["fault"] is None
        assert ada.order("why", action="place 1")["fault"]["rule"].startswith("SO-")
        assert bo.order("why", action="draw")["fault"]["code"] == "refusal.not_your_turn"
        # after others: the first that is not legal counts, and nobody foretells chance
        assert ada.order("why", action="end", before=["place 1"])["fault"]["args"] == {}
        assert ada.order("why", action="place 1", before=["draw"])["fault"] is None


def test_a_move_before_the_start_and_after_the_end_is_refused(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy")
    with ada.at(table, 0) as place:
        assert refused(place.order("play", question=1, action="draw")) == "error.not_started"
        ada.post(f"/api/tables/{table}/start")
        place.order("resign")
        assert refused(place.order("play", question=1, action="draw")) == "error.match_is_over"
        assert refused(place.order("undo", question=1)) == "error.match_is_over"


# -- taking back ---------------------------------------------------------------------------------


def test_free_undo_and_the_consent_of_the_table_beyond_it(home: LiveServer) -> None:
    with two(home, undo="ask") as (ada, bo):
        start = ada.view["view"]
        assert ada.view["undo"] == {"free": False, "ask": False, "code": "undo_nothing", "args": {}}
        assert refused(ada.order("undo", question=ada.view["question"])) == "refusal.undo_nothing"
        ada.play("draw")
        drawn = ada.view["view"]
        assert ada.view["undo"]["code"] == "undo_chance"
        ada.play("place 1")
        assert ada.view["undo"]["free"]
        assert ada.order("undo", question=ada.view["question"])["type"] == "done"
        ada.wait(lambda at: at.view["view"] == drawn)
        question = ada.view["question"]
        assert ada.order("undo", question=question)["type"] == "done"
        bo.wait(lambda at: at.table["offer"])
        offer = bo.table["offer"]
        assert (offer["what"], offer["seat"]) == ("undo", 0)
        assert refused(ada.order("undo", question=question)) == "error.offer_open"
        assert refused(ada.order("answer", offer=offer["id"], agree=True)) == "error.no_vote"
        bo.order("answer", offer=offer["id"], agree=True)
        ada.wait(lambda at: at.view["question"] != question)
        assert any(line["code"] == "undone" for line in ada.talk)
        assert ada.table["offer"] is None
        assert start["active"] == [0]


def test_an_undo_that_is_declined_or_overtaken_is_off(home: LiveServer) -> None:
    with two(home, undo="ask") as (ada, bo):
        ada.play("draw")
        ada.order("undo", question=ada.view["question"])
        bo.wait(lambda at: at.table["offer"])
        bo.order("answer", offer=bo.table["offer"]["id"], agree=False)
        ada.wait(lambda at: any(line["code"] == "undo_declined" for line in at.talk))
        for place in (ada, bo):
            place.wait(lambda at: at.table["offer"] is None)
        ada.order("undo", question=ada.view["question"])
        bo.wait(lambda at: at.table["offer"])
        old = bo.table["offer"]["id"]
        ada.play()
        bo.wait(lambda at: at.table["offer"] is None)
        assert refused(bo.order("answer", offer=old, agree=True)) == "error.no_such_offer"


def test_who_asks_may_withdraw_it(home: LiveServer) -> None:
    with two(home, undo="ask") as (ada, bo):
        for order, question in (("undo", True), ("propose", False)):
            if question:
                ada.play("draw")
            ada.order(order, **({"question": ada.view["question"]} if question else {}))
            bo.wait(lambda at: at.table["offer"])
            ada.order("answer", offer=bo.table["offer"]["id"], agree=False)
            for place in (ada, bo):
                place.wait(lambda at: at.table["offer"] is None)
        bo.wait(lambda at: any(line["code"] == "end_withdrawn" for line in at.talk))
        codes = [line["code"] for line in bo.talk]
        assert codes[-2:] == ["undo_withdrawn", "end_withdrawn"]


def test_bots_do_not_mind_taking_back(home: LiveServer) -> None:
    ada = home.person("Ada")
    table = ada.table("me", "greedy", options=FIRST, start=True)
    with ada.at(table, 0) as place:
        place.play("draw")
        assert place.order("undo", question=place.view["question"])["type"] == "done"
        place.wait(lambda at: at.view["legal"] == ["draw"])


@pytest.mark.parametrize(("policy", "code"), [("none", "error.undo_off"), ("free", "refusal.undo_chance")])
def test_the_table_decides_how_much_can_be_taken_back(home: LiveServer, policy: str, code: str) -> None:
    with two(home, undo=policy) as (ada, _):
        ada.play("draw")
        assert refused(ada.order("undo", question=ada.view["question"])) == code
        assert (ada.view["undo"] is None) == (policy == "none")


# -- ending --------------------------------------------------------------------------------------


def test_ending_by_agreement_counts_the_points_of_the_moment(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        bo.order("propose")
        ada.wait(lambda at: at.table["offer"])
        assert ada.table["offer"]["what"] == "end"
        ada.order("answer", offer=ada.table["offer"]["id"], agree=False)
        bo.wait(lambda at: any(line["code"] == "end_declined" for line in at.talk))
        ada.wait(lambda at: at.table["offer"] is None)
        bo.order("propose")
        ada.wait(lambda at: at.table["offer"])
        ada.order("answer", offer=ada.table["offer"]["id"], agree=True)
        for place in (ada, bo):
            place.wait(lambda at: at.table["state"] == "over")
            place.wait(lambda at: at.view["legal"] == [])
        ending = ada.table["ending"]
        assert (ending["reason"], ending["early"]) == ("agreed", True)
        assert ending["points"] == [0, 0]
        assert ending["places"] == [1, 1]


def test_whoever_resigns_loses_and_cannot_come_back(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        ada.order("resign")
        bo.wait(lambda at: at.table["state"] == "over")
        assert bo.table["ending"]["winners"] == [1]
        assert bo.table["ending"]["reason"] == "resigned"
        assert refused(ada.order("resign")) == "error.match_is_over"


def test_with_three_a_bot_plays_on_for_whoever_resigns(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", "greedy", options=FIRST)
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    with ada.at(table, 0) as first, bo.at(table, 1) as second:
        first.wait(lambda at: at.view)
        first.order("resign")
        second.wait(lambda at: at.table["seats"][0]["resigned"] and at.view["legal"])
        assert second.table["state"] == "running"
        assert refused(first.order("back")) == "error.has_resigned"
        assert refused(first.order("play", question=first.view["question"], action="draw")) == "error.bot_plays"


# -- leaving and coming back -----------------------------------------------------------------------


def test_a_bot_takes_the_seat_of_who_leaves_until_they_are_back(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        assert refused(ada.order("back")) == "error.not_away"
        ada.order("away")
        bo.wait(lambda at: at.table["seats"][0]["standin"] and at.view["legal"])
        assert any(line["code"] == "left" for line in bo.talk)
        assert refused(ada.order("play", question=ada.view["question"], action="draw")) == "error.bot_plays"
        assert ada.order("back")["type"] == "done"
        while not (ada.view["legal"] and ada.view["view"]["active"] == [0]):
            bo.play()
            ada.wait(lambda at: at.view["question"] >= bo.view["question"])
        assert ada.play()["type"] == "done"
        assert not ada.table["seats"][0]["standin"]


def test_only_who_is_gone_for_long_can_be_replaced(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open", "greedy", options=FIRST)
    bo.post(f"/api/tables/{table}/join")
    ada.post(f"/api/tables/{table}/start")
    with bo.at(table, 1) as place:
        with ada.at(table, 0) as first:
            first.wait(lambda at: at.view)
            assert refused(place.order("replace", seat=0)) == "error.not_absent"
        place.wait(lambda at: at.table["seats"] and not at.table["seats"][0]["online"])
        assert refused(place.order("replace", seat=0)) == "error.not_absent"
        for seat in (1, 2, 3):
            assert refused(place.order("replace", seat=seat)) == "error.not_absent"
        at = ada.get(f"/api/tables/{table}")["seats"][0]["replaceable_at"]
        for skip in (61, 86_000 - 61):
            home.clock.skip(skip)
            assert refused(place.order("replace", seat=0)) == "error.not_absent"
        with ada.at(table, 0) as first:  # she is here again
            first.wait(lambda at: at.view)
            home.clock.skip(500)
            assert refused(place.order("replace", seat=0)) == "error.not_absent"
        # a minute after she went; that she was here may never be told, if she went at once
        place.wait(lambda now: (now.table["seats"][0]["replaceable_at"] or 0) > at)
        home.clock.skip(61)
        assert place.order("replace", seat=0)["type"] == "done"
        place.wait(lambda at: at.table["seats"][0]["standin"])


# -- in advance ------------------------------------------------------------------------------------


def test_moves_in_advance_are_made_when_the_question_comes_and_nobody_else_hears_of_them(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        said = len(ada.raw)
        assert bo.order("ahead", actions=["draw", "place 1"])["type"] == "done"
        bo.wait(lambda at: at.view["ahead"] == ["draw", "place 1"])
        assert refused(bo.order("ahead", actions=["castle"])) == "error.unknown_move"
        ada.order("why", action="draw")
        assert [raw for raw in ada.raw[said:] if '"why"' not in raw] == []
        ada.play("draw")
        while ada.view["view"]["active"] == [0]:
            ada.play()
        bo.wait(lambda at: at.view["ahead"] == [])
        assert any(event["event"] == "drawn" and event["player"] == 1 for event in bo.events)


def test_moves_in_advance_that_cannot_be_made_are_forgotten(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        bo.order("ahead", actions=["take 1", "draw"])
        ada.play("draw")
        while ada.view["view"]["active"] == [0]:
            ada.play("place 2" if "place 2" in ada.view["legal"] else None)
        bo.wait(lambda at: at.view["ahead"] == [] and at.view["legal"])
        assert bo.view["view"]["active"] == [1]


def test_single_choices_are_answered_for_who_asked_for_it(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        assert ada.order("auto", on=True)["type"] == "done"
        ada.wait(lambda at: at.view["auto"] and at.view["view"]["drawn"])
        assert len(ada.view["legal"]) > 1
        bo.wait(lambda at: at.view["view"]["drawn"])
        assert not bo.view["auto"]


# -- talk ------------------------------------------------------------------------------------------


def test_talk_reaches_the_table_and_mute_and_report_work(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    table = ada.table("me", "open")
    bo.post(f"/api/tables/{table}/join")
    with ada.at(table, 0) as first, bo.at(table, 1) as second:
        second.order("say", text="  hello   there ")
        first.wait(lambda at: any(line["text"] == "hello there" for line in at.talk))
        line = next(line for line in first.talk if line["text"])
        assert (line["seat"], line["name"]) == (1, "Bo")
        assert refused(second.order("say", text="\x07\x08")) == "error.bad_talk"
        ada.post(f"/api/tables/{table}/report", {"line": line["no"], "reason": "rude"})
        ada.post(f"/api/tables/{table}/report", {"line": 999}, status=404)
        ada.post(f"/api/tables/{table}/mute", {"seat": 1, "on": True})
        ada.post(f"/api/tables/{table}/mute", {"seat": 0, "on": True}, status=409)
        second.order("say", text="can you hear me")
        first.order("say", text="silence")
        first.wait(lambda at: at.talk[-1]["text"] == "silence")
        assert all(line["text"] != "can you hear me" for line in first.talk)
        assert "can you hear me" not in str(ada.get(f"/api/tables/{table}/talk"))
        ada.post(f"/api/tables/{table}/mute", {"seat": 1, "on": False})
        second.order("say", text="and now")
        first.wait(lambda at: at.talk[-1]["text"] == "and now")


def test_whoever_runs_the_server_can_read_what_was_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    with live_server(data) as home:
        assert "Nothing" in command(capsys, "reports", "--data", str(data)).out
        ada, bo, cy = home.person("Ada"), home.person("Bo"), home.person("Cy")
        table = ada.table("me", "open", "open")
        for number, person in enumerate((bo, cy), 1):
            person.post(f"/api/tables/{table}/join")
            with person.at(table, number) as place:
                assert place.order("say", text=f"rude words of {number}")["type"] == "done"
        lines = [line["no"] for line in ada.get(f"/api/tables/{table}/talk") if line["text"]]
        for no in lines:
            ada.post(f"/api/tables/{table}/report", {"line": no, "reason": "not\x1b[2J nice"})
        notice = next(line["no"] for line in ada.get(f"/api/tables/{table}/talk") if line["code"])
        ada.post(f"/api/tables/{table}/report", {"line": notice}, status=404)
        cy.delete("/api/me")
        said = command(capsys, "reports", "--data", str(data)).out
    assert "Bo: rude words of 1" in said
    assert "rude words of 2" not in said
    assert said.count(table) == said.count("not [2J nice") == 2
    assert "deleted" in said
    assert "\x1b" not in said
    assert command(capsys, "reports", "--data", str(data), "--last", "1").out.count(table) == 1
    missing = command(capsys, "reports", "--data", str(tmp_path / "nowhere"))
    assert (missing.code, "no such file" in missing.err) == (2, True)


def test_every_order_sent_twice_is_carried_out_once(tmp_path: Path) -> None:
    """Also when the server was restarted between, and for orders that leave no trace in the match."""
    sent: list[dict[str, Any]] = [
        {"type": "say", "text": "once"},
        {"type": "auto", "on": True},
        {"type": "ahead", "actions": ["draw"]},
    ]
    with live_server(tmp_path) as home:
        ada, bo = home.person("Ada"), home.person("Bo")
        table = ada.table("me", "open", options=FIRST)
        early = {"type": "say", "key": "early", "text": "before the start"}
        assert not ada.post(f"/api/tables/{table}/orders?seat=0", early)["repeated"]
        home.server.registry.rooms.clear()
        assert ada.post(f"/api/tables/{table}/orders?seat=0", early)["repeated"]
        bo.post(f"/api/tables/{table}/join")
        ada.post(f"/api/tables/{table}/start")
        for number, order in enumerate(sent):
            for repeated in (False, True):
                said = bo.post(f"/api/tables/{table}/orders?seat=1", {"key": f"k{number}", **order})
                assert said["repeated"] == repeated
        bo.post(f"/api/tables/{table}/orders?seat=1", {"type": "ahead", "key": "none", "actions": []})
    with live_server(tmp_path) as home:
        again = home.person()
        again.http.cookies.clear()
        again.http.cookies.update(bo.http.cookies)
        for number, order in enumerate(sent):
            assert again.post(f"/api/tables/{table}/orders?seat=1", {"key": f"k{number}", **order})["repeated"]
        assert again.get(f"/api/tables/{table}/view?seat=1")["ahead"] == []
        assert [line["text"] for line in again.get(f"/api/tables/{table}/talk")].count("once") == 1


@pytest.mark.parametrize("game", ["orchestra", "etude"])
def test_honest_simultaneous_answers_never_collide(home: LiveServer, game: str) -> None:
    """All who are asked at once answer at once, with the number of the question that all were shown."""
    people = [home.person(f"P{number}") for number in range(4)]
    table = people[0].table("me", "open", "open", "open", game=game)
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join")
    people[0].post(f"/api/tables/{table}/start")
    with ExitStack() as stack:
        places = [stack.enter_context(person.at(table, seat)) for seat, person in enumerate(people)]
        for place in places:
            place.wait(lambda at: at.view["legal"])
        (question,) = {place.view["question"] for place in places}
        keys = [place.send("play", question=question, action=place.view["legal"][-1]) for place in places]
        for place, key in zip(places, keys, strict=True):
            assert place.until("done", "refused", key=key)["type"] == "done"
        for place in places:
            place.wait(lambda at: at.view["question"] > question)


# -- hints -----------------------------------------------------------------------------------------


def test_hints_are_given_where_a_bot_searches_and_the_table_allows_them(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        said = ada.order("hint", question=ada.view["question"])
        if home.server.workers.wisest is None:
            assert refused(said) == "error.no_hints"
        else:
            assert said["type"] == "hint"
            assert {one["action"] for one in said["candidates"]} <= set(ada.view["legal"])
            assert refused(bo.order("hint", question=bo.view["question"])) == "error.not_asked"
            assert refused(ada.order("hint", question=99)) == "error.stale"
    with two(home, hints=False) as (ada, _):
        assert refused(ada.order("hint", question=ada.view["question"])) == "error.hints_off"


# -- foresight -------------------------------------------------------------------------------------


def test_a_move_can_be_looked_at_before_it_is_made(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        question = ada.view["question"]
        said = ada.order("preview", question=question, actions=["draw"], view=True)
        assert (said["type"], said["stop"], said["actions"]) == ("preview", "chance", ["draw"])
        assert ada.view["question"] == question  # nothing was played
        assert refused(ada.order("preview", question=question, actions=["dance"])) == "refusal.unknown_action"
        assert refused(ada.order("preview", question=99, actions=["draw"])) == "error.stale"
        assert refused(bo.order("preview", question=bo.view["question"], actions=["draw"])) == "refusal.not_your_turn"
        ada.play("draw")
        place = ada.view["legal"][0]
        said = ada.order("preview", question=ada.view["question"], actions=[place], view=True)
        assert said["stop"] == "turn"
        assert {change["path"] for change in said["changes"]} >= {"/step", "/drawn"}
        before = len(ada.events)
        ada.play(place)
        ada.wait(lambda at: len(at.events) > before)
        assert ada.events[before:] == said["events"]
    with two(home, previews=False) as (ada, _):
        said = ada.order("preview", question=ada.view["question"], actions=["draw"])
        assert refused(said) == "error.previews_off"


def test_everybody_sees_how_the_match_stands_and_what_happened_since_they_acted(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        standing = ada.view["standing"]
        assert standing["scored"] == standing["points"] == [0, 0]
        assert (ada.view["since"], bo.view["since"]) == (0, 0)
        ada.play("draw")
        ada.play(ada.view["legal"][0])
        bo.wait(lambda at: at.view["legal"])
        ada.wait(lambda at: at.view["since"] == len(at.events))
        bo.play("draw")
        ada.wait(lambda at: len(at.events) > at.view["since"])
        assert [event["event"] for event in ada.events[ada.view["since"] :]] == ["drawn"]
        bo.play(bo.view["legal"][0])
        since = ada.view["since"]
        ada.order("away")
        bo.wait(lambda at: at.view["legal"])  # a bot has played for her
        ada.order("back")
        ada.wait(lambda at: len(at.events) >= len(bo.events))
        assert ada.view["since"] == since  # what it did happened since she acted
