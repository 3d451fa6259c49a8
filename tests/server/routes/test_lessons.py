"""Lessons over HTTP: without a table, from nothing but the learner's moves; what was learned stays with the person."""

from __future__ import annotations

from typing import Any

import pytest

from server.kit import LiveServer
from server.tables.test_broken_matches import same_person
from tutti import learn

HAND = "/api/lessons/symphonimo/hand"
ANSWERS = [move for step in learn.scene("symphonimo", "hand").steps for move in step.answer]


def test_the_lessons_are_listed_in_their_order(home: LiveServer) -> None:
    found = home.person().get("/api/lessons")
    assert {one["game"]: one["scenes"] for one in found} == {
        game: [scene.name for scene in learn.scenes(game)] for game in learn.games()
    }


@pytest.mark.parametrize("game", learn.games())
def test_every_lesson_can_be_finished_and_leaves_no_table(home: LiveServer, game: str) -> None:
    ada = home.person("Ada")
    for scene in learn.scenes(game):
        moves: list[str] = []
        address = f"/api/lessons/{game}/{scene.name}"
        moment = ada.post(address, {"moves": []})
        for move in [move for step in scene.steps for move in step.answer]:
            assert move in moment["core"]["legal"]
            seen = ada.post(f"{address}/preview", {"moves": moves, "actions": [move], "view": True})
            assert seen["actions"] == [move]
            moves.append(move)
            moment = ada.post(address, {"moves": moves})
            assert moment["moves"] == moves
        assert (moment["done"], moment["step"], moment["hint"]) == (True, moment["steps"], "")
        assert moment["core"]["legal"] == []
    assert ada.get("/api/me/tables")["tables"] == ada.get("/api/me/tables?show=over")["tables"] == []
    assert not home.server.registry.rooms


def test_the_learner_sees_a_table_as_anywhere(home: LiveServer) -> None:
    moment = home.person("Ada").post(HAND, {"moves": ["draw", "place 2"]})
    table, core = moment["table"], moment["core"]
    assert [(seat["kind"], seat["mine"]) for seat in table["seats"]] == [
        ("person", True),
        ("bot", False),
        ("bot", False),
    ]
    assert table["seats"][0]["name"] == "Ada"
    assert core["prompt"]["step"] == "turn"
    assert core["view"]["conductors"][1]["cards"] == [5, 6]
    assert [event["event"] for event in moment["events"]] == ["drawn", "placed"] * 3
    assert moment["since"] == 2  # what the others did since is marked on the board


def refused(home: LiveServer, moves: list[str]) -> dict[str, Any]:
    moment = home.person().post(HAND, {"moves": moves})
    assert moment["moves"] == moves[:-1]
    fault: dict[str, Any] = moment["refused"]
    return fault


def test_a_move_that_is_not_taken_is_answered_with_its_reason(home: LiveServer) -> None:
    trap = refused(home, ["take 2"])
    assert (trap["game"], trap["code"]) == ("lessons_symphonimo", "lesson.hand.draw_first")
    rules = refused(home, ["take 1"])
    assert (rules["game"], rules["code"], rules["rule"]) == ("symphonimo", "refusal.conductor_empty", "SO-016")
    assert refused(home, [*ANSWERS, "draw"])["code"] == "lesson.over"
    assert home.person().post(HAND, {"moves": ["take 2", "draw"]}, 400)["code"] == trap["code"]  # not the last one
    why = home.person().post(f"{HAND}/why", {"action": "take 1"})
    assert why["fault"]["code"] == "refusal.conductor_empty"
    assert home.person().post(f"{HAND}/why", {"action": "draw"})["fault"] is None


def test_what_is_no_lesson_is_not_there(home: LiveServer) -> None:
    for address in ("/api/lessons/symphonimo/nothing", "/api/lessons/chess/hand"):
        assert home.person().post(address, {"moves": []}, 404)["code"] == "error.no_such_lesson"
    home.person().post(HAND, {"moves": ["draw"] * 100}, 400)


def test_what_was_learned_goes_with_the_person(home: LiveServer) -> None:
    ada, bo = home.person("Ada"), home.person("Bo")
    ada.post(HAND, {"moves": ANSWERS[:-1]})
    assert ada.get("/api/me/lessons") == []
    for _ in range(2):  # again is nothing new
        ada.post(HAND, {"moves": ANSWERS})
    assert same_person(home, ada).get("/api/me/lessons") == [{"game": "symphonimo", "scene": "hand"}]
    assert bo.get("/api/me/lessons") == []
    again = same_person(home, ada)
    ada.delete("/api/me")
    assert again.get("/api/me/lessons") == []
