# tutti: compiled
"""What all steps have in common: questions with their verbs, and rows of consequences that nobody answers."""

from __future__ import annotations

from typing import Final

from tutti.games.orchestra.rules.state import ACCOUNT, MONEY, PRESTIGE, State
from tutti.kernel.frames import NOBODY_ASKED, ONE_ASKED, Around, Frame, Step
from tutti.kernel.native import i64
from tutti.kernel.types import Fields, Refusal

# Faults of every question; a step's own begin after these.
LEGAL: Final = 0
OTHER_QUESTION: Final = 1
"""The action answers another question."""
NOT_OFFERED: Final = 2
OWN_FAULTS: Final = 3

Bounds = tuple[tuple[int, int], ...]


class Question(Step[State]):
    """A decision of the player whose turn it is. All but the Theater Cards is open (OR-011), so most are public."""

    verbs: tuple[str, ...]
    """The words of the notation that answer it."""

    def __init__(
        self,
        number: int,
        name: str,
        rule: str,
        verbs: tuple[str, ...],
        fields: tuple[str, ...] = (),
        on: tuple[int, ...] = (),
        inner: bool = False,
        args: object = None,
        asks: int = ONE_ASKED,
        public: bool = True,
    ) -> None:
        super().__init__(number, name, rule, fields, asks, on, inner, args, public)
        self.verbs = verbs

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        if self.fault(s, f, player, a) == OTHER_QUESTION:
            return Refusal("other_question", self.rule, {"step": self.name, "verbs": list(self.verbs)})
        return Refusal("not_offered", self.rule, {"step": self.name})

    def asked(self, s: State, around: Around) -> int:
        return s.player


class Automatic(Step[State]):
    """Consequences one after another, of the player whose turn it is; what they ask lies above their frame."""

    def __init__(
        self, number: int, name: str, rule: str, fields: tuple[str, ...] = (), on: tuple[int, ...] = ()
    ) -> None:
        super().__init__(number, name, rule, fields, NOBODY_ASKED, on)

    def asked(self, s: State, around: Around) -> int:
        return s.player


def purse(s: State, p: i64) -> Fields:
    """What the player can pay with, for a refusal."""
    at = p * ACCOUNT
    return {"money": s.account[at + MONEY], "prestige": s.account[at + PRESTIGE]}


def cannot_pay(s: State, p: i64, rule: str) -> Refusal:
    return Refusal("cannot_pay", rule, purse(s, p))
