"""MIDI holds exactly the tones of the timeline, each in the track of its part and with its program."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from concert.played import TABLES, performance
from tutti.concert import midi

DRUMS = 10
"""As people count channels."""


def read(raw: bytes) -> Any:
    from music21.midi import MidiFile  # here, since it takes long: every worker collects this file, and one runs it

    found = MidiFile()
    found.readstr(raw)
    return found


def timed(track: Any) -> list[tuple[int, Any]]:
    """The events of a track, each at its tick."""
    now, found = 0, []
    for event in track.events:
        if event.isDeltaTime():
            now += event.time
        else:
            found.append((now, event))
    return found


@pytest.mark.parametrize("table", TABLES)
def test_the_file_read_back_is_the_timeline(table: str) -> None:
    played = performance(table)
    file = read(midi.write(played))
    assert (file.format, file.ticksPerQuarterNote) == (1, midi.DIVISION)
    assert len(file.tracks) == len(played.parts) + 1
    changes = sorted(
        (at, event.channel, event.data)
        for track in file.tracks[1:]
        for at, event in timed(track)
        if event.type.name == "PROGRAM_CHANGE"
    )
    found: Counter[tuple[object, ...]] = Counter()
    for number, track in enumerate(file.tracks[1:]):
        begun: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for at, event in timed(track):
            if event.isNoteOn():
                begun.setdefault((event.channel, event.pitch), []).append((at, event.velocity))
                programs = [program for when, channel, program in changes if channel == event.channel and when <= at]
                part = played.parts[number]
                assert (event.channel == DRUMS) == (part.drum is not None)
                assert part.drum is not None or programs[-1] == part.program
            elif event.isNoteOff():
                start, velocity = begun[event.channel, event.pitch].pop(0)
                length = Fraction(at - start, midi.DIVISION)
                found[Fraction(start, midi.DIVISION), length, event.pitch, velocity, number] += 1
        assert not any(begun.values())
    assert found == Counter((t.at, t.length, t.key, t.velocity, t.part) for t in played.tones)


def test_two_parts_never_hold_one_key_of_one_channel() -> None:
    """The first that ends would silence both."""
    for table in TABLES:
        events = [
            (at, event.isNoteOn(), event.channel, event.pitch)
            for track in read(midi.write(performance(table))).tracks[1:]
            for at, event in timed(track)
            if event.isNoteOn() or event.isNoteOff()
        ]
        held: Counter[tuple[int, int]] = Counter()
        for _, begins, channel, pitch in sorted(events):
            held[channel, pitch] += 1 if begins else -1
            assert channel == DRUMS or held[channel, pitch] in (0, 1)


def test_the_tempo_is_that_of_the_timeline() -> None:
    played = performance("4p")
    events = timed(read(midi.write(played)).tracks[0])
    tempo = [(at, 60_000_000 / int.from_bytes(e.data, "big")) for at, e in events if e.type.name == "SET_TEMPO"]
    assert [at for at, _ in tempo] == [midi.ticks(at) for at, _ in played.tempo]
    assert [bpm for _, bpm in tempo] == pytest.approx([bpm for _, bpm in played.tempo], abs=0.01)
