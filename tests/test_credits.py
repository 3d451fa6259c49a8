"""Whoever made a game is named wherever it is introduced, and nobody else is."""

from __future__ import annotations

import re
import tomllib

import pytest

from support.machine import ROOT, SOURCES
from tutti import guide, words

GAMES = ("symphonimo", "symphony", "orchestra")
LANGUAGES = ("en", "fr", "de")
CREDITS = (ROOT / "CREDITS.md").read_text(encoding="utf-8")


def authors(game: str) -> set[str]:
    """As the table of the credits has them, which is held against the printed rules."""
    row = re.search(rf"^\| {game.title()}\b.*?\| (.*?) \|", CREDITS, re.MULTILINE)
    assert row is not None, game
    return set(row[1].split(" and "))


ALL = {name for game in GAMES for name in authors(game)}


def test_the_authors_of_the_printed_games() -> None:
    assert {game: authors(game) for game in GAMES} == {
        "symphonimo": {"Robert Brouwer"},
        "symphony": {"Angelo Tonin"},
        "orchestra": {"João Toledo", "Rogério Lourenço"},
    }
    shipped = {path.name for path in (SOURCES / "tutti" / "games").iterdir() if (path / "__init__.py").exists()}
    assert shipped == set(GAMES)


def introductions(game: str) -> dict[str, str]:
    """Every text that presents one game."""
    found = {
        "docstring": (SOURCES / "tutti" / "games" / game / "__init__.py").read_text(encoding="utf-8"),
        "docs": (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8"),
        "ledger": (ROOT / "rules" / f"{game}.md").read_text(encoding="utf-8"),
    }
    for lang in LANGUAGES:
        page = (SOURCES / "tutti" / "guide" / lang / f"{game}.md").read_text(encoding="utf-8")
        found[f"guide {lang}"] = page
        found[f"words {lang}"] = words.say(game, "authors", lang=lang)
        assert any(section["anchor"] == "about" for section in guide.sections(game, lang)), lang
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_introduction_of_a_game_names_its_authors_and_no_others(game: str) -> None:
    for where, text in introductions(game).items():
        assert {name for name in ALL if name in text} == authors(game), where


def test_the_readme_names_them_beside_their_games() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").replace("\n> ", " ").split())
    for game in GAMES:
        said = re.search(rf"\*\*{game.title()}\*\* (.*?)(?: · |It contains)", text)
        assert said is not None
        assert {name for name in ALL if name in said[1]} == authors(game)


def test_no_source_names_an_author_of_another_game() -> None:
    wrong = []
    for path in sorted(SOURCES.joinpath("tutti").rglob("*.py")):
        own = {name for game in GAMES if game in (*path.parts, path.stem) for name in authors(game)}
        text = path.read_text(encoding="utf-8")
        wrong += [(path.name, name) for name in ALL - own if name in text]
    assert wrong == []


def test_all_that_is_needed_at_run_time_is_credited() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["arena"], *extras["server"], *extras["postgres"]]
    names = {re.split(r"[\[<>=;~ ]", line)[0].lower() for line in wanted}
    assert names >= {"rich", "litestar"}
    software = CREDITS[CREDITS.index("## Software") : CREDITS.index("## Art and sound")].lower()
    assert sorted(name for name in names if f"[{name}]" not in software and f"`{name}`" not in software) == []
    table = re.findall(r"(?:^\|.*\n)+", CREDITS, re.MULTILINE)
    assert all(len(lines.splitlines()) > 2 for lines in table), "a row outside its table"
