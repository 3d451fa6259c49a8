"""Recorded matches: each replays to its exact result, and shows one rule at one entry."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.symphonimo.oracle import Oracle
from games.symphonimo.tables import collection, legal, row
from support import rule
from tutti import BadRecord, Match
from tutti.kernel import record

FOLDER = Path(__file__).parents[2] / "records" / "symphonimo"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))

ENDINGS = {
    "2-all-take": "placed took took finished",
    "2-draw-one-empties-the-deck-nobody-left": "finished",
    "2-take-now-with-the-last-card-nobody-left": "placed took finished",
    "3-some-end-without-taking": "placed ended took ended finished",
    "3-take-now-declined-with-the-last-card": "placed declined ended took finished",
    "3-take-now-with-the-last-card": "placed took ended finished",
    "4-all-take": "placed took took took finished",
    "4-draw-one-empties-the-deck-others-choose": "took took ended finished",
    "4-musicians-left-on-the-table": "placed ended ended took ended finished",
    "4-pass-left-in-the-last-choices": "placed took gave took dropped ended took finished",
    "5-false-note": "placed ended took finished",
    "5-shared-victory": "placed took took ended ended finished",
    "6-all-powers-by-number-false-note": "placed took ended ended ended ended finished",
    "6-quartets-decide": "placed ended ended ended ended took ended finished",
}
"""What is told after the last card has been drawn."""


def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def opened(name: str, upto: int) -> Match:
    """The recorded match before entry number ``upto``."""
    return Match.replay(text(name), upto=upto)


@pytest.mark.parametrize("name", FILES)
def test_a_record_replays_to_its_exact_result(name: str) -> None:
    match = Match.replay(text(name))
    assert match.result is not None
    assert match.result.json() == json.loads(text(name))["result"]
    assert record.text(match.record()) == text(name)


@pytest.mark.parametrize("name", FILES)
def test_the_naive_rules_come_to_the_same_points(name: str) -> None:
    raw = json.loads(text(name))
    powers = [conductor["power"] for conductor in opened(name, 0).view()["conductors"]]
    first = raw["log"][0]["player"]
    oracle = Oracle(raw["players"], powers, raw["options"]["false_note"], first)
    for entry in raw["log"]:
        assert oracle.player == entry["player"]
        assert entry["action"] in oracle.legal()
        chance = [int(card) for card in entry.get("chance", [])]
        oracle.play(entry["action"], chance[0] if chance else None)
    assert oracle.over
    assert [oracle.score(player) for player in oracle.players] == raw["result"]["points"]
    assert oracle.winners() == raw["result"]["winners"]


@rule("SO-025", "SO-027", "SO-028", "SO-046", "SO-066")
@pytest.mark.parametrize("name", FILES)
def test_each_way_to_end_is_on_record(name: str) -> None:
    told = [event["event"] for event in Match.replay(text(name)).events()]
    assert told.count("last_card") == 1
    assert " ".join(told[told.index("last_card") + 1 :]) == ENDINGS[name]


@pytest.mark.parametrize("name", FILES)
def test_chance_is_what_the_seed_says(name: str) -> None:
    """The same seed and the same actions bring the same cards: nobody has touched the record."""
    raw = json.loads(text(name))
    match = Match.new("symphonimo", raw["players"], raw["seed"], raw["options"])
    for entry in raw["log"]:
        match.play(entry["player"], entry["action"])
    assert match.record() == raw


@rule("SO-037")
def test_ties_are_on_record() -> None:
    shared = Match.replay(text("5-shared-victory")).result
    decided = Match.replay(text("6-quartets-decide")).result
    assert shared is not None
    assert decided is not None
    assert (shared.points, shared.winners, shared.tiebreak) == ((3, 2, 8, 8, 3), (2, 3), "shared")
    assert (decided.points, len(decided.winners), decided.tiebreak) == ((6, 6, 5, 2, 5, 3), 1, "quartets")
    quartets = [source["quartets"] for source in decided.sources]
    assert quartets[decided.winners[0]] > quartets[1 - decided.winners[0]]


@rule("SO-026")
def test_musicians_left_on_the_table_at_the_end_of_a_record() -> None:
    match = Match.replay(text("4-musicians-left-on-the-table"))
    left = [card for number in range(1, 5) for card in row(match, number)]
    assert left
    assert sum(len(collection(match, player)) for player in range(4)) + len(left) == 63


@rule("SO-066")
def test_entry_142_the_decliner_waits_for_the_others_last_choice() -> None:
    match = opened("3-take-now-declined-with-the-last-card", 142)
    assert match.active == (2,)
    assert match.view()["step"] == "last"
    match = opened("3-take-now-declined-with-the-last-card", 143)
    assert match.active == (0,)
    assert "take 1" in legal(match)


@rule("SO-028")
def test_entry_139_the_others_choose_after_draw_one_took_the_last_card() -> None:
    before = opened("4-draw-one-empties-the-deck-others-choose", 138)
    assert before.active == (3,)
    assert before.view()["deck"] == 1
    match = opened("4-draw-one-empties-the-deck-others-choose", 139)
    assert match.active == (0,)
    assert match.view()["in_round"] == [True, True, True, False]
    assert legal(match)[-1] == "end"


@rule("SO-041", "SO-064")
def test_entry_5_the_only_card_must_be_passed_left() -> None:
    match = opened("6-all-powers-by-number-false-note", 5)
    assert match.active == (5,)
    assert legal(match) == ["give 12"]
    after = opened("6-all-powers-by-number-false-note", 6)
    assert collection(after, 0) == [12]
    assert collection(after, 5) == []


@rule("SO-022")
def test_entry_23_the_last_taker_begins_the_second_round() -> None:
    match = opened("6-all-powers-by-number-false-note", 23)
    assert match.view()["round"] == 2
    assert match.active == (4,)
    assert legal(match) == ["draw"]


def test_a_record_that_was_touched_is_refused() -> None:
    raw = json.loads(text("2-all-take"))
    raw["result"]["points"] = [7, 5]
    with pytest.raises(BadRecord) as caught:
        Match.replay(raw)
    assert (caught.value.code, caught.value.place) == ("result_differs", "result.points")
    raw = json.loads(text("2-all-take"))
    raw["log"][0]["chance"] = ["10"]
    with pytest.raises(BadRecord) as caught:
        Match.replay(raw)
    assert (caught.value.code, caught.value.place) == ("outcome_impossible", "log[0].chance[0]")
    raw["log"][0]["chance"] = ["9" * 5000]
    with pytest.raises(BadRecord) as caught:
        Match.replay(raw)
    assert caught.value.code == "outcome_impossible"


def test_the_folder_and_the_list_of_endings_agree() -> None:
    assert sorted(ENDINGS) == FILES
    assert {name[0] for name in FILES} == set("23456")
