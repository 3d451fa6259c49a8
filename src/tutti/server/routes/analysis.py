"""Analyses: have a finished match looked into, see how far that is, stop it."""

from __future__ import annotations

from litestar import Controller, delete, get, post

from tutti.server.accounts.people import People
from tutti.server.analyses import Analyses
from tutti.server.messages.replays import AnalysisInfo
from tutti.server.middleware import address
from tutti.server.rate_limits import Limits
from tutti.server.replays import Replays
from tutti.server.routes import FAULTS, Asking, Part, Visitor
from tutti.server.routes.replays import Token, whole_of


class AnalysisController(Controller):
    path = "/api/replays/{token:str}/analysis"
    tags = ("replays",)

    @get("/", responses=FAULTS, operation_id="getAnalysis")
    async def show(
        self,
        analyses: Part[Analyses],
        person: Visitor,
        replays: Part[Replays],
        token: Token,
    ) -> AnalysisInfo:
        """What was found out about a match, or how far that is."""
        await replays.find(token)
        return await analyses.look(token, person.id)

    @post("/", status_code=200, responses=FAULTS, operation_id="analyse")
    async def begin(
        self,
        request: Asking,
        limits: Part[Limits],
        people: Part[People],
        analyses: Part[Analyses],
        person: Visitor,
        replays: Part[Replays],
        token: Token,
    ) -> AnalysisInfo:
        """Have a finished match looked into, one at a time; it goes on where it was stopped."""
        limits.check(limits.heavy, address(request.scope))
        replay = await replays.find(token)
        whole_of(replay)
        person = await people.note(person)
        # On an account of its own, so that bots at the tables of this address need not wait for a piece.
        await analyses.begin(replay, person.id, f"analysis {address(request.scope)}")
        return await analyses.look(token, person.id)

    @delete("/", status_code=200, responses=FAULTS, operation_id="stopAnalysis")
    async def stop(
        self,
        analyses: Part[Analyses],
        person: Visitor,
        replays: Part[Replays],
        token: Token,
    ) -> AnalysisInfo:
        """Stop it; what was found out so far is kept. Only for who began it."""
        await replays.find(token)
        await analyses.stop(token, person.id)
        return await analyses.look(token, person.id)
