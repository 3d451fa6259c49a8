"""Golden playthroughs: what the engine said along seeded matches, it says again."""

from __future__ import annotations

from pathlib import Path

import pytest

import tutti
from support import rule
from support.golden import FOLDER, files, text
from support.kits import kit

FILES = files()


@rule("KN-41")
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_playthrough_is_reproduced_to_the_letter(path: Path) -> None:
    assert path.exists(), "write it with: python -m support.golden --again"
    assert text(*FILES[path]).splitlines() == path.read_text(encoding="utf-8").splitlines()


@rule("KN-41")
def test_every_game_and_number_of_players_has_a_playthrough_and_no_file_is_left_over() -> None:
    for name in tutti.games():
        game = tutti.game(name)
        assert {players for players, _ in kit(name).PLAYTHROUGHS.values()} == set(range(game.low, game.high + 1))
    assert set(FOLDER.rglob("*.txt")) == set(FILES)
