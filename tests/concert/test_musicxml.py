"""MusicXML opens in music21 and Verovio without a word, and holds exactly what is played or printed."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
import verovio

from concert.played import FEW, performance
from tutti.concert import engrave, musicxml
from tutti.performance import Performance

Found = Counter[tuple[object, ...]]


def exact(number: Any) -> Fraction:
    """A time of music21, which has floats where they are exact."""
    return Fraction(number).limit_denominator(12)


def heard(text: str) -> Found:
    """(part, measure, onset, length, key) of every note as music21 reads it; no key for what has no pitch."""
    from music21 import converter, note  # here, since it takes long: every worker collects this file, and one runs it

    found: Found = Counter()
    score: Any = converter.parseData(text, format="musicxml")
    for number, part in enumerate(score.parts):
        for measure in part.getElementsByClass("Measure"):
            for item in measure.recurse().notes:
                members = getattr(item, "notes", (item,))  # of a chord, and of strokes at once, which have no pitches
                keys = [None if isinstance(one, note.Unpitched) else one.pitch.midi for one in members]
                at = exact(item.getOffsetInHierarchy(measure))
                for key in keys:
                    found[number, measure.number, at, exact(item.quarterLength), key] += 1
    return found


def played_in(performance: Performance) -> Found:
    found: Found = Counter()
    for tone in performance.tones:
        measure = int(tone.at // performance.beats)
        key = tone.key if performance.parts[tone.part].drum is None else None
        found[tone.part, measure + 1, tone.at - measure * performance.beats, tone.length, key] += 1
    return found


def printed_in(performance: Performance) -> Found:
    steps = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
    return Counter(
        (n.voice - 1, n.bar, n.at, n.length, 12 * (n.spelled[2] + 1) + steps[n.spelled[0]] + n.spelled[1])
        for n in performance.score
    )


@pytest.mark.parametrize("table", FEW)
def test_music21_reads_the_tones_of_the_match(table: str) -> None:
    assert heard(musicxml.orchestral(performance(table))) == played_in(performance(table))
    assert heard(musicxml.printed(performance(table))) == printed_in(performance(table))


@pytest.mark.parametrize("table", FEW)
def test_verovio_reads_it_without_a_word_and_keeps_every_id(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    verovio.enableLog(verovio.LOG_WARNING)
    for text, options in (
        (musicxml.orchestral(performance(table)), {"breaks": "none"}),
        (musicxml.printed(performance(table)), engrave.OPTIONS),
    ):
        toolkit = verovio.toolkit()
        toolkit.setOptions(options)
        assert toolkit.loadData(text)
        assert toolkit.getLog() == ""
        assert capfd.readouterr().err == ""  # where this build of it writes its log
        ids = set(re.findall(r'<note id="([^"]+)"', text))
        assert ids <= set(re.findall(r'xml:id="([^"]+)"', toolkit.getMEI()))


def test_an_accidental_holds_for_its_note_alone() -> None:
    """So a natural is written where the same line was altered before in the bar."""
    for table in FEW:
        altered: dict[tuple[str, ...], str] = {}
        bars = re.split(r"<(?:measure|part) ", musicxml.printed(performance(table)))
        for bar in bars:
            altered.clear()
            for text in re.findall(r"<note .*?</note>", bar, re.DOTALL):
                step = tuple(re.findall(r"<(?:step|octave)>(\w+)", text))
                alter = "".join(re.findall(r"<alter>(-?\d)", text))
                written = "".join(re.findall(r"<accidental>(\w+)", text))
                if step:
                    assert bool(written) == (altered.get(step, "") != alter)
                    altered[step] = alter


def test_the_engraved_score_has_every_note_its_player_and_its_instrument() -> None:
    played = performance("3p")
    svg = engrave.svg(musicxml.printed(played))
    assert {f"n{note.id}" for note in played.score} <= set(re.findall(r'id="([^"]+)"', svg))
    assert played.title in svg
    for note_ in played.score:
        if note_.part is not None:
            assert played.parts[note_.part].short in svg
        if note_.player is not None:
            assert musicxml.COLOURS[note_.player] in svg
    assert engrave.svg(musicxml.printed(played)) == svg  # the same picture every time
