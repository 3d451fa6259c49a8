"""Notices whom a table waits for, and has one message brought for all that waits.

Only the process that plays a table notices (it knows who looks at the table, too), and writes a row; any may bring the
message, the first that claims it. So a restart loses nothing, and nobody is told twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from tutti.server.logs import log
from tutti.server.metrics import Metrics
from tutti.server.notifications import texts, vapid
from tutti.server.notifications.quiet_hours import earliest
from tutti.server.notifications.sender import Sender, installed
from tutti.server.notifications.texts import Waiting
from tutti.server.rooms import clocks
from tutti.server.rooms.room import Now, Room
from tutti.server.settings import Settings
from tutti.server.store import Store, StoreFault
from tutti.server.store.notifications import Channel, Listener
from tutti.server.store.rows import Table
from tutti.server.tasks import Spawn

DELAY = 15_000
"""Who looks away for a moment, or reloads the page, is not told."""
LEASE = 5 * 60_000
"""So long another process does not try what one has begun."""
AGAIN = 10 * 60_000
"""After so long it is tried once more to reach somebody whom nothing reached."""
FAILURES = 5
"""After so many in a row a channel is left alone until its owner tests it."""
URGENT = "seat"
"""The reason that waits neither for the delay nor for the time between two messages."""
REASONS = ("turn", "vote", "closing", URGENT)
TICK = 2.0
MOST = 100
"""Tables that one message can be about."""


def asked(table: Table, person: str) -> str:
    """Why a table waits for a person: ``turn``, ``vote``, ``closing`` or ``seat`` (others give away the seat of whoever
    is away); empty if it does not."""
    mine = [number for number, seat in enumerate(table.seats) if seat.person == person]
    if table.state == "waiting":
        return "closing" if table.warned and (mine or table.host == person) else ""
    if table.state != "running":
        return ""
    hands = [number for number in mine if not clocks.played_by_bot(table.seats[number])]
    if any(number in table.active for number in hands):
        return "turn"
    if _loses_seat(table, person):
        return URGENT
    left = [number for number in mine if not table.seats[number].resigned]
    asks = [offer for offer in table.requests if offer.seat not in mine and not set(mine) & set(offer.agreed)]
    # Another clock needs the consent of those who are away, too.
    return "vote" if asks and (hands or (left and any(offer.what == "slow" for offer in asks))) else ""


def _loses_seat(table: Table, person: str) -> bool:
    """Whether others are about to give away the seat of this person, or have, and the person can still return."""
    wanted = {offer.target for offer in table.requests if offer.what == "seat"}
    return any(
        (seat.former is not None and seat.former.person == person)
        or (seat.person == person and seat.standin and not seat.gift and (number in wanted or seat.invite))
        for number, seat in enumerate(table.seats)
    )


class Notifications:
    """Everybody who wants to hear of it. Without the extra, nobody can."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        now: Now,
        spawn: Spawn,
        metrics: Metrics,
        looks: Callable[[str, Room], bool],
    ) -> None:
        self.store = store
        self.settings = settings
        self.now = now
        self.spawn = spawn
        self.here = installed()
        self.looks = looks
        """Whether a person has a table open, with or without a seat there."""
        self.sender = Sender()
        self.listeners: set[str] = set()
        self.keys: vapid.Keys | None = None
        self._secret = b""
        self._known: WeakKeyDictionary[Room, dict[str, str]] = WeakKeyDictionary()
        """What was last noticed of each listener at a room."""
        self._noting: dict[tuple[str, str], str] = {}
        """What is to be written of a listener at a table, while somebody is at it."""
        self.sent = metrics.notifications

    # -- life ----------------------------------------------------------------------------------

    async def open(self, secret: bytes) -> None:
        self._secret = secret
        if not self.here:
            return
        self.listeners = set(await self.store.listening())
        self.spawn(self._live())

    async def close(self) -> None:
        await self.sender.close()

    async def _live(self) -> None:
        await self._guarded(self.catch_up())
        await asyncio.sleep(TICK)  # whoever plays comes first
        await self._guarded(self.vapid())
        while True:
            await asyncio.sleep(TICK)
            if self.listeners:
                await self._guarded(self.tick())

    async def _guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except Exception as fault:
            log("notices_fault", level="error", reason=repr(fault))

    async def vapid(self) -> vapid.Keys:
        """Our keys: made at the first start, kept for ever. Of several processes, the first to store some wins."""
        if self.keys is None:
            stored = await self.store.vapid()
            if not stored:
                stored = await self.store.vapid(msgspec.json.encode(await asyncio.to_thread(vapid.make)))
            self.keys = msgspec.json.decode(stored, type=vapid.Keys)
        return self.keys

    async def catch_up(self) -> None:
        """What a server that is no more has not noted."""
        for person in sorted(self.listeners):
            for table in await self.store.open_tables(person, MOST):
                if asked(table, person):
                    await self.store.begin_wait(person, table.id, self.now(), self.now() + DELAY)

    async def refresh(self, person: str) -> None:
        """Whether somebody listens may have changed, here or in another process."""
        channels = await self.store.channels(person)
        if self.here and any(channel.proved for channel in channels):
            self.listeners.add(person)
        else:
            self.listeners.discard(person)

    # -- noticing ------------------------------------------------------------------------------

    def watch(self, room: Room) -> None:
        """Something happened at a table. It happens often, so there is little to do where nobody listens."""
        if not self.listeners or room.dead or room.broken:
            return
        table = room.table
        people = {seat.person for seat in table.seats if seat.person is not None} | {table.host} | room.former()
        for person in people & self.listeners:
            self._notice(room, person)

    def _notice(self, room: Room, person: str) -> None:
        known = self._known.setdefault(room, {})
        why = asked(room.table, person)
        state = ("here" if self.looks(person, room) else why) if why else "free"
        before = known.get(person, "")
        if before == state:
            return
        known[person] = state
        if before in REASONS and state in REASONS:
            state = f"another {state}"
        key = person, room.table.id
        busy = key in self._noting
        self._noting[key] = state
        if not busy:
            self.spawn(self._note(key, known))

    async def _note(self, key: tuple[str, str], known: dict[str, str]) -> None:
        """Write what was noticed, one after the other: what came last counts."""
        written = ""
        try:
            while (state := self._noting[key]) != written:
                now = self.now()
                if state == "free" or state.startswith("another"):
                    await self.store.end_wait(*key)
                if state != "free":
                    await self.store.begin_wait(*key, now, now + (0 if state.endswith(URGENT) else DELAY))
                if state == "here":
                    await self.store.seen_wait(*key)
                written = state
        except StoreFault as fault:
            log("not_noticed", level="error", reason=str(fault))
            known.pop(key[0], None)
        finally:
            del self._noting[key]

    # -- telling -------------------------------------------------------------------------------

    async def tick(self) -> None:
        """Tell everybody whose time has come."""
        now = self.now()
        for listener in await self.store.due_listeners(now, MOST):
            assert listener.due is not None
            holidays = (await self.store.holidays([listener.person], now))[listener.person]
            when = earliest(listener.wishes, listener.told, holidays, now)
            if when > now and any(one.why == URGENT for one in await self._waiting(listener.person)):
                when = earliest(listener.wishes, 0, holidays, now)
            lease = now + LEASE if when <= now else when
            if await self.store.claim_listener(listener.person, listener.due, lease) and when <= now:
                self.spawn(self._guarded(self.tell(listener, lease)))

    async def tell(self, listener: Listener, lease: int) -> None:
        """One message about all that waits, to every channel of a listener."""
        person = listener.person
        waiting = await self._waiting(person)
        channels = [one for one in await self.store.channels(person) if one.proved and one.failed < FAILURES]
        if not waiting or not channels:
            await self.store.told(person, [], self.now(), lease)
            return
        outcomes = await asyncio.gather(*(self._send(one, listener, waiting) for one in channels))
        if "sent" in outcomes:
            await self.store.told(person, [one.table for one in waiting], self.now(), lease)
        else:
            await self.store.claim_listener(person, lease, self.now() + AGAIN)

    async def _waiting(self, person: str) -> list[Waiting]:
        """The tables that still wait, and of which this person has not heard."""
        found = []
        for id in await self.store.waits(person, MOST):
            table = await self.store.table(id)
            why = asked(table, person) if table is not None else ""
            if table is None or not why:
                await self.store.end_wait(person, id)
            else:
                found.append(Waiting(id, table.game, why))
        return found

    async def _send(self, channel: Channel, listener: Listener, waiting: Iterable[Waiting]) -> str:
        wishes = listener.wishes
        said = texts.message(list(waiting), wishes.origin, wishes.lang, self.token("stop", channel.id))
        outcome = await self.bring(channel, said)
        if outcome == "gone":
            await self.drop(channel)
        elif outcome == "sent" and channel.failed:
            await self.store.channel_reached(channel.id, False)
        elif outcome != "sent":
            await self.store.channel_failed(channel.id)
        return outcome

    async def test(self, channel: Channel, listener: Listener) -> str:
        """A message to see whether it arrives. A channel that it reaches works; mail does when its link is opened."""
        wishes, mail = listener.wishes, channel.kind == "mail"
        confirm = self.token("confirm", channel.id) if mail and not channel.proved else ""
        said = texts.test_message(wishes.origin, wishes.lang, self.token("stop", channel.id), confirm)
        outcome = await self.bring(channel, said)
        if outcome == "gone":
            await self.drop(channel)
        elif outcome == "sent":
            await self.prove(channel, not mail)
        return outcome

    async def bring(self, channel: Channel, message: dict[str, str]) -> str:
        """How it went: ``sent``, ``failed``, ``private``, ``bad``, or ``gone`` for good."""
        mail = channel.kind == "mail"
        job = {
            "do": "bring",
            "kind": channel.kind,
            "address": channel.address,
            "message": message,
            # The mail account is that of whoever runs the server, and may well be in its own network.
            "private": self.settings.notices_private or mail,
            "account": self.settings.mail if mail else "",
            "key": (await self.vapid()).private if channel.kind == "push" else "",
            "contact": self._contact(),
        }
        outcome = str((await self.sender.ask(job))["outcome"])
        self.sent.add(outcome)
        return outcome

    def _contact(self) -> str:
        """Whom a push service can write to."""
        contact = self.settings.contact
        return contact if contact.startswith(("mailto:", "https:")) else "mailto:nobody@tutti.invalid"

    # -- channels ------------------------------------------------------------------------------

    def token(self, purpose: str, channel: str) -> str:
        return texts.token(self._secret, purpose, channel)

    async def by_token(self, purpose: str, token: str) -> Channel | None:
        """The channel that a link is about."""
        id = texts.channel_of(self._secret, purpose, token)
        return await self.store.channel(id) if id else None

    def signed(self, purpose: str, token: str) -> bool:
        """Whether a link is ours, whether or not its channel is still there."""
        return texts.channel_of(self._secret, purpose, token) is not None

    async def prove(self, channel: Channel, proved: bool = True) -> None:
        await self.store.channel_reached(channel.id, proved)
        await self._changed(channel.person)

    async def drop(self, channel: Channel) -> None:
        await self.store.drop_channel(channel.id)
        await self._changed(channel.person)

    async def _changed(self, person: str) -> None:
        known = person in self.listeners
        await self.refresh(person)
        await self.store.tell("listener", person)
        if not known and person in self.listeners:  # what waits already counts, too
            for table in await self.store.open_tables(person, MOST):
                if asked(table, person):
                    await self.store.begin_wait(person, table.id, self.now(), self.now() + DELAY)
