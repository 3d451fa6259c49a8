"""Moves: made, planned, and what follows by itself."""

from __future__ import annotations

from tutti.kernel.errors import TuttiError
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.commands.checks import check_question, own_hands, running
from tutti.server.rooms.commands.endings import finish
from tutti.server.rooms.commands.register import changes
from tutti.server.rooms.room import Change, Room

CHAIN = 100
"""At most so many moves in advance are made in one go."""
LONGEST_PLAN = 20
"""So many moves may be planned."""


@changes(m.Play)
def play(room: Room, change: Change, seat: int, order: m.Play, standin: str) -> None:
    match = running(room)
    own_hands(room, seat)
    check_question(match, seat, order.question)
    wanted = order.actions or [order.action]
    change.played = wanted
    if len(wanted) > 1:  # what is legal never depends on what the seat cannot know, so the preview speaks for the match
        seen = match.preview(seat, wanted, views=False)
        change.played = list(seen.actions)
        change.stop = seen.stop if len(seen.actions) < len(wanted) else ""
    for action in change.played:
        room.play(change, seat, action, "person", order.key)
    room.table.seats[seat].ahead = []
    moved(room, change)


def moved(room: Room, change: Change) -> None:
    """After a move that others may know of: requests to take back older moves make no sense any more."""
    if not change.open or not room.table.requests:
        return
    ends = [offer for offer in room.table.requests if offer.what != "undo"]
    if ends != room.table.requests:
        room.table.requests = ends
        change.touch()


# -- in advance --------------------------------------------------------------------------------


@changes(m.Ahead)
def ahead(room: Room, change: Change, seat: int, order: m.Ahead, standin: str) -> None:
    match = running(room)
    own_hands(room, seat)
    if len(order.actions) > LONGEST_PLAN:
        raise Refused("plan_too_long", most=LONGEST_PLAN, found=len(order.actions))
    codes = [match.game.read(text) for text in order.actions]
    if -1 in codes:
        raise Refused("unknown_move", found=order.actions[codes.index(-1)])
    room.table.seats[seat].ahead = [match.game.actions[code] for code in codes]
    change.event("ahead", seat, order.key, hidden=True)


@changes(m.Auto)
def auto(room: Room, change: Change, seat: int, order: m.Auto, standin: str) -> None:
    if room.table.state in ("over", "closed"):
        raise Refused("match_is_over", 409)
    room.table.seats[seat].auto = order.on
    change.event("auto", seat, order.key, hidden=True, on=order.on)


def follow(room: Room, change: Change) -> bool:
    """Moves in advance and forced answers, then the end if it has come. True when there may be more to do."""
    for _ in range(CHAIN):
        if room.match is None or room.table.state != "running":
            return False
        active = room.match.active
        if not active:
            finish(room, change)
            return False
        for seat in active:
            if _next(room, change, seat):
                break
        else:
            return False
    return True


def _next(room: Room, change: Change, seat: int) -> bool:
    """Make one move for a person who asked for it."""
    match, place = room.match, room.table.seats[seat]
    assert match is not None
    if clocks.played_by_bot(place) or not (place.ahead or place.auto):
        return False
    if place.ahead:
        wish, *place.ahead = place.ahead
        change.private()
        try:
            room.play(change, seat, wish, "ahead")
        except TuttiError:
            place.ahead = []  # it cannot be done as planned: nothing that was planned after it either
        else:
            moved(room, change)
            return True
    answer = forced_for(room, seat)
    if answer is None:
        return False
    room.play(change, seat, answer, "auto")
    moved(room, change)
    return True


def forced_for(room: Room, seat: int) -> str | None:
    """The answer that is given for a person who asked for it: everybody can see that there is no other (KN-18).

    One that ends a turn in which something could still be taken back is left to the person.
    """
    match = room.match
    if match is None or not room.table.seats[seat].auto or (answer := match.forced(seat)) is None:
        return None
    last = match.undo_refusal(seat) is None and match.preview(seat, answer, views=False).stop in ("turn", "over")
    return None if last else answer
