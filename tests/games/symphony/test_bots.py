"""Bots at Symphony: greedy understands points, and has an opinion of everything."""

from __future__ import annotations

import tutti
from games.symphony.tables import GAME
from support import rule
from tutti.games.symphony.actions import A_CLASH, A_NOTE
from tutti.games.symphony.box import COVER
from tutti.games.symphony.state import NOTE
from tutti.kernel.perspective import Perspective
from tutti.kernel.schema import prepare

MATCHES = 20


def won(seed: int) -> bool:
    """Whether greedy beats random from alternating seats."""
    dice = tutti.Dice(seed)
    state = GAME.setup(prepare(GAME, 2, {}), dice)
    greedy = seed % 2
    bots = {greedy: tutti.bot("greedy"), 1 - greedy: tutti.bot("random")}
    while active := GAME.active(state):
        player = active[0]
        GAME.apply(state, bots[player].decide(Perspective(GAME, state, player), dice), dice, player)
    result = GAME.result(state)
    assert result is not None
    return result.winners == (greedy,)


def test_greedy_beats_random_nearly_always() -> None:
    assert sum(won(seed) for seed in range(MATCHES)) >= 0.95 * MATCHES


@rule("SY-232")
def test_the_opinion_of_a_covered_note_that_karajan_opens() -> None:
    opened = 0
    for seed in range(6):
        dice = tutti.Dice(seed)
        state = GAME.setup(prepare(GAME, 2, {"master": "karajan"}), dice)
        while choices := GAME.legal(state):
            for a in choices:
                GAME.mind.prospect(state, GAME.active(state)[0], a)
                if a >= A_NOTE:
                    note = state.terms.score.at[(a - A_NOTE) % (A_CLASH - A_NOTE)] - 1
                    opened += state.notes[note * NOTE] == COVER
            GAME.apply(state, choices[dice.below(len(choices))], dice)
    assert opened > 0
