"""The notation of the music sheets, read strictly, and three sheets put side by side."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Score
from tutti.kernel.native import i64, vec
from tutti.kernel.reading import Reader

SHEET_BARS = 3
ITEM = re.compile(r"([smcq])([1-7])([b#]?)([BO]?)$")
REST = {"r2": 8, "r1": 4, "rh": 2}
LENGTH = {"s": 16, "m": 8, "c": 4, "q": 2}
"""Quarter beats; a bar has 16."""
TUPLET_LENGTH = {2: 4, 3: 4, 4: 8}
TICKS = 12
"""Parts of a crotchet in which onsets are counted: a third is one, too."""
LETTERS = {"s": 0, "m": 1, "c": 2, "q": 3}
ZONE_LETTERS = {"G": 1, "O": 2, "B": 3}


@dataclass(frozen=True)
class Note:
    """A printed note; ``bar`` counts inside its sheet until the sheets are joined."""

    bar: int
    value: int
    position: int
    accidental: int
    colour: int
    zone: int
    tuplet: int
    group: int
    """Which tuplet of its Voice, from 1; 0 = none."""
    onset: int
    length: int
    """When it begins in its bar, and how long it lasts, in ticks."""


Face = tuple[tuple[Note, ...], ...]


def read_voice(reader: Reader) -> tuple[Note, ...]:
    """One Voice of a face. A fault names the item."""
    bars = reader.text().split("|")
    if len(bars) != SHEET_BARS:
        reader.wrong("wrong_bars", rule="SY-071", expected=SHEET_BARS, found=len(bars))
    notes: list[Note] = []
    zone = group = 0
    for bar, text in enumerate(bars):
        length = tuplet = tuplet_seen = in_bar = 0
        for token in text.replace("(", "( ").replace(")", " )").split():
            if token in REST:
                length += REST[token]
            elif re.fullmatch(r"[234]\(", token) and not tuplet:
                tuplet, tuplet_seen = int(token[0]), 0
                group += 1
            elif token == ")" and tuplet and tuplet_seen == tuplet:
                length += TUPLET_LENGTH[tuplet]
                tuplet = 0
            elif re.fullmatch(r"[GOB]<", token) and not zone:
                zone = ZONE_LETTERS[token[0]]
            elif re.fullmatch(r">[GOB]", token) and zone == ZONE_LETTERS[token[1]]:
                zone = 0
            elif match := ITEM.match(token):
                value, position, accidental, colour = match.groups()
                lasts = 3 * (TUPLET_LENGTH[tuplet] if tuplet else LENGTH[value]) // (tuplet or 1)
                notes.append(
                    Note(
                        bar,
                        LETTERS[value],
                        int(position),
                        ("", "b", "#").index(accidental),
                        ("", "B", "O").index(colour),
                        zone,
                        tuplet,
                        group if tuplet else 0,
                        3 * length + (tuplet_seen * lasts if tuplet else 0),
                        lasts,
                    )
                )
                tuplet_seen += 1
                in_bar += 1
                length += 0 if tuplet else LENGTH[value]
            else:
                reader.wrong("bad_music", found=token, bar=bar + 1)
        if tuplet or length != LENGTH["s"]:
            reader.wrong("wrong_beats", bar=bar + 1, found=length / 4, expected=4)
        if in_bar > bx.IN_BAR:
            reader.wrong("too_many_notes", bar=bar + 1, found=in_bar, high=bx.IN_BAR)
    if zone:
        reader.wrong("zone_open", zone=bx.ZONES[zone])
    return tuple(notes)


def check_face(reader: Reader, face: Face) -> None:
    """What the rules need of every face; the finer invariants are tests of the standard pack."""
    every = [note for voice in face for note in voice]
    minims = sum(bx.VALUES[note.value] == "minim" for note in every)
    if minims != SHEET_BARS:
        reader.wrong("wrong_minims", rule="SY-034", expected=SHEET_BARS, found=minims)
    for zone in (1, 2, 3):
        voices = [v for v, voice in enumerate(face) if any(note.zone == zone for note in voice)]
        if len(voices) != 1:
            reader.wrong("wrong_zones", rule="SY-168", zone=bx.ZONES[zone], found=len(voices))
        inside = [i for i, note in enumerate(face[voices[0]]) if note.zone == zone]
        if inside[-1] - inside[0] + 1 != len(inside):
            reader.wrong("wrong_zones", rule="SY-168", zone=bx.ZONES[zone], found=2)
    for note in every:
        if note.tuplet and bx.VALUES[note.value] != "quaver":
            reader.wrong("wrong_tuplet", rule="SY-114", bar=note.bar + 1)
        if note.colour and bx.VALUES[note.value] in ("semibreve", "minim"):
            reader.wrong("wrong_colour", rule="SY-027", bar=note.bar + 1)


def join(ids: tuple[str, ...], faces: tuple[Face, ...]) -> Score:
    """Three faces from left to right as one score (SY-024)."""
    notes: list[Note] = []
    voices: list[int] = []
    starts: list[int] = []
    for voice in range(bx.VOICES):
        for sheet, face in enumerate(faces):
            for bar in range(SHEET_BARS):
                starts.append(len(notes))
                here = [note for note in face[voice] if note.bar == bar]
                notes += [
                    replace(note, bar=sheet * SHEET_BARS + bar, group=note.group and note.group + 32 * sheet)
                    for note in here
                ]
                voices += [voice] * len(here)
        starts.append(len(notes))
    score = Score(ids, len(notes))
    score.voice = bytes(voices)
    score.bar = bytes(note.bar for note in notes)
    score.value = bytes(note.value for note in notes)
    score.position = bytes(note.position for note in notes)
    score.accidental = bytes(note.accidental for note in notes)
    score.colour = bytes(note.colour for note in notes)
    score.zone = bytes(note.zone for note in notes)
    score.tuplet = bytes(note.tuplet for note in notes)
    score.starts = bytes(starts)
    _tuplets(score, notes, voices)
    _codes(score)
    return score


def _tuplets(score: Score, notes: list[Note], voices: list[int]) -> None:
    first, end = [], []
    for i, note in enumerate(notes):
        same = [
            j for j, other in enumerate(notes) if note.group and voices[j] == voices[i] and other.group == note.group
        ]
        first.append(same[0] if same else i)
        end.append(same[-1] + 1 if same else i)
    score.tuplet_first = bytes(first)
    score.tuplet_end = bytes(end)


def _codes(score: Score) -> None:
    codes: list[i64] = []
    at = [0] * (bx.VOICES * bx.BARS * bx.IN_BAR)
    for i in range(score.count):
        voice, bar = score.voice[i], score.bar[i]
        code = (voice * bx.BARS + bar) * bx.IN_BAR + i - score.starts[voice * 10 + bar]
        codes.append(code)
        at[code] = i + 1
    score.code = vec[i64](codes)
    score.at = bytes(at)
