"""A swift search ends its lines where the game has learned to judge, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from tutti.bots._search.search import Search, Style


class Counted(tutti.Mind[Any]):
    """The mind of a game, with a count of its playouts."""

    def __init__(self, inner: tutti.Mind[Any]) -> None:
        super().__init__(inner.game, inner.margin)
        self.inner = inner
        self.playouts = 0

    def playout(self, s: Any, dice: tutti.Dice) -> None:
        self.playouts += 1
        self.inner.playout(s, dice)

    def judges(self, s: Any) -> bool:
        return self.inner.judges(s)

    def evaluate(self, s: Any, player: int) -> int:
        return self.inner.evaluate(s, player)


@pytest.mark.parametrize(
    ("name", "options", "swift", "playouts"),
    [
        ("symphony", {}, True, False),
        ("symphony", {}, False, True),
        ("symphony", {"draft": "public", "audience": "public"}, True, True),
        ("orchestra", {}, True, False),
        ("orchestra", {}, False, True),
    ],
)
def test_only_a_swift_search_leaves_playouts_out_and_only_where_the_value_is_learned(
    name: str, options: dict[str, Any], swift: bool, playouts: bool
) -> None:
    game = tutti.game(name)
    match = tutti.Match.new(game, 2, 1, options)
    mind = Counted(game.mind)
    dice = tutti.Dice(1)
    player = match.active[0]
    width = len(match.perspective(player).legal())
    search = Search(game, player, 2, width, Style(0.1, 0.3, True, 300, swift), dice)
    search.mind = mind
    search.run(match.perspective(player).sample(dice), 12)
    assert (mind.playouts > 0) == playouts
    assert search.iterations == 12
