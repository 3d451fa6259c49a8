"""Laws of forms: records, positions, texts and JSON come back equal."""

from __future__ import annotations

import json

from hypothesis import strategies as st

import tutti
from support import rule
from support.kits import kit
from support.lines import law, lines, moves, new, played, state
from tutti.kernel import record as records
from tutti.kernel.types import Json


def through_json(value: Json) -> Json:
    """As it arrives elsewhere: text keys, lists, no tuples."""
    return json.loads(json.dumps(value))


@rule("KN-04")
@law()
def test_a_record_replays_to_the_same_match(game: str, players: int, data: st.DataObject) -> None:
    match = played(game, players, data.draw(lines(game, players)))
    record = match.record()
    again = tutti.Match.replay(through_json(record))
    assert again.record() == record
    assert again.dump() == match.dump()
    for seat in range(-1, players):
        player = None if seat < 0 else seat
        assert again.view(player) == match.view(player)
        assert again.events(player) == match.events(player)
        assert again.record(seat) == match.record(seat)
    assert again.drawn == match.drawn


@rule("KN-04")
@law()
def test_a_record_replays_up_to_every_point_and_goes_on_the_same(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules = match.game
    states = [rules.copy(state(match))]
    for player, action in moves(match, line):
        match.play(player, action)
        states.append(rules.copy(state(match)))
    record = match.record()
    most = 3 if kit(game).HEAVY else 8
    points = range(len(states)) if len(states) < 12 else sorted({line.dice.below(len(states)) for _ in range(most)})
    for upto in points:
        part = tutti.Match.replay(record, upto=upto)  # compares a digest of every state up to here
        assert rules.dump(state(part)) == rules.dump(states[upto])
        assert len(part.log) == upto
        for entry in match.log[upto:]:  # with the same seed the same chance comes
            part.play(entry.player, rules.actions[entry.action])
        assert part.log == match.log
        assert part.dump() == match.dump()
        assert upto != points[-1] or part.record() == record  # dear: all digests anew


@rule("KN-10")
@law()
def test_a_position_comes_back_equal(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for number, (player, action) in enumerate(moves(match, line)):
        if number % 7 == 0:
            _same_position(match)
        match.play(player, action)
    _same_position(match)


def _same_position(match: tutti.Match) -> None:
    position = match.dump()
    again = tutti.Match.load(through_json(position), seed="other")
    assert again.dump() == position == through_json(position)
    assert again.active == match.active
    for player in range(match.players):
        assert again.view(player) == match.view(player)
        assert again.legal(player) == match.legal(player)
        assert again.prompt(player) == match.prompt(player)


@rule("KN-10")
@law()
def test_a_match_from_a_position_is_recorded_and_replayed(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    first = played(game, players, line)
    seat = line.dice.below(players)
    match = tutti.Match.load(through_json(first.dump(seat)), seed=line.seed + 1)
    line.moves = 20
    for player, action in moves(match, line):
        match.play(player, action)
    again = tutti.Match.replay(through_json(match.record()))
    assert again.record() == match.record()
    assert again.drawn == match.drawn
    assert again.dump() == match.dump()
    for p in range(players):
        assert again.record(p) == match.record(p)


@rule("KN-10")
@law()
def test_text_forms_come_back_equal(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = played(game, players, line)
    rules = match.game
    assert len(set(rules.actions)) == len(rules.actions) == len(rules.codes)
    assert [rules.codes[text] for text in rules.actions] == list(range(len(rules.actions)))
    assert [rules.read(f" {text.upper()} ") for text in rules.actions] == list(range(len(rules.actions)))
    assert rules.read("no such words") == rules.read("") == -1
    assert all(text == " ".join(text.split()) for text in rules.actions)
    for record in (match.record(), *(match.record(seat) for seat in range(-1, players))):
        assert json.loads(records.text(record)) == record
        assert len(records.text(record).splitlines()) >= len(record["log"])
    for entry in (match.start, *match.log):
        for outcome in entry.outcomes:
            assert rules.kind(outcome.bag, rules.outcome(outcome.bag, outcome.kind)) == outcome.kind


@rule("KN-14")
@law()
def test_what_is_shown_is_plain_data_and_shares_nothing(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for number, (player, action) in enumerate(moves(match, line)):
        if number in (9, 40):
            _spoil_everything(match)
        match.play(player, action)
    _spoil_everything(match)


def _spoil_everything(match: tutti.Match) -> None:
    def shown() -> list[Json]:
        seats = range(match.players)
        prompts = [match.prompt(p) for p in seats]
        return [
            match.dump(),
            match.record(),
            *(match.view(p) for p in (None, *seats)),
            *(match.dump(p) for p in seats),
            *(match.record(p) for p in (-1, *seats)),
            *(match.events(p) for p in (None, *seats)),
            *(prompt.args for prompt in prompts if prompt),
            *(match.perspective(p).view() for p in seats),
        ]

    values = shown()
    before = json.dumps(values)
    for value in values:
        assert through_json(value) == value
        _spoil(value)
    assert json.dumps(shown()) == before


def _spoil(value: Json) -> None:
    """Break everything that can be changed."""
    if isinstance(value, dict):
        for inner in list(value.values()):
            _spoil(inner)
        value["spoilt"] = True
    elif isinstance(value, list):
        for inner in value:
            _spoil(inner)
        value.append("spoilt")
