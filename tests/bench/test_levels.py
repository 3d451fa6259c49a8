"""The table of levels: rows end when they may, and go on where they ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.levels import QUARTER, LevelResult, decided, interval, measure, rows, told

from bench import levels

QUICK = LevelResult("symphonimo", 2, "student", "apprentice")


def test_every_level_meets_the_one_below_at_two_tables_of_each_game() -> None:
    assert len({row.name for row in rows()}) == len(rows()) == 18 + 2
    assert all(row.goal > row.parity for row in rows())
    assert [row.game for row in rows() if row.lower == QUARTER] == ["symphony", "orchestra"]


def test_a_quarter_is_the_highest_level_with_a_quarter_of_its_time() -> None:
    budgets = [levels._seated(name, 8).budget for name in ("maestro", QUARTER)]
    assert [budget and budget.seconds for budget in budgets] == [3 / 8, 3 / 32]


def test_a_series_has_as_many_matches_as_asked_for() -> None:
    assert not decided(QUICK, [1.0] * 59, 60)
    assert decided(QUICK, [1.0, 0.0] * 30, 60)


@pytest.mark.parametrize(
    ("won", "done"),
    [([1.0] * 20, True), ([1.0] * 18, False), ([0.0] * 20, True), ([1.0, 0.0] * 10, False), ([1.0, 0.0] * 100, True)],
)
def test_a_row_ends_when_its_interval_decides_or_after_two_hundred(won: list[float], done: bool) -> None:
    assert decided(QUICK, won) == done


def test_an_interval_holds_its_mean_and_shrinks() -> None:
    low, high = interval(0.6, 40, 1.96)
    assert 0.44 < low < 0.6 < high < 0.74
    closer = interval(0.6, 160, 1.96)
    assert low < closer[0] < closer[1] < high


def test_a_row_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "MOST", 4)
    first = measure(QUICK, tmp_path, 8.0, 1)
    assert sorted(first)[:4] == [0, 1, 2, 3]
    file = tmp_path / f"{QUICK.name}.jsonl"
    kept = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(kept[:2]) + "\n", encoding="utf-8")
    again = measure(QUICK, tmp_path, 8.0, 1)
    same = [{**one, "seconds": 0} for one in first.values()]
    assert [{**one, "seconds": 0} for one in again.values()] == same
    assert told(QUICK, again).startswith("| symphonimo, 2 players | student against apprentice | 65% | 4 |")
