# tutti: compiled
# tutti: hot
"""What the learned evaluation looks at: ``player_features.py``, and which questions are open for the player.

A position in the middle of a turn has to be judged as well as one between turns, or the search takes the better-looking
question for the better move.
"""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.ai.player_features import FACTS, write_facts
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.state import State
from tutti.kernel.frames import BIT
from tutti.kernel.native import i64, vec

OPEN: Final = (
    st.GAINS, st.DEVELOP, st.PART_OF_CARD, st.SLOTS, st.CHOOSE_BANNER, st.EVOLVE, st.EXCHANGE, st.COLUMN_STEPS,
    st.EDGES, st.CHOOSE_POSTER, st.POSTER_EFFECT, st.VIRTUOSO_SPOT, st.PLACE_PIECE, st.PIECE_AT, st.CONDUCTOR_SIDE,
    st.INVITE, st.COIN, st.RETURN_SPACE, st.TAKE_CARD, st.SOCIAL, st.SOCIAL_ORDER,
)  # fmt: skip
STEPS: Final = 64
PLACE: Final[bytes] = bytes([OPEN.index(step) + 1 if step in OPEN else 0 for step in range(STEPS)])
"""The fact of a step, counted from 1; 0 has none."""
KNOWN: Final[int] = FACTS
SIZE: Final[int] = KNOWN + len(OPEN) + 2
NOTHING: Final = vec[i64]([0] * SIZE)
"""``evaluation.NAMES``, then an open question of each step, pieces still to be placed, and whose decision it is."""


def facts(s: State, p: i64, area: i64, left: i64) -> vec[i64]:
    """``area`` is the one that the player would get: see ``points.areas``; ``left`` is ``time_left``."""
    found = NOTHING[:]
    size: i64 = SIZE
    first: i64 = KNOWN
    write_facts(s, p, area, left, found)
    for frame in s.stack:
        if frame.player == p:
            place = i64(PLACE[frame.step])
            if place:
                found[first + place - 1] += 1
            if frame.step == st.PLACE_PIECE:
                found[size - 2] += frame.at
    if s.stack and s.stack[-1].open & BIT[p]:
        found[size - 1] = 1
    return found
