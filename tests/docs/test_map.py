"""The map and the folder pages name what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.machine import ROOT
from tools import observations

GAMES = ROOT / "src" / "tutti" / "games"
FOLDER_PAGES = [GAMES / name / "README.md" for name in ("symphonimo", "symphony", "orchestra")]
PAGES = [ROOT / "ARCHITECTURE.md", *FOLDER_PAGES]
QUOTED = re.compile(r"`([^`\s]+)`")
LINKED = re.compile(r"\]\(([^)#]+)[^)]*\)")
PATH = re.compile(r"[\w<>.-]+(/[\w<>.-]+)+/?|[\w-]+/|\w+\.(py|md|toml|ts)")
LONGEST = 80
"""Lines of a map that is seen at one glance."""


def paths(page: Path) -> set[str]:
    """All that a page gives out for a path: in quotes, or as a link."""
    text = page.read_text(encoding="utf-8")
    quoted = {name for name in QUOTED.findall(text) if PATH.fullmatch(name)}
    return quoted | {name for name in LINKED.findall(text) if "://" not in name}


def there(name: str, page: Path) -> bool:
    """From the project's folder or the page's own; where a game or a language is left open, it is there for some."""
    pattern = re.sub(r"<\w+>", "*", name.rstrip("/"))
    bare = "/" not in pattern and page.name == "ARCHITECTURE.md"  # the name of a file that every game has
    folders = [ROOT, page.parent, *(GAMES.iterdir() if bare else ())]
    return any(next(folder.glob(pattern), None) is not None for folder in folders if folder.is_dir())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_path_that_is_named_is_there(page: Path) -> None:
    found = paths(page)
    assert len(found) > 10
    assert {name for name in found if not there(name, page)} == set()


def test_a_path_that_is_not_there_is_found_out() -> None:
    page = PAGES[0]
    assert there("src/tutti/games/<game>/pack/box.py", page)
    assert there("game.py", page)
    assert not there("src/tutti/games/<game>/pack/boxes.py", page)
    assert not there("boxes.py", page)


@pytest.mark.parametrize("page", FOLDER_PAGES, ids=lambda page: page.parent.name)
def test_a_folder_page_names_every_module(page: Path) -> None:
    named = paths(page)
    modules = {path.relative_to(page.parent).as_posix() for path in page.parent.rglob("*.py")}
    assert {name for name in modules if not name.endswith("__init__.py")} - named == set()


def test_the_page_of_observations_is_what_the_games_declare() -> None:
    assert observations.PAGE.read_text(encoding="utf-8") == observations.page(), "make generated"


def test_the_map_is_seen_at_one_glance() -> None:
    assert len(PAGES[0].read_text(encoding="utf-8").splitlines()) <= LONGEST
