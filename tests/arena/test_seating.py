"""Every entrant sits everywhere equally often, and all seatings of a table meet the same luck."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from tutti.arena.seating import Fixture, SeatOrder, fixtures, rows, shuffled, turned
from tutti.kernel.chance import Dice

TABLES: list[SeatOrder] = [
    (0, 1),
    (0, 1, 1, 1),
    (0, 0, 1, 1),
    (0, 1, 2),
    (0, 1, 2, 3),
    (0, 0, 1, 1, 2),
    (0, 0, 0, 1, 1, 1),
]


def by_block(planned: list[Fixture]) -> list[list[SeatOrder]]:
    found: dict[int, list[SeatOrder]] = {}
    for fixture in planned:
        found.setdefault(fixture.block, []).append(fixture.seats)
    return list(found.values())


@pytest.mark.parametrize("entrants", TABLES)
def test_in_every_block_each_entrant_sits_in_each_seat_equally_often(entrants: SeatOrder) -> None:
    planned = fixtures(entrants, len(entrants), 60, Dice(1))
    for seatings in by_block(planned):
        for seat in range(len(entrants)):
            sat = Counter(seats[seat] for seats in seatings)
            assert {kind: count * len(entrants) for kind, count in sat.items()} == {
                kind: count * len(seatings) for kind, count in Counter(entrants).items()
            }


@pytest.mark.parametrize("entrants", TABLES)
def test_a_cycle_plays_every_different_seating_once(entrants: SeatOrder) -> None:
    cycle = [seats for row in rows(entrants, len(entrants)) for seats in turned(row)]
    assert sorted(cycle) == sorted(set(permutations(entrants)))


def test_whole_cycles_make_all_seatings_equally_frequent() -> None:
    planned = fixtures((0, 1, 2, 3), 4, 200, Dice(5))
    assert len(planned) == 216
    assert set(Counter(fixture.seats for fixture in planned).values()) == {9}


def test_a_cycle_that_is_too_long_is_cut_at_a_block() -> None:
    planned = fixtures((0, 1, 2, 3, 4), 5, 33, Dice(5))
    assert len(planned) == 35
    assert [fixture.number for fixture in planned] == list(range(35))
    assert len({min(turned(seatings[0])) for seatings in by_block(planned)}) == 7


def test_matches_asked_for_are_the_least_that_is_played() -> None:
    for asked in range(1, 30):
        planned = fixtures((0, 1, 1), 3, asked, Dice(1))
        assert asked <= len(planned) < asked + 3
        assert len(planned) % 3 == 0


def test_more_entrants_than_seats_meet_at_all_tables_but_never_only_themselves() -> None:
    planned = fixtures((0, 1, 2, 2), 2, 60, Dice(1))
    met = Counter(tuple(sorted(fixture.seats)) for fixture in planned)
    assert met == {(0, 1): 20, (0, 2): 20, (1, 2): 20}
    alone = fixtures((0, 0, 0), 2, 4, Dice(1))
    assert {fixture.seats for fixture in alone} == {(0, 0)}


def test_the_order_of_rows_depends_on_the_dice_alone() -> None:
    one = fixtures((0, 1, 2, 3), 4, 24, Dice(1))
    assert one == fixtures((0, 1, 2, 3), 4, 24, Dice(1))
    assert one != fixtures((0, 1, 2, 3), 4, 24, Dice(2))


def test_a_shuffle_keeps_all_and_favours_no_place() -> None:
    firsts = Counter(shuffled("abcd", Dice(seed))[0] for seed in range(4000))
    assert sorted(shuffled("abcd", Dice(1))) == list("abcd")
    assert all(900 < count < 1100 for count in firsts.values())
