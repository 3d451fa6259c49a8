"""How the sheets of a pack sound, in figures: ``python -m tools.music.judge standard concert`` writes a table.

Every score that the rules allow is looked at: three sheets in any order, either side of each. Nothing here is a rule
of the game; what the figures mean is told in ``docs/sheets.md``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import sqrt
from statistics import fmean

from tools.music.sheets import BARS, BEAT, UNIT, Face, Tone, Tones, faces, join, pieces

HARSH = {1, 11}
DISSONANT = {1, 2, 6, 10, 11}
"""Seconds, sevenths, the tritone, and what is an octave wider, by semitones."""
FIFTH, FOURTH = 7, 5
CROOKED = {(1, 3), (2, 2), (3, 4), (3, 6), (4, 6), (4, 8), (1, 0)}
"""Augmented and diminished steps: by how many positions, and semitones."""
CHORDS = ((0, 4, 7), (0, 3, 7), (0, 3, 6), (0, 4, 7, 10), (0, 3, 6, 9))
"""Major, minor, diminished; the sevenths of dominant and leading note."""
MAJOR = (6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88)
MINOR = (6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17)
"""How well each step of a key fits it (Krumhansl and Kessler 1982)."""
NAMES = ("C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B")
Voices = tuple[Tones, ...]


def sounding(voices: Voices, at: int) -> list[Tone]:
    return [tone for voice in voices for tone in voice if tone.start <= at < tone.end]


def strong(bars: int) -> Iterator[int]:
    """Beats 1 and 3 of every bar."""
    return (bar * UNIT + beat * BEAT for bar in range(bars) for beat in (0, 2))


def share(tests: Iterable[bool]) -> float:
    found = list(tests)
    return 100 * sum(found) / len(found) if found else 0.0


def intervals(voices: Voices) -> list[int]:
    """Between every two Voices that sound together on a strong beat."""
    return [abs(a.key - b.key) % 12 for at in strong(BARS * 3) for a, b in combinations(sounding(voices, at), 2)]


def is_chord(keys: set[int]) -> bool:
    return any(keys <= {(root + step) % 12 for step in chord} for root in range(12) for chord in CHORDS)


def chords(voices: Voices) -> float:
    """Strong beats on which all that sounds belongs to one chord."""
    return share(is_chord({tone.key % 12 for tone in sounding(voices, at)}) for at in strong(BARS * 3))


def moves(voices: Voices) -> list[tuple[Tone, Tone]]:
    return [pair for voice in voices for pair in pairwise(voice)]


def is_crooked(a: Tone, b: Tone) -> bool:
    return (abs(a.position - b.position), abs(a.key - b.key)) in CROOKED


def unresolved(voices: Voices) -> float:
    """Leaps of a fourth or more after which the Voice does not turn back."""
    return share(
        (b.position - a.position) * (c.position - b.position) >= 0
        for voice in voices
        for a, b, c in zip(voice, voice[1:], voice[2:], strict=False)
        if abs(b.key - a.key) >= FOURTH
    )


def led(voices: Voices) -> float:
    """Sharps that rise and flats that fall by a step."""
    return share(b.position - a.position == a.alter for a, b in moves(voices) if a.alter)


def parallels(voices: Voices) -> int:
    """Two Voices that go the same way from fifth to fifth, or from octave to octave."""
    found = 0
    for upper, lower in combinations(voices, 2):
        ends = {b.start: (a, b) for a, b in pairwise(lower)}
        for a, b in pairwise(upper):
            if b.start not in ends:
                continue
            c, d = ends[b.start]
            same = (a.key - c.key) % 12 == (b.key - d.key) % 12 in (0, FIFTH)
            found += same and (b.key - a.key) * (d.key - c.key) > 0 and a.end > c.start and c.end > a.start
    return found


def weights(voices: Voices) -> list[int]:
    """How long each of the twelve keys sounds."""
    found = [0] * 12
    for voice in voices:
        for tone in voice:
            found[tone.key % 12] += tone.length
    return found


def fit(found: list[int], profile: tuple[float, ...], tonic: int) -> float:
    """The correlation with a key."""
    turned = [profile[(key - tonic) % 12] for key in range(12)]
    x, y = fmean(found), fmean(turned)
    over = sum((a - x) * (b - y) for a, b in zip(found, turned, strict=True))
    return over / sqrt(sum((a - x) ** 2 for a in found) * sum((b - y) ** 2 for b in turned))


def centre(voices: Voices) -> tuple[float, str, int]:
    """How clearly in which key, and its tonic."""
    found = weights(voices)
    return max(
        (fit(found, profile, tonic), NAMES[tonic] + mode, tonic)
        for tonic in range(12)
        for profile, mode in ((MAJOR, " major"), (MINOR, " minor"))
    )


def closes(face: Face, tonic: int) -> bool:
    """The last notes of the Voices are the tonic chord, its root in the bass and its third somewhere."""
    last = [(voice[-1].key - tonic) % 12 for voice in face.voices]
    return last[2] == 0 and set(last) <= {0, 3, 4, 7} and len({3, 4} & set(last)) == 1


def cadence(face: Face, tonic: int) -> str:
    """What comes before a close: the last chord of the dominant or the subdominant on some beat."""
    if not closes(face, tonic):
        return "none"
    for at in range(BARS * UNIT - BEAT, BARS * UNIT // 3 - 1, -BEAT):
        here = {(tone.key - tonic) % 12 for tone in sounding(face.voices, at)}
        if 11 in here and here <= {7, 11, 2, 5, 8}:
            return "authentic"
        if 5 in here and here <= {5, 8, 9, 0, 2}:
            return "plagal"
    return "none"


def seams(three: tuple[Face, ...]) -> list[tuple[Tone, Tone]]:
    """The last note of a sheet and the first of the next, in each Voice."""
    return [(a.voices[v][-1], b.voices[v][0]) for a, b in pairwise(three) for v in range(3)]


@dataclass(frozen=True)
class Judgement:
    """A pack; a figure is the mean over all scores where nothing else is said."""

    dissonant: float
    worst: float
    harsh: float
    chords: float
    wide: float
    unresolved: float
    crooked: float
    led: float
    parallels: float
    wide_seams: float
    key: str
    in_key: float
    fit: float
    closed: str


def judge(every: list[Face]) -> Judgement:
    """The figures of a pack."""
    scores = pieces(every)
    voices = [join(three) for three in scores]
    centres = [centre(one) for one in voices]
    key, tonic = Counter((name, tonic) for _, name, tonic in centres).most_common(1)[0][0]

    def mean(of: Callable[[Voices], float]) -> float:
        return fmean(map(of, voices))

    dissonant = [share(step in DISSONANT for step in intervals(one)) for one in voices]
    kinds = Counter(cadence(face, tonic) for face in every)
    return Judgement(
        dissonant=fmean(dissonant),
        worst=max(dissonant),
        harsh=mean(lambda one: share(step in HARSH for step in intervals(one))),
        chords=mean(chords),
        wide=mean(lambda one: share(abs(a.key - b.key) > FIFTH for a, b in moves(one))),
        unresolved=mean(unresolved),
        crooked=mean(lambda one: share(is_crooked(a, b) for a, b in moves(one))),
        led=mean(led),
        parallels=mean(parallels),
        wide_seams=fmean(share(abs(a.key - b.key) > FIFTH for a, b in seams(three)) for three in scores),
        key=key,
        in_key=share(found == key for _, found, _ in centres),
        fit=fmean(found for found, _, _ in centres),
        closed=f"{kinds['authentic']} + {kinds['plagal']} of {len(every)}",
    )


ROWS: tuple[tuple[str, Callable[[Judgement], str]], ...] = (
    ("intervals on beats 1 and 3 that are dissonant", lambda j: f"{j.dissonant:.1f} %"),
    ("… in the worst score", lambda j: f"{j.worst:.1f} %"),
    ("… that are semitones or major sevenths", lambda j: f"{j.harsh:.1f} %"),
    ("beats 1 and 3 that are one chord", lambda j: f"{j.chords:.1f} %"),
    ("moves wider than a fifth", lambda j: f"{j.wide:.1f} %"),
    ("leaps from a fourth on that do not turn back", lambda j: f"{j.unresolved:.1f} %"),
    ("augmented and diminished moves", lambda j: f"{j.crooked:.1f} %"),
    ("sharps that rise and flats that fall by a step", lambda j: f"{j.led:.1f} %"),
    ("parallel fifths and octaves in a score", lambda j: f"{j.parallels:.1f}"),
    ("moves from sheet to sheet wider than a fifth", lambda j: f"{j.wide_seams:.1f} %"),
    ("the key that most scores are in", lambda j: j.key),
    ("… so many of them", lambda j: f"{j.in_key:.0f} %"),
    ("… how clearly (1: as the books)", lambda j: f"{j.fit:.2f}"),
    ("faces that close, authentic + plagal", lambda j: j.closed),
)


def table(names: list[str]) -> str:
    """The figures of some packs, side by side."""
    judged = [judge(faces(name)) for name in names]
    lines = [("", *(f"`{name}`" for name in names)), ("---", *("---:" for _ in names))]
    lines += [(label, *(show(one) for one in judged)) for label, show in ROWS]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def heights(names: list[str]) -> str:
    """How many notes of each Voice, over all faces, lie in each window of the clefs and on each position."""
    lines: list[tuple[str, ...]] = [("Voice", "pack", "1–3", "3–5", "5–7", "by position 1 to 7")]
    lines += [("---", "---", "---:", "---:", "---:", "---")]
    for voice in range(3):
        for name in names:
            found = Counter(tone.position for face in faces(name) for tone in face.voices[voice])
            windows = [str(sum(found[low + i] for i in range(3))) for low in (1, 3, 5)]
            lines.append((str(voice + 1), f"`{name}`", *windows, " ".join(str(found[i]) for i in range(1, 8))))
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["standard"]
    print(table(wanted), heights(wanted), sep="\n\n")
