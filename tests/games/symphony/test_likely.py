"""Likely worlds: what rivals picked in a secret draft is what looks good to them, and the player sees no difference."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from tutti.games.symphony.ai.determinize import LIKING, likings
from tutti.games.symphony.ai.opinions import card_worth
from tutti.games.symphony.rules.state import SEALED
from tutti.kernel.perspective import Perspective


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rivals_are_taken_to_have_picked_what_looks_good(players: int) -> None:
    game: Any = tutti.game("symphony")
    chance = tutti.Dice(6)
    s = game.setup(tutti.prepare(game, players, {"draft": "secret"}), chance)
    even, liked = 0, 0
    while game.active(s) and int(s.round) < 3:
        for player in game.active(s)[1:]:
            game.apply(s, game.legal(s, player)[0], chance, player)
        me = game.active(s)[0]
        mine = Perspective(game, s, me)
        for seed in range(24):
            plain, likely = mine.sample(tutti.Dice(seed)), mine.likely(tutti.Dice(seed))
            assert Perspective(game, likely, me).view() == mine.view()
            for other in range(players):
                if other != me:
                    even += int(card_worth(game.d, int(plain.desk[SEALED + other]) - 1, True))
                    liked += int(card_worth(game.d, int(likely.desk[SEALED + other]) - 1, True))
        game.apply(s, game.legal(s, me)[0], chance, me)
    assert liked > 1.1 * even


def test_a_card_that_looks_worse_is_as_much_less_likely_and_never_impossible() -> None:
    game: Any = tutti.game("symphony")
    d = game.d
    one_each = [1] * int(d.kinds)
    weights = likings(d, one_each, LIKING)
    worth = [int(card_worth(d, kind, True)) for kind in range(int(d.kinds))]
    best, worst = worth.index(max(worth)), worth.index(min(worth))
    assert weights[best] > 20 * weights[worst] > 0
    assert likings(d, one_each, 0) == one_each
