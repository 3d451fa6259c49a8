"""Opinions near the end of a match of two: what the other one does next counts, not only what one gets."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from tutti.games.symphonimo.ai import endgame_opinions, opinions
from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules.state import OVER, ROW, ROWS, State
from tutti.kernel.chance import Dice
from tutti.kernel.native import u8

GAME = tutti.game("symphonimo")
POWERS = {"grand_maestro": ["pass_left", "draw_one"]}


def questions(players: int, options: dict[str, Any], seed: int) -> list[State]:
    """All real questions of a match played in a hurry."""
    dice = Dice(seed)
    s = GAME.setup(tutti.prepare(GAME, players, options), dice)
    found = []
    while s.step != OVER:
        choices = GAME.legal(s)
        if len(GAME.mind.distinct(s, choices)) > 1:
            found.append(s.copy())
        GAME.apply(s, GAME.mind.sensible(s, s.player, choices, dice), dice)
    return found


@pytest.mark.parametrize("options", [{}, {"false_note": True}, POWERS])
def test_one_opinion_is_that_of_all_and_nothing_is_moved(options: dict[str, Any]) -> None:
    for s in questions(2, options, 4):
        before = GAME.dump(s)
        choices = GAME.legal(s)
        together = [int(one) for one in GAME.mind.opinions(s, s.player, choices)]
        assert together == [int(GAME.mind.prospect(s, s.player, a)) for a in choices]
        assert GAME.dump(s) == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_the_end_of_a_match_of_two_is_seen_so(players: int) -> None:
    near = 0
    for s in questions(players, {}, 7):
        choices = GAME.legal(s)
        found = [int(one) for one in GAME.mind.opinions(s, s.player, choices)]
        if players == 2 and s.deck <= opinions.NEAR:
            near += 1
            assert found == [int(one) for one in endgame_opinions.opinions(s, s.player, choices)]
        else:
            assert found == [int(one) for one in opinions.opinions(s, s.player, choices)]
    assert (near > 3) == (players == 2)


def test_a_row_that_the_other_one_waits_for_is_not_left_to_them() -> None:
    """Three of a family and a fourth on the table: whoever moves takes it, or it is gone."""
    s = next(s for s in questions(2, {}, 3) if s.deck <= 3 and not s.step and s.in_round == 3 and s.room)
    f, rival = 6, 1 - int(s.player)
    for cell in range(ROWS):
        s.cards[cell] = u8(0)
    for c in range(2):
        s.cards[ROWS + c * ROW], s.cards[ROWS + c * ROW + SIZE] = u8(f), u8(1 - c)
    s.filled, s.room = 1, 3
    s.bag[f] = u8(0)
    s.cards[rival * FAMILIES + f] = u8(3)
    for other in range(7):  # what is not to come was discarded
        s.cards[2 * FAMILIES + other] = u8(s.d.values[other] - int(s.bag[other]) - 4 * (other == f))
    take, draw = (int(GAME.mind.prospect(s, s.player, a)) for a in (GAME.codes["take 1"], GAME.codes["draw"]))
    assert take > draw + 1000


def test_greedy_loses_less_than_half_of_what_chance_loses_near_the_end() -> None:
    greedy, lost, chance, critical = tutti.bot("greedy"), 0.0, 0.0, 0
    for seed in range(100, 220):
        for s in questions(2, {}, seed):
            if not 3 <= s.deck <= 4:
                continue
            solver = GAME.mind.solver(s)
            assert solver is not None
            assert solver.run(100_000)
            shares = {a: int(solver.share(a, s.player)) / 1e6 for a in GAME.legal(s)}
            best = max(shares.values())
            if best - min(shares.values()) >= 0.05:
                critical += 1
                lost += best - shares[greedy.decide(tutti.Perspective(GAME, s, int(s.player)), Dice(seed))]
                chance += best - sum(shares.values()) / len(shares)
                break
    assert critical > 60
    assert lost < 0.45 * chance
