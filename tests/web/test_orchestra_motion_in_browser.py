"""Motion that explains on Orchestra's board: Social Media one by one, final scoring part by part; both can be left."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from games.orchestra.tables import members, table
from games.orchestra.test_academy import allocated
from support import rule
from tutti import Match
from web.site import People, Person

MOVES = {"likes": {"motion": True}, "reduced_motion": "no-preference", "viewport": {"width": 1440, "height": 900}}
SHOW = ".orchestra .final"
CARDS = ".orchestra .social-media"


def sit(me: Person, match: Match, action: str) -> None:
    """At a table that goes on from here, with this among the choices."""
    me.sit_at({"position": match.dump()}, ".orchestra")
    me.wait_for(action)


def freeze(me: Person) -> None:
    """From here on the page goes on only as far as it is told: however busy the machine is, nothing is missed."""
    me.page.clock.install()
    me.page.clock.pause_at(datetime.now() + timedelta(seconds=5))


def eye_and_money() -> Match:
    """One closed eye and 3 Money are all that is left in the deck, and two cards are turned up."""
    gone = {"SM13": 3, "SM16": 4, **{f"SM{number:02}": 1 for number in range(1, 13) if number != 2}}
    return allocated({}, "m p", social={"discards": gone})


def last_pass() -> Match:
    """The Special Round of two: whoever passes is scored."""
    placed = (("H3", "a07", 0), ("U2", "e08", 0), ("H2", "g11", 1), ("H2", "i10", 1))
    pieces = [{"piece": piece, "at": at, "player": player} for piece, at, player in placed]
    one: dict[str, Any] = {**members("b b b b", 2), "banners": ["brass"], "money": 7, "prestige": 5}
    two = {**members("b b b b", 2), "banners": ["strings", "brass"]}
    theater = [{"dealt": ["T01", "T02"], "kept": "T01"}, {"dealt": ["T03", "T04"], "kept": "T03"}]
    spots = {"ST1": 0, "ST2": 1, "ST3": 1, "BR1": 0}
    more: dict[str, Any] = {"phase": "special_round", "reason": "deck_i", "pieces": pieces, "spots": spots}
    return table(2, [one, two], theater=theater, **more)


@pytest.mark.pages
@rule("OR-070", "OR-071", "OR-072")
def test_social_media_turns_up_one_by_one_and_a_key_ends_it(person: People) -> None:
    me = person(**MOVES)
    sit(me, eye_and_money(), "resolve m")
    freeze(me)
    me.choose("resolve m")
    shown = me.page.locator(CARDS)
    expect(shown.locator("li")).to_have_count(2)
    expect(shown.locator(".up")).to_have_count(0)
    me.page.clock.run_for(600)
    expect(shown.locator(".up")).to_have_count(1)
    me.page.clock.run_for(600)
    expect(shown).to_contain_text("1 closed eye, 0 ignored")
    expect(shown).to_contain_text("no card counts")
    me.page.keyboard.press("Shift")
    expect(shown).to_have_count(0)


@pytest.mark.pages
@rule("OR-070")
def test_social_media_stands_still_where_nothing_may_move(person: People) -> None:
    """All at once, told to those who listen, and gone with a click, which does what it would have done."""
    me = person(viewport={"width": 1440, "height": 900})
    sit(me, eye_and_money(), "resolve m")
    me.choose("resolve m")
    expect(me.page.locator(f"{CARDS} .up")).to_have_count(2)
    expect(me.page.locator("[aria-live=polite]").filter(has_text="1 closed eye")).to_have_count(1)
    assert me.axe("Social Media") == []
    me.page.locator(".prompt").click(position={"x": 3, "y": 3})
    expect(me.page.locator(CARDS)).to_have_count(0)


@pytest.mark.pages
@rule("OR-187", "OR-188", "OR-191", "OR-197", "OR-198")
def test_the_final_scoring_is_shown_before_the_result_and_can_be_left(person: People) -> None:
    """Sections when the last has passed, the rest when all areas are chosen; the result waits for it, and no longer."""
    me = person(**MOVES)
    sit(me, last_pass(), "pass")
    freeze(me)
    me.choose("pass")
    show = me.page.locator(SHOW)
    expect(show).to_contain_text("Strings section")
    expect(me.page.locator('[data-fly="section strings"][data-scored="yes"]')).to_have_count(1)
    show.get_by_role("button", name="Next").click()  # from now on by hand
    expect(show).to_contain_text("Brass section")
    me.page.clock.resume()
    assert me.axe("the final scoring") == []
    me.page.keyboard.press("Escape")
    expect(show).to_have_count(0)

    me.wait_for("area b")
    freeze(me)
    me.choose("area b")
    expect(show).to_contain_text("1 of 5")
    for title in ("Area", "Theater Card"):
        show.get_by_role("button", name="Next").click()
        expect(show).to_contain_text(title)
    expect(me.page.locator('.seats [data-scored="no"]').first).to_be_visible()
    me.page.clock.resume()
    assert not me.ended, "the result waits"
    show.get_by_role("button", name="Skip").click()
    me.page.wait_for_selector(".ending")
    me.page.keyboard.press("Escape")
    me.page.get_by_role("button", name="Final scoring, step by step").click()
    expect(show).to_contain_text("1 of 7")
