"""Weighing: what several searches together say of actions, and how sure that is."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

import tutti
from bots import toys
from tutti.ai.weighing import TREES, Estimate, Sample, Weighed
from tutti.bots._search.bot import USUAL, SearchBot
from tutti.kernel.perspective import Perspective


def bot(iterations: int) -> SearchBot:
    return SearchBot("usual", USUAL, tutti.Budget(iterations=iterations))


def opening() -> Perspective:
    match = tutti.Match.new("symphonimo", 3, seed=3)
    match.play(match.active[0], "draw")
    return match.perspective(match.active[0])


def test_errors_shrink_with_iterations_and_tell_how_far_values_scatter() -> None:
    few = [bot(400).weigh(opening(), tutti.Dice(seed), 2).weighed[0].points for seed in range(12)]
    many = [bot(6400).weigh(opening(), tutti.Dice(seed), 2).weighed[0].points for seed in range(4)]
    assert mean(one.error for one in many) < 0.6 * mean(one.error for one in few)
    scatter = stdev(one.mean for one in few)
    assert scatter / 3 < mean(one.error for one in few) < scatter * 3


def test_every_action_asked_for_is_measured_equally_often_and_the_budget_is_kept() -> None:
    perspective = opening()
    legal = perspective.legal()
    found = bot(900).weigh(perspective, tutti.Dice(1), 1, also=[legal[-1]])
    assert legal[-1] in {one.action for one in found.weighed}
    assert len({one.visits for one in found.weighed}) == 1
    assert found.iterations == pytest.approx(900, abs=30)
    assert all(one.line[0] == (perspective.player, one.action) for one in found.weighed)
    assert all(len(one.samples) == TREES for one in found.weighed)


def test_chances_of_all_players_are_a_whole_and_the_players_own_is_among_them() -> None:
    perspective = opening()
    for one in bot(600).weigh(perspective, tutti.Dice(1), 3).weighed:
        assert sum(each.mean for each in one.chances) == pytest.approx(1, abs=1e-5)
        assert one.chances[perspective.player] == one.chance
        assert one.scores[perspective.player] == one.points


def test_what_the_tree_sees_to_its_end_is_not_guessed() -> None:
    toy = toys.Favour()
    found = bot(400).weigh(toy.perspective(toy.start()), tutti.Dice(1), 2)
    best, other = found.weighed
    assert best.action == 1
    assert best.chance.mean > other.chance.mean + 0.2


def test_the_same_dice_weigh_the_same() -> None:
    first, again, other = (bot(300).weigh(opening(), tutti.Dice(seed), 2) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_differences_are_compared_search_by_search() -> None:
    """Two actions that every search finds three points apart differ for sure, however much searches differ."""
    one = Weighed(1, 3, tuple(Sample(x, x, 10 * x + 3) for x in (0.1, 0.5, 0.9)))
    other = Weighed(2, 3, tuple(Sample(x, x, 10 * x) for x in (0.1, 0.5, 0.9)))
    assert one.points.error > 2
    assert one.ahead(other).points == pytest.approx(Estimate(3, 0))
    alone = Weighed(3, 1, (None, Sample(0.5, 0.5, 1.0), None))
    assert one.ahead(alone).points == Estimate(7, 1.0), "one search that looked at both proves nothing"


def test_a_line_ends_where_the_search_has_not_looked_enough() -> None:
    """It tells no card of a rival's hand, and no step that only a few lines of the search took."""
    told = 0
    for seed in range(4):
        match, dice = tutti.Match.new("symphony", 2, seed=seed), tutti.Dice(seed)
        for _ in range(7):
            player = match.active[0]
            step, perspective = match.prompt(player), match.perspective(player)
            if step is not None and step.step in ("card", "seat"):
                (best, *_) = bot(1200).weigh(perspective, tutti.Dice(1), 2).weighed
                line = [(who, match.game.actions[action]) for who, action in best.line]
                assert line[0] == (player, match.game.actions[best.action])
                assert [text for who, text in line if who != player and text.startswith("card ")] == []
                told += len(line) > 1
            match.play(player, match.game.actions[tutti.bot("greedy").decide(perspective, dice)])
    assert told > 4, "a line of one move tells nothing"


def test_every_step_of_a_told_line_was_taken_by_one_in_four_of_those_before() -> None:
    match = tutti.Match.new("symphony", 2, seed=2)
    search = bot(1).begin(match.perspective(match.active[0]), match.state, tutti.Dice(1))
    search.run(match.state, 1500)
    whole, told = search.line(12, -1), search.line(12, -1, 8, 4)
    assert 1 < len(told) < len(whole)
    assert whole[: len(told)] == told
    taken, node = [], 0
    for _, action in whole:
        arm = search.tree.arm_of(node, action)
        taken.append(int(search.tree.visits[arm]))
        node = search.busiest(search.tree.child[arm])
    enough = [visits >= 8 and 4 * visits >= before for before, visits in zip([0, *taken], taken, strict=False)]
    assert enough.index(False) == len(told)


def test_a_line_ends_with_an_answer_that_is_given_in_secret() -> None:
    """Nobody knows what the others pick at the same time, nor which packet comes next."""
    match = tutti.Match.new("symphony", 3, seed=3, options={"draft": "secret"})
    for player in match.active:
        found = bot(2500).weigh(match.perspective(player), tutti.Dice(1), 2)
        assert [one.line for one in found.weighed] == [((player, one.action),) for one in found.weighed]
