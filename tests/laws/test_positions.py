"""Laws of positions: what loads is a table that play could have brought about, and it plays on as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.corrupt import spoilt
from support.kits import kit
from support.lines import Line, every_table, law, lines, moves, new, on_fresh_seeds, played, state, tries
from tutti.games.symphony.pack.box import MINIM, NEUTRAL, OWN, TOKENS
from tutti.games.symphony.rules.state import BOTTOM, NOTE, NOTE_TOKEN, PENTAGON, POOL
from tutti.kernel.native import u8
from tutti.kernel.types import Fields

OPTIONS: dict[str, list[Fields]] = {
    "symphony": [
        {},
        {"master": "mahler", "clefs": "I"},
        {"preset": True, "audience": "private"},
        {"draft": "secret", "progressive": True, "master": "berlioz"},
        {"draft": "public", "audience": "both", "master": "karajan"},
        {"master": "wagner"},
    ],
    "symphonimo": [{}, {"grand_maestro": 1, "false_note": True}],
}


@rule("KN-43")
@law()
def test_play_brings_about_no_fault(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    match = new(game, players, line)
    for player, action in moves(match, line):
        match.play(player, action)
        if line.dice.below(4) == 0:
            assert kit(game).faults(state(match)) == []
    assert kit(game).faults(state(match)) == []


@rule("KN-43")
@every_table()
def test_what_loads_could_have_been_played(game: str, players: int) -> None:
    def corrupt(seed: int) -> None:
        dice = tutti.Dice(seed)
        choice = OPTIONS.get(game, [{}])
        options = choice[dice.below(len(choice))]
        match = played(game, players, Line(seed, options, b"", dice_seed=seed, moves=dice.below(420)))
        counted = kit(game).census(state(match))
        for _ in range(12):
            position, paths = spoilt(match.dump(), dice)
            try:
                _refused_or_sound(position, counted, dice)
            except Exception as fault:
                raise AssertionError(f"{options}: {paths} changed") from fault

    on_fresh_seeds(game, corrupt, tries(game))


def _refused_or_sound(position: Fields, counted: Any, dice: tutti.Dice) -> None:
    try:
        match = tutti.Match.load(position, seed=1)
    except tutti.BadPosition as refused:
        said = [refused.place, str(refused)]
        assert all(said)
        return
    game = kit(match.game.name)
    assert tutti.Match.load(match.dump(), seed=2).dump() == match.dump()
    for number in range(12):
        assert game.census(state(match)) == counted
        assert game.faults(state(match)) == []
        assert (match.result is None) == bool(match.active)
        if not match.active:
            break
        assert all(match.legal(player) for player in match.active)
        player = match.active[number % len(match.active)]
        legal = match.legal(player)
        match.play(player, legal[dice.below(len(legal))])


def _spoil_pool(s: Any) -> None:
    for token in range(TOKENS):
        s.desk[token] += s.desk[POOL + token]
        s.desk[POOL + token] = u8(0)


def _spoil_held(s: Any) -> None:
    for i in range(s.terms.score.count):
        token = int(s.notes[i * NOTE + NOTE_TOKEN])
        if token:
            s.notes[i * NOTE + NOTE_TOKEN] = u8(0)
            s.desk[token - 1] += u8(1)
    for at in range(PENTAGON, PENTAGON + TOKENS):
        s.desk[at - PENTAGON] += s.desk[at]


def _spoil_discs(s: Any, disc: int) -> None:
    for i in range(s.terms.score.count):
        if not s.notes[i * NOTE] and s.terms.score.value[i] > MINIM:
            s.notes[i * NOTE] = s.notes[i * NOTE + BOTTOM] = u8(disc)


SPOILT: dict[str, Callable[[Any], None]] = {
    "counted: tokens gone from the unused pool": _spoil_pool,
    "counted: tokens held or played": _spoil_held,
    "counted: black discs": lambda s: _spoil_discs(s, NEUTRAL),
    "counted: discs of 1": lambda s: _spoil_discs(s, OWN + 1),
}


@pytest.mark.parametrize("said", SPOILT)
def test_faults_of_symphony_are_found(said: str) -> None:
    """The laws would be empty if the kit never found anything, or only what ``Match.load`` looks for itself."""
    match = played("symphony", 3, Line(5, {"preset": True}, b"", dice_seed=1, moves=80))
    spoilt_state = match.game.copy(state(match))
    assert kit("symphony").faults(spoilt_state) == []
    SPOILT[said](spoilt_state)
    found = kit("symphony").faults(spoilt_state)
    assert [fault for fault in found if fault.startswith(said)]
    assert [fault for fault in found if not fault.startswith("counted")], "and load refuses it as well"
