"""Remarks on sets: what an action would make of them, in words."""

from __future__ import annotations

import pytest

from games.symphonimo.tables import position
from support import rule
from tutti import Match, words
from tutti.kernel.types import Remark

SPEAKER = words.Speaker("symphonimo", ["Ada", "Felix"], you=0)


def merits(match: Match, action: str) -> list[str]:
    return [SPEAKER.remark(remark) for remark in match.preview(0, action, views=False).merits]


@rule("SO-035", "KN-44")
def test_a_row_is_praised_where_it_would_complete_a_set() -> None:
    match = Match.load(position("7 4", "5", hands=["7 7", "3"], drawn=7, step="place"), seed=1)
    assert merits(match, "place 1") == ["if you then took conductor 1, you would have a quartet of 7 Penguin"]
    assert merits(match, "place 2") == []


@rule("SO-035")
def test_a_row_is_not_praised_for_what_every_row_would_bring() -> None:
    match = Match.load(position("8 4", "5", hands=["7 7 7", "3"], drawn=7, step="place"), seed=1)
    assert set(match.legal(0)) == {"place 1", "place 2"}
    assert merits(match, "place 1") == merits(match, "place 2") == []


@rule("SO-035")
def test_a_quartet_is_completed_and_a_soloist_is_new() -> None:
    match = Match.load(position("7 4", "5 5 9", hands=["7 7 7", "3"]), seed=1)
    assert merits(match, "take 1") == ["completes your quartet of 7 Penguin", "gives you a soloist: 4 Fox"]


@pytest.mark.parametrize(
    ("player", "said"), [(1, "breaks Felix’s quartet of 7 Penguin"), (0, "breaks your quartet of 7 Penguin")]
)
def test_a_set_of_somebody_that_breaks(player: int, said: str) -> None:
    assert SPEAKER.remark(Remark("spoils_set", "SO-035", {"player": player, "set": "quartet", "card": 7})) == said
