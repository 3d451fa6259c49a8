"""The rules: a class for each decision. It owns all that there is to say about it."""

from __future__ import annotations

from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.rules.steps import end, powers, turn
from tutti.kernel.frames import Step

STEPS: tuple[Step[State], ...] = (*turn.STEPS, *powers.STEPS, *end.STEPS)
"""In no order: each knows its number, and the kernel checks that none is lacking."""
