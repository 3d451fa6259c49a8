"""The command: what it prints and writes, what it refuses, and extras that are named when they are missing."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from lab.killing import ancestors, command, processes, until
from tutti.cli.main import main

STUDY = """
questions = ["seats", "luck"]
[[table]]
game = "symphonimo"
players = 2
bots = ["greedy", "random"]
matches = 12
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(STUDY)
    return path


def test_a_study_is_played_once_and_reported(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = study.parent / "out"
    again = ["lab", str(study), "--out", str(out), "--jobs", "1"]
    assert main(again) == 0
    told = capsys.readouterr()
    assert told.out.startswith("The rules follow the printed text, ")
    assert "0 of 5 in Symphonimo" in told.out.partition("\n\n")[0].replace("\n", " ")
    assert "Luck or skill?" in told.out
    assert "12 matches at 1 table" in told.err
    first = (out / "report.json").read_bytes()
    assert main([*again, "--lang", "fr"]) == 0
    told = capsys.readouterr()
    assert "12 sont déjà là." in told.err
    assert "Chance ou talent" in told.out
    assert (out / "report.json").read_bytes() == first
    assert json.loads(first)["matches"] == 12
    assert (out / "report.html").read_text(encoding="utf-8").count("<section>") == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--jobs", "0"], "--jobs must be 1 or more"),
        (["--html", "no/page.html"], "there is no folder no"),
        (["--no-play", "--out", "nowhere"], "no match is there yet"),
    ],
)
def test_bad_arguments_get_one_clear_line(
    study: Path, more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", str(study), *more]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("option", "module"), [("--parquet", "pyarrow"), ("--ray", "ray")])
def test_a_missing_extra_is_named_with_its_line(
    study: Path, option: str, module: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr("tutti.lab.needs.find_spec", lambda name: None if name == module else real(name))
    assert main(["lab", str(study), "--out", str(study.parent / "out"), option]) == 2
    said = capsys.readouterr().err
    assert f"{module} is not installed" in said.casefold()
    assert "pip install" in said
    assert module in said


def test_a_data_set_without_numpy_says_so_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutti.cli.commands.dataset.find_spec", lambda name: None)
    assert main(["dataset", "symphonimo", str(tmp_path / "set")]) != 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "pip install" in said
    assert "numpy" in said


def test_parquet_has_a_row_for_each_seat(study: Path) -> None:
    import pyarrow.parquet as pq

    out = study.parent / "out"
    assert main(["lab", str(study), "--out", str(out), "--jobs", "1", "--parquet"]) == 0
    rows = pq.read_table(out / "matches.parquet").to_pylist()
    lines = [json.loads(line) for line in (out / "matches.jsonl").read_text().splitlines()]
    assert len(rows) == 24
    assert [row["points"] for row in rows] == [points for line in lines for points in line["points"]]
    assert {row["bot"] for row in rows} == {"greedy", "random"}
    assert sum(row["win"] for row in rows) == pytest.approx(12)
    assert {(row["turn"] == 1) == (row["seat"] == lines[row["match"]]["first"]) for row in rows} == {True}


def test_data_sets_are_a_command_too(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "set"
    line = ["dataset", "symphonimo", str(out), "--players", "2", "--bots", "greedy", "--games", "1", "--jobs", "1"]
    assert main(line) == 0
    assert (out / "0000000.npz").exists()
    assert main([*line, "--seed", "other"]) == 1
    assert "another data set" in capfd.readouterr().err


@pytest.mark.soak
def test_a_ray_cluster_writes_the_same_lines(study: Path) -> None:
    """Also if one of its workers is killed."""
    study.write_text(STUDY.replace("12", "6000"))
    here, there = study.parent / "here", study.parent / "there"
    assert main(["lab", str(study), "--out", str(here), "--jobs", "1"]) == 0
    driver = subprocess.Popen(command(study, there, "--ray"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    lines = there / "matches.jsonl"
    until(lambda: lines.exists() and lines.stat().st_size > 0)

    def workers() -> list[int]:
        return [pid for pid in processes(b"ray::_play") if driver.pid in ancestors(pid)]

    until(lambda: bool(workers()) or driver.poll() is not None)
    for worker in workers()[:1]:
        os.kill(worker, signal.SIGKILL)
    driver.communicate()
    assert driver.returncode == 0
    assert (here / "matches.jsonl").read_bytes() == (there / "matches.jsonl").read_bytes()
    assert (here / "report.json").read_bytes() == (there / "report.json").read_bytes()
