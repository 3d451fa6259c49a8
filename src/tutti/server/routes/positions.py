"""Positions: play on from a moment of a replay, or from a table that somebody wrote down; never the real match."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from tutti.ai import roster
from tutti.kernel.facts import Fields
from tutti.server.core import Server
from tutti.server.messages.errors import Refused
from tutti.server.messages.tables import PlayOn, PlayOnAt, PlayOnFrom, Position, PositionInfo, TableInfo
from tutti.server.middleware import address
from tutti.server.rooms import lobby
from tutti.server.routes import FAULTS, Asking, Serving, Visitor, slow
from tutti.server.routes.replays import LONGEST, BadRecordSent, Token, look_first, may_have, replay_of, whole_of
from tutti.server.routes.tables import Id
from tutti.server.store.rows import Origin, Person
from tutti.server.workers.pool import Unable

STRONGEST = "maestro"
"""Who plays for people who are not there."""

Entry = Annotated[int, QueryParameter(ge=0, le=100_000, description="After so many entries")]
Whose = Annotated[int | None, QueryParameter(ge=-1, le=5, description="whose eyes; -1: a spectator's")]


class PositionsController(Controller):
    path = "/api"
    tags = ("positions",)

    @post("/positions", responses=FAULTS, operation_id="playPosition", before_request=look_first)
    async def play(self, request: Asking, server: Serving, person: Visitor, data: JSONBody[PlayOnAt]) -> TableInfo:
        """A table against bots that begins at this position. What is hidden in it is filled in by chance."""
        where = address(request.scope)
        slow(server, server.limits.tables, where)
        server.policy.check_tables()
        said = _right(await _read(server, where, position=data.position))
        return await _open(server, person, where, said, data, Origin("position"))

    @post(
        "/positions/check", status_code=200, responses=FAULTS, operation_id="checkPosition", before_request=look_first
    )
    async def check(self, request: Asking, server: Serving, data: JSONBody[Position]) -> PositionInfo:
        """Whether a position can be, while somebody writes it; how it looks, or where it is wrong and why."""
        where = address(request.scope)
        slow(server, server.limits.previews_from, where)
        said = await _read(server, where, position=data.position)
        if "refused" in said:
            return PositionInfo(fault=BadRecordSent(said["refused"]).fault())
        whole = said["position"]
        return PositionInfo(
            game=whole["game"],
            players=whole["players"],
            pack_hash=whole["pack"]["hash"],
            active=said["active"],
            view=said["view"],
        )

    @get("/tables/{id:str}/position", responses=FAULTS, operation_id="getPosition")
    async def table(self, server: Serving, person: Visitor, id: Id, player: Whose = None) -> dict[str, Any]:
        """The position at a table as its player can write it down; when the match is over, as anybody could."""
        async with server.registry.room(id) as room, room.lock:
            match = may_have(room, person.id, player)
            return match.dump() if player is None else match.dump(player)

    @get("/replays/{token:str}/position", responses=FAULTS, operation_id="getReplayPosition")
    async def moment(self, request: Asking, server: Serving, token: Token, entry: Entry) -> dict[str, Any]:
        """The position at a moment of a replay."""
        where = address(request.scope)
        slow(server, server.limits.heavy, where)
        replay = await replay_of(server, token)
        whole_of(replay)
        said = _right(await _read(server, where, record=replay.record.decode(), entry=entry))
        found: dict[str, Any] = said["position"]
        return found

    @post("/replays/{token:str}/play", responses=FAULTS, operation_id="playOn")
    async def play_on(
        self, request: Asking, server: Serving, person: Visitor, token: Token, data: JSONBody[PlayOnFrom]
    ) -> TableInfo:
        """A table against bots that begins at a moment of a replay, with chance of its own from there on."""
        where = address(request.scope)
        slow(server, server.limits.tables, where)
        server.policy.check_tables()
        replay = await replay_of(server, token)
        whole_of(replay)
        said = _right(await _read(server, where, record=replay.record.decode(), entry=data.entry))
        origin = Origin("replay", token, data.entry)
        return await _open(server, person, where, said, data, origin, replay.names)


async def _read(
    server: Server, where: str, position: Fields | None = None, record: str = "", entry: int = 0
) -> dict[str, Any]:
    """What a worker process makes of it; the seed fills in what is hidden, and is used for nothing else."""
    seed = secrets.token_hex(16)
    try:
        return await server.workers.job(
            "position", LONGEST, owner=where, position=position, record=record, entry=entry, seed=seed
        )
    except Unable:
        raise Refused("unreadable_record", 409) from None


def _right(said: dict[str, Any]) -> dict[str, Any]:
    if "refused" in said:
        raise BadRecordSent(said["refused"])
    return said


async def _open(
    server: Server,
    person: Person,
    where: str,
    said: dict[str, Any],
    wish: PlayOn,
    origin: Origin,
    names: Sequence[str] = (),
) -> TableInfo:
    whole, active = said["position"], said["active"]
    if not active:
        raise Refused("position_over", 409)
    mine = active[0] if wish.seat is None else wish.seat
    if mine >= whole["players"]:
        raise Refused("no_seat", 409)
    bots = [wish.bot or _played(server, names, seat) for seat in range(whole["players"])]
    person = await server.people.note(person)
    table = lobby.table_from(whole, mine, bots, origin, person, server.now())
    room = await server.registry.open(table, where, position=whole)
    return room.info(person.id)


def _played(server: Server, names: Sequence[str], seat: int) -> str:
    """The bot that played a seat of a replay, else the strongest level."""
    known = roster.bots()
    if seat < len(names) and names[seat] in known:
        return names[seat]
    return STRONGEST if STRONGEST in known else server.workers.quickest
