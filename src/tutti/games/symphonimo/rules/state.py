# tutti: compiled
# tutti: hot
"""The table: everything that lies on it, as flat arrays and masks."""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE, Box
from tutti.kernel import pickling
from tutti.kernel.frames import Flat
from tutti.kernel.native import i64, mypyc_attr, u8, vec

ROWS: Final = 77
"""Where the rows begin in ``cards``: behind six collections and the discards, however many play."""
ROW: Final = 6
"""Cells of one Conductor there: the families under it, then ``SIZE`` (how many there are) and ``HOLDER``."""
HOLDER: Final = 5
"""Who took the Conductor this round: player + 1, or 0 while it lies on the table."""

# Steps: the decision points of the ledger, and the end.
TURN: Final = 0
PLACE: Final = 1
TAKE_NOW: Final = 2
PASS_LEFT: Final = 3
DISCARD_ONE: Final = 4
DISCARD_OWN: Final = 5
LAST: Final = 6
OVER: Final = 7
STEPS: Final = ("turn", "place", "take_now", "pass_left", "discard_one", "discard_own", "last", "over")


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class State(Flat):
    """State of a match. Conductors and players are 0-based; masks have one bit for each of them."""

    __slots__ = (
        "bag", "cards", "chosen", "d", "deck", "drawn", "faces", "filled", "hidden",
        "in_round", "n", "room", "round",
    )  # fmt: skip

    def __init__(self, d: Box, n: i64, faces: bytes, cards: vec[u8], bag: vec[u8]) -> None:
        self.d = d
        self.n = n
        self.faces = faces
        """The power of each Conductor in play; never changes (SO-030)."""
        self.cards = cards
        """Collections: player * FAMILIES + family; behind the last player's, the discards; at ``ROWS``, what lies under
        the Conductors. One array, since a copy pays for each."""
        self.bag = bag
        """Cards nobody has seen, by family: the deck has contents but no order (SO-004)."""
        self.hidden: i64 = 0
        """How many of them were removed unseen (SO-050)."""
        self.deck: i64 = 0
        """How many of them can still be drawn."""
        self.step = TURN
        self.player = 0
        self.drawn: i64 = -1
        """The family just turned up and not yet placed, or -1."""
        self.chosen: i64 = -1
        """The Conductor whose power waits for an answer, or -1."""
        self.round: i64 = 1
        self.filled: i64 = 0
        """Conductors on the table that hold a Musician."""
        self.room: i64 = 0
        """Conductors on the table with room for another."""
        self.in_round: i64 = 0
        """Players who have neither taken nor ended."""

    def __repr__(self) -> str:
        if self.step == OVER:
            return "<State of symphonimo: over>"
        return f"<State of symphonimo: {STEPS[self.step]} asks ({self.player},), round {self.round}>"

    def under(self, c: i64, f: i64) -> i64:
        """How many cards of a family lie under a Conductor."""
        cards = self.cards
        cell = ROWS + c * ROW
        stop = cell + i64(cards[cell + SIZE])
        count: i64 = 0
        while cell < stop:
            if cards[cell] == f:
                count += 1
            cell += 1
        return count

    def clear(self) -> None:
        """As ``empty_state`` has it."""
        cards = self.cards
        bag = self.bag
        i: i64 = 0
        while i < len(cards):
            cards[i] = 0
            i += 1
        i = 0
        while i < len(bag):
            bag[i] = 0
            i += 1
        self.hidden = 0
        self.deck = 0
        self.drawn = -1
        self.chosen = -1
        self.round = 1

    def copy(self) -> State:
        t = State(self.d, self.n, self.faces, self.cards[:], self.bag[:])
        t.hidden = self.hidden
        t.deck = self.deck
        t.step = self.step
        t.player = self.player
        t.drawn = self.drawn
        t.chosen = self.chosen
        t.round = self.round
        t.filled = self.filled
        t.room = self.room
        t.in_round = self.in_round
        return t

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return pickling.rebuilt, (empty_state, (self.d, self.n, self.faces), pickling.attributes(self))


def empty_state(d: Box, n: i64, faces: bytes) -> State:
    """A table with no card on it and none in the deck."""
    return State(d, n, faces, vec[u8]([0] * (ROWS + n * ROW)), vec[u8]([0] * FAMILIES))
