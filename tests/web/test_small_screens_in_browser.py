"""Telephones, tablets and low windows: what opens there can be left again, and hides nothing that is needed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator

from web.site import People, Person
from web.test_symphony_in_browser import FINDS_MOVE, reached, see, sit

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


def test_back_closes_what_lies_over_the_table(person: People) -> None:
    me = person(**PHONE)
    me.play_now("symphonimo")
    table = me.page.url
    sheet, rules = me.page.locator("aside.sheet"), me.page.get_by_role("dialog")
    me.page.get_by_role("tab", name="Log").tap()
    sheet.wait_for()
    me.page.go_back()
    sheet.wait_for(state="detached")
    assert me.page.url == table
    # One over the other: each Back closes one.
    me.page.get_by_role("tab", name="Table").tap()
    sheet.get_by_role("button", name="Rules").tap()
    rules.wait_for()
    me.page.go_back()
    rules.wait_for(state="detached")
    assert sheet.is_visible()
    me.page.go_back()
    sheet.wait_for(state="detached")
    # What was closed otherwise needs no Back any more: the next one leaves the table.
    for _ in range(2):
        me.page.get_by_role("tab", name="Log").tap()
        sheet.wait_for()
        sheet.get_by_role("button", name="Close").tap()
        sheet.wait_for(state="detached")
    me.page.wait_for_function("() => history.state === null")
    assert me.page.url == table
    me.page.go_back()
    me.page.locator('li[data-game="symphonimo"]').wait_for()


@pytest.mark.parametrize("game", ["orchestra", pytest.param("symphony", marks=pytest.mark.pages)])
def test_a_low_window_has_room_for_every_tab_beside_the_coach(person: People, game: str) -> None:
    me = person(likes={"coach": True}, viewport={"width": 1366, "height": 640})
    me.play_with(game, 4, {"first_player": 0} if game == "symphony" else {})
    coach, standing = me.page.locator("aside .coach"), me.page.get_by_role("region", name="Standing")
    coach.get_by_role("heading", name="Coach").wait_for()
    standing.get_by_role("rowheader", name="If scored now").wait_for()
    for tab in ("Log", "Talk", "Players", "Table"):
        me.page.get_by_role("tab", name=tab).click()
        panel = me.page.get_by_role("tabpanel", name=tab)
        assert box(panel)["height"] >= 140, tab
        assert box(panel)["y"] + box(panel)["height"] <= 641
    for part in (coach, standing):
        head = box(part.locator("header, button").first)
        assert head["y"] + head["height"] <= box(part)["y"] + box(part)["height"], "its head is whole"


@pytest.mark.pages
def test_all_bars_show_which_notes_can_be_played(person: People) -> None:
    me = person(**PHONE)
    sit(me, reached("clash ", 4, {"clefs": "II"}))
    me.page.get_by_role("button", name="All bars", pressed=True).wait_for()
    notes = "nodes => nodes.map(node => node.dataset.place.split(' ')[1]).sort()"
    wanted = sorted(action.split()[1] for action in me.wait_for_turn() if re.match("note |clash ", action))
    assert me.page.locator("#pages-score .spot.may").evaluate_all(notes) == wanted
    clashes = sorted(action.split()[1] for action in me.choices if action.startswith("clash "))
    assert me.page.locator("#pages-score .spot.clash").evaluate_all(notes) == clashes
    # A touch does what it did: the bar comes nearer.
    me.page.locator("#pages-score .spot.may").first.tap()
    me.page.get_by_role("button", name="All bars", pressed=False).wait_for()


def sees(me: Person, page: str) -> None:
    """This page is in sight, and can be touched."""
    script = """page => {
        const [one] = document.querySelectorAll(".pages .page:not([inert])")
        const left = node => node.getBoundingClientRect().left
        return one.id === page && Math.abs(left(one) - left(one.parentElement)) < 2
    }"""
    me.page.wait_for_function(script, arg=f"pages-{page}")


@pytest.mark.pages
def test_a_page_that_goes_leaves_another_in_sight(person: People) -> None:
    """Whoever looks at the hand when its last card is gone sees the score, and not the page that moved to its place."""
    me = person(viewport=PHONE["viewport"])
    hand = ["09"]

    def change(said: dict[str, Any]) -> None:
        said["view"]["own"]["hand"] = list(hand)

    see(me, change)
    sit(me, reached("note ", 2, {}))
    me.page.locator("#page-hand").click()
    sees(me, "hand")
    hand.clear()
    me.choose(next(action for action in me.wait_for_turn() if action.startswith("note ")))
    me.page.locator("#page-hand").wait_for(state="detached")
    sees(me, "score")


@pytest.mark.pages
def test_a_question_about_the_score_turns_to_it(person: People) -> None:
    """Whether a token is played is asked in the desk, and it is the score that tells whether that is worth it."""
    me = person(viewport=PHONE["viewport"])
    sit(me, reached("play ", 3, {}))
    me.wait_for_turn()
    me.choose("no token")
    for _ in range(40):
        actions = me.wait_for_turn()
        if "no token" in actions or me.ended:
            break
        me.page.locator("#page-players").click()
        sees(me, "players")
        me.choose(next((action for action in actions if action.startswith("note ")), actions[0]))
        if me.page.locator(".confirm").count():
            me.page.locator(".confirm .primary").click()
    assert not me.ended, "no token is asked for"
    sees(me, "score")


@pytest.mark.pages
@pytest.mark.parametrize("verb", ["card ", "seat ", "control ", "note "])
def test_what_waits_on_a_tablet_hides_nothing_that_was_touched(person: People, verb: str) -> None:
    me = person(viewport={"width": 820, "height": 1180}, has_touch=True, is_mobile=True)
    sit(me, reached(verb, 4, {}))
    me.wait_for_turn()
    moves = me.page.evaluate(FINDS_MOVE)
    for one in moves:
        me.page.touchscreen.tap(one["x"], one["y"])
        panel = me.page.locator(f'.confirm[data-waiting="{one["move"]}"]:has(.told)')
        panel.wait_for()
        whole, confirm, cancel = (
            box(part) for part in (panel, *(panel.get_by_role("button", name=name) for name in ("Confirm", "Cancel")))
        )
        assert me.page.evaluate("window.innerHeight") >= whole["y"] + whole["height"]
        assert confirm["y"] == cancel["y"], "one beside the other"
        assert whole["height"] <= 300
        under = not whole["y"] <= one["y"] <= whole["y"] + whole["height"]
        assert under or not whole["x"] <= one["x"] <= whole["x"] + whole["width"], "what was touched is in sight"
        panel.get_by_role("button", name="Cancel").tap()
        panel.wait_for(state="detached")
