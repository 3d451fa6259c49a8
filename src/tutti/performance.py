"""A performance: a match as music. A game that can be performed makes one from its state and what was told.

Times are exact, in crotchets from the start; seconds come from the tempo. Writers of files are in ``tutti.concert``.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tutti.kernel.types import Fields

Kind = Literal["disc", "under", "black", "held"]
"""A visible disc, one below it, a black one (muted or struck), a note that was left free (softly, by the strings)."""


@dataclass(frozen=True)
class Part:
    """Who plays: an instrument at its seat, one Part of a choir, or those who accompany."""

    id: str
    seat: str
    part: int
    card: str
    player: int | None
    program: int
    """General MIDI, from 0."""
    drum: int | None
    """The key of General MIDI percussion, if it has no pitch."""
    name: str
    short: str


@dataclass(frozen=True)
class Tone:
    """One tone of one part."""

    at: Fraction
    length: Fraction
    key: int
    """The MIDI key; of an instrument without pitch, its key of percussion."""
    spelled: tuple[str, int, int]
    """Letter, alteration, octave of what sounds; of an instrument without pitch, of what is printed."""
    velocity: int
    part: int
    """Which of ``parts``."""
    voice: int
    bar: int
    note: str
    """The printed note that it plays."""
    player: int | None
    kind: Kind
    third: int = 0
    """Which of a triplet it is, from 1; 0: of none."""


@dataclass(frozen=True)
class Printed:
    """A note of the score, as printed; whose disc is visible, and who laid it."""

    id: str
    voice: int
    bar: int
    at: Fraction
    """From the start of its bar."""
    length: Fraction
    spelled: tuple[str, int, int]
    third: int
    tuplet: int
    """How many it is printed together with; 0: alone."""
    player: int | None
    part: int | None


@dataclass(frozen=True)
class Passage:
    """A bar as it sounds. One may come twice."""

    bar: int
    at: Fraction
    mark: str = ""
    """What stands over it: where a phrase begins, or the return."""


@dataclass(frozen=True)
class Performance:
    """Everything that sounds, in order, and the score that it is played from."""

    title: str
    bars: int
    sheet: int
    """Bars on a printed sheet."""
    beats: int
    """Crotchets in a bar."""
    clefs: tuple[str, ...]
    """Of each Voice: G, C or F on the usual line."""
    tempo: tuple[tuple[Fraction, float], ...]
    """From when on how many crotchets a minute; the first is from the start."""
    passages: tuple[Passage, ...]
    parts: tuple[Part, ...]
    tones: tuple[Tone, ...]
    score: tuple[Printed, ...]

    def timeline(self) -> Fields:
        """As plain data, with seconds: see docs/concert.md."""
        clock = Clock(self.tempo)
        ends = [passage.at + self.beats for passage in self.passages]
        return {
            "title": self.title,
            "bars": self.bars,
            "seconds": clock.at(ends[-1]),
            "tempo": [{"at": float(at), "bpm": bpm} for at, bpm in self.tempo],
            "passages": [
                {"bar": passage.bar, "mark": passage.mark, "start": clock.at(passage.at), "end": clock.at(end)}
                for passage, end in zip(self.passages, ends, strict=True)
            ],
            "parts": [
                {
                    "id": part.id,
                    "seat": part.seat,
                    "part": part.part,
                    "card": part.card,
                    "player": part.player,
                    "program": part.program,
                    "drum": part.drum,
                    "name": part.name,
                }
                for part in self.parts
            ],
            "tones": [
                {
                    "at": round(float(tone.at), 6),
                    "length": round(float(tone.length), 6),
                    "start": clock.at(tone.at),
                    "end": clock.at(tone.at + tone.length),
                    "key": tone.key,
                    "velocity": tone.velocity,
                    "part": tone.part,
                    "voice": tone.voice,
                    "bar": tone.bar,
                    "note": tone.note,
                    "player": tone.player,
                    "kind": tone.kind,
                }
                for tone in self.tones
            ],
        }


class Clock:
    """Seconds at the written tempo."""

    def __init__(self, tempo: tuple[tuple[Fraction, float], ...]) -> None:
        self._from = [at for at, _ in tempo]
        self._bpm = [bpm for _, bpm in tempo]
        self._seconds = [0.0]
        for (at, bpm), (then, _) in pairwise(tempo):
            self._seconds.append(self._seconds[-1] + float(then - at) * 60 / bpm)

    def at(self, crotchets: Fraction) -> float:
        """When so many crotchets have passed."""
        step = bisect_right(self._from, crotchets) - 1
        return round(self._seconds[step] + float(crotchets - self._from[step]) * 60 / self._bpm[step], 4)
