"""Nobody acts for another seat, sees another's secrets, or acts at a table they are not at: route by route."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed

import tutti
from server.kit import Browser, LiveServer
from tutti.server.app import application
from tutti.server.messages import socket as m
from tutti.server.settings import Settings

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
    "slow": {"days": 2},
    "invite": {"seat": 0},
    "ahead": {"actions": ["draw"]},
    "auto": {"on": True},
    "say": {"text": "hello"},
    "hint": {"question": 1},
    "preview": {"question": 1, "actions": ["draw"]},
    "why": {"action": "draw"},
}
"""Every order with fields that are well formed."""

METHODS = {"get", "post", "put", "patch", "delete"}
STATES = ("waiting", "running", "over")

FREE: dict[tuple[str, str], tuple[str, Any]] = {
    ("get", "/api/me"): ("/api/me", None),
    ("patch", "/api/me"): ("/api/me", {"name": "Eve"}),
    ("put", "/api/me/passphrase"): ("/api/me/passphrase", {"passphrase": "a passphrase of Eve"}),
    ("post", "/api/me/sign-in"): ("/api/me/sign-in", {"name": "Ada of the Rights", "passphrase": "guessed wrong"}),
    ("post", "/api/me/sign-out"): ("/api/me/sign-out", None),
    ("delete", "/api/me"): ("/api/me", None),
    ("get", "/api/me/tables"): ("/api/me/tables?show={state}", None),
    ("get", "/api/me/lessons"): ("/api/me/lessons", None),
    ("get", "/api/me/next"): ("/api/me/next?after={id}", None),
    ("get", "/api/me/holidays"): ("/api/me/holidays", None),
    ("put", "/api/me/holidays"): ("/api/me/holidays", {"since": 1, "until": 2}),
    ("delete", "/api/me/holidays"): ("/api/me/holidays", None),
    ("get", "/api/me/notices"): ("/api/me/notices", None),
    ("put", "/api/me/notices"): ("/api/me/notices", {"interval": 30}),
    ("post", "/api/me/notices/channels"): (
        "/api/me/notices/channels",
        {"kind": "webhook", "address": "https://e.example"},
    ),
    ("post", "/api/me/notices/channels/{id}/test"): ("/api/me/notices/channels/none/test", None),
    ("delete", "/api/me/notices/channels/{id}"): ("/api/me/notices/channels/none", None),
    ("post", "/api/notices/stop/{token}"): ("/api/notices/stop/none.signed", None),
    ("post", "/api/notices/confirm/{token}"): ("/api/notices/confirm/none.signed", None),
    ("get", "/api/me/matches"): ("/api/me/matches", None),
    ("get", "/api/me/statistics"): ("/api/me/statistics", None),
    ("get", "/api/me/export"): ("/api/me/export", None),
    ("get", "/api/me/sessions"): ("/api/me/sessions", None),
    ("delete", "/api/me/sessions/{id}"): ("/api/me/sessions/none", None),
    ("post", "/api/me/sessions/end-others"): ("/api/me/sessions/end-others", None),
    ("post", "/api/me/recovery"): ("/api/me/recovery", None),
    ("post", "/api/me/recover"): (
        "/api/me/recover",
        {"name": "Ada of the Rights", "code": "AAAA-AAAA-AAAA-AAAA-AAAA", "passphrase": "a passphrase of Eve"},
    ),
    ("get", "/api/status"): ("/api/status", None),
    ("get", "/api/tables"): ("/api/tables?show={state}", None),
    ("post", "/api/tables"): ("/api/tables", {"game": "symphonimo", "seats": [{"kind": "me"}, {"kind": "open"}]}),
    ("post", "/api/replays"): ("/api/replays", {"tutti": 1}),
    ("post", "/api/positions"): ("/api/positions", {"position": tutti.Match.new("symphonimo", seed=1).dump()}),
    ("post", "/api/positions/check"): (
        "/api/positions/check",
        {"position": tutti.Match.new("symphonimo", seed=1).dump()},
    ),
    ("get", "/api/games"): ("/api/games", None),
    ("get", "/api/bots"): ("/api/bots", None),
    ("post", "/api/games/{game}/options"): ("/api/games/symphonimo/options", {"players": 2, "options": {}}),
    ("get", "/api/games/{game}/rules"): ("/api/games/symphonimo/rules", None),
    ("get", "/api/games/{game}/guide/{language}"): ("/api/games/symphonimo/guide/en", None),
    ("get", "/api/packs/{hash}"): ("/api/packs/" + tutti.game("symphonimo").pack_hash, None),
    ("get", "/api/packs/{hash}/actions"): (f"/api/packs/{tutti.game('symphonimo').pack_hash}/actions", None),
    ("get", "/api/packs/{hash}/sounds"): (f"/api/packs/{tutti.game('symphony').pack_hash}/sounds", None),
    ("get", "/api/lessons"): ("/api/lessons", None),
    ("post", "/api/lessons/{game}/{scene}"): ("/api/lessons/symphonimo/hand", {"moves": []}),
    ("post", "/api/lessons/{game}/{scene}/preview"): (
        "/api/lessons/symphonimo/hand/preview",
        {"moves": [], "actions": ["draw"]},
    ),
    ("post", "/api/lessons/{game}/{scene}/why"): ("/api/lessons/symphonimo/hand/why", {"moves": [], "action": "end"}),
    ("get", "/api/words"): ("/api/words", None),
    ("get", "/api/words/{language}"): ("/api/words/en", None),
    ("get", "/api/words/{language}/{about}"): ("/api/words/en/server", None),
    ("get", "/health"): ("/health", None),
    ("get", "/ready"): ("/ready", None),
    ("get", "/metrics"): ("/metrics", None),
    ("get", "/docs"): ("/docs", None),
    ("get", "/schema"): ("/schema", None),
    ("get", "/schema/{path}"): ("/schema/other.json", None),
    ("get", "/schema/openapi.json"): ("/schema/openapi.json", None),
    ("get", "/schema/socket.json"): ("/schema/socket.json", None),
}
"""Routes that concern whoever asks, or everybody, as Eve asks them. All others need a right, and are tried below."""


@dataclass(frozen=True)
class Try:
    """What Eve gets from a route at a private table without spectators while it waits, runs and is over; and what
    Bo gets, who sits there, when he asks for what is Ada's (None: there it is his right, too)."""

    method: str
    path: str
    query: str = ""
    body: Any = None
    eve: tuple[int, int, int] = (403, 403, 403)
    bo: tuple[int | None, int | None, int | None] = (None, None, None)


TRIES = [
    Try("get", "/api/tables/{id}", eve=(200, 200, 200)),  # whoever knows the address may see who sits there
    Try("post", "/api/tables/{id}/join", body={}, eve=(409, 409, 409), bo=(None, 409, 409)),
    Try("post", "/api/tables/{id}/leave", eve=(403, 409, 409), bo=(None, 409, 409)),
    Try("put", "/api/tables/{id}/seats/{seat}", body={"kind": "open"}, eve=(403, 409, 409), bo=(403, 409, 409)),
    Try("post", "/api/tables/{id}/start", body={}, eve=(403, 409, 409), bo=(403, 409, 409)),
    Try("post", "/api/tables/{id}/keep", eve=(403, 409, 409), bo=(None, 409, 409)),
    Try("post", "/api/tables/{id}/take", body={"seat": 0, "invite": "x"}, eve=(409, 403, 409), bo=(409, 409, 409)),
    Try("post", "/api/tables/{id}/untake", eve=(200, 200, 200), bo=(200, 200, 200)),  # there is nothing to withdraw
    Try("post", "/api/tables/{id}/return", body={"seat": 0}, eve=(409, 409, 409), bo=(409, 409, 409)),
    Try("post", "/api/tables/{id}/rematch", eve=(409, 409, 403), bo=(409, 409, None)),
    Try("get", "/api/tables/{id}/view", bo=(409, None, None)),
    Try("get", "/api/tables/{id}/view", "?seat=0", bo=(403, 403, 403)),
    Try("get", "/api/tables/{id}/talk", eve=(200, 403, 403)),  # who may sit down may listen before
    Try("post", "/api/tables/{id}/mute", body={"seat": 0, "on": True}),
    Try("post", "/api/tables/{id}/report", body={"line": 1}, bo=(404, 404, 404)),
    Try("get", "/api/tables/{id}/record", eve=(409, 403, 403), bo=(409, 409, None)),
    Try("get", "/api/tables/{id}/record", "?player=-1", eve=(409, 403, 403), bo=(409, None, None)),
    Try("get", "/api/tables/{id}/record", "?player=0", eve=(409, 403, 403), bo=(409, 403, None)),
    Try("post", "/api/tables/{id}/share", bo=(409, 409, None)),
    Try("get", "/api/tables/{id}/position", eve=(409, 403, 403), bo=(409, 409, None)),
    Try("get", "/api/tables/{id}/position", "?player=0", eve=(409, 403, 403), bo=(409, 403, None)),
    Try("get", "/api/tables/{id}/position", "?player=-1", eve=(409, 403, 403), bo=(409, None, None)),
    *[
        Try("post", "/api/tables/{id}/orders", "?seat=0", {"type": kind, **KEY, **fields}, bo=(403, 403, 403))
        for kind, fields in ORDERS.items()
    ],
    Try("get", "/api/replays/{token}", eve=(404, 404, 404), bo=(404, 404, 404)),
    Try("get", "/api/replays/{token}/record", eve=(404, 404, 404), bo=(404, 404, 404)),
    Try("get", "/api/replays/{token}/frames", eve=(404, 404, 404), bo=(404, 404, 404)),
    Try("get", "/api/replays/{token}/position", "?entry=0", eve=(404, 404, 404), bo=(404, 404, 404)),
    Try("post", "/api/replays/{token}/play", body={"entry": 0}, eve=(404, 404, 404), bo=(404, 404, 404)),
    Try("get", "/api/replays/{token}/analysis", eve=(404, 404, 404), bo=(404, 404, 404)),
    Try("post", "/api/replays/{token}/analysis", eve=(404, 404, 404), bo=(404, 404, 404)),
    Try("delete", "/api/replays/{token}/analysis", eve=(404, 404, 404), bo=(404, 404, 404)),
    *[
        Try("get", f"/api/replays/{{token}}/concert{kind}", eve=(404, 404, 404), bo=(404, 404, 404))
        for kind in ("", ".mid", ".musicxml", ".svg", ".ogg", ".wav")
    ],
    *[  # moderation is for admins with a key
        Try(method, f"/api/house{path}", body=body, bo=(403, 403, 403))
        for method, path, body in (
            ("get", "", None),
            ("patch", "/switches", {"tables": False}),
            ("get", "/reports", None),
            ("post", "/reports/{table}/{line}/settle", None),
            ("get", "/measures", None),
            ("post", "/measures", {"kind": "close", "table": "{id}", "reason": "mine"}),
            ("delete", "/measures/{id}", None),
            ("get", "/tables", None),
            ("get", "/audit", None),
        )
    ],
]


def routes() -> set[tuple[str, str]]:
    """Every route that the application has, shown in its schema or not; files of the client aside."""
    found = set()
    usual = Settings()
    for route in application(usual.body_limit, usual.record_limit).routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                if handler.fn.__module__ != "tutti.server.routes.static":
                    found |= {(str(method).lower(), route.path_format) for method in handler.http_methods}
    return {(method, path) for method, path in found if method in METHODS}


def test_every_route_is_tried_or_free() -> None:
    assert routes() == {*FREE} | {(one.method, one.path) for one in TRIES}


def test_every_order_is_in_the_list() -> None:
    assert set(ORDERS) == {order.__struct_config__.tag for order in m.Orders.__args__}
    others = {order.__struct_config__.tag for order in m.Anything.__args__} - set(ORDERS)
    assert others == {"sync", "ping"}  # they ask for nothing that the socket does not show anyway


class World:
    """Ada and Bo alone at a table; Ada has the first seat and has said something."""

    def __init__(self, home: LiveServer, state: str) -> None:
        self.home, self.state = home, state
        self.ada, self.bo = home.person("Ada of the Rights"), home.person("Bo of the Rights")
        self.id = self.ada.table("me", "open", spectators=False, options={"first_player": 0})
        self.bo.post(f"/api/tables/{self.id}/join")
        self.order(self.ada, 0, type="say", text="a word among us")
        if state != "waiting":
            self.ada.post(f"/api/tables/{self.id}/start")
            self.order(self.ada, 0, type="play", question=1, action="draw")
        if state == "over":
            self.order(self.ada, 0, type="resign")

    def order(self, person: Browser, seat: int, **order: Any) -> None:
        said = person.post(f"/api/tables/{self.id}/orders?seat={seat}", {"key": str(order), **order})
        assert said["type"] == "done", said

    def seen(self) -> Any:
        """All that Ada sees, but for how long others wait: a machine that stood still grants that time to all."""
        pages = ["", "/talk"] if self.state == "waiting" else ["", "/talk", "/view?seat=0"]
        shown = [self.ada.get(f"/api/tables/{self.id}{page}") for page in pages]
        for seat in shown[0]["seats"]:
            del seat["replaceable_at"]
        return shown

    def secrets(self) -> list[str]:
        """What nobody else may ever read."""
        ids = [browser.http.cookies["tutti"].split(".")[0] for browser in (self.ada, self.bo)]
        seed = self.home.call(self.home.server.store.table(self.id)).seed
        return [*ids, *([seed] if seed and self.state != "over" else [])]


@pytest.fixture(scope="module")
def worlds(home: LiveServer) -> dict[str, World]:
    return {state: World(home, state) for state in STATES}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("one", TRIES, ids=lambda one: f"{one.method} {one.path}{one.query} {one.body or ''}")
def test_routes_keep_to_those_they_belong_to(home: LiveServer, worlds: dict[str, World], one: Try, state: str) -> None:
    world, number = worlds[state], STATES.index(state)
    path = one.path.replace("{id}", world.id).replace("{seat}", "0").replace("{token}", world.id)
    path = path.replace("{table}", world.id).replace("{line}", "1") + one.query
    before, secrets = world.seen(), world.secrets()
    for person, status in ((home.person(), one.eve[number]), (world.bo, one.bo[number])):
        if status is not None:
            answer = person.ask(one.method.upper(), path, one.body, status=status)
            assert not any(secret in str(answer) for secret in secrets)
            if status >= 400:
                assert "a word among us" not in str(answer)
    assert world.seen() == before


@pytest.mark.parametrize(("method", "path"), FREE, ids=lambda part: part)
def test_free_routes_tell_and_touch_nothing_of_others(
    home: LiveServer, worlds: dict[str, World], method: str, path: str
) -> None:
    for state, world in worlds.items():
        before = world.seen()
        asked, body = FREE[method, path]
        shown = "open" if "/me/" in path and state != "over" else state
        eve = home.person()
        answer = eve.http.request(method, asked.replace("{state}", shown).replace("{id}", world.id), json=body)
        assert answer.status_code < 500
        for secret in (*world.secrets(), world.id, "of the Rights", "a word among us"):
            assert secret not in answer.text
        assert world.seen() == before


@pytest.mark.parametrize("state", STATES)
def test_nobody_gets_a_socket_for_anothers_seat(home: LiveServer, worlds: dict[str, World], state: str) -> None:
    world = worlds[state]
    before = world.seen()
    for person, seat in ((home.person(), 0), (home.person(), 1), (world.bo, 0), (world.ada, 5)):
        with person.at(world.id, seat) as place:
            assert place.closed() == 4403
            assert [raw for raw in place.raw if '"refused"' not in raw] == []
    assert world.seen() == before


@pytest.mark.parametrize("kind", ORDERS)
def test_spectators_and_others_can_order_nothing_over_a_socket(home: LiveServer, kind: str) -> None:
    ada, eve = home.person("Ada"), home.person()
    id = ada.table("me", "local Bo", options={"first_player": 0}, start=True)
    own = eve.table("me", "local Bo", options={"first_player": 0}, start=True)
    pages = [f"/api/tables/{id}/talk", f"/api/tables/{id}/view?seat=0", f"/api/tables/{id}/view?seat=1"]
    before = [ada.get(page) for page in pages]
    with eve.at(id) as place:
        assert place.order(kind, **ORDERS[kind])["fault"]["code"] == "error.only_watching"
    with eve.at(own, 1) as place:  # what she does at her own table happens there
        place.order(kind, **ORDERS[kind])
    assert [ada.get(page) for page in pages] == before


def test_who_lost_the_seat_gets_no_answer_any_more(home: LiveServer) -> None:
    """Even before the socket is closed."""
    ada, bo = home.person("Ada"), home.person("Bo")
    id = ada.table("me", "open")
    bo.post(f"/api/tables/{id}/join")
    with bo.at(id, 1) as place:
        place.wait(lambda at: at.table)
        room = home.server.registry.rooms[id]
        room.table.seats[1].person = "somebody else"
        with suppress(ConnectionClosed):  # maybe before all orders are sent
            for kind, fields in ORDERS.items():
                place.send(kind, **fields)
        assert place.closed() == 4403
        said = [raw for raw in place.raw if '"done"' in raw or '"why"' in raw or '"hint"' in raw]
        assert said == []


def test_a_key_of_one_seat_means_nothing_to_another(home: LiveServer) -> None:
    ada, bo = home.person(), home.person()
    id = ada.table("me", "open", options={"first_player": 0})
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    say = {"type": "play", "key": "same", "question": 1, "action": "draw"}
    assert ada.post(f"/api/tables/{id}/orders?seat=0", say)["type"] == "done"
    assert bo.post(f"/api/tables/{id}/orders?seat=1", say)["fault"]["code"] == "error.stale"
    again = {"type": "done", "n": 0, "key": "same", "repeated": True, "played": [], "stop": ""}
    assert ada.post(f"/api/tables/{id}/orders?seat=0", say) == again
