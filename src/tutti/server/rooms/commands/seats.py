"""Leaving a seat to a bot, coming back, giving up."""

from __future__ import annotations

from tutti.server.messages import socket as m
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.commands.absence import call_off
from tutti.server.rooms.commands.checks import own_hands, running
from tutti.server.rooms.commands.endings import stop
from tutti.server.rooms.commands.register import changes
from tutti.server.rooms.commands.undo import settle
from tutti.server.rooms.room import Change, Room


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
