"""The rules, a file for each family of steps. Each file offers its steps; here they come together."""

from __future__ import annotations

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules.steps import (
    allocation,
    base,
    bonuses,
    discs,
    draft,
    gifts,
    movement,
    objectives,
    opening,
    placing,
    play,
    scoring,
    seats,
    tokens,
)
from tutti.games.symphony.rules.steps.base import SymphonyStep

FAMILIES = (
    base, opening, draft, seats, allocation, bonuses, objectives, movement, play, tokens, discs,
    placing, gifts, scoring,
)  # fmt: skip


def steps_of(d: Box) -> tuple[SymphonyStep, ...]:
    """All steps with the components of a pack; the kernel checks that no number is lacking."""
    return tuple(step for family in FAMILIES for step in family.steps(d))
