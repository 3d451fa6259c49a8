"""A game on one page of paper, in every language."""

from __future__ import annotations

import re

import pytest

import tutti
from tutti import words
from tutti.kernel import library
from web.site import People

GAMES = [name for name in tutti.games() if name not in library.guests()]
A4 = (595, 842)


@pytest.mark.pages
@pytest.mark.parametrize("lang", [words.DEFAULT, "de", "fr"])
def test_the_summary_of_a_game_is_one_page_of_paper(person: People, lang: str) -> None:
    me = person(likes={"lang": lang})
    for game in GAMES:
        me.visit(f"/#/summary/{game}", f'main [data-game="{game}"] .sheet li')
        last = [text for code, text in words.catalogue(f"summary_{game}", lang).items() if code.endswith(".title")][-1]
        me.page.get_by_role("heading", name=last).wait_for()
        me.page.locator("main .frame :is(svg, img, li, button)").first.wait_for()
        paper = me.page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, game
        size = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)
        assert size is not None
        assert tuple(round(float(side)) for side in size.groups()) == A4
    if lang == words.DEFAULT:
        assert me.axe("a summary") == []
        me.visit("/#/rules/symphony", "main section")
        me.page.get_by_role("link", name="On one page").click()
        me.page.get_by_role("heading", name="Symphony on one page").wait_for()
