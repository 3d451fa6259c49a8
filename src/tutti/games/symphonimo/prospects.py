# tutti: compiled
"""What a sensible player thinks of an action: points aimed at, in thousandths. Lent to bots."""

from __future__ import annotations

from tutti.games.symphonimo.state import Table
from tutti.kernel.native import i64


def prospect(s: Table, player: i64, a: i64) -> i64:
    return 0
