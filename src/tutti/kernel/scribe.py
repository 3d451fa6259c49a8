"""The host of a match: fair chance from a seed, or outcomes already known; everything is written down."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from tutti.kernel.chance import EVERYONE, Host, pick
from tutti.kernel.game import Game
from tutti.kernel.native import i64, u8, vec
from tutti.kernel.pickling import Kept
from tutti.kernel.types import HIDDEN


class Fair:
    """Chance that anybody can check: draw number ``k`` is SHA-256 of ``tutti:seed:k``, as a number.

    Every draw has its own number, and a number is never used twice, also after a take-back.
    """

    def __init__(self, seed: str, used: int = 0) -> None:
        self.seed = seed
        self.used = used

    def copy(self) -> Fair:
        return Fair(self.seed, self.used)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1. 256 bits make the remainder fair beyond any measure."""
        digest = hashlib.sha256(f"tutti:{self.seed}:{self.used}".encode()).digest()
        self.used += 1
        return int.from_bytes(digest, "big") % n


class Outcome(NamedTuple):
    """A chance outcome and who saw it."""

    bag: int
    kind: int
    to: int


class Revealed(NamedTuple):
    """Something hidden that came to be seen without a draw, by whom, and who of them knew it already."""

    bag: int
    kind: int
    to: int
    knew: int


class ToldEvent(NamedTuple):
    """An event as the rules told it, and to whom."""

    verb: int
    player: int
    a: int
    b: int
    c: int
    to: int


class OutcomeImpossible(Kept):
    """A scripted outcome that cannot come now; ``possible`` are the kinds that could."""

    def __init__(self, number: int, bag: int, possible: list[int]) -> None:
        super().__init__(number)
        self.number = number
        self.bag = bag
        self.possible = possible


class OutcomeMissing(OutcomeImpossible):
    """The script has no outcome left, and no seed may answer."""


class Scribe(Host):
    """Answers from ``script`` if there is one, else from ``fair``; keeps outcomes, events and seals.

    A script holds kinds or outcome texts; a ``?`` in it leaves the outcome to ``fair``.
    """

    def __init__(self, game: Game[Any], fair: Fair | None = None, script: Sequence[int | str] | None = None) -> None:
        super().__init__()
        self.hears = True
        self.game = game
        self.fair = fair
        self.script = script
        self.outcomes: list[Outcome] = []
        self.told: list[ToldEvent] = []
        self.revealed: list[Revealed] = []
        self.held = False
        self.sealed = False
        self.done = False
        self.closed = False
        self.shown = False

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        kind = self._kind(bag, counts, total)
        self.outcomes.append(Outcome(bag, kind, to))
        return kind

    def _kind(self, bag: int, counts: vec[u8], total: int) -> int:
        number = len(self.outcomes)
        scripted: int | str | None = HIDDEN
        if self.script is not None:
            scripted = self.script[number] if number < len(self.script) else None
        if scripted == HIDDEN and self.fair is not None:
            return pick(counts, self.fair.below(total))
        possible = [kind for kind, count in enumerate(counts) if count]
        if scripted is None or scripted == HIDDEN:
            raise OutcomeMissing(number, bag, possible)
        kind = scripted if isinstance(scripted, int) else self.game.kind(bag, scripted)
        # A text must be the outcome's own: one thing is never written in two ways.
        if kind not in possible or (isinstance(scripted, str) and self.game.outcome(bag, kind) != scripted):
            raise OutcomeImpossible(number, bag, possible)
        return kind

    def tell(self, verb: i64, player: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, to: i64 = EVERYONE) -> None:
        self.told.append(ToldEvent(verb, player, a, b, c, to))

    def reveal(self, bag: i64, kind: i64, to: i64 = EVERYONE, knew: i64 = 0) -> None:
        self.revealed.append(Revealed(bag, kind, to, knew))

    def hold(self) -> None:
        self.held = True

    def seal(self, done: bool) -> None:
        self.sealed = True
        self.done = done

    def close(self, show: bool) -> None:
        self.closed = True
        self.shown = show
