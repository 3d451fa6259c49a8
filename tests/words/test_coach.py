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
    assert set(said) == {f"coach.{step}" for step in steps}
    meant = words.catalogue(name, lang)
    assert [step for step in steps if f"step.{step}.help" not in meant] == []
    for code, text in said.items():
        assert text.endswith((".", "?")), code
        assert text[0].isupper(), code
        assert len(text) <= LONGEST, f"{code}: who plays reads it between two moves"
