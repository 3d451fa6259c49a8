"""How I hear that a table waits for me: which channels, when not, a test; and links that need no cookie."""

from __future__ import annotations

import json
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from tutti import words
from tutti.server.accounts.identity import new_id
from tutti.server.accounts.people import People
from tutti.server.messages.base import Wire
from tutti.server.messages.errors import Refused
from tutti.server.middleware import address, host_of
from tutti.server.notifications import addresses
from tutti.server.notifications.dispatcher import FAILURES, Notifications
from tutti.server.notifications.quiet_hours import DAY_MINUTES, zone_of
from tutti.server.rate_limits import Limits
from tutti.server.routes import FAULTS, Asking, Part, Visitor
from tutti.server.server_clock import ServerClock
from tutti.server.settings import Settings
from tutti.server.store import Store
from tutti.server.store.notifications import Channel, Listener, Wishes
from tutti.server.store.rows import Person

MOST_CHANNELS = 6
WEBHOOK, CHAT = "https://home.example/hook", "ntfys://ntfy.sh/topic"
"""What would be right."""
Id = Annotated[str, PathParameter(max_length=64)]
Token = Annotated[str, PathParameter(max_length=128)]
Minute = Annotated[int, Meta(ge=-1, lt=DAY_MINUTES)]
Text = Annotated[str, Meta(min_length=1, max_length=addresses.LONGEST)]
KeyText = Annotated[str, Meta(min_length=8, max_length=200, pattern="^[A-Za-z0-9_=-]+$")]


class ChannelInfo(Wire):
    """A channel. Its address is told to nobody, not even to its owner: ``label`` is enough to know it by."""

    id: str
    kind: Literal["push", "webhook", "mail", "chat"]
    label: str
    proved: bool
    """Whether messages go there: after a test that arrived, or by mail a click on its link."""
    failing: bool
    """Whether it was given up after failures; a test that arrives sets it right."""


class NoticeWishes(Wire):
    """How I want to be told: minutes between messages, quiet from one minute of the day to another (-1: never)."""

    interval: Annotated[int, Meta(ge=1, le=7 * DAY_MINUTES)] = 10
    quiet_from: Minute = -1
    quiet_until: Minute = -1
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    lang: Annotated[str, Meta(max_length=8)] = "en"


class NoticesInfo(Wire):
    """What this server can do, and what I have chosen."""

    kinds: list[Literal["push", "webhook", "mail", "chat"]]
    """Empty if this server tells nobody."""
    key: str
    """With which a browser subscribes to web push."""
    wishes: NoticeWishes
    channels: list[ChannelInfo]


class PushKeys(Wire):
    p256dh: KeyText
    auth: KeyText


class NewChannel(Wire):
    """Where to tell me. ``keys`` come with the address of a browser's push service."""

    kind: Literal["push", "webhook", "mail", "chat"]
    address: Text
    keys: PushKeys | None = None


class Tested(Wire):
    """How the test went: ``sent``, ``failed``, ``private`` (not allowed from here), ``bad`` or ``gone``."""

    outcome: Literal["sent", "failed", "private", "bad", "gone"]
    channel: ChannelInfo | None = None


def info(channel: Channel) -> ChannelInfo:
    kind = msgspec.convert(channel.kind, Literal["push", "webhook", "mail", "chat"])
    failing = channel.failed >= FAILURES
    return ChannelInfo(id=channel.id, kind=kind, label=channel.label, proved=channel.proved, failing=failing)


class NotificationsController(Controller):
    path = "/api"
    tags = ("notifications",)

    @get("/me/notices", responses=FAULTS, operation_id="myNotices")
    async def mine(
        self, store: Part[Store], settings: Part[Settings], notifications: Part[Notifications], person: Visitor
    ) -> NoticesInfo:
        """How I am told that a table waits for me."""
        return await _chosen(store, settings, notifications, person)

    @put("/me/notices", responses=FAULTS, operation_id="wishNotices")
    async def wish(
        self,
        request: Asking,
        store: Part[Store],
        settings: Part[Settings],
        people: Part[People],
        notifications: Part[Notifications],
        person: Visitor,
        data: JSONBody[NoticeWishes],
    ) -> NoticesInfo:
        """When I want to be told, and when not."""
        _installed(notifications)
        if zone_of(data.zone) is None:
            raise Refused("no_such_zone", zone=data.zone)
        if data.lang not in words.languages():
            raise Refused("no_such_language", known=", ".join(words.languages()))
        known = await people.note(person)
        fields = {name: getattr(data, name) for name in data.__struct_fields__}
        await store.save_wishes(known.id, Wishes(**fields, origin=_origin(request, settings)))
        return await _chosen(store, settings, notifications, known)

    @post("/me/notices/channels", responses=FAULTS, operation_id="addChannel")
    async def add(
        self,
        request: Asking,
        store: Part[Store],
        settings: Part[Settings],
        clock: Part[ServerClock],
        limits: Part[Limits],
        people: Part[People],
        notifications: Part[Notifications],
        person: Visitor,
        data: JSONBody[NewChannel],
    ) -> ChannelInfo:
        """A place to tell me. Nothing is sent there before a test has arrived."""
        _installed(notifications)
        limits.check(limits.changes, address(request.scope))
        label, secret = await _checked(settings, notifications, data)
        known = await people.note(person)
        there = await store.channels(known.id)
        for channel in there:
            if (channel.kind, channel.address) == (data.kind, secret):
                return info(channel)
        if len(there) >= MOST_CHANNELS:
            raise Refused("too_many_channels", 409, most=MOST_CHANNELS)
        await _listener(request, store, settings, known)
        made = Channel(new_id(), known.id, data.kind, secret, label, clock())
        await store.add_channel(made)
        return info(made)

    @post("/me/notices/channels/{id:str}/test", status_code=200, responses=FAULTS, operation_id="testChannel")
    async def test(
        self,
        request: Asking,
        store: Part[Store],
        settings: Part[Settings],
        limits: Part[Limits],
        notifications: Part[Notifications],
        person: Visitor,
        id: Id,
    ) -> Tested:
        """Send me a test."""
        _installed(notifications)
        limits.check(limits.tests, person.id)
        limits.check(limits.tests_from, address(request.scope))
        channel = await _own(store, person, id)
        outcome = await notifications.test(channel, await _listener(request, store, settings, person))
        now = await store.channel(id)
        answer = msgspec.convert(outcome, Literal["sent", "failed", "private", "bad", "gone"])
        return Tested(outcome=answer, channel=info(now) if now else None)

    @delete("/me/notices/channels/{id:str}", responses=FAULTS, operation_id="dropChannel")
    async def drop(self, store: Part[Store], notifications: Part[Notifications], person: Visitor, id: Id) -> None:
        """Forget this address."""
        await notifications.drop(await _own(store, person, id))

    # -- by a link, without a cookie -----------------------------------------------------------

    @post("/notices/stop/{token:str}", status_code=200, responses=FAULTS, operation_id="stopNotices")
    async def stop(
        self, request: Asking, limits: Part[Limits], notifications: Part[Notifications], token: Token
    ) -> None:
        """No more messages to the channel of this link; its address is forgotten. A second time does nothing more."""
        limits.check(limits.changes, address(request.scope))
        _signed(notifications, "stop", token)
        channel = await notifications.by_token("stop", token)
        if channel is not None:
            await notifications.drop(channel)

    @post("/notices/confirm/{token:str}", status_code=200, responses=FAULTS, operation_id="confirmNotices")
    async def confirm(
        self, request: Asking, limits: Part[Limits], notifications: Part[Notifications], token: Token
    ) -> None:
        """Whoever reads what goes to this channel wants it."""
        limits.check(limits.changes, address(request.scope))
        _signed(notifications, "confirm", token)
        channel = await notifications.by_token("confirm", token)
        if channel is None:
            raise Refused("no_such_channel", 404)
        await notifications.prove(channel)


async def _chosen(store: Store, settings: Settings, notifications: Notifications, person: Person) -> NoticesInfo:
    kinds: list[Literal["push", "webhook", "mail", "chat"]] = []
    if notifications.here:
        kinds = ["push", "webhook", "mail", "chat"] if settings.mail else ["push", "webhook", "chat"]
    listener = await store.listener(person.id)
    wishes = listener.wishes if listener else Wishes()
    return NoticesInfo(
        kinds=kinds,
        key=(await notifications.vapid()).public if notifications.here else "",
        wishes=NoticeWishes(
            interval=wishes.interval,
            quiet_from=wishes.quiet_from,
            quiet_until=wishes.quiet_until,
            zone=wishes.zone,
            lang=wishes.lang,
        ),
        channels=[info(channel) for channel in await store.channels(person.id)],
    )


def _installed(notifications: Notifications) -> None:
    if not notifications.here:
        raise Refused("no_notices", 409)


def _signed(notifications: Notifications, purpose: str, token: str) -> None:
    if not notifications.signed(purpose, token):
        raise Refused("bad_link", 403)


async def _own(store: Store, person: Person, id: str) -> Channel:
    channel = await store.channel(id)
    if channel is None or channel.person != person.id:
        raise Refused("no_such_channel", 404)
    return channel


async def _listener(request: Asking, store: Store, settings: Settings, person: Person) -> Listener:
    """The person's wishes, the usual ones at first."""
    found = await store.listener(person.id)
    if found is None:
        found = Listener(person.id, Wishes(origin=_origin(request, settings)))
        await store.first_wishes(person.id, found.wishes)
    return found


def _origin(request: Asking, settings: Settings) -> str:
    """Where this person has our pages: the middleware has let the name pass."""
    scheme = "https" if settings.https else request.scope["scheme"]
    return f"{scheme}://{host_of(request.scope) or ''}"


async def _checked(settings: Settings, notifications: Notifications, data: NewChannel) -> tuple[str, str]:
    """What the person is shown of an address, and the address as it is kept."""
    text = data.address.strip()
    if (data.kind == "push") != (data.keys is not None):
        raise Refused("bad_push")
    try:
        if data.kind == "push":
            assert data.keys is not None
            where = urlsplit(text)
            if where.scheme not in ("https", "http" if settings.notices_private else "https") or not where.hostname:
                raise Refused("bad_push")
            keys = {"p256dh": data.keys.p256dh, "auth": data.keys.auth}
            return addresses.label("push", text), json.dumps({"endpoint": text, "keys": keys})
        if data.kind == "webhook":
            addresses.webhook(text)
        elif data.kind == "mail":
            if not settings.mail:
                raise Refused("no_mail", 409)
            addresses.mail(text)
        else:
            said = await notifications.sender.ask({"do": "check", "address": text})
            if said["outcome"] != "good":
                raise Refused("bad_chat", example=CHAT)
            return str(said["service"])[:40], text
    except addresses.BadAddress as bad:
        raise Refused(str(bad), example=WEBHOOK) from None
    except ValueError:
        raise Refused("bad_push") from None
    return addresses.label(data.kind, text), text
