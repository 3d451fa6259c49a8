"""Sound: rendered where FluidSynth is, and its absence told clearly. Level and length, not taste."""

from __future__ import annotations

import array
import io
import sys
import wave
from pathlib import Path

import pytest

from concert.played import performance
from tutti import concert
from tutti.concert import midi, render

HERE = pytest.mark.skipif(not render.able(), reason="needs FluidSynth and a soundfont")


@HERE
def test_sound_is_as_long_as_the_timeline_and_never_clips() -> None:
    played = performance("6p")
    with wave.open(io.BytesIO(concert.made(played, "wav"))) as sound:
        seconds = sound.getnframes() / sound.getframerate()
        samples = array.array("h", sound.readframes(sound.getnframes()))
    written = played.timeline()["seconds"]
    assert written < seconds < written + 20  # the last tones die away, some of them slowly
    assert 3000 < max(map(abs, samples)) < 32767


@HERE
def test_ogg_is_ogg() -> None:
    assert concert.made(performance("2p"), "ogg").startswith(b"OggS")


def test_without_fluidsynth_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not {"ogg", "wav"} & set(concert.formats())
    with pytest.raises(concert.Missing, match="apt install fluidsynth") as missing:
        concert.made(performance("2p"), "wav")
    assert missing.value.code == "no_fluidsynth"


def test_a_soundfont_that_is_not_there_is_not_replaced_by_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(render, "program", lambda: "fluidsynth")
    monkeypatch.setenv(render.SETTING, str(tmp_path / "mine.sf2"))
    with pytest.raises(concert.Missing) as missing:
        render.sound(midi.write(performance("2p")), "ogg")
    assert missing.value.code == "no_soundfont"
    (tmp_path / "mine.sf2").touch()
    assert render.soundfont() == tmp_path / "mine.sf2"


def test_without_verovio_it_says_how_to_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "verovio", None)
    with pytest.raises(concert.Missing, match="pip install") as missing:
        concert.made(performance("2p"), "svg")
    assert missing.value.code == "no_verovio"
