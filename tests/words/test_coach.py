"""A coach has something to say at every kind of question, in every language, and nothing that nobody asks for."""

from __future__ import annotations

import pytest

import tutti
from tutti import words
from tutti.kernel import library

GAMES = [name for name in tutti.games() if name not in library.guests()]
LONGEST = 250
"""Letters of a sentence or two."""


@pytest.mark.parametrize("lang", words.languages())
@pytest.mark.parametrize("name", GAMES)
def test_every_question_has_a_meaning_and_something_to_look_at(name: str, lang: str) -> None:
    steps = {*tutti.game(name).shapes.prompt_types(), "over"}
    said = words.catalogue(f"coach_{name}", lang)
    assert {code for code in said if code.startswith("coach.")} == {f"coach.{step}" for step in steps}
    meant = words.catalogue(name, lang)
    assert [step for step in steps if f"step.{step}.help" not in meant] == []
    for code, text in said.items():
        assert text.endswith((".", "?")), code
        assert text[0].isupper(), code
        assert len(text) <= LONGEST, f"{code}: who plays reads it between two moves"


@pytest.mark.parametrize("lang", words.languages())
@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_some_questions_only_belongs_to_a_value_or_a_move_of_theirs(name: str, lang: str) -> None:
    game = tutti.game(name)
    prompts = game.shapes.prompt_types()
    for code in words.catalogue(f"coach_{name}", lang):
        kind, step, rest = code.split(".", 2)[0], code.split(".")[1], code.split(".", 2)[2:]
        if kind == "when":
            assert rest[0].split(".")[0] in prompts[step].__annotations__, code
        elif kind == "offered":
            assert step in prompts, code
            assert rest[0] in game.actions, code
        else:
            assert kind == "coach", code


@pytest.mark.parametrize("lang", words.languages())
def test_no_advice_for_all_questions_names_what_some_matches_lack(lang: str) -> None:
    """Objectives and Progressive Orchestra are options; the pool next to the pentagon runs out of kinds of tokens."""
    game, coach = words.catalogue("symphony", lang), words.catalogue("coach_symphony", lang)
    tokens = [game[f"token.{token}"].lower() for token in ("prolonged", "chaining", "protection", "virtuosity")]
    options = [game[f"option.{name}.label"].lower() for name in ("progressive", "audience")]
    for text in (game["step.pentagon.help"], coach["coach.pentagon"]):
        assert [word for word in (*tokens, *options) if word in text.lower()] == []
