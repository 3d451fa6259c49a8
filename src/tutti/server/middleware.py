"""Middleware: what every request passes before its route, and what every answer carries."""

from __future__ import annotations

import random
import re
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tutti.server import cookies, logs
from tutti.server.messages.errors import Refused, fault_of, unavailable
from tutti.server.messages.socket import encode
from tutti.server.protocol.channel import Receive, Run, Scope, Send
from tutti.server.rate_limits import place_of
from tutti.server.store import StoreFault

if TYPE_CHECKING:
    from tutti.server.accounts.people import People
    from tutti.server.core import Server
    from tutti.server.store.rows import Person

SLASHES = re.compile("//+")
SAFE = ("GET", "HEAD", "OPTIONS")
LOCAL_NAMES = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Endings that no registry gives away."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # the address of a private table is a secret
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        b"worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    ),
]
STRICT_HTTPS = (b"strict-transport-security", b"max-age=31536000")
CATALOGUE = ("/api/games", "/api/bots", "/api/words", "/api/status")
"""The same for everybody: nobody is asked who they are, and nobody gets a cookie that a cache could hand to others."""
PREFLIGHT = [
    (b"access-control-allow-methods", b"GET, POST, PUT, PATCH, DELETE"),
    (b"access-control-allow-headers", b"content-type, if-none-match, authorization"),
    (b"access-control-max-age", b"600"),
]
"""What pages at other addresses of ours may send."""


class Middleware:
    """Wraps the whole application."""

    def __init__(self, app: Run, server: Server) -> None:
        self.app = app
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind = str(scope["type"])  # uvicorn says it as a text
        if kind in ("http", "websocket"):
            scope["path"] = plain_path(scope["path"])  # as the routes are found: //api/me is one of them
            logs.request.set(f"{random.getrandbits(32):08x}")  # a name, no secret: nobody waits for the system's dice
        if kind == "http":
            await self._http(scope, receive, send)
        elif kind == "websocket":
            scope.setdefault("state", {})
            if not self.server.limits.allows(self.server.limits.openings, address(scope)):
                self.server.metrics.slowed.add()
                await _shut(send)
                return
            scope["state"]["refused"] = self._strange(scope)
            with await self.server.admission.turn() as turn:
                scope["state"]["turn"] = turn
                try:
                    await self._know(scope)
                except Refused as refused:
                    scope["state"]["refused"] = refused
                await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {})
        path: str = scope["path"]

        head = scope["method"] == "HEAD"

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                self._dress(message, scope, path)
                self.server.metrics.requests.add(str(message["status"]))
            elif head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        try:
            self._check(scope)
            if scope["method"] == "OPTIONS" and self._friend(scope, path):
                await answer({"type": "http.response.start", "status": 204, "headers": list(PREFLIGHT)})
                await answer({"type": "http.response.body", "body": b""})
                return
            await self._know(scope)
        except Refused as refused:
            await _refuse(refused, answer)
            return
        # Whatever can be read can be asked for without its body.
        asked: Any = {**scope, "method": "GET"} if head else scope
        await self.app(asked, receive, answer)

    def _check(self, scope: Any) -> None:
        if not self.server.limits.allows(self.server.limits.requests, address(scope)):
            self.server.metrics.slowed.add()
            raise Refused("slow_down", 429)
        refused = self._strange(scope)
        if refused is not None and (refused.code == "strange_host" or scope["method"] not in SAFE):
            raise refused

    def _strange(self, scope: Any) -> Refused | None:
        """Why a request that could change something is not ours to answer."""
        host = host_of(scope)
        if not self._here(host):
            return Refused("strange_host", 421, host=str(host)[:80])
        return None if self._own(scope) else Refused("strange_origin", 403)

    def _here(self, host: str | None) -> bool:
        """Whether this is a name of ours.

        A page of somebody else's can have its own name point at this machine, and then be as good as ours to
        a browser. So a name that anybody could have registered must be in the settings; addresses, names
        without a dot and those of a local network cannot be made to point here from outside.
        """
        settings = self.server.settings
        name = name_of(host)
        if not host or not name:
            return host is None  # no browser leaves it out
        if "*" in settings.hosts or name in settings.hosts or f"*.{name.partition('.')[2]}" in settings.hosts:
            return True
        if name in (settings.host, *(urlsplit(origin).hostname for origin in settings.origins)):
            return True
        return "." not in name or name.endswith(LOCAL_NAMES) or _is_address(name)

    def _own(self, scope: Any) -> bool:
        """Whether a request comes from our own pages, or from no page at all."""
        headers = dict(scope["headers"])
        site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and origin in self.server.settings.origins:
            return True
        if not origin:
            return site in ("", "same-origin", "none")
        try:
            return bool(urlsplit(origin).netloc == host_of(scope))
        except ValueError:
            return False

    def _friend(self, scope: Any, path: str) -> bytes | None:
        """The address of the page that asks, if it is one from which the API may be used."""
        origin: bytes = dict(scope["headers"]).get(b"origin", b"")
        known = path.startswith("/api/") and origin.decode("latin-1") in self.server.settings.origins
        return origin if known else None

    async def _know(self, scope: Any) -> None:
        """Who asks. A stranger gets a cookie with the answer."""
        if not scope["path"].startswith("/api/") or scope["path"].startswith(CATALOGUE):
            return
        people, state = self.server.people, scope["state"]
        self.server.policy.check_address(scope)
        try:
            for cookie in cookies.ours(scope["headers"]):
                known = await people.by_cookie(cookie)
                if known is not None:
                    state["person"], state["session"] = known
                    self.server.policy.check_person(known[0], scope["path"])
                    self.server.sessions.saw(*known, scope["headers"])
                    return
        except StoreFault as fault:
            raise unavailable(fault) from None
        state["person"], state["session"] = people.stranger(), ""
        give_cookie(scope, people.cookie(state["person"]))

    def _dress(self, message: Any, scope: Any, path: str) -> None:
        headers = [*message.get("headers", []), *HEADERS, (b"x-request-id", logs.request.get().encode())]
        if self.server.settings.https:
            headers.append(STRICT_HTTPS)
        if path.startswith("/api/"):
            # A cookie goes with an answer that nobody may keep, and with no other.
            if not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
                cookie = scope["state"].get("cookie")
                if cookie is not None:
                    headers.append((b"set-cookie", cookies.setting(cookie, self.server.settings.https)))
                device = scope["state"].get("device")
                if device is not None:
                    headers.append((b"set-cookie", cookies.setting_device(device, self.server.settings.https)))
            if self.server.settings.origins:
                headers.append((b"vary", b"origin"))
            friend = self._friend(scope, path)
            if friend:
                headers += [
                    (b"access-control-allow-origin", friend),
                    (b"access-control-allow-credentials", b"true"),
                    (b"access-control-expose-headers", b"retry-after"),
                ]
        message["headers"] = headers


def plain_path(path: str) -> str:
    """One slash where there are several, and none at the end."""
    return SLASHES.sub("/", f"/{path.strip('/')}")


def host_of(scope: Any) -> str | None:
    """Name and port that were asked for; empty if there are two, None if there is none."""
    found = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"]
    return str(found[0]) if len(found) == 1 else "" if found else None


@lru_cache(maxsize=256)
def name_of(host: str | None) -> str | None:
    """The name without the port."""
    if not host or set(host) & set("/?#@\\"):
        return None
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return None


@lru_cache(maxsize=256)
def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def give_cookie(scope: Any, value: str) -> None:
    """Send this cookie with the answer; an empty one takes it away."""
    scope["state"]["cookie"] = value


def remember_device(scope: Any, people: People, person: Person) -> None:
    """Have this device known as one on which this person was signed in."""
    known = cookies.device(scope["headers"])
    device = people.remember_device(known, person)
    if device != known:
        scope["state"]["device"] = device


def address(scope: Any) -> str:
    """Where somebody asks from, as all limits count it."""
    client = scope.get("client")
    return place_of(str(client[0])) if client else "?"


async def _refuse(refused: Refused, send: Any) -> None:
    body = encode(fault_of(refused))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.status == 429:
        headers += [(b"retry-after", b"1"), (b"connection", b"close")]  # to come back costs more than to ask again
    elif refused.status == 503:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _shut(send: Any) -> None:
    """No socket now. It has not been opened, so a client takes it for a bad line and comes back by itself."""
    headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
    await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})
