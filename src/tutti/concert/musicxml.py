"""A performance as MusicXML 4.0: the orchestral score of all that sounds, or the printed Voices with who plays."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Final
from xml.etree import ElementTree as ET

from tutti.concert.notation import Beat, Head, layers, signs
from tutti.performance import Part, Performance

DIVISIONS: Final = 12
"""Of a crotchet."""
HEADER: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" '
    '"http://www.musicxml.org/dtds/partwise.dtd">\n'
)
LINES: Final = {"G": 2, "C": 3, "F": 4}
FORTE: Final = 90
"""The velocity that MusicXML calls 100 per cent."""
COLOURS: Final = ("#a3261f", "#1f5fa3", "#2a7a36", "#8a5a00", "#6b3fa0", "#00717a")
"""Of players, dark enough on paper; their letters stand below as well."""
FREE: Final = "#8a8a8a"

Clef = tuple[str, int]
"""Its sign, and by how many octaves it is moved."""


def orchestral(performance: Performance) -> str:
    """Everything that sounds, as it sounds, a staff for each part; bars that come twice are written twice."""
    root = _root(performance)
    listed = ET.SubElement(root, "part-list")
    for number, part in enumerate(performance.parts, 1):
        _listed(listed, number, part)
    marks = _marks(performance)
    for number, part in enumerate(performance.parts, 1):
        bars: list[list[Head]] = [[] for _ in performance.passages]
        used: Counter[str] = Counter()
        keys = []
        for tone in performance.tones:
            if tone.part != number - 1:
                continue
            measure = next(
                m for m, at in enumerate(performance.passages) if at.at <= tone.at < at.at + performance.beats
            )
            id = f"n{tone.note}-{measure + 1}-p{number}"
            used[id] += 1
            if used[id] > 1:
                id += f"-{used[id]}"
            at = tone.at - performance.passages[measure].at
            bars[measure].append(Head(id, at, tone.length, tone.spelled, tone.third, velocity=tone.velocity))
            keys.append(tone.key)
        clef = ("percussion", 0) if part.drum is not None else _clef(keys)
        _part(root, f"P{number}", bars, clef, performance.beats, marks if number == 1 else {})
    return _text(root)


def printed(performance: Performance) -> str:
    """The score as it is printed, a staff for each Voice: colour, instrument and letter of whose disc is seen."""
    root = _root(performance)
    listed = ET.SubElement(root, "part-list")
    for voice in range(1, len(performance.clefs) + 1):
        score_part = ET.SubElement(listed, "score-part", id=f"V{voice}")
        ET.SubElement(score_part, "part-name").text = f"Voice {voice}"
        ET.SubElement(score_part, "part-abbreviation").text = str(voice)
    once = performance.passages[: performance.bars]
    for voice, clef in enumerate(performance.clefs, 1):
        bars: list[list[Head]] = [[] for _ in range(performance.bars)]
        beams = _beams(performance, voice)
        for note in performance.score:
            if note.voice == voice:
                part = None if note.part is None else performance.parts[note.part]
                below = ("" if part is None else part.short, "" if note.player is None else "ABCDEF"[note.player])
                colour = FREE if part is None else "" if note.player is None else COLOURS[note.player]
                bars[note.bar - 1].append(
                    Head(
                        f"n{note.id}",
                        note.at,
                        note.length,
                        note.spelled,
                        note.third,
                        beams.get(note.id, ""),
                        colour=colour,
                        words=below,
                    )
                )
        marks: Marks = {(number, Fraction(0)): (at.mark, None) for number, at in enumerate(once) if at.mark}
        _part(root, f"V{voice}", bars, (clef, 0), performance.beats, marks if voice == 1 else {}, performance.sheet)
    return _text(root)


# -- the parts of a document -------------------------------------------------------------------

Marks = dict[tuple[int, Fraction], tuple[str, float | None]]
"""By measure and place in it: what stands over it, and the tempo from there on."""


def _root(performance: Performance) -> ET.Element:
    root = ET.Element("score-partwise", version="4.0")
    ET.SubElement(ET.SubElement(root, "work"), "work-title").text = performance.title
    encoding = ET.SubElement(ET.SubElement(root, "identification"), "encoding")
    ET.SubElement(encoding, "software").text = "Tutti"
    return root


def _text(root: ET.Element) -> str:
    ET.indent(root, " ")
    return HEADER + ET.tostring(root, encoding="unicode") + "\n"


def _marks(performance: Performance) -> Marks:
    found: Marks = {(n, Fraction(0)): (at.mark, None) for n, at in enumerate(performance.passages) if at.mark}
    for at, bpm in performance.tempo:
        measure = int(at // performance.beats)
        place = (measure, at - measure * performance.beats)
        found[place] = (found.get(place, ("", None))[0], bpm)
    return found


def _listed(listed: ET.Element, number: int, part: Part) -> None:
    score_part = ET.SubElement(listed, "score-part", id=f"P{number}")
    ET.SubElement(score_part, "part-name").text = part.name
    ET.SubElement(score_part, "part-abbreviation").text = part.short
    id = f"P{number}-I1"
    ET.SubElement(ET.SubElement(score_part, "score-instrument", id=id), "instrument-name").text = part.name
    midi = ET.SubElement(score_part, "midi-instrument", id=id)
    free = [channel for channel in range(1, 17) if channel != 10]
    channel = 10 if part.drum is not None else free[(number - 1) % len(free)]
    ET.SubElement(midi, "midi-channel").text = str(channel)
    ET.SubElement(midi, "midi-program").text = str(part.program + 1)
    if part.drum is not None:
        ET.SubElement(midi, "midi-unpitched").text = str(part.drum + 1)


def _clef(keys: list[int]) -> Clef:
    """The clef in which such keys need the fewest extra lines."""
    middle = sorted(keys)[len(keys) // 2]
    if middle >= 60:
        return "G", 1 if middle > 81 else 0
    return "F", -1 if middle < 40 else 0


def _beams(performance: Performance, voice: int) -> dict[str, str]:
    """What is printed as a tuplet hangs on one beam."""
    found: dict[str, str] = {}
    group: list[str] = []
    for note in performance.score:
        if note.voice != voice or not note.tuplet:
            continue
        group.append(note.id)
        if len(group) == note.tuplet:
            found |= {group[0]: "begin", **dict.fromkeys(group[1:-1], "continue"), group[-1]: "end"}
            group = []
    return found


def _part(
    root: ET.Element, id: str, bars: list[list[Head]], clef: Clef, beats: int, marks: Marks, system: int = 0
) -> None:
    """``system``: after so many bars a new line begins; 0: wherever the engraver likes."""
    part = ET.SubElement(root, "part", id=id)
    for number, heads in enumerate(bars):
        measure = ET.SubElement(part, "measure", number=str(number + 1))
        if system and number and number % system == 0:
            ET.SubElement(measure, "print", {"new-system": "yes"})
        if number == 0:
            _attributes(measure, clef, beats)
        for (where, at), (text, bpm) in sorted(marks.items()):
            if where == number:
                _direction(measure, at, text, bpm)
        bar = layers(heads, beats)
        accidentals = signs(bar)
        for voice, layer in enumerate(bar, 1):
            if voice > 1:
                ET.SubElement(ET.SubElement(measure, "backup"), "duration").text = str(beats * DIVISIONS)
            for beat in layer:
                _beat(measure, beat, voice, accidentals, clef[0] == "percussion", id)
        if number == len(bars) - 1:
            ET.SubElement(ET.SubElement(measure, "barline", location="right"), "bar-style").text = "light-heavy"


def _attributes(measure: ET.Element, clef: Clef, beats: int) -> None:
    attributes = ET.SubElement(measure, "attributes")
    ET.SubElement(attributes, "divisions").text = str(DIVISIONS)
    ET.SubElement(ET.SubElement(attributes, "key"), "fifths").text = "0"
    time = ET.SubElement(attributes, "time")
    ET.SubElement(time, "beats").text = str(beats)
    ET.SubElement(time, "beat-type").text = "4"
    element = ET.SubElement(attributes, "clef")
    ET.SubElement(element, "sign").text = clef[0]
    if clef[0] in LINES:
        ET.SubElement(element, "line").text = str(LINES[clef[0]])
    if clef[1]:
        ET.SubElement(element, "clef-octave-change").text = str(clef[1])


def _direction(measure: ET.Element, at: Fraction, text: str, bpm: float | None) -> None:
    if text:
        direction = ET.SubElement(measure, "direction", placement="above")
        ET.SubElement(ET.SubElement(direction, "direction-type"), "rehearsal").text = text
    if bpm is not None:
        sound = ET.SubElement(measure, "sound", tempo=f"{bpm:g}")
        if at:
            ET.SubElement(sound, "offset").text = str(int(at * DIVISIONS))


def _beat(measure: ET.Element, beat: Beat, voice: int, accidentals: dict[str, str], drum: bool, part: str) -> None:
    if not beat.heads:
        hidden = {"print-object": "no"} if voice > 1 else {}
        note = ET.SubElement(measure, "note", hidden)
        ET.SubElement(note, "rest", {"measure": "yes"} if beat.whole else {})
        _rest_of(note, beat, voice)
    for number, head in enumerate(beat.heads):
        note = ET.SubElement(measure, "note", {"id": head.id})
        if head.velocity:
            note.set("dynamics", f"{head.velocity * 100 / FORTE:.2f}")
        if head.colour:
            note.set("color", head.colour)
        if number:
            ET.SubElement(note, "chord")
        _pitch(note, head, drum)
        _rest_of(
            note, beat, voice, head, accidentals.get(head.id, "") if not drum else "", part if drum else "", number
        )


def _pitch(note: ET.Element, head: Head, drum: bool) -> None:
    letter, alter, octave = head.spelled
    if drum:
        unpitched = ET.SubElement(note, "unpitched")
        ET.SubElement(unpitched, "display-step").text = "B"
        ET.SubElement(unpitched, "display-octave").text = "4"
        return
    pitch = ET.SubElement(note, "pitch")
    ET.SubElement(pitch, "step").text = letter
    if alter:
        ET.SubElement(pitch, "alter").text = str(alter)
    ET.SubElement(pitch, "octave").text = str(octave)


def _rest_of(
    note: ET.Element,
    beat: Beat,
    voice: int,
    head: Head | None = None,
    accidental: str = "",
    drum: str = "",
    number: int = 0,
) -> None:
    """What follows the pitch, in the order that MusicXML wants."""
    ET.SubElement(note, "duration").text = str(int(beat.length * DIVISIONS))
    if drum:
        ET.SubElement(note, "instrument", id=f"{drum}-I1")
    ET.SubElement(note, "voice").text = str(voice)
    if not beat.whole:
        ET.SubElement(note, "type").text = beat.name
    if accidental:
        ET.SubElement(note, "accidental").text = accidental
    if beat.third:
        modification = ET.SubElement(note, "time-modification")
        ET.SubElement(modification, "actual-notes").text = "3"
        ET.SubElement(modification, "normal-notes").text = "2"
    if head is not None and head.beam and not number:
        ET.SubElement(note, "beam", number="1").text = head.beam
    if beat.third in (1, 3) and not number:
        notations = ET.SubElement(note, "notations")
        ET.SubElement(notations, "tuplet", type="start" if beat.third == 1 else "stop")
    if head is not None and not number:
        for line, text in enumerate(head.words, 1):
            if text:
                lyric = ET.SubElement(note, "lyric", number=str(line))
                ET.SubElement(lyric, "syllabic").text = "single"
                ET.SubElement(lyric, "text").text = text
