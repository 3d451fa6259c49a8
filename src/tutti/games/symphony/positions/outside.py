"""The table before the clicks of a group that is still open: what a position loaded there shows the others (KN-16)."""

from __future__ import annotations

from tutti.games.symphony.pack.box import BLACK, SEMIBREVE, SPACES, WHITE, Box
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import in_group, kind_at
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.seats import ANY
from tutti.kernel.frames import Frame


def outside(d: Box, s: State) -> State | None:
    """The state before the first click of the open group; None when none is open."""
    top = s.stack[-1].step if s.stack else -1
    if top not in (st.S_SEAT, st.S_WITH, st.S_UNDER):
        return None
    t = s.copy()
    f = t.stack.pop()
    if top == st.S_SEAT:
        _in_hand(t, f)
    else:
        _in_the_row(d, t, f)
    return t


def _in_hand(t: State, f: Frame) -> None:
    """A card that has no seat yet is still a secret of the hand (SY-018)."""
    if f.b == ANY:
        t.ask(st.S_CARD, f.player, 0, 0, 0, 0, 0)
    else:
        t.ask(st.S_ALLOCATE, f.player, 0, f.b, 0, 0, 0)


def _in_the_row(d: Box, t: State, f: Frame) -> None:
    """A Semibreve that is still without its two discs: neither they nor the note have been told (SY-110)."""
    chained = _chained(d, t)
    t.note = t.second = -1
    t.clashing = 0
    t.grouping = int(not chained and in_group(d, t, t.inst_now, t.cell))
    if not chained:
        t.ask(st.S_PLACE, f.player, 0, 0, 0, 0, 0)
        return
    t.ask(st.S_CHAIN, f.player, 0, t.cell, 0, 0, 0)
    base = t.inst_now * st.REC
    t.who = int(t.inst[base + st.OWNER + t.part]) - 1
    t.cell = _played_before(d, t)


def _chained(d: Box, t: State) -> bool:
    """Whether a chain led here (SY-140), and not the first disc of a play or the next one of its group."""
    if t.last < 0:
        return False
    if not in_group(d, t, t.inst_now, t.cell):
        return True
    # a group goes on with what is left of it (SY-138), a chain comes to the whole of it (SY-277)
    group = [cell for cell in _had(d, t) if in_group(d, t, t.inst_now, cell)]
    base = t.inst_now * st.REC
    return t.note in (t.last - 1, t.last + 1) and all(t.inst[base + st.CELLS + cell] for cell in group)


def _had(d: Box, t: State) -> list[int]:
    """The cells whose space has had its disc."""
    at = t.inst_now * st.REC
    first = int(kind_at(t, t.inst_now)) * SPACES
    row = d.spaces[first : first + SPACES]
    opened = int(t.inst[at + st.OPENED])
    return [st.LEFT + i for i, what in enumerate(row) if what in (WHITE, BLACK) or opened >> i & 1]


def _played_before(d: Box, t: State) -> int:
    """The cell of the disc before: the nearest at the left that is empty now, of a pair the first of the two."""
    cells = [st.LEFT - 1, *(cell for cell in _had(d, t) if cell < t.stack[-1].a)]
    base = t.inst_now * st.REC
    gone = [cell for cell in cells if not t.inst[base + st.CELLS + cell]]
    back = 2 if t.terms.score.value[t.last] == SEMIBREVE else 1
    return gone[-back] if len(gone) >= back else st.LEFT - 1
