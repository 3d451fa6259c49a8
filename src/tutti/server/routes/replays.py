"""Records: take a match with you, look at one, share one."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from tutti.kernel import library
from tutti.kernel.match import Match
from tutti.kernel.types import WATCHER, Fields
from tutti.server.accounts import identity
from tutti.server.accounts.people import People
from tutti.server.logs import log
from tutti.server.messages.base import Created
from tutti.server.messages.errors import Fault, Refused
from tutti.server.messages.replays import ReplayInfo, ReplayMoments
from tutti.server.middleware import address
from tutti.server.moderation.policy import Policy
from tutti.server.rate_limits import MIB, Limits
from tutti.server.replays import Replays
from tutti.server.rooms import event_log
from tutti.server.rooms.registry import Registry
from tutti.server.rooms.room import Room
from tutti.server.routes import FAULTS, Asking, Part, Visitor, raw
from tutti.server.routes.tables import Id
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Conflict, Store, Unreadable
from tutti.server.store.codec import SMALLEST, names_of
from tutti.server.store.rows import Replay
from tutti.server.workers.pool import Unable, WorkerPool
from tutti.words import find

LONGEST = 20.0
"""Seconds that reading a record may take."""
MOST_MOMENTS = 100
MOST_SIGNS = 30_000
"""Values of a record. The longest matches of the heaviest game have a fifth of that."""

Token = Annotated[str, PathParameter(max_length=64)]


class RecordsController(Controller):
    path = "/api/tables/{id:str}"
    tags = ("replays",)

    @get("/record", responses=FAULTS, operation_id="getRecord")
    async def record(
        self,
        request: Asking,
        store: Part[Store],
        limits: Part[Limits],
        registry: Part[Registry],
        workers: Part[WorkerPool],
        person: Visitor,
        id: Id,
        player: Annotated[int | None, QueryParameter(ge=-1, le=5, description="whose eyes; -1: a spectator's")] = None,
    ) -> Response[dict[str, Any]]:
        """The whole record when the match is over; what one player may know at any time, for that player.

        A finished match that this server can no longer play comes as the log that it stored."""
        limits.check(limits.heavy, address(request.scope))
        async with registry.room(id) as room:
            async with room.lock:
                if room.broken:
                    return raw(await _stored(store, room, person.id))
                transcript = may_have(room, person.id, player).transcript()
                names = names_of(room.table)
            return raw(with_seats(await _made(workers, transcript, player, address(request.scope)), names))

    @post("/share", status_code=200, responses=FAULTS, operation_id="shareRecord")
    async def share(
        self,
        request: Asking,
        store: Part[Store],
        clock: Part[ServerClock],
        limits: Part[Limits],
        registry: Part[Registry],
        workers: Part[WorkerPool],
        replays: Part[Replays],
        person: Visitor,
        id: Id,
    ) -> Created:
        """A link under which anybody can look at the finished match."""
        limits.check(limits.heavy, address(request.scope))
        known = await replays.of_table(id)
        async with registry.room(id) as room:
            if not room.seats_of(person.id):
                raise Refused("not_at_table", 403)
            if known is not None:
                return Created(id=known.token)
            async with room.lock:
                transcript = may_have(room, person.id, None).transcript()
                table = room.table
                names = names_of(table)
            record = await _made(workers, transcript, None, address(request.scope))
            token = identity.address_id()
            replay = Replay(token, id, person.id, clock(), table.game, table.players, record, names)
            try:
                await store.save_replay(replay)
            except Conflict:
                known = await replays.of_table(id)
                assert known is not None
                token = known.token
            return Created(id=token)


async def look_first(request: Asking) -> None:
    """Refuse what would take much memory to read: every value of JSON has a comma before it or a bracket around it."""
    body = await request.body()
    if sum(body.count(sign) for sign in (b",", b"[", b"{")) > MOST_SIGNS:
        raise Refused("too_large", 413)


class ReplaysController(Controller):
    path = "/api/replays"
    tags = ("replays",)

    @post("/", responses=FAULTS, operation_id="importRecord", before_request=look_first)
    async def bring(
        self,
        request: Asking,
        store: Part[Store],
        settings: Part[Settings],
        clock: Part[ServerClock],
        limits: Part[Limits],
        people: Part[People],
        policy: Part[Policy],
        workers: Part[WorkerPool],
        person: Visitor,
        data: JSONBody[dict[str, Any]],
    ) -> Created:
        """Bring a record along to look at it here. It is checked by the rules, move by move."""
        limits.check(limits.heavy, address(request.scope))
        if not policy.switches.imports:
            raise Refused("imports_shut", 403)
        limits.check(limits.imports, address(request.scope), max(SMALLEST, len(await request.body())))
        seats = data.get("seats")
        try:
            said = await workers.job("check", LONGEST, owner=address(request.scope), record=data)
        except Unable:
            raise Refused("unreadable_record") from None
        if "refused" in said:
            raise BadRecordSent(said["refused"])
        listed = seats if isinstance(seats, list) and len(seats) == said["players"] else []
        names = [str(name)[:64] for name in listed]
        token = identity.address_id()
        record = said["record"].encode()
        if await store.brought() + max(SMALLEST, len(record)) > settings.imports_total * MIB:
            raise Refused("no_room", 503)
        await people.note(person)
        replay = Replay(token, "", person.id, clock(), said["game"], said["players"], record, names)
        await store.bring_replay(replay, settings.imports_per_person)
        return Created(id=token)

    @get("/{token:str}", responses=FAULTS, operation_id="getReplay")
    async def show(self, person: Visitor, replays: Part[Replays], token: Token) -> ReplayInfo:
        """What match this is."""
        replay = await replays.find(token)
        whole = whole_of(replay)
        return ReplayInfo(
            token=token,
            game=replay.game,
            players=replay.players,
            names=replay.names,
            length=len(whole.log),
            at=replay.at,
            options=whole.options,
            result=whole.result,
            mine=replay.person == person.id,
            pack_hash=whole.pack.hash or _standard(replay.game),
            played_on=whole.start is not None,
        )

    @get("/{token:str}/record", responses=FAULTS, operation_id="getReplayRecord")
    async def record(self, replays: Part[Replays], token: Token) -> Response[dict[str, Any]]:
        """The record itself."""
        replay = await replays.find(token)
        whole_of(replay)
        return raw(with_seats(replay.record, replay.names))

    @get("/{token:str}/frames", responses=FAULTS, operation_id="getFrames")
    async def moments(
        self,
        request: Asking,
        limits: Part[Limits],
        workers: Part[WorkerPool],
        person: Visitor,
        replays: Part[Replays],
        token: Token,
        player: Annotated[int | None, QueryParameter(ge=0, le=5, description="whose eyes; none: a spectator's")] = None,
        first: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
        count: Annotated[int, QueryParameter(ge=1, le=MOST_MOMENTS)] = 25,
    ) -> Response[ReplayMoments]:
        """The match step by step: 0 is the set-up."""
        limits.check(limits.heavy, address(request.scope))
        replay = await replays.find(token)
        whole_of(replay)
        if player is not None and player >= replay.players:
            raise Refused("no_seat", 409)
        try:
            said = await workers.job(
                "moments",
                LONGEST,
                owner=address(request.scope),
                record=replay.record.decode(),
                player=player,
                first=first,
                count=count,
            )
        except Unable:
            raise Refused("unreadable_record", 409) from None
        return raw(msgspec.json.encode(said))


class BadRecordSent(Refused):
    """A record or a position that the engine refuses; it says where and why in its own words."""

    def __init__(self, said: dict[str, Any]) -> None:
        super().__init__("unreadable_record")
        self.said = said

    def fault(self) -> Fault:
        code, game = f"error.{self.said['code']}", self.said["game"] or "kernel"
        text = find(game, code) or code
        return Fault(code=code, game=game, rule=self.said["rule"], args=self.said["args"], text=text)


def may_have(room: Room, person: str, player: int | None) -> Match:
    """The match, if this person may have the record through these eyes now."""
    over = room.table.state == "over"
    if room.broken:
        raise Refused("match_broken", 409)
    if room.match is None:
        raise Refused("not_started", 409)
    if not room.may_look(person):
        raise Refused("no_spectators", 403)
    if player is not None and player >= room.table.players:
        raise Refused("no_seat", 409)
    if not over and player is None:
        raise Refused("not_over", 409)
    if not over and player != WATCHER and player not in room.seats_of(person):
        raise Refused("not_your_seat", 403, seat=player)
    return room.match


async def _stored(store: Store, room: Room, person: str) -> bytes:
    """The log of a broken match. While it runs it holds secrets that nobody here can tell apart."""
    if not room.may_look(person):
        raise Refused("no_spectators", 403)
    if room.table.state != "over":
        raise Refused("match_broken", 409)
    try:
        events = await store.events(room.table.id)
    except Unreadable:
        raise Refused("match_broken", 409) from None
    return msgspec.json.encode(event_log.stored(room.table, events))


async def _made(workers: WorkerPool, transcript: Fields, player: int | None, owner: str) -> bytes:
    try:
        return await workers.record(transcript, player, owner)
    except Unable:
        raise Refused("try_again", 503) from None


class Played(msgspec.Struct):
    """What a stored record says of its pack."""

    hash: str = ""


class Whole(msgspec.Struct):
    """What a stored record must have at least to be shown."""

    players: int
    log: list[Any]
    options: dict[str, Any] = {}
    result: Any = None
    pack: Played = msgspec.field(default_factory=Played)
    start: Any = None
    """The position that it begins with, if not the set-up."""


def whole_of(replay: Replay) -> Whole:
    """The record; ``Refused`` if the store has spoilt it."""
    try:
        return _whole(replay.record)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        log("unreadable", level="error", replay=replay.token[:4])
        raise Refused("unreadable_record", 409) from None


_whole = msgspec.json.Decoder(Whole).decode


def _standard(game: str) -> str:
    """The pack with which a record is played that names none; nothing if the game is no longer here."""
    return library.game(game).pack_hash if game in library.games() else ""


def with_seats(record: bytes, names: list[str]) -> bytes:
    """The record with who sat where, for people."""
    raw = msgspec.json.decode(record)
    if len(names) == raw["players"]:
        raw["seats"] = names
    return msgspec.json.encode(raw)
