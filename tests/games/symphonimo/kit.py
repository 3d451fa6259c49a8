"""What the laws need to know of Symphonimo."""

from __future__ import annotations

from hypothesis import strategies as st

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.pack.reader import POWERS
from tutti.games.symphonimo.rules.state import HOLDER, ROW, ROWS, State
from tutti.kernel.types import Fields

SECRETS = False
HEAVY = False

PLAYTHROUGHS: dict[str, tuple[int, Fields]] = {
    **{f"{n}p": (n, {}) for n in range(2, 7)},
    "3p-false-note": (3, {"false_note": True}),
    "4p-grand-maestro": (4, {"grand_maestro": ["pass_left", "discard_one", "discard_own", "draw_one"]}),
    "6p-grand-maestro-false-note": (6, {"grand_maestro": 6, "false_note": True}),
}


def options(players: int) -> st.SearchStrategy[Fields]:
    powers = st.lists(st.sampled_from(POWERS[1:]), unique=True, max_size=players)
    return st.fixed_dictionaries(
        {},
        optional={
            "grand_maestro": powers | st.integers(0, players),
            "false_note": st.booleans(),
            "first_player": st.none() | st.integers(0, players - 1),
        },
    )


def faults(s: State) -> list[str]:
    """Two Conductors for one player, a player who took and is still in the round, masks that the rows belie."""
    rows = [[int(cell) for cell in s.cards[ROWS + c * ROW : ROWS + (c + 1) * ROW]] for c in range(s.n)]
    takers = [row[HOLDER] - 1 for row in rows if row[HOLDER]]
    filled = sum(1 << c for c, row in enumerate(rows) if row[SIZE] and not row[HOLDER])
    found = ["two Conductors"] if len(set(takers)) < len(takers) else []
    found += [f"player {p} is in the round" for p in takers if s.in_round >> p & 1]
    return found + (["filled"] if s.filled != filled else [])


def census(s: State) -> list[int]:
    """How many cards of each family there are, wherever they lie."""
    found = [int(s.bag[f]) + int(s.cards[s.n * FAMILIES + f]) + (s.drawn == f) for f in range(FAMILIES)]
    for p in range(s.n):
        for f in range(FAMILIES):
            found[f] += int(s.under(p, f)) + int(s.cards[p * FAMILIES + f])
    return found
