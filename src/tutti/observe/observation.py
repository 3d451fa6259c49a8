"""Observation: all that a seat may see, as one row of small ints of fixed length.

It is made of the seat's own view and question and of nothing else, so it cannot tell more than they do. A game declares
it field by field (``Game.shapes``); what is left out follows from the rest, and the declaration says from what.

An absolute row has the table first, players by their numbers, then a private block for each seat. What a seat observes
is the table turned to it, so that it is seat 0 and its left neighbour seat 1, and its own private block.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tutti.kernel.chance import Host
from tutti.kernel.game import Game
from tutti.kernel.native import i16, i64, vec
from tutti.kernel.types import WATCHER, Fields
from tutti.observe.declared import Declared, Field, Left
from tutti.observe.kinds import Cell, Misfit, Seats
from tutti.observe.writer import Writer, write_mask

ASKED = "who is asked now: one, several at once, or at the end nobody"


class Observation:
    """The observation of a game at a number of players."""

    def __init__(self, game: Game[Any], players: int) -> None:
        declared: Declared | None = game.shapes.observation
        if declared is None:
            raise ValueError(f"{game.name} declares no observation")
        self.game = game
        self.players = players
        self.version = declared.version
        self.follows = dict(declared.follows)
        found = (Field("active", Seats(players), ASKED), *declared.fields(players))
        self.public = tuple(field for field in found if not field.private)
        self.private = tuple(field for field in found if field.private)
        self.table = sum(len(field.kind.cells) for field in self.public)
        """How many cells everybody sees."""
        self.own = sum(len(field.kind.cells) for field in self.private)
        """How many cells a private block has."""
        self.size = self.table + self.own
        self.cells: tuple[Cell, ...] = tuple(cell for field in self.fields for cell in field.kind.cells)
        self.orders = tuple(self._order(seat) for seat in range(players))
        """By seat: which cell of its absolute row each cell of its observation is."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Observation, (self.game, self.players)

    @property
    def fields(self) -> tuple[Field, ...]:
        """In the order of an observation."""
        return self.public + self.private

    def places(self) -> dict[str, slice]:
        """Where each field lies in an observation."""
        found, at = {}, 0
        for field in self.fields:
            found[field.path] = slice(at, at + len(field.kind.cells))
            at += len(field.kind.cells)
        return found

    # -- writing -------------------------------------------------------------------------------

    def seen(self, state: Any, player: int) -> Fields:
        """What is observed, as plain data. The state must be the one the player may know of (``Match.seen_by``)."""
        game = self.game
        active = game.active(state)
        asked = game.prompt(state, player) if player in active else None
        question = dict(asked.args) if asked else {}
        return {"active": list(active), **game.view(state, player), "question": question}

    def row(self, state: Any, player: int) -> list[int]:
        """The absolute row of one seat: the table and its own block. A spectator (``WATCHER``) has an empty block."""
        return self.encode(self.seen(state, player), player)

    def encode(self, seen: Fields, player: int = 0) -> list[int]:
        """The absolute row of what ``seen`` tells."""
        row: list[int] = []
        for field in self.public if player == WATCHER else self.fields:
            try:
                field.kind.write(field.of(seen), row)
            except (Misfit, TypeError, KeyError, AttributeError) as fault:
                raise Misfit(f"{self.game.name}, {field.path}: {fault}") from fault
        return row if player != WATCHER else row + [0] * self.own

    def whole(self, state: Any) -> list[int]:
        """The absolute row of the whole table with the private blocks of all seats: for trainers, not for players."""
        row = self.row(state, WATCHER)[: self.table]
        for seat in range(self.players):
            row += self.row(state, seat)[self.table :]
        return row

    # -- turning -------------------------------------------------------------------------------

    def turned(self, row: Sequence[int], seat: int) -> list[int]:
        """What a seat observes, from its absolute row."""
        cells = self.cells
        return [self._seat(row[at], cells[i].seats, -seat) for i, at in enumerate(self.orders[seat])]

    def unturned(self, observed: Sequence[int], seat: int) -> list[int]:
        """The absolute row of what a seat observes."""
        cells, row = self.cells, [0] * self.size
        for i, at in enumerate(self.orders[seat]):
            row[at] = self._seat(int(observed[i]), cells[i].seats, seat)
        return row

    def observe(self, state: Any, player: int) -> list[int]:
        """What a seat observes of a state that it may know of."""
        return self.turned(self.row(state, player), player)

    def _seat(self, cell: int, first: int, by: int) -> int:
        return cell if first < 0 or cell < first else first + (cell - first + by) % self.players

    def _order(self, seat: int) -> list[int]:
        order: list[int] = []
        for field in self.fields:
            start = len(order)
            order += [start + at for at in field.kind.turned(seat)]
        return order

    # -- reading -------------------------------------------------------------------------------

    def decode(self, observed: Sequence[int], seat: int = 0) -> Fields:
        """An observation as names and values, as the view has them; with its seat, players by their own numbers."""
        row = iter(self.unturned(observed, seat))
        found: Fields = {}
        for field in self.fields:
            *above, last = field.keys
            inside = found
            for key in above:
                inside = inside.setdefault(key, {})
            value = field.kind.read(row)
            if value is not None or not isinstance(field.kind, Left):
                inside[last] = value
        return found


class PlainWriter(Writer[Any]):
    """Writes everything anew after each move, from the views: for games that bring no writer of their own."""

    def __init__(self, game: Game[Any], players: int) -> None:
        self.game = game
        self.rules = Observation(game, players)
        super().__init__(self.rules.table + players * self.rules.own, len(game.actions))

    def write(self, s: Any, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        for cell, value in enumerate(self.rules.whole(s), at):
            rows[cell] = i16(value)
        active = self.game.active(s)
        write_mask(self.game.legal(s, -1), masks, bits, self.words)
        return active[0] if active else -1

    def move(self, s: Any, a: i64, host: Host, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        self.game.apply(s, a, host, -1)
        return self.write(s, rows, at, masks, bits)
