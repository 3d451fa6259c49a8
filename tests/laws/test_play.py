"""Laws of play: acting, refusing, copying, counting, ending."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.kits import kit
from support.lines import in_turn, law, lines, moves, new, played, state
from tutti.kernel.types import rank


@rule("KN-01")
@law()
def test_whoever_is_active_can_act_and_nobody_else(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        assert list(match.active) == sorted(set(match.active))
        for p in range(players):
            assert bool(match.legal(p)) == (p in match.active) == (match.prompt(p) is not None)
            codes = match.game.legal(state(match), p)
            assert list(codes) == sorted(set(codes))
            assert match.legal(p) == match.legal(p) == tuple(match.game.actions[a] for a in codes)
        assert match.game.legal(state(match)) == match.game.legal(state(match), match.active[0])
        match.play(player, action)
    if not match.active:
        assert [match.legal(p) for p in range(players)] == [()] * players


@rule("KN-02")
@law()
def test_the_illegal_is_refused_with_a_reason_and_changes_nothing(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    tried = 0
    for number, (player, action) in enumerate(moves(match, line)):
        for p in range(players):
            legal = match.legal(p)
            illegal = [text for text in in_turn(match.game.actions, number) if text not in legal]
            for text in illegal:
                refusal = match.why_not(p, text)
                assert refusal is not None
                assert refusal.code
                json.dumps(refusal.args)
            assert [match.why_not(p, text) for text in legal] == [None] * len(legal)
            if illegal and tried < 6 and line.dice.below(4) == 0:
                tried += 1
                _refused(match, p, illegal[line.dice.below(len(illegal))])
        match.play(player, action)
    if not match.active:
        _refused(match, 0, match.game.actions[0])
        assert match.why_not(0, match.game.actions[0]) == tutti.Refusal("match_over")


def _refused(match: tutti.Match, player: int, text: str) -> None:
    def whole() -> str:
        seen = [(match.view(p), match.events(p), match.record(p)) for p in range(match.players)]
        return json.dumps([match.dump(), match.record(), match.view(), seen, match.question])

    before = whole()
    with pytest.raises(tutti.IllegalAction) as caught:
        match.play(player, text)
    fault, reason = caught.value, match.why_not(player, text)
    assert reason is not None
    assert (fault.code, fault.rule, fault.arguments) == (reason.code, reason.rule, reason.args)
    assert (fault.player, fault.action, fault.game) == (player, text, match.game.name)
    assert whole() == before


@rule("KN-03")
@law()
def test_copies_share_nothing(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    rules = match.game
    copies = []
    for player, action in moves(match, line):
        before = json.dumps(rules.dump(state(match)))
        twin = rules.copy(state(match))
        assert json.dumps(rules.dump(twin)) == before
        copies.append((twin, before))
        if line.dice.below(8) == 0:
            rules.rollout(rules.copy(twin), line.dice)
            assert json.dumps(rules.dump(twin)) == json.dumps(rules.dump(state(match))) == before
        match.play(player, action)
    for twin, before in copies:
        assert json.dumps(rules.dump(twin)) == before


@rule("KN-05")
@law()
def test_nothing_appears_and_nothing_vanishes(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    counted = kit(game).census(state(match))
    for player, action in moves(match, line):
        match.play(player, action)
        assert kit(game).census(state(match)) == counted
        seat = line.dice.below(players)
        assert kit(game).census(match.perspective(seat).sample(line.dice)) == counted


@rule("KN-06")
@law()
def test_every_match_ends_with_a_sound_result(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    line.moves = 5000
    match = played(game, players, line)
    assert match.active == ()
    result = match.result
    assert result is not None
    assert result.reason
    assert result.winners == tuple(p for p in range(players) if result.places[p] == 1)
    assert len(result.places) == len(result.points) == len(result.sources) == players
    assert [sum(row.values()) for row in result.sources] == list(result.points)
    assert all(row.keys() == result.sources[0].keys() for row in result.sources)
    by_points = rank([(points,) for points in result.points])
    for p in range(players):
        assert match.game.points(state(match), p) == result.points[p]
        assert match.game.place(state(match), p) == result.places[p] >= by_points[p]
    assert json.loads(json.dumps(result.json())) == result.json() == match.view()["result"]


@rule("KN-06")
@law()
def test_there_is_no_result_before_the_end(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        assert match.result is None
        assert match.view(player)["result"] is None
        match.play(player, action)
    assert (match.result is None) == bool(match.active)


@rule("KN-09")
@law()
def test_a_rollout_is_the_loop_of_legal_and_apply(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = played(game, players, line)
    rules = match.game
    fast, slow = rules.copy(state(match)), rules.copy(state(match))
    seed = line.dice.word()
    dice, same = tutti.Dice(seed), tutti.Dice(seed)
    untouched = random.getstate()
    rules.rollout(fast, dice)
    while choices := rules.legal(slow):
        rules.apply(slow, choices[same.below(len(choices))], same)
    assert rules.dump(fast) == rules.dump(slow)
    assert dice.word() == same.word()
    assert rules.active(fast) == ()
    assert random.getstate() == untouched
