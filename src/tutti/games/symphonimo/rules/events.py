# tutti: compiled
"""What can be told, each declared once. The rules tell by number; compiled code has the numbers inline."""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.pack.box import Box
from tutti.kernel.events import Event, Events, value

DREW: Final = 0
PLACED: Final = 1
TOOK: Final = 2
GAVE: Final = 3
DISCARDED: Final = 4
DROPPED: Final = 5
KEPT: Final = 6
GAINED: Final = 7
DECLINED: Final = 8
ENDED: Final = 9
NEW_ROUND: Final = 10
LAST_CARD: Final = 11
FINISHED: Final = 12


def _card(d: Box, raw: int) -> int:
    return d.values[raw]


def _cards(d: Box, packed: int) -> list[int]:
    return sorted(d.values[(packed >> 4 * i & 15) - 1] for i in range(4) if packed >> 4 * i)


def _conductor(d: Box, raw: int) -> int:
    return raw + 1


CARD = value("card", int, _card)
CARDS = value("cards", list[int], _cards)
CONDUCTOR = value("conductor", int, _conductor)
TO = value("to", int)
NUMBER = value("number", int)

EVENTS = Events(
    (
        Event(DREW, "drawn", (CARD,)),
        Event(PLACED, "placed", (CARD, CONDUCTOR)),
        Event(TOOK, "took", (CONDUCTOR, CARDS)),
        Event(GAVE, "gave", (CARD, TO)),
        Event(DISCARDED, "discarded", (CARD,)),
        Event(DROPPED, "dropped", (CARD,)),
        Event(KEPT, "kept"),
        Event(GAINED, "gained", (CARD,)),
        Event(DECLINED, "declined", (CONDUCTOR,)),
        Event(ENDED, "ended"),
        Event(NEW_ROUND, "round", (NUMBER,)),
        Event(LAST_CARD, "last_card"),
        Event(FINISHED, "finished", player="absent"),
    )
)
