"""Laws of shapes: what a game shows is what it declares, all the way down, with nothing beside it."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import law, lines, moves, new, played
from support.shapes import fits
from tutti.kernel.chance import EVERYONE
from tutti.kernel.frames import BIT
from tutti.kernel.shapes import NO_SHAPES


@rule("KN-17")
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


@rule("KN-17")
@law()
def test_an_event_is_told_to_those_of_whom_it_is_declared(game: str, players: int, data: st.DataObject) -> None:
    match = played(game, players, data.draw(lines(game, players)))
    declared = match.game.shapes.events.declared
    for entry in (match.start, *match.log):
        for told in entry.told:
            event = declared[told.verb]
            assert (told.player >= 0) == (event.player == "named"), event.name
            assert told.to == (BIT[told.player] if event.secret(match.options.values) else EVERYONE), event.name


@rule("KN-17")
@pytest.mark.parametrize("game", tutti.games())
def test_a_picture_gets_the_components_that_the_game_declares(game: str) -> None:
    made = tutti.game(game)
    fits(made.components, made.shapes.components)


@pytest.mark.parametrize("game", tutti.games())
def test_every_game_declares_what_it_shows(game: str) -> None:
    shapes = tutti.game(game).shapes
    assert shapes is not NO_SHAPES
    assert shapes.events.declared
