# tutti: compiled
"""The base of all steps, and the step that walks through the programme."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules.state import S_PROGRAMME, S_SEATS, State
from tutti.kernel.chance import Host
from tutti.kernel.frames import NOBODY_ASKED, NONE, ONE_ASKED, Around, Frame, Step
from tutti.kernel.types import Refusal

Bounds = tuple[tuple[int, int], ...]

OTHER: Final = 1
"""The fault of an action that is no answer to the question at all. The other faults are each step's own, from 2."""


class SymphonyStep(Step[State]):
    """A step that knows the components of its pack."""

    def __init__(
        self,
        d: Box,
        number: int,
        name: str,
        rule: str,
        fields: tuple[str, ...] = (),
        asks: int = ONE_ASKED,
        on: tuple[int, ...] = (),
        inner: bool = False,
        args: object = None,
        public: bool = False,
    ) -> None:
        super().__init__(number, name, rule, fields, asks, on, inner, args, public)
        self.d = d

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault <= OTHER:
            return Refusal("other_question", self.rule, {"step": self.name})
        return self.refusal(s, f, player, a, fault)

    def refusal(self, s: State, f: Frame, player: int, a: int, fault: int) -> Refusal:
        """A fault of the step's own in words."""
        raise NotImplementedError

    def card_not_held(self, kind: int) -> Refusal:
        return Refusal("card_not_held", self.rule, {"card": self.d.ids[kind]})

    def usual(self, s: State, around: Around) -> tuple[int, ...]:
        """The fields of its frame where a position leaves them out: the least that they can be."""
        return tuple([low for low, _ in self.bounds(s, around)])


class Phase(SymphonyStep):
    """A step of the programme: its second field is the argument that stands there."""

    def __init__(
        self,
        d: Box,
        number: int,
        name: str,
        rule: str,
        fields: tuple[str, ...],
        asks: int = NOBODY_ASKED,
        args: object = None,
    ) -> None:
        super().__init__(d, number, name, rule, fields, asks, (S_PROGRAMME,), False, args)

    def bounds(self, s: State, around: Around) -> Bounds:
        return NONE, argument(s, around)

    def stands(self, s: State, around: Around) -> bool:
        return comes_now(s, around)


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

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((2, len(s.terms.programme)),)

    def stands(self, s: State, around: Around) -> bool:
        return around.frame.at % 2 == 0


def first_frame(s: State) -> None:
    s.run(S_PROGRAMME, -1, 0, 0, 0, 0, 0)


# -- what frames have around them ----------------------------------------------------------------


def begun(around: Around) -> int:
    """1 if the frame has asked something that is still open."""
    return 0 if around.above is None else 1


def argument(s: State, around: Around) -> tuple[int, int]:
    """The bounds of what the frame below says: the programme by its list, others by their own argument."""
    below = around.below
    if below is None:
        return NONE
    value: int = s.terms.programme[below.at - 1] if below.step == S_PROGRAMME else below.a
    return value, value


def comes_now(s: State, around: Around) -> bool:
    """Whether the step is the one that the programme has come to."""
    below = around.below
    return below is None or below.step != S_PROGRAMME or s.terms.programme[below.at - 2] == around.frame.step


def phase(s: State) -> Frame:
    """The frame of the programme's step."""
    return s.stack[1] if len(s.stack) > 1 else s.stack[0]


def on_turn(s: State) -> int:
    """Whose turn it is while seats are allocated (SY-048, SY-251)."""
    now = phase(s)
    first = s.first if now.step == S_SEATS else s.holder
    return (first + now.at - 1 + s.terms.n) % s.terms.n


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (Programme(d, S_PROGRAMME, "programme", "SY-019", ("at",), NOBODY_ASKED),)
