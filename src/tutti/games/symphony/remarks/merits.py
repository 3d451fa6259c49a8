"""What speaks for an action, the weightiest first, each with its rule."""

from __future__ import annotations

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.remarks import notes, seating, tokens
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules.state import S_CHOIR, S_DRAFT, State
from tutti.kernel.types import Remark

MOST = 4
"""As many as can be read at a glance."""


def merits(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """Of a legal action, from what the player can see."""
    if a >= act.A_NOTE:
        found = notes.merits(d, s, player, a)
    elif a >= act.A_SCORE:
        found = []
    elif a >= act.A_CONTROL:
        found = seating.control_merits(d, s, player, a)
    elif a >= act.A_SEAT:
        found = seating.seat_merits(d, s, player, a - act.A_SEAT)
    elif a >= act.A_CARD:
        found = seating.card_merits(d, s, a - act.A_CARD) if seating.seats_card(s, a) else []
        if a < act.A_DISCARD and s.stack[-1].step in (S_CHOIR, S_DRAFT):
            found = seating.pick_merits(d, s, player, a - act.A_CARD)
    else:
        found = tokens.merits(d, s, player, a)
    return found[:MOST]
