"""Every page: nothing for axe to find, in the light and in the dark; replays; people."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from web.house import Person, play_to_the_end


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(person: Callable[..., Person], scheme: str) -> None:
    me = person(color_scheme=scheme)
    found: list[str] = []
    for name, address in {
        "home": "/",
        "create": "/#/new/symphony",
        "tables": "/#/tables",
        "rules": "/#/rules/symphonimo",
        "settings": "/#/settings",
        "nowhere": "/#/nowhere",
    }.items():
        me.visit(address)
        me.page.wait_for_timeout(300)
        found += me.axe(name)
    for game in ("symphonimo", "symphony", "orchestra"):
        me.play_now(game)
        me.wait_for_turn()
        found += me.axe(game)
    me.visit("/")
    me.play_now("symphonimo")
    me.wait_for_turn()
    me.page.keyboard.press("t")
    me.page.get_by_role("heading", name="Collections").wait_for()
    for tab in ("Talk", "Players", "Table"):
        me.page.get_by_role("tab", name=tab, exact=True).click()
        found += me.axe(f"text table, {tab}")
    assert not found, "\n".join(found)


def test_replay(person: Callable[..., Person]) -> None:
    me, other = person(), person()
    me.visit()
    me.page.locator('li[data-game="symphonimo"]').get_by_label("Players").select_option("2")
    me.play_now("symphonimo")
    play_to_the_end([me], 7)
    me.page.get_by_role("button", name="Replay and share").click()
    me.page.get_by_text("The set-up").wait_for()
    me.page.get_by_role("button", name="One step on").click()
    me.page.locator(".action").get_by_text(":").wait_for()
    me.page.get_by_role("button", name="To the end").click()
    me.page.locator(".podium").first.wait_for()
    me.page.keyboard.press("ArrowLeft")
    me.page.get_by_label("Through the eyes of").select_option(index=1)
    me.page.wait_for_function("location.hash.includes('at=') && location.hash.includes('as=0')")
    moment = me.page.locator(".controls .num").first.inner_text()
    assert me.axe("replay") == []
    other.page.goto(me.page.url)
    other.page.locator(".podium").first.wait_for()
    assert other.page.locator(".controls .num").first.inner_text() == moment


def test_a_name_that_is_protected_comes_back_elsewhere(person: Callable[..., Person]) -> None:
    here, there = person(), person()
    here.visit("/#/settings")
    here.page.get_by_label("Name", exact=True).first.fill("Clara Schumann")
    here.page.get_by_role("button", name="Rename").click()
    here.page.get_by_text("You are Clara Schumann now.").wait_for()
    here.page.get_by_label("Passphrase", exact=True).first.fill("a very long secret")
    here.page.get_by_role("button", name="Protect").click()
    here.page.get_by_text("Your name is protected.").wait_for()
    there.visit("/#/settings")
    there.page.get_by_text(re.compile("I have been here before")).click()
    form = there.page.locator("details form")
    form.get_by_label("Name").fill("Clara Schumann")
    form.get_by_label("Passphrase").fill("a very long secret")
    form.get_by_role("button", name="Come back").click()
    there.page.get_by_text("Welcome back, Clara Schumann.").wait_for()


def test_all_options_of_a_game_can_be_chosen(person: Callable[..., Person]) -> None:
    me = person()
    me.visit("/#/new/symphonimo")
    me.page.get_by_role("button", name="Fill open seats with bots").click()
    me.page.get_by_label("Grand Maestro").select_option("list")
    for power in ("Amabile", "Presto"):
        me.page.get_by_label(power).check()
    me.page.get_by_label("Play with it").check()
    me.page.get_by_role("button", name="Start", exact=True).click()
    me.page.locator(".podium").get_by_text("Amabile").wait_for()
    me.page.locator(".podium").get_by_text("Presto").wait_for()
    assert me.page.get_by_text("5 removed unseen").is_visible()
