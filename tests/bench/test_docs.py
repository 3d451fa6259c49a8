"""The figures in the documentation: what a run writes there, and that the pages keep all else."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.harness import Measured

from bench import docs

ROWS = [
    Measured("Etude batch", "steps", "tutti etude", "pgx, kuhn_poker", 2.5, [8e6, 9e6, 1e7], [2e6, 3e6, 2.5e6]),
    Measured("Etude batch", "steps", "tutti etude", "rlcard | leduc", None, [8e6, 9e6, 1e7], [950.0, 900.0, 1000.0]),
    Measured("Etude, copies", "copies", "tutti etude", "OpenSpiel, pig", 2.0, [8e5, 9e5, 1e6], [2e5, 3e5, 2.5e5], 3.0),
    Measured("Etude, play", "moves", "tutti etude", "OpenSpiel, pig", 2.0, [8e5, 9e5, 1e6], [2e5, 3e5, 2.5e5], 5.0),
]
SETTING = {"date": "2026-11-17", "rounds": 11, "seconds": 0.2, "python": "3.11.2", "load": "1"}


def pages(folder: Path, text: str) -> None:
    for name in docs.PAGES:
        (folder / name).write_text(text, encoding="utf-8")


def test_a_run_writes_between_the_marks_and_nowhere_else(tmp_path: Path) -> None:
    pages(tmp_path, f"# Before\n\n{docs.BEGIN}\nold figures\n{docs.END}\n\nAfter.\n")
    assert docs.write(ROWS, SETTING, tmp_path) == [tmp_path / name for name in docs.PAGES]
    whole, short = ((tmp_path / name).read_text(encoding="utf-8") for name in docs.PAGES)
    for text in (whole, short):
        assert text.startswith(f"# Before\n\n{docs.BEGIN}\n| measure | against")
        assert text.endswith(f"python 3.11.2.\n{docs.END}\n\nAfter.\n")
        assert "old figures" not in text
        assert (
            "| Etude batch | pgx, kuhn_poker | 9.00 M steps/s | 2.50 M steps/s | **4.00** (3.00 – 4.00) | 2.5 |  |"
            in text
        )
        assert "| the same | rlcard \\| leduc |  | 950.0 steps/s | 10,000 (8,421 – 10,000) |  |  |" in text
    assert "(3.00 – 4.00) | 2 | 3 |" in whole
    assert "(3.00 – 4.00) | 2 | 5, missed |" in whole
    assert "Etude, copies" in whole
    assert "Etude, copies" not in short
    docs.write(ROWS, SETTING, tmp_path)
    assert (tmp_path / docs.WHOLE).read_text(encoding="utf-8") == whole


def test_a_page_without_the_marks_is_left_alone(tmp_path: Path) -> None:
    pages(tmp_path, "# No place\n")
    with pytest.raises(SystemExit, match="no place for the figures"):
        docs.write(ROWS, SETTING, tmp_path)
    assert (tmp_path / docs.WHOLE).read_text(encoding="utf-8") == "# No place\n"


def test_the_pages_have_a_place_for_them() -> None:
    for name in docs.PAGES:
        text = (docs.DOCS / name).read_text(encoding="utf-8")
        assert text.count(docs.BEGIN) == text.count(docs.END) == 1
