"""How a match ends: by its rules, by the people at the table, or because nobody comes any more."""

from __future__ import annotations

from typing import Any

from tutti.server.logs import log
from tutti.server.rooms.room import Change, Room


def finish(room: Room, change: Change) -> None:
    """The rules say that it is over."""
    assert room.match is not None
    result = room.match.result
    assert result is not None
    _over(room, change, result.json())


def stop(room: Room, change: Change, reason: str, winners: list[int] | None = None) -> None:
    """People ended it before the rules did; the points are those of the moment."""
    match = room.match
    assert match is not None
    state = match.state
    players = range(match.players)
    points = [int(match.game.points(state, player)) for player in players]
    places = [int(match.game.place(state, player)) for player in players]
    if winners is not None:
        places = [1 if player in winners else 2 for player in players]
    elif reason == "resigned":
        people = [number for number, seat in enumerate(room.table.seats) if seat.resigned]
        places = [2 if player in people else 1 for player in players]
    winners = [player for player in players if places[player] == 1]
    _over(
        room,
        change,
        {
            "reason": reason,
            "winners": winners,
            "places": places,
            "points": points,
            "sources": [],
            "tiebreak": None,
            "early": True,
        },
    )


def abandon(room: Room, change: Change) -> None:
    """Nobody has moved for very long."""
    stop(room, change, "abandoned")


def _over(room: Room, change: Change, ending: dict[str, Any]) -> None:
    table = room.table
    table.state, table.ended, table.ending = "over", change.now, ending
    table.active, table.deadline, table.requests = [], None, []
    for hand in table.hands:
        hand.since = None
    for seat in table.seats:
        seat.ahead, seat.invite, seat.gift, seat.former = [], "", False, None
    change.event("over", ending=ending, seed=table.seed)
    log("match_over", table=table.id[:6], game=table.game, reason=ending["reason"])
    change.touch()
