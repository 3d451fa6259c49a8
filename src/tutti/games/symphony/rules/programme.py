"""Which steps in which order: options and the Master edit the list, so that no step asks which variant is on."""

from __future__ import annotations

from tutti.games.symphony.pack.box import COLUMNS, Box
from tutti.games.symphony.rules.state import (
    S_ABSOLUTE,
    S_ALLOCATION,
    S_BATON,
    S_CHOIRS,
    S_DEAL,
    S_DISCARD,
    S_DRAFT,
    S_ENDGAME,
    S_FIRST_ROW,
    S_MINORITY,
    S_MOVEMENT,
    S_OBJECTIVES,
    S_SCORING,
    S_SEATS,
    S_SINGLES,
    S_SPREAD,
    Terms,
)
from tutti.games.symphony.rules.steps.bonuses import ALL_COLUMNS

Steps = list[tuple[int, int]]


def programme(d: Box, terms: Terms) -> bytes:
    """The pairs of step and argument that the match walks through."""
    steps = progressive_opening() if terms.progressive else opening()
    if not terms.packet:
        steps = [step for step in steps if step[0] != S_DRAFT]
    if not terms.master.deals_all:
        steps = [step for step in steps if step[0] != S_DISCARD]  # SY-224
    if terms.preset:  # SY-273: it replaces steps 1 to 4
        steps = [step for step in steps if step[0] not in (S_FIRST_ROW, S_CHOIRS, S_DEAL, S_DRAFT, S_DISCARD, S_SEATS)]
    if terms.easy:  # SY-294: the First Player token stays where it is
        steps = [step for step in steps if step[0] != S_BATON]
    for column in range(COLUMNS):
        if terms.progressive:  # SY-284
            steps += [(step, column) for step in (S_ALLOCATION, S_SINGLES, S_ABSOLUTE, S_MINORITY)]
        steps.append((S_MOVEMENT, column))
        if d.scores[column]:
            steps.append((S_SCORING, d.scores[column] - 1))  # SY-072
    steps.append((S_ENDGAME, 0))
    if not terms.master.extra_singles:
        steps = [step for step in steps if step[0] != S_SINGLES]  # SY-225
    return bytes(value for step in steps for value in step)


def opening() -> Steps:
    """Orchestra Phase, steps 1 to 8."""
    return [
        (S_FIRST_ROW, 0),
        (S_CHOIRS, 0),
        (S_DEAL, 0),
        (S_DRAFT, 0),
        (S_DISCARD, 0),
        (S_SEATS, 0),
        (S_SINGLES, ALL_COLUMNS),
        (S_MINORITY, ALL_COLUMNS),
        (S_SPREAD, 0),
        (S_ABSOLUTE, ALL_COLUMNS),
        (S_OBJECTIVES, 0),
        (S_BATON, 0),
    ]


def progressive_opening() -> Steps:
    """SY-246 to SY-250: no first row, no choirs, no allocation yet, no objectives."""
    return [(S_DEAL, 0), (S_DRAFT, 0), (S_DISCARD, 0), (S_SPREAD, 0), (S_BATON, 0)]
