"""The faces of a pack of Symphony as tones: when each note sounds, for how long, how high."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Any

from tutti.games.symphony.music import pitch
from tutti.games.symphony.pack.box import FLAT_NOTE, NATURAL, SHARP_NOTE
from tutti.kernel import library, packs

UNIT = 24
"""Parts of a bar: the smallest number that holds halves and thirds of a beat."""
BEAT = UNIT // 4
BARS = 3
VALUES = {"s": 24, "m": 12, "c": 6, "q": 3, "r2": 12, "r1": 6, "rh": 3}
TUPLETS = {2: 3, 3: 2, 4: 3}
"""How long one note of a tuplet is: duplet and triplet fill a beat, a quadruplet two."""
NOTE = re.compile(r"([smcq])([1-7])([b#]?)[BO]?")
SIGNS = {"": NATURAL, "b": FLAT_NOTE, "#": SHARP_NOTE}


@dataclass(frozen=True)
class Tone:
    """A note as it sounds; ``start`` counts from the first bar."""

    voice: int
    start: int
    length: int
    position: int
    accidental: int

    @property
    def end(self) -> int:
        return self.start + self.length

    @property
    def key(self) -> int:
        """As MIDI counts: 60 is the middle C."""
        return pitch.key(self.voice + 1, self.position, self.accidental)

    @property
    def alter(self) -> int:
        """In semitones."""
        return pitch.spelled(self.voice + 1, self.position, self.accidental)[1]


Tones = tuple[Tone, ...]


@dataclass(frozen=True)
class Face:
    id: str
    sheet: int
    black: bool
    voices: tuple[Tones, Tones, Tones]


def tones(voice: int, text: str) -> Tones:
    """One Voice of a face; the pack has been read strictly before."""
    made: list[Tone] = []
    at = tuplet = 0
    for token in text.replace("(", "( ").replace(")", " )").split():
        if found := NOTE.fullmatch(token):
            value, position, sign = found.groups()
            length = TUPLETS[tuplet] if tuplet else VALUES[value]
            made.append(Tone(voice, at, length, int(position), SIGNS[sign]))
            at += length
        elif token in VALUES:
            at += VALUES[token]
        elif token[0] in "234":
            tuplet = int(token[0])
        elif token == ")":
            tuplet = 0
    return tuple(made)


def faces(pack: str) -> list[Face]:
    """All faces of a shipped pack."""
    folder = library.folder("symphony")
    rows: list[dict[str, Any]] = packs.read(packs.shipped(folder)[pack]).raw["face"]
    return [
        Face(
            row["id"],
            row["sheet"],
            row["black"],
            (tones(0, row["v1"]), tones(1, row["v2"]), tones(2, row["v3"])),
        )
        for row in rows
    ]


def join(three: tuple[Face, ...]) -> tuple[Tones, ...]:
    """The Voices of some faces, one after another."""
    return tuple(
        tuple(
            replace(tone, start=tone.start + number * BARS * UNIT)
            for number, face in enumerate(three)
            for tone in face.voices[voice]
        )
        for voice in range(3)
    )


def pieces(every: list[Face]) -> list[tuple[Face, ...]]:
    """Every score that can lie on the table: three sheets in any order, either side of each (SY-024, SY-025)."""
    made: list[tuple[Face, ...]] = []
    for sheets in permutations(sorted({face.sheet for face in every}), 3):
        made += product(*([face for face in every if face.sheet == sheet] for sheet in sheets))
    return made
