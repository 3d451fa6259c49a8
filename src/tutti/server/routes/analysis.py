"""Analyses: have a finished match looked into, see how far that is, stop it."""

from __future__ import annotations

from litestar import Controller, delete, get, post

from tutti.server.messages.tables import AnalysisInfo
from tutti.server.middleware import address
from tutti.server.routes import FAULTS, Asking, Serving, Visitor, slow
from tutti.server.routes.replays import Token, replay_of, whole_of


class AnalysisController(Controller):
    path = "/api/replays/{token:str}/analysis"
    tags = ("records",)

    @get("/", responses=FAULTS, operation_id="getAnalysis")
    async def show(self, server: Serving, person: Visitor, token: Token) -> AnalysisInfo:
        """What was found out about a match, or how far that is."""
        await replay_of(server, token)
        return await server.analyses.look(token, person.id)

    @post("/", status_code=200, responses=FAULTS, operation_id="analyse")
    async def begin(self, request: Asking, server: Serving, person: Visitor, token: Token) -> AnalysisInfo:
        """Have a finished match looked into, one at a time; it goes on where it was stopped."""
        slow(server, server.limits.heavy, address(request.scope))
        replay = await replay_of(server, token)
        whole_of(replay)
        person = await server.people.note(person)
        # On an account of its own, so that bots at the tables of this address need not wait for a piece.
        await server.analyses.begin(replay, person.id, f"analysis {address(request.scope)}")
        return await server.analyses.look(token, person.id)

    @delete("/", status_code=200, responses=FAULTS, operation_id="stopAnalysis")
    async def stop(self, server: Serving, person: Visitor, token: Token) -> AnalysisInfo:
        """Stop it; what was found out so far is kept. Only for who began it."""
        await replay_of(server, token)
        await server.analyses.stop(token, person.id)
        return await server.analyses.look(token, person.id)
