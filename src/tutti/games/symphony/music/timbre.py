"""How the cards sound: General MIDI program or percussion key, and the register in which an instrument plays.

Cards are known by their number, which every pack shares (SY-005). An instrument keeps the letters of a note and moves a
whole Voice by octaves, so that a line stays a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from tutti.games.symphony.music.pitch import key
from tutti.games.symphony.pack.box import VOICES, Box
from tutti.kernel.types import Fields

POSITIONS: Final = 7


@dataclass(frozen=True)
class Timbre:
    """How an instrument, or a Part of a choir, sounds."""

    program: int
    low: int
    high: int
    """The keys between which it likes to play."""
    short: str
    loud: int = 0
    """By how much it is struck harder or softer than others, so that all are heard alike."""
    drum: int | None = None
    muted: int | None = None
    """The program of a black disc, if it has one of its own."""
    name: str = ""
    """Of a Part, if it is not the card's."""


PIZZICATO: Final = 45
MUTED_TRUMPET: Final = 59
STRINGS: Final = Timbre(48, 40, 84, "Str.")
"""Those who hold what nobody plays."""

TIMBRES: Final[dict[int, tuple[Timbre, ...]]] = {
    0: (STRINGS,),
    1: (Timbre(40, 55, 88, "Cm.", muted=PIZZICATO),),
    2: (Timbre(40, 57, 86, "Vl.", muted=PIZZICATO),),
    3: (Timbre(41, 48, 77, "Vla.", muted=PIZZICATO),),
    4: (Timbre(42, 38, 66, "Vc.", 4, muted=PIZZICATO),),
    5: (Timbre(43, 29, 54, "Cb.", 12, muted=PIZZICATO),),
    6: (Timbre(43, 27, 45, "Octob.", 10, muted=PIZZICATO),),
    7: (Timbre(56, 56, 81, "Tpt.", -4, muted=MUTED_TRUMPET),),
    8: (Timbre(57, 42, 68, "Tbn.", -12),),
    9: (Timbre(58, 29, 55, "Tuba", 2),),
    10: (Timbre(57, 34, 58, "Cimb.", -10),),
    11: (Timbre(60, 44, 72, "Hn.", -4),),
    12: (Timbre(58, 42, 66, "Euph."),),
    13: (Timbre(58, 29, 48, "B. Tuba", 4),),
    14: (Timbre(71, 52, 86, "Cl.", -16),),
    15: (Timbre(69, 52, 78, "C. A."),),
    16: (Timbre(68, 59, 86, "Ob.", -14),),
    17: (Timbre(70, 36, 64, "Bsn.", 2),),
    18: (Timbre(70, 29, 52, "Cbsn.", 2),),
    19: (Timbre(71, 39, 64, "B. Cl.", -10),),
    20: (Timbre(65, 50, 77, "Sax.", -8),),
    21: (Timbre(73, 62, 91, "Fl.", -6),),
    22: (Timbre(72, 74, 101, "Picc.", -16),),
    23: (Timbre(11, 53, 86, "Vib.", 16),),
    24: (Timbre(13, 65, 94, "Xyl.", 14),),
    25: (Timbre(14, 59, 78, "T. B.", 2),),
    26: (Timbre(47, 38, 60, "Timp.", 14),),
    27: (Timbre(0, 0, 127, "S. D.", 4, drum=38),),
    28: (Timbre(0, 0, 127, "B. D.", 10, drum=35),),
    29: (Timbre(0, 0, 127, "T.-t.", 6, drum=47),),
    30: (Timbre(8, 62, 98, "Cel.", 8),),
    31: (Timbre(0, 0, 127, "Tri.", -10, drum=81),),
    32: (Timbre(0, 0, 127, "Pand.", 2, drum=54),),
    33: (Timbre(0, 0, 127, "Cym.", -12, drum=49),),
    34: (Timbre(0, 0, 127, "Gong", -8, drum=57),),
    35: (Timbre(0, 38, 88, "Pno.", 14),),
    36: (Timbre(6, 40, 84, "Hpd.", 4),),
    37: (Timbre(46, 40, 88, "Hp.", 10),),
    38: (Timbre(7, 42, 80, "Clav.", 4),),
    39: (Timbre(19, 38, 84, "Org.", -8),),
    40: (Timbre(52, 60, 81, "S.", name="Soprano"), Timbre(52, 48, 68, "T.", 6, name="Tenor")),
    41: (Timbre(52, 53, 74, "A.", 2, name="Alto"), Timbre(52, 43, 64, "Bar.", 6, name="Baritone")),
    42: (Timbre(52, 57, 78, "Mez.", name="Mezzo-soprano"), Timbre(52, 40, 60, "B.", 6, name="Bass")),
    43: (
        Timbre(52, 60, 81, "Ch. 1", name="Three-Part Choir, high"),
        Timbre(52, 50, 71, "Ch. 2", 6, name="Three-Part Choir, middle"),
        Timbre(52, 40, 61, "Ch. 3", 6, name="Three-Part Choir, low"),
    ),
}  # fmt: skip


def timbre(d: Box, kind: int, part: int = 0) -> Timbre:
    """How a card sounds; ``part`` from 0."""
    voices = TIMBRES.get(d.number[kind], (STRINGS,))
    return voices[min(part, len(voices) - 1)]


@cache
def shift(sound: Timbre, voice: int) -> int:
    """By how many semitones it moves a Voice to be in its register: whole octaves, as few as fit best."""
    if sound.drum is not None:
        return 0
    low, high = key(voice, 1) - 1, key(voice, POSITIONS) + 1

    def misfit(octaves: int) -> tuple[int, int]:
        outside = max(0, sound.low - low - 12 * octaves) + max(0, high + 12 * octaves - sound.high)
        return outside, abs(octaves)

    return 12 * min(range(-4, 5), key=misfit)


def sounds(d: Box) -> Fields:
    """Program, percussion key and the natural keys of every position, Voice by Voice, for each card of the pack."""
    cards: Fields = {}
    for kind, id in enumerate(d.ids):
        sound = timbre(d, kind)
        cards[id] = {
            "program": sound.program,
            "drum": sound.drum,
            "keys": [
                [key(voice, position) + shift(sound, voice) for position in range(1, POSITIONS + 1)]
                for voice in range(1, VOICES + 1)
            ],
        }
    return {"cards": cards}
