"""``tutti learn`` plays the lessons at the keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import tutti_program
from tutti import learn, words

LAST = learn.scenes("symphonimo")[-1]


def answers(scene: learn.Scene) -> list[str]:
    return [move for step in scene.steps for move in step.answer]


def sentence(code: str, lang: str = "en") -> str:
    return told(words.say("lessons_symphonimo", code, lang=lang))


def told(out: str) -> str:
    """What was printed, without the ends of lines."""
    return " ".join(out.split())


def test_the_lessons_of_all_games_are_listed(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, "learn")
    assert ran.code == 0
    for game in learn.games():
        for scene in learn.scenes(game):
            assert f" {scene.name} " in ran.out


@pytest.mark.parametrize("lang", words.languages())
def test_a_lesson_is_played_to_its_end(lang: str, tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, "learn", "symphonimo", LAST.name, "--lang", lang, typed="\n".join(answers(LAST)))
    assert ran.code == 0
    for step in LAST.steps:
        assert sentence(LAST.code(step.say), lang) in told(ran.out)
    assert sentence(LAST.code("done"), lang) in told(ran.out)
    assert "tutti play symphonimo" in ran.out  # it was the last one


def test_traps_refusals_hints_and_going_back(tmp_path: Path) -> None:
    lines = ["take 2", "take 1", "hint", "draw", "undo", "draw", "place 2", "take 2", "draw", "place 3", "", ""]
    ran = tutti_program(tmp_path, "learn", "symphonimo", "hand", typed="\n".join(lines))
    assert ran.code == 0
    out = told(ran.out)
    for code in ("draw_first", "draw_hint", "done"):
        assert sentence(f"lesson.hand.{code}") in out
    assert "Conductor 1 holds no musician" in out  # the rules' own reason
    assert sentence("lesson.quartet.four") in out  # Enter went on to the next


def test_what_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    ran = tutti_program(tmp_path, "learn", "symphonimo", "nothing")
    assert ran.code == 2
    assert "There is no lesson “nothing”" in ran.err
    assert tutti_program(tmp_path, "learn", "chess").code == 2
