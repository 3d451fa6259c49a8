"""Tempo and dynamics of a performance: a Movement is a phrase, and the whole comes back once, tutti.

The more discs were laid in a Movement, the louder and livelier it is; every phrase swells, slows down and breathes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import pi, sin
from typing import Final

from tutti.games.symphony.pack.box import BARS, Box
from tutti.games.symphony.pack.names import COLUMN_NAMES
from tutti.kernel.types import Fields
from tutti.performance import Passage

BEATS: Final = 4
PACE: Final = 80.0
RETURN: Final = 1.1
"""By how much the return is livelier, and how much louder."""
LOUDER: Final = 12
BREATH: Final = ((2, 0.94), (1, 0.8))
CLOSE: Final = ((3, 0.9), (2, 0.78), (1, 0.62))
"""So many crotchets before the end of a phrase, and of the whole, it is so much slower."""
VOICE_LEVELS: Final = (86, 76, 80)
HELD: Final = (38, 54)
"""Those who hold free notes: the first time, and in the return."""
UNDER: Final = -14
BLACK: Final = -6
SWELL: Final = 10
LIVELY: Final = 16
ZONE_ACCENT: Final = 7
SHEET_ACCENT: Final = 6
VOICE_ACCENT: Final = 4
TUTTI: Final = "Tutti"


@dataclass(frozen=True)
class Phrase:
    """The bars of a Movement that were not played before, from 0, the end excluded; how lively it was."""

    mark: str
    first: int
    end: int
    life: float


def phrases(d: Box, told: list[Fields]) -> tuple[Phrase, ...]:
    """SY-071: a phrase ends where the Placement Area of its Movement does."""
    laid = dict.fromkeys(COLUMN_NAMES, 0)
    column = COLUMN_NAMES[0]
    for event in told:
        if event["event"] == "movement":
            column = event["column"]
        elif event["event"] in ("placed", "paired"):
            laid[column] += 1
    usual = sum(laid.values()) / len(laid) or 1
    found: list[Phrase] = []
    first = 0
    for number, end in enumerate(d.area_end):
        life = min(1.6, max(0.4, laid[COLUMN_NAMES[number]] / usual))
        if end > first:
            found.append(Phrase(COLUMN_NAMES[number], first, int(end), life))
            first = int(end)
    return tuple(found)


def passages(said: tuple[Phrase, ...]) -> tuple[Passage, ...]:
    """Every bar, then every bar again."""
    marks = {phrase.first: phrase.mark for phrase in said}
    once = [Passage(bar + 1, Fraction(bar * BEATS), marks.get(bar, "")) for bar in range(BARS)]
    again = [
        Passage(bar + 1, Fraction((BARS + bar) * BEATS), TUTTI if bar == 0 else marks.get(bar, ""))
        for bar in range(BARS)
    ]
    return (*once, *again)


def tempo(said: tuple[Phrase, ...]) -> tuple[tuple[Fraction, float], ...]:
    """A pace for every phrase; its last beat waits a little, the end of each time more."""
    found: list[tuple[Fraction, float]] = []
    for time in range(2):
        for phrase in said:
            pace = PACE * (RETURN if time else 1) * (1 + 0.12 * (phrase.life - 1))
            begins = Fraction((time * BARS + phrase.first) * BEATS)
            ends = Fraction((time * BARS + phrase.end) * BEATS)
            slower = CLOSE if phrase.end == BARS else BREATH
            found.append((begins, pace))
            found += [(ends - rest, pace * by) for rest, by in slower if ends - rest > begins]
    return tuple((at, round(bpm, 2)) for at, bpm in found)


def level(said: tuple[Phrase, ...], time: int, voice: int, bar: int, onset: Fraction) -> int:
    """How loud a Voice is at this place, before accents; ``voice`` from 1, ``bar`` from 0."""
    phrase = next(one for one in said if one.first <= bar < one.end)
    way = (bar - phrase.first + float(onset) / BEATS) / (phrase.end - phrase.first)
    beat = 4 if onset == 0 else 0 if onset.denominator == 1 else -3
    swell = SWELL * sin(pi * min(1.0, way * 0.9 + 0.1)) - SWELL / 2
    return round(VOICE_LEVELS[voice - 1] + LOUDER * time + LIVELY * (phrase.life - 1) / 2 + swell + beat)
