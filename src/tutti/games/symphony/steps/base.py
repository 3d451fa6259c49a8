# tutti: compiled
"""The base of all steps, and the step that walks through the programme."""

from __future__ import annotations

from tutti.games.symphony.box import Box
from tutti.games.symphony.state import S_PROGRAMME, State
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step


class SymphonyStep(Step[State]):
    """A step that knows the tables of its pack."""

    def __init__(
        self, d: Box, number: int, name: str, rule: str, fields: tuple[str, ...] = (), inner: bool = False
    ) -> None:
        super().__init__(number, name, rule, fields, inner=inner)
        self.d = d


class Programme(SymphonyStep):
    """The phases one after another; the list is in the terms of the match."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        programme = s.terms.programme
        at = f.at
        if at >= len(programme):
            s.stack.pop()
            return
        f.at = at + 2
        s.run(programme[at], -1, 0, programme[at + 1], 0, 0, 0)


def first_frame(s: State) -> None:
    s.run(S_PROGRAMME, -1, 0, 0, 0, 0, 0)
