"""The end worked out: against a plain expectimax that merges nothing, and where the answer is plain to see."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tutti
from tutti.games.symphonimo.endgame import Endgame, Wish, distinct
from tutti.games.symphonimo.state import OVER, State
from tutti.kernel.chance import Dice

GAME = tutti.game("symphonimo")
Value = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""Shares of the win and points in the end, for each player."""
WORLDS: list[tuple[int, int, dict[str, Any]]] = [
    (2, 3, {}),
    (2, 2, {"false_note": True}),
    (2, 2, {"grand_maestro": ["pass_left", "discard_own"]}),
    (2, 2, {"grand_maestro": ["draw_one", "take_now"]}),
    (2, 2, {"grand_maestro": ["limit_two", "discard_one"]}),
    (3, 1, {}),
    (3, 1, {"grand_maestro": ["draw_one", "discard_own", "pass_left"]}),
    (4, 1, {}),
]
SURE = 2e-6


def late(players: int, deck: int, options: dict[str, Any], seed: int) -> State | None:
    """A real question near the end of a match that was played in a hurry; None if there was none."""
    dice = Dice(seed)
    s = GAME.setup(tutti.prepare(GAME, players, options), dice)
    while s.step != OVER:
        choices = GAME.legal(s)
        if s.deck <= deck and len(choices) > 1:
            return s  # type: ignore[no-any-return]
        GAME.apply(s, GAME.mind.sensible(s, s.player, choices, dice), dice)
    return None


def plain(s: State) -> Value:
    """The same by the book: every action, every card, nothing kept in mind."""
    n, me = s.n, s.player
    if s.step == OVER:
        winners = [p for p in range(n) if GAME.place(s, p) == 1]
        shares = tuple(Fraction(int(p in winners), len(winners)) for p in range(n))
        return shares, tuple(Fraction(int(GAME.points(s, p))) for p in range(n))

    def wish(value: Value) -> tuple[Fraction, Fraction]:
        return value[0][me], value[1][me] * n - sum(value[1])

    return max((after(s, a) for a in GAME.legal(s)), key=wish)


def after(s: State, a: int) -> Value:
    n = int(s.n)
    total, found = s.deck + s.hidden, [Fraction(0)] * (2 * n)
    for f in range(len(s.bag)):
        if not s.bag[f] and total:
            continue
        host, t = Wish(), s.copy()
        host.kind = f
        GAME.apply(t, a, host)
        shares, points = plain(t)
        if not host.asked:
            return shares, points
        for p in range(n):
            found[p] += shares[p] * int(s.bag[f]) / int(total)
            found[n + p] += points[p] * int(s.bag[f]) / int(total)
    return tuple(found[:n]), tuple(found[n:])


def solved(s: State, steps: int = 1_000_000) -> Endgame:
    solver = Endgame(GAME, s.copy())
    while not solver.run(steps):
        assert solver.states < 1_000_000
    return solver


@pytest.mark.parametrize(("players", "deck", "options"), WORLDS)
def test_the_solver_agrees_with_a_plain_expectimax(players: int, deck: int, options: dict[str, Any]) -> None:
    asked = 0
    for seed in range(1, 12):
        s = late(players, deck, options, seed)
        if s is None:
            continue
        solver = solved(s)
        for a in GAME.legal(s):
            shares, points = after(s, a)
            for p in range(players):
                assert int(solver.share(a, p)) / 1e6 == pytest.approx(float(shares[p]), abs=SURE), (seed, a, p)
            if players == 2:  # with more of them, who is as well off either way may choose either
                ahead = int(solver.points(a, 0)) - int(solver.points(a, 1))
                assert ahead / 1e3 == pytest.approx(float(points[0] - points[1]), abs=4e-3), (seed, a)
        asked += 1
    assert asked >= 4


def test_it_goes_on_where_it_stopped() -> None:
    s = late(2, 4, {}, 3)
    assert s is not None
    whole, sliced = solved(s), solved(s, 100)
    assert whole.states == sliced.states
    for a in GAME.legal(s):
        assert [whole.share(a, p) for p in (0, 1)] == [sliced.share(a, p) for p in (0, 1)]
        assert sum(whole.share(a, p) for p in (0, 1)) == pytest.approx(1_000_000, abs=2)


def test_six_cards_are_within_reach_and_a_whole_deck_is_not() -> None:
    s = late(2, 6, {}, 5)
    assert s is not None
    assert GAME.mind.solver(s) is not None
    opening = GAME.setup(tutti.prepare(GAME, 2, {}), Dice(1))
    assert GAME.mind.solver(opening) is None


def test_equal_conductors_are_one_choice() -> None:
    s = GAME.setup(tutti.prepare(GAME, 4, {}), Dice(1))
    assert distinct(s, GAME.legal(s)) == (0,)
    GAME.apply(s, 0, Dice(2))
    assert [GAME.actions[a] for a in distinct(s, GAME.legal(s))] == ["place 1"]
    GAME.apply(s, GAME.codes["place 3"], Dice(2))
    GAME.apply(s, 0, Dice(2))
    assert [GAME.actions[a] for a in distinct(s, GAME.legal(s))] == ["place 1", "place 3"]
    powers = tutti.prepare(GAME, 4, {"grand_maestro": ["limit_two", "pass_left"]})
    s = GAME.setup(powers, Dice(1))
    GAME.apply(s, 0, Dice(2))
    assert [GAME.actions[a] for a in distinct(s, GAME.legal(s))] == ["place 1", "place 2", "place 3"]


def test_the_levels_that_search_play_the_end_exactly() -> None:
    for seed in range(1, 6):
        s = late(2, 4, {}, seed)
        assert s is not None
        solver = solved(s)
        best = max(solver.share(a, s.player) for a in GAME.legal(s))
        perspective = tutti.Perspective(GAME, s, int(s.player))
        bot = tutti.bot("maestro").at(tutti.Budget(iterations=400))
        thought = bot.think(perspective, Dice(seed))
        assert thought is not None
        assert thought.exact
        assert solver.share(thought.candidates[0].action, s.player) == best
        weighing = bot.weigh(perspective, Dice(seed), 3)
        assert weighing is not None
        assert weighing.exact
        assert weighing.weighed[0].chance == pytest.approx((int(best) / 1e6, 0.0))


def test_a_budget_too_small_for_the_end_is_left_to_the_search() -> None:
    s = late(2, 6, {}, 5)
    assert s is not None
    perspective = tutti.Perspective(GAME, s, int(s.player))
    thought = tutti.bot("maestro").at(tutti.Budget(iterations=2)).think(perspective, Dice(1))
    assert thought is not None
    assert not thought.exact
    assert thought.iterations == 2
