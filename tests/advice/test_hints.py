"""Hints: ranked moves, what they aim at, and nothing but what the player can know."""

from __future__ import annotations

import pytest

import tutti
from arena.thinker import Thinker
from tutti.arena.advice import Advice, Hint, hint, play_out
from tutti.kernel.bot import Budget
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
    assert moves["take 1"].chance > moves["take 2"].chance
    assert (found.iterations, found.worlds) == (0, 40)
    for one in found.advice:
        assert sum(one.sources.values()) == pytest.approx(one.points)
        assert one.visits == 40


def test_a_search_ranks_and_playouts_explain() -> None:
    match = tutti.Match.load(FOURTH, seed=1)
    bot = Thinker(Budget(iterations=300))
    found = hint(match.perspective(0), bot, tutti.Dice(1), top=1, worlds=30)
    (best,) = found.advice
    thought = bot.think(match.perspective(0), tutti.Dice(1))
    assert (best.action, best.visits) == (thought.candidates[0].action, 100)
    assert best.chance == thought.candidates[0].chance
    assert found.iterations == 300
    assert found.line == thought.line
    assert best.aims, "even the only move shown is compared with others"


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
                bot = Thinker(Budget(iterations=6))
                assert hint(perspective, bot, tutti.Dice(3), worlds=2) == hint(elsewhere, bot, tutti.Dice(3), worlds=2)
                compared += 1
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])
    assert compared == 4


def test_one_legal_move_is_told_without_comparison() -> None:
    match = tutti.Match.new("symphonimo", 2, seed=1)
    player = match.active[0]
    (only,) = hint(match.perspective(player), Thinker(Budget(iterations=9)), tutti.Dice(1), worlds=3).advice
    assert match.game.actions[only.action] == "draw"
    assert (only.aims, only.rivals) == ((), None)


def test_playouts_of_all_moves_begin_in_the_same_worlds() -> None:
    match = tutti.Match.load(FOURTH, seed=1)
    perspective = match.perspective(0)
    draw = perspective.legal()[0]
    first, twin = play_out(perspective, [draw, draw], 5, tutti.Dice(1))
    assert first == twin
    assert len({end.points for end in first}) > 1
