"""What a printed note sounds like: the lines of three clefs, and accidentals."""

from __future__ import annotations

from tutti.games.symphony.music.pitch import key, spelled
from tutti.games.symphony.pack.box import FLAT_NOTE, SHARP_NOTE


def test_every_voice_stands_on_the_lines_of_its_clef() -> None:
    assert [spelled(voice, 1) for voice in (1, 2, 3)] == [("E", 0, 4), ("F", 0, 3), ("G", 0, 2)]
    assert [key(voice, 7) for voice in (1, 2, 3)] == [74, 64, 53]  # D5, E4, F3: seven steps of the white keys
    assert key(1, 6) == 72  # the octave turns at C, not at the bottom line


def test_an_accidental_is_a_semitone() -> None:
    assert spelled(2, 4, FLAT_NOTE) == ("B", -1, 3)
    assert key(2, 4, FLAT_NOTE) == 58
    assert key(3, 1, SHARP_NOTE) == 44
