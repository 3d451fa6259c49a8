"""The picture of the table: within 110 columns, with everything that counts."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from rich.console import Console

import tutti
from tutti.cli.screens import notes_of, picture_of
from tutti.games.orchestra import GAME
from tutti.words import Speaker


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_fits_and_shows_what_counts(players: int) -> None:
    match = tutti.Match.new("orchestra", players, seed=players)
    names = ["You", "greedy 1", "random", "Bo"][:players]
    speaker = Speaker("orchestra", names)
    dice = tutti.Dice(players)
    number = 0
    while match.active:
        player = match.active[0]
        if number % 40 == 0:
            view = match.view(0)
            console = Console(width=110, file=StringIO(), color_system=None)
            console.print(picture_of("orchestra")(match.game, json.loads(json.dumps(view)), speaker))
            assert isinstance(console.file, StringIO)
            picture = console.file.getvalue()
            assert max(map(len, picture.splitlines())) <= 110
            for name, own in zip(names, view["academies"], strict=True):
                assert name in picture
                assert f"{own['points']} points" in picture
                assert f"{own['money']} Money" in picture
            for row in view["rows"].values():
                assert all(place["card"] in picture for place in row if place)
            hall = [line for line in picture.splitlines() if line[:3] in {f"│ {letter}" for letter in "abcdefghijk"}]
            shown = "".join(line[4:47] for line in hall)
            for p in range(players):
                chairs = sum(len(_cells(piece["piece"])) for piece in view["pieces"] if piece["player"] == p)
                assert shown.count(str(p)) == chairs
            if view["theater"]["kept"]:
                kept = GAME.d.theater.index(view["theater"]["kept"])
                assert GAME.d.theater_names[kept] in notes_of("orchestra")(match.game, view, speaker)[0]
        number += 1
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])


def _cells(piece: str) -> str:
    data = tutti.game("orchestra").d  # type: ignore[attr-defined]  # Orchestra's own data
    return "".join(data.shape_cells[data.shapes.index(piece)]).replace(".", "")
