"""The rules: one decision, or one automatic row of consequences, a class. It owns all that there is to say about it."""

from __future__ import annotations

from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps import (
    allocation,
    assigning,
    audience,
    banners,
    cards,
    column,
    conductor,
    gains,
    gather,
    gifts,
    posters,
    resolution,
    round,
    scoring,
    social,
    spaces,
    theater,
)
from tutti.kernel.frames import Step

STEPS: tuple[Step[State], ...] = (
    *theater.STEPS,
    *round.STEPS,
    *allocation.STEPS,
    *cards.STEPS,
    *banners.STEPS,
    *resolution.STEPS,
    *spaces.STEPS,
    *gather.STEPS,
    *gains.STEPS,
    *gifts.STEPS,
    *audience.STEPS,
    *column.STEPS,
    *posters.STEPS,
    *assigning.STEPS,
    *conductor.STEPS,
    *social.STEPS,
    *scoring.STEPS,
)
"""In no order: each knows its number, and the kernel checks that none is lacking."""
