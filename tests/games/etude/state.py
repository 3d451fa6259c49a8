"""The table: plain data, copied by hand in one place."""

from __future__ import annotations

from typing import NamedTuple

from games.etude.actions import KINDS
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, Stacked
from tutti.kernel.native import u8, vec

BAG_CARD, BAG_FIRST, BAG_CHOICE = range(3)
"""The bags of chance; the last one is for sampling worlds."""

UNKNOWN = -1
"""The kind of a card that is still to be drawn."""
SHOWN = 127
"""Seen by all six players that a mask can hold, and by the watchers (bit 64)."""


class Card(NamedTuple):
    """A card that somebody has or had in hand, and the mask of those who have seen it (ET-12)."""

    kind: int
    seen: int

    def known_to(self, player: int) -> bool:
        return bool(self.seen >> player & 1) if player >= 0 else self.seen == SHOWN


class Desk(Stacked):
    """State of a match."""

    def __init__(self, n: int, first: int, rounds: int) -> None:
        super().__init__()
        self.n = n
        self.first = first
        self.rounds = rounds
        self.round = 1
        self.bag = vec[u8]([n + 1] * len(KINDS))
        """Cards of the deck that nobody has seen: contents, but no order yet, so there is no future to leak."""
        self.tail: list[Card] = []
        """Cards buried under the deck, the topmost first. Their order is fixed and partly known."""
        self.hands: list[list[Card]] = [[] for _ in range(n)]
        self.stage = [[0] * len(KINDS) for _ in range(n)]
        """Open cards, by player and kind."""
        self.spent = [0] * len(KINDS)
        self.coins = [0] * n
        self.chords = [0] * n
        self.offers: list[list[int]] = [[] for _ in range(n)]
        """The slots each player has clicked for the open offer."""

    def copy(self) -> Desk:
        t = Desk(self.n, self.first, self.rounds)
        t.stack = self.copy_stack()
        t.round = self.round
        t.bag = self.bag[:]
        t.tail = self.tail[:]
        t.hands = [hand[:] for hand in self.hands]
        t.stage = [row[:] for row in self.stage]
        t.spent = self.spent[:]
        t.coins = self.coins[:]
        t.chords = self.chords[:]
        t.offers = [slots[:] for slots in self.offers]
        return t

    @property
    def unseen(self) -> int:
        """How many cards are in the bag."""
        return sum(int(count) for count in self.bag)

    @property
    def deck(self) -> int:
        """How many cards can still be drawn."""
        return self.unseen + len(self.tail)

    def draw(self, player: int, host: Host) -> Card | None:
        """The next card of the deck, seen by the player alone (ET-09, ET-10)."""
        if self.unseen:
            kind = host.draw(BAG_CARD, self.bag, self.unseen, BIT[player])
            self.bag[kind] -= u8(1)
            return Card(kind, BIT[player])
        if not self.tail:
            return None
        card = self.tail.pop(0)
        host.reveal(BAG_CARD, card.kind, BIT[player], card.seen)  # no chance is asked, and yet the player may learn
        return Card(card.kind, card.seen | BIT[player])
