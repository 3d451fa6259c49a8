"""The figures of the sheets: what they count, and that the page about them tells today's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tools.music import judge, render, sheets
from tools.music.sheets import Face, Tone, Tones

from support.machine import ROOT

PAGE = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")
NAMES = ["standard", "concert"]


def voices(*texts: str) -> tuple[Tones, ...]:
    return tuple(sheets.tones(voice, text) for voice, text in enumerate(texts))


def test_notes_sound_when_and_as_they_are_written() -> None:
    first, second, _ = voices("c6O G< 2(q5b q4) r1 q1 rh | 3(q1 q2# q3) >G r1 m7", "s1", "")
    assert [(tone.start, tone.length) for tone in first] == [
        (0, 6), (6, 3), (9, 3), (18, 3), (24, 2), (26, 2), (28, 2), (36, 12),
    ]  # fmt: skip
    assert [tone.key for tone in first] == [72, 70, 69, 64, 64, 66, 67, 74]
    assert second == (Tone(1, 0, 24, 1, 0),)


@pytest.mark.parametrize("name", NAMES)
def test_every_voice_fills_its_bars_and_every_score_is_heard(name: str) -> None:
    every = sheets.faces(name)
    assert all(tone.end <= sheets.BARS * sheets.UNIT for face in every for voice in face.voices for tone in voice)
    scores = sheets.pieces(every)
    assert len(scores) == 4 * 3 * 2 * 2**3  # SY-024: three of four sheets in any order, either side
    assert all(len({face.sheet for face in three}) == 3 for three in scores)


def test_dissonance_is_counted_on_the_beats_that_are_heard_most() -> None:
    fifth, seventh = voices("s3 | s3 | s3", "", "s4 | s4 | s4"), voices("m3 m5 | m3 m5 | s3", "", "s4 | s4 | s4")
    assert set(judge.intervals(fifth)) == {7}
    assert [step in judge.HARSH for step in judge.intervals(seventh)] == [False, True, False, True, False, False]
    weak = voices("c3 c5 c3 r1 | s3 | s3", "", "s4 | s4 | s4")
    assert set(judge.intervals(weak)) == {7}  # what passes on a weak beat does not count


def test_parallels_are_two_voices_that_go_the_same_way() -> None:
    assert judge.parallels(voices("c3 c4", "c5 c6", "")) == 1  # G and A over C and D
    assert judge.parallels(voices("c3 c4", "c7 c6", "")) == 0
    assert judge.parallels(voices("c3 c4", "", "c4 c5")) == 1
    assert judge.parallels(voices("c3 c4", "", "c4 r1 c5")) == 0


def test_a_leap_turns_back_or_not_and_a_sign_leads_or_not() -> None:
    assert judge.unresolved(voices("c3 c6 c5", "", "")) == 0
    assert judge.unresolved(voices("c3 c6 c7", "", "")) == 100
    assert judge.led(voices("c2# c3 c5b c4", "", "")) == 100
    assert judge.led(voices("c2# c1 c5b c6", "", "")) == 0
    assert judge.is_crooked(*voices("c2 c5", "", "")[0])  # F to B
    assert not judge.is_crooked(*voices("c2 c5b", "", "")[0])


def test_a_close_is_the_tonic_with_root_and_third_after_the_dominant() -> None:
    def face(*texts: str) -> Face:
        first, second, third = voices(*texts)
        return Face("", 1, False, (first, second, third))

    good = face("s3 | s5 | s6", "s7 | s6 | s7", "s4 | s1 | s4")
    assert judge.cadence(good, 0) == "authentic"
    assert judge.cadence(good, 9) == "none"
    assert judge.cadence(face("s3 | s6 | s6", "s7 | s3 | s7", "s4 | s7 | s4"), 0) == "plagal"
    assert judge.cadence(face("s3 | s5 | s6", "s7 | s6 | s5", "s4 | s1 | s4"), 0) == "none"  # no third
    assert judge.cadence(face("s3 | s5 | s6", "s7 | s6 | s7", "s4 | s1 | s6"), 0) == "none"  # no root below


def test_the_sheets_of_the_concert_are_better_in_every_figure() -> None:
    old, new = (judge.judge(sheets.faces(name)) for name in NAMES)
    for less in ("dissonant", "worst", "harsh", "wide", "unresolved", "crooked", "parallels", "wide_seams"):
        assert getattr(new, less) < getattr(old, less), less
    for more in ("chords", "led", "in_key", "fit"):
        assert getattr(new, more) > getattr(old, more), more
    assert (new.dissonant, new.chords, new.in_key) == (0, 100, 100)


def test_every_sheet_of_the_concert_closes_and_none_stays_out_of_its_key() -> None:
    for face in sheets.faces("concert"):
        assert judge.cadence(face, 0) == "authentic", face.id


def test_the_page_tells_the_figures_of_today() -> None:
    assert judge.table(NAMES) in PAGE
    assert judge.heights(NAMES) in PAGE


def test_the_files_of_the_page_are_the_sheets_as_they_stand() -> None:
    for pack in NAMES:
        for ids in ("1W-2W-3W", "3B-4W-1B"):
            known = {face.id: face for face in sheets.faces(pack)}
            made = render.midi(sheets.join(tuple(known[id] for id in ids.split("-"))))
            assert (ROOT / "docs" / "sounds" / f"{pack}-{ids}.mid").read_bytes() == made
            assert f"sounds/{pack}-{ids}.ogg" in PAGE


def test_a_midi_file_has_every_note_once() -> None:
    parts = sheets.join(tuple(sheets.faces("concert")[:3]))
    made = render.midi(parts)
    assert made[:14] == b"MThd\0\0\0\6\0\1\0\4\1\xe0"
    assert made.count(b"MTrk") == 4
    again = render.midi(tuple(tuple(replace(tone, position=1) for tone in voice) for voice in parts))
    assert again != made
    assert render.number(0) == b"\0"
    assert render.number(480) == b"\x83\x60"
