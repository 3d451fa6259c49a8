"""Whole matches as people play them."""

from __future__ import annotations

import re

import pytest

from web.site import People, Person, play, play_to_the_end


def totals(one: Person) -> list[str]:
    found: list[str] = one.page.locator(".ending .total").all_inner_texts()
    return found


def open_for_two(ada: Person, bo: Person) -> None:
    """A table for two, with the first to move known."""
    ada.visit("/#/new/symphonimo")
    ada.page.locator("form").get_by_label("Players").first.select_option("2")
    ada.page.get_by_label("First player").select_option("0")
    ada.page.get_by_role("button", name="Open the table").click()
    bo.page.goto(ada.page.get_by_label("Link to this table").input_value())
    bo.page.get_by_role("button", name="Sit down").click()
    ada.page.get_by_role("button", name="Start", exact=True).click()


def test_play_now_is_one_click_to_a_match_that_ends(person: People) -> None:
    me = person()
    me.play_now("symphonimo")
    me.page.wait_for_selector(".podium")
    assert me.page.locator(".podium").count() == 4
    play_to_the_end(me, seed=1)
    assert len(totals(me)) == 4
    assert me.page.get_by_role("heading", name=re.compile("(wins?|share the victory.*)!$")).is_visible()
    assert me.axe("ending") == []
    before = me.page.url
    me.page.get_by_role("button", name="Once more").click()
    me.page.wait_for_function("before => location.href !== before", arg=before)
    me.page.locator(".lobby, .podium").first.wait_for()
    assert not me.ended


def seated(person: People) -> tuple[Person, Person]:
    """Two people and two bots, and the match has begun."""
    ada, bo = person(), person()
    ada.visit("/#/new/symphonimo")
    ada.page.get_by_label("Seat 3").select_option("bot:greedy")
    ada.page.get_by_label("Seat 4").select_option("bot:random")
    ada.page.get_by_role("button", name="Open the table").click()
    link = ada.page.get_by_label("Link to this table").input_value()
    assert ada.axe("lobby") == []
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
    return ada, bo


def test_two_people_and_two_bots_at_one_table(person: People) -> None:
    ada, bo = seated(person)
    for one in (ada, bo):
        assert one.page.locator(".podium").count() == 4
        assert one.page.get_by_text("Good luck!").count() == 1


@pytest.mark.soak
def test_two_people_and_two_bots_to_the_end(person: People) -> None:
    ada, bo = seated(person)
    play_to_the_end(ada, bo, seed=2)
    assert len(totals(ada)) == 4
    assert totals(ada) == totals(bo)


@pytest.mark.pages
def test_moves_in_advance_are_made_when_they_are_asked_for(person: People) -> None:
    ada, bo = person(), person()
    open_for_two(ada, bo)
    assert bo.page.wait_for_selector(".podium")
    bo.page.get_by_role("tab", name="Table").click()
    bo.page.get_by_label("Moves in advance").fill("draw, place 2")
    bo.page.get_by_role("button", name="Plan", exact=True).click()
    bo.page.locator(".question .plan").get_by_text("draw a card →").wait_for()
    assert bo.axe("a plan") == []
    ada.wait_for("draw")
    ada.choose("draw")
    ada.wait_for("place 1")
    ada.choose("place 1")
    assert ada.wait_for_turn() == ["draw", "take 1", "take 2"]
    assert not bo.page.locator(".question .plan").count()


def test_undo_is_free_until_somebody_learned_and_then_by_consent(person: People) -> None:
    ada, bo = person(), person()
    open_for_two(ada, bo)
    assert ada.wait_for_turn() == ["draw"]
    ada.choose("draw")
    ada.wait_for("place 1")
    ada.choose("place 1")
    assert bo.wait_for_turn() == ["draw", "take 1"]
    ada.page.get_by_role("button", name="Take back", exact=True).click()
    ada.wait_for("place 2")
    ada.choose("place 2")

    bo.wait_for("take 2")
    bo.choose("draw")
    bo.wait_for("place 1")
    bo.choose("place 1")
    assert ada.wait_for_turn() == ["draw", "take 1", "take 2"]
    ada.page.get_by_role("button", name="Ask to take back").click()
    bo.page.get_by_role("button", name="Agree").click()
    ada.wait_for("place 2")
    bo.page.locator("[data-action]").first.wait_for(state="detached")


HEAVY = pytest.mark.parametrize(("game", "seed"), [("symphony", 3), ("orchestra", 4)])


def at_the_text_table(person: People, game: str, seed: int) -> Person:
    me = person(likes={"players": {game: 2}, "text": {game: True}})
    me.play_now(game)
    play(me, 12, seed)
    assert me.axe(game) == []
    return me


@pytest.mark.pages
def test_a_heavy_game_at_its_text_table(person: People) -> None:
    """Whole matches are played on the boards; ``make soak`` has them here as well."""
    at_the_text_table(person, "symphony", 3)


@HEAVY
@pytest.mark.soak
def test_a_heavy_game_through_its_text_table(person: People, game: str, seed: int) -> None:
    me = at_the_text_table(person, game, seed)
    play_to_the_end(me, seed=seed)
    assert len(totals(me)) == 2
    me.page.get_by_role("button", name="Look at the table").click()
    me.page.locator(".ending").wait_for(state="detached")
    assert me.axe(f"{game}, the last table") == []


def test_a_screen_shared_by_two(person: People) -> None:
    me = person()
    me.visit("/#/new/symphonimo")
    me.page.locator("form").get_by_label("Players").first.select_option("2")
    me.page.get_by_label("Seat 2").select_option("local")
    me.page.get_by_label("Name for seat 2").fill("Zoë")
    me.page.get_by_role("button", name="Start", exact=True).click()
    me.page.wait_for_selector(".podium")
    play(me, 6, seed=5)
    me.page.locator(".table").get_by_text("Zoë").first.wait_for()
    assert me.choices, "whoever sits here is asked in turn"


def by_keys(person: People, most: int) -> Person:
    """From the front page through so many questions, without a mouse."""
    me = person(likes={"players": {"symphonimo": 2}})
    me.visit()
    tab_to(me, "Play now")
    me.page.keyboard.press("Enter")
    me.wait_for("draw")
    me.page.keyboard.press("t")
    me.page.get_by_role("heading", name="Collections").wait_for()
    for turn in range(most):
        if not (choices := me.wait_for_turn()):
            break
        before = me.page.evaluate(SHOWN)
        me.page.keyboard.press(key_for(choices, turn))
        me.page.wait_for_function(CHANGED, arg=before)
    return me


def test_keys_are_enough(person: People) -> None:
    me = by_keys(person, 12)
    assert me.wait_for_turn()
    tab_to(me, "Hint")


@pytest.mark.soak
def test_keys_are_enough_for_a_whole_match(person: People) -> None:
    me = by_keys(person, 400)
    assert me.ended
    tab_to(me, "Replay and share")
    me.page.keyboard.press("Enter")
    me.page.get_by_text("The set-up").wait_for()


SHOWN = "document.querySelector('main').innerText"
CHANGED = f"before => document.querySelector('.ending') || {SHOWN} !== before"
"""Choices alone do not tell: bots may have played a whole round meanwhile, and the same is asked again."""


def tab_to(one: Person, name: str) -> None:
    for _ in range(80):
        one.page.keyboard.press("Tab")
        if one.page.evaluate("name => document.activeElement?.textContent?.includes(name)", name):
            return
    raise AssertionError(f"Tab does not reach {name}")


def key_for(choices: list[str], turn: int) -> str:
    """The key of one of these: ``d`` and ``e`` draw and end, numbers name conductors, elsewhere they count choices."""
    chosen = choices[turn % len(choices)]
    if chosen in ("draw", "end"):
        return chosen[0]
    verb, _, number = chosen.partition(" ")
    return number if verb in ("place", "take") and number.isdigit() else "1"
