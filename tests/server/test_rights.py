"""Nobody acts for another seat, sees another's secrets, or acts at a table they are not at: route by route."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from server.kit import Browser, House
from tutti.server import messages as m
from tutti.server.schemas import openapi

KEY = {"key": "a"}
ORDERS: dict[str, dict[str, Any]] = {
    "play": {"question": 1, "action": "draw"},
    "undo": {"question": 1},
    "propose": {},
    "answer": {"offer": 1, "agree": True},
    "resign": {},
    "away": {},
    "back": {},
    "replace": {"seat": 1},
    "ahead": {"actions": ["draw"]},
    "auto": {"on": True},
    "say": {"text": "hello"},
    "hint": {"question": 1},
    "why": {"action": "draw"},
}
"""Every order with fields that are well formed."""

FREE = {
    ("get", "/api/me"),
    ("patch", "/api/me"),
    ("delete", "/api/me"),
    ("put", "/api/me/passphrase"),
    ("post", "/api/me/sign-in"),
    ("post", "/api/me/sign-out"),
    ("get", "/api/me/tables"),
    ("get", "/api/me/next"),
    ("get", "/api/tables"),
    ("post", "/api/tables"),
    ("post", "/api/replays"),
    ("get", "/api/games"),
    ("get", "/api/bots"),
    ("get", "/api/games/{game}/rules"),
    ("get", "/api/words"),
    ("get", "/api/words/{language}/{about}"),
    ("get", "/health"),
}
"""Routes that concern whoever asks, or everybody. All others need a right, and are tried below."""


@dataclass(frozen=True)
class Try:
    """What a stranger gets from a route at a private running table without spectators; and a seated player,
    if they ask for what is another's."""

    method: str
    path: str
    query: str = ""
    body: Any = None
    stranger: int = 403
    player: int | None = None


TRIES = [
    Try("get", "/api/tables/{id}", stranger=200),  # whoever knows the address may see who sits there
    Try("post", "/api/tables/{id}/join", body={}, stranger=409, player=409),
    Try("post", "/api/tables/{id}/leave", player=409, stranger=409),
    Try("put", "/api/tables/{id}/seats/{seat}", body={"kind": "open"}, stranger=409, player=409),
    Try("post", "/api/tables/{id}/start", body={}, stranger=409, player=409),
    Try("post", "/api/tables/{id}/rematch", stranger=409, player=409),
    Try("get", "/api/tables/{id}/view"),
    Try("get", "/api/tables/{id}/view", "?seat=0", player=403),
    Try("get", "/api/tables/{id}/talk"),
    Try("post", "/api/tables/{id}/mute", body={"seat": 0, "on": True}),
    Try("post", "/api/tables/{id}/report", body={"line": 1}),
    Try("get", "/api/tables/{id}/record", player=409),
    Try("get", "/api/tables/{id}/record", "?player=-1"),
    Try("get", "/api/tables/{id}/record", "?player=0", player=403),
    Try("post", "/api/tables/{id}/share", player=409),
    Try("post", "/api/tables/{id}/orders", "?seat=0", {"type": "play", **KEY, **ORDERS["play"]}, player=403),
    Try("get", "/api/replays/{token}", stranger=404, player=404),
    Try("get", "/api/replays/{token}/record", stranger=404, player=404),
    Try("get", "/api/replays/{token}/frames", stranger=404, player=404),
]


def test_every_route_is_tried_or_free() -> None:
    known = {(method, path) for path, item in openapi()["paths"].items() for method in item if method in METHODS}
    assert known == FREE | {(one.method, one.path) for one in TRIES}


METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def table(home: House) -> tuple[Browser, Browser, str]:
    """Ada and Bo play alone; Ada is asked."""
    ada, bo = home.person("Ada"), home.person("Bo")
    id = ada.table("me", "open", spectators=False, options={"first_player": 0})
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    return ada, bo, id


@pytest.mark.parametrize("one", TRIES, ids=lambda one: f"{one.method} {one.path}{one.query}")
def test_routes_keep_to_those_they_belong_to(home: House, table: tuple[Browser, Browser, str], one: Try) -> None:
    ada, bo, id = table
    path = one.path.replace("{id}", id).replace("{seat}", "1").replace("{token}", id) + one.query
    before = ada.get(f"/api/tables/{id}/view?seat=0")
    home.person("Eve").ask(one.method.upper(), path, one.body, status=one.stranger)
    if one.player is not None:
        bo.ask(one.method.upper(), path, one.body, status=one.player)
    assert ada.get(f"/api/tables/{id}/view?seat=0") == before


def test_every_order_is_in_the_list() -> None:
    assert set(ORDERS) == {order.__struct_config__.tag for order in m.Orders.__args__}


@pytest.mark.parametrize("kind", ORDERS)
def test_orders_for_another_seat_change_nothing(home: House, table: tuple[Browser, Browser, str], kind: str) -> None:
    ada, bo, id = table
    before = ada.get(f"/api/tables/{id}/view?seat=0"), ada.get(f"/api/tables/{id}"), ada.get(f"/api/tables/{id}/talk")
    order = {"type": kind, **KEY, **ORDERS[kind]}
    for person in (bo, home.person("Eve")):
        answer = person.ask("POST", f"/api/tables/{id}/orders?seat=0", order, status=403)
        assert answer["code"] == "error.not_your_seat"
    with home.person("Eve").at(id, 0) as place:
        assert place.closed() == 4403
    after = ada.get(f"/api/tables/{id}/view?seat=0"), ada.get(f"/api/tables/{id}"), ada.get(f"/api/tables/{id}/talk")
    assert after == before


def test_a_key_of_one_seat_means_nothing_to_another(home: House) -> None:
    ada, bo = home.person(), home.person()
    id = ada.table("me", "open", options={"first_player": 0})
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    say = {"type": "play", "key": "same", "question": 1, "action": "draw"}
    assert ada.post(f"/api/tables/{id}/orders?seat=0", say)["type"] == "done"
    assert bo.post(f"/api/tables/{id}/orders?seat=1", say)["fault"]["code"] == "error.stale"
    assert ada.post(f"/api/tables/{id}/orders?seat=0", say) == {"type": "done", "n": 0, "key": "same", "repeated": True}


def test_no_answer_names_the_id_of_anybody(home: House, table: tuple[Browser, Browser, str]) -> None:
    ada, bo, id = table
    secrets = [browser.http.cookies["tutti"].split(".")[0] for browser in (ada, bo)]
    pages = [
        f"/api/tables/{id}",
        f"/api/tables/{id}/view?seat=0",
        f"/api/tables/{id}/talk",
        "/api/me/tables",
        "/api/me",
    ]
    for page in pages:
        text = ada.http.get(page).text
        assert not any(secret in text for secret in secrets)
