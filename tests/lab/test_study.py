"""Study files: read strictly, refused with what would be right, worked out the same everywhere."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from lab.studies import rich, small, table
from tutti.kernel.errors import TuttiError
from tutti.kernel.types import Fields
from tutti.lab.study import BadStudy, find, read, shipped, study_of

REFUSED: list[tuple[Fields, str]] = [
    ({}, "has no table"),
    ({"table": []}, "has no table"),
    ({"table": [3]}, "has no table"),
    ({"table": [table()], "seeds": "1"}, "did you mean “seed”"),
    ({"table": [table()], "colour": "1"}, "there are: title, seed, questions, table"),
    ({"table": [table()], "seed": 3}, "seed must be a text, not 3"),
    ({"table": [table()], "questions": ["why"]}, "there is no question “why”; there are: seats"),
    ({"table": [table()], "questions": []}, "questions is empty"),
    ({"table": [{"game": "symphonimo", "bots": ["greedy"]}]}, "lacks “matches”"),
    ({"table": [table(game="chess")]}, "chess"),
    ({"table": [table(players=9)]}, "2 to 6"),
    ({"table": [table(bots=[])]}, "bots is empty"),
    ({"table": [table(bots=["gredy"])]}, "gredy"),
    ({"table": [table(bots=["engine:x"])]}, "engines play in the arena only"),
    ({"table": [table(matches=0)]}, "ask for 1 or more"),
    ({"table": [table(matches=True)]}, "must be a number"),
    ({"table": [table(options={"tempo": 1})]}, "tempo"),
    ({"table": [table(vary={"false_note": True})]}, "list of the values"),
    ({"table": [table(vary={"false_note": ["loud"]})]}, "false_note"),
    ({"table": [table(name="My Table")]}, "small letters"),
    ({"table": [table(name="a"), table(name="a")]}, "there is a table “a” already"),
]


@pytest.mark.parametrize(("raw", "said"), REFUSED)
def test_what_is_wrong_is_refused_with_what_would_be_right(raw: Fields, said: str) -> None:
    with pytest.raises(TuttiError) as caught:
        study_of(raw)
    assert said.casefold() in str(caught.value).casefold()


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("table = [")
    with pytest.raises(BadStudy, match=r"broken\.toml is no TOML"):
        read(broken)
    with pytest.raises(BadStudy, match="comes with Tutti: balance"):
        find("no-such")


def test_what_is_shipped_can_be_read() -> None:
    assert "balance" in shipped()
    for name in shipped():
        study = read(find(name))
        assert {arm.game for arm in study.arms} == {"symphonimo", "symphony", "orchestra"}
        assert study.reproducible


def test_a_value_to_try_is_an_arm_of_its_own() -> None:
    study = small(table(vary={"false_note": [True], "grand_maestro": [{"grand_maestro": 2, "first_player": 0}]}))
    assert [arm.change and arm.change[0] for arm in study.arms] == [None, "false_note", "grand_maestro"]
    assert [arm.prepared.values["false_note"] for arm in study.arms] == [False, True, False]
    assert study.arms[2].prepared.values["first_player"] == 0
    assert len({arm.seed for arm in study.arms}) == 3


def test_all_matches_are_given_out_once_wherever_one_goes_on() -> None:
    study = small(table(matches=900), table(name="other", matches=7))
    whole = [(task.arm, number) for task in study.tasks(0) for number in range(task.first, task.last)]
    assert whole == [study.place(number) for number in range(study.matches)]
    for done in (1, 899, 900, 903, study.matches):
        left = [(task.arm, number) for task in study.tasks(done) for number in range(task.first, task.last)]
        assert left == whole[done:]


def test_a_study_travels_as_plain_data() -> None:
    study = rich()
    assert study.arms[0].rules.name == "symphonimo"  # it has worked something out
    assert study.matches == pickle.loads(pickle.dumps(study)).matches


def test_a_clock_is_told() -> None:
    assert small().reproducible
    assert not small(table(bots=["maestro@0.1s"])).reproducible
