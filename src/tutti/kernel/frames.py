# tutti: compiled
"""Steps and frames: a game as one class for each question.

A ``Step`` is a rule without memory. In a heavy game, which asks nested and simultaneous
questions (``StepGame``), its memory is a ``Frame`` on the state's stack:
plain ints, copied, saved and searched with the state. A frame with open players is a
question; one without is automatic and is resumed until a question lies on top. What
follows a nest is therefore the frame below it, never a caller that waits.

A game that asks one player at a time and never nests (``FlatGame``) has no stack: its
state names the step and the player, so a copy of it costs no frame.

An all-or-nothing group collects its clicks in its frame and takes effect with the last
one: until then nothing is drawn or shown, so undo leads out of it freely (KN-24) and nobody
else knows of it (KN-16). Its inner questions, all but the first, say so: ``inner``.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar, final

from tutti.kernel import pickling
from tutti.kernel.chance import Host
from tutti.kernel.events import Events
from tutti.kernel.game import ALONE, NOBODY, Game
from tutti.kernel.native import i64, mypyc_attr
from tutti.kernel.shapes import Nothing, Shapes
from tutti.kernel.types import Fields, Prompt, Refusal
from tutti.kernel.verbs import Verbs

MOST_PLAYERS: Final = 6
BIT: Final[bytes] = bytes([1, 2, 4, 8, 16, 32])
"""The mask of one player. Bytes: compiled code boxes a fixed tuple anew each time it is indexed."""
PLAYERS: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(p for p in range(MOST_PLAYERS) if mask >> p & 1) for mask in range(1 << MOST_PLAYERS)
)
"""The players of a mask, shared."""
LOWEST: Final[bytes] = bytes([0, *(min(players) for players in PLAYERS[1:])])
"""The first of them; 0 where there is none."""


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Frame:
    """One open matter: which step, for whom, who still has to answer, and five ints of its own."""

    __slots__ = ("a", "at", "b", "c", "d", "open", "player", "step")

    def __init__(
        self,
        step: i64,
        player: i64 = -1,
        open: i64 = 0,
        at: i64 = 0,
        a: i64 = 0,
        b: i64 = 0,
        c: i64 = 0,
        d: i64 = 0,
    ) -> None:
        self.step = step
        self.player = player
        self.open = open
        self.at = at
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def copy(self) -> Frame:
        return Frame(self.step, self.player, self.open, self.at, self.a, self.b, self.c, self.d)

    def __reduce__(self) -> tuple[object, ...]:
        return Frame, (self.step, self.player, self.open, self.at, self.a, self.b, self.c, self.d)


@mypyc_attr(allow_interpreted_subclasses=True)
class Stacked:
    """A state with a stack of frames; the last one is in charge."""

    stack: list[Frame]

    def __init__(self) -> None:
        self.stack = []

    def __repr__(self) -> str:
        """By its game and the step on top; only the game knows what that is called."""
        parts = type(self).__module__.split(".")
        name = parts[parts.index("games") + 1] if "games" in parts[:-1] else parts[0]
        if not self.stack:
            return f"<State of {name}: over>"
        f = self.stack[-1]
        return f"<State of {name}: step {f.step} asks {PLAYERS[f.open]}>"

    def ask(self, step: i64, player: i64, at: i64 = 0, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Push a question to one player."""
        self.stack.append(Frame(step, player, BIT[player], at, a, b, c, d))

    def run(self, step: i64, player: i64 = -1, at: i64 = 0, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Push an automatic frame."""
        self.stack.append(Frame(step, player, 0, at, a, b, c, d))

    def copy(self) -> Stacked:
        """A state that shares nothing that can change."""
        raise NotImplementedError

    def copy_stack(self) -> list[Frame]:
        return [frame.copy() for frame in self.stack]

    def __copy__(self) -> Stacked:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Stacked:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return pickling.rebuilt, (pickling.bare, (type(self),), pickling.attributes(self))


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Flat:
    """A state without a stack: one step is in charge and asks one player."""

    __slots__ = ("player", "step")

    step: i64
    """The number of the step, or one more than the last step has when the match is over."""
    player: i64
    """Who decides."""


S = TypeVar("S")
T = TypeVar("T", bound=Stacked)
F = TypeVar("F", bound=Flat)

NO_FRAME: Final = Frame(-1)
"""What the steps of a ``FlatGame`` are handed for a frame: nothing is in it, and nobody writes to it."""


# Whom a step asks.
NOBODY_ASKED: Final = 0
"""Automatic: resumed, never answered."""
ONE_ASKED: Final = 1
"""The player of its frame."""
MANY_ASKED: Final = 2
"""Several at once; each answer is sealed."""

NONE: Final = (0, 0)
"""The bounds of a field that says nothing."""


@final
class Around:
    """A frame of a stack with those around it, for whoever reads a position."""

    def __init__(self, stack: list[Frame], number: int) -> None:
        self.number = number
        self.frame = stack[number]
        self.below = stack[number - 1] if number else None
        self.above = stack[number + 1] if number + 1 < len(stack) else None


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One decision or one automatic row of effects: the room of a rule.

    It owns all that there is to say about it: who is asked, what is legal and why not, what an answer does, what its
    frame may hold and where it may lie. Override what differs; keep no memory in it.
    """

    number: int
    """Of its frames: a ``Final`` of the game, for compiled code; ``GameOfSteps`` checks that none is lacking."""
    name: str
    rule: str
    fields: tuple[str, ...]
    """Names of ``at, a, b, c, d`` in dumps; unnamed ones are not in use and stay 0."""
    asks: int
    on: tuple[int, ...]
    """The steps on which its frame may lie; none: at the bottom, or in no stack at all."""
    inner: bool
    """Asked only in the middle of an all-or-nothing group, which has not taken effect yet."""
    args: object
    """The type of what its prompt holds: a ``TypedDict`` of the game's ``types.py``; None: nothing."""
    public: bool
    """Whether everybody could work out its answers and warnings (KN-18): see ``Game.public``."""

    def __init__(
        self,
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
        self.number = number
        self.name = name
        self.rule = rule
        self.fields = fields
        self.asks = asks
        self.on = on
        self.inner = inner
        self.args = args
        self.public = public

    # -- the move loop -------------------------------------------------------------------------

    def resume(self, s: S, f: Frame, host: Host) -> None:
        """Go on with an automatic frame: push, pop or change it, or it would run for ever."""
        raise NotImplementedError

    def legal(self, s: S, f: Frame, player: i64) -> tuple[int, ...]:
        """The answers of a player whose bit is open, in ascending order."""
        raise NotImplementedError

    def apply(self, s: S, f: Frame, player: i64, a: i64, host: Host) -> None:
        """Take an answer. Pop or change the frame."""
        raise NotImplementedError

    # -- people --------------------------------------------------------------------------------

    def fault(self, s: S, f: Frame, player: i64, a: i64) -> i64:
        """0 for a legal answer, else a small number of the step's own that ``why_not`` puts into words.

        The one predicate behind ``legal`` and ``why_not``; where ``legal`` takes a faster way, a law compares them.
        """
        return 0 if a in self.legal(s, f, player) else 1

    def prompt(self, s: S, f: Frame, player: int) -> Prompt:
        return Prompt(self.name, self.rule)

    def why_not(self, s: S, f: Frame, player: int, a: int) -> Refusal:
        return Refusal("not_now", self.rule)

    # -- positions -----------------------------------------------------------------------------

    def bounds(self, s: S, around: Around) -> tuple[tuple[int, int], ...]:
        """The least and most of each field of its frame; what is not named here is 0."""
        return ()

    def asked(self, s: S, around: Around) -> int:
        """The player that its frame must name, or -1: nobody. Any player will do unless a step knows better."""
        return -1 if self.asks != ONE_ASKED else int(around.frame.player)

    def stands(self, s: S, around: Around) -> bool:
        """Whether the table is one on which this can be asked or can go on."""
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class GameOfSteps(Game[S]):
    """A game made of steps: see ``StepGame`` and ``FlatGame``."""

    steps: tuple[Step[S], ...]
    """By number, in whatever order they are given."""

    def __init__(self, name: str, version: int, verbs: Verbs, steps: tuple[Step[S], ...]) -> None:
        super().__init__(name, version, verbs)
        self.steps = tuple(sorted(steps, key=_number))
        for number, step in enumerate(self.steps):
            if step.number != number:
                raise ValueError(f"{name}: step {step.name} has the number {step.number}, expected {number}")
        if len({step.name for step in steps}) < len(steps):
            raise ValueError(f"{name}: two steps have one name")
        self.public = frozenset([step.name for step in steps if step.public])
        self.simultaneous = any(step.asks == MANY_ASKED for step in steps)

    def shaped(self, view: object, events: Events, components: object = Nothing, observation: Any = None) -> Shapes:
        """The shapes of a game whose prompts are declared by its steps."""
        prompts = {step.name: step.args for step in self.steps if step.asks != NOBODY_ASKED}
        return Shapes(view, events, prompts, components, observation)


@mypyc_attr(allow_interpreted_subclasses=True)
class StepGame(GameOfSteps[T]):
    """A game with a stack of frames. It finds the top frame and lets its step answer."""

    def settle(self, s: T, host: Host) -> None:
        """Resume automatic frames until a question lies on top or nothing is left."""
        while s.stack:
            f = s.stack[-1]
            if f.open:
                return
            self.steps[f.step].resume(s, f, host)

    def active(self, s: T) -> tuple[int, ...]:
        return PLAYERS[s.stack[-1].open] if s.stack else NOBODY

    def legal(self, s: T, player: i64 = -1) -> tuple[int, ...]:  # tutti: hot
        if not s.stack:
            return NOBODY
        f = s.stack[-1]
        if player < 0:
            player = i64(LOWEST[f.open])
        elif not f.open & BIT[player]:
            return NOBODY
        return self.steps[f.step].legal(s, f, player)

    def apply(self, s: T, a: i64, host: Host, player: i64 = -1) -> None:  # tutti: hot
        f = s.stack[-1]
        if player < 0:
            player = i64(LOWEST[f.open])
        self.steps[f.step].apply(s, f, player, a, host)
        self.settle(s, host)
        if host.hears and s.stack and self.steps[s.stack[-1].step].inner:
            host.hold()

    def prompt(self, s: T, player: int) -> Prompt:
        f = s.stack[-1]
        return self.steps[f.step].prompt(s, f, player)

    def why_not(self, s: T, player: int, a: int) -> Refusal:
        f = s.stack[-1]
        return self.steps[f.step].why_not(s, f, player, a)

    def dump_stack(self, s: T) -> list[Fields]:
        """The frames with named fields."""
        return [self._dump_frame(f) for f in s.stack]

    def _dump_frame(self, f: Frame) -> Fields:
        step = self.steps[f.step]
        ints = (f.at, f.a, f.b, f.c, f.d)
        raw: Fields = {"step": step.name, "player": f.player, "open": list(PLAYERS[f.open])}
        for i, name in enumerate(step.fields):
            raw[name] = ints[i]
        return raw

    def load_frame(self, raw: Fields) -> Frame:
        """The frame that ``dump_stack`` wrote; the caller has checked that the keys are there."""
        for number, step in enumerate(self.steps):
            if step.name == raw["step"]:
                ints = [int(raw[name]) for name in step.fields] + [0] * (5 - len(step.fields))
                open = 0
                for player in raw["open"]:
                    open |= BIT[player]
                return Frame(number, int(raw["player"]), open, ints[0], ints[1], ints[2], ints[3], ints[4])
        raise KeyError(raw["step"])


@mypyc_attr(allow_interpreted_subclasses=True)
class FlatGame(GameOfSteps[F]):
    """A game without a stack: the state names its step, and that step answers."""

    over: i64
    """The step of a match that is over."""

    def __init__(self, name: str, version: int, verbs: Verbs, steps: tuple[Step[F], ...]) -> None:
        super().__init__(name, version, verbs, steps)
        for step in steps:
            if step.asks != ONE_ASKED or step.fields:
                raise ValueError(f"{name}: step {step.name} needs a stack of frames")
        self.over = len(steps)

    def active(self, s: F) -> tuple[int, ...]:
        return NOBODY if s.step == self.over else ALONE[s.player]

    def legal(self, s: F, player: i64 = -1) -> tuple[int, ...]:  # tutti: hot
        step = s.step
        asked = s.player
        if step == self.over or (player >= 0 and player != asked):
            return NOBODY
        return self.steps[step].legal(s, NO_FRAME, asked)

    def apply(self, s: F, a: i64, host: Host, player: i64 = -1) -> None:  # tutti: hot
        self.steps[s.step].apply(s, NO_FRAME, s.player, a, host)

    def prompt(self, s: F, player: int) -> Prompt:
        return self.steps[s.step].prompt(s, NO_FRAME, player)

    def why_not(self, s: F, player: int, a: int) -> Refusal:
        return self.steps[s.step].why_not(s, NO_FRAME, player, a)


def _number(step: Step[Any]) -> int:
    return step.number
