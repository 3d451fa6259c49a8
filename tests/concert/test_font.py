"""The browser plays with a small sound font: it has every program that a card asks for."""

from __future__ import annotations

import re
import struct
from pathlib import Path

from tutti.games.symphony.music.timbre import STRINGS, TIMBRES

WEB = Path(__file__).resolve().parents[2] / "web"
DRUMS = 128
"""The bank of the percussion."""


def asked() -> set[int]:
    """The programs of all cards and Parts, of their black discs, and of those who hold what nobody plays."""
    sounds = [STRINGS, *(sound for parts in TIMBRES.values() for sound in parts)]
    programs = {sound.program for sound in sounds if sound.drum is None}
    return programs | {sound.muted for sound in sounds if sound.muted is not None}


def presets(font: bytes) -> set[tuple[int, int]]:
    """Program and bank of each preset of a SoundFont: its chunk ``phdr`` without the last entry, which ends it."""
    start = font.index(b"phdr")
    (size,) = struct.unpack_from("<I", font, start + 4)
    return {struct.unpack_from("<HH", font, start + 8 + at + 20) for at in range(0, size - 38, 38)}


def test_the_script_cuts_every_program_that_a_card_asks_for() -> None:
    script = (WEB / "scripts" / "font.mjs").read_text(encoding="utf-8")
    (listed,) = re.findall(r"const PROGRAMS = \[(.*?)\]", script, re.DOTALL)
    programs = {int(number) for number in re.findall(r"\d+", re.sub(r"//.*", "", listed))}
    assert asked() <= programs


def test_the_font_has_them_and_the_drums() -> None:
    found = presets((WEB / "src" / "concert" / "ensemble.sf2").read_bytes())
    assert asked() <= {program for program, bank in found if bank == 0}
    assert (0, DRUMS) in found
