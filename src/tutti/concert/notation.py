"""How tones stand in a bar: who shares a layer, what is a chord, where rests go, which thirds make a triplet."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

VALUES: Final = (
    (Fraction(4), "whole"),
    (Fraction(2), "half"),
    (Fraction(1), "quarter"),
    (Fraction(1, 2), "eighth"),
    (Fraction(1, 4), "16th"),
)
THIRD: Final = Fraction(1, 3)
NAMES: Final = {**dict(VALUES), THIRD: "eighth"}
SIGNS: Final = {-1: "flat", 0: "natural", 1: "sharp"}


@dataclass(frozen=True)
class Head:
    """One note head, to be written as it is told here."""

    id: str
    at: Fraction
    """From the start of the bar."""
    length: Fraction
    spelled: tuple[str, int, int]
    third: int = 0
    """Which of a triplet it is, from 1; 0: of none."""
    beam: str = ""
    velocity: int = 0
    colour: str = ""
    words: tuple[str, ...] = ()
    """What is written below, line by line."""

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        """The time that it takes for itself in a layer: of a triplet, all of it."""
        if self.third:
            begins = self.at - (self.third - 1) * THIRD
            return begins, begins + 1
        return self.at, self.at + self.length


@dataclass(frozen=True)
class Beat:
    """What comes next in a layer: heads that are struck together, or none for a rest."""

    at: Fraction
    length: Fraction
    heads: tuple[Head, ...] = ()
    third: int = 0
    whole: bool = False
    """A rest for the whole bar."""

    @property
    def name(self) -> str:
        return NAMES[self.length]


def layers(heads: list[Head], beats: int) -> list[list[Beat]]:
    """The heads of a bar in as few layers as go, each filled up with rests; one layer of rest for none."""
    found: list[list[Head]] = [[]]
    for head in sorted(heads, key=lambda head: (head.at, -head.length, head.spelled)):
        for layer in found:
            if all(_overlap_free(head, other) for other in layer):
                layer.append(head)
                break
        else:
            found.append([head])
    return [_filled(layer, Fraction(beats)) for layer in found]


def _overlap_free(one: Head, other: Head) -> bool:
    """Whether two heads can stand in one layer: one after the other, or as a chord."""
    (begins, ends), (other_begins, other_ends) = one.span, other.span
    if ends <= other_begins or other_ends <= begins:
        return True
    if one.span != other.span or bool(one.third) != bool(other.third):
        return False
    return one.spelled != other.spelled if one.third == other.third else bool(one.third)


def _filled(heads: list[Head], end: Fraction) -> list[Beat]:
    if not heads:
        return [Beat(Fraction(0), end, whole=True)]
    found: list[Beat] = []
    now = Fraction(0)
    for begins, ends, third in sorted({(*head.span, bool(head.third)) for head in heads}):
        found += _rests(now, begins)
        here = [head for head in heads if head.span == (begins, ends)]
        if third:
            for slot in (1, 2, 3):
                struck = tuple(head for head in here if head.third == slot)
                found.append(Beat(begins + (slot - 1) * THIRD, THIRD, struck, slot))
        else:
            found.append(Beat(begins, ends - begins, tuple(here)))
        now = ends
    return [*found, *_rests(now, end)]


def _rests(begins: Fraction, ends: Fraction) -> list[Beat]:
    """The longest rests that begin where such a value may."""
    found = []
    while begins < ends:
        length = next(value for value, _ in VALUES if begins % value == 0 and begins + value <= ends)
        found.append(Beat(begins, length))
        begins += length
    return found


def signs(bar: list[list[Beat]]) -> dict[str, str]:
    """The accidentals that must be written, by head: where a pitch differs from what the bar has said of it."""
    said: dict[tuple[str, int], int] = {}
    found: dict[str, str] = {}
    for head in sorted((head for layer in bar for beat in layer for head in beat.heads), key=lambda head: head.at):
        letter, alter, octave = head.spelled
        if said.get((letter, octave), 0) != alter:
            found[head.id] = SIGNS[alter]
        said[letter, octave] = alter
    return found
