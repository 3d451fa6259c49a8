"""Lessons of the heavy games: their boards inside a lesson, wide and on a telephone; keys alone at the text table."""

from __future__ import annotations

import pytest

from tutti import learn, words
from web.site import People, Person

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1440, "height": 900}}
HEAVY = pytest.mark.parametrize("game", ["symphony", "orchestra"])
BOARDS = {"symphony": ("seat", "attack"), "orchestra": ("scenario", "banner")}
"""Of each game one scene of every kind of table: cards and music; academy and hall."""
KEYED = {"symphony": ("end", "clefs"), "orchestra": ("social", "gather")}


def told(me: Person, game: str, code: str) -> None:
    said = words.say(f"lessons_{game}", f"lesson.{code}")
    me.page.locator(".coach").get_by_text(said, exact=True).wait_for()


def open_scene(me: Person, game: str, name: str) -> None:
    me.visit(f"/#/learn/{game}/{name}", ".lesson .prompt")
    told(me, game, f"{name}.{learn.scene(game, name).steps[0].say}")


def press(me: Person, action: str) -> None:
    """Choose with a key, as who has no mouse does: the button has the focus, Enter presses it."""
    me.wait_for(action)
    button = me.page.locator(f'[data-action="{action}"]')
    button.evaluate("node => { node.closest('details')?.setAttribute('open', ''); node.focus() }")
    assert button.evaluate("node => node === document.activeElement && node.tabIndex >= 0"), action
    me.page.keyboard.press("Enter")


def play_by_keys(me: Person, game: str, name: str) -> None:
    open_scene(me, game, name)
    for step in learn.scene(game, name).steps:
        told(me, game, f"{name}.{step.say}")
        for move in step.answer:
            press(me, move)
    told(me, game, f"{name}.done")


@pytest.mark.pages
@pytest.mark.parametrize(
    ("game", "shape"),
    [
        pytest.param("symphony", WIDE, id="symphony-wide"),
        pytest.param("orchestra", PHONE, id="orchestra-phone", marks=pytest.mark.pages),
        pytest.param("symphony", PHONE, id="symphony-phone", marks=pytest.mark.soak),
        pytest.param("orchestra", WIDE, id="orchestra-wide", marks=pytest.mark.soak),
    ],
)
def test_a_board_inside_a_lesson_is_accessible(person: People, game: str, shape: dict[str, object]) -> None:
    me = person(**shape)
    found = []
    for name in BOARDS[game]:
        open_scene(me, game, name)
        me.page.wait_for_selector(".lesson .board > :not(p)")
        found += me.axe(f"{game}, {name}")
        assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert not found, "\n".join(found)


@pytest.mark.pages
@HEAVY
def test_lessons_by_keys_at_the_text_table(person: People, game: str) -> None:
    me = person(likes={"text": {game: True}})
    for name in KEYED[game]:
        play_by_keys(me, game, name)


@pytest.mark.soak
@pytest.mark.parametrize("game", learn.games())
def test_every_lesson_by_keys_at_the_text_table(person: People, game: str) -> None:
    me = person(likes={"text": {game: True}})
    for scene in learn.scenes(game):
        play_by_keys(me, game, scene.name)


@pytest.mark.pages
def test_play_now_offers_the_easy_game_to_who_has_not_played_symphony(person: People) -> None:
    me = person(likes={"players": {"symphony": 2}})
    me.visit()
    game = me.page.locator('li[data-game="symphony"]')
    game.get_by_label("Your first match").wait_for()
    assert not me.page.locator('li[data-game="symphonimo"]').get_by_label("Your first match").count()
    game.get_by_role("button", name="Play now").click()
    me.page.wait_for_selector(".board, .prompt")
    me.wait_for_turn()
    mine = "fetch('/api/me/tables?show=open').then(answer => answer.json())"
    (table,) = me.page.evaluate(mine)["tables"]
    assert table["options"]["easy"] is True
    me.visit("/", '[aria-labelledby="mine"]')
    assert not me.page.get_by_label("Your first match").count()
