"""Whatever is lit on Orchestra's board acts wherever it is touched: recorded moments of every kind of question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support import rule
from tutti import Match
from web.site import PLAYED, People, Person

RECORDS = Path(__file__).parents[1] / "records" / "orchestra"
DEAD = """() => {
    const acting = 'button:not(:disabled, [aria-disabled=true]), [data-move]:not([aria-disabled=true])'
    const seen = node => node.checkVisibility() && !node.closest('[inert], details:not([open])') && !node.disabled
    const lit = [...document.querySelectorAll('.orchestra :is([data-move], .lit, .may, .usable)')]
    const dead = node => {
        node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const [box, tile] = [node.getBoundingClientRect(), node.closest('li, td, .set') ?? node]
        const points = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]
        return points.flatMap(([across, down]) => {
            const over = document.elementFromPoint(box.x + across * box.width, box.y + down * box.height)
            const acts = over?.closest(acting)
            if (acts && (node.contains(acts) || tile.contains(acts))) return []
            const name = node.dataset.move ?? `${node.tagName} ${node.className}`
            return [`${name} at ${across}, ${down}: ${over?.outerHTML.slice(0, 100)}`]
        })
    }
    return lit.filter(seen).filter(node => node.getAttribute('aria-disabled') !== 'true').flatMap(dead)
}"""
"""Points on what is lit where a click would do nothing, or something elsewhere."""


def moments() -> Iterator[tuple[set[str], dict[str, Any]]]:
    """What is asked, with what can be done then, and the few casts that stand on their card or slot."""
    for path in sorted(RECORDS.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        for entry, match in zip(record["log"], Match.moments(record), strict=False):
            player = entry["player"]
            prompt = match.prompt(player)
            if prompt is None:
                continue
            ways = match.view(player)["ways"].items()
            casts = {f"{len(some)} casts of {first.split()[0]}" for first, some in ways if 1 < len(some) <= 3}
            verbs = {action.split()[0] for action in match.legal(player)}
            kinds = {f"{prompt.step}: {one}" for one in verbs | casts}
            yield kinds, {"position": match.dump(), "seat": player, "bot": "greedy"}


@cache
def scenes() -> dict[str, dict[str, Any]]:
    """So many moments that each kind of question is there with everything that can be done then, by what they add."""
    left = list(moments())
    found: dict[str, dict[str, Any]] = {}
    seen: set[str] = set()
    while left:
        kinds, position = max(left, key=lambda one: len(one[0] - seen))
        if not kinds - seen:
            break
        found[", ".join(sorted(kinds - seen))] = position
        seen |= kinds
    return found


def sit(me: Person, position: dict[str, Any]) -> None:
    me.sit_at(position, PLAYED)
    me.wait_for_turn()


def dead(me: Person, scene: str) -> list[str]:
    return [f"{scene}: {one}" for one in me.page.evaluate(DEAD)]


@pytest.mark.pages
def test_casts_that_stand_on_a_card_leave_no_dead_spot_between_them(person: People) -> None:
    """With two casts the middle of the slot is between their buttons: there the slot itself unfolds them."""
    me = person(likes={"auto": True}, viewport={"width": 1440, "height": 900})
    sit(me, next(scene for kinds, scene in moments() if "allocate: 2 casts of develop" in kinds))
    assert dead(me, "two casts") == []
    group = me.page.locator(".banners .casts.inline")
    one, two = (button.bounding_box() for button in group.locator("button").all())
    assert one is not None
    assert two is not None
    me.page.mouse.click((one["x"] + one["width"] + two["x"]) / 2, one["y"] + one["height"] / 2)
    me.page.locator(".banners .casts:not(.inline)").wait_for()
    assert dead(me, "unfolded") == []


@pytest.mark.pages
@rule("OR-010")
def test_all_of_another_academy_is_one_click_away(person: People) -> None:
    """Its grid, spaces, banners, Virtuosos and pieces; nothing can be done there, and Escape leads back."""
    me = person(likes={"auto": True}, viewport={"width": 1440, "height": 900})
    sit(me, next(scene for kinds, scene in moments() if "allocate: gather" in kinds))
    me.page.locator(".strips h2 button").first.click()
    other = me.page.locator("dialog[open]")
    for part in (".grid", ".spaces", ".banners", ".virtuosos", "[aria-label='Audience pieces']"):
        other.locator(part).first.wait_for()
    assert other.locator("[data-move], .usable").count() == 0
    assert me.axe("another academy") == []
    me.page.keyboard.press("Escape")
    other.wait_for(state="detached")


@pytest.mark.soak
@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (820, 1180), (390, 844), (360, 640)])
def test_nothing_that_is_lit_has_a_dead_spot(person: People, size: tuple[int, int]) -> None:
    width, height = size
    touch = {"has_touch": True, "is_mobile": True} if width < 1000 else {}
    me = person(likes={"auto": True}, viewport={"width": width, "height": height}, **touch)
    faults = []
    for name, scene in scenes().items():
        sit(me, scene)
        faults += dead(me, name)
        for tab in me.page.locator(".pages .tabs .live:not([aria-selected=true])").all():
            tab.tap()
            faults += dead(me, name)
    assert faults == []
