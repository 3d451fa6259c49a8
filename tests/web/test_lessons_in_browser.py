"""Lessons on the page: by mouse, by keys at the text table, by finger; what was learned; who is new is asked in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tutti import learn, words
from web.site import People, Person

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def steps_of(name: str) -> Iterator[tuple[int, str]]:
    """The moves of a scene whose steps have one each, with the number of the step."""
    for number, step in enumerate(learn.scene("symphonimo", name).steps):
        (move,) = step.answer
        yield number, move


def after(name: str, step: int) -> str:
    """What is said when a step is done."""
    steps = [one.say for one in learn.scene("symphonimo", name).steps]
    return f"{name}.{[*steps, 'done'][step + 1]}"


def told(me: Person, code: str, game: str = "symphonimo") -> None:
    """Until the lesson says this sentence."""
    me.page.locator(".coach").get_by_text(words.say(f"lessons_{game}", f"lesson.{code}"), exact=True).wait_for()


def begin(me: Person, name: str) -> None:
    me.visit(f"/#/learn/symphonimo/{name}", ".lesson .prompt")
    told(me, f"{name}.{learn.scene('symphonimo', name).steps[0].say}")


def test_a_first_hand_by_mouse(person: People) -> None:
    me = person()
    me.visit()
    me.page.get_by_role("link", name="Learn in three minutes").click()
    told(me, "hand.draw")
    me.page.locator('.board [data-move="take 2"]').first.click()  # the rules would take it, the lesson does not
    told(me, "hand.draw_first")
    me.page.get_by_role("button", name="Hint").click()
    told(me, "hand.draw_hint")
    found = me.axe("lesson with a reason and a hint")
    for step, move in steps_of("hand"):
        me.page.locator(f'.board [data-move="{move}"]').first.click()
        told(me, after("hand", step))
    assert not me.page.locator(".prompt").count()
    found += me.axe("lesson that is done")
    assert not found, "\n".join(found)
    me.page.get_by_role("button", name="From the beginning").click()
    told(me, "hand.draw")
    # Whoever has learned is not asked in any more, and finds what is done.
    me.visit("/", 'a[href="#/learn/symphonimo"]')
    assert not me.page.get_by_role("link", name="Learn in three minutes").count()
    me.page.evaluate("localStorage.removeItem('tutti.learned')")  # another browser of the same person
    me.visit("/#/learn", "main ol li.done")
    assert me.page.locator("main ol li.done").count() == 1


def press_what_is_looked_at(me: Person, move: str, shown: str) -> None:
    """As a hand does: the pointer rests until the move is drawn, and the press lands on what was drawn."""
    button = me.page.locator(f'.board [data-move="{move}"]')
    button.hover()
    button.locator(shown).wait_for()
    me.page.mouse.down()
    me.page.wait_for_timeout(50)
    me.page.mouse.up()


def test_a_press_on_the_ghost_of_a_disc_plays_it(person: People) -> None:
    me = person()
    me.visit("/#/learn/symphony/body", ".lesson .prompt")
    for say, move in (("first", "note 1.1.3"), ("behind", "note 1.2.1"), ("again", "note 2.1.2")):
        told(me, f"body.{say}", "symphony")
        press_what_is_looked_at(me, move, ".ghost")
    told(me, "body.done", "symphony")


def test_a_press_on_what_a_drop_would_cost_drops_it(person: People) -> None:
    me = person()
    begin(me, "silence")
    for move in ("take 1", "discard 8", "take 2", "drop 8"):
        me.wait_for(move)
        me.page.locator(f'.board [data-move="{move}"]').first.click()
    told(me, "silence.good_ones")  # the last one is refused, and has the focus
    press_what_is_looked_at(me, "drop 6", ".soon")
    told(me, "silence.done")


@pytest.mark.pages
def test_a_lesson_by_keys_at_the_text_table(person: People) -> None:
    me = person(likes={"text": {"symphonimo": True}})
    begin(me, "quartet")
    assert not me.axe("lesson as text")
    me.page.keyboard.press("2")  # a trap
    told(me, "quartet.three")
    for move in ("1", "u", "1", "d", "3"):  # take, back, take, draw, place
        me.page.keyboard.press(move)
        me.page.wait_for_function("key => !document.querySelector('.coach .amiss')", arg=move)
        told(me, {"1": "quartet.five", "u": "quartet.four", "d": "quartet.five", "3": "quartet.done"}[move])
        if move == "d":
            me.wait_for("place 3")
    assert me.page.evaluate("document.activeElement.getAttribute('href')") == "#/learn/symphonimo/spoil"
    me.page.keyboard.press("Enter")
    told(me, "spoil.look")


@pytest.mark.pages
def test_a_lesson_on_a_telephone(person: People) -> None:
    me = person(**PHONE)
    begin(me, "spoil")
    for step, move in steps_of("spoil"):  # none of them is warned of, so no finger has to confirm it
        place = me.page.locator(f'.board [data-move="{move}"]').first
        place.scroll_into_view_if_needed()
        place.tap()
        told(me, after("spoil", step))
    assert me.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not me.axe("lesson on a telephone")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "names"), [("symphony", ("seat", "cover", "chain")), ("orchestra", ("resolve", "spaces", "hall"))]
)
def test_three_lessons_of_a_heavy_game(person: People, game: str, names: tuple[str, ...]) -> None:
    me = person(likes={"text": {game: True}})  # where every choice is in words
    for name in names:
        me.visit(f"/#/learn/{game}/{name}", ".lesson .prompt")
        for step in learn.scene(game, name).steps:
            told(me, f"{name}.{step.say}", game)
            for move in step.answer:
                me.wait_for(move)
                me.choose(move)
        told(me, f"{name}.done", game)


def test_what_is_no_lesson_is_nowhere(person: People) -> None:
    me = person()
    for address, said in (("/#/learn/chess", "nothing at this address"), ("/#/learn/symphonimo/x", "no such lesson")):
        me.visit(address, "main h1")
        me.page.get_by_text(said).wait_for()
