"""A room without a server: for what a room does by itself."""

from __future__ import annotations

from typing import Any, cast

from tutti.kernel import library
from tutti.kernel.match import Match
from tutti.server.rooms.room import Room
from tutti.server.store import Store
from tutti.server.store.rows import Hand, Seat, Table

DAY = 24 * 3600 * 1000


def room_of(game: str = "symphonimo", people: int = 2, seed: str = "x", **fields: Any) -> Room:
    """A running match between ``p0``, ``p1`` and so on. There is no store, so nothing can be stored."""
    match = Match.new(library.game(game), people, seed)
    seats = [Seat("person", f"p{number}", f"P{number}") for number in range(people)]
    values = {"host": "p0", "created": 1, "updated": 1, "state": "running", "seats": seats, "seed": seed, **fields}
    table = Table("t", game, people, dict(match.options.values), hands=[Hand() for _ in seats], **values)
    return Room(table, match, cast(Store, None), lambda: 1000, DAY)
