"""One socket: a seat or a spectator. It is told that something happened and looks for itself."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from tutti.kernel.errors import TuttiError
from tutti.kernel.types import WATCHER
from tutti.server.core import Server
from tutti.server.logs import log
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Moved, Refused, fault_of, unavailable
from tutti.server.middleware import address
from tutti.server.open_sockets import AGAIN
from tutti.server.protocol.channel import HUNG_UP, Channel, Receive
from tutti.server.protocol.websocket import PUSH, Push
from tutti.server.rate_limits import Limits
from tutti.server.rooms.client_view import Told
from tutti.server.rooms.commands.dispatch import Asker
from tutti.server.rooms.commands.register import Answer
from tutti.server.rooms.room import TALK_KEPT, Room
from tutti.server.store import StoreFault
from tutti.server.store.rows import Person, TalkLine

FORBIDDEN, GONE, POLICY = 4403, 4404, 1008
"""Close codes: not for you; no such table; you do not behave."""
STRIKES = 30
REPLIES = 200
SYNC_PAUSE = 1.0


class Socket:
    """What this client has been told so far. It remembers numbers, not messages: a slow client misses nothing."""

    def __init__(self, server: Server, wire: Channel, room: Room, seat: int | None) -> None:
        self.server = server
        self.wire = wire
        self.room = room
        self.seat = seat
        self.person: Person = wire.scope["state"]["person"]
        self.address = address(wire.scope)
        self.asker = Asker(self.person.id, WATCHER if seat is None else seat, self.address)
        self.session: str = wire.scope["state"]["session"]
        self.told = Told()
        self.table = b""
        self.version = -1
        self.line = 0
        self.mutes: set[str] = set()
        self.replies: deque[Answer | m.RefusedMessage | m.Pong | m.Welcome] = deque()
        self.fresh = True
        """Nothing has been told yet, or everything is told anew."""
        self.dirty = False
        short: Any = (wire.scope.get("extensions") or {}).get(PUSH, {})
        self.push: Push | None = short.get("push")
        """The short way to the wire, if whoever runs the application has one."""
        self.receive: Receive = short.get("receive", wire.receive)
        self.sending = False
        """Something is told, or will be soon."""
        self.draining = False
        """It is told by a task, which may wait for the client."""
        self.closed = False
        self.syncing = False
        """Everything is to be told anew as soon as it may be."""
        self.strikes = 0
        self.syncs = Limits.socket_syncs()

    # -- out -----------------------------------------------------------------------------------

    def nudge(self) -> None:
        self.dirty = True
        if not self.sending and not self.closed:
            self.sending = True
            self.server.outbox.put(self.flush)  # soon: what is told at the same time goes out as one

    def flush(self) -> None:
        """Tell what there is at once, if nobody is changing the table and the client reads; else wait for that."""
        push = self.push
        if push is None or self.closed or self.room.lock.locked() or self._locked_out() is not None:
            self.server.tasks.spawn(self._drain())
            return
        try:
            self.dirty = False
            out = self._collected() if self.fresh else self._collect()
            if not push(out):
                self.server.tasks.spawn(self._drain(out))
                return
            self.server.metrics.messages.add("", len(out))
        except Exception as fault:
            self.server.tasks.spawn(self._fail(fault))
        self.sending = False

    async def _drain(self, first: Sequence[bytes] = ()) -> None:
        """Tell all that there is, as fast as the client reads it; ``first`` what was collected already."""
        self.draining = True
        try:
            await self._send(first)
            while (self.dirty or self.replies) and not self.closed:
                self.dirty = False
                async with self.room.lock:
                    close = self._locked_out()
                    out = self._answers() if close else self._collected()  # who is shut out has been told why
                await self._send(out)
                if close:
                    await self.close(*close)
        except HUNG_UP:
            self.closed = True
        except Exception as fault:
            await self._fail(fault)
        finally:
            self.sending = self.draining = False

    async def _send(self, out: Sequence[bytes]) -> None:
        if out and self.push is not None and self.push(out):
            self.server.metrics.messages.add(by=len(out))
            return
        for raw in out:
            await self.wire.send(raw)
            self.server.metrics.messages.add()

    async def _fail(self, fault: Exception) -> None:
        log("socket_fault", level="error", reason=repr(fault))
        await self.close(AGAIN, "try_again")

    def _locked_out(self) -> tuple[int, str] | None:
        """Whether this client may no longer look."""
        room, seat = self.room, self.seat
        if room.dead:
            return AGAIN, "try_again"
        if seat is None:
            shut = room.begun and not room.may_look(self.person.id)
            return (FORBIDDEN, "no_spectators") if shut else None
        return None if room.table.seats[seat].person == self.person.id else (FORBIDDEN, "not_your_seat")

    def _collected(self) -> list[bytes]:
        """What ``_collect`` finds; much that is told anew counts against whoever asked for it."""
        out = self._collect()
        if self.fresh:
            self.fresh = False
            self.server.limits.told_anew(self.person.id, self.address, sum(map(len, out)))
        return out

    def _collect(self) -> list[bytes]:
        """Everything this client has not been told, as messages. Only while nobody changes the room."""
        room, out = self.room, self._answers() if self.replies else []
        if self.version != room.version:
            self._tell_table(out)
        if room.talk and room.talk[-1].no > self.line:
            self._tell_talk(out, room.talk)
        view = room.client_view(self.seat)
        if view is not None and (news := self.told.news(view)) is not None:
            out.append(news)
        return out

    def _answers(self) -> list[bytes]:
        out = []
        while self.replies:
            reply = self.replies.popleft()
            reply.n = self.told.number()
            out.append(m.encode(reply))
        return out

    def _tell_table(self, out: list[bytes]) -> None:
        self.version = self.room.version
        info = m.encode(self.room.info(self.person.id))
        if info != self.table:
            self.table = info
            out.append(b'{"type":"table","n":%d,"table":%b}' % (self.told.number(), info))

    def _tell_talk(self, out: list[bytes], talk: list[TalkLine]) -> None:
        lines = [talk_line(one) for one in talk if one.no > self.line and one.heard(self.mutes)]
        self.line = talk[-1].no
        if lines:
            out.append(m.encode(m.TalkMessage(n=self.told.number(), lines=lines)))

    def forget(self) -> None:
        """The client starts from nothing."""
        self.told.forget()
        self.table, self.version, self.line = b"", -1, 0
        self.fresh = True

    def reply(self, message: Any) -> None:
        self.replies.append(message)
        if len(self.replies) > REPLIES:
            self.strikes = STRIKES + 1
        self.nudge()

    async def close(self, code: int, reason: str) -> None:
        if not self.closed:
            self.closed = True
            if self.push is not None and not self.draining:
                self.push(self._answers())  # who is shut out has been told why
            await self.wire.close(code, reason)

    # -- in ------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Take orders until the client goes."""
        bucket = self.server.limits.socket()
        while not self.closed:
            received = await self.receive()
            if received["type"] == "websocket.disconnect":
                return
            raw: Any = received.get("text") or received.get("bytes") or b""
            limits = self.server.limits
            if limits.on and not (bucket.take(time.monotonic()) and limits.messages.take(self.address)):
                self._refuse("", Refused("slow_down", 429))
            else:
                await self._take(raw)
            if self.strikes > STRIKES:
                await self.close(POLICY, "strikes")

    async def _take(self, raw: str | bytes) -> None:
        try:
            order = m.decode(raw)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
            self._refuse("", Refused("bad_message", reason=str(fault)[:200]))
            return
        if isinstance(order, m.Ping):
            self.reply(m.Pong(n=0, now=self.server.now()))
        elif isinstance(order, m.Sync):
            self._sync()
        else:
            await self._order(order)

    def _sync(self) -> None:
        """Tell everything anew, later if there was much of that; several wishes are one."""
        if self.syncing:
            self._refuse("", Refused("slow_down", 429))
        elif self.server.limits.may_sync(self.syncs, self.person.id, self.address):
            self.forget()
            self.nudge()
        else:
            self.syncing = True
            self.server.tasks.spawn(self._sync_later())

    async def _sync_later(self) -> None:
        while not self.closed and not self.server.limits.may_sync(self.syncs, self.person.id, self.address):
            await asyncio.sleep(SYNC_PAUSE)
        self.syncing = False
        self.forget()
        self.nudge()

    async def _order(self, order: m.Orders) -> None:
        if self.server.dispatcher.slow(order):
            self.server.tasks.spawn(self._hand_in(order))  # the socket goes on meanwhile
        else:
            await self._hand_in(order)

    async def _hand_in(self, order: m.Orders) -> None:
        try:
            answer = await self.server.dispatcher.take(self.room, self.asker, order)
            self.told.again |= isinstance(answer, m.Done) and answer.repeated
            self.reply(answer)
        except Moved:
            await self.close(AGAIN, "try_again")  # unanswered: the client comes back and sends it again
        except (Refused, TuttiError) as refused:
            self.told.again = True
            self._refuse(order.key, refused, strike=False)

    def _refuse(self, key: str, refused: Refused | TuttiError, strike: bool = True) -> None:
        self.strikes += strike
        self.reply(m.RefusedMessage(n=0, key=key, fault=fault_of(refused)))


def talk_line(line: TalkLine) -> m.TalkLine:
    """A line of talk without the id of who said it."""
    return m.TalkLine(
        no=line.no, at=line.at, seat=line.seat, name=line.name, text=line.text, code=line.code, args=line.args
    )


async def serve_socket(server: Server, wire: Channel, table: str, seat: int | None) -> None:
    """The whole life of a socket."""
    await wire.accept()
    try:
        if wire.scope["state"]["refused"] is not None:
            raise wire.scope["state"]["refused"]
        with server.sockets.counted(address(wire.scope)):
            async with server.registry.room(table) as room:
                await _sit(server, wire, room, seat)
    except (Refused, StoreFault) as error:
        refused = error if isinstance(error, Refused) else unavailable(error)
        fault = m.RefusedMessage(n=1, key="", fault=fault_of(refused))
        code = {403: FORBIDDEN, 404: GONE, 421: FORBIDDEN, 429: POLICY}.get(refused.status, AGAIN)
        try:
            await wire.send(m.encode(fault))
            await wire.close(code, refused.code)
        except HUNG_UP:
            return


async def _sit(server: Server, wire: Channel, room: Room, seat: int | None) -> None:
    socket = Socket(server, wire, room, seat)
    person = socket.person.id
    socket.mutes = await server.people.mutes(person)
    async with room.lock:
        if seat is not None:
            room.check_seat(person, seat)
        elif room.begun and not room.may_look(person):
            raise Refused("no_spectators", 403)
        if room.talk is None:
            said = room.table.lines
            room.talk = await server.store.talk(room.table.id, said - TALK_KEPT) if said else []
    _arrive(room, seat, socket.address, 1)
    server.registry.pubsub.subscribe(room.table.id, socket)
    server.sockets.add(socket)
    try:
        socket.reply(m.Welcome(n=0, protocol=m.PROTOCOL, seat=seat, now=server.now()))
        server.registry.attended(room)
        if (turn := wire.scope["state"].get("turn")) is not None:
            turn.end()
        await socket.listen()
    finally:
        socket.closed = True
        server.registry.pubsub.unsubscribe(room.table.id, socket)
        server.sockets.discard(socket)
        _arrive(room, seat, socket.address, -1)
        if seat is not None and not room.online.get(seat):
            room.left[seat] = server.now()
        server.registry.attended(room)


def _arrive(room: Room, seat: int | None, where: str, by: int) -> None:
    """Somebody comes or goes; ``Registry.attended`` tells the others."""
    room.near[seat is not None, where] += by
    if not room.near[seat is not None, where]:
        del room.near[seat is not None, where]
    if seat is None:
        room.watchers += by
        return
    room.online[seat] = room.online.get(seat, 0) + by
    if not room.online[seat]:
        del room.online[seat]
