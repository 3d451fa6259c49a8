"""``tutti concert``: files are written whole or not at all, and what is missing is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from concert.played import by_chance
from tutti import concert
from tutti.cli.main import main
from tutti.concert import midi, musicxml


def test_files_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = by_chance(2, {})
    record = tmp_path / "match.json"
    record.write_text(json.dumps(match.record()), encoding="utf-8")
    performance = concert.performance_of(match)
    assert main(["concert", str(record)]) == 0
    assert performance.title in capsys.readouterr().out
    files = {option: tmp_path / f"m.{option}" for option in ("midi", "musicxml", "svg")}
    assert main(["concert", str(record), *(f"--{option}={path}" for option, path in files.items())]) == 0
    assert files["midi"].read_bytes() == midi.write(performance)
    assert files["musicxml"].read_text(encoding="utf-8") == musicxml.orchestral(performance)
    assert files["svg"].read_text(encoding="utf-8").startswith("<svg ")


def test_nothing_is_written_if_something_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "match.json"
    record.write_text(json.dumps(by_chance(2, {}, moves=3).record()), encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    made = tmp_path / "m.mid"
    assert main(["concert", str(record), "--midi", str(made), "--ogg", str(tmp_path / "m.ogg")]) == 2
    assert "FluidSynth" in capsys.readouterr().err
    assert main(["concert", str(record), "--midi", str(tmp_path / "nowhere" / "m.mid")]) == 2
    assert "nowhere" in capsys.readouterr().err
    assert not made.exists()
