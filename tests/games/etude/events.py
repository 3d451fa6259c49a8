"""What can be told, each declared once."""

from __future__ import annotations

from games.etude.actions import KINDS
from tutti.kernel.events import Event, Events, value

DEALT, OFFERED, COIN, DREW, DREW_CARD, PEEKED, PEEKED_CARD = range(7)
KEPT, BURIED, SHOWED, CHORDED, NEW_ROUND, FINISHED = range(7, 13)

CARD = value("card", str, lambda _, raw: KINDS[raw])
SLOT = value("slot", int, lambda _, raw: raw + 1)
NUMBER = value("number", int)
CARDS = value("cards", list[str], lambda _, raw: [kind for i, kind in enumerate(KINDS) if raw >> i & 1])

EVENTS = Events(
    (
        Event(DEALT, "dealt", (CARD,), private=True),
        Event(OFFERED, "offered", (SLOT, CARD)),
        Event(COIN, "coins", (NUMBER,)),
        Event(DREW, "drew"),
        Event(DREW_CARD, "drew_card", (CARD,), private=True),
        Event(PEEKED, "peeked"),
        Event(PEEKED_CARD, "peeked_card", (CARD,), private=True),
        Event(KEPT, "kept"),
        Event(BURIED, "buried"),
        Event(SHOWED, "showed", (SLOT, CARD)),
        Event(CHORDED, "chord", (CARDS,)),
        Event(NEW_ROUND, "round", (NUMBER,), player="absent"),
        Event(FINISHED, "finished", player="absent"),
    )
)
