"""Bots at Symphony: greedy understands points, and has an opinion of everything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tutti
from games.symphony.tables import GAME
from support import rule
from tutti.games.symphony.pack.box import COVER
from tutti.games.symphony.rules.actions import A_CLASH, A_NOTE
from tutti.games.symphony.rules.state import NOTE, State
from tutti.games.symphony.rules.steps.tokens import may_play_token, token_choices
from tutti.kernel.perspective import Perspective
from tutti.kernel.schema import prepare
from tutti.kernel.types import Fields

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


def moments(players: int, values: Fields, *moves: int) -> Iterator[State]:
    """A match after so many random moves each."""
    dice = tutti.Dice(players)
    state = GAME.setup(prepare(GAME, players, values), dice)
    done = 0
    while choices := GAME.legal(state):
        if done in moves:
            yield GAME.copy(state)
        GAME.apply(state, choices[dice.below(len(choices))], dice)
        done += 1


@pytest.mark.parametrize(
    ("players", "values"),
    [
        (2, {}),
        (3, {"clefs": "II"}),
        (4, {"master": "mahler"}),
        (4, {"master": "karajan"}),
        (5, {"progressive": True, "draft": "secret"}),
    ],
)
def test_a_playout_is_what_sensible_players_do(players: int, values: Fields, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts along and makes no lists; whoever counts anew and looks at lists decides the same, draw for draw."""
    monkeypatch.setattr(GAME.mind, "reach", len(GAME.d.scores))
    for state in moments(players, values, 0, 70, 110, 111, 112, 150):
        quick, slow = GAME.copy(state), GAME.copy(state)
        GAME.mind.playout(quick, dice := tutti.Dice(5))
        other = tutti.Dice(5)
        while active := GAME.active(slow):
            choices = GAME.legal(slow, active[0])
            GAME.apply(slow, GAME.mind.sensible(slow, active[0], choices, other), other, active[0])
        assert GAME.dump(quick) == GAME.dump(slow)
        assert dice.word() == other.word()


@pytest.mark.parametrize(("values", "short"), [({}, True), ({"draft": "public", "audience": "public"}, False)])
def test_a_playout_goes_two_columns_far_where_the_rest_can_be_judged(values: Fields, short: bool) -> None:
    columns, ended = len(GAME.d.scores), 0
    for state in moments(3, values, 0, 70, 110, 150, 190, 230):
        begun = int(state.column)
        GAME.mind.playout(state, tutti.Dice(5))
        if short and begun + 2 < columns:
            assert state.column == begun + 2
            assert GAME.mind.judges(state)
        else:
            assert not GAME.active(state)
            ended += 1
    assert ended > 0


@rule("SY-088")
def test_a_token_is_asked_for_where_one_may_be_played() -> None:
    asked = 0
    for state in moments(3, {}, *range(90, 200)):
        if state.inst_now >= 0:
            for player in range(3):
                found = bool(token_choices(GAME.d, state, state.inst_now, player))
                assert may_play_token(GAME.d, state, state.inst_now, player) == found
                asked += found
    assert asked > 0
