"""What looks better than it is: remarks on an action before it is made, each with its rule."""

from __future__ import annotations

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.remarks import notes, seating, tokens
from tutti.games.symphony.rules import actions as act
from tutti.games.symphony.rules.state import State
from tutti.kernel.types import Remark


def warnings(d: Box, s: State, player: int, a: int) -> list[Remark]:
    """Of a legal action, from what the player can see."""
    if a >= act.A_NOTE:
        return notes.warnings(d, s, player, a)
    if a >= act.A_SCORE:
        return tokens.split_warnings(d, s, player, a - act.A_SCORE)
    if a >= act.A_CONTROL:
        return seating.control_warnings(d, s, player, a)
    if a >= act.A_SEAT:
        return seating.seat_warnings(d, s, player, a - act.A_SEAT)
    if a >= act.A_CARD:
        return seating.card_warnings(d, s, a - act.A_CARD) if seating.seats_card(s, a) else []
    return tokens.warnings(d, s, player, a)
