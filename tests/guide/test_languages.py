"""Every guide is the same in every language, line by line: anchors, kinds of blocks, rules, numbers, links."""

from __future__ import annotations

import re

import pytest

import tutti
from guide.pages import GAMES, LANGUAGES, PAGES, numbers, text
from tutti import guide
from tutti.guide.reading import Section, lines
from tutti.kernel import library

TRANSLATED = [page for page in PAGES if page[1] != guide.DEFAULT]


def pairs(game: str, lang: str) -> list[tuple[Section, Section]]:
    return list(zip(guide.sections(game), guide.sections(game, lang), strict=True))


def test_every_game_has_a_guide_in_every_language() -> None:
    assert guide.games() == GAMES
    assert guide.languages() == LANGUAGES
    assert len(PAGES) == len(GAMES) * len(LANGUAGES)
    assert set(GAMES) == set(tutti.games()) - set(library.guests())


@pytest.mark.parametrize(("game", "lang"), PAGES)
def test_anchors_are_unique_and_links_lead_somewhere(game: str, lang: str) -> None:
    sections = guide.sections(game, lang)
    anchors = [section["anchor"] for section in sections]
    assert len(set(anchors)) == len(anchors)
    for section in sections:
        for line in lines(section):
            for span in (span for cell in line["cells"] for span in cell):
                assert span.get("to", anchors[0]) in anchors, (section["anchor"], span)


@pytest.mark.parametrize(("game", "lang"), PAGES)
def test_sections_are_short_and_every_mark_is_closed(game: str, lang: str) -> None:
    for section in guide.sections(game, lang):
        assert section["chapter"], section["anchor"]
        assert 1 <= len(section["blocks"]) <= 9, section["anchor"]
        for line in lines(section):
            shown = text(line)
            assert shown.strip() == shown != "", section["anchor"]
            assert not re.search(r"[*`{}\[\]#]|  ", shown), (section["anchor"], shown)
            assert len(set(line["rules"])) == len(line["rules"]), (section["anchor"], shown)


@pytest.mark.parametrize(("game", "lang"), TRANSLATED)
def test_sections_stand_in_the_same_order_and_tell_the_same_rules(game: str, lang: str) -> None:
    for here, there in pairs(game, lang):
        assert there["anchor"] == here["anchor"]
        assert there["rules"] == here["rules"], here["anchor"]
    chapters = [list(dict.fromkeys(s["chapter"] for s in guide.sections(game, to))) for to in (guide.DEFAULT, lang)]
    assert len(chapters[0]) == len(chapters[1])


@pytest.mark.parametrize(("game", "lang"), TRANSLATED)
def test_lines_are_translated_one_by_one(game: str, lang: str) -> None:
    for here, there in pairs(game, lang):
        assert [(b["kind"], b["example"], len(b["head"]), len(b["lines"])) for b in there["blocks"]] == [
            (b["kind"], b["example"], len(b["head"]), len(b["lines"])) for b in here["blocks"]
        ], here["anchor"]
        for mine, theirs in zip(lines(here), lines(there), strict=True):
            assert theirs["rules"] == mine["rules"], (here["anchor"], text(theirs))
            assert numbers(theirs) == numbers(mine), (here["anchor"], text(mine), text(theirs))
            links = [
                sorted(span["to"] for cell in line["cells"] for span in cell if "to" in span) for line in (mine, theirs)
            ]
            assert links[0] == links[1], (here["anchor"], text(theirs))
