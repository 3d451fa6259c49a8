"""The table itself: why not, hints, breaks of the line, spectators, languages, keys, clicks, the log, small screens."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocket

from web.site import People, Server, play, until

FROM_THE_END = "node => node.scrollHeight - node.clientHeight - node.scrollTop"
CLOCK = """() => {
    window.now = 0
    Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get: () => window.now })
}"""
"""The time of clicks is what the test says, however long the machine takes between them."""
UNDER = (
    """([x, y]) => document.elementFromPoint(x, y)?.closest("[data-action]:not(:disabled)")?.dataset.action ?? null"""
)


def test_what_is_not_allowed_says_why_and_names_the_rule(person: People) -> None:
    me = person()
    me.play_now("symphonimo")
    me.wait_for("draw")
    me.choose("draw")
    me.page.wait_for_selector('[data-action^="place"]')
    me.page.locator(".deck").click(force=True)  # it says that it is not possible now, and still answers
    note = me.page.locator(".note.refusal")
    note.get_by_text("place it first").wait_for()
    note.get_by_role("button", name=re.compile("SO-011")).click()
    me.page.locator("dialog #SO-011, dialog section").first.wait_for()


def test_a_move_can_wait_for_its_confirmation(person: People) -> None:
    me = person()
    me.visit("/#/settings")
    me.page.get_by_label("Confirm every move").check()
    me.play_now("symphonimo")
    me.wait_for("draw")
    me.page.locator(".deck").click()
    confirm = me.page.get_by_role("button", name="Confirm")
    assert confirm.is_visible()
    me.page.keyboard.press("Escape")
    confirm.wait_for(state="detached")
    me.page.keyboard.press("d")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector('[data-action^="place"]')


def test_a_hint_is_drawn_on_the_board(person: People) -> None:
    me = person()
    me.play_now("symphonimo")
    me.wait_for("draw")
    me.choose("draw")
    me.wait_for("place 1")
    me.page.get_by_role("button", name="Hint").click()
    me.page.locator(".stage .hint").first.wait_for()
    ranked = me.page.locator(".choice .hint").all_inner_texts()
    # The best is the first choice, or one of several that the search cannot tell apart.
    assert any(re.search(r"(1\D|equally good).*\d+\s?%", text) for text in ranked)
    assert me.page.get_by_text(re.compile(r"looked at \d+ continuations")).is_visible()
    me.choose("place 1")
    me.page.locator(".stage .hint").first.wait_for(state="detached")


def test_the_page_comes_back_after_the_server_was_killed(person: People, own_server: Server) -> None:
    me = person(own_server)
    me.play_now("symphonimo")
    me.wait_for("draw")
    me.choose("draw")
    me.page.wait_for_selector('[data-action^="place"]')
    before = me.page.locator(".drawn").inner_html()
    own_server.kill()
    me.page.get_by_text("Reconnecting").wait_for()
    me.choose(me.choices[0])  # on a dead line: it must arrive all the same
    own_server.start()
    me.page.get_by_text("Reconnecting").wait_for(state="detached")
    me.page.wait_for_function("before => document.querySelector('.drawn').innerHTML !== before", arg=before)


def test_a_spectator_sees_the_table_and_no_secret(person: People) -> None:
    me, other = person(), person()
    heard: list[str] = []

    def listen(line: WebSocket) -> None:
        line.on("framereceived", lambda frame: heard.append(str(frame)))

    other.page.on("websocket", listen)
    me.visit("/#/new/orchestra")
    me.page.locator("form").get_by_label("Players").first.select_option("2")
    me.page.get_by_role("button", name="Fill open seats with bots").click()
    me.page.get_by_role("button", name="Start", exact=True).click()
    kept = me.wait_for_turn()[0]
    me.choose(kept)
    me.page.wait_for_selector(f'[data-action="{kept}"]', state="detached")
    other.page.goto(me.page.url)
    other.page.locator("article").first.wait_for()
    until(lambda: any('"type":"view"' in text for text in heard), other.page)
    views = [message for message in map(json.loads, heard) if message["type"] == "view"]
    for view in views:
        assert view["view"]["theater"] is None
        assert view["legal"] == []
        assert kept.split()[1].upper() not in json.dumps(view)
    assert other.page.locator("[data-action]").count() == 0


@pytest.mark.pages
def test_the_language_changes_at_once_and_stays(person: People) -> None:
    me = person()
    me.play_now("symphonimo")
    me.wait_for("draw")
    language = me.page.get_by_label("Language")
    language.select_option("fr")
    me.page.get_by_role("tab", name="Journal").wait_for()
    assert me.page.evaluate("document.documentElement.lang") == "fr"
    me.page.get_by_label("Langue").select_option("de")
    me.page.get_by_role("tab", name="Protokoll").wait_for()
    me.page.reload()
    me.page.get_by_role("tab", name="Protokoll").wait_for()


def test_the_browser_s_language_is_the_first(person: People) -> None:
    me = person(locale="de-AT")
    me.visit()
    assert me.page.get_by_role("button", name="Jetzt spielen").count() == 3


def test_a_card_can_be_dragged(person: People) -> None:
    me = person()
    me.play_now("symphonimo")
    me.wait_for("draw")
    me.choose("draw")
    me.page.wait_for_selector("[data-drag]")
    me.page.locator("[data-drag]").drag_to(me.page.locator('[data-conductor="4"]'))
    me.page.get_by_text(re.compile("You placed .+ under conductor 4")).first.wait_for()  # a bot may take it at once


def test_a_telephone_shows_the_whole_stage(person: People) -> None:
    me = person(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    me.visit()
    me.page.locator('li[data-game="symphonimo"]').get_by_label("Players").select_option("6")
    me.play_now("symphonimo")
    me.page.wait_for_selector(".podium")
    wide = me.page.evaluate("document.documentElement.scrollWidth")
    stage = me.page.locator(".stage").bounding_box()
    prompt = me.page.locator(".prompt").bounding_box()
    assert stage is not None
    assert prompt is not None
    assert wide == 360
    assert stage["y"] >= 0
    assert stage["y"] + stage["height"] <= prompt["y"] + 1
    me.page.get_by_role("tab", name="Log").tap()
    me.page.locator("aside.sheet").get_by_text(re.compile("Round 1 began")).wait_for()


@pytest.mark.pages
def test_a_request_is_answered_where_it_was_made(person: People) -> None:
    ada, bo = person(), person(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ada.visit("/#/new/symphonimo")
    ada.page.locator("form").get_by_label("Players").first.select_option("2")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.get_by_label("Link to this table").wait_for()
    bo.page.goto(ada.page.url)
    bo.page.get_by_role("button", name="Sit down").tap()
    ada.page.get_by_role("button", name="Start", exact=True).click()
    for one in (ada, bo):
        one.page.locator(".podium").first.wait_for()
    asker, other = (ada, bo) if "draw" in ada.choices else (bo, ada)
    asker.choose("draw")
    asker.wait_for("place 1")
    asker.page.get_by_role("button", name="Ask to take back").click()
    asker.page.get_by_role("alert").get_by_text("You ask to take back a move.").wait_for()
    other.page.get_by_role("alert").get_by_role("button", name="No", exact=True).click()
    asker.page.locator(".note").get_by_text("does not agree to taking back").wait_for()
    # What is said while the sheet is closed has not been read.
    ada.page.get_by_role("tab", name="Talk").click()
    ada.page.get_by_placeholder("Say something").fill("Well, well.")
    ada.page.keyboard.press("Enter")
    bo.page.locator("aside .unread").get_by_text("1").wait_for()
    bo.page.get_by_role("tab", name="Talk").tap()
    bo.page.get_by_role("log").get_by_text("Well, well.").wait_for()
    bo.page.locator("aside .unread").wait_for(state="detached")
    # Whoever plays on alone is not told that the other thinks.
    asker.choose("place 1")
    asker.page.get_by_text("is deciding").wait_for()
    other.context.close()
    asker.page.reload()
    asker.page.locator("#question").get_by_text("who is not here").wait_for()


def test_resigning_against_one_bot_ends_the_match_as_announced(person: People) -> None:
    me = person(likes={"players": {"symphonimo": 2}})
    me.play_now("symphonimo")
    me.wait_for("draw")
    me.page.get_by_role("tab", name="Table").click()
    me.page.get_by_role("button", name="Resign").click()
    sure = me.page.get_by_role("dialog")
    sure.get_by_text("The match ends at once, and you lose it.").wait_for()
    sure.get_by_role("button", name="Resign").click()
    me.page.locator(".ending").get_by_text("Ended by resignation").wait_for()
    me.page.get_by_role("button", name="Look at the table").click()
    me.page.get_by_role("tab", name="Log").click()
    lines = me.page.locator(".log li")
    lines.get_by_text("You resigned.").wait_for()
    assert lines.last.inner_text() == "The match is over: ended by resignation."


@pytest.mark.pages
def test_taking_back_against_bots_asks_nobody(person: People) -> None:
    me = person(likes={"players": {"symphonimo": 2}})
    me.play_now("symphonimo")
    me.wait_for("draw")
    me.choose("draw")
    me.wait_for("place 1")
    me.page.get_by_role("button", name="Take back", exact=True).click()
    me.page.wait_for_selector('[data-action="place 1"]', state="detached")
    me.wait_for("draw")
    assert me.page.locator(".note, .offer").count() == 0


def test_the_log_follows_when_its_box_changes(person: People) -> None:
    me = person(likes={"standing": False})
    me.play_now("orchestra")
    play(me, 25, seed=5)
    me.page.get_by_role("tab", name="Log").click()
    box = me.page.get_by_role("region", name="Log")

    def follows() -> None:
        until(lambda: box.evaluate(FROM_THE_END) < 2, me.page)

    def high() -> int:
        return int(box.evaluate("node => node.clientHeight"))

    assert box.evaluate("node => node.scrollHeight - node.clientHeight") > 400
    follows()
    standing = me.page.get_by_role("region", name="Standing").get_by_role("button")
    for opened in ("true", "false"):  # the standings grow, and shrink again
        was = high()
        standing.click()
        assert standing.get_attribute("aria-expanded") == opened
        assert high() != was
        follows()
    for size in ((1280, 620), (1040, 900), (1280, 800)):  # the window is resized, and turned
        me.page.set_viewport_size({"width": size[0], "height": size[1]})
        follows()
    # Whoever has scrolled away stays there.
    box.hover()

    def scrolls_away() -> bool:
        me.page.mouse.wheel(0, -300)
        return int(box.evaluate(FROM_THE_END)) > 200

    until(scrolls_away, me.page)
    was = high()
    standing.click()
    assert high() != was
    play(me, 1, seed=5)
    assert box.evaluate(FROM_THE_END) > 100


def test_the_second_half_of_a_double_click_answers_nothing(person: People) -> None:
    """After an automatic answer another choice may lie at the same place, which must not take the click."""
    me = person(likes={"auto": True})
    heard: list[dict[str, Any]] = []
    sent: list[str] = []

    def send(frame: str | bytes) -> None:
        order = json.loads(frame)
        if order["type"] == "play":
            sent.extend(order.get("actions") or [order["action"]])

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "view":
            heard.append(message)

    def listen(line: WebSocket) -> None:
        line.on("framesent", send)
        line.on("framereceived", hear)

    def asked() -> bool:
        """The page offers what the last view asks me."""
        return bool(heard and heard[-1]["legal"]) and set(me.choices) == set(heard[-1]["legal"])

    me.page.on("websocket", listen)
    me.play_with("symphonimo", 3, {})
    me.page.evaluate(CLOCK)
    lies = None
    for second in range(100):
        until(asked, me.page)
        box = me.page.locator(".prompt [data-action]:visible").first.bounding_box()
        assert box is not None
        place = box["x"] + 20, box["y"] + box["height"] / 2
        first = me.page.evaluate(UNDER, place)
        me.page.evaluate("now => { window.now = now }", 1000 * second)
        heard.clear()
        sent.clear()
        me.page.mouse.click(*place)
        until(asked, me.page)
        assert sent == [first]
        lies = me.page.evaluate(UNDER, place)
        if lies and any(view.get("given") for view in heard):
            break
    assert lies, "nothing came to lie there"
    me.page.mouse.down(click_count=2)
    me.page.mouse.up(click_count=2)
    other = next(action for action in me.choices if action != lies)
    me.choose(other)
    until(lambda: len(sent) > 1, me.page)
    assert sent == [first, other]
