"""How far a match has come: which steps of the programme are behind it, which Column plays."""

from __future__ import annotations

from tutti.games.symphony.rules.state import S_ALLOCATION, S_MOVEMENT, S_PLAY, S_SCORING, State
from tutti.games.symphony.rules.steps.bonuses import ALL_COLUMNS
from tutti.kernel.frames import Frame


class Progress:
    """The programme up to now, read off the stack."""

    def __init__(self, s: State) -> None:
        steps = s.terms.programme
        at = len(steps)
        if s.stack:
            at = int(s.stack[0].at) - (2 if len(s.stack) > 1 else 0)
        self.steps = [(steps[i], steps[i + 1]) for i in range(0, len(steps), 2)]
        self.number = at // 2
        self.behind = set(self.steps[: self.number])
        top = s.stack[1] if len(s.stack) > 1 else None
        self.movement: Frame | None = top if top and top.step == S_MOVEMENT else None
        self.playing = any(f.step == S_PLAY for f in s.stack)
        begun = [a for step, a in self.steps[: self.number + (self.movement is not None)] if step == S_MOVEMENT]
        self.column = begun[-1] if begun else -1
        """The Column whose Movement has begun last; -1 before the first."""
        last = [a for step, a in self.steps[: self.number + (top is not None)] if step in (S_MOVEMENT, S_ALLOCATION)]
        self.seated = last[-1] if last else -1
        """The Column that was seated or played last."""
        self.sheets = {a for step, a in self.behind if step == S_SCORING}
        """The sheets that have been scored."""

    def passed(self, step: int, column: int = 0) -> bool:
        """Whether a step is behind, for this Column if it comes by Columns; True if the match has no such step."""
        coming = self.steps[self.number :]
        return (step, column) not in coming and (step, ALL_COLUMNS) not in coming

    def over(self, column: int) -> bool:
        """Whether the Movement of a Column is over (SY-075)."""
        return (S_MOVEMENT, column) in self.behind
