"""Notation: the text of every action of every pack, in order, is what it was; records and clients hold these texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import tutti
from support.golden import NOTATION, notation, notations

FILES = notations()


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(Path(path).relative_to(NOTATION).with_suffix("")))
def test_actions_keep_their_texts_and_numbers(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == notation(*FILES[path])


def test_every_file_belongs_to_a_pack() -> None:
    assert set(NOTATION.rglob("*.txt")) == set(FILES)


def test_every_game_that_we_ship_is_held() -> None:
    counts = {game: len(tutti.game(game).actions) for game in ("symphonimo", "symphony", "orchestra")}
    assert counts == {"symphonimo": 50, "symphony": 771, "orchestra": 370}
    assert {path.parent.name for path in FILES} >= set(counts)
