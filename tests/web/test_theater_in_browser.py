"""Placing a piece is one gesture: every kind of piece in each orientation by mouse, some by keys and by touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.orchestra.test_prompts import BOARD_TWICE, FREE, offered
from support import rule
from tutti import Match
from web.site import People, Person, until

HIDDEN = """() => {
    const room = document.querySelector('.window').getBoundingClientRect()
    return [...document.querySelectorAll('.seats [data-move]')].filter(node => {
        const box = node.getBoundingClientRect()
        const across = box.left < room.left - 1 || box.right > room.right + 1
        return across || box.top < room.top - 1 || box.bottom > room.bottom + 1
    }).map(node => node.dataset.seat)
}"""
IN_AREA = """(nodes, area) => nodes.filter(node => node.getAttribute('aria-label').includes(`rea ${area}`))
    .map(node => node.dataset.seat)"""
TOLD = re.compile(r"^−\d+ *◆\+\d+ *[A-D] \d+→\d+$")
"""Beside the piece before it is let go: price, chairs of the Theater Card, pieces in the area."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PIECES = {
    "S1": 1, "H2": 2, "U2": 2, "H3": 3, "U3": 3, "L3a": 3, "L3b": 3, "L3c": 3, "L3d": 3, "Q4": 4, "H4": 4, "T4": 4,
}  # fmt: skip
"""Chairs of each piece of the standard pack: with OR-115 the orientations are pieces of their own."""


def sit(me: Person, match: Match) -> None:
    me.sit_at({"position": match.dump()}, ".supply .may")


def asked(left: int) -> Match:
    """So many pieces at board price, one after the other."""
    raw: dict[str, Any] = offered(BOARD_TWICE).dump()
    raw["stack"][-1]["left"] = left
    return Match.load(raw, seed=1)


def outlines(me: Person) -> int:
    return me.page.locator(".seats .piece").count()


@rule("OR-114", "OR-115", "OR-116")
def test_pieces_are_picked_up_and_put_down_with_the_mouse(person: People) -> None:
    me = person(viewport={"width": 1440, "height": 900})
    sit(me, asked(2))
    for done, piece in enumerate(("S1", "T4"), 1):
        me.page.locator(f'.supply [data-piece="{piece}"]').click()
        chair = me.page.locator('.seats [data-move*=", at c"], .seats [data-move*=", at e"]').first
        chair.hover()
        expect(me.page.locator(".seats .held")).to_have_count(1)
        expect(me.page.locator(".seats .tag")).to_have_text(TOLD)
        chair.click()
        expect(me.page.locator(".seats .piece")).to_have_count(done)
    assert me.axe("the theater") == []


@pytest.mark.soak
@rule("OR-114", "OR-115", "OR-116")
@pytest.mark.parametrize("by", ["mouse", "keys", "touch"])
@pytest.mark.parametrize("piece", PIECES)
def test_every_piece_in_each_area_by_mouse_keys_and_touch(person: People, piece: str, by: str) -> None:
    """What it would do is told before it is let go, wherever it fits; then it lies where it was seen."""
    me = person(**(PHONE if by == "touch" else {"viewport": {"width": 1440, "height": 900}}))
    sit(me, asked(2))
    bar = me.page.get_by_role("group", name="The piece in your hand")
    picked = me.page.locator(f'.supply [data-piece="{piece}"]')
    for area in ("A", "B", "C", "D"):
        sit(me, asked(2))
        if by == "keys":
            picked.focus()
            me.page.keyboard.press("Enter")
        elif by == "touch":
            picked.tap()
            me.page.get_by_role("button", name=f"Area {'D‹' if area == 'D' else area}").tap()
        else:
            picked.click()
        chairs = me.page.locator(".seats [data-move]").evaluate_all(IN_AREA, area)
        if not chairs:
            continue
        chair = me.page.locator(f'.seats [data-seat="{chairs[len(chairs) // 2]}"]')
        where = str(chair.get_attribute("data-move"))
        if by == "touch":
            chair.tap()
            expect(bar).to_contain_text(re.compile(rf"◆ \+\d+.*{area} 0→1"))
            bar.get_by_role("button", name="Confirm").tap()
        elif by == "keys":
            walk(me, str(chair.get_attribute("data-seat")))
            expect(me.page.locator(".seats .tag")).to_have_text(TOLD)
            me.page.keyboard.press("Enter")
        else:
            chair.hover()
            expect(me.page.locator(".seats .tag")).to_have_text(TOLD)
            chair.click()
        until(lambda: outlines(me) == 1, me.page)
        corner = where.rpartition(" ")[2]
        x, y = int(corner[1:]), ord(corner[0]) - ord("a")
        expect(me.page.locator(".seats .piece")).to_have_attribute("transform", f"translate({x} {y})")


def walk(me: Person, seat: str) -> None:
    """Arrow keys from the chair that has the focus to another."""
    for _ in range(60):
        now = str(me.page.evaluate("() => document.activeElement.dataset.seat ?? ''"))
        if now == seat:
            return
        assert now, "the focus is in the hall"
        down, across = ord(seat[0]) - ord(now[0]), int(seat[1:]) - int(now[1:])
        ahead = ("ArrowDown" if down > 0 else "ArrowUp") if down else ("ArrowRight" if across > 0 else "ArrowLeft")
        me.page.keyboard.press(ahead)
    raise AssertionError(f"arrows do not lead to {seat}")


@pytest.mark.pages
@rule("OR-115")
def test_the_wheel_turns_a_piece_into_the_next_of_its_shape(person: People) -> None:
    me = person()
    sit(me, offered(FREE))
    me.page.locator('.supply [data-piece="L3a"]').click()
    me.page.locator('.seats [data-seat="f08"]').hover()
    seen = []
    for _ in range(4):
        seen.append(me.page.locator(".supply .taken").get_attribute("data-piece"))
        me.page.mouse.wheel(0, 100)
        until(lambda: me.page.locator(".supply .taken").get_attribute("data-piece") != seen[-1], me.page)
    assert sorted(map(str, seen)) == ["L3a", "L3b", "L3c", "L3d"]


@pytest.mark.pages
@rule("OR-114")
def test_where_it_cannot_lie_the_engine_says_why(person: People) -> None:
    me = person(viewport={"width": 1440, "height": 900})
    sit(me, asked(2))
    me.page.locator('.supply [data-piece="H4"]').click()
    me.page.locator('.seats [data-seat="b00"]').dispatch_event("click")
    me.page.get_by_text("OR-114").first.wait_for()
    assert outlines(me) == 0


@pytest.mark.pages
@pytest.mark.parametrize(("piece", "turned"), [("H2", "U2"), pytest.param("T4", "T4", marks=pytest.mark.soak)])
def test_keys_pick_turn_move_and_place(person: People, piece: str, turned: str) -> None:
    me = person()
    sit(me, offered(FREE))
    me.page.locator(f'.supply [data-piece="{piece}"]').focus()
    me.page.keyboard.press("Enter")
    expect(me.page.locator(".seats [data-seat]:focus")).to_have_count(1)
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Space"):
        me.page.keyboard.press(key)
    expect(me.page.locator(".supply .taken")).to_have_attribute("data-piece", turned)
    me.page.keyboard.press("Enter")
    until(lambda: outlines(me) == 1, me.page)


@pytest.mark.pages
@pytest.mark.parametrize("again", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_finger_puts_down_turns_and_confirms_in_a_hall_that_is_large_enough(person: People, again: bool) -> None:
    """Confirm or a second touch of the piece makes the move, once."""
    me = person(**PHONE)
    sit(me, offered(FREE))
    me.page.locator('.supply [data-piece="H3"]').tap()
    chair = me.page.locator('.seats [data-seat="b09"]')
    box = chair.bounding_box()
    assert box is not None
    assert box["width"] >= 24
    chair.tap()
    bar = me.page.get_by_role("group", name="The piece in your hand")
    expect(bar).to_contain_text("→")
    assert outlines(me) == 0, "nothing is sent by the first touch"
    bar.get_by_role("button", name="Turn").tap()
    expect(me.page.locator(".supply .taken")).to_have_attribute("data-piece", "U3")
    expect(bar).to_contain_text("→")
    assert me.axe("a piece that waits") == []
    if again:
        chair.tap()
    else:
        bar.get_by_role("button", name="Confirm").tap()
    expect(me.page.locator(".seats .piece")).to_have_count(1)


@pytest.mark.pages
def test_on_a_telephone_only_chairs_in_sight_are_offered(person: People) -> None:
    me = person(**PHONE)
    sit(me, offered(FREE))
    me.page.locator('.supply [data-piece="S1"]').tap()
    for part in ("A", "B", "C", "D‹", "D›"):
        me.page.get_by_role("button", name=f"Area {part}").tap()
        hidden = me.page.evaluate(HIDDEN)
        assert hidden == [], part
