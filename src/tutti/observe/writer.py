# tutti: compiled
"""Writer: keeps rows and masks of matches up to date in flat buffers, for whoever plays thousands of them at once.

A row is absolute: the table, then the private block of each seat (``kernel.observation``). A mask has one byte for each
action, eight of them in a word, so that a game can write many at once; rows of masks begin at whole words.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from tutti.kernel.chance import Dice, Host
from tutti.kernel.native import i16, i64, mypyc_attr, vec

S = TypeVar("S")

IN_WORD: Final = 8
"""Actions in a word of a mask. The lowest byte is the first one, as on all machines that we build for."""
ONES: Final = 0x0101010101010101
_SPREAD: Final = 0x0002040810204081
_AT_ONCE: Final = 255
_PAIRS: Final = 0x00FF00FF00FF00FF
_FOURS: Final = 0x0001000100010001
BYTES: Final = vec[i64]([256**i for i in range(IN_WORD)])
"""The bytes of a word. A shift of the literal 1 by 31 or more is wrong in compiled code."""


def spread(bits: i64) -> i64:
    """Seven bits as seven bytes of a word."""
    return (bits * _SPREAD) & ONES


def set_in(word: i64) -> i64:
    """How many bytes of a mask's word are set."""
    return ((word * ONES) >> 56) & 255


def set_among(masks: vec[i64], word: i64, stop: i64) -> i64:
    """How many bytes are set in these words of a mask. Words are added up as long as no byte can overflow."""
    total: i64 = 0
    while word < stop:
        end = word + _AT_ONCE
        if end > stop:
            end = stop
        sums: i64 = 0
        while word < end:
            sums += masks[word]
            word += 1
        pairs = (sums & _PAIRS) + ((sums >> 8) & _PAIRS)
        total += ((pairs * _FOURS) >> 48) & 0xFFFF
    return total


def words_for(actions: i64) -> i64:
    """Words of the mask of one match."""
    return (actions + IN_WORD - 1) // IN_WORD


def write_mask(choices: tuple[int, ...], masks: vec[i64], bits: i64, words: i64) -> None:
    """The mask of these actions, from nothing."""
    word = bits
    stop = bits + words
    while word < stop:
        masks[word] = 0
        word += 1
    for choice in choices:
        a: i64 = choice
        masks[bits + (a >> 3)] |= BYTES[a & 7]


@mypyc_attr(allow_interpreted_subclasses=True)
class Writer(Generic[S]):
    """What is seen of a match of a game at a number of players. It holds nothing of a match: one serves all of them."""

    width: i64
    """Cells of a row."""
    words: i64
    """Words of a mask."""

    def __init__(self, width: i64, actions: i64) -> None:
        self.width = width
        self.words = words_for(actions)

    def write(self, s: S, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        """All of it, from nothing: the row from ``at``, the mask from ``bits`` on. Who is asked, or -1 at the end."""
        raise NotImplementedError

    def move(self, s: S, a: i64, host: Host, rows: vec[i16], at: i64, masks: vec[i64], bits: i64) -> i64:
        """Carry out a legal action of whoever is asked first, and write what it changed. Who is asked then, or -1.

        The host answers for chance; what happens need not be told to it.
        """
        raise NotImplementedError

    def random(self, s: S, i: i64, dice: Dice, chance: list[Host], rows: vec[i16], masks: vec[i64]) -> i64:
        """``pick`` and ``move`` in one for the match in a place, for a game that can save something between them."""
        bits = i * self.words
        return self.move(s, self.pick(s, dice, masks, bits), chance[i], rows, i * self.width, masks, bits)

    def pick(self, s: S, dice: Dice, masks: vec[i64], bits: i64) -> i64:
        """A legal action of whoever is asked first, each as likely as the others: as the mask has them."""
        stop = bits + self.words
        total = set_among(masks, bits, stop)
        left = dice.below(total)
        word = bits
        mask = masks[word]
        while True:
            if mask:
                here = set_in(mask)
                if left < here:
                    break
                left -= here
            word += 1
            mask = masks[word]
        a = (word - bits) << 3
        while True:
            if mask & 1:
                if not left:
                    return a
                left -= 1
            mask >>= 8
            a += 1
