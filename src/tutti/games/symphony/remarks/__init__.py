"""What people would like to know before they decide: pitfalls of an action, and what speaks for it."""

from __future__ import annotations

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.remarks import notes, seating, tokens
from tutti.games.symphony.remarks.standings import MAJORITIES, NUMBERS
from tutti.games.symphony.rules import actions as act
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
    if a >= act.A_NOTE:
        return notes.warnings(d, s, player, a)
    if a >= act.A_SCORE:
        return tokens.split_warnings(d, s, player, a - act.A_SCORE)
    if a >= act.A_CONTROL:
        return seating.control_warnings(d, s, player, a)
    if a >= act.A_SEAT:
        return seating.seat_warnings(d, s, player, a - act.A_SEAT)
    if a >= act.A_CARD:
        return seating.card_warnings(d, s, a - act.A_CARD) if _seats_card(s, a) else []
    return tokens.warnings(d, s, player, a)


def merits(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """What speaks for it, the weightiest first."""
    if a >= act.A_NOTE:
        found = notes.merits(d, s, player, a)
    elif a >= act.A_SCORE:
        found = []
    elif a >= act.A_CONTROL:
        found = seating.control_merits(d, s, player, a)
    elif a >= act.A_SEAT:
        found = seating.seat_merits(d, s, player, a - act.A_SEAT)
    elif a >= act.A_CARD:
        found = seating.card_merits(d, s, a - act.A_CARD) if _seats_card(s, a) else []
        if a < act.A_DISCARD and s.stack[-1].step in (S_CHOIR, S_DRAFT):
            found = seating.pick_merits(d, s, player, a - act.A_CARD)
    else:
        found = tokens.merits(d, s, player, a)
    return found[:FEW]


def _seats_card(s: State, a: int) -> bool:
    """Whether a card is chosen for a seat now, not kept, picked or put aside."""
    return a < act.A_DISCARD and s.stack[-1].step in (S_CARD, S_ALLOCATE)
