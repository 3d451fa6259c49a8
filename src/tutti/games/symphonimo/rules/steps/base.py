# tutti: compiled
"""What all steps have in common: the player whose turn it is decides, and everything is on the table (SO-060)."""

from __future__ import annotations

from tutti.games.symphonimo.pack.box import SIZE
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.frames import Frame, Step
from tutti.kernel.types import Refusal


class Question(Step[State]):
    """One decision. Its fault is the default: what ``legal`` does not list."""

    def __init__(self, number: int, rule: str, args: object = None) -> None:
        super().__init__(number, st.STEPS[number], rule, args=args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if act.A_PLACE <= a < act.A_YES:
            c = (a - act.A_PLACE) % act.CONDUCTORS
            if c >= s.n:
                return Refusal("no_such_conductor", "SO-005", {"conductor": c + 1, "conductors": s.n})
        return self.refusal(s, a)

    def refusal(self, s: State, a: int) -> Refusal:
        """Why not, for an action that names nothing that is not in play."""
        raise NotImplementedError


def taken(s: State, c: int) -> Refusal | None:
    """SO-015: why nothing can be done with a Conductor that somebody has."""
    row = st.ROWS + c * st.ROW
    holder = s.cards[row + st.HOLDER]
    return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": holder - 1}) if holder else None


def full(s: State, c: int) -> Refusal:
    """SO-012, SO-040: why no card goes under a Conductor on the table."""
    row = st.ROWS + c * st.ROW
    limit = s.d.limits[s.faces[c]]
    return Refusal(
        "conductor_full", "SO-040" if limit == 2 else "SO-012", {"conductor": c + 1, "limit": s.cards[row + SIZE]}
    )
