"""Answers that are given for a person by themselves: marked for that person alone, and no wall for taking back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from games.orchestra.tables import members, table
from games.orchestra.test_academy import allocated
from server.kit import Browser, LiveServer, Place, live_server
from server.tables.test_broken_matches import same_person
from server.tables.test_seat_commands import two
from support import rule
from tutti import Match

MONEY_ON_TOP = {"discards": {"SM13": 3, "SM16": 5, **{f"SM{number:02}": 1 for number in range(1, 13) if number != 2}}}
"""Of Social Media Cards one is left in the deck, with 3 Money."""


@contextmanager
def sitting(home: LiveServer, match: Match) -> Iterator[Place]:
    """Ada at a position against a bot, with forced answers given for her."""
    ada = home.person("Ada")
    made = ada.post("/api/positions", {"position": match.dump(), "seat": 0, "bot": "random"})
    home.server.registry.rooms[made["id"]].table.undo = "free"  # bots would agree to anything
    with ada.at(made["id"], 0) as place:
        place.wait(lambda at: at.view["legal"])
        assert place.order("auto", on=True)["type"] == "done"
        place.wait(lambda at: at.view["auto"])
        yield place


def plays(place: Place, *actions: str) -> None:
    for action in actions:
        assert place.play(action)["type"] == "done", action


def undo(place: Place) -> str:
    """Take back once; the reason if that cannot be."""
    question = place.view["question"]
    said = place.order("undo", question=question)
    if said["type"] == "refused":
        return str(said["fault"]["code"])
    place.wait(lambda at: at.view["question"] != question)
    return ""


def seen(place: Place) -> tuple[dict[str, Any], list[str], int]:
    return place.view["view"], place.view["legal"], len(place.events)


def developing() -> Match:
    """Whoever develops has Beginners only: who is sent need not be asked."""
    return table(2, [{**members("b b b b"), "money": 5, "prestige": 5}])


@rule("KN-18")
def test_taking_back_goes_through_the_whole_turn_over_what_was_answered_by_itself(home: LiveServer) -> None:
    with sitting(home, developing()) as ada:
        start = seen(ada)
        plays(ada, "develop")
        ada.wait(lambda at: "x b" in at.view["legal"])  # "with b" was given for her
        developed = seen(ada)
        plays(ada, "x b", "c b")
        assert [undo(ada), undo(ada)] == ["", ""]
        assert seen(ada) == developed
        assert undo(ada) == "", "one step takes back what was given and what asked for it"
        assert seen(ada) == start
        assert undo(ada) == "refusal.undo_nothing"


@rule("KN-18")
def test_taking_back_over_forced_answers_ends_where_something_was_seen(home: LiveServer) -> None:
    """Chance came up between: what follows it is taken back, with forced answers; what it showed stays."""
    match = allocated({**members("b b b p"), "money": 9, "prestige": 9}, "evolve e2", "m b", social=MONEY_ON_TOP)
    with sitting(home, match) as ada:
        plays(ada, "resolve m")
        ada.wait(lambda at: "resolve e2" in at.view["legal"])
        turned_up = seen(ada)
        plays(ada, "resolve e2")
        ada.wait(lambda at: "resolve x" in at.view["legal"])  # "grid 1" was given for her
        assert undo(ada) == ""
        assert seen(ada) == turned_up
        assert undo(ada) == "refusal.undo_chance"
        assert seen(ada) == turned_up


@rule("KN-18")
def test_an_answer_given_by_itself_that_turned_up_a_card_is_not_taken_back(home: LiveServer) -> None:
    """Else somebody could look at the next card, take back, and do something else first."""
    match = allocated({**members("b b b p"), "money": 9, "prestige": 9}, "m b", social=MONEY_ON_TOP)
    with sitting(home, match) as ada:
        plays(ada, "resolve x", "exchange 1m 0p", "resolve c")
        assert not any(event["event"] == "revealed" for event in ada.events)
        plays(ada, "to 1")
        ada.wait(lambda at: any(event["event"] == "revealed" for event in at.events) and at.view["legal"])
        after = seen(ada)
        assert undo(ada).startswith("refusal.undo_")
        assert seen(ada) == after


@rule("KN-18")
def test_what_was_answered_by_itself_is_marked_for_that_person_alone(tmp_path: Path) -> None:
    """When the server has come back as well, and no more once it is taken back."""
    with live_server(tmp_path) as first, sitting(first, developing()) as place:
        ada, id = first.people[0], place.table["id"]
        plays(place, "develop")
        place.wait(lambda at: "x b" in at.view["legal"])
        assert [place.events[at]["event"] for at in given(ada, id)] == ["slot_staffed"]
        assert first.person("Bo").get(f"/api/tables/{id}/view")["given"] == []
    with live_server(tmp_path) as second:
        ada = same_person(second, ada)
        (at,) = given(ada, id)
        with ada.at(id, 0) as place:
            place.wait(lambda at: at.view["legal"])
            assert place.view["given"] == [at], "of the events that are sent with it"
            assert undo(place) == ""
            assert given(ada, id) == []


def given(ada: Browser, id: str) -> list[int]:
    found: list[int] = ada.get(f"/api/tables/{id}/view?seat=0")["given"]
    return found


@rule("KN-18")
def test_what_others_did_before_an_answer_that_was_given_by_itself_is_still_new(home: LiveServer) -> None:
    with two(home) as (ada, bo):
        assert ada.order("auto", on=True)["type"] == "done"
        ada.wait(lambda at: "place 1" in at.view["legal"])  # there is nothing to take in the first turn either
        plays(ada, "place 1")
        ada.wait(lambda at: at.view["since"] == len(at.events))
        since = ada.view["since"]
        plays(bo, "take 1")
        ada.wait(
            lambda at: "take 2" in at.view["legal"]
        )  # nothing else was left: "draw" and "place 2" were given for her
        assert [event["event"] for event in ada.events[since:]] == ["took", "drawn", "placed"]
        assert ada.view["since"] == since
        plays(ada, "take 2")
        ada.wait(lambda at: at.view["since"] > since)
