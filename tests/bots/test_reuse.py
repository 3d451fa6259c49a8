"""Trees that are kept: they are found again by what the player sees, belong to nobody else's secrets, and help."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from bots.test_search import questions
from support import rule
from support.kits import tables
from tutti.ai.mind import STAGES, mind_of
from tutti.bots._search.bot import USUAL, SearchBot
from tutti.bots._search.reuse import OFTEN, afar, cut, find, take_over
from tutti.bots._search.search import Search
from tutti.bots._search.seated import SeatedBot, eyes_of
from tutti.bots._search.tree import Tree, zeros

QUICK = SearchBot("quick", USUAL, tutti.Budget(iterations=60), keen=True)

WRITTEN = [(game, players) for game, players in tables() if tutti.game(game).writer(players) is not None]
"""Only where a game writes down what is seen can a moment be recognised."""


def seated() -> SeatedBot:
    bot = QUICK.seated()
    assert isinstance(bot, SeatedBot)
    return bot


def known(bot: SeatedBot, perspective: tutti.Perspective) -> int:
    """Lines that a bot knows already of its question."""
    if bot.tree is None:
        return 0
    game, world = perspective.game, perspective.sample(tutti.Dice(9))
    if mind_of(game).room:
        node = bot.tree.find(mind_of(game).settle(game.copy(world), zeros(mind_of(game).room)))
        return _seen(bot.tree, node) if node >= 0 else 0
    eyes = eyes_of(perspective.game, perspective.game.players(world), perspective.player)
    assert eyes is not None
    node = find(bot.tree, eyes.look(world))
    if node < 0:
        return 0
    tree = cut(bot.tree, node, False)
    return sum(int(tree.visits[arm]) for arm in range(int(tree.arms)) if _of_root(tree, arm))


def _of_root(tree: Any, arm: int) -> bool:
    at = tree.first[0]
    while at >= 0 and at != arm:
        at = tree.after[at]
    return bool(at == arm)


def played(game: str, players: int, seed: int, moves: int) -> list[tuple[int, int, int]]:
    """A match with kept trees for all: decisions of the search, each with its player and what was known before it."""
    rules = tutti.game(game)
    chance, mind = tutti.Dice(seed), tutti.Dice(seed + 1)
    s = rules.setup(tutti.prepare(rules, players, {}), chance)
    bots = [seated() for _ in range(players)]
    told: list[tuple[int, int, int]] = []
    while (active := rules.active(s)) and len(told) < moves:
        player = active[0]
        perspective = tutti.Perspective(rules, s, player)
        before = known(bots[player], perspective) if len(perspective.legal()) > 1 else 0
        action = bots[player].decide(perspective, mind)
        told.append((player, action, before))
        rules.apply(s, action, chance, player)
    return told


@pytest.mark.parametrize("game", sorted({game for game, _ in WRITTEN}))
def test_a_tree_is_kept_and_the_same_dice_play_the_same(game: str) -> None:
    first = played(game, 2, 5, 40)
    assert first == played(game, 2, 5, 40)
    assert sum(before > 0 for _, _, before in first) >= 4
    assert all(before <= 60 * (at + 1) for at, (_, _, before) in enumerate(first))


@rule("KN-15")
@pytest.mark.parametrize(("game", "players"), WRITTEN)
def test_a_kept_tree_knows_nothing_that_its_player_cannot_see(game: str, players: int) -> None:
    """The same past in another world that looks alike: what is found and thought is the same."""
    for rules, s, player in questions(game, players, 23, 80):
        twin = rules.determinize(s, player, tutti.Dice(8))
        bots = seated(), seated()
        said = [
            bot.think(tutti.Perspective(rules, world, player), tutti.Dice(3))
            for bot, world in zip(bots, (s, twin), strict=True)
        ]
        assert said[0] == said[1]
        marks = [eyes_of(rules, players, player).look(world) for world in (s, twin)]  # type: ignore[union-attr]
        assert marks[0] == marks[1]
        again = [
            bot.think(tutti.Perspective(rules, world, player), tutti.Dice(4))
            for bot, world in zip(bots, (s, twin), strict=True)
        ]
        assert again[0] == again[1]


def question(seed: int) -> tuple[tutti.Match, int]:
    match = tutti.Match.new("symphonimo", 2, seed)
    match.play(match.active[0], "draw")
    return match, match.active[0]


def test_what_was_thought_while_another_was_asked_is_known_when_the_question_comes() -> None:
    match, rival = question(3)
    me = 1 - rival
    bot = seated()
    calls = iter([False] * 40 + [True] * 1000)
    assert bot.ponder(match.perspective(me), tutti.Dice(1), 60.0, lambda: next(calls)) > 100
    match.play(rival, match.legal(rival)[0])
    while match.active[0] != me or len(match.legal(me)) < 2:
        match.play(match.active[0], match.legal(match.active[0])[0])
    assert known(bot, match.perspective(me)) > 0


def test_where_positions_have_marks_all_that_can_still_come_is_kept_and_counts() -> None:
    match, me = question(6)
    bot = seated().at(tutti.Budget(iterations=3000))
    assert isinstance(bot, SeatedBot)
    first = bot.think(match.perspective(me), tutti.Dice(1))
    match.play(me, match.game.actions[first.candidates[0].action])
    while match.active[0] != me or len(match.legal(me)) < 2:
        match.play(match.active[0], match.legal(match.active[0])[0])
    perspective = match.perspective(me)
    before = known(bot, perspective)
    again = bot.at(tutti.Budget(iterations=1000)).think(perspective, tutti.Dice(2))
    assert before > 0
    assert sum(one.visits for one in again.candidates) == before + again.iterations
    assert 0 < again.candidates[0].chance < 1


def test_of_too_many_positions_those_seen_often_are_kept() -> None:
    match, me = question(6)
    bot = seated().at(tutti.Budget(iterations=3000))
    bot.think(match.perspective(me), tutti.Dice(1))
    assert isinstance(bot, SeatedBot)
    old, few, many = bot.tree, Tree(), Tree()
    assert old is not None
    take_over(old, many, 1 << STAGES, int(old.arms))
    take_over(old, few, 1 << STAGES, 0)
    assert 0 < few.nodes < many.nodes < old.nodes
    assert all(few.seen(node) >= OFTEN for node in range(int(few.nodes)))
    for node in range(int(many.nodes)):
        assert many.find(many.face[node]) == node
        assert many.seen(node) == old.seen(old.find(many.face[node]))


def test_nobody_ponders_over_their_own_question() -> None:
    match, me = question(3)
    assert seated().ponder(match.perspective(me), tutti.Dice(1), 60.0, lambda: True) == 0


@pytest.mark.parametrize("odd", [False, True])
def test_a_tree_with_something_that_cannot_be_chosen_is_not_kept(odd: bool) -> None:
    """What follows a question may depend on what no observation tells; nobody may stumble over that."""
    rules, s, player = next(questions("symphony", 2, 5, 60))
    perspective = tutti.Perspective(rules, s, player)
    choices = perspective.legal()
    bot = seated()
    bot.think(perspective, tutti.Dice(1))
    assert bot.tree is not None
    if odd:
        other = next(a for a in range(len(rules.actions)) if a not in choices)
        bot.tree.first[0] = bot.tree.new_arm(other, bot.tree.first[0])
    again = bot.think(perspective, tutti.Dice(1))
    assert {one.action for one in again.candidates} == set(choices)
    assert (sum(one.visits for one in again.candidates) > 60) != odd  # a lead may end it early


def test_a_part_that_is_cut_out_is_whole() -> None:
    match, me = question(4)
    perspective, dice = match.perspective(me), tutti.Dice(1)
    search = Search(match.game, me, 2, len(perspective.legal()), USUAL, dice)
    search.eyes = eyes_of(match.game, 2, me)
    search.run(perspective.sample(dice), 2000)
    old = search.tree
    for under in (False, True):
        node = max(range(1, int(old.nodes)), key=lambda one: _seen(old, one))
        new = cut(old, node, under)
        top = 1 if under else 0
        assert _seen(new, top) == _seen(old, node) > 0
        assert new.face[top] == old.face[node]
        assert _all(new, top) == _all(old, node)
    assert afar().first[0] == 0


def _seen(tree: Any, node: int) -> int:
    arm, seen = tree.first[node], 0
    while arm >= 0:
        seen += int(tree.visits[arm])
        arm = tree.after[arm]
    return seen


def _all(tree: Any, node: int) -> list[Any]:
    """A tree as plain data, from a node on."""
    found, arm = [], tree.first[node]
    while arm >= 0:
        below, one = [], tree.child[arm]
        while one >= 0:
            below.append((int(tree.key[one]), _all(tree, one)))
            one = tree.twin[one]
        found.append((int(tree.action[arm]), int(tree.visits[arm]), int(tree.total[arm]), below))
        arm = tree.after[arm]
    return found


def test_only_who_is_keen_keeps_a_tree() -> None:
    assert isinstance(tutti.bot("maestro").seated(), SeatedBot)
    for name in ("soloist", "student", "greedy"):
        assert tutti.bot(name).seated() is tutti.bot(name)
