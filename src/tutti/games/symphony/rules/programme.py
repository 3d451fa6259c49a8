"""Which steps in which order: options and the Master edit the list, so that no step asks which variant is on."""

from __future__ import annotations

from tutti.games.symphony.pack.box import COLUMNS, Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.state import Terms
from tutti.games.symphony.rules.steps.bonuses import ALL_COLUMNS

Steps = list[tuple[int, int]]


def programme(d: Box, terms: Terms) -> bytes:
    """The pairs of step and argument that the match walks through."""
    steps = progressive_opening() if terms.progressive else opening()
    if not terms.packet:
        steps = [step for step in steps if step[0] != st.S_DRAFT]
    if not terms.master.deals_all:
        steps = [step for step in steps if step[0] != st.S_DISCARD]  # SY-224
    if terms.preset:  # SY-273: it replaces steps 1 to 4
        steps = [
            step
            for step in steps
            if step[0] not in (st.S_FIRST_ROW, st.S_CHOIRS, st.S_DEAL, st.S_DRAFT, st.S_DISCARD, st.S_SEATS)
        ]
    if terms.easy:  # SY-294: the First Player token stays where it is
        steps = [step for step in steps if step[0] != st.S_BATON]
    for column in range(COLUMNS):
        if terms.progressive:  # SY-284
            steps += [(step, column) for step in (st.S_ALLOCATION, st.S_SINGLES, st.S_ABSOLUTE, st.S_MINORITY)]
        steps.append((st.S_MOVEMENT, column))
        if d.scores[column]:
            steps.append((st.S_SCORING, d.scores[column] - 1))  # SY-072
    steps.append((st.S_ENDGAME, 0))
    if not terms.master.extra_singles:
        steps = [step for step in steps if step[0] != st.S_SINGLES]  # SY-225
    return bytes(value for step in steps for value in step)


def opening() -> Steps:
    """Orchestra Phase, steps 1 to 8."""
    return [
        (st.S_FIRST_ROW, 0),
        (st.S_CHOIRS, 0),
        (st.S_DEAL, 0),
        (st.S_DRAFT, 0),
        (st.S_DISCARD, 0),
        (st.S_SEATS, 0),
        (st.S_SINGLES, ALL_COLUMNS),
        (st.S_MINORITY, ALL_COLUMNS),
        (st.S_SPREAD, 0),
        (st.S_ABSOLUTE, ALL_COLUMNS),
        (st.S_OBJECTIVES, 0),
        (st.S_BATON, 0),
    ]


def progressive_opening() -> Steps:
    """SY-246 to SY-250: no first row, no choirs, no allocation yet, no objectives."""
    return [(st.S_DEAL, 0), (st.S_DRAFT, 0), (st.S_DISCARD, 0), (st.S_SPREAD, 0), (st.S_BATON, 0)]
