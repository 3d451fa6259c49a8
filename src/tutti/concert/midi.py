"""A performance as a Standard MIDI File of type 1: the tempo in the first track, then a track for each part.

There are more instruments than channels. A tone takes a channel on which its program is set already and its key is
free, else the one that has been silent for longest, and sets its program there.
"""

from __future__ import annotations

import struct
from fractions import Fraction
from typing import Final

from tutti.performance import Performance, Tone

DIVISION: Final = 480
"""Ticks of a crotchet: thirds and sixteenths are whole."""
DRUMS: Final = 9
CHANNELS: Final = tuple(channel for channel in range(16) if channel != DRUMS)
RING: Final = 3
"""Crotchets of silence at the end, in which the last tones die away."""

OFF, CHANGE, ON = 0, 1, 2
"""In this order at one moment."""
Event = tuple[int, int, bytes]
"""Tick, order, message."""


def write(performance: Performance) -> bytes:
    end = max(
        ticks(performance.passages[-1].at + performance.beats),
        *(ticks(tone.at + tone.length) for tone in performance.tones),
    )
    end += RING * DIVISION
    tracks = [_tempo(performance)]
    notes = _notes(performance)
    for part, events in zip(performance.parts, notes, strict=True):
        tracks.append([(0, OFF, _text(3, f"{part.id} {part.name}")), *events])
    head = b"MThd" + struct.pack(">IHHH", 6, 1, len(tracks), DIVISION)
    return head + b"".join(_track(events, end) for events in tracks)


def ticks(crotchets: Fraction) -> int:
    """Exact: lengths of a score are whole numbers of ticks."""
    found = crotchets * DIVISION
    if found.denominator != 1:
        raise ValueError(f"{crotchets} is no whole number of ticks")
    return found.numerator


def _tempo(performance: Performance) -> list[Event]:
    # a bar of so many crotchets: the second number is the power of two below
    events = [(0, OFF, _text(3, performance.title)), (0, OFF, bytes([0xFF, 0x58, 4, performance.beats, 2, 24, 8]))]
    events += [(ticks(passage.at), OFF, _text(6, passage.mark)) for passage in performance.passages if passage.mark]
    for at, bpm in performance.tempo:
        events.append((ticks(at), OFF, b"\xff\x51\x03" + round(60_000_000 / bpm).to_bytes(3, "big")))
    return events


def _notes(performance: Performance) -> list[list[Event]]:
    """What each part sends. Channels are given out in the order of time."""
    found: list[list[Event]] = [[] for _ in performance.parts]
    programs: dict[int, int] = {}
    silent: dict[int, int] = dict.fromkeys(CHANNELS, -1)
    """When the last tone of a channel ends."""
    sounding: dict[tuple[int, int], int] = {}
    """When a key of a channel is free again."""
    for tone in sorted(performance.tones, key=lambda tone: tone.at):
        part = performance.parts[tone.part]
        begins, ends = ticks(tone.at), ticks(tone.at + tone.length)
        if part.drum is not None:
            channel = DRUMS
        else:
            channel = _channel(part.program, tone.key, begins, programs, silent, sounding)
            if programs.get(channel) != part.program:
                programs[channel] = part.program
                found[tone.part].append((begins, CHANGE, bytes([0xC0 | channel, part.program])))
            silent[channel] = max(silent[channel], ends)
            sounding[channel, tone.key] = ends
        found[tone.part] += _sounded(tone, channel, begins, ends)
    return found


def _channel(
    program: int,
    key: int,
    at: int,
    programs: dict[int, int],
    silent: dict[int, int],
    sounding: dict[tuple[int, int], int],
) -> int:
    for channel in CHANNELS:
        if programs.get(channel) == program and sounding.get((channel, key), -1) <= at:
            return channel
    longest = min(CHANNELS, key=lambda channel: silent[channel])
    if silent[longest] > at:
        raise ValueError("more programs at once than MIDI has channels")
    return longest


def _sounded(tone: Tone, channel: int, begins: int, ends: int) -> list[Event]:
    return [
        (begins, ON, bytes([0x90 | channel, tone.key, tone.velocity])),
        (ends, OFF, bytes([0x80 | channel, tone.key, 64])),
    ]


def _text(kind: int, text: str) -> bytes:
    raw = text.encode()
    return bytes([0xFF, kind]) + _length(len(raw)) + raw


def _length(number: int) -> bytes:
    """A number in groups of seven bits, the highest first."""
    groups = [number & 127]
    while number := number >> 7:
        groups.append(number & 127 | 128)
    return bytes(reversed(groups))


def _track(events: list[Event], end: int) -> bytes:
    body = bytearray()
    now = 0
    for at, _, message in sorted(events, key=lambda event: event[:2]):
        body += _length(at - now) + message
        now = at
    body += _length(end - now) + b"\xff\x2f\x00"
    return b"MTrk" + struct.pack(">I", len(body)) + bytes(body)
