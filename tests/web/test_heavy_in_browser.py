"""The tables of the heavy games: a clash is asked for, the hall fits every screen, black discs are seen in the dark."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocket

from web.site import People, Person, until

CLEFS = {"clefs": "I", "preset": True, "first_player": 0}
UNTIL_CLASH = """() => new Promise(done => {
    const answer = () => {
        if (document.querySelector('.ending, [data-action^="clash "]')) return done()
        document.querySelector("[data-action]:not(:disabled)")?.click()
        setTimeout(answer, 5)
    }
    answer()
})"""
RIM = """() => {
    const tone = text => {
        const part = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
        const [r, g, b] = text.match(/[\\d.]+/g).map(Number)
        return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
    }
    return [...document.querySelectorAll(".chair .disc.black")].map(disc => {
        const rim = tone(getComputedStyle(disc).borderTopColor)
        const seat = tone(getComputedStyle(disc.closest(".chair")).backgroundColor)
        return (Math.max(rim, seat) + 0.05) / (Math.min(rim, seat) + 0.05)
    })
}"""
"""How much the rim of each black disc stands out from its seat."""


def sent(me: Person) -> list[str]:
    """The moves that the page sends from now on."""
    moves: list[str] = []

    def hear(frame: str | bytes) -> None:
        order = json.loads(frame)
        if order["type"] == "play":
            moves.extend(order["actions"])

    def listen(line: WebSocket) -> None:
        line.on("framesent", hear)

    me.page.on("websocket", listen)
    return moves


@pytest.mark.pages
def test_a_clash_is_confirmed_by_mouse_touch_and_keys(person: People) -> None:
    me = person(has_touch=True)
    moves = sent(me)
    me.play_with("symphony", 2, CLEFS)
    me.page.evaluate(UNTIL_CLASH)
    assert not me.ended
    before = len(moves)
    ring = me.page.locator(".spot.clash .hit").first
    asked = me.page.get_by_role("alert")
    assert "point" in str(ring.get_attribute("aria-label"))
    ways: list[Callable[[], None]] = [
        lambda: ring.dblclick(),
        lambda: ring.tap(),
        lambda: ring.press("Enter"),
        lambda: me.page.keyboard.press(key(me)),
    ]
    for choose in ways:
        choose()
        asked.get_by_text("outside the clefs").wait_for()
        me.page.get_by_role("button", name="Cancel").press("Enter")
        asked.wait_for(state="detached")
    assert len(moves) == before
    ring.press("Enter")
    asked.wait_for()
    assert me.axe("a clash") == []
    ring.focus()
    me.page.keyboard.press("Enter")
    until(lambda: len(moves) > before, me.page)
    assert [one.split()[0] for one in moves[before:]] == ["clash"]
    me.page.locator("[data-action], .ending").first.wait_for(state="attached")


def key(me: Person) -> str:
    """The number on the first clash that has one, else a key that chooses it by the focus."""
    numbered = me.page.locator('[data-action^="clash "][aria-keyshortcuts]')
    if numbered.count():
        return str(numbered.first.get_attribute("aria-keyshortcuts"))
    me.page.locator(".spot.clash .hit").first.focus()
    return "Space"


@pytest.mark.pages
def test_black_discs_are_seen_in_the_dark(person: People) -> None:
    me = person(color_scheme="dark")
    me.play_with("symphony", 2, CLEFS)
    me.page.locator(".chair .disc.black").first.wait_for()
    rims = me.page.evaluate(RIM)
    assert len(rims) >= 2
    assert min(rims) >= 3


@pytest.mark.pages
@pytest.mark.parametrize("width", [360, 390])
def test_the_hall_is_whole_on_a_telephone_and_large_for_fingers(person: People, width: int) -> None:
    likes = {"text": {"orchestra": True}}
    me = person(likes=likes, viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True)
    me.play_now("orchestra")
    me.choose(me.wait_for_turn()[0])
    hall = me.page.locator(".hall")
    hall.scroll_into_view_if_needed()
    boxes = "nodes => nodes.map(node => node.getBoundingClientRect()).map(box => [box.left, box.right, box.width])"
    seats = hall.locator(".chair").evaluate_all(boxes)
    assert len(seats) > 120
    assert all(left >= 0 and right <= width for left, right, _ in seats), "the whole hall is in sight"
    assert me.axe("the hall") == []
    me.page.get_by_role("button", name="Enlarge the hall").tap()
    me.page.get_by_role("button", name="Show the whole hall").wait_for()
    ends = []
    for end in ("0", "9999"):
        hall.evaluate(f"node => (node.closest('.scroll').scrollLeft = {end})")
        seats = hall.locator(".chair").evaluate_all(boxes)
        assert min(size for _, _, size in seats) >= 24
        ends.append((min(left for left, _, _ in seats) >= 0, max(right for _, right, _ in seats) <= width))
    assert ends == [(True, False), (False, True)], "both sides can be reached"
    assert me.page.evaluate("document.documentElement.scrollWidth") == width
