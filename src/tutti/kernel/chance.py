# tutti: compiled
# tutti: hot
"""Host: all that rules know of the world. Dice: the deaf, fast host of searches and rollouts."""

from __future__ import annotations

from typing import Final, final

from tutti.kernel.native import i64, mypyc_attr, u8, vec

EVERYONE: Final = 0
"""In place of a mask of players: all of them and the watchers.

It is 0, and so is every default of these methods, on purpose: mypyc 2.4 hands 0 to an interpreted
override for an int argument left out by compiled code, whatever the default says.
"""

_WORD: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Host:
    """Answers chance and hears what happened. Rules call it and nothing else outside their state."""

    hears: bool

    def __init__(self) -> None:
        self.hears = False

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        """One kind out of ``counts`` (``total`` in all), each thing equally likely.

        ``bag`` says which bag of the game this is, so that the outcome can be written in words;
        ``to`` is the mask of players who see what came.
        """
        raise NotImplementedError

    def tell(self, verb: i64, player: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, to: i64 = EVERYONE) -> None:
        """Something happened. Ask ``hears`` first, so that a search pays nothing for it."""

    def reveal(self, bag: i64, kind: i64, to: i64 = EVERYONE, knew: i64 = 0) -> None:
        """Something hidden is seen that is not drawn now: a card shown, passed on, or come up from under the deck.

        ``kind`` is what a draw from ``bag`` would have brought, ``to`` who sees it, ``knew`` who of them knew it
        before. Records of players hold it, and whoever learns by it cannot freely undo.
        """

    def hold(self) -> None:
        """The click just made belongs to an all-or-nothing group that is still open: nobody else knows of it yet.

        Only in a question to one player, and only where nothing was drawn, told or revealed.
        """

    def seal(self, done: bool) -> None:
        """The answer just given is known to its giver only; ``done`` when it is complete."""

    def close(self, show: bool) -> None:
        """All sealed answers to the open question are in and take effect; ``show`` opens them to all."""


@final
class Dice(Host):
    """A small fast generator (sfc32) that gives the same numbers compiled and not. It hears nothing."""

    x: i64
    y: i64
    z: i64
    count: i64

    def __init__(self, seed: i64) -> None:
        self.hears = False
        self.x = 0
        self.y = 0
        self.z = 0
        self.count = 0
        self.seed(seed)

    def seed(self, seed: i64) -> None:
        """Begin anew, as dice of this seed do."""
        self.x = seed & _WORD
        self.y = (seed >> 32) & _WORD
        self.z = 0x9E3779B9
        self.count = 1
        i: i64 = 0
        while i < 12:
            self.word()
            i += 1

    def __copy__(self) -> Dice:
        return _dice_at(self.x, self.y, self.z, self.count)

    def __deepcopy__(self, memo: object) -> Dice:
        return _dice_at(self.x, self.y, self.z, self.count)

    def __reduce__(self) -> tuple[object, ...]:
        return _dice_at, (self.x, self.y, self.z, self.count)

    def word(self) -> i64:
        """The next 32 bits."""
        y = self.y
        z = self.z
        word = (self.x + y + self.count) & _WORD
        self.count = (self.count + 1) & _WORD
        self.x = y ^ (y >> 9)
        self.y = (z + (z << 3)) & _WORD
        self.z = (((z << 21) | (z >> 11)) + word) & _WORD
        return word

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1 (n < 2**31)."""
        return (self.word() * n) >> 32

    def draw(self, bag: i64, counts: vec[u8], total: i64, to: i64 = EVERYONE) -> i64:
        return pick(counts, self.below(total))


def _dice_at(x: i64, y: i64, z: i64, count: i64) -> Dice:
    """Dice in a given state."""
    dice = Dice(0)
    dice.x = x
    dice.y = y
    dice.z = z
    dice.count = count
    return dice


def pick(counts: vec[u8], at: i64) -> i64:
    """The kind of thing number ``at`` when the things lie in a row, kind after kind."""
    # To the end, without a branch on what chance says: a branch that nobody can foresee costs more.
    kind: i64 = 0
    seen: i64 = 0
    for count in counts:
        seen += i64(count)
        kind += i64(seen <= at)
    return kind
