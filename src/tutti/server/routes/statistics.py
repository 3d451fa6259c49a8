"""Past matches, statistics about them, the devices signed in, and everything of mine in one file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cache
from typing import Annotated, Any, cast

from litestar import Controller, Litestar, delete, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from litestar.response.base import ASGIResponse

from tutti.kernel import library
from tutti.kernel.errors import TuttiError
from tutti.kernel.schema import prepare
from tutti.server.accounts.identity import name_key
from tutti.server.accounts.people import People
from tutti.server.accounts.sessions import public_id
from tutti.server.accounts.statistics import MOST, Wish, matches, page, statistics
from tutti.server.exports import Exports, packed
from tutti.server.logs import log
from tutti.server.messages.account import CodeInfo, Company, Me, NewCode, PastPage, Result, SessionInfo, Statistics
from tutti.server.messages.errors import Refused
from tutti.server.middleware import address, give_cookie
from tutti.server.open_sockets import OpenSockets
from tutti.server.rate_limits import Limits
from tutti.server.routes import FAULTS, Asking, Part, Visitor, guessing
from tutti.server.routes.account import me
from tutti.server.routes.caching import OWN
from tutti.server.store import Store, StoreFault
from tutti.server.tasks import Tasks
from tutti.server.workers.pool import Unable

Game = Annotated[str, QueryParameter(max_length=64)]
Players = Annotated[int, QueryParameter(ge=0, le=6)]
Milliseconds = Annotated[int, QueryParameter(ge=0, le=2**53)]
Option = Annotated[str, QueryParameter(max_length=200, description="`name=value`, the value as JSON")]


@cache
def usual(game: str, players: int) -> dict[str, Any]:
    """The options of a game as they are without a choice; none for a game that is not here any more."""
    try:
        return dict(prepare(library.game(game), players, None, fresh=False).values)
    except TuttiError:
        return {}


class Export(Stream):
    """The file of a person while it is made."""

    def __init__(self, exports: Exports, person: str, parts: AsyncGenerator[bytes], headers: dict[str, str]) -> None:
        super().__init__(parts, media_type="application/json", headers=headers)
        self.exports, self.person, self.parts = exports, person, parts

    def to_asgi_response(self, app: Litestar | None, request: Asking, **values: Any) -> ASGIResponse:
        answer = super().to_asgi_response(app, request, **values)

        async def send_all(scope: Any, receive: Any, send: Any) -> None:
            """Whoever goes away ends it. What fails leaves the answer without an end, so that the download fails."""
            async with self.exports.one(self.person), aclosing(self.parts):
                try:
                    await answer(scope, receive, send)
                except* (Unable, StoreFault) as faults:
                    log("export_failed", level="warning", reason=repr(faults.exceptions[0]))

        return cast(ASGIResponse, send_all)


class StatisticsController(Controller):
    path = "/api/me"
    tags = ("statistics",)

    @get("/matches", responses=FAULTS, operation_id="myMatches")
    async def matches(
        self,
        request: Asking,
        store: Part[Store],
        limits: Part[Limits],
        person: Visitor,
        game: Game = "",
        players: Players = 0,
        result: FromQuery[Result | None] = None,
        company: FromQuery[Company | None] = None,
        bot: Game = "",
        option: Option = "",
        since: Milliseconds = 0,
        first: Annotated[int, QueryParameter(ge=0, le=MOST, description="`more` of the page before")] = 0,
    ) -> PastPage:
        """My matches that are over and fit, the latest first, page by page."""
        wish = Wish(game, players, result, company, bot, option, since)
        limits.check(limits.looks_back, address(request.scope))
        return await page(store, person.id, wish, first)

    @get("/statistics", responses=FAULTS, operation_id="myStatistics")
    async def statistics(
        self,
        request: Asking,
        store: Part[Store],
        limits: Part[Limits],
        person: Visitor,
        company: FromQuery[Company | None] = None,
        since: Milliseconds = 0,
    ) -> Statistics:
        """What my matches come to, by game, number of players, options and bots. Usual options are not told apart."""
        limits.check(limits.looks_back, address(request.scope))
        bodies = await store.past_bodies(person.id, MOST + 1)
        wish = Wish(company=company, since=since)
        return await asyncio.to_thread(_sums, bodies, person.id, wish)

    # -- the way back, and devices -------------------------------------------------------------

    @post("/recovery", status_code=200, responses=FAULTS, operation_id="newRecoveryCode")
    async def code(
        self, request: Asking, limits: Part[Limits], people: Part[People], person: Visitor, data: JSONBody[NewCode]
    ) -> CodeInfo:
        """Another code for the day when the passphrase is forgotten; the one before is void. It is told this once."""
        where = address(request.scope)
        limits.check(limits.sign_ins, where)
        limits.check(limits.guesses, f"{where} {name_key(person.name)}")
        with guessing(limits, f"{person.id} {request.scope['state']['session']}"):
            return CodeInfo(recovery=await people.new_code(person, data.passphrase))

    @get("/sessions", responses=FAULTS, operation_id="mySessions")
    async def sessions(self, request: Asking, store: Part[Store], person: Visitor) -> list[SessionInfo]:
        """The devices that are signed in as me, the one seen last first; none for somebody without a passphrase."""
        here = request.scope["state"]["session"]
        found = await store.sessions(person.id)
        return [
            SessionInfo(
                id=public_id(one.session), about=one.about, began=one.began, seen=one.seen, here=one.session == here
            )
            for one in found
        ]

    @delete("/sessions/{id:str}", status_code=204, responses=FAULTS, operation_id="endSession")
    async def end(
        self,
        store: Part[Store],
        people: Part[People],
        sockets: Part[OpenSockets],
        tasks: Part[Tasks],
        person: Visitor,
        id: Annotated[str, PathParameter(max_length=64)],
    ) -> None:
        """Sign a device out."""
        for one in await store.sessions(person.id):
            if public_id(one.session) == id:
                await people.end(person, one.session)
                tasks.spawn(sockets.hang_up(person))
                return
        raise Refused("no_such_session", 404)

    @post("/sessions/end-others", status_code=200, responses=FAULTS, operation_id="endOtherSessions")
    async def end_others(
        self, request: Asking, people: Part[People], sockets: Part[OpenSockets], tasks: Part[Tasks], person: Visitor
    ) -> Me:
        """Sign all other devices out, known or not."""
        if person.passphrase is None:
            raise Refused("no_passphrase", 409)
        changed = await people.renew(person)
        give_cookie(request.scope, people.cookie(changed))
        tasks.spawn(sockets.hang_up(changed))
        return me(changed)

    # -- all that is mine ----------------------------------------------------------------------

    @get("/export", responses=FAULTS, operation_id="exportMe", media_type="application/json", opt=OWN)
    async def export(self, request: Asking, exports: Part[Exports], limits: Part[Limits], person: Visitor) -> Stream:
        """All that is kept about me, in one file: of running matches what my seats may know. One at a time."""
        limits.check(limits.exports, address(request.scope))
        headers = {"content-disposition": 'attachment; filename="tutti-mine.json"', "vary": "accept-encoding"}
        parts = exports.file(person)
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            parts = packed(parts)
        return Export(exports, person.id, parts, headers)


def _sums(bodies: list[bytes], person: str, wish: Wish) -> Statistics:
    return statistics(matches(bodies[:MOST], person, wish), usual, len(bodies) > MOST)
