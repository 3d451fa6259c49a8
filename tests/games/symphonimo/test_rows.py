"""The cells of a Conductor's row: as many slots as the component file allows cards."""

from support import rule
from tutti.games.symphonimo import GAME
from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules.effects import NEXT, SEATS
from tutti.games.symphonimo.rules.state import HOLDER, ROW, ROWS, empty_state
from tutti.games.symphonimo.rules.steps.turn import place
from tutti.kernel.chance import Dice


@rule("SO-012", "SO-040")
def test_every_limit_fits_the_slots() -> None:
    assert max(GAME.d.limits) == SIZE
    assert HOLDER == SIZE + 1 == ROW - 1


def test_every_collection_fits_before_the_rows() -> None:
    assert (GAME.high + 1) * FAMILIES == ROWS  # and the discards behind the last
    assert len(empty_state(GAME.d, GAME.high, bytes(GAME.high)).cards) == ROWS + GAME.high * ROW


def test_cards_under_a_conductor_are_counted_by_family() -> None:
    s = empty_state(GAME.d, 3, bytes(3))
    s.in_round = 0b111
    for family in (4, 10, 4):
        s.drawn = family
        place(s, 1, Dice(1))
    assert [int(s.under(1, f)) for f in range(11)] == [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1]
    assert [int(s.under(c, 4)) for c in range(3)] == [0, 2, 0]


@rule("SO-007", "SO-017")
def test_the_next_player_is_the_first_in_the_round_clockwise() -> None:
    for mask in range(1, 1 << SEATS):
        for player in range(SEATS):
            clockwise = [(player + step) % SEATS for step in range(1, SEATS + 1)]
            assert NEXT[mask * SEATS + player] == next(p for p in clockwise if mask >> p & 1)
