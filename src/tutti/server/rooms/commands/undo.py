"""Undo: what is free is taken back at once; beyond that, the table is asked."""

from __future__ import annotations

from tutti.kernel.errors import UndoRefused
from tutti.kernel.log import Entry
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms.commands.checks import check_question, own_hands, running
from tutti.server.rooms.commands.moves import forced_for, moved
from tutti.server.rooms.commands.proposals import GRANTED, ask
from tutti.server.rooms.commands.register import changes
from tutti.server.rooms.room import Change, Room
from tutti.server.store.rows import Offer


@changes(m.Undo)
def undo(room: Room, change: Change, seat: int, order: m.Undo, standin: str) -> None:
    match = running(room)
    own_hands(room, seat)
    if room.table.undo == "none":
        raise Refused("undo_off", 409)
    check_question(match, seat, order.question)
    refusal = match.undo_refusal(seat)
    if refusal is None:
        take_back(room, change, seat, agreed=False, key=order.key)
        take_back_forced(room, change, seat)
        return
    if refusal.code == "undo_nothing" or room.table.undo == "free":
        raise UndoRefused(refusal, match.game.name, seat)
    ask(room, change, seat, "undo", order.key)


def take_back(room: Room, change: Change, seat: int, agreed: bool, key: str = "") -> None:
    assert room.match is not None
    last = last_of(room, seat)
    # A sealed answer or a click of an open group that its owner withdraws is nobody else's business.
    quiet = not agreed and (last.held or (last.sealed and not last.closed))
    room.match.undo(seat, agreed=agreed)
    change.undone = True
    change.event("undo", seat, key, quiet and not last.done, agreed=agreed)
    for one in room.table.seats:
        one.went = min(one.went, len(room.match.log))
        one.acted = min(one.acted, len(room.match.log))
        one.given = [moves for moves in one.given if moves <= len(room.match.log)]
        one.stood = [moves for moves in one.stood if moves <= len(room.match.log)]
        one.ahead = [] if not quiet or one is room.table.seats[seat] else one.ahead
    if not quiet:
        change.notice("undone", always=agreed, player=seat)
        moved(room, change)


def take_back_forced(room: Room, change: Change, seat: int) -> None:
    """On to the last answer that was a choice: one that is given by itself would come again at once."""
    match = room.match
    assert match is not None
    while forced_for(room, seat) is not None and match.undo_refusal(seat) is None:
        take_back(room, change, seat, agreed=False)


def last_of(room: Room, seat: int) -> Entry:
    assert room.match is not None
    return next(entry for entry in reversed(room.match.log) if entry.player == seat)


def _undo(room: Room, change: Change, offer: Offer) -> None:
    while not last_of(room, offer.seat).done:
        take_back(room, change, offer.seat, agreed=False)
    take_back(room, change, offer.seat, agreed=True)
    take_back_forced(room, change, offer.seat)


GRANTED["undo"] = _undo
