"""The routes, one module for each matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from litestar import Request, Response
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec

from tutti.server.core import Server
from tutti.server.messages.errors import Fault, Refused
from tutti.server.rate_limits import Limits
from tutti.server.store.rows import Person

Asking = Request[Any, Any, Any]


class Utf8Request(Asking):
    """A request whose body may hold bytes that are no text."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise Refused("bad_request", reason="this is not UTF-8") from None


T = TypeVar("T")
if TYPE_CHECKING:
    Part: TypeAlias = NamedDependency[T]
else:

    class Part:
        """A part of the server that a handler uses, by its name in ``PARTS``.

        Litestar checks dependencies with ``isinstance``, which a protocol such as ``Store`` does not allow."""

        def __class_getitem__(cls, kind):
            return NamedDependency[Any]


Serving = Part[Server]
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


async def provide_server(request: Asking) -> Any:
    return request.scope["state"]["server"]


async def provide_person(request: Asking) -> Person:
    """Whoever asks; a stranger is a guest at once."""
    found: Person = request.scope["state"]["person"]
    return found


def _provide(part: Callable[[Server], Any]) -> Provide:
    async def provide(request: Asking) -> Any:
        return part(request.scope["state"]["server"])

    return Provide(provide)


PARTS: dict[str, Provide] = {
    "store": _provide(lambda server: server.store),
    "settings": _provide(lambda server: server.settings),
    "clock": _provide(lambda server: server.now),
    "limits": _provide(lambda server: server.limits),
    "people": _provide(lambda server: server.people),
    "sockets": _provide(lambda server: server.sockets),
    "registry": _provide(lambda server: server.registry),
    "dispatcher": _provide(lambda server: server.dispatcher),
    "policy": _provide(lambda server: server.policy),
    "notifications": _provide(lambda server: server.notifications),
    "workers": _provide(lambda server: server.workers),
    "replays": _provide(lambda server: server.replays),
    "analyses": _provide(lambda server: server.analyses),
    "exports": _provide(lambda server: server.exports),
    "documents": _provide(lambda server: server.documents),
    "concerts": _provide(lambda server: server.concerts),
    "tasks": _provide(lambda server: server.tasks),
    "metrics": _provide(lambda server: server.metrics),
    "lag": _provide(lambda server: server.lag),
}
"""The parts of a server that handlers can name."""


@contextmanager
def guessing(limits: Limits, key: str) -> Iterator[None]:
    """A passphrase is tried inside. Wrong ones use up a budget, in advance, so that many tries at once win nothing."""
    if not limits.allows(limits.failures, key):
        limits.slowed.add()
        raise Refused("too_many_guesses", 429)
    try:
        yield
    except Refused as refused:
        if refused.code != "wrong_passphrase":
            limits.failures.give_back(key)
        raise
    limits.failures.give_back(key)


def raw(body: bytes) -> Response[Any]:
    """Bytes that are JSON already."""
    return Response(body, media_type=MediaType.JSON)
