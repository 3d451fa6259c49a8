"""Sheets to listen to: ``python -m tools.music.render FILE PACK FACE…`` writes the bare score as MIDI.

The notes stand as printed, each Voice with one instrument; what a match makes of them is the concert's.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.music.sheets import BEAT, Tones, faces, join

QUARTER = 480
TEMPO = 60_000_000 // 84
"""Microseconds in a beat."""
VOICES = ((68, 84, 96), (71, 44, 76), (70, 64, 84))
"""Oboe, clarinet, bassoon, of General MIDI; from left to right; how loud."""


def number(value: int) -> bytes:
    """As MIDI writes times: seven bits in a byte, the highest first."""
    made = [value & 127]
    while value := value >> 7:
        made.append(value & 127 | 128)
    return bytes(reversed(made))


def chunk(name: bytes, body: bytes) -> bytes:
    return name + len(body).to_bytes(4, "big") + body


def track(channel: int, voice: Tones) -> bytes:
    program, pan, loud = VOICES[channel]
    events = [(0, bytes((0xC0 | channel, program))), (0, bytes((0xB0 | channel, 10, pan)))]
    for tone in voice:
        start, length = tone.start * QUARTER // BEAT, tone.length * QUARTER // BEAT
        events.append((start, bytes((0x90 | channel, tone.key, loud))))
        events.append((start + length - length // 16, bytes((0x80 | channel, tone.key, 0))))
    body, at = b"", 0
    for time, event in events:
        body += number(time - at) + event
        at = time
    return chunk(b"MTrk", body + number(QUARTER) + b"\xff\x2f\x00")


def midi(voices: tuple[Tones, ...]) -> bytes:
    """A file of format 1: the tempo, then a track for each Voice."""
    tempo = b"\x00\xff\x51\x03" + TEMPO.to_bytes(3, "big") + b"\x00\xff\x58\x04\x04\x02\x18\x08" + b"\x00\xff\x2f\x00"
    head = b"".join(part.to_bytes(2, "big") for part in (1, len(voices) + 1, QUARTER))
    tracks = b"".join(track(channel, voice) for channel, voice in enumerate(voices))
    return chunk(b"MThd", head) + chunk(b"MTrk", tempo) + tracks


def main(file: str, pack: str, *wanted: str) -> int:
    known = {face.id: face for face in faces(pack)}
    Path(file).write_bytes(midi(join(tuple(known[id] for id in wanted))))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
