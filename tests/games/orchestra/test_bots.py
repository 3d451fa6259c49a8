"""Bots at Orchestra: greedy has a plan, and its matches end by a printed trigger."""

from __future__ import annotations

import pytest

import tutti
from support import rule
from tutti.games.orchestra.rules.scoring import area_points, best_area
from tutti.kernel.native import i64, vec
from tutti.kernel.perspective import Perspective

GAME = tutti.game("orchestra")
PRINTED = {"audience_full", "orchestra_full", "deck_i", "deck_ii", "deck_iii", "deck_star"}


def played(seed: int, *names: str) -> tutti.Result:
    bots = [tutti.bot(name) for name in names]
    chance, mind = tutti.Dice(seed), tutti.Dice(seed + 1)
    state = GAME.setup(tutti.Match.new("orchestra", players=len(bots), seed=0).options, chance)
    while active := GAME.active(state):
        player = active[0]
        GAME.apply(state, bots[player].decide(Perspective(GAME, state, player), mind), chance, player)
    result = GAME.result(state)
    assert result is not None
    return result


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(20):
        seat = seed % 2
        result = played(seed, *(("greedy", "random") if seat == 0 else ("random", "greedy")))
        won += result.winners == (seat,)
    assert won >= 19


@rule("OR-183")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_matches_end_by_a_printed_trigger(players: int) -> None:
    for seed in range(5):
        result = played(100 + seed, *["greedy"] * players)
        assert result.reason in PRINTED
        assert max(result.points) > 60


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_thousands_of_matches_end(players: int) -> None:
    for seed in range(1500):
        assert played(seed, *["random"] * players).reason
    for seed in range(200):
        assert played(seed, *["greedy"] * players).reason in PRINTED


@pytest.mark.parametrize("players", [2, 3])
def test_a_playout_of_two_ends_where_the_other_one_is_asked(players: int) -> None:
    """From every question of a match, by what a sensible player does; with more players it does nothing."""
    mind, dice = GAME.mind, tutti.Dice(players)
    state = GAME.setup(tutti.Match.new("orchestra", players=players, seed=0).options, dice)
    steps = 0
    while active := GAME.active(state):
        quick, slow = GAME.copy(state), GAME.copy(state)
        mind.playout(quick, tutti.Dice(5))
        other = tutti.Dice(5)
        while players == 2 and GAME.active(slow)[:1] == active[:1]:
            choices = GAME.legal(slow, active[0])
            GAME.apply(slow, mind.sensible(slow, active[0], choices, other), other, active[0])
            steps += 1
        assert GAME.dump(quick) == GAME.dump(slow)
        choices = GAME.legal(state)
        GAME.apply(state, choices[dice.below(len(choices))], dice)
    assert (steps > 1000) == (players == 2)


@rule("OR-193", "OR-196")
@pytest.mark.parametrize("players", [2, 4])
def test_all_are_judged_at_once_as_each_alone(players: int) -> None:
    """Also those whose area depends on who chooses before them, and once areas are chosen."""
    mind, dice = GAME.mind, tutti.Dice(players)
    state = GAME.setup(tutti.Match.new("orchestra", players=players, seed=0).options, dice)
    found = vec[i64]([0] * players)
    while choices := GAME.legal(state):
        mind.evaluations(state, found)
        assert list(found) == [mind.evaluate(state, p) for p in range(players)]
        GAME.apply(state, choices[dice.below(len(choices))], dice)


@rule("OR-192", "OR-196")
def test_what_is_counted_along_is_what_lies_there() -> None:
    """Cards by player, and the best area by its definition: most points, then least for others, then the first."""
    dice = tutti.Dice(3)
    state = GAME.setup(tutti.Match.new("orchestra", players=4, seed=0).options, dice)
    told = 0
    while choices := GAME.legal(state):
        cards = [sum(int(mark) & 15 == p + 1 for mark in state.cards) for p in range(4)]
        assert [state.fulfilled >> 8 * p & 255 for p in range(4)] == cards
        told = max(told, *cards)
        for p in range(4):
            points = [[int(area_points(state, q, area)) for q in range(4)] for area in range(4)]
            free = [area for area in range(4) if (state.round + p) & 3 != area]
            best = min(free, key=lambda area: (-points[area][p], sum(points[area]) - points[area][p], area))
            assert best_area(state, p, sum(1 << area for area in free)) == best
        GAME.apply(state, choices[dice.below(len(choices))], dice)
    assert told > 3


def matches(players: int, count: int) -> list[tuple[list[list[int]], list[int]]]:
    """Of matches among greedy players: what was expected at each turn of the last third, and the final points."""
    found = []
    greedy = tutti.bot("greedy")
    for seed in range(count):
        chance, mind = tutti.Dice(seed), tutti.Dice(seed + 1)
        state = GAME.setup(tutti.Match.new("orchestra", players=players, seed=0).options, chance)
        expected, turn = [], -1
        while active := GAME.active(state):
            player = active[0]
            if state.player != turn:
                turn = state.player
                expected.append([GAME.mind.evaluate(state, p) for p in range(players)])
            GAME.apply(state, greedy.decide(Perspective(GAME, state, player), mind), chance, player)
        found.append((expected[len(expected) * 2 // 3 :], [GAME.points(state, p) for p in range(players)]))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_evaluation_foresees_who_will_be_ahead(players: int) -> None:
    right = seen = 0
    for expected, points in matches(players, 5):
        for turn in expected:
            for p in range(1, players):
                if points[p] != points[0]:
                    right += (turn[p] > turn[0]) == (points[p] > points[0])
                    seen += 1
    assert right / seen > 0.75


@rule("OR-187")
def test_points_while_areas_are_chosen_count_sections_once() -> None:
    for seed in range(6):
        chance = tutti.Dice(seed)
        state = GAME.setup(tutti.Match.new("orchestra", players=3, seed=0).options, chance)
        before: list[int] = []
        while active := GAME.active(state):
            player = active[0]
            choices = GAME.legal(state, player)
            choosing = GAME.actions[choices[0]].startswith("area")
            if choosing:
                before = before or [GAME.points(state, p) for p in range(3)]
                assert [GAME.mind.evaluate(state, p) for p in range(3)] == [
                    1000 * GAME.points(state, p) for p in range(3)
                ]
                action = max(choices, key=lambda a: points_after(state, a, player))
            else:
                action = choices[chance.below(len(choices))]
            GAME.apply(state, action, chance, player)
        assert [GAME.points(state, p) for p in range(3)] == before


def points_after(state: object, action: int, player: int) -> int:
    """The player's points once the action is done."""
    world = GAME.copy(state)
    GAME.apply(world, action, tutti.Dice(0), player)
    return int(GAME.points(world, player))
