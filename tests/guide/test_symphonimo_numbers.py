"""The numbers of the Symphonimo guide are those of the engine."""

from __future__ import annotations

import re

from games.symphonimo.tables import HIGHEST, legal, play
from games.symphonimo.tables import table as table_at
from guide.pages import said, steps, table
from support import rule
from tutti import Match


@rule("SO-003")
def test_families_and_decks_by_number_of_players() -> None:
    rows = table("symphonimo", "set-up")
    assert [int(row[0]) for row in rows] == [2, 3, 4, 5, 6]
    for players, boxed, deck in rows:
        families = [int(value) for value in re.findall(r"\d+", boxed)]
        assert families == list(range(HIGHEST[int(players)] + 1, 14))
        assert Match.new("symphonimo", players=int(players), seed=1).view()["deck"] == int(deck)


@rule("SO-035", "SO-036", "SO-038")
def test_the_scoring_example_and_the_same_with_fewer_cards() -> None:
    sizes, points = zip(
        *((int(size), int(worth)) for size, worth in table("symphonimo", "scoring-example")), strict=True
    )

    def counted(cards: tuple[int, ...]) -> int:
        hand = " ".join(f"{value} " * size for value, size in zip((5, 6, 7, 8, 9, 10), cards, strict=True))
        worth: int = table_at("", "", "", "", "", "", hands=[hand]).view()["points"][0]
        return worth

    empty = (0,) * len(sizes)
    for at, size in enumerate(sizes):
        assert counted((*empty[:at], size, *empty[at + 1 :])) == points[at]
    fewer = (sizes[0] - 2, *sizes[1:-1], sizes[-1] - 4)
    assert re.findall(r"\d+", said("symphonimo", "scoring-example").splitlines()[-1]) == [
        str(counted(sizes)),
        str(counted(fewer)),
    ]


@rule("SO-018", "SO-021", "SO-022")
def test_the_round_of_the_example() -> None:
    match = table_at("", "", "", hands=["8 8 6", "4 4 4", "5"])
    points = [match.view()["points"]]
    assert legal(match) == ["draw"]
    script = [
        ("0 draw → 8", "0 place 1"),
        ("1 draw → 5", "1 place 2"),
        ("2 draw → 8", "2 place 1"),
        ("0 take 1",),
        ("1 draw → 3", "1 place 2"),
        ("2 take 2",),
        ("1 draw → 10", "1 place 3"),
        ("1 draw → 4", "1 place 3"),
        ("1 take 3",),
    ]
    told = steps("symphonimo", "round-example")
    assert len(told) == len(script)
    for number, (lines, step) in enumerate(zip(script, told, strict=True), 1):
        if number == 7:
            assert legal(match) == ["draw"]
        play(match, *lines)
        points.append(match.view()["points"])
        for word in re.findall(r"(?:→|take|place) (\d+)", " ".join(lines)):
            assert re.search(rf"\b{word}", step), (step, word)
        if number == 7:
            assert "take 3" in legal(match)
    assert (points[3][0], points[4][0]) == (1, 6)
    assert "from 1 to 6" in told[3]
    assert points[5][2] == points[6][2] == 1
    assert "at 1 point" in told[5]
    assert (points[8][1], points[9][1]) == (0, 6)
    assert "from 0 to 6" in told[8]
    assert match.active == (1,)
    assert match.view()["round"] == 2
