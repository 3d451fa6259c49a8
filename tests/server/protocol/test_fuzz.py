"""Nonsense of every kind gets an answer, never a fault: over HTTP by schemathesis, over sockets by our own."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from server.kit import Browser, LiveServer, Place
from server.routes.test_permissions import FREE, METHODS, ORDERS
from server.routes.test_permissions import TRIES as RIGHTS
from tutti.server.messages import socket as m

TRIES = max(3, settings().max_examples // 2)
HIDDEN = ("/schema", "/docs", "/metrics")
ROUTES = sorted(one for one in {*FREE} | {(one.method, one.path) for one in RIGHTS} if not one[1].startswith(HIDDEN))
"""Every route in the schema, out of the list of rights: to make the schema would cost every worker a second."""


@pytest.fixture(scope="module")
def world(home: LiveServer) -> tuple[Browser, str, Any]:
    """A running table, somebody who sits there, and the schema as schemathesis reads it."""
    import schemathesis  # here, since it takes long: every worker collects this file, and one runs it

    ada = home.person("Ada")
    table = ada.table("me", "local Bo", "greedy", start=True)
    raw = ada.get("/schema/openapi.json")
    assert {(method, path) for path, item in raw["paths"].items() for method in METHODS & set(item)} == set(ROUTES)
    return ada, table, schemathesis.openapi.from_dict(raw)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_route_answers_nonsense_as_documented(
    home: LiveServer, world: tuple[Browser, str, Any], method: str, path: str
) -> None:
    ada, _, schema = world
    operation = schema[path][method]
    mallory = home.person()  # loses name, seat and cookie in the course of this
    own = mallory.table("me", "local Bo", "greedy", start=True)

    @settings(max_examples=TRIES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(), real=st.booleans())
    def attack(case: Any, real: bool) -> None:
        if real and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = own
        answer = case.call(base_url=home.address, cookies=dict(mallory.http.cookies), timeout=60)
        assert answer.status_code < 500, answer.content
        documented = set(operation.definition.raw["responses"])
        assert str(answer.status_code) in documented | {"405"}, answer.content
        if answer.status_code >= 400 and answer.status_code != 405:
            assert json.loads(answer.content)["code"].startswith(("error.", "refusal."))

    attack()
    assert ada.get("/health")["status"] == "ok"


# -- sockets ---------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def orders(draw: st.DrawFn) -> str | bytes:
    """Orders that are right, nearly right, or nothing of the kind."""
    kind = draw(st.sampled_from(["right", "field", "json", "bytes"]))
    if kind == "bytes":
        return draw(st.binary(max_size=60) | st.text(max_size=60))
    if kind == "json":
        return json.dumps(draw(JSON))
    name = draw(st.sampled_from([*ORDERS, "sync", "ping"]))
    order: dict[str, Any] = {"type": name}
    if name in ORDERS:
        order |= {"key": draw(st.text(min_size=1, max_size=8)), **ORDERS[name]}
    if kind == "field":
        order[draw(st.sampled_from([*order, "extra"]))] = draw(JSON)
    return json.dumps(order)


def code_of_end(place: Place) -> int:
    """0 if a ping is answered, else the code with which the socket was closed. All on the way is in the schema."""
    decode = msgspec.json.Decoder(m.Message).decode
    code = 0
    try:
        place.wire.send('{"type":"ping"}')
        place.until("pong")
    except ConnectionClosed as end:
        code = end.rcvd.code if end.rcvd else 1006
    for raw in place.raw:
        decode(raw)
    return code


@settings(max_examples=TRIES * 2, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(sent=st.lists(orders(), max_size=25), seat=st.sampled_from([None, 0, 1]))
def test_sockets_answer_nonsense(world: tuple[Browser, str, Any], sent: list[Any], seat: int | None) -> None:
    ada, table, _ = world
    state = ada.get(f"/api/tables/{table}")["state"]
    if state != "running":
        table = ada.table("me", "local Bo", "greedy", start=True)
    with ada.at(table, seat) as place:
        for raw in sent:
            try:
                place.wire.send(raw)
            except ConnectionClosed:
                break
        assert code_of_end(place) in (0, 1008, 4403, 4503)
    assert ada.get("/health")["status"] == "ok"
