"""How a note of the score sounds: three Voices, each on the five lines of its own clef.

The sheets print a position from the bottom line upwards. Nothing else may assume what it sounds like.
"""

from __future__ import annotations

from typing import Final

from tutti.games.symphony.pack.box import FLAT_NOTE, NATURAL, SHARP_NOTE

LETTERS: Final = "CDEFGAB"
SEMITONES: Final = (0, 2, 4, 5, 7, 9, 11)
BOTTOM_LINES: Final = (("E", 4), ("F", 3), ("G", 2))
"""Position 1 of each Voice: treble, alto and bass clef."""
ALTERS: Final = {NATURAL: 0, FLAT_NOTE: -1, SHARP_NOTE: 1}


def spelled(voice: int, position: int, accidental: int = NATURAL) -> tuple[str, int, int]:
    """Letter, alteration in semitones and octave (middle C is C4). ``voice`` from 1 at the top, ``position`` 1 to 7,
    ``accidental`` as the score has it; it holds for its note alone."""
    letter, octave = BOTTOM_LINES[voice - 1]
    steps = LETTERS.index(letter) + position - 1
    return LETTERS[steps % 7], ALTERS[accidental], octave + steps // 7


def key(voice: int, position: int, accidental: int = NATURAL) -> int:
    """The MIDI key: middle C is 60."""
    letter, alter, octave = spelled(voice, position, accidental)
    return 12 * (octave + 1) + SEMITONES[LETTERS.index(letter)] + alter
