"""Laws of bots: each answers every question of every game with something legal, from its perspective alone."""

from __future__ import annotations

from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import law, lines, moves, new, state
from tutti.ai.mind import mind_of

RARELY = 25
"""A bot that searches is asked at every so-many-th question only: its lines are long."""


@rule("KN-15")
@law()
def test_every_bot_answers_every_question_with_a_legal_action(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for number, (player, action) in enumerate(moves(match, line)):
        perspective = match.perspective(player)
        truth = match.dump()
        for name in tutti.bots():
            bot = tutti.bot(name)
            if bot.budget is None or number % RARELY == 0:
                asked = bot.at(tutti.Budget(iterations=4))
                assert asked.decide(perspective, tutti.Dice(line.dice.word())) in perspective.legal()
        assert match.dump() == truth
        match.play(player, action)


@rule("KN-15")
@law()
def test_a_game_has_an_opinion_of_every_legal_action(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        for p in match.active:
            for a in match.game.legal(state(match), p):
                assert isinstance(mind_of(match.game).prospect(state(match), p, a), int)
        match.play(player, action)
