"""Where rules and components come from: what the pages say is counted in the packs and ledgers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tutti
from support.machine import ROOT
from tools import origins as pages
from tutti import words
from tutti.kernel import library, packs
from tutti.words.origins import BEGIN, END, figures, origin, origins

MARK = re.compile(r"\bmark = \"([PIC])\"")
MARKS = re.compile(r"^marks = \"([PIC]+)\"", re.MULTILINE)
CLAIM = re.compile(
    r"complete and exact|exact,? (and )?(fast|complete|open)|vollständig und genau|complets et exacts", re.IGNORECASE
)


def counted(game: str) -> dict[str, int]:
    """The marks in the text of a pack, one by one."""
    text = (library.folder(game) / "components" / "standard.toml").read_text(encoding="utf-8")
    marks = "".join([*MARK.findall(text), *MARKS.findall(text)])
    return {"printed": marks.count("P"), "inferred": marks.count("I"), "composed": marks.count("C")}


@pytest.mark.parametrize("name", pages.GAMES)
def test_figures_are_what_the_packs_mark(name: str) -> None:
    found, marks = figures(tutti.game(name)), counted(name)
    assert marks["printed"]
    assert {key: found[key] for key in marks} == marks
    assert found["fields"] == sum(marks.values())
    assert found["percent"] == round(100 * marks["composed"] / found["fields"])


def test_a_pack_upon_another_is_counted_with_it(tmp_path: Path) -> None:
    """As new matches of Symphony play it: its faces stand for those below."""
    standard = library.folder("symphony") / "components" / "standard.toml"
    below = packs.read(standard)
    (tmp_path / "standard.toml").write_bytes(standard.read_bytes())
    for mark, more in (("C", 0), ("P", 8)):
        concert = (
            standard.with_name("concert.toml").read_text(encoding="utf-8").replace('mark = "C"', f'mark = "{mark}"')
        )
        (tmp_path / "concert.toml").write_text(concert, encoding="utf-8")
        tally = packs.read(tmp_path / "concert.toml").tally
        assert (tally.fields, tally.printed) == (below.tally.fields, below.tally.printed + more)


@pytest.mark.parametrize("path", pages.PAGES, ids=lambda path: path.name)
def test_a_page_says_what_the_packs_and_the_ledger_hold(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == pages.page(path), "make generated"
    said = text.partition(BEGIN)[2].partition(END)[0]
    for game in pages.PAGES[path]:
        found = figures(tutti.game(game))
        assert re.search(rf"\b{found['composed']} of (the )?{found['fields']}\b|none of the {found['fields']}\b", said)
        assert found["percent"] == 0 or f"({found['percent']}%)" in said


def test_a_changed_figure_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.md"
    monkeypatch.setattr(pages, "PAGES", {path: ("orchestra",)})
    path.write_text(f"# Page\n\n{BEGIN}\n{END}\n\nThe rest.\n", encoding="utf-8")
    assert pages.main(["--check"]) == 1
    assert pages.main([]) == pages.main(["--check"]) == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Page\n")
    assert text.endswith("\nThe rest.\n")
    composed = figures(tutti.game("orchestra"))["composed"]
    path.write_text(text.replace(f" {composed} of", f" {composed - 1} of"), encoding="utf-8")
    assert pages.main(["--check"]) == 1


@pytest.mark.parametrize("lang", words.languages())
def test_every_language_says_it(lang: str) -> None:
    games = [tutti.game(name) for name in pages.GAMES]
    for game in games:
        found = figures(game)
        said = origin(game, lang)
        assert str(found["fields"]) in said
        assert (str(found["composed"]) in said) == (found["composed"] > 0)
        assert f" {found['composed']} " in f" {origins(games, lang)} "
    assert "{" not in origins(games, lang)
    assert origins(games * 2, lang) == origins(games, lang)


def test_a_game_that_marks_nothing_says_nothing() -> None:
    etude = tutti.game("etude")
    assert (figures(etude), origin(etude), origins([etude])) == ({}, "", "")


def test_another_pack_has_figures_and_a_name_of_its_own(tmp_path: Path) -> None:
    text = (library.folder("symphonimo") / "components" / "standard.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('"standard"', '"mine"', 1).replace('mark = "P"', 'mark = "C"', 1), encoding="utf-8")
    mine = library.game("symphonimo", path)
    assert figures(mine) == {"printed": 4, "inferred": 0, "composed": 1, "fields": 5, "percent": 20}
    assert "1 of 5 in Symphonimo (mine) (20%)" in origins([tutti.game("symphonimo"), mine])


def test_nobody_claims_more() -> None:
    files = [
        *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CITATION.cff", "pyproject.toml")),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "web" / "src" / "i18n").glob("*.json"),
    ]
    assert [path.name for path in files if CLAIM.search(path.read_text(encoding="utf-8"))] == []
