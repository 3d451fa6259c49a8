"""``tutti analyse`` as people run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from advice.test_analysis import found, record
from advice.test_hints import FOURTH
from cli.test_hint import played, write
from tutti.cli.main import main

QUICK = ("--iterations", "60", "--seed", "7", "--jobs", "1")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            (
                "Turning points",
                "Where the win chance came from",
                "instead of",
                "Points by source",
                "The one played at once:",
            ),
        ),
        ("de", ("Wendepunkte", "Woher die Siegchance kam", "statt", "Punkte nach Quellen", "Der gespielte sofort:")),
        (
            "fr",
            (
                "Tournants",
                "D’où vient la chance de gagner",
                "au lieu de",
                "Points par source",
                "Celui qui a été joué, aussitôt",
            ),
        ),
    ],
)
def test_it_reads_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, said: tuple[str, ...]
) -> None:
    file = write(tmp_path / "r.json", {**record(), "seats": ["Ada", "Fanny"]})
    assert main(["analyse", file, *QUICK, "--lang", lang]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for part in (*said, "Ada", "Fanny", "maestro"):
        assert part in out
    assert "{" not in out


def test_the_file_holds_the_analysis_and_processes_change_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, target = write(tmp_path / "r.json", record()), tmp_path / "analysis.json"
    assert main(["analyse", file, *QUICK[:-2], "--jobs", "2", "--json", str(target)]) == 0
    assert json.loads(target.read_text()) == found()
    assert f"Written: {target}" in capsys.readouterr().out


def test_one_player_sees_their_own_moves_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "r.json", {**record(), "seats": ["Ada", "Fanny"]})
    assert main(["analyse", file, *QUICK, "--player", "1"]) == 0
    out = capsys.readouterr().out
    assert "Fanny: “" in out
    assert "Ada: “" not in out


def test_points_by_source_and_what_cannot_be_told_from_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "r.json", {**record(), "seats": ["Ada", "Fanny"]})
    assert main(["analyse", file, *QUICK]) == 0
    out = capsys.readouterr().out
    sums = [str(sum(row.values())).replace("-", "−") for row in found()["sources"]]
    assert any(line.split() == ["together", *sums] for line in out.splitlines())
    for name, row in zip(("Ada", "Fanny"), found()["luck"], strict=True):
        for part, said in (("luck", "luck cannot be told"), ("own", "what the own moves cost cannot be told")):
            low, high = row["chance"][f"{part}_interval"]
            assert (f"{name}: {said}" in out) == (low <= 0 <= high)


def test_what_would_have_been_better_tells_its_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, target = write(tmp_path / "r.json", record(seed=8)), tmp_path / "analysis.json"
    assert main(["analyse", file, *QUICK, "--json", str(target)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    better = [(one["player"], one["better"]) for one in json.loads(target.read_text())["decisions"] if one["better"]]
    told = [
        (player, one["preview"]["numbers"]["scored"]) for player, one in better if "scored" in one["preview"]["numbers"]
    ]
    assert told
    for player, (before, after) in told:
        assert f"points if scored now {before[player]} → {after[player]}" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["open.json"], "The match goes on after 3 moves"),
        (["own.json"], "This record holds only what one player knew"),
        (["table.json"], "this is a position"),
        (["r.json", "--player", "5"], "there is no player 5: the players are 0 to 1."),
        (["r.json", "--seconds", "0"], "--seconds must be more than 0."),
        (["r.json", "--iterations", "0"], "--iterations must be 1 or more."),
        (["r.json", "--jobs", "0"], "--jobs must be 1 or more."),
        (["r.json", "--json", "nowhere/a.json"], "the folder for --json does not exist."),
        (["absent.json"], "absent.json: No such file"),
    ],
)
def test_what_cannot_be_analysed_gets_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "r.json", record())
    write(tmp_path / "open.json", played("symphonimo", 3, first_player=0).record())
    write(tmp_path / "own.json", played("symphony", 12).record(0))
    write(tmp_path / "table.json", FOURTH)
    assert main(["analyse", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
