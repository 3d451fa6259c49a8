"""Symphony's board: whole matches by mouse, keys and touch, a draft of six, everything in sight without scrolling."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

from tutti import Match
from web.site import People, Person
from web.test_heavy_in_browser import sent

FINDS_MOVE = """() => {
    const page = document.querySelector('.pages [role="tabpanel"]:not([inert])') ?? document.querySelector(".middle")
    const offered = new Set([...document.querySelectorAll("[data-action]")].map(node => node.dataset.action))
    const seen = node => {
        const box = node.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        const at = document.elementFromPoint(x, y)
        return at && (node.contains(at) || at.contains(node)) && box.width ? { x, y, move: node.dataset.move } : null
    }
    const found = [...page.querySelectorAll("[data-move]")].filter(node => offered.has(node.dataset.move))
    return found.map(seen).filter(Boolean)
}"""
"""The moves that the board offers and that a pointer can reach, with where they are."""
OVERFLOWS = """() => [...document.querySelectorAll(".middle > .board, .middle > .board *")].filter(node => {
    const style = getComputedStyle(node)
    const scrolls = /auto|scroll/.test(style.overflowY) && node.scrollHeight > node.clientHeight + 1
    return scrolls && node.clientHeight > 0
}).map(node => `${node.className}: ${node.scrollHeight} in ${node.clientHeight}`)"""
OUTSIDE = """() => [...document.querySelectorAll(".middle > .board [data-place]")].filter(node => {
    const [box, room] = [node, document.querySelector(".middle > .board")].map(one => one.getBoundingClientRect())
    return box.top < room.top - 1 || box.bottom > room.bottom + 1 || box.right > room.right + 1
}).map(node => node.dataset.place)"""

CUT = """() => [...document.querySelectorAll(".chair .disc")].filter(node => {
    const [box, chair] = [node, node.closest(".chair")].map(one => one.getBoundingClientRect())
    return box.bottom > chair.bottom + 1
}).map(node => node.closest("[data-place]").dataset.place)"""
"""Chairs that are lower than what is on them."""
SEEN_ON_CHAIRS = """() => [...document.querySelectorAll(".stage .chair")].map(chair => {
    const seen = node => {
        const box = node.getBoundingClientRect()
        let inside = box.width > 0
        for (let at = node.parentElement; at && at !== chair.parentElement; at = at.parentElement) {
            const { display, overflow } = getComputedStyle(at)
            if (display === "contents" || (overflow === "visible" && at !== chair)) continue
            const room = at.getBoundingClientRect()
            inside &&= box.right < room.right + 2 && box.bottom < room.bottom + 2
            inside &&= box.left > room.left - 2 && box.top > room.top - 2
        }
        return inside
    }
    const titles = which => [...chair.querySelectorAll(which)].filter(seen).map(node => node.closest("[title]").title)
    const place = chair.dataset.place.slice(5)
    const clefs = [...chair.querySelectorAll(".clef")].filter(seen).length
    return { place, clefs, powers: titles(".power svg"), frames: chair.querySelectorAll(".frame").length }
})"""
"""What can be seen of each chair's clefs, abilities and dotted frames."""
CROWDED = """() => {
    const side = document.querySelector(".low > .side")
    const room = side.getBoundingClientRect()
    const faults = []
    let above = room.top
    for (const part of side.children) {
        const box = part.getBoundingClientRect()
        if (!box.height) continue
        if (box.top < above - 1) faults.push(`${part.className} lies over what is above it`)
        above = box.bottom
        for (const node of part.querySelectorAll(":not(.hidden-visually, .far)")) {
            const { right, bottom, width } = node.getBoundingClientRect()
            const out = width && (right > room.right + 1 || bottom > box.bottom + 3)
            if (out) faults.push(`${node.className} sticks out of ${part.className}`)
        }
    }
    return faults
}"""
"""What does not keep to its place beside the stage."""
SMALL = """which => [...document.querySelectorAll(which)].filter(node => {
    const { width, height } = node.getBoundingClientRect()
    return Math.min(width, height) < 40
}).map(node => `${node.outerHTML.slice(0, 120)} ${node.offsetWidth}x${node.offsetHeight}`)"""
"""What is too small for a finger."""
BESIDE_THE_PAPER = """() => [...document.querySelectorAll("#pages-score .spot")].filter(node => {
    const [box, paper] = [node, node.closest("section")].map(one => one.getBoundingClientRect())
    return (box.top + box.bottom) / 2 > paper.bottom || paper.height < 150
}).map(node => node.dataset.place)"""
"""Notes for which the score on a telephone is too low."""
KINDS = ("prolonged", "flat_sharp", "chaining", "protection", "virtuosity", "overwriting", "eclectic", "clef")
EVERYTHING = {
    "draft": "public",
    "audience": "both",
    "master": "furtwangler",
    "clefs": "II",
    "variable_prizes": ["sheet1", "sheet2", "voice1"],
}


def reached(wanted: str, players: int, options: Mapping[str, Any], seed: int = 1) -> Match:
    """A match at the third moment at which the first seat may do such a thing, always the same."""
    match = Match.new("symphony", players=players, seed=seed, options={"first_player": 0, **options})
    chance = random.Random(seed)
    seen = 0
    while match.active:
        seen += 0 in match.active and any(re.match(wanted, action) for action in match.legal(0))
        if seen == 3:
            return match
        match.play(match.active[0], chance.choice(match.legal(match.active[0])))
    raise AssertionError(f"{wanted} never came")


def sit(me: Person, match: Match) -> None:
    """A table that goes on from here."""
    me.sit_at({"position": match.dump()}, ".table .prompt")
    me.page.locator(".symphony section.stage").wait_for(state="attached")


def see(me: Person, change: Callable[[dict[str, Any]], None]) -> None:
    """From now on the page is shown another view than the server's."""

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            said = json.loads(text)
            if said["type"] == "view":
                change(said)
            line.send(json.dumps(said))

        server.on_message(pass_on)

    me.page.route_web_socket("**", between)


def rich(said: dict[str, Any]) -> None:
    """More than any deal brings about: everybody has all kinds of tokens, and so has every pool."""
    view = said["view"]
    players = view["players"]
    view["tokens"] = [[*KINDS, *(KINDS if player % 2 else ())] for player in range(players)]
    view["unused"] = view["pentagon"] = KINDS * 2
    view["points"] = [199] * players
    if said["standing"]:
        said["standing"].update(scored=[288] * players, open=[True] * players)


def open_pool(said: dict[str, Any]) -> None:
    """The same, while a token of the unused ones is to be taken."""
    rich(said)
    said["view"]["step"] = "unused"


def answer(me: Person, number: int) -> bool:
    """Answer one question on the board, in the list where the board does not show it; whether it was the board."""
    if me.page.locator(".confirm .primary").count():
        me.page.locator(".confirm .primary").click()
        return True
    moves = me.page.evaluate(FINDS_MOVE)
    if moves:
        one = moves[number * 7 % len(moves)]
        me.page.mouse.click(one["x"], one["y"])
    else:
        me.choose(me.choices[number * 7 % len(me.choices)])
    return bool(moves)


def play_by_mouse(me: Person, moves: int) -> list[bool]:
    """So many answers, or all that are left; where they were given."""
    given: list[bool] = []
    while len(given) < moves and me.wait_for_turn():
        given.append(answer(me, len(given)))  # what was sent is no choice any more as soon as the click is over
    return given


def until_step(me: Person, verb: str) -> None:
    """Answer what comes first until this can be chosen."""
    for number in range(80):
        if any(action.startswith(f"{verb} ") for action in me.wait_for_turn()):
            return
        me.choose(me.choices[number * 5 % len(me.choices)])
    raise AssertionError(f"{verb} never came")


@pytest.mark.parametrize(
    "shape",
    [
        {"viewport": {"width": 1366, "height": 640}},
        {"viewport": {"width": 1366, "height": 768}},
        pytest.param({"viewport": {"width": 1440, "height": 900}}, marks=pytest.mark.pages),
        pytest.param({"viewport": {"width": 1920, "height": 1080}}, marks=pytest.mark.pages),
        {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True},
    ],
    ids=lambda shape: "{width}x{height}".format(**shape["viewport"]),
)
def test_chairs_show_clefs_virtuosity_and_the_frame_of_a_soloist(person: People, shape: dict[str, Any]) -> None:
    me = person(**shape)
    me.visit("/#/learn/symphony/clefs", ".lesson .prompt")  # many tokens lie on the instruments
    me.page.wait_for_selector(".stage .chair .clef", state="attached")
    if "is_mobile" in shape:
        me.page.get_by_role("tab", name="Orchestra").click()
    chairs = {one["place"]: one for one in me.page.evaluate(SEEN_ON_CHAIRS)}
    printed = {"A1": 1, "B1": 2, "C1": 2, "D2": 2, "E4": 3, "A5": 2, "C5": 3, "01": 2}
    assert {place: chairs[place]["clefs"] for place in printed} == printed
    for place, words in {"A1": "Virtuosity +2", "A4": "Virtuosity +1", "01": "Virtuosity +1"}.items():
        assert words in chairs[place]["powers"], place
    assert [place for place in sorted(chairs) if chairs[place]["frames"]] == ["A4", "E4"]


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.pages)])
def test_a_whole_match_is_played_on_the_board_with_a_mouse(person: People, players: int) -> None:
    me = person(viewport={"width": 1440, "height": 900})
    me.play_with("symphony", players, {"first_player": 0})
    begun = play_by_mouse(me, 6)
    assert begun == [True] * 6, "card, seat and control are chosen on the board"
    assert me.axe("seating", both=True) == []
    while not any(action.startswith("note ") for action in me.wait_for_turn()):
        play_by_mouse(me, 1)
    assert me.axe("the music", both=True) == []
    given = play_by_mouse(me, 400)
    assert me.ended
    assert sum(given) > 10


MORE = ((1440, 900, 2), (1440, 900, 4), (1280, 800, 3), (2560, 1440, 4))
"""Screens and players that only ``make soak`` looks at."""


@pytest.mark.parametrize(
    ("width", "height", "players"),
    [
        (1280, 800, 6),
        *(
            pytest.param(*screen, marks=pytest.mark.soak)
            for screen in ((1440, 900, 2), (1280, 800, 3), (2560, 1440, 4))
        ),
    ],
)
def test_everything_is_in_sight_in_both_phases(person: People, width: int, height: int, players: int) -> None:
    me = person(viewport={"width": width, "height": height})
    for verb in ("seat ", "note "):
        sit(me, reached(verb, players, {}))
        assert me.page.evaluate(OVERFLOWS) == [], verb
        assert me.page.evaluate(OUTSIDE) == [], verb
        assert me.page.evaluate(CUT) == [], verb


@pytest.mark.pages
@pytest.mark.parametrize(("width", "height", "players"), [(1280, 800, 6), (1440, 900, 2), (1440, 900, 4)])
def test_no_deal_is_too_rich_for_the_side(person: People, width: int, height: int, players: int) -> None:
    me = person(viewport={"width": width, "height": height})
    for change, verb in ((rich, "seat"), (rich, "note"), (open_pool, "note")):
        see(me, change)
        sit(me, reached(verb, players, EVERYTHING))
        me.page.locator(".player .token").first.wait_for()
        assert me.page.evaluate(OVERFLOWS) == [], verb
        assert me.page.evaluate(OUTSIDE) == [], verb
        assert me.page.evaluate(CROWDED) == [], verb
        kinds = "nodes => nodes.map(node => new Set([...node.querySelectorAll('[title]')].map(one => one.title)).size)"
        shown = me.page.locator(".player .tokens").evaluate_all(kinds)
        assert shown == [len(KINDS)] * players, "each token says what it is"


def focus(me: Person, within: str) -> None:
    """Go by Tab to what can be chosen there."""
    me.page.locator("#question").focus()
    for _ in range(80):
        if me.page.evaluate(f"document.activeElement.matches('{within} [data-move]')"):
            return
        me.page.keyboard.press("Shift+Tab")
    raise AssertionError(f"Tab never comes to {within}")


@pytest.mark.pages
def test_cards_and_seats_are_chosen_with_keys_alone(person: People) -> None:
    me = person(viewport={"width": 1440, "height": 900})
    moves = sent(me)
    me.play_with("symphony", 3, {"first_player": 0})
    for verb, within in (("card", ".hand"), ("seat", ".stage"), ("control", ".stage")):
        until_step(me, verb)
        before = len(moves)
        focus(me, within)
        reached = "nodes => nodes.filter(node => node.tabIndex === 0).length"
        assert me.page.locator(f"{within} [data-move]").evaluate_all(reached) == 1, "Tab goes past all of them at once"
        first = me.page.evaluate("document.activeElement.dataset.move")
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            me.page.keyboard.press(key)
            if me.page.evaluate("document.activeElement.dataset.move") != first:
                break
        wanted = me.page.evaluate("document.activeElement.dataset.move")
        me.page.keyboard.press("Enter")
        if wanted not in me.choices:  # refused with its reason: another one
            continue
        until_sent(me, moves, before)
        assert moves[before] == wanted


def kind(me: Person) -> str:
    """What sort of question this is: the verbs of its answers."""
    return " ".join(sorted({action.split()[0] for action in me.choices}))


def pressed(me: Person, number: int) -> str:
    """Choose with keys alone, by a number that stands on a choice, or by Tab and arrows on the board; what it was."""
    me.page.locator("#question").focus()
    numbered = me.page.locator("[data-action][aria-keyshortcuts]:not([disabled])")
    if number % 5 == 4 and numbered.count():
        one = numbered.nth(number % numbered.count())
        me.page.keyboard.press(str(one.get_attribute("aria-keyshortcuts")).split()[0])
        return "number"
    if not on_the_board(me):
        me.page.locator("#question").focus()
        for _ in range(40):
            me.page.keyboard.press("Tab")
            if me.page.evaluate("document.activeElement.matches('[data-action]')"):
                me.page.keyboard.press("Enter")
                return "words"
        raise AssertionError("no key comes to an answer")
    for step in range(number * 3 % 8):
        me.page.keyboard.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[(step + number) % 4])
    if me.page.evaluate("document.activeElement.dataset.move") not in me.choices:  # a seat that would be refused
        assert on_the_board(me)
    me.page.keyboard.press("Enter")
    return "board"


def on_the_board(me: Person) -> bool:
    """Whether Tab comes to something on the board that may be chosen: back from the question."""
    me.page.locator("#question").focus()
    for _ in range(120):
        me.page.keyboard.press("Shift+Tab")
        if me.page.evaluate("document.activeElement.matches('.symphony [data-move]:not([aria-disabled=true])')"):
            return True
    return False


@pytest.mark.soak
def test_a_whole_match_with_keys_alone(person: People) -> None:
    me = person(viewport={"width": 1440, "height": 900})
    moves = sent(me)
    me.play_with("symphony", 3, {"draft": "public", "audience": "both", "clefs": "I", "first_player": 0})
    seen: set[str] = set()
    ways: list[str] = []
    while me.wait_for_turn() and len(ways) < 300:
        if kind(me) not in seen:
            seen.add(kind(me))
            assert me.axe(kind(me)) == []
        before = len(moves)
        ways.append(pressed(me, len(ways)))
        until_sent(me, moves, before)
    assert me.ended
    assert me.axe("the end") == []
    assert ways.count("board") > len(ways) * 2 / 3, "the board has nearly all of it"
    assert "number" in ways


def until_sent(me: Person, moves: list[str], before: int) -> None:
    for _ in range(600):
        if len(moves) > before:
            return
        if me.page.locator(".confirm .primary").count():
            me.page.keyboard.press("Enter")
        me.page.wait_for_timeout(20)
    raise AssertionError("nothing was sent")


@pytest.mark.pages
@pytest.mark.parametrize(("width", "height"), [(390, 844), pytest.param(360, 640, marks=pytest.mark.soak)])
def test_a_first_touch_only_looks(person: People, width: int, height: int) -> None:
    me = person(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    moves = sent(me)
    me.play_with("symphony", 4, {"first_player": 0})
    for page in ("hand", "stage"):
        before = len(moves)
        here = me.page.locator(f"#pages-{page}:not([inert])")
        here.wait_for()
        one: dict[str, Any] = me.page.evaluate(FINDS_MOVE)[0]
        me.page.touchscreen.tap(one["x"], one["y"])
        me.page.locator(".confirm .primary").wait_for()
        assert len(moves) == before, "it waits for its confirmation"
        if page == "hand":
            assert me.axe("a touch") == []
        me.page.locator(".confirm .primary").tap()
        until_sent(me, moves, before)
        assert moves[before] == one["move"]
    assert me.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.pages
@pytest.mark.parametrize(("width", "height"), [(360, 640), pytest.param(390, 844, marks=pytest.mark.soak)])
def test_fingers_have_room_on_a_telephone(person: People, width: int, height: int) -> None:
    me = person(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    for wanted, page in (("card ", "hand"), ("seat ", "stage"), (r"control \w\d\.1", "stage"), ("note ", "score")):
        sit(me, reached(wanted, 6, {}))
        me.page.locator(f"#pages-{page}:not([inert])").wait_for()
        if page == "score":
            me.page.locator(".zoom .live").first.tap()
            me.page.locator("#pages-score .spot.may .hit").first.wait_for()
        assert me.page.evaluate(SMALL, f"#pages-{page} :is([data-move], .zoom button), [role=tab]") == [], wanted
        assert me.page.evaluate(BESIDE_THE_PAPER) == [], wanted
        if page == "score":
            me.page.locator("#pages-score .spot.may .hit").first.tap()
            me.page.locator(".confirm .ahead").wait_for()
            assert me.page.evaluate(BESIDE_THE_PAPER) == [], "what is confirmed is in sight"
        assert me.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.pages
def test_a_draft_of_six_is_picked_on_the_board(person: People) -> None:
    me = person(viewport={"width": 1280, "height": 800})
    moves = sent(me)
    me.play_with("symphony", 6, {"draft": "public", "audience": "both", "first_player": 0})
    until_step(me, "card")
    assert me.page.locator(".packet [data-move]").count() > 1
    assert me.axe("a draft") == []
    before = len(moves)
    picked = me.page.evaluate(FINDS_MOVE)[0]
    me.page.mouse.click(picked["x"], picked["y"])
    until_sent(me, moves, before)
    assert moves[before] == picked["move"]
    assert me.page.evaluate(OVERFLOWS) == []


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_whole_match_on_a_telephone(person: People, width: int, height: int) -> None:
    me = person(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    moves = sent(me)
    me.play_with("symphony", 4, {"first_player": 0})
    seen: set[str] = set()
    for number in range(400):
        if not me.wait_for_turn():
            break
        if kind(me) not in seen:
            seen.add(kind(me))
            assert me.axe(kind(me)) == []
            assert me.page.evaluate("document.documentElement.scrollWidth") == width
        before = len(moves)
        near = me.page.locator("#pages-score:not([inert]) .zoom .live:not([aria-pressed=true])")
        if found := me.page.evaluate(FINDS_MOVE):
            one = found[number * 7 % len(found)]
            me.page.touchscreen.tap(one["x"], one["y"])
            me.page.locator(".confirm .primary").wait_for()
            if "confirm" not in seen:
                seen.add("confirm")
                assert me.axe("looked at") == []
            me.page.locator(".confirm .primary").tap()
        elif near.count():
            near.first.tap()
            continue
        else:
            me.choose(me.choices[number * 7 % len(me.choices)])
        until_sent(me, moves, before)
    assert me.ended


@pytest.mark.pages
def test_the_final_scoring_is_shown_before_the_result(person: People) -> None:
    log: list[dict[str, Any]] = [{"player": 1}]
    for seed in range(1, 20):
        whole = Match.new("symphony", players=2, seed=seed, options={"first_player": 0})
        chance = random.Random(seed)
        while whole.active:
            whole.play(whole.active[0], chance.choice(whole.legal(whole.active[0])))
        log = whole.record()["log"]
        if log[-1]["player"] == 0:
            break
    last = log[-1]["action"]
    me = person(likes={"motion": True}, reduced_motion="no-preference", viewport={"width": 1366, "height": 640})
    sit(me, Match.replay(whole.record(), len(log) - 1))
    me.wait_for(last)
    me.choose(last)
    scoring = me.page.locator(".symphony .scoring")
    scoring.wait_for()
    me.page.wait_for_timeout(5000)  # longer than the result waits for anything else
    assert scoring.count()
    assert not me.page.locator(".ending").count()
    me.page.keyboard.press("Shift")
    me.page.locator(".ending").wait_for()
    assert not scoring.count()
