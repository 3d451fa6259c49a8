"""Tutti as an engine: every line gets one answer, and mistakes are told, not fatal."""

from __future__ import annotations

import json
from typing import Any

import pytest

import tutti
from arena.flat_bot import BOT
from arena.matches import FLAT_BOT
from tutti.arena.entrants import shipped
from tutti.engine.protocol import VERSION, encode, question
from tutti.engine.service import Service

NEW = {"game": "symphonimo", "players": 2, "seed": "3", "options": {"first_player": 0}}


@pytest.fixture
def service() -> Service:
    return Service("Tutti", tutti.bot("greedy"), shipped)


@pytest.fixture
def thinking() -> Service:
    return Service("Tutti", BOT, shipped)


def ask(service: Service, **message: Any) -> dict[str, Any]:
    line = service.answer(json.dumps(message))
    assert line is not None
    assert line.endswith(b"\n")
    answer: dict[str, Any] = json.loads(line)
    return answer


def test_hello_names_version_games_and_bots(service: Service) -> None:
    hello = ask(service, do="hello", tutti=1, id="a")
    assert (hello["id"], hello["tutti"], hello["name"], hello["bot"]) == ("a", VERSION, "Tutti", "greedy")
    assert {"greedy", "random"} <= set(hello["bots"])
    assert {game["name"] for game in hello["games"]} >= {"symphonimo", "symphony", "orchestra"}
    assert "version 2 of the protocol; here it is 1" in ask(service, do="hello", tutti=2)["error"]["text"]


def test_a_match_is_set_up_looked_at_and_played(service: Service) -> None:
    state = ask(service, do="set", new=NEW)
    assert (state["active"], state["legal"], state["result"]) == ([0], {"0": ["draw"]}, None)
    played = ask(service, do="play", player=0, action="draw")
    assert played["events"][0]["event"] == "drawn"
    assert played["moves"] == 1
    look = ask(service, do="look", player=0)
    assert look["legal"] == ["place 1", "place 2"]
    assert look["prompt"]["step"] == "place"
    assert look["view"]["you"] == 0
    assert ask(service, do="look")["view"]["you"] is None
    refused = ask(service, do="play", player=0, action="take 1")["error"]
    assert (refused["code"], refused["rule"]) == ("take_after_draw", "SO-014")


def test_a_record_is_set_up_to_any_entry(service: Service) -> None:
    match = tutti.Match.new("symphonimo", 2, seed=3, options={"first_player": 0})
    match.play(0, "draw")
    match.play(0, "place 1")
    assert ask(service, do="set", record=match.record())["moves"] == 2
    assert ask(service, do="set", record=match.record(), at=1)["legal"] == {"0": ["place 1", "place 2"]}
    assert "there is no entry 9" in ask(service, do="set", record=match.record(), at=9)["error"]["text"]


def test_go_decides_by_bot_budget_and_seed(service: Service) -> None:
    ask(service, do="set", new=NEW)
    ask(service, do="play", player=0, action="draw")
    answers = {ask(service, do="go", seed=seed, bot="random")["action"] for seed in range(20)}
    assert answers == {"place 1", "place 2"}
    assert ask(service, do="go", seed=4, bot="random") == ask(service, do="go", seed=4, bot="random")
    assert ask(service, do="go")["bot"] == "greedy"


@pytest.mark.parametrize("found", [999, -1, None, 0.7, True])
def test_a_bot_with_a_bad_answer_is_named_with_it(found: Any) -> None:
    class Wrong(tutti.Bot):
        name = "wrong"

        def decide(self, perspective: tutti.Perspective, dice: tutti.Dice) -> int:
            return found  # type: ignore[no-any-return]  # that is the point

        def think(self, perspective: tutti.Perspective, dice: tutti.Dice) -> tutti.Thought:
            return tutti.Thought((tutti.Candidate(found, 1, 0.5, 1.0),), (), 1)

    engine = Service("Tutti", Wrong(), shipped)
    ask(engine, do="set", new=NEW)
    for more in ({}, {"candidates": 3}):
        said = ask(engine, do="go", **more)
        assert f"he bot wrong answered {found!r}" in json.dumps(said), said


def test_go_ranks_candidates_if_asked(thinking: Service) -> None:
    ask(thinking, do="set", new=NEW)
    ask(thinking, do="play", player=0, action="draw")
    thought = ask(thinking, do="go", budget={"iterations": 30}, candidates=1, seed=1)
    (best,) = thought["candidates"]
    assert thought["iterations"] == 30
    assert best["action"] == thought["action"]
    assert best["visits"] == 15
    assert 0 <= best["chance"] <= 1
    assert thought["line"] == [[0, best["action"]]]
    assert len(ask(thinking, do="go", candidates=9)["candidates"]) == 2
    assert ask(thinking, do="go", bot="greedy", candidates=3)["candidates"] == [], "greedy does not search"


@pytest.mark.parametrize("game", ["symphonimo", "symphony", "orchestra"])
def test_what_the_arena_asks_an_engine_can_be_asked_of_tutti(service: Service, game: str) -> None:
    """One protocol, both roles: the host's own question is a request that the service can answer."""
    match = tutti.Match.new(game, seed=2)
    dice = tutti.Dice(1)
    for _ in range(25):
        player = match.active[0]
        asked = question(match.perspective(player), match.options)
        answer = ask(service, do="go", **asked, budget=None, limit=10.0, seed=int(dice.word()))
        match.play(player, answer["action"])


def test_a_position_by_hand_with_things_unknown(service: Service) -> None:
    match = tutti.Match.new("symphony", 2, seed=1)
    player = match.active[0]
    position = match.dump(player)
    assert "?" in json.dumps(position)
    answer = ask(service, do="go", position=position, player=player)
    assert answer["action"] in match.legal(player)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("hello", "not_json", "This line is not JSON"),
        ("[1]", "not_an_object", "A message is a JSON object, not a list."),
        ("{}", "missing_key", "At top: the key “do” is missing."),
        ('{"do": 3}', "expected_kind", "At do: a text is needed, not a whole number."),
        ('{"do": "fly"}', "unknown_request", "There is no request “fly”. Requests: hello, match, over, set"),
        ('{"do": "go"}', "nothing_set", "There is no position yet. Send one with “set”"),
        ('{"do": "set"}', "one_source", "Exactly one of position, record, new is needed, not []."),
        ('{"do": "set", "new": {"game": "chess"}}', "unknown_game", "There is no game “chess”."),
        ('{"do": "set", "new": {"game": "symphonimo", "players": 99}}', "bad_players", "it takes 2 to 6"),
        ('{"do": "set", "new": {"game": "symphonimo", "speed": 9}}', "unknown_key", "At new: the key “speed”"),
        ('{"do": "set", "position": {"game": "symphonimo"}}', "missing_key", "the key “players” is missing"),
        ('{"do": "set", "record": {"game": "symphonimo"}}', "missing_key", "the key “tutti” is missing"),
        ("\xff", "not_json", "This line is not JSON"),
        ("[" * 100_000, "not_json", "This line is not JSON"),
    ],
)
def test_mistakes_are_told_and_the_conversation_goes_on(service: Service, line: str, code: str, said: str) -> None:
    answer = service.answer(line)
    assert answer is not None
    error = json.loads(answer)["error"]
    assert error["code"] == code
    assert said in error["text"]
    assert ask(service, do="hello")["name"] == "Tutti"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"player": 1}, "Player 1 is not asked. To decide now: player 0."),
        ({"player": 5}, "At player: 5 is out of range."),
        ({"bot": "gredy"}, "There is no bot “gredy”."),
        ({"bot": FLAT_BOT}, "There is no bot “"),
        ({"bot": "engine:anything"}, "There is no bot “engine:anything”."),
        ({"bot": "greedy@5"}, "Greedy does not search"),
        ({"budget": {}}, "At budget: a budget needs “iterations” or “seconds”."),
        ({"budget": {"seconds": -1}}, "At budget: -1 is not a number of seconds above 0."),
        ({"budget": {"iterations": 0}}, "At budget.iterations: 0 is out of range."),
        ({"budget": {"hours": 1}}, "At budget: the key “hours” means nothing here."),
        ({"candidates": 0}, "At candidates: 0 is out of range."),
        ({"seed": -1}, "At seed: −1 is out of range."),
    ],
)
def test_a_go_with_wrong_values_is_refused(service: Service, more: dict[str, Any], said: str) -> None:
    ask(service, do="set", new=NEW)
    assert said in ask(service, do="go", **more)["error"]["text"]


def test_quit_ends_and_messages_are_plain_lines(service: Service) -> None:
    assert service.answer('{"do": "quit"}') is None
    assert encode({"text": "é\n"}) == b'{"text":"\\u00e9\\n"}\n'
