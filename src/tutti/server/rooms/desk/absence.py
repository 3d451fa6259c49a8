"""When people cannot go on as they began: a table turns slow, a seat goes to another by a link. All by consent."""

from __future__ import annotations

import secrets

from tutti.server import messages as m
from tutti.server.faults import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.desk.checks import own_hands, running
from tutti.server.rooms.desk.consent import GRANTED, agree, ask, settle, voters
from tutti.server.rooms.desk.register import changes
from tutti.server.rooms.room import Change, Room
from tutti.server.store.rows import Clock, Offer, Person, Seat


@changes(m.Slow)
def slow(room: Room, change: Change, seat: int, order: m.Slow, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    if room.table.clock.kind == "days":
        raise Refused("is_slow", 409)
    for offer in room.table.requests:
        if offer.what == "slow" and offer.days == order.days and seat in voters(room, offer, change.now):
            agree(room, change, seat, offer, order.key)  # who wants the same agrees
            return
    ask(room, change, seat, "slow", order.key, days=order.days)


def turn_slow(room: Room, change: Change, offer: Offer) -> None:
    """From now on there are days for each turn; the turn that runs begins anew."""
    table = room.table
    table.clock = Clock("days", days=offer.days)
    for hand in table.hands:
        running_now = hand.since is not None
        hand.reserve = hand.before = hand.used = 0
        hand.since, hand.began = change.now if running_now else None, None
    table.requests = [other for other in table.requests if other.what != "slow"]
    change.event("slowed", offer.seat, days=offer.days)
    change.notice("slowed", always=True, days=offer.days)
    change.touch()


@changes(m.Invite)
def invite(room: Room, change: Change, seat: int, order: m.Invite, standin: str) -> None:
    running(room)
    seats = room.table.seats
    if order.seat >= len(seats) or seats[order.seat].kind not in ("person", "local"):
        raise Refused("no_seat", 409)
    place = seats[order.seat]
    if place.person != seats[seat].person:
        own_hands(room, seat)
        if not place.standin:
            raise Refused("not_absent", 409)
    if place.invite:
        raise Refused("is_invited", 409)
    ask(room, change, seat, "seat", order.key, target=order.seat)


def open_seat(room: Room, change: Change, offer: Offer) -> None:
    """Whoever has the link may sit down, unless its person is back before."""
    place = room.table.seats[offer.target]
    place.invite = secrets.token_urlsafe(9)
    change.event("invited", offer.target)
    change.notice("invited", always=True, player=offer.target)
    change.touch()


def take(room: Room, change: Change, person: Person, number: int, invite: str) -> None:
    """Somebody sits down in a running match and goes on where the seat stands, with its hand and its secrets."""
    match = running(room)
    table = room.table
    if any(seat.person == person.id for seat in table.seats):
        raise Refused("one_seat_each", 409)
    place = table.seats[number] if number < len(table.seats) else Seat()
    if not place.invite or not secrets.compare_digest(place.invite.encode(), invite.encode()):
        raise Refused("no_invitation", 403)
    if table.host == place.person:
        table.host = person.id
    moves = len(match.log)
    table.seats[number] = Seat("person", person.id, person.name, went=moves, acted=moves)
    hand = table.hands[number]
    hand.began, hand.reserve = None, max(hand.reserve, clocks.MINUTE if table.clock.kind == "live" else 0)
    change.event("taken", number)
    change.notice("taken", person.id, always=True, player=number, name=person.name)
    change.touch()
    settle(room, change)


GRANTED["slow"] = turn_slow
GRANTED["seat"] = open_seat
