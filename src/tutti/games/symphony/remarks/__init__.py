"""What people would like to know before they decide: pitfalls of an action, and what speaks for it."""

from __future__ import annotations

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.remarks import notes, seating, tokens
from tutti.games.symphony.remarks.standings import MAJORITIES, NUMBERS
from tutti.games.symphony.rules.actions import A_CARD, A_CONTROL, A_DISCARD, A_NOTE, A_SCORE, A_SEAT
from tutti.games.symphony.rules.state import S_ALLOCATE, S_CARD, S_CHOIR, S_DRAFT, State
from tutti.kernel.facts import Foresight, Remark

NAMES = Foresight(
    numbers=NUMBERS,
    remarks=(*seating.CODES, *tokens.CODES, *notes.CODES),
    majorities=MAJORITIES,
)
FEW = 4
"""As many merits as one reads at a glance."""


def warnings(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """What looks better than it is."""
    if a >= A_NOTE:
        return notes.warnings(d, s, player, a)
    if a >= A_SCORE:
        return tokens.split_warnings(d, s, player, a - A_SCORE)
    if a >= A_CONTROL:
        return seating.control_warnings(d, s, player, a)
    if a >= A_SEAT:
        return seating.seat_warnings(d, s, player, a - A_SEAT)
    if a >= A_CARD:
        return seating.card_warnings(d, s, a - A_CARD) if _seats_card(s, a) else []
    return tokens.warnings(d, s, player, a)


def merits(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """What speaks for it, the weightiest first."""
    if a >= A_NOTE:
        found = notes.merits(d, s, player, a)
    elif a >= A_SCORE:
        found = []
    elif a >= A_CONTROL:
        found = seating.control_merits(d, s, player, a)
    elif a >= A_SEAT:
        found = seating.seat_merits(d, s, player, a - A_SEAT)
    elif a >= A_CARD:
        found = seating.card_merits(d, s, a - A_CARD) if _seats_card(s, a) else []
        if a < A_DISCARD and s.stack[-1].step in (S_CHOIR, S_DRAFT):
            found = seating.pick_merits(d, s, player, a - A_CARD)
    else:
        found = tokens.merits(d, s, player, a)
    return found[:FEW]


def _seats_card(s: State, a: int) -> bool:
    """Whether a card is chosen for a seat now, not kept, picked or put aside."""
    return a < A_DISCARD and s.stack[-1].step in (S_CARD, S_ALLOCATE)
