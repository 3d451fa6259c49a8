"""Data sets: what was played and thought, the same however it was interrupted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

import tutti
from tutti.envs.arrays import sight
from tutti.envs.dataset import META, Plan, main, played, read, write

PLAN = Plan("symphonimo", 2, ("soloist@8", "greedy"), "a seed", {})


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("set")
    assert list(write(PLAN, made, games=4)) == [0, 1, 2, 3]
    return made


@pytest.mark.parametrize("found", [999, -1, None, 0.7, True])
def test_a_bot_with_a_bad_answer_is_named_with_it(found: object, monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(tutti.Bot):
        name = "wrong"

        def think(self, perspective: tutti.Perspective, dice: tutti.Dice) -> tutti.Thought:
            return tutti.Thought((tutti.Candidate(cast("int", found), 1, 0.5, 1.0),), (), 1)

    monkeypatch.setattr("tutti.envs.dataset.bot_of", lambda name: Wrong())
    with pytest.raises(tutti.BadAnswer, match=f"The bot wrong answered {found}"):
        played(PLAN, 0)


def test_rows_are_decisions_with_what_was_thought_of_them(folder: Path) -> None:
    data = read(folder)
    rows = len(data.actions)
    assert data.observations.shape == (rows, 96)
    assert data.masks.shape == (rows, 50)
    assert (data.masks.sum(1) > 1).all()
    assert (data.masks[np.arange(rows), data.actions] == 1).all()
    assert (data.masks[data.candidate_row, data.candidate_action] == 1).all()
    assert set(data.matches) == {0, 1, 2, 3}
    searched = set(data.candidate_row.tolist())
    assert searched == {row for row in range(rows) if data.seats[row] == data.matches[row] % 2}  # they sit in turn
    first = {row: at for at, row in reversed(list(enumerate(data.candidate_row.tolist())))}
    assert all(data.candidate_action[at] == data.actions[row] for row, at in first.items())
    for match in range(4):
        ends = {(int(s), float(x)) for s, x, m in zip(data.seats, data.shares, data.matches, strict=True) if m == match}
        assert len(ends) == 2
        assert sum(share for _, share in ends) == pytest.approx(0)


def test_an_observation_of_the_set_can_be_read(folder: Path) -> None:
    import tutti

    seen = sight(tutti.game("symphonimo"), 2)
    data = read(folder)
    assert all(seen.decode(row)["active"] == [0] for row in data.observations[:5])  # whoever decides is seat 0


def test_what_is_missing_is_written_again_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    whole = contents(folder)
    for name in (META, "0000000.npz", "0000003.npz"):
        (tmp_path / name).write_bytes(whole[name])
    (tmp_path / "1.99.part").write_bytes(b"torn")
    assert list(write(PLAN, tmp_path, games=4)) == [1, 2]
    (tmp_path / "1.99.part").unlink()
    assert contents(tmp_path) == whole


@pytest.mark.soak
def test_several_processes_write_the_same(folder: Path, tmp_path: Path) -> None:
    assert sorted(write(PLAN, tmp_path, games=4, jobs=3)) == [0, 1, 2, 3]
    assert contents(tmp_path) == contents(folder)


def test_another_set_and_other_rules_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="another data set"):
        list(write(Plan("symphonimo", 2, ("greedy",), "a seed", {}), folder, games=1))
    (tmp_path / META).write_text(json.dumps({**PLAN.meta(), "observation": 0}))
    with pytest.raises(ValueError, match="another observation"):
        read(tmp_path)
    (tmp_path / META).write_text(json.dumps(PLAN.meta()))
    with pytest.raises(ValueError, match="no matches"):
        read(tmp_path)


def test_the_command_says_what_is_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["symphonimo", str(folder), "--games", "1"]) == 1
    assert "another data set" in capsys.readouterr().err


def test_arrays_become_tensors(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Torch is too large to be installed for this: what it is asked for is its one function."""
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(from_numpy=lambda array: ("tensor", array.shape)))
    assert read(folder, "torch").observations[0] == "tensor"
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ModuleNotFoundError, match=r"torch is not installed\. It comes with: pip install"):
        read(folder, "torch")
