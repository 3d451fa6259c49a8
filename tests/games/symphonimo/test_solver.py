"""The end worked out: against a plain expectimax that merges nothing, and where the answer is plain to see."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import tutti
from tutti.games.symphonimo.ai.solver import Endgame, Wish, distinct
from tutti.games.symphonimo.pack.box import SIZE
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.state import State
from tutti.kernel.chance import Dice
from tutti.kernel.native import u8

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
    while s.step != st.OVER:
        choices = GAME.legal(s)
        if s.deck <= deck and len(choices) > 1:
            return s  # type: ignore[no-any-return]
        GAME.apply(s, GAME.mind.sensible(s, s.player, choices, dice), dice)
    return None


def plain(s: State) -> Value:
    """The same by the book: every action, every card, nothing kept in mind."""
    n, me = s.n, s.player
    if s.step == st.OVER:
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


def key_of(s: State) -> int:
    solver = Endgame(GAME, s.copy())
    solver.run(0)
    solver.solve(s)
    return int(solver.keys.key(s.player, s.in_round, taken(s), sizes(s), s.deck))


def taken(s: State) -> int:
    return sum(1 << c for c in range(s.n) if s.cards[st.ROWS + c * st.ROW + st.HOLDER])


def sizes(s: State) -> int:
    return sum(int(s.cards[st.ROWS + c * st.ROW + SIZE]) << 4 * c for c in range(s.n))


def renamed(s: State) -> State:
    """The same with families called otherwise, and the first two Conductors in each other's place."""
    t = s.copy()
    last = len(s.bag) - 1
    for f in range(last + 1):
        t.bag[f] = s.bag[last - f]
        for p in range(s.n + 1):
            t.cards[p * (last + 1) + f] = s.cards[p * (last + 1) + last - f]
    for c in range(s.n):
        other = 1 - c if c < 2 else c
        for cell in range(st.ROW):
            value = s.cards[st.ROWS + other * st.ROW + cell]
            t.cards[st.ROWS + c * st.ROW + cell] = u8(last - int(value)) if cell < SIZE else value
    return t


@pytest.mark.parametrize(("players", "deck"), [(2, 5), (3, 3), (4, 3)])
def test_names_of_families_and_places_of_conductors_do_not_tell_positions_apart(players: int, deck: int) -> None:
    seen = set()
    for seed in range(1, 30):
        s = late(players, deck, {}, seed)
        if s is None:
            continue
        if s.step == st.PLACE:
            GAME.apply(s, GAME.legal(s)[-1], Dice(seed))
        assert key_of(renamed(s)) == key_of(s), seed
        seen.add(key_of(s))
        t = s.copy()
        f = next(f for f in range(len(s.bag)) if s.bag[f])
        t.cards[f] += u8(1)
        if GAME.points(t, 0) != GAME.points(s, 0):
            assert key_of(t) != key_of(s), seed
    assert len(seen) > 10


def test_who_has_won_whatever_happens_is_in_the_same_position_however_far_ahead() -> None:
    s = late(2, 4, {}, 3)
    assert s is not None
    done = [f for f in range(7) if not s.bag[f] and not any(s.under(c, f) for c in range(2))]
    assert len(done) >= 2
    keys, alone = [], []
    for quartets in (0, 1, 2):
        t = s.copy()
        for p in range(2):
            for f in range(11):
                t.cards[p * 11 + f] = u8(0)
        for f in done[:quartets]:
            t.cards[f] = u8(4)
        alone.append(key_of(t))
        for f in range(7, 11):  # not in play with two players: points that nobody can reach
            t.cards[f] = u8(4)
        keys.append(key_of(t))
    assert len(set(keys)) == 1
    assert len(set(alone)) > 1


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


def test_the_soloist_thinks_longer_where_the_end_is_near_but_out_of_reach() -> None:
    soloist = tutti.bot("soloist").at(tutti.Budget(iterations=2))
    near = late(2, 6, {}, 5)
    assert near is not None
    opening = GAME.setup(tutti.prepare(GAME, 2, {}), Dice(1))
    GAME.apply(opening, 0, Dice(2))
    GAME.apply(opening, GAME.codes["place 1"], Dice(2))
    for s, iterations in ((near, 32), (opening, 2)):
        thought = soloist.think(tutti.Perspective(GAME, s, int(s.player)), Dice(1))
        assert thought is not None
        assert not thought.exact
        assert thought.iterations <= iterations
        assert thought.iterations > iterations // 2 - 1
