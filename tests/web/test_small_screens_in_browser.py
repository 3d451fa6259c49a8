"""Telephones, tablets and low windows: what opens there can be left again, and hides nothing that is needed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator

from web.house import People

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
