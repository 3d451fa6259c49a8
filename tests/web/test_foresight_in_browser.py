"""Seeing ahead and looking back at the table: by mouse, keys and finger, for eyes and ears, on screens of all sizes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocket

from web.site import People, Person, play, until

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
UNTIL = """wanted => new Promise((done, fail) => {
    const choices = () => [...document.querySelectorAll("[data-action]:not(:disabled)")]
    const count = (list, value) => list.filter(one => one === value).length
    const cards = podium => [...podium.querySelectorAll(".slot .card")].map(card => card.dataset.value)
    const mine = () => [...document.querySelectorAll(".player.me [data-family]")]
    const alone = () => mine().filter(set => !set.querySelector(".count")).map(set => set.dataset.family)
    const breaks = take => {
        const row = cards(document.querySelector(`[data-conductor="${take.dataset.action.split(" ")[1]}"]`))
        return alone().some(value => [1, 2].includes(count(row, value)))
    }
    const answer = () => {
        if (document.querySelector(".ending")) return fail(new Error("the match is over"))
        const takes = choices().filter(node => node.dataset.action.startsWith("take "))
        const found = wanted === "warned" ? takes.find(breaks) : takes[0]
        if (found) return done(found.dataset.action)
        const first = choices().find(node => /^(draw|place)/.test(node.dataset.action))
        const next = takes.length && !mine().length ? takes[0] : first ?? choices()[0]
        next?.click()
        setTimeout(answer, 5)
    }
    answer()
})"""
"""Play until a conductor can be taken; or one ("warned") that breaks a soloist of mine: the family then has 2 or 3."""

LONG_AGO = """
    const seen = JSON.parse(localStorage["tutti.seen"] ?? "{}")
    for (const one of Object.values(seen)) Object.assign(one, { count: 1, at: one.at - 3600000 })
    localStorage["tutti.seen"] = JSON.stringify(seen)
"""
"""When the page opens: whoever was here left an hour ago, at the first event."""


def frames(me: Person, kind: str) -> list[dict[str, Any]]:
    """What goes over the line from now on in messages of a kind, in both directions."""
    found: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == kind:
            found.append(message)

    def listen(line: WebSocket) -> None:
        line.on("framesent", hear)
        line.on("framereceived", hear)

    me.page.on("websocket", listen)
    return found


def within(me: Person, part: Locator) -> bool:
    """Whether all of it is on the screen."""
    box, size = part.bounding_box(), me.page.viewport_size
    assert box is not None
    assert size is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= 0 and box["y"] >= 0 and right <= size["width"] and bottom <= size["height"]


def test_a_move_tells_what_it_would_do_to_mouse_keys_and_ears(person: People) -> None:
    me, other = person(), person()
    me.play_with("symphonimo", 3, {})
    panel = me.page.locator(".foresight")
    me.wait_for("draw")
    me.page.locator(".deck").hover()
    panel.get_by_text("Then chance decides.").wait_for()
    take = me.page.evaluate(UNTIL, "any")
    podium = me.page.locator(f'[data-conductor="{take.split()[1]}"] .whole')
    podium.hover()
    panel.get_by_text(f"Take conductor {take.split()[1]}").wait_for()
    panel.get_by_text("Cards collected").wait_for()
    me.page.locator(".player.me .soon").first.wait_for()  # and the cards lie there already, as ghosts
    assert within(me, panel)
    me.page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    # Whoever comes with keys hears it: as a description, and once when it is there.
    me.page.keyboard.press("Tab")
    choice = me.page.locator(f'[data-action="{take}"]')
    choice.focus()
    panel.wait_for()
    described = me.page.locator(f"#{choice.get_attribute('aria-describedby')}")
    assert re.search(r"Cards collected from \d+ to \d+", described.inner_text())
    assert me.page.locator("[data-told]").inner_text() == described.inner_text()
    me.page.get_by_role("button", name=re.compile("^Standing")).press("Enter")
    me.page.get_by_role("rowheader", name="If scored now").wait_for()
    choice.focus()
    panel.wait_for()
    assert me.axe("standing and preview") == []
    # Whoever watches sees how it stands, too.
    other.page.goto(me.page.url)
    other.page.get_by_role("button", name=re.compile("^Standing")).wait_for()


@pytest.mark.pages
def test_a_finger_looks_by_resting_and_is_warned_before_it_chooses(person: People) -> None:
    me = person(**PHONE)
    plays = frames(me, "play")
    me.play_with("symphonimo", 2, {})
    me.page.wait_for_selector(".podium")
    take = me.page.evaluate(UNTIL, "warned")
    before = len(plays)
    whole = me.page.locator(f'[data-conductor="{take.split()[1]}"] .whole')
    whole.scroll_into_view_if_needed()
    box = whole.bounding_box()
    assert box is not None
    finger = me.context.new_cdp_session(me.page)
    point = {"x": box["x"] + box["width"] / 3, "y": box["y"] + min(20, box["height"] / 2)}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    panel = me.page.locator(".foresight")
    panel.get_by_text(re.compile("Breaks your soloist")).first.wait_for()
    assert within(me, panel)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert me.axe("preview on a telephone") == []
    me.page.touchscreen.tap(point["x"], point["y"])
    confirm = me.page.get_by_role("alert").get_by_role("button", name="Confirm")
    confirm.wait_for()
    assert me.page.get_by_role("alert").get_by_text(re.compile("Breaks your soloist")).first.is_visible()
    assert within(me, confirm)
    assert len(plays) == before
    confirm.tap()
    until(lambda: [one["actions"] for one in plays[before:]] == [[take]], me.page)
    me.page.get_by_role("tab", name="Standing").tap()
    me.page.locator("aside.sheet").get_by_role("rowheader", name="If scored now").wait_for()
    assert me.axe("standing on a telephone") == []
    assert me.page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.pages
def test_what_happened_since_i_acted_is_marked_and_told_to_whoever_comes_back(person: People) -> None:
    me = person()
    me.play_with("symphonimo", 3, {})
    me.wait_for("draw")
    assert me.page.locator(".catch-up").count() == 0
    me.choose("draw")
    me.wait_for("place 1")
    me.choose("place 1")
    me.wait_for("draw")
    fresh = me.page.locator(".stage [data-fresh]")
    fresh.first.wait_for(state="attached")
    # From a line to its place, and back.
    me.page.locator(".since + [data-line]").hover()
    me.page.locator(".stage [data-lit]").first.wait_for(state="attached")
    fresh.first.hover()
    me.page.locator("[data-line].lit").first.wait_for()
    me.context.add_init_script(LONG_AGO)
    me.page.reload()
    me.page.get_by_role("status").get_by_text(re.compile("Since you left")).wait_for()
    told = me.page.locator(".catch-up li")
    assert told.count() >= 2
    assert me.axe("catching up") == []
    me.page.get_by_role("button", name="I have read it").click()
    told.first.wait_for(state="detached")


@pytest.mark.pages
def test_a_text_table_shows_previews_and_standing(person: People) -> None:
    me = person(likes={"text": {"orchestra": True}})
    heard = frames(me, "preview")
    me.play_with("orchestra", 2, {})
    panel = me.page.locator(".foresight")
    for seed in range(1, 60):
        me.wait_for_turn()
        heard.clear()
        me.page.mouse.move(5, 5)
        me.page.locator("[data-move]:visible, [data-action]:visible").last.hover()
        until(lambda: len(heard) == 2, me.page)  # the question and its answer
        if panel.count():
            break
        play(me, 1, seed)
    panel.wait_for()
    assert within(me, panel)
    # Majorities stand there at once: of a section, with who leads and what everybody has there.
    me.page.get_by_role("rowheader", name="If scored now").wait_for()
    row = me.page.locator(".majorities tr").filter(has_text="Brass")
    assert re.search(r"nobody|leads by \d+|level", row.inner_text(), re.IGNORECASE)
    assert me.axe("text table with preview and standing") == []
    bar = me.page.get_by_role("button", name=re.compile("^Standing"))
    bar.click()
    row.wait_for(state="detached")
    me.page.reload()
    assert bar.get_attribute("aria-expanded") == "false"  # as it was left


@pytest.mark.pages
def test_a_table_without_previews_asks_for_none(person: People) -> None:
    me = person()
    asked = frames(me, "preview")
    me.visit("/#/new/symphonimo")
    me.page.get_by_role("button", name="Fill open seats with bots").click()
    me.page.get_by_role("checkbox", name=re.compile("^Previews")).uncheck()
    assert me.page.get_by_role("checkbox", name=re.compile("^Coach")).is_disabled()
    me.page.get_by_role("button", name="Start", exact=True).click()
    me.wait_for("draw")
    me.page.locator(".deck").hover()
    me.choose("draw")
    me.wait_for("place 1")
    me.page.locator('[data-action="place 1"]').hover()
    me.page.get_by_role("tab", name="Table").click()
    rows = me.page.locator("aside dl > div")
    assert rows.filter(has_text="Previews").inner_text().split() == ["Previews", "no"]
    assert rows.filter(has_text="Coach").inner_text().split() == ["Coach", "no"]
    me.page.get_by_role("button", name="Hint").click()
    me.page.locator(".stage .hint").first.wait_for()  # time enough for a question that nobody asks
    assert asked == []
    assert me.page.locator(".foresight").count() == 0
