"""Orchestra on its board: whole matches by mouse, keys and touch, axe on the way, what fits, Musicians picked up."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tutti import Match
from web.hands import Player
from web.site import People, Person, until

SOAK = pytest.mark.soak
PHONE = {"has_touch": True, "is_mobile": True}
RECORDS = Path(__file__).parents[1] / "records" / "orchestra"
PACK = Path(__file__).parents[2] / "src" / "tutti" / "games" / "orchestra" / "components" / "standard.toml"
MOST = 2500
"""Gestures after which a match ought to be over."""


def player(person: People, by: str, players: int, size: tuple[int, int], seed: int) -> Player:
    width, height = size
    touch = PHONE if by == "touch" else {}
    me = person(likes={"auto": True}, viewport={"width": width, "height": height}, **touch)
    me.play_with("orchestra", players, {})
    return Player(me, by, seed)


def test_a_match_of_two_by_mouse_on_the_board(person: People) -> None:
    """Everything is in sight at 1440 by 900 and nothing lies over it; the list has only what is said in words."""
    one = player(person, "mouse", 2, (1440, 900), 15)  # one of the shorter matches
    for done in (3, 30, 60):
        one.match(done, axe=False)
        one.faults += fits(one.me)
    one.faults += one.me.axe("halfway", both=True)
    one.again = True
    assert one.match(MOST, axe=False), "it comes to an end"
    assert one.faults == []


@pytest.mark.pages
def test_some_turns_of_three_by_keys_alone(person: People) -> None:
    """Whatever is lit is reached by Tab and arrows and done with Enter; axe finds nothing on the way."""
    one = player(person, "keys", 3, (1440, 900), 2)
    one.match(14, axe=False)
    assert len(one.asked) > 3, one.asked
    assert one.faults == []
    assert one.me.axe("by keys") == []


@pytest.mark.pages
@pytest.mark.parametrize("size", [(360, 640), pytest.param((390, 844), marks=SOAK)])
def test_some_turns_of_four_on_a_telephone(person: People, size: tuple[int, int]) -> None:
    """The question turns to its page; what is touched is large enough; nothing is wider than the screen."""
    one = player(person, "touch", 4, size, 3)
    one.match(20, axe=False)
    assert len(one.asked) > 5, one.asked
    assert one.faults == []
    assert one.me.page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert one.me.axe(f"a telephone of {size[0]}") == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    ("by", "players", "size"),
    [
        ("mouse", 2, (1440, 900)),
        ("mouse", 4, (1280, 800)),
        ("keys", 3, (1440, 900)),
        ("touch", 4, (360, 640)),
        ("touch", 4, (390, 844)),
        ("touch", 3, (820, 1180)),
    ],
)
def test_a_whole_match_with_axe_at_each_kind_of_question(
    person: People, by: str, players: int, size: tuple[int, int], seed: int
) -> None:
    one = player(person, by, players, size, seed)
    assert one.match(MOST), "it comes to an end"
    one.faults += one.me.axe("the end")
    assert one.faults == []
    assert len(one.asked) > 10


def fits(me: Person) -> list[str]:
    room = me.page.locator(".table .middle > .board")
    high, seen = room.evaluate("node => [node.scrollHeight, node.clientHeight]")
    return [f"the board scrolls: {high} in {seen}"] if high > seen else []


COVERS = """() => {
    const names = ['> .facts', '> .strips', '.middle > .stage', '.rows .card', '.supplies > *', '> .academy']
    const found = name => [...document.querySelectorAll(`.board .orchestra ${name}`)]
    const parts = names.flatMap(name => found(name).map(node => [name, node.getBoundingClientRect()]))
    const room = document.querySelector('.middle > .board').getBoundingClientRect()
    const inside = ([, box]) => box.bottom <= room.bottom + 1 && box.right <= room.right + 1 && box.top >= room.top - 1
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const full = [...document.querySelectorAll('.rows .card')].filter(node => node.scrollHeight > node.clientHeight + 2)
    return [
        ...parts.filter(one => !inside(one)).map(([name]) => `${name} is out of sight`),
        ...parts.flatMap(([name, box], at) => parts.slice(at + 1).filter(([, other]) => meet(box, other))
            .map(([other]) => `${name} meets ${other}`)),
        ...full.map(node => `a card is too small for ${node.textContent.trim().slice(0, 60)}`),
    ]
}"""
"""What lies over something else, or does not fit into its place."""


def wordiest() -> dict[str, Any]:
    """Four players late in a match, every level open, its rows full of the cards with most to say."""
    record = json.loads((RECORDS / "4-orchestra-full.json").read_text(encoding="utf-8"))
    log = record["log"]
    raw: dict[str, Any] = {}
    for entry, match in zip(log, Match.moments(record), strict=False):
        view = match.view(entry["player"])
        prompt = match.prompt(entry["player"])
        row = [at for level in view["rows"].values() for at in level]
        if prompt and prompt.step == "allocate" and len(row) == 12 and all(at and "player" not in at for at in row):
            raw = {"position": match.dump(), "seat": entry["player"], "bot": "greedy"}
    text = json.dumps(raw)
    pack = tomllib.loads(PACK.read_text(encoding="utf-8"))
    for level, row in raw["position"]["rows"].items():
        said = {card["id"]: len(json.dumps(card)) for card in pack["scenario"][level]}
        most = sorted(said, key=lambda card: -said[card])[: len(row)]
        lie = [at["card"] for at in row]
        change = dict(zip(lie, most, strict=True))
        change |= dict(zip(sorted(set(most) - set(lie)), sorted(set(lie) - set(most)), strict=True))
        text = re.sub(r'"([IS]+\d+)"', lambda card: f'"{change.get(card[1], card[1])}"', text)  # noqa: B023 (used at once)
    found: dict[str, Any] = json.loads(text)
    return found


@pytest.mark.parametrize("size", [(1280, 800), *(pytest.param(one, marks=SOAK) for one in ((1440, 900), (2560, 1440)))])
def test_nothing_covers_anything_with_the_longest_cards(person: People, size: tuple[int, int]) -> None:
    me = person(likes={"auto": True}, viewport={"width": size[0], "height": size[1]})
    sit(me, wordiest())
    assert fits(me) == []
    assert me.page.evaluate(COVERS) == []


@pytest.mark.pages
@pytest.mark.parametrize("size", [(820, 1180), (1180, 820)])
def test_a_tablet_does_not_scroll_and_its_chairs_can_be_touched(person: People, size: tuple[int, int]) -> None:
    me = person(likes={"auto": True}, viewport={"width": size[0], "height": size[1]}, **PHONE)
    sit(me, wordiest())
    assert fits(me) == []
    assert me.page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert me.page.locator(".seats .cell").first.evaluate("node => node.getBoundingClientRect().width") >= 22
    for tab in me.page.locator(".pages [role=tab]").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-selected", "true")
        page = me.page.locator(".pages .page:not([inert])")
        high, seen = page.evaluate("node => [node.scrollHeight, node.clientHeight]")
        assert high <= seen + 1, f"{tab.inner_text()}: {high} in {seen}"
    assert me.axe(f"a tablet of {size[0]}") == []


def sit(me: Person, position: dict[str, Any]) -> None:
    me.sit_at(position, ".orchestra .rows")


def fullest(players: int) -> dict[str, Any]:
    """A recorded moment with most on the table: Musicians, banners, cards, open rows, and casts to choose from."""

    def much(view: dict[str, Any]) -> int:
        mine = json.dumps([view["academies"], view["rows"]])
        return len(mine) + 40 * len(view["ways"])

    best: tuple[int, dict[str, Any]] = (0, {})
    for path in sorted(RECORDS.glob(f"{players}-*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        for entry, match in zip(record["log"], Match.moments(record), strict=False):
            seat = entry["player"]
            prompt = match.prompt(seat)
            if prompt and prompt.step == "allocate" and (found := much(match.view(seat))) > best[0]:
                best = found, {"position": match.dump(), "seat": seat, "bot": "greedy"}
    return best[1]


@pytest.mark.pages
@pytest.mark.parametrize("players", [4, *(pytest.param(one, marks=SOAK) for one in (2, 3))])
def test_nothing_scrolls_on_a_wide_screen(person: People, players: int) -> None:
    me = person(likes={"auto": True}, viewport={"width": 1440, "height": 900})
    sit(me, fullest(players))
    assert fits(me) == []
    assert me.page.evaluate(COVERS) == []


@pytest.mark.pages
def test_a_musician_is_picked_up_and_put_down_in_every_way(person: People) -> None:
    """Musician then space, space then musician, dragging, and keys: each is the same move; undo takes it back."""
    me = person(likes={"auto": True}, viewport={"width": 1440, "height": 900})
    me.play_with("orchestra", 2, {"first_player": 0})
    me.page.locator(".keep button").first.click()
    me.wait_for("x b")
    beginner = me.page.locator('.academy [data-kind="b"]')
    exchange = me.page.locator('[data-target="x"]')
    back = me.page.get_by_role("button", name="Take back")

    def taken_back() -> None:
        exchange.locator(".token").wait_for()
        back.click()
        exchange.locator(".token").wait_for(state="detached")

    beginner.click()
    assert beginner.get_attribute("aria-pressed") == "true"
    exchange.locator(".whole").click()
    taken_back()
    exchange.locator(".whole").click()
    beginner.click()
    taken_back()
    beginner.drag_to(exchange)
    taken_back()
    beginner.focus()
    me.page.keyboard.press("Enter")
    exchange.locator(".whole").focus()
    me.page.keyboard.press("Enter")
    exchange.locator(".token").wait_for()
    until(lambda: "x b" not in me.choices, me.page)
