"""``tutti rules GAME --guide``."""

from __future__ import annotations

import pytest

from tutti import guide
from tutti.cli.main import main


@pytest.mark.parametrize("game", guide.games())
def test_the_whole_guide_is_printed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", game, "--guide", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    titles = [section["title"] for section in guide.sections(game)]
    assert [line.rstrip() for line in out.splitlines() if line.rstrip() in titles] == titles
    assert "{" not in out


def test_one_rule_or_some_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "symphonimo", "so-016", "--guide", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].rstrip() == "Taking"
    assert "You cannot take a Conductor without a Musician." in out
    assert "[SO-016]" in out
    assert main(["rules", "symphonimo", "--guide", "--search", "soloist quartet", "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[0].rstrip() == "Scoring"


@pytest.mark.parametrize(("lang", "title"), [("fr", "Emporter"), ("de", "Nehmen")])
def test_the_guide_speaks_the_language_of_the_terminal(
    lang: str, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "symphonimo", "so-016", "--guide", "--lang", lang]) == 0
    assert capsys.readouterr().out.splitlines()[0].rstrip() == title


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--search", "accordion"], "No rule has “accordion” in it."),
        (["SO-999"], "There is no rule “SO-999”."),
        (["SY-001"], "No rule has “SY-001” in it."),
    ],
)
def test_what_is_not_there_is_said(asked: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "symphonimo", *asked, "--guide", "--lang", "en"]) == 2
    assert said in capsys.readouterr().err
