"""The table itself: why not, hints, breaks of the line, spectators, languages, keys, small screens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from web.house import Person, Server


def test_what_is_not_allowed_says_why_and_names_the_rule(person: Callable[..., Person]) -> None:
    me = person()
    me.play_now("symphonimo")
    me.page.wait_for_selector('[data-action="draw"]')
    me.choose("draw")
    me.page.wait_for_selector('[data-action^="place"]')
    me.page.locator(".deck").click(force=True)  # it says that it is not possible now, and still answers
    note = me.page.locator(".note.refusal")
    note.get_by_text("place it first").wait_for()
    note.get_by_role("button", name=re.compile("SO-011")).click()
    me.page.locator("dialog #SO-011, dialog section").first.wait_for()


def test_a_move_can_wait_for_its_confirmation(person: Callable[..., Person]) -> None:
    me = person()
    me.visit("/#/settings")
    me.page.get_by_label("Confirm every move").check()
    me.play_now("symphonimo")
    me.page.wait_for_selector('[data-action="draw"]')
    me.page.locator(".deck").click()
    confirm = me.page.get_by_role("button", name="Confirm")
    assert confirm.is_visible()
    me.page.keyboard.press("Escape")
    confirm.wait_for(state="detached")
    me.page.keyboard.press("d")
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector('[data-action^="place"]')


class Whisper:
    """Stands between page and server, answers the question for a hint, and keeps the numbers of messages right."""

    def __init__(self) -> None:
        self.said = 0

    def __call__(self, page: Any) -> None:
        server = page.connect_to_server()

        def from_server(text: str) -> None:
            message = json.loads(text)
            self.said += 1
            page.send(json.dumps({**message, "n": self.said}))

        def from_page(text: str) -> None:
            order = json.loads(text)
            if order["type"] != "hint":
                server.send(text)
                return
            self.said += 1
            hint = {"type": "hint", "n": self.said, "key": order["key"], "bot": "whisper", "iterations": 99}
            candidates = [{"action": "draw", "visits": 90, "chance": 0.61, "points": 7.5}]
            page.send(json.dumps({**hint, "candidates": candidates, "line": [[0, "draw"], [1, "draw"]]}))

        server.on_message(from_server)
        page.on_message(from_page)


def test_a_hint_is_drawn_on_the_board(person: Callable[..., Person]) -> None:
    me = person()
    me.page.route_web_socket(re.compile("/socket"), Whisper())
    me.play_now("symphonimo")
    me.page.wait_for_selector('[data-action="draw"]')
    me.page.get_by_role("button", name="Hint").click()
    me.page.locator(".deck .hint").get_by_text("61 %").wait_for()
    assert me.page.get_by_text("whisper looked at 99 continuations").is_visible()
    me.choose("draw")
    me.page.locator(".deck .hint").wait_for(state="detached")


def test_the_page_comes_back_after_the_server_was_killed(person: Callable[..., Person], own_server: Server) -> None:
    me = person(own_server)
    me.play_now("symphonimo")
    me.page.wait_for_selector('[data-action="draw"]')
    me.choose("draw")
    me.page.wait_for_selector('[data-action^="place"]')
    before = me.page.locator(".drawn").inner_html()
    own_server.kill()
    me.page.get_by_text("Reconnecting").wait_for()
    me.choose(me.choices[0])  # on a dead line: it must arrive all the same
    own_server.start()
    me.page.get_by_text("Reconnecting").wait_for(state="detached")
    me.page.wait_for_function("before => document.querySelector('.drawn').innerHTML !== before", arg=before)


def test_a_spectator_sees_the_table_and_no_secret(person: Callable[..., Person]) -> None:
    me, other = person(), person()
    heard: list[str] = []
    other.page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(frame)))
    me.visit("/#/new/orchestra")
    me.page.locator("form").get_by_label("Players").first.select_option("2")
    me.page.get_by_role("button", name="Fill open seats with bots").click()
    me.page.get_by_role("button", name="Start", exact=True).click()
    kept = me.wait_for_turn()[0]
    me.choose(kept)
    me.page.wait_for_selector(f'[data-action="{kept}"]', state="detached")
    other.page.goto(me.page.url)
    other.page.locator("article").first.wait_for()
    other.page.wait_for_timeout(500)
    views = [message for message in map(json.loads, heard) if message["type"] == "view"]
    assert views
    for view in views:
        assert view["view"]["theater"] is None
        assert view["legal"] == []
        assert kept.split()[1].upper() not in json.dumps(view)
    assert other.page.locator("[data-action]").count() == 0


def test_the_language_changes_at_once_and_stays(person: Callable[..., Person]) -> None:
    me = person()
    me.play_now("symphonimo")
    me.page.wait_for_selector('[data-action="draw"]')
    language = me.page.get_by_label("Language")
    language.select_option("fr")
    me.page.get_by_role("tab", name="Journal").wait_for()
    assert me.page.evaluate("document.documentElement.lang") == "fr"
    me.page.get_by_label("Langue").select_option("de")
    me.page.get_by_role("tab", name="Protokoll").wait_for()
    me.page.reload()
    me.page.get_by_role("tab", name="Protokoll").wait_for()


def test_the_browser_s_language_is_the_first(person: Callable[..., Person]) -> None:
    me = person(locale="de-AT")
    me.visit()
    assert me.page.get_by_role("button", name="Jetzt spielen").count() == 3


def test_keys_are_enough(person: Callable[..., Person]) -> None:
    me = person()
    me.visit()
    for _ in range(40):
        me.page.keyboard.press("Tab")
        if me.page.evaluate("document.activeElement?.textContent?.includes('Play now')"):
            break
    me.page.keyboard.press("Enter")
    me.page.wait_for_selector('[data-action="draw"]')
    me.page.keyboard.press("d")
    me.page.wait_for_selector('[data-action="place 3"]')
    me.page.keyboard.press("3")
    me.page.wait_for_selector('[data-action="place 3"]', state="detached")
    assert "Conductor" in me.page.locator('[data-conductor="3"]').inner_text()
    me.page.keyboard.press("t")
    me.page.get_by_role("heading", name="Collections").wait_for()
    me.page.keyboard.press("r")
    me.page.locator("dialog input[type=search]").wait_for()
    me.page.keyboard.press("Escape")
    me.page.locator("dialog").wait_for(state="detached")


def test_a_card_can_be_dragged(person: Callable[..., Person]) -> None:
    me = person()
    me.play_now("symphonimo")
    me.page.wait_for_selector('[data-action="draw"]')
    me.choose("draw")
    me.page.wait_for_selector("[data-drag]")
    me.page.locator("[data-drag]").drag_to(me.page.locator('[data-conductor="4"]'))
    me.page.wait_for_selector('[data-conductor="4"] .slot .card')


def test_a_telephone_shows_the_whole_stage(person: Callable[..., Person]) -> None:
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
