"""Laws of faults: what a step calls legal and what it finds a fault in are the same thing, action by action."""

from __future__ import annotations

from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import law, lines, moves, new, state
from tutti import words
from tutti.kernel.frames import NO_FRAME, GameOfSteps, StepGame

EVERY = 6
"""A moment in this many is looked at: all actions of a game are many."""


@rule("KN-01", "KN-02")
@law()
def test_an_action_is_legal_or_has_a_fault_that_words_know(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % EVERY == line.seed % EVERY:
            for asked in match.active:
                _look(match, asked)
        match.play(player, action)


def _look(match: tutti.Match, player: int) -> None:
    rules, s = match.game, state(match)
    legal = rules.legal(s, player)
    if isinstance(rules, GameOfSteps):
        frame = s.stack[-1] if isinstance(rules, StepGame) else NO_FRAME
        step = rules.steps[s.step if frame is NO_FRAME else frame.step]
        sound = tuple(a for a in range(len(rules.actions)) if step.fault(s, frame, player, a) == 0)
        assert [rules.actions[a] for a in sound] == [rules.actions[a] for a in legal], step.name
    refused = {rules.why_not(s, player, a).code for a in range(len(rules.actions)) if a not in legal}
    assert "" not in refused
    assert [code for code in refused if words.find(rules.name, f"refusal.{code}") is None] == []
