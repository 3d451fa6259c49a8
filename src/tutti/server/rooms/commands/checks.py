"""What every order checks first."""

from __future__ import annotations

from tutti.kernel.match import Match
from tutti.server.messages.errors import Refused
from tutti.server.rooms import clocks
from tutti.server.rooms.room import Room


class Stale(Refused):
    """The order answers a question that is no longer open; the current view says which is."""


def running(room: Room) -> Match:
    """The match, if moves can be made in it."""
    if room.broken:
        raise Refused("match_broken", 409)
    if room.match is None or room.table.state == "waiting":
        raise Refused("not_started", 409)
    if room.table.state != "running":
        raise Refused("match_is_over", 409)
    return room.match


def check_question(match: Match, seat: int, question: int) -> None:
    if question != match.asked(seat):
        raise Stale("stale", 409, question=match.asked(seat))


def own_hands(room: Room, seat: int) -> None:
    """A seat that a bot plays is not played by hand."""
    if clocks.played_by_bot(room.table.seats[seat]):
        raise Refused("bot_plays", 409)
