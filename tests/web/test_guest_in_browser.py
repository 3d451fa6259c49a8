"""A game that Tutti does not ship, from *Play now* to the result: on the plain table, and with a module of its own.

The étude lies with the tests. The server is told its name, the second client its folder; nothing else is edited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize
from tools.setup import node
from tools.web import client

from web.site import ROOT, People, Person, Server, play, play_to_the_end, serving

GUEST = {"PYTHONPATH": str(ROOT / "tests"), "TUTTI_GAMES": "games.etude"}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Server]:
    """A server with the shipped client, which knows nothing of the étude."""
    with serving(tmp_path / "data", GUEST) as running:
        yield running


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server with a client that was built with a second folder of games."""
    built = client.guest(node.had())  # `make test` has built it already
    with serving(tmp_path / "data", {**GUEST, "TUTTI_SERVER_WEB": str(built)}) as running:
        yield running


def sit_down(person: People, server: Server) -> Person:
    me = person(at=server, likes={"players": {"etude": 2}})
    me.visit()
    assert me.page.locator("li[data-game] h2").first.inner_text() == "Étude"  # the lightest game
    me.play_now("etude")
    return me


def see_the_end(me: Person) -> None:
    play_to_the_end(me, seed=12)
    assert me.page.locator(".ending .total").count() == 2
    assert me.page.locator(".ending").get_by_text("Coins", exact=True).is_visible()
    assert me.axe("ending") == []


def test_a_game_without_a_module_is_played_on_the_plain_table(person: People, plain: Server) -> None:
    me = sit_down(person, plain)
    panels = me.page.locator(".people > li")
    panels.first.wait_for()
    assert panels.count() == 2
    mine, other = (panel.inner_text() for panel in panels.all())
    assert len(re.findall(r"(?m)^[C-G], seen by you$", mine)) == 3
    assert len(re.findall(r"(?m)^Face down, seen by ", other)) == 3
    assert me.page.get_by_text("Cards in the deck").is_visible()
    assert me.page.get_by_text("Which cards do you offer?").is_visible()
    play(me, 3, seed=12)
    assert me.axe("the plain table") == []
    shown = me.page.locator(".table").inner_text()
    assert not re.search(r"[{}\[\]\"]|undefined|null", shown), shown
    me.page.set_viewport_size(PHONE)
    assert me.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    me.page.set_viewport_size({"width": 1280, "height": 800})
    see_the_end(me)


def test_a_game_brings_a_module_of_its_own(person: People, own: Server) -> None:
    me = sit_down(person, own)
    card = me.page.locator(".etude button.card").first
    card.click()
    me.page.locator(".etude .offered").wait_for()
    assert not me.page.locator(".people").count()
    assert me.axe("the board of the étude") == []
    see_the_end(me)
