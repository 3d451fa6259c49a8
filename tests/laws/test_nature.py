"""Laws of a game's nature: what it declares of itself holds in play, since client, server and learners ask for that."""

from __future__ import annotations

from hypothesis import strategies as st

from support.kits import kit
from support.lines import law, lines, moves, new
from tutti.kernel.types import HIDDEN


@law()
def test_a_game_is_what_it_says_of_itself(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    assert match.game.secrets == kit(game).SECRETS
    for number, (player, action) in enumerate(moves(match, line)):
        assert len(match.active) == 1 or match.game.simultaneous
        if number % 5 == 0 and not match.game.secrets:
            seen = [{**match.view(seat), "you": None} for seat in (None, *range(players))]
            assert seen[1:] == seen[:-1]
            assert HIDDEN not in str(match.dump())
        match.play(player, action)
