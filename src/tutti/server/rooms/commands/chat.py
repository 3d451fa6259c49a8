"""What people say to each other, and what they ask the rules and the bots."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from tutti.kernel.errors import IllegalAction
from tutti.kernel.types import Fields
from tutti.server.accounts.confusables import legible
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused, fault_of
from tutti.server.rooms.commands.checks import check_question, running
from tutti.server.rooms.commands.register import answers, changes
from tutti.server.rooms.room import Change, Room
from tutti.server.workers.pool import Unable

if TYPE_CHECKING:
    from tutti.server.rooms.commands.dispatch import Asker, Dispatcher


@changes(m.Say, person="talk")
def say(room: Room, change: Change, seat: int, order: m.Say, standin: str) -> None:
    text = " ".join(order.text.split())
    if not legible(text):
        raise Refused("bad_talk")
    place = room.table.seats[seat]
    change.line(seat=seat, person=place.person, name=place.name, text=text)
    change.event("said", seat, order.key, line=room.table.lines)


@answers(m.Why)
def why(dispatcher: Dispatcher, room: Room, asker: Asker, order: m.Why) -> m.WhyMessage:
    """Why an action would be refused, now or after others of the player; nothing when it is legal."""
    match = running(room)
    fault: IllegalAction | None = None
    if order.before:
        try:
            match.preview(asker.seat, [*order.before, order.action], views=False)
        except IllegalAction as refused:
            fault = refused
    elif refusal := match.why_not(asker.seat, order.action):
        fault = IllegalAction(refusal, match.game.name, asker.seat, order.action)
    return m.WhyMessage(n=0, key=order.key, fault=None if fault is None else fault_of(fault))


@answers(m.Hint, person="hints", address="hints_from", slow=True)
def hint(dispatcher: Dispatcher, room: Room, asker: Asker, order: m.Hint) -> Coroutine[Any, Any, m.HintMessage]:
    """What a strong bot thinks of a player's open question; it knows no more than the player."""
    match = running(room)
    if not room.table.hints:
        raise Refused("hints_off", 409)
    bot = dispatcher.registry.bots.adviser()
    if bot is None:
        raise Refused("no_hints", 409)
    check_question(match, asker.seat, order.question)
    if asker.seat not in match.active:
        raise Refused("not_asked", 409)
    return _thought(dispatcher, room.table.id, match.transcript(), asker, bot, order.key)


@answers(m.Preview, person="previews", address="previews_from")
def preview(dispatcher: Dispatcher, room: Room, asker: Asker, order: m.Preview) -> m.PreviewMessage:
    """What actions of a player would do, as far as that player can know."""
    match = running(room)
    if not room.table.previews:
        raise Refused("previews_off", 409)
    check_question(match, asker.seat, order.question)
    seen = match.preview(asker.seat, order.actions, order.view)
    if not room.table.coach:
        seen = replace(seen, warnings=())
    return msgspec.convert({"type": "preview", "n": 0, "key": order.key, **seen.json()}, m.PreviewMessage)


async def _thought(
    dispatcher: Dispatcher, table: str, match: Fields, asker: Asker, bot: str, key: str
) -> m.HintMessage:
    try:
        said = await dispatcher.registry.bots.workers.think(table, match, asker.seat, bot, asker.address)
    except Unable:
        raise Refused("no_hints", 409) from None
    return msgspec.convert({"type": "hint", "n": 0, "key": key, "bot": bot, **said}, m.HintMessage)
