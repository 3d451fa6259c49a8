"""Hints: ranked moves, how sure that is and why, and nothing but what the player can know."""

from __future__ import annotations

import pytest

import tutti
from arena.flat_bot import FlatBot
from tutti import words
from tutti.advice.hints import Advice, Hint, hint
from tutti.advice.playouts import play_out
from tutti.ai.bot import Budget
from tutti.kernel.perspective import Perspective

FOURTH = {
    "game": "symphonimo",
    "players": 2,
    "options": {},
    "player": 0,
    "conductors": [{"cards": [7, 4]}, {"cards": [5, 5, 9]}],
    "collections": [{"7": 3, "9": 4, "6": 3, "8": 3}, {"8": 4, "6": 3, "5": 2, "4": 2, "9": 3, "3": 3}],
}
"""Conductor 1 brings player 0 a fourth 7 and a first 4; conductor 2 spoils a quartet of 9. The end is near."""


def advised(found: Hint, match: tutti.Match) -> dict[str, Advice]:
    return {match.game.actions[one.action]: one for one in found.advice}


def test_a_move_aims_at_the_points_it_brings() -> None:
    match = tutti.Match.load(FOURTH, seed=1)
    found = hint(match.perspective(0), tutti.bot("greedy"), tutti.Dice(1), top=3, worlds=40)
    moves = advised(found, match)
    assert match.game.actions[found.advice[0].action] == "take 1"
    aims = dict(moves["take 1"].aims)
    assert aims["quartets"] > 3
    assert aims["soloists"] > 0
    assert dict(moves["take 2"].aims)["quartets"] < -3
    assert moves["take 1"].chance.mean > moves["take 2"].chance.mean
    assert (found.iterations, found.worlds) == (0, 40)
    for one in found.advice:
        assert sum(one.sources.values()) == pytest.approx(one.points.mean)
        assert one.visits == 40


def test_a_search_ranks_and_playouts_explain() -> None:
    match = tutti.Match.load(FOURTH, seed=1)
    bot = FlatBot(Budget(iterations=300))
    found = hint(match.perspective(0), bot, tutti.Dice(1), top=1, worlds=30)
    (best,) = found.advice
    weighing = bot.weigh(match.perspective(0), tutti.Dice(1), 3)
    assert weighing is not None
    assert (best.action, best.chance) == (weighing.weighed[0].action, weighing.weighed[0].chance)
    assert best.visits == weighing.weighed[0].visits
    assert found.iterations == weighing.iterations == pytest.approx(300, abs=8)
    assert found.line[0] == (0, best.action)
    assert best.aims, "even the only move shown is compared with others"


TWINS = {
    "game": "symphonimo",
    "players": 2,
    "options": {},
    "step": "place",
    "player": 0,
    "drawn": 9,
    "conductors": [{"cards": [7, 4]}, {"cards": [4, 7]}],
    "collections": [{}, {}],
}
"""Both rows are the same: it does not matter where the 9 goes."""
EMPTY = {
    "game": "symphonimo",
    "players": 4,
    "options": {},
    "step": "place",
    "player": 0,
    "drawn": 9,
    "conductors": [{"cards": []}, {"cards": [7]}, {"cards": []}, {"cards": []}],
    "collections": [{}, {}, {}, {}],
}
"""Three conductors are empty."""
BOTS = {
    "search": tutti.bot("maestro").at(Budget(iterations=800)),
    "none": tutti.bot("greedy"),
    "other": FlatBot(Budget(80)),
}


@pytest.mark.parametrize("bot", BOTS)
def test_moves_that_do_the_same_are_one_piece_of_advice(bot: str) -> None:
    twins = tutti.Match.load(TWINS, seed=1)
    (only,) = hint(twins.perspective(0), BOTS[bot], tutti.Dice(1), worlds=4).advice
    assert only.json(twins.game.actions)["action"] == "place 1"
    assert only.json(twins.game.actions)["same"] == ["place 2"]
    match = tutti.Match.load(EMPTY, seed=1)
    found = hint(match.perspective(0), BOTS[bot], tutti.Dice(1), worlds=4)
    told = {one["action"]: one["same"] for one in found.json(match.game.actions)["candidates"]}
    assert told == {"place 1": ["place 3", "place 4"], "place 2": []}
    assert found.fair == 0.25


def test_the_end_that_was_worked_out_tells_moves_that_do_the_same_once() -> None:
    late = {
        **TWINS,
        "collections": [{"7": 3, "9": 3, "6": 3, "8": 3}, {"8": 4, "6": 3, "5": 4, "4": 2, "9": 4, "3": 3}],
    }
    match = tutti.Match.load(late, seed=1)
    found = hint(match.perspective(0), BOTS["search"], tutti.Dice(1), worlds=4)
    assert found.exact
    assert [one.json(match.game.actions)["same"] for one in found.advice] == [["place 2"]]


def test_a_worse_move_is_not_called_equal_and_reasons_say_why() -> None:
    match = tutti.Match.load(FOURTH, seed=1)
    found = hint(match.perspective(0), tutti.bot("maestro").at(Budget(iterations=1500)), tutti.Dice(1), worlds=20)
    moves = advised(found, match)
    best, worse = moves["take 1"], moves["take 2"]
    assert found.advice[0] is best
    assert (best.equal, worse.equal) == (True, False)
    assert found.exact  # so near the end everything can be worked out
    assert found.json(match.game.actions)["exact"] is True
    assert worse.behind.mean > 0.3
    assert worse.behind.error == best.chance.error == 0
    assert worse.points_behind.mean > 1
    assert [reason.code for reason in best.reasons] == ["completes_set", "makes_soloist"]
    assert best.reasons[0].args == {"set": "quartet", "card": 7}
    assert worse.reasons[0].code == "breaks_set"
    said = [words.Speaker("symphonimo", lang="en").remark(reason) for reason in worse.reasons]
    assert said[0] == "breaks your quartet of 9 Kangaroo"


def test_a_move_that_is_better_than_another_has_a_reason() -> None:
    """Over a match of Symphonimo: where a move is worse beyond doubt, every move says why."""
    match = tutti.Match.new("symphonimo", 2, seed=6)
    dice, told = tutti.Dice(6), 0
    while match.active and told < 8:
        player = match.active[0]
        found = hint(match.perspective(player), tutti.bot("maestro").at(Budget(iterations=400)), dice, worlds=4)
        if any(not one.equal for one in found.advice):
            told += 1
            assert found.advice[0].reasons
            assert all(one.reasons for one in found.advice if not one.equal)
        match.play(player, match.game.actions[found.advice[0].action])
    assert told == 8


def test_a_hint_is_short() -> None:
    match = tutti.Match.new("symphony", 2, seed=4)
    found = hint(
        match.perspective(match.active[0]), tutti.bot("maestro").at(Budget(iterations=40)), tutti.Dice(1), worlds=2
    )
    assert len(found.advice) == 3 < len(match.legal(match.active[0]))
    assert all(len(one.reasons) <= 2 for one in found.advice)
    assert found.advice[0].action == found.line[0][1]
    assert found.advice[0].equal


def test_the_same_dice_give_the_same_hint_and_the_match_stays_as_it_is() -> None:
    match = tutti.Match.load(FOURTH, seed=1)
    before = match.dump()
    one, again, other = (hint(match.perspective(0), tutti.bot("greedy"), tutti.Dice(seed)) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert match.dump() == before


@pytest.mark.parametrize("game", ["etude", "symphony"])
def test_a_hint_knows_only_what_the_player_knows(game: str) -> None:
    """From any world that looks the same to the player comes the same hint."""
    match = tutti.Match.new(game, seed=4)
    dice = tutti.Dice(2)
    compared = 0
    while match.active and compared < 4:
        player = match.active[0]
        perspective = match.perspective(player)
        if len(perspective.legal()) > 1 and len(match.log) % 3 == 0:
            world = perspective.sample(tutti.Dice(9))
            if match.game.dump(world) != match.game.dump(match.state):
                elsewhere = Perspective(match.game, world, player)
                bot = FlatBot(Budget(iterations=6))
                assert hint(perspective, bot, tutti.Dice(3), worlds=2) == hint(elsewhere, bot, tutti.Dice(3), worlds=2)
                compared += 1
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    assert compared == 4


def test_one_legal_move_is_told_without_comparison() -> None:
    match = tutti.Match.new("symphonimo", 2, seed=1)
    player = match.active[0]
    (only,) = hint(match.perspective(player), FlatBot(Budget(iterations=9)), tutti.Dice(1), worlds=3).advice
    assert match.game.actions[only.action] == "draw"
    assert (only.aims, only.rivals) == ((), None)


def test_playouts_of_all_moves_begin_in_the_same_worlds() -> None:
    match = tutti.Match.load(FOURTH, seed=1)
    perspective = match.perspective(0)
    draw = perspective.legal()[0]
    first, twin = play_out(perspective, [draw, draw], 5, tutti.Dice(1))
    assert first == twin
    assert len({end.points for end in first}) > 1
