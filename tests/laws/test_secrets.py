"""Laws of secrets: what a player cannot see changes nothing for that player, now or in the whole history."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import tutti
from support import rule
from support.history import Misfit, differ, observe, relive, watch
from support.kits import kit
from support.lines import Line, every_table, in_turn, law, lines, moves, new, played, state, visible
from tutti.kernel.match import forced
from tutti.kernel.scribe import Fair, Scribe
from tutti.kernel.types import WATCHER, Fields


def knows(match: tutti.Match, world: object, player: int, number: int) -> Fields:
    """All that the rules tell a player of a world; of the refusals those whose turn it is."""
    rules = match.game
    asked = player in rules.active(world)
    legal = rules.legal(world, player)
    some = in_turn(tuple(range(len(rules.actions))), number)
    return {
        "view": rules.view(world, player),
        "active": rules.active(world),
        "legal": legal,
        "prompt": rules.prompt(world, player) if asked else None,
        "refusals": [rules.why_not(world, player, a) for a in some if asked and a not in legal],
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
        mine = match.perspective(seat)
        world = (mine.sample, mine.likely)[line.dice.below(2)](tutti.Dice(seed))
        assert world is not state(match)
        number = len(match.log)
        assert knows(match, world, seat, number) == knows(match, visible(match, seat), seat, number)
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
    for number, (player, action) in enumerate(moves(match, line)):
        for seat in in_turn(tuple(range(players)), number, most=1 if kit(game).HEAVY else 2):
            other = rules.determinize(visible(match, seat), seat, tutti.Dice(line.dice.word()))
            seed = line.dice.word()
            draw = (rules.determinize, rules.likely)[line.dice.below(2)]
            from_truth = draw(visible(match, seat), seat, tutti.Dice(seed))
            from_other = draw(other, seat, tutti.Dice(seed))
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
        if number % (6 if kit(game).HEAVY else 3) == 0:
            seat = line.dice.below(players)
            again = tutti.Match.load(match.dump(seat), seed=number)
            assert again.view(seat) == match.view(seat)
            assert again.legal(seat) == match.legal(seat)
            assert again.prompt(seat) == match.prompt(seat)
            assert again.dump(seat) == match.dump(seat)
            assert again.record(seat)["start"] == match.dump(seat)
        match.play(player, action)


@rule("KN-13", "KN-16")
@law(secrets=True)
def test_unfinished_clicks_of_others_change_nothing(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    number = -1
    for player, action in moves(match, line):
        others = [p for p in range(-1, players) if p != player]
        trial = Scribe(match.game, Fair("trial"))
        match.game.apply(match.game.copy(state(match)), match.game.codes[action], trial, player)
        unfinished = trial.held or (trial.sealed and not trial.done)
        assert not (trial.held and (trial.told or trial.outcomes or trial.revealed or trial.sealed))
        number += unfinished
        before = [observe(match, p, number) for p in others] if unfinished else []
        match.play(player, action)
        if unfinished:
            assert [observe(match, p, number) for p in others] == before
            if trial.held:
                assert match.active == (player,)
                match.undo(player)
                assert [observe(match, p, number) for p in others] == before
                match.play(player, action)


@rule("KN-16")
@every_table(secrets=True)
def test_there_are_open_groups_to_look_at(game: str, players: int) -> None:
    """Without this the law above could hold because no group was ever open."""
    for number in range(20):
        line = Line(seed=number, options={}, first=b"", dice_seed=number, moves=200)
        match = new(game, players, line)
        for player, action in moves(match, line):
            match.play(player, action)
            if match.log[-1].held:
                return
    raise AssertionError("none")


@rule("KN-18")
@law()
def test_a_spectator_could_tell_which_answers_are_forced(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        answer, rules = match.forced(player), match.game
        assert answer is None or match.legal(player) == (answer,)
        if not rules.secrets or rules.prompt(state(match), player).step in rules.public:
            world = rules.determinize(state(match), WATCHER, tutti.Dice(line.dice.word()))
            assert rules.legal(world, player) == rules.legal(state(match), player)
            assert forced(rules, world, player) == forced(rules, state(match), player)
        match.play(player, action)


@rule("KN-18")
@every_table()
def test_there_are_forced_answers_to_look_at(game: str, players: int) -> None:
    """Without this the law above could hold because nothing was ever forced."""
    for number in range(20):
        line = Line(seed=number, options={}, first=b"", dice_seed=number, moves=300)
        match = new(game, players, line)
        if match.game.secrets and not match.game.public:
            return  # it says that nothing ever is
        for player, action in moves(match, line):
            if match.forced(player) is not None:
                return
            match.play(player, action)
    raise AssertionError("none")


@rule("KN-12")
@law()
def test_no_history_that_looks_the_same_tells_more(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    seat = line.dice.below(players + 1) - 1
    seen = watch(match, seat, moves(match, line))
    changes = (20, 5) if kit(game).HEAVY else (40, 15, 5, 40, 15, 5)
    for attempt, change in enumerate(changes if kit(game).SECRETS else (0,)):
        try:
            relive(match, seat, seen, seed=f"{line.seed}:{attempt}", change=change)
        except Misfit:
            continue


@rule("KN-12")
@every_table(secrets=True)
def test_there_are_other_histories_to_compare(game: str, players: int) -> None:
    """Without this the law above could hold because nothing was ever compared."""
    others = 0
    for number in range(6):
        line = Line(seed=number, options={}, first=b"", dice_seed=number, moves=12 if kit(game).HEAVY else 60)
        match = new(game, players, line)
        seen = watch(match, 0, moves(match, line))
        for attempt in range(12):
            try:
                others += differ(match, relive(match, 0, seen, seed=f"{number}:{attempt}", change=10))
            except Misfit:
                continue
            if others == 6:
                return
    raise AssertionError(f"only {others}")
