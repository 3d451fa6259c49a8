"""The performance of a match: who plays what, in which register, and what is silent."""

from __future__ import annotations

import pytest

import tutti
from concert.played import TABLES, by_chance, performance
from tutti import concert
from tutti.games.symphony.music.pitch import key
from tutti.games.symphony.music.timbre import TIMBRES, shift
from tutti.performance import Tone


def at_note(tones: tuple[Tone, ...]) -> dict[str, list[Tone]]:
    """What sounds at each note the first time."""
    found: dict[str, list[Tone]] = {}
    for tone in tones:
        if tone.at < 36:
            found.setdefault(tone.note, []).append(tone)
    return found


@pytest.mark.parametrize("table", TABLES)
def test_every_visible_disc_is_played_by_the_instrument_that_laid_it(table: str) -> None:
    match = by_chance(*TABLES[table])
    played = concert.performance_of(match)
    last: dict[str, tuple[str, object]] = {}
    for event in match.events():
        if event["event"] == "placed":
            last[event["note"]] = event["instrument"], event["disc"]
        elif event["event"] == "paired":
            last[event["note"]] = event["instrument"], event["over"]
    sounding = at_note(played.tones)
    for note in match.view(None)["score"]:
        discs, tones = note.get("discs", []), sounding.get(note["at"], [])
        if discs == ["cover"]:
            assert tones == []
        elif not discs:
            assert [tone.kind for tone in tones] == ["held"]
            assert tones[0].player is None
        else:
            seat, disc = last[note["at"]]
            assert disc == discs[-1]
            kind = "black" if disc == "black" else "disc"
            mine = [tone for tone in tones if played.parts[tone.part].seat == seat and tone.kind == kind]
            assert mine
            assert disc == "black" or {tone.player for tone in mine} == {disc}


def test_the_whole_returns_once() -> None:
    played = performance("4p")
    first = [(t.at, t.key, t.length, t.part) for t in played.tones if t.at < 36]
    again = [(t.at - 36, t.key, t.length, t.part) for t in played.tones if t.at >= 36]
    assert sorted(first) == sorted(again)
    assert [p.bar for p in played.passages] == [*range(1, 10)] * 2
    loud = [sum(t.velocity for t in played.tones if (t.at >= 36) == later) for later in (False, True)]
    assert loud[0] < loud[1]


def test_every_instrument_plays_in_its_register() -> None:
    for sounds in TIMBRES.values():
        for sound in sounds:
            for voice in (1, 2, 3):
                assert shift(sound, voice) % 12 == 0
                if sound.drum is None:
                    keys = [key(voice, position) + shift(sound, voice) for position in (1, 7)]
                    assert sound.low - 4 <= keys[0] < keys[1] <= sound.high + 4
    assert shift(TIMBRES[22][0], 1) > 0  # a Piccolo, and a Double Bass
    assert shift(TIMBRES[5][0], 1) < 0


def test_a_match_that_is_not_over_is_performed_as_far_as_it_went() -> None:
    early = concert.performance_of(by_chance(3, {}, moves=5))
    assert {tone.kind for tone in early.tones} == {"held"}
    match = by_chance(3, {}, moves=100_000)
    half = tutti.Match.replay(match.record(), len(match.log) - 40)
    kinds = {tone.kind for tone in concert.performance_of(half).tones}
    assert {"disc", "held"} <= kinds


def test_discs_of_a_position_are_played_though_nobody_knows_from_where() -> None:
    match = by_chance(2, {})
    half = tutti.Match.replay(match.record(), len(match.log) - 30)
    played = concert.performance_of(tutti.Match.load(half.dump()))
    strings = {number for number, part in enumerate(played.parts) if not part.seat}
    assert {tone.part for tone in played.tones} == strings
    assert {tone.player for tone in played.tones if tone.kind == "disc"} == {0, 1}


def test_other_games_have_no_concert() -> None:
    match = tutti.Match.new("symphonimo", 2, 1)
    with pytest.raises(concert.NoConcert, match="cannot be performed"):
        concert.performance_of(match)
