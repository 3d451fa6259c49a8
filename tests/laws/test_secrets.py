"""Laws of secrets: what a player cannot see changes nothing for that player, now or in the whole history."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import tutti
from support import rule
from support.history import Misfit, observe, relive
from support.kits import kit
from support.lines import every_table, law, lines, moves, new, played, state
from tutti.kernel.facts import Fields


def knows(match: tutti.Match, world: object, player: int) -> Fields:
    """All that the rules tell a player of a world."""
    rules = match.game
    asked = player in rules.active(world)
    legal = rules.legal(world, player)
    return {
        "view": rules.view(world, player),
        "active": rules.active(world),
        "legal": legal,
        "prompt": rules.prompt(world, player) if asked else None,
        "refusals": [rules.why_not(world, player, a) for a in range(len(rules.actions)) if asked and a not in legal],
        "result": rules.result(world),
        "position": rules.dump(world, player),
    }


@rule("KN-07")
@law()
def test_a_sampled_world_fits_all_that_the_player_has_seen(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules = match.game
    for player, action in moves(match, line):
        seat = line.dice.below(players)
        truth = rules.dump(state(match))
        global_dice, seed = random.getstate(), line.dice.word()
        world = match.perspective(seat).sample(tutti.Dice(seed))
        assert world is not state(match)
        assert knows(match, world, seat) == knows(match, state(match), seat)
        assert rules.dump(state(match)) == truth
        assert random.getstate() == global_dice
        for p in rules.active(world):
            assert rules.legal(world, p)
        match.play(player, action)


@rule("KN-08")
@law(secrets=True)
def test_a_sample_depends_on_what_the_player_knows_and_the_dice_alone(
    game: str, players: int, data: st.DataObject
) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules = match.game
    for player, action in moves(match, line):
        for seat in range(players):
            other = rules.determinize(state(match), seat, tutti.Dice(line.dice.word()))
            seed = line.dice.word()
            from_truth = rules.determinize(state(match), seat, tutti.Dice(seed))
            from_other = rules.determinize(other, seat, tutti.Dice(seed))
            assert rules.dump(from_truth) == rules.dump(from_other)
        match.play(player, action)


@rule("KN-07")
@law()
def test_a_sampled_world_plays_to_the_end(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = played(game, players, line)
    rules = match.game
    for seat in range(players):
        world = rules.determinize(state(match), seat, line.dice)
        rules.rollout(world, line.dice)
        assert rules.result(world) is not None


@rule("KN-11")
@law()
def test_a_players_own_position_loads_to_what_the_player_sees(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % 3 == 0:
            seat = line.dice.below(players)
            again = tutti.Match.load(match.dump(seat), seed=number)
            assert again.view(seat) == match.view(seat)
            assert again.legal(seat) == match.legal(seat)
            assert again.prompt(seat) == match.prompt(seat)
            assert again.dump(seat) == match.dump(seat)
            assert again.record(seat)["start"] == match.dump(seat)
        match.play(player, action)


@rule("KN-13")
@law(secrets=True)
def test_unfinished_clicks_of_others_change_nothing(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        before = {p: observe(match, p) for p in range(-1, players) if p != player}
        match.play(player, action)
        entry = match.log[-1]
        if entry.sealed and not entry.done:
            assert {p: observe(match, p) for p in before} == before


@rule("KN-12")
@law(histories=True)
def test_no_history_that_looks_the_same_tells_more(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    seat = line.dice.below(players + 1) - 1
    seen = [observe(match, seat)]
    for player, action in moves(match, line):
        match.play(player, action)
        seen.append(observe(match, seat, past=len(match.log) % 8 == 0 or not match.active))
    for attempt in range(6 if kit(game).SECRETS else 1):
        try:
            relive(match, seat, seen, seed=f"{line.seed}:{attempt}", change=(40, 15, 5)[attempt % 3])
        except Misfit:
            continue


@rule("KN-12")
@every_table(secrets=True, histories=True)
def test_there_are_other_histories_to_compare(game: str, players: int) -> None:
    """Without this the law above could hold because nothing was ever compared."""
    others = 0
    for number in range(6):
        dice = tutti.Dice(number)
        match = tutti.Match.new(game, players=players, seed=number)
        seen = [observe(match, 0)]
        while match.active and len(match.log) < 60:
            player = match.active[dice.below(len(match.active))]
            legal = match.legal(player)
            match.play(player, legal[dice.below(len(legal))])
            seen.append(observe(match, 0))
        for attempt in range(12):
            try:
                other = relive(match, 0, seen, seed=f"{number}:{attempt}", change=10)
            except Misfit:
                continue
            others += other.dump() != match.dump() or other.record() != match.record()
    assert others >= 6
