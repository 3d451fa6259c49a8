"""Laws of observations: a row of ints says exactly what the view and the question of its seat say."""

from __future__ import annotations

import copy
import secrets

import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.kits import kit, tables
from support.lines import Line, in_turn, law, lines, moves, new, state, visible
from support.observing import observation_of
from tutti.kernel.scribe import Fair, Scribe
from tutti.kernel.types import WATCHER, Fields
from tutti.observe.observation import Observation

OBSERVED = [name for name in tutti.games() if tutti.game(name).shapes.observation]


def told(observation: Observation, seen: Fields) -> Fields:
    """What was seen, without what is declared to follow from the rest."""
    kept = copy.deepcopy(seen)
    for path in observation.follows:
        *above, last = path.split(".")
        inside = kept
        for key in above:
            inside = inside.get(key) or {}
        if path == "question":
            fields = [field.keys[1] for field in observation.fields if field.keys[0] == "question"]
            kept[path] = {key: value for key, value in kept[path].items() if key in fields and value is not None}
        else:
            inside.pop(last, None)
    if not kept["question"]:
        del kept["question"]
    return kept


def read_back(observation: Observation, row: list[int], seat: int) -> Fields:
    """What an observation decodes to; blocks without a word in them left out."""
    found = observation.decode(row, seat)
    return {key: value for key, value in found.items() if key != "question" or value}


@rule("KN-46")
@law()
def test_an_observation_decodes_to_all_that_its_seat_sees(game: str, players: int, data: st.DataObject) -> None:
    if game not in OBSERVED:
        return
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    observation = observation_of(match.game, players)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % (24 if kit(game).HEAVY else 8) == 0:
            _compare(match, observation, player if number % 3 else line.dice.below(players))
        match.play(player, action)
    _compare(match, observation, line.dice.below(players))


def _compare(match: tutti.Match, observation: Observation, seat: int) -> None:
    seen = observation.seen(visible(match, seat), seat)
    row = observation.encode(seen, seat)
    observed = observation.turned(row, seat)
    assert len(row) == observation.size
    assert all(0 <= value <= cell.high for value, cell in zip(observed, observation.cells, strict=True))
    assert observation.unturned(observed, seat) == row
    assert read_back(observation, observed, seat) == told(observation, seen)


@rule("KN-46")
@law()
def test_what_is_left_out_of_observations_follows_from_their_history(
    game: str, players: int, data: st.DataObject
) -> None:
    """From one history, whatever is done and comes: if the next observation is the same, so is all that is seen."""
    if game not in OBSERVED:
        return
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules, observation = match.game, observation_of(match.game, players)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % (60 if kit(game).HEAVY else 15) == 0:
            seat = line.dice.below(players)
            found: dict[tuple[int, ...], Fields] = {}
            for choice in in_turn(rules.legal(state(match), player), number, most=4):
                for _ in range(2):
                    world = rules.copy(state(match))
                    scribe = Scribe(rules, Fair(str(line.dice.word())))
                    rules.apply(world, choice, scribe, player)
                    if scribe.held and seat != player:
                        continue  # KN-16: this seat sees nothing of it
                    seen = observation.seen(world, seat)
                    assert found.setdefault(tuple(observation.encode(seen, seat)), seen) == seen
        match.play(player, action)


@rule("KN-47")
@law(secrets=True)
def test_an_observation_tells_nothing_of_what_its_seat_cannot_see(game: str, players: int, data: st.DataObject) -> None:
    if game not in OBSERVED:
        return
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules, observation = match.game, observation_of(match.game, players)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % (30 if kit(game).HEAVY else 5) == 0:
            seat = line.dice.below(players)
            world = rules.determinize(visible(match, seat), seat, tutti.Dice(line.dice.word()))
            row = observation.row(visible(match, seat), seat)
            assert observation.row(world, seat) == row
            if visible(match, WATCHER) is visible(match, seat):
                assert observation.row(visible(match, seat), WATCHER)[: observation.table] == row[: observation.table]
        match.play(player, action)


@rule("KN-46")
@pytest.mark.parametrize(("game", "players"), [table for table in tables() if table[0] in OBSERVED])
def test_an_absolute_row_is_the_table_and_a_block_for_each_seat(game: str, players: int) -> None:
    match = new(game, players, Line(seed=3, options={}, first=b"", dice_seed=3, moves=0))
    observation = observation_of(match.game, players)
    whole = observation.whole(state(match))
    assert len(whole) == observation.table + players * observation.own
    for seat in range(players):
        start = observation.table + seat * observation.own
        row = observation.row(state(match), seat)
        assert row == whole[: observation.table] + whole[start : start + observation.own]
        assert observation.observe(state(match), seat)[:players] == _turned(row[:players], seat)


def _turned(flags: list[int], seat: int) -> list[int]:
    return flags[seat:] + flags[:seat]


@rule("KN-48")
@pytest.mark.parametrize(("game", "players"), tables())
def test_every_legal_action_has_a_number_that_comes_back(game: str, players: int) -> None:
    rules, dice = tutti.game(game), tutti.Dice(secrets.randbits(60))
    world = rules.setup(tutti.prepare(rules, players, {}), dice)
    while choices := rules.legal(world):
        assert list(choices) == sorted(set(choices))
        for number in choices:
            assert rules.read(rules.actions[number]) == rules.codes[rules.actions[number]] == number
        rules.apply(world, choices[dice.below(len(choices))], dice)
    assert len(set(rules.actions)) == len(rules.actions)
