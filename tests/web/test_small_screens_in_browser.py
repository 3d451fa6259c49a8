"""Telephones, tablets and low windows: what opens there can be left again, and hides nothing that is needed."""

from __future__ import annotations

from typing import Any

from web.house import People

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}


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
