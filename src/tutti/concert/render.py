"""MIDI as sound, by FluidSynth and a soundfont of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tutti.concert.needs import Missing

SETTING: Final = "TUTTI_SOUNDFONT"
FOLDERS: Final = (
    "/usr/share/sounds/sf3",
    "/usr/share/sounds/sf2",
    "/usr/share/soundfonts",
    "/usr/local/share/soundfonts",
)
NAMES: Final = ("FluidR3_GM.sf2", "FluidR3Mono_GM.sf3", "MuseScore_General.sf3", "default-GM.sf3", "default-GM.sf2")
"""Those that we have listened to come first."""
FILE_TYPES: Final = {"wav": "wav", "ogg": "oga"}
GAIN: Final = 0.7
SECONDS: Final = 60.0
"""How long FluidSynth may take."""


def program() -> str | None:
    return shutil.which("fluidsynth")


def wished(given: str = "") -> str:
    """The soundfont that was named, if any."""
    return given or os.environ.get(SETTING, "")


def soundfont(given: str = "") -> Path | None:
    """The soundfont: the one that was given or set, else one of those in the usual places."""
    if name := wished(given):
        return Path(name) if Path(name).is_file() else None
    known = [Path(folder) / name for name in NAMES for folder in FOLDERS]
    others = [path for folder in FOLDERS for path in sorted(Path(folder).glob("*.sf[23]"))]
    return next((path for path in [*known, *others] if path.is_file()), None)


def able(given: str = "") -> bool:
    return program() is not None and soundfont(given) is not None


def sound(midi: bytes, form: str, given: str = "") -> bytes:
    """The music as ``wav`` or ``ogg``. Raises ``Missing`` where FluidSynth or a soundfont is."""
    fluidsynth = program()
    if fluidsynth is None:
        raise Missing("no_fluidsynth")
    font = soundfont(given)
    if font is None:
        raise Missing("no_soundfont", setting=SETTING)
    with tempfile.TemporaryDirectory(prefix="tutti-") as folder:
        source, made = Path(folder) / "concert.mid", Path(folder) / f"concert.{form}"
        source.write_bytes(midi)
        command = [fluidsynth, "-n", "-i", "-q", "-g", str(GAIN), "-r", "44100", "-T", FILE_TYPES[form]]
        command += ["-o", "synth.dynamic-sample-loading=1", "-F", str(made), str(font), str(source)]
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL)
        if done.returncode or not made.is_file():
            said = done.stderr.decode(errors="replace").strip()
            raise RuntimeError(f"FluidSynth failed: {said or done.returncode}")
        return made.read_bytes()
