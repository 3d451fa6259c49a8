"""Laws of shapes: what a game shows is what it declares, all the way down, with nothing beside it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import law, lines, moves, new
from tutti.kernel.shapes import NO_SHAPES


def fits(shown: Any, shape: Any) -> None:
    """Unknown keys are dropped where it is converted, so only what is declared to the letter comes back equal."""
    assert msgspec.to_builtins(msgspec.convert(shown, shape, strict=True)) == shown


@rule("KN-14")
@law()
def test_all_that_is_shown_has_the_declared_shape(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    shapes = match.game.shapes
    view, events, prompts = shapes.whole_view(), shapes.event_types(), shapes.prompt_types()
    for number, (player, action) in enumerate(moves(match, line)):
        asked = match.prompt(player)
        assert asked is not None
        fits(dict(asked.args), prompts[asked.step])
        if number % 9 == 0:
            fits(match.view(player), view)
        match.play(player, action)
    for seat in (None, *range(players)):
        fits(match.view(seat), view)
        for event in match.events(seat):
            fits(event, events[event["event"]])


@pytest.mark.parametrize("game", tutti.games())
def test_every_game_declares_what_it_shows(game: str) -> None:
    shapes = tutti.game(game).shapes
    assert shapes is not NO_SHAPES
    assert shapes.events.declared
