"""Perft and simulation: exact numbers, fair seats, the same matches for the same seed."""

from __future__ import annotations

import math

import pytest

import tutti
from tutti.cli.perft import outcomes, perft
from tutti.cli.simulation import Played, Simulation, Tally, play, play_all, tallies
from tutti.kernel.chance import Host
from tutti.kernel.native import u8, vec


def lines(depth: int, players: int, **options: object) -> int:
    game = tutti.game("symphonimo")
    chosen = tutti.prepare(game, players, {"first_player": 0, **options})
    return sum(perft(game, state, depth) for state in outcomes(lambda host: game.setup(chosen, host)))


def test_perft_counts_actions_times_outcomes() -> None:
    # Two players, seven families: draw; two places; then draw again (7), or take the one filled Conductor, after
    # which the other player has only the empty one and must draw (7).
    assert [lines(depth, 2) for depth in range(5)] == [1, 7, 14, 14 * (7 + 1), 14 * 7 * 2 + 14 * 7]


def test_perft_goes_through_every_set_up() -> None:
    assert lines(0, 3, first_player=None) == 3
    assert lines(0, 3, grand_maestro=2) == 6 * 5


def test_outcomes_are_distinct_and_complete() -> None:
    def run(host: Host) -> tuple[int, ...]:
        first = host.draw(0, vec[u8]([2, 0, 1]), 3)
        return (first,) if first else (first, host.draw(0, vec[u8]([1, 1]), 2))

    assert list(outcomes(run)) == [(0, 0), (0, 1), (2,)]


def test_seats_rotate_so_that_each_bot_sits_everywhere_equally() -> None:
    plan = Simulation("symphonimo", 4, {}, ("greedy", "random", "random", "random"), "1")
    sat = [plan.seats(number).index("greedy") for number in range(8)]
    assert sorted(sat) == [0, 0, 1, 1, 2, 2, 3, 3]


def test_the_same_seed_plays_the_same_matches_in_any_number_of_processes() -> None:
    plan = Simulation("symphonimo", 3, {}, ("greedy", "random", "random"), "7")
    alone = [match for some in play_all(plan, 60, 1) for match in some]
    together = [match for some in play_all(plan, 60, 2) for match in some]
    assert sorted(alone) == sorted(together)
    assert len(set(alone)) == 60
    assert play(plan, 5) == alone[5]
    assert play(plan._replace(seed="8"), 5) != alone[5]


def test_tallies_share_victories_and_count_places() -> None:
    played = [
        Played(("greedy", "random", "random"), (9, 9, 2), (1, 1, 3), 80),
        Played(("random", "random", "greedy"), (1, 2, 3), (3, 2, 1), 90),
    ]
    by_bot, by_seat = tallies(played, ("greedy", "random", "random"))
    assert by_bot["greedy"].wins == 1.5
    assert by_bot["random"].wins == 0.5
    assert by_bot["random"].matches == 4
    assert by_bot["random"].mean_points == 3.5
    assert by_seat[0].places == {1: 1, 3: 1}
    assert by_seat[2].mean_place == 2.0


def test_intervals_are_the_textbook_ones() -> None:
    tally = Tally()
    for number in range(100):
        tally.add(points=number % 2, place=1 if number < 20 else 2, winners=1)
    low, high = tally.interval
    assert low == pytest.approx(0.1334, abs=1e-4)
    assert high == pytest.approx(0.2888, abs=1e-4)
    assert tally.points_error == pytest.approx(1.959964 * math.sqrt(25 / 99 / 100))
