"""Who sits where: every entrant in every seat equally often, against the same luck.

A *row* is a circle of entrants around the table. A *block* is one deal played in all the seatings that turning a row
can give, so that each of them meets the same luck in the same seat. Blocks go through all rows in turn, so that after a
whole *cycle* every seating has been played equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeVar

from tutti.kernel.chance import Dice

T = TypeVar("T")

SeatOrder = tuple[int, ...]
"""Entrants by number, seat by seat."""

EXTRA: Final = 0.1
"""Whole cycles are played if they add at most this share to the matches asked for; else whole blocks."""


class Fixture(NamedTuple):
    """One match to be played; ``seats`` says which entrant sits where."""

    number: int
    block: int
    seats: SeatOrder


def turned(row: SeatOrder) -> list[SeatOrder]:
    """The different seatings of a circle."""
    return list(dict.fromkeys(row[at:] + row[:at] for at in range(len(row))))


@cache
def rows(entrants: SeatOrder, players: int) -> tuple[SeatOrder, ...]:
    """All different circles of so many players out of these entrants (numbers may repeat).

    Tables at which an entrant would meet only itself tell nothing, so they are left out if there are others.
    """
    tables = sorted({tuple(sorted(some)) for some in combinations(entrants, players)})
    if len(set(entrants)) > 1:
        tables = [table for table in tables if len(set(table)) > 1]
    found: list[SeatOrder] = []
    for table in tables:
        circles = {min(turned((table[0], *rest))) for rest in permutations(table[1:])}
        found += sorted(circles)
    return tuple(found)


def shuffled(items: Sequence[T], dice: Dice) -> list[T]:
    """In an order by chance."""
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = dice.below(last + 1)
        found[last], found[other] = found[other], found[last]
    return found


class Seating:
    """Whole blocks, at least as many matches as asked for; each is worked out when it is wanted."""

    def __init__(self, entrants: SeatOrder, players: int, asked: int, dice: Dice) -> None:
        cycle = shuffled(rows(entrants, players), dice)  # so that part of a cycle favours nobody
        self._cycle = [(at, seats) for at, row in enumerate(cycle) for seats in turned(row)]
        self._blocks = len(cycle)
        length = len(self._cycle)
        whole = -(-asked // length) * length
        least = whole if whole <= asked * (1 + EXTRA) else asked
        while least % length and self._cycle[least % length][0] == self._cycle[least % length - 1][0]:
            least += 1  # to the end of its block
        self.matches = least

    def fixture(self, number: int) -> Fixture:
        """Match ``number``."""
        turn, place = divmod(number, len(self._cycle))
        at, seats = self._cycle[place]
        return Fixture(number, turn * self._blocks + at, seats)


def fixtures(entrants: SeatOrder, players: int, asked: int, dice: Dice) -> list[Fixture]:
    """All matches: whole blocks, at least as many matches as asked for."""
    seating = Seating(entrants, players, asked, dice)
    return [seating.fixture(number) for number in range(seating.matches)]
