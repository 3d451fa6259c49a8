"""Who plays a seat: a bot while its person is away, the person who comes back, a substitute by a link; giving up."""

from __future__ import annotations

import hashlib
import secrets

from tutti.server.accounts import identity
from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.commands.checks import own_hands, running
from tutti.server.rooms.commands.endings import stop
from tutti.server.rooms.commands.proposals import DECLINED, GRANTED, POSSIBLE, ask, of_absent, settle
from tutti.server.rooms.commands.register import changes
from tutti.server.rooms.room import Change, Room
from tutti.server.store.rows import Former, Offer, Person, Seat, Table

APPLICANTS = 3
"""So many newcomers may wait for one seat: names are cheap."""


def hand_over(room: Room, change: Change, seat: int, bot: str, code: str, key: str = "") -> None:
    """A bot plays for this seat from now on; ``code`` is the event and the notice."""
    assert room.match is not None
    place = room.table.seats[seat]
    place.standin, place.bot, place.ahead, place.away = True, bot, [], change.now
    # Whose time is over has a minute to see it before the others decide alone.
    place.votes_until = change.now + (clocks.grace(room.table, seat) if code == "left" else clocks.MINUTE)
    place.went = len(room.match.log)
    change.event(code, seat, key, bot=bot)
    change.notice(code, player=seat)
    change.touch()
    settle(room, change)


@changes(m.Away)
def away(room: Room, change: Change, seat: int, order: m.Away, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    hand_over(room, change, seat, standin, "left", order.key)


@changes(m.Back)
def back(room: Room, change: Change, seat: int, order: m.Back, standin: str) -> None:
    running(room)
    place = room.table.seats[seat]
    if place.resigned:
        raise Refused("has_resigned", 409)
    if not place.standin:
        raise Refused("not_away", 409)
    if clocks.turn_lost(room.table, seat, change.now):
        raise Refused("turn_lost", 409)
    if clocks.out_of_time(room.table, seat):
        raise Refused("no_time_left", 409)
    place.standin, place.bot = False, ""
    call_off(room, seat)
    clocks.come_back(room.table, seat)
    change.event("back", seat, order.key)
    change.notice("back", player=seat)
    change.touch()


@changes(m.Replace)
def replace(room: Room, change: Change, seat: int, order: m.Replace, standin: str) -> None:
    running(room)
    own_hands(room, seat)
    seats = room.table.seats
    if order.seat >= len(seats) or seats[order.seat].person == seats[seat].person:
        raise Refused("not_absent", 409)
    since = clocks.replaceable(room.table, order.seat, room.online, room.left)
    if since is None or change.now < since:
        raise Refused("not_absent", 409)
    hand_over(room, change, order.seat, standin, "replaced", order.key)


@changes(m.Resign)
def resign(room: Room, change: Change, seat: int, order: m.Resign, standin: str) -> None:
    running(room)
    place = room.table.seats[seat]
    if place.resigned:
        raise Refused("has_resigned", 409)
    if place.former is not None:
        raise Refused("not_yours_yet", 409)
    place.resigned = True
    call_off(room, seat)
    hand_over(room, change, seat, standin, "resigned", order.key)
    seats = room.table.seats
    left = [number for number, one in enumerate(seats) if not one.resigned]
    people = [number for number in left if seats[number].kind != "bot"]
    if room.table.state == "running" and (len(left) == 1 or not people):
        stop(room, change, "resigned", winners=left if len(left) == 1 else None)


# -- substitutes -------------------------------------------------------------------------------


@changes(m.Invite)
def invite(room: Room, change: Change, seat: int, order: m.Invite, standin: str) -> None:
    running(room)
    table = room.table
    seats = table.seats
    if order.seat >= len(seats) or seats[order.seat].kind not in ("person", "local"):
        raise Refused("no_seat", 409)
    place = seats[order.seat]
    if place.resigned:
        raise Refused("seat_resigned", 409)
    if place.person != seats[seat].person:
        own_hands(room, seat)
        if not place.standin or order.seat in clocks.here(table, room.online):
            raise Refused("not_absent", 409)
        if len(clocks.rivals(table, order.seat)) < 2:
            raise Refused("too_few", 409)
    if place.standin and clocks.out_of_time(table, order.seat):
        raise Refused("seat_no_time", 409)
    if place.person != seats[seat].person:
        since = clocks.substitute_from(table, order.seat)
        if since is None or change.now < since:
            raise Refused("not_absent_long", 409)
    if place.invite:
        raise Refused("is_invited", 409)
    ask(room, change, seat, "seat", order.key, target=order.seat)
    if place.person != seats[seat].person:
        change.notice("seat_asked", always=True, player=order.seat)


def open_seat(room: Room, change: Change, offer: Offer) -> None:
    """Whoever has the link may apply, unless its person is back before."""
    place = room.table.seats[offer.target]
    place.invite, place.gift, place.turned_away = secrets.token_urlsafe(9), not of_absent(room, offer), []
    change.event("invited", offer.target)
    if place.gift:
        change.notice("given", always=True, player=offer.target)
    else:
        change.notice("invited", always=True, player=offer.target)
    change.touch()


def possible(room: Room, offer: Offer) -> bool:
    """Whether the seat may be given away now: never after a resignation or without time, and that of somebody who is
    away only where two others play. One alone would give a rival's hand to whomever they like."""
    table, place = room.table, room.table.seats[offer.target]
    if place.resigned or (place.standin and clocks.out_of_time(table, offer.target)):
        return False
    return not of_absent(room, offer) or (place.standin and len(clocks.rivals(table, offer.target)) >= 2)


def call_off(room: Room, number: int) -> None:
    """The seat is not given away: nobody can apply for it any more."""
    table, place = room.table, room.table.seats[number]
    place.invite, place.gift = "", False
    table.requests = [
        offer for offer in table.requests if offer.what not in ("seat", "newcomer") or offer.target != number
    ]


def mark_of(table: Table, person: str) -> str:
    """By this a table knows somebody again who once sat there. Nobody can tell from it who that was."""
    return hashlib.blake2b(person.encode(), key=table.id.encode()[:64], digest_size=12).hexdigest()


def take(room: Room, change: Change, person: Person, number: int, invite: str) -> None:
    """A newcomer applies for a seat of a running match. Whoever agreed to the link has to agree to the person, too."""
    running(room)
    table = room.table
    if any(seat.person == person.id for seat in table.seats):
        raise Refused("one_seat_each", 409)
    place = table.seats[number] if number < len(table.seats) else Seat()
    if not place.invite or not secrets.compare_digest(place.invite.encode(), invite.encode()):
        raise Refused("no_invitation", 403)
    mark = mark_of(table, person.id)
    if mark in table.sat or any(seat.former and seat.former.person == person.id for seat in table.seats):
        raise Refused("sat_here", 403)
    if mark in place.turned_away:
        raise Refused("turned_away", 403)
    if person.name == identity.guest(person.id, 0).name:
        raise Refused("unnamed", 409)
    if any(offer.person == person.id for offer in table.requests):
        return  # once is enough
    if sum(offer.what == "newcomer" and offer.target == number for offer in table.requests) >= APPLICANTS:
        raise Refused("many_apply", 409)
    offer = Offer(table.offers + 1, "newcomer", number, target=number, person=person.id, name=person.name)
    if not possible(room, offer):
        raise Refused("seat_no_time" if place.standin and clocks.out_of_time(table, number) else "too_few", 409)
    table.offers += 1
    table.requests.append(offer)
    change.event("applied", number, offer=offer.id)
    change.notice("applies", person.id, player=number, name=person.name)
    change.touch()
    settle(room, change)


def withdraw(room: Room, change: Change, person: Person) -> None:
    """A newcomer no longer wants the seat."""
    table = room.table
    if any(offer.person == person.id for offer in table.requests):
        table.requests = [offer for offer in table.requests if offer.person != person.id]
        change.event("unapplied")
        change.touch()


def turn_away(room: Room, change: Change, offer: Offer) -> None:
    """Somebody does not want this newcomer."""
    table = room.table
    table.seats[offer.target].turned_away.append(mark_of(table, offer.person))
    change.event("turned_away", offer.target, offer=offer.id)
    change.notice("turned_away", offer.person, always=True, player=offer.target, name=offer.name)


def seat_newcomer(room: Room, change: Change, offer: Offer) -> None:
    """The newcomer goes on where the seat stands, with its hand, its secrets, and the time that coming back would give.

    Until they have moved, it is the owner's seat, too."""
    table, number = room.table, offer.target
    place = table.seats[number]
    if place.former is None and place.person is not None:
        place.former = Former(place.person, place.name, place.kind)
    _pass_host(room, place.person, offer.person)
    table.sat = sorted({*table.sat, *(mark_of(table, id) for id in (place.person, offer.person) if id)})
    place.kind, place.person, place.name = "person", offer.person, offer.name
    _sit_down(room, change, number)
    change.event("taken", number)
    change.notice("taken", offer.person, always=True, player=number, name=offer.name)
    change.touch()


def come_home(room: Room, change: Change, person: Person, number: int) -> None:
    """The owner takes the seat back from a substitute who has not moved."""
    running(room)
    place = room.table.seats[number] if number < len(room.table.seats) else Seat()
    former = place.former
    if former is None or former.person != person.id:
        raise Refused("no_return", 409)
    _pass_host(room, place.person, former.person)
    place.kind, place.person, place.name, place.former = former.kind, former.person, former.name, None
    _sit_down(room, change, number)
    change.event("returned", number)
    change.notice("back", always=True, player=number)
    change.touch()
    settle(room, change)


def _sit_down(room: Room, change: Change, number: int) -> None:
    """Somebody else plays the seat by hand, as soon as its own person could."""
    table, place = room.table, room.table.seats[number]
    call_off(room, number)
    place.ahead, place.auto, place.off, place.votes_until = [], False, [], 0
    for offer in table.requests:
        offer.agreed = [one for one in offer.agreed if one != number]
    if place.standin and not (clocks.turn_lost(table, number, change.now) or clocks.out_of_time(table, number)):
        place.standin, place.bot = False, ""
        clocks.come_back(table, number)


def _pass_host(room: Room, before: str | None, after: str) -> None:
    """The host's part goes with the last seat of the host."""
    table = room.table
    if table.host == before and len(room.seats_of(before or "")) == 1:
        table.host = after


GRANTED["seat"] = open_seat
GRANTED["newcomer"] = seat_newcomer
POSSIBLE["seat"] = POSSIBLE["newcomer"] = possible
DECLINED["newcomer"] = turn_away
