"""Whole matches as people play them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from web.house import Person, play_to_the_end


def totals(one: Person) -> list[str]:
    found: list[str] = one.page.locator(".ending .total").all_inner_texts()
    return found


def test_play_now_is_one_click_to_a_match_that_ends(person: Callable[..., Person]) -> None:
    me = person()
    me.play_now("symphonimo")
    assert me.page.locator(".podium").count() == 4
    play_to_the_end([me], 1)
    assert len(totals(me)) == 4
    assert me.page.get_by_role("heading", name=re.compile("wins?!$")).is_visible()
    before = me.page.url
    me.page.get_by_role("button", name="Once more").click()
    me.page.wait_for_function("before => location.href !== before", arg=before)
    me.page.locator(".lobby, .podium").first.wait_for()
    assert not me.ended


def test_two_people_and_two_bots_at_one_table(person: Callable[..., Person]) -> None:
    ada, bo = person(), person()
    ada.visit("/#/new/symphonimo")
    ada.page.get_by_label("Seat 3").select_option("bot:greedy")
    ada.page.get_by_label("Seat 4").select_option("bot:random")
    ada.page.get_by_role("button", name="Open the table").click()
    link = ada.page.get_by_label("Link to this table").input_value()
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Sit down").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    for one in (ada, bo):
        one.page.wait_for_selector(".podium")
    ada.page.get_by_role("tab", name="Talk").click()
    ada.page.get_by_label("Say something").fill("Good luck!")
    ada.page.get_by_role("button", name="Send").click()
    bo.page.get_by_role("tab", name="Talk").click()
    bo.page.get_by_text("Good luck!").wait_for()
    play_to_the_end([ada, bo], 2)
    assert sorted(totals(ada)) == sorted(totals(bo))


def test_undo_is_free_until_somebody_learned_and_then_by_consent(person: Callable[..., Person]) -> None:
    ada, bo = person(), person()
    ada.visit("/#/new/symphonimo")
    ada.page.locator("form").get_by_label("Players").first.select_option("2")
    ada.page.get_by_label("First player").select_option("0")
    ada.page.get_by_role("button", name="Open the table").click()
    bo.page.goto(ada.page.get_by_label("Link to this table").input_value())
    bo.page.get_by_role("button", name="Sit down").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()

    assert ada.wait_for_turn() == ["draw"]
    ada.choose("draw")
    ada.page.wait_for_selector('[data-action="place 1"]')
    ada.choose("place 1")
    assert bo.wait_for_turn() == ["draw", "take 1"]
    ada.page.get_by_role("button", name="Take back", exact=True).click()
    ada.page.wait_for_selector('[data-action="place 2"]')
    ada.choose("place 2")

    bo.page.wait_for_selector('[data-action="take 2"]')
    bo.choose("draw")
    bo.page.wait_for_selector('[data-action="place 1"]')
    bo.choose("place 1")
    assert ada.wait_for_turn() == ["draw", "take 1", "take 2"]
    ada.page.get_by_role("button", name="Ask to take back").click()
    bo.page.get_by_role("button", name="Agree").click()
    ada.page.wait_for_selector('[data-action="place 2"]')
    assert bo.page.locator("[data-action]").count() == 0


@pytest.mark.parametrize(("game", "seed"), [("symphony", 3), ("orchestra", 4)])
def test_a_heavy_game_from_the_first_question_to_the_result(
    person: Callable[..., Person], game: str, seed: int
) -> None:
    me = person()
    me.visit()
    me.page.locator(f'li[data-game="{game}"]').get_by_label("Players").select_option("2")
    me.play_now(game)
    play_to_the_end([me], seed)
    assert len(totals(me)) == 2


def test_a_screen_shared_by_two(person: Callable[..., Person]) -> None:
    me = person()
    me.visit("/#/new/symphonimo")
    me.page.locator("form").get_by_label("Players").first.select_option("2")
    me.page.get_by_label("Seat 2").select_option("local")
    me.page.get_by_label("Name for seat 2").fill("Zoë")
    me.page.get_by_role("button", name="Start", exact=True).click()
    me.page.wait_for_selector(".podium")
    play_to_the_end([me], 5)
    assert me.page.locator(".ending").get_by_text("Zoë").count() >= 1
