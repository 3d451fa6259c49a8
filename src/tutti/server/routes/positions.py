"""Positions: play on from a moment of a replay, or from a table that somebody wrote down; never the real match."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import JSONBody, QueryParameter

from tutti.ai import roster
from tutti.kernel.types import Fields
from tutti.server.accounts.people import People
from tutti.server.messages.errors import Refused
from tutti.server.messages.replays import PlayOn, PlayOnAt, PlayOnFrom, Position, PositionInfo
from tutti.server.messages.tables import TableInfo
from tutti.server.middleware import address
from tutti.server.moderation.policy import Policy
from tutti.server.rate_limits import Limits
from tutti.server.replays import Replays
from tutti.server.rooms import lobby
from tutti.server.rooms.registry import Registry
from tutti.server.routes import FAULTS, Asking, Part, Visitor
from tutti.server.routes.replays import LONGEST, BadRecordSent, Token, look_first, may_have, whole_of
from tutti.server.routes.tables import Id
from tutti.server.server_clock import ServerClock
from tutti.server.store.rows import Origin, Person
from tutti.server.workers.pool import Unable, WorkerPool

STRONGEST = "maestro"
"""Who plays for people who are not there."""

Entry = Annotated[int, QueryParameter(ge=0, le=100_000, description="After so many entries")]
Whose = Annotated[int | None, QueryParameter(ge=-1, le=5, description="whose eyes; -1: a spectator's")]


class PositionsController(Controller):
    path = "/api"
    tags = ("positions",)

    @post("/positions", responses=FAULTS, operation_id="playPosition", before_request=look_first)
    async def play(
        self,
        request: Asking,
        clock: Part[ServerClock],
        limits: Part[Limits],
        people: Part[People],
        registry: Part[Registry],
        policy: Part[Policy],
        workers: Part[WorkerPool],
        person: Visitor,
        data: JSONBody[PlayOnAt],
    ) -> TableInfo:
        """A table against bots that begins at this position. What is hidden in it is filled in by chance."""
        where = address(request.scope)
        limits.check(limits.tables, where)
        policy.check_tables()
        said = _right(await _read(workers, where, position=data.position))
        return await _open(clock, people, registry, workers, person, where, said, data, Origin("position"))

    @post(
        "/positions/check", status_code=200, responses=FAULTS, operation_id="checkPosition", before_request=look_first
    )
    async def check(
        self, request: Asking, limits: Part[Limits], workers: Part[WorkerPool], data: JSONBody[Position]
    ) -> PositionInfo:
        """Whether a position can be, while somebody writes it; how it looks, or where it is wrong and why."""
        where = address(request.scope)
        limits.check(limits.previews_from, where)
        said = await _read(workers, where, position=data.position)
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
    async def table(self, registry: Part[Registry], person: Visitor, id: Id, player: Whose = None) -> dict[str, Any]:
        """The position at a table as its player can write it down; when the match is over, as anybody could."""
        async with registry.room(id) as room, room.lock:
            match = may_have(room, person.id, player)
            return match.dump() if player is None else match.dump(player)

    @get("/replays/{token:str}/position", responses=FAULTS, operation_id="getReplayPosition")
    async def moment(
        self,
        request: Asking,
        limits: Part[Limits],
        workers: Part[WorkerPool],
        replays: Part[Replays],
        token: Token,
        entry: Entry,
    ) -> dict[str, Any]:
        """The position at a moment of a replay."""
        where = address(request.scope)
        limits.check(limits.heavy, where)
        replay = await replays.find(token)
        whole_of(replay)
        said = _right(await _read(workers, where, record=replay.record.decode(), entry=entry))
        found: dict[str, Any] = said["position"]
        return found

    @post("/replays/{token:str}/play", responses=FAULTS, operation_id="playOn")
    async def play_on(
        self,
        request: Asking,
        clock: Part[ServerClock],
        limits: Part[Limits],
        people: Part[People],
        registry: Part[Registry],
        policy: Part[Policy],
        workers: Part[WorkerPool],
        person: Visitor,
        replays: Part[Replays],
        token: Token,
        data: JSONBody[PlayOnFrom],
    ) -> TableInfo:
        """A table against bots that begins at a moment of a replay, with chance of its own from there on."""
        where = address(request.scope)
        limits.check(limits.tables, where)
        policy.check_tables()
        replay = await replays.find(token)
        whole_of(replay)
        said = _right(await _read(workers, where, record=replay.record.decode(), entry=data.entry))
        origin = Origin("replay", token, data.entry)
        return await _open(clock, people, registry, workers, person, where, said, data, origin, replay.names)


async def _read(
    workers: WorkerPool, where: str, position: Fields | None = None, record: str = "", entry: int = 0
) -> dict[str, Any]:
    """What a worker process makes of it; the seed fills in what is hidden, and is used for nothing else."""
    seed = secrets.token_hex(16)
    try:
        return await workers.job(
            "position", LONGEST, owner=where, position=position, record=record, entry=entry, seed=seed
        )
    except Unable:
        raise Refused("unreadable_record", 409) from None


def _right(said: dict[str, Any]) -> dict[str, Any]:
    if "refused" in said:
        raise BadRecordSent(said["refused"])
    return said


async def _open(
    clock: ServerClock,
    people: People,
    registry: Registry,
    workers: WorkerPool,
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
    bots = [wish.bot or _played(workers, names, seat) for seat in range(whole["players"])]
    person = await people.note(person)
    table = lobby.table_from(whole, mine, bots, origin, person, clock())
    room = await lobby.open_table(registry, table, where, position=whole)
    return room.info(person.id)


def _played(workers: WorkerPool, names: Sequence[str], seat: int) -> str:
    """The bot that played a seat of a replay, else the strongest level."""
    known = roster.bots()
    if seat < len(names) and names[seat] in known:
        return names[seat]
    return STRONGEST if STRONGEST in known else workers.quickest
