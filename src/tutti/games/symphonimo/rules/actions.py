# tutti: compiled
"""The fifty actions, what they mean and how they are written, and the shared tuples of legal ones."""

from __future__ import annotations

from typing import Final

from tutti.games.symphonimo.pack.box import FAMILIES
from tutti.kernel.verbs import Verb, Verbs

CONDUCTORS: Final = 6

A_DRAW: Final = 0
A_PLACE: Final = 1
A_TAKE: Final = 7
A_YES: Final = 13
A_NO: Final = 14
A_GIVE: Final = 15
A_DISCARD: Final = 26
A_DROP: Final = 37
A_KEEP: Final = 48
A_END: Final = 49


def verbs(values: bytes) -> Verbs:
    """The actions of a pack; a card is named by its value."""
    conductor, card = {"conductor": int}, {"card": int}
    numbers = range(1, CONDUCTORS + 1)
    return Verbs(
        Verb(A_DRAW, "draw"),
        Verb(A_PLACE, "place", conductor, zip(numbers)),
        Verb(A_TAKE, "take", conductor, zip(numbers)),
        Verb(A_YES, "take_now", {"now": bool}, [(True,)], "now yes"),
        Verb(A_NO, "take_now", {"now": bool}, [(False,)], "now no"),
        Verb(A_GIVE, "give", card, zip(values)),
        Verb(A_DISCARD, "discard", card, zip(values)),
        Verb(A_DROP, "drop", card, zip(values)),
        Verb(A_KEEP, "keep", text="drop none"),
        Verb(A_END, "end"),
    )


def _rows(
    first: int, width: int, before: tuple[int, ...] = (), after: tuple[int, ...] = ()
) -> tuple[tuple[int, ...], ...]:
    """For every mask the tuple of actions it stands for, with what is always legal around it."""
    return tuple(before + tuple(first + i for i in range(width) if mask >> i & 1) + after for mask in range(1 << width))


DRAW_OR_TAKE: Final = _rows(A_TAKE, CONDUCTORS, before=(A_DRAW,))
ONLY_TAKE: Final = _rows(A_TAKE, CONDUCTORS)
ONLY_PLACE: Final = _rows(A_PLACE, CONDUCTORS)
TAKE_OR_END: Final = _rows(A_TAKE, CONDUCTORS, after=(A_END,))
YES_OR_NO: Final[tuple[int, ...]] = (A_YES, A_NO)
GIVES: Final = _rows(A_GIVE, FAMILIES)
DISCARDS: Final = _rows(A_DISCARD, FAMILIES)
DROPS: Final = _rows(A_DROP, FAMILIES, after=(A_KEEP,))

COUNT: Final[bytes] = bytes(mask.bit_count() for mask in range(1 << FAMILIES))
"""How many bits a mask has."""
NTH: Final[bytes] = bytes(
    ([i for i in range(FAMILIES) if mask >> i & 1] + [0] * FAMILIES)[k]
    for mask in range(1 << FAMILIES)
    for k in range(FAMILIES)
)
"""The k-th set bit of a mask, at mask * FAMILIES + k."""
