"""The first match after a lesson: one click, a coach beside the table, a blunder that waits, silence and back again."""

from __future__ import annotations

from typing import Any

import pytest

from tutti import guide, learn, words
from web.site import People, Person

SOAK = pytest.mark.soak
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def spoilt() -> dict[str, Any]:
    """Conductor 2 would break a quartet of whoever takes it; nobody has to."""
    position = learn.begin("symphonimo", "quartet").match.dump()
    position["collections"] = [{"7": 4}, {"4": 1}, {"5": 1}]
    position["conductors"][0]["cards"] = [3]
    return dict(position)


def sit(me: Person, position: dict[str, Any]) -> None:
    me.sit_at({"position": position}, ".coach")


def waits(me: Person) -> None:
    """The move is not made, and the reason stands beside it."""
    me.page.locator('[data-waiting="take 2"]').get_by_text("reaks your quartet").wait_for()


def test_one_click_from_the_lessons_to_a_match_with_a_coach(person: People) -> None:
    me = person()
    me.visit("/#/learn/symphonimo", "main ol li")
    me.page.get_by_role("button", name="First match, with a coach").click()
    me.page.locator(".coach").get_by_text(words.say("coach_symphonimo", "coach.turn")).wait_for()
    me.page.locator(".coach").get_by_text(words.say("symphonimo", "step.turn.help")).wait_for()
    assert me.axe("table with a coach") == []
    me.page.get_by_role("button", name="Silence the coach").click()
    assert me.page.evaluate("document.activeElement.id") == "question"
    me.page.reload()  # the next visit remembers it
    me.wait_for("draw")
    assert not me.page.locator(".coach").count()
    me.page.get_by_role("tab", name="Table").click()
    me.page.get_by_role("checkbox", name="Coach").check()
    me.page.locator(".coach").wait_for()
    # Who plays is not asked to learn any more.
    me.visit("/", "#mine")
    assert not me.page.get_by_role("link", name="Learn in three minutes").count()
    assert me.page.get_by_role("link", name="Lessons").count()


@pytest.mark.pages
def test_after_the_last_lesson_the_first_match_is_next(person: People) -> None:
    me = person(likes={"text": {"symphonimo": True}})
    last = learn.scenes("symphonimo")[-1]
    me.visit(f"/#/learn/symphonimo/{last.name}", ".lesson .prompt")
    for move in [move for step in last.steps for move in step.answer]:
        me.wait_for(move)
        me.choose(move)
    me.page.wait_for_function("() => document.activeElement.textContent.includes('First match')")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector(".table .coach")


@pytest.mark.pages
@pytest.mark.parametrize("by", [pytest.param("mouse", marks=SOAK), "keys"])
def test_a_blunder_waits_for_a_second_word(person: People, by: str) -> None:
    me = person(likes={"coach": True})
    sit(me, spoilt())
    # The coach has looked at it before anybody chose it, however slow the machine is.
    me.page.locator(".coach").get_by_text("breaks your quartet").wait_for()
    choice = me.page.locator('[data-action="take 2"]')
    for again in (False, True):
        if by == "mouse":
            choice.click()
        else:
            me.page.keyboard.press("2")
        if not again:
            waits(me)
            assert me.axe("a blunder that waits") == []
    me.page.locator('[data-waiting="take 2"]').wait_for(state="detached")


@pytest.mark.pages
def test_on_a_telephone_it_is_a_strip_that_leaves_the_board_free(person: People) -> None:
    me = person(likes={"coach": True}, **PHONE)
    sit(me, spoilt())
    me.page.locator(".coach .look").wait_for()
    board, strip, prompt = (me.page.locator(one).bounding_box() for one in (".middle > .board", ".coach", ".prompt"))
    assert board is not None
    assert strip is not None
    assert prompt is not None
    assert board["y"] + board["height"] <= strip["y"] + 1
    assert strip["y"] + strip["height"] <= prompt["y"] + 1
    assert strip["height"] <= 0.1 * 640
    me.page.get_by_role("button", name="What the coach says").tap()
    me.page.locator(".coach").get_by_text("breaks your quartet").wait_for()
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert me.axe("coach on a telephone") == []


@pytest.mark.pages
@pytest.mark.parametrize("game", learn.games())
def test_the_guide_has_pictures_of_the_real_board(person: People, game: str) -> None:
    me = person()
    me.visit(f"/#/rules/{game}", "main figure")
    wanted = [
        block["picture"]
        for section in guide.sections(game)
        for block in section["blocks"]
        if block["kind"] == "picture"
    ]
    found = me.page.locator("main figure")
    assert found.evaluate_all("all => all.map(one => one.dataset.picture)") == wanted
    for one in found.all():
        one.scroll_into_view_if_needed()
        one.locator(".frame :is(svg, img, button, li)").first.wait_for()
    assert found.locator(".frame:not([inert])").count() == 0  # its words stand beside it
    scene = wanted[0].split("/")[0]
    found.first.get_by_role("link", name="Try it in a lesson").click()
    me.page.wait_for_selector(".lesson .prompt")
    assert me.page.url.endswith(f"#/learn/{game}/{scene}")
