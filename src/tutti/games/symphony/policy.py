# tutti: compiled
"""What searches are told beside opinions."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.state import State
from tutti.kernel.native import i64

FEW: Final = 16
MANY: Final = 1024


def span(s: State) -> i64:
    """Sampling is dear here; while hands hold cards a world serves some lines, afterwards nearly all."""
    if s.terms.audience_private:
        return FEW
    for cards in s.hands:
        if cards:
            return FEW
    return MANY
