"""Answers: as the arena's own estimates, right on made-up matches, honest about who plays first."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest

import tutti
from arena.matches import written_bot
from lab.studies import rich, small, table
from tutti.arena.estimates import Block, average, share
from tutti.kernel import library, packs
from tutti.kernel.types import Fields
from tutti.lab.folder import Folder
from tutti.lab.page import BEGIN, END, html, markdown
from tutti.lab.playing import play
from tutti.lab.questions import answered
from tutti.lab.study import QUESTIONS, Study
from tutti.lab.sums import Sum, difference, jackknife
from tutti.lab.telling import Telling
from tutti.words import languages, origins


def test_running_sums_are_the_estimates_of_the_arena() -> None:
    dice = random.Random(3)
    blocks = [[dice.randint(0, 1) for _ in range(dice.randint(1, 4))] for _ in range(60)]
    one = Sum()
    for number, block in enumerate(blocks):
        for value in block:
            one.add((0, number), value)
    same = [Block(sum(block), len(block)) for block in blocks]
    assert one.average() == pytest.approx(average(same))
    assert one.share() == pytest.approx(share(same))


def test_blocks_that_are_not_there_count_as_nothing() -> None:
    some, full, everything = Sum(), Sum(), Sum()
    for block in range(30):
        everything.add((0, block), 0)
        full.add((0, block), block % 3 if block >= 10 else 0)
        if block >= 10:
            some.add((0, block), block % 3)
    assert some.over(everything).average() == pytest.approx(full.average())


def test_a_difference_of_two_tables_is_welchs() -> None:
    one, other = Sum(), Sum()
    for block, (a, b) in enumerate(zip([27.5, 21.0, 19.0, 23.6, 17.0], [27.1, 22.0, 20.8, 23.4, 23.4], strict=True)):
        one.add((0, block), a)
        other.add((1, block), b)
    found = difference(one, other)
    assert found.value == pytest.approx(-1.72)
    assert found.high - found.value == pytest.approx(2.447 * 2.1309, rel=0.05)  # Student's for some 6 degrees


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    values = [1.0, 4.0, 2.0, 8.0, 5.0, 7.0]
    found = jackknife([[value, 1.0] for value in values], lambda sums: sums[0] / sums[1])
    one = Sum()
    for block, value in enumerate(values):
        one.add((0, block), value)
    assert found == pytest.approx(one.average())


def made_up(study: Study, rows: list[Fields]) -> list[Fields]:
    usual: Fields = {"arm": 0, "seats": [0, 1], "first": 0, "reason": "x", "moves": 10, "decisions": [5, 5]}
    usual |= {"choices": [10, 20], "sources": [{}, {}], "did": [{}, {}], "marks": {}, "pace": [[{}, {}]] * 10}
    return [{**usual, "match": number, "block": number, **row} for number, row in enumerate(rows)]


def test_luck_and_skill_of_made_up_matches() -> None:
    study = small(table(players=2, bots=["greedy", "random"], matches=40), questions=["luck", "seats", "style"])
    rows: list[Fields] = []
    for number in range(40):
        better = 30 if number % 4 else 9
        points = [better, 10] if number % 2 else [10, better]
        places = [1 if mine == max(points) else 2 for mine in points]
        seats = [0, 1] if number % 2 else [1, 0]
        did = [{"took": 3 if kind == 0 else 1} for kind in seats]
        rows.append({"seats": seats, "points": points, "places": places, "first": number % 2, "did": did})
    found = answered(study, made_up(study, rows))["tables"][0]["findings"]
    greedy, other = found["luck"]["entrants"]
    assert greedy["share"][0] == pytest.approx(0.75)
    assert greedy["share"][1] > 0.5 > other["share"][2]
    offs = [10.0 if number % 4 else -0.5 for number in range(40)]
    mean = sum(offs) / 40
    assert found["luck"]["skill"][0] == pytest.approx(mean**2 / (sum(off * off for off in offs) / 40), abs=1e-5)
    assert [one["share"][0] for one in found["seats"]] == [0.25, 0.75]  # the other always begins
    took = next(row for row in found["style"]["rows"] if row["name"] == "took")
    assert (took["strong"], took["weak"], took["apart"]) == (3, 1, [2, 2, 2])


def test_what_goes_with_winning_is_measured_against_an_equal() -> None:
    study = small(table(players=2, bots=["greedy"], matches=60), questions=["cards"])
    rows: list[Fields] = []
    for number in range(60):
        marks = [[0, "7", 2], [0, "7", 4]] + ([[1, "8", 5]] if number % 2 else [])
        wins = number % 3 > 0
        points, places = ([12, 8], [1, 2]) if wins else ([8, 12], [2, 1])
        rows.append({"points": points, "places": places, "marks": {"given": marks}})
    found = answered(study, made_up(study, rows))["tables"][0]["findings"]["cards"]["given"]
    seven = next(one for one in found if one["value"] == "7")
    assert seven["seats"] == 60
    assert seven["share"][0] == pytest.approx(2 / 3 - 1 / 2, abs=1e-5)
    assert seven["points"][0] == pytest.approx(2 * 2 / 3 - 2 / 3, abs=1e-5)
    assert seven["amount"][0] == 3.0


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("symphonimo", {}),
        ("orchestra", {}),
        ("symphony", {}),
        ("symphony", {"draft": "secret"}),
        ("symphony", {"master": "berlioz"}),
    ],
)
def test_whoever_begins_is_found(game: str, options: Fields) -> None:
    for first in range(3):
        study = small(table(game=game, players=3, bots=["random"], options={**options, "first_player": first}))
        arm = study.arms[0]
        assert play(arm, arm.seating.fixture(0), ["seats"])["first"] == first


def test_questions_change_nothing_of_what_is_played() -> None:
    every, few = rich(), rich()
    for number in range(3):
        fixture = every.arms[0].seating.fixture(number)
        long = play(every.arms[0], fixture, QUESTIONS)
        short = play(few.arms[0], fixture, ["seats"])
        assert {key: long[key] for key in short} == short


def test_pace_ends_with_the_points_of_the_match() -> None:
    study = rich()
    row = play(study.arms[0], study.arms[0].seating.fixture(0), QUESTIONS)
    assert row["pace"][-1] == row["sources"]
    assert [sum(one.values()) for one in row["sources"]] == row["points"]
    assert any(any(one.values()) for one in row["pace"][4])


def test_a_bot_that_plays_what_is_not_legal_is_stopped(tmp_path: Path) -> None:
    study = small(table(bots=[written_bot(tmp_path, "return len(perspective.game.actions) - 1")]))
    with pytest.raises(tutti.BadAnswer, match=r"answered \d+ \(.+\), which is not a legal action"):
        play(study.arms[0], study.arms[0].seating.fixture(0), ["seats"])


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Fields:
    folder = Folder(tmp_path_factory.mktemp("lab"), rich())
    list(folder.fill(1))
    return answered(folder.study, folder.rows())


def figures(node: object) -> Iterator[list[float]]:
    if isinstance(node, list) and len(node) == 3 and all(isinstance(one, float) for one in node):
        yield node
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from figures(inner)


def test_every_question_is_answered_with_intervals(report: Fields) -> None:
    answers = {question for found in report["tables"] for question in found["findings"]}
    assert answers == set(QUESTIONS)
    intervals = list(figures(report))
    assert len(intervals) > 100
    assert all(low <= value <= high for value, low, high in intervals)
    assert report == json.loads(json.dumps(report))


@pytest.mark.parametrize("lang", languages())
def test_page_and_markdown_have_all_chapters(report: Fields, tmp_path: Path, lang: str) -> None:
    telling = Telling(report, lang)
    chapters = list(telling.chapters())
    page = html(telling)
    file = tmp_path / "found.md"
    file.write_text(f"# Mine\n\nbefore\n\n{BEGIN}\nyesterday\n{END}\n\nafter\n", encoding="utf-8")
    written = markdown(telling, file)
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# Mine\n\nbefore\n")
    assert text.endswith("\nafter\n")
    assert "yesterday" not in text
    for chapter in chapters:
        assert chapter.title in text
        assert all(head for head in chapter.grid.heads)
        assert all(len(row) == len(chapter.grid.heads) for row in chapter.grid.rows)
    assert page.count("<section>") == len(chapters)
    assert page.count("<svg") == len(written) - 1 == sum(bool(chapter.drawing) for chapter in chapters)
    assert "http" not in page.replace("http://www.w3.org", "")
    assert not {"{", "}"} & set(page.partition("</style>")[2])


@pytest.mark.parametrize("lang", languages())
def test_a_report_begins_with_where_rules_and_components_come_from(report: Fields, tmp_path: Path, lang: str) -> None:
    telling = Telling(report, lang)
    said = origins.origins((library.game(table["game"]) for table in report["tables"]), lang)
    assert list(telling.origin()) == [said]
    assert re.search(r"</h1>\s*<p>(.*?)</p>", html(telling))[1] == escape(said)  # type: ignore[index]

    file = tmp_path / "found.md"
    markdown(telling, file)
    first = [
        line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith(("#", "<!--"))
    ]
    assert first[0] == said
    file.write_text(
        f"# Mine\n\n{origins.BEGIN}\nyesterday\n{origins.END}\n\n{BEGIN}\nyesterday\n{END}\n", encoding="utf-8"
    )
    markdown(telling, file)
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"# Mine\n\n{origins.BEGIN}\n{said}\n{origins.END}\n\n{BEGIN}\n*")
    assert text.count(said) == 1
    assert "yesterday" not in text


def test_the_packs_that_were_played_are_counted(tmp_path: Path) -> None:
    text = packs.shipped(library.folder("symphonimo"))["standard"].read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('"standard"', '"mine"', 1).replace('mark = "P"', 'mark = "C"', 1), encoding="utf-8")
    study = small(table(players=2, bots=["greedy"], matches=2, pack=str(path)), questions=["seats"])
    folder = Folder(tmp_path / "lab", study)
    list(folder.fill(1))
    assert "1 of 5 in Symphonimo (mine) (20%)" in next(Telling(answered(study, folder.rows())).origin())


def test_a_game_that_marks_nothing_has_no_such_line(tmp_path: Path) -> None:
    study = small(table(game="etude", players=2, bots=["greedy"], matches=2), questions=["seats"])
    folder = Folder(tmp_path / "lab", study)
    list(folder.fill(1))
    assert list(Telling(answered(study, folder.rows())).origin()) == []
