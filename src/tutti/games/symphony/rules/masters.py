# tutti: compiled
"""What a Master changes (SY-221 to SY-243). One neutral class of answers, one small subclass for each that acts."""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import MasterCard
from tutti.kernel.native import i64

ASK_NOBODY: Final = 0
ASK_UNUSED: Final = 1
ASK_LEFT: Final = 2
ASK_RIGHT: Final = 3


class Master:
    """The basic Conductor: changes nothing."""

    def __init__(self, card: MasterCard) -> None:
        self.card = card
        self.protects: i64 = -1
        """Category whose instruments have Protection."""
        self.always_well: i64 = -1
        """Category that is well placed on any seat."""
        self.over_black: i64 = -1
        """Category whose own discs may overwrite black ones."""
        self.shields: i64 = -1
        """Note value on which own discs get a black disc under them."""
        self.overwrite_points: i64 = 0
        self.leftmost_only = False
        self.replays = False
        self.extra_singles = False
        self.deals_all = False

    def asks(self, value: i64, accidental: i64) -> i64:
        """Who has to answer after a disc was placed on such a note."""
        return ASK_NOBODY


class Berlioz(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.extra_singles = True  # SY-225
        self.deals_all = True  # SY-224


class Bernstein(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.leftmost_only = True  # SY-227


class Bulow(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.protects = bx.SOLOIST_CARD  # SY-228


class Furtwangler(Master):
    def asks(self, value: i64, accidental: i64) -> i64:
        return ASK_UNUSED if value == bx.SEMIBREVE else ASK_NOBODY  # SY-230


class Karajan(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.over_black = bx.WOODWINDS  # SY-232


class Kleiber(Master):
    def asks(self, value: i64, accidental: i64) -> i64:
        if accidental == bx.FLAT_NOTE:  # SY-234
            return ASK_LEFT
        return ASK_RIGHT if accidental == bx.SHARP_NOTE else ASK_NOBODY


class Mahler(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.replays = True  # SY-236


class Mengelberg(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.shields = bx.QUAVER  # SY-239


class Toscanini(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.always_well = bx.STRINGS  # SY-241


class Wagner(Master):
    def __init__(self, card: MasterCard) -> None:
        super().__init__(card)
        self.overwrite_points = 2  # SY-243


def master(card: MasterCard) -> Master:
    """The rules of a Master card."""
    made = {
        "berlioz": Berlioz,
        "bernstein": Bernstein,
        "bulow": Bulow,
        "furtwangler": Furtwangler,
        "karajan": Karajan,
        "kleiber": Kleiber,
        "mahler": Mahler,
        "mengelberg": Mengelberg,
        "toscanini": Toscanini,
        "wagner": Wagner,
    }
    return made[card.id](card) if card.id in made else Master(card)
