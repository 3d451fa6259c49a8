"""Other boxes: read strictly, played without any change of code, and nobody else's matches are touched."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import tutti
from support import rule
from tutti.cli.screens import picture_of
from tutti.games import symphonimo
from tutti.kernel import packs
from tutti.words import Speaker

FILE = packs.shipped(Path(symphonimo.__file__).parent)["standard"]
TEXT = FILE.read_text(encoding="utf-8")


def other(folder: Path, *changes: tuple[str, str]) -> Path:
    text = TEXT.replace('name = "standard"', 'name = "other"')
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "other.toml"
    path.write_text(text, encoding="utf-8")
    return path


def played(match: tutti.Match, dice: tutti.Dice) -> tutti.Match:
    while match.active:
        player = match.active[0]
        choices = match.legal(player)
        match.play(player, choices[dice.below(len(choices))])
    return match


@rule("SO-001", "SO-012", "SO-035", "SO-050")
def test_another_pack_is_played_by_its_own_values(tmp_path: Path) -> None:
    path = other(
        tmp_path,
        ("families = [3, 4, ", "families = [1, 4, "),
        ("limit = 4", "limit = 3"),
        ("quartet = { cards = 4, points = 5 }", "quartet = { cards = 3, points = 4 }"),
        ("removed = 5", "removed = 2"),
    )
    match = tutti.Match.new("symphonimo", players=2, seed=3, pack=path, options={"false_note": True})
    view = match.view(0)
    assert view["conductors"][0]["limit"] == 3
    assert view["removed_unseen"] == 2
    assert view["unseen"]["1"] == 1
    assert "give 1" in match.game.actions
    result = played(match, tutti.Dice(5)).result
    assert result is not None
    for points, held in zip(result.points, match.view(0)["collections"], strict=True):
        assert points == sum({1: 1, 3: 4}.get(count, 0) for count in held.values())
    screen = Console(width=100, file=StringIO(), color_system=None)
    screen.print(picture_of("symphonimo")(match.game, match.view(0), Speaker("symphonimo", ["A", "B"])))
    assert isinstance(screen.file, StringIO)
    trios = [count for held in match.view(0)["collections"] for count in held.values() if count == 3]
    assert screen.file.getvalue().count("3+4") == len(trios)
    again = tutti.Match.replay(match.record())
    assert again.result == result
    assert tutti.game("symphonimo").view(tutti.Match.new("symphonimo", players=2, seed=3).state, 0)["deck"] == 42


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("families = [3, 4,", "families = [3, 3,", "out_of_range", "deck.families[1]"),
        ("11, 12, 13]", "11, 12, 14]", "out_of_range", "deck.families[10]"),
        ("6 = 11", "6 = 12", "out_of_range", "families_in_play.6"),
        ("limit = 4", "limit = 5", "out_of_range", "conductors.limit"),
        ('"limit_two", "pass_left"', '"pass_left", "limit_two"', "not_one_of", "conductors.powers[0]"),
        ("cards = 4, points", "cards = 1, points", "out_of_range", "scoring.quartet.cards"),
        ("removed = 5", "removed = 42", "out_of_range", "false_note.removed"),
        ("removed = 5", "removed = 5\nextra = 1", "unknown_key", "false_note"),
    ],
)
def test_a_faulty_pack_is_refused_at_its_place(tmp_path: Path, old: str, new: str, code: str, place: str) -> None:
    with pytest.raises(tutti.BadPack) as caught:
        symphonimo.make(packs.read(other(tmp_path, (old, new))))
    assert (caught.value.code, caught.value.place) == (code, place)
