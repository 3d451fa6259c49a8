"""The routes, one module for each matter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec

from tutti.server.core import Server
from tutti.server.messages.errors import Fault, Refused
from tutti.server.store.rows import Person

Asking = Request[Any, Any, Any]


class Asked(Asking):
    """A request whose body may hold bytes that are no text."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise Refused("bad_request", reason="this is not UTF-8") from None


Serving = NamedDependency[Server]
Visitor = NamedDependency[Person]
"""Whoever asks."""

FAULTS = {
    status: ResponseSpec(Fault, description=text, generate_examples=False)
    for status, text in {
        400: "Malformed, or against the rules.",
        403: "Not yours to do.",
        404: "Not there.",
        409: "Not in this state of things.",
        413: "Too large.",
        429: "Too fast.",
        503: "Try again.",
    }.items()
}
"""What any route may answer."""


async def provide_server(request: Asking) -> Server:
    found: Server = request.scope["state"]["server"]
    return found


async def provide_person(request: Asking) -> Person:
    """Whoever asks; a stranger is a guest at once."""
    found: Person = request.scope["state"]["person"]
    return found


def slow(server: Server, buckets: Any, key: str, amount: float = 1) -> None:
    """Refuse who asks too fast."""
    if not server.limits.allows(buckets, key, amount):
        server.metrics.slowed.add()
        raise Refused("slow_down", 429)


@contextmanager
def guessing(server: Server, key: str) -> Iterator[None]:
    """A passphrase is tried inside. Wrong ones use up a budget, in advance, so that many tries at once win nothing."""
    failures = server.limits.failures
    if not server.limits.allows(failures, key):
        server.metrics.slowed.add()
        raise Refused("too_many_guesses", 429)
    try:
        yield
    except Refused as refused:
        if refused.code != "wrong_passphrase":
            failures.give_back(key)
        raise
    failures.give_back(key)


def raw(body: bytes) -> Response[Any]:
    """Bytes that are JSON already."""
    return Response(body, media_type=MediaType.JSON)
