"""The page: complete, on its own, and drawn within its frames."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from arena.matches import plan, played
from tutti.arena import plots
from tutti.arena.page import Page
from tutti.arena.report import report
from tutti.arena.telling import Telling
from tutti.kernel.types import Fields

EVIL = "engine:run <b>&\"'"
LONG = f"engine:{'a' * 80}"


def made(*entrants: str, asked: int = 24) -> Fields:
    some = plan(*entrants, asked=asked)
    matches = [
        played(f.number, f.block, f.seats, [(7 * f.number + 5 * kind + seat) % 23 for seat, kind in enumerate(f.seats)])
        for f in some.fixtures
    ]
    return report(some, matches, 2, 3.0)


def html(found: Fields) -> str:
    return Page(Telling(found)).html()


class Reader(HTMLParser):
    """Checks that tags are closed in order, and gathers text and attributes."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_is_whole_and_says_what_the_report_says() -> None:
    found = made("greedy", "random", "random", "random")
    reader = read(html(found))
    assert reader.tags.count("svg") == 6
    text = " ".join(reader.texts)
    for result in found["results"]:
        assert f"{100 * result['share']:.1f} %" in text
        assert f"{result['points']:.2f}" in text
    assert "soloists" in text
    assert found["pack"]["hash"] in text


def test_the_page_needs_nothing_from_elsewhere() -> None:
    reader = read(html(made("greedy", "random")))
    assert not {"script", "link", "img", "iframe", "object"} & set(reader.tags)
    assert not {"src", "href", "onclick"} & {name for name, _ in reader.attributes}
    assert "url(" not in html(made("greedy", "random"))
    assert "@import" not in html(made("greedy", "random"))


def test_names_of_entrants_cannot_break_the_page() -> None:
    page = html(made(EVIL, "random"))
    reader = read(page)
    assert "b" not in reader.tags
    assert any(EVIL in text for text in reader.texts)


def test_light_and_dark_have_the_same_colours_by_name() -> None:
    page = html(made("greedy", "random"))
    light, dark = re.findall(r":root \{(.*?)\}", page, re.DOTALL)
    names = re.findall(r"--\w+(?=:)", light)
    assert len(names) == 5 + plots.COLOURS
    assert names == re.findall(r"--\w+(?=:)", dark)
    assert set(re.findall(r"var\((--\w+)\)", page)) == set(names)


@pytest.mark.parametrize(
    "entrants", [("greedy", "random"), ("greedy", "random", EVIL), ("greedy", "greedy"), (LONG, "random")]
)
def test_all_is_drawn_inside_its_frame(entrants: tuple[str, ...]) -> None:
    drawings = re.findall(r"<svg.*?</svg>", html(made(*entrants)), re.DOTALL)
    assert len(drawings) == 6
    for drawing in drawings:
        svg = ElementTree.fromstring(drawing)
        _, _, width, height = map(float, svg.attrib["viewBox"].split())
        for mark in svg.iter():
            x, y = (float(mark.get(name, 0)) for name in ("x", "y"))
            assert 0 <= x + float(mark.get("width", 0)) <= width
            assert 0 <= y + float(mark.get("height", 0)) <= height
            for name, most in (
                ("x1", width),
                ("x2", width),
                ("cx", width),
                ("y1", height),
                ("y2", height),
                ("cy", height),
            ):
                assert 0 <= float(mark.get(name, 0)) <= most
            for pair in mark.get("points", "").split():
                px, py = map(float, pair.split(","))
                assert 0 <= px <= width
                assert 0 <= py <= height


def test_a_run_without_matches_still_has_a_page() -> None:
    found = report(plan("greedy", "random"), [], 1, 0.1, {"why": "interrupted"})
    reader = read(html(found))
    assert "svg" not in reader.tags
    assert any("Only 0 of 4 matches" in text for text in reader.texts)


def test_ticks_are_round_and_few() -> None:
    assert plots.ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert plots.ticks(-3, 23) == [0, 5, 10, 15, 20]
    assert plots.ticks(0, 0.37) == [0, 0.1, 0.2, 0.3]
    assert plots.tens(1e-6, 0.1) == pytest.approx([1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1])
