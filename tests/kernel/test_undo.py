"""Undo: free back to the last thing that taught the player something; beyond that only if the table agrees."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

import tutti
from support import rule
from support.lines import law, lines, moves, new
from tutti.kernel.log import open_group
from tutti.kernel.types import Fields

FIRST: Fields = {"first_player": 0}


BEFORE_CHORD: Fields = {
    "game": "etude",
    "players": 2,
    "hands": [["?"], ["?"]],
    "stage": [{"c": 1, "d": 1, "e": 1, "f": 1}, {}],
    "stack": [{"step": "round", "at": 2}, {"step": "turn", "player": 0, "open": [0], "shown": 0}],
}
"""Player 0 has the turn, and cards for a chord: a group of three clicks."""


def etude(seed: int = 1, **options: object) -> tutti.Match:
    return tutti.Match.new("etude", players=3, seed=seed, options={**FIRST, **options})


def symphonimo(seed: int = 1) -> tutti.Match:
    return tutti.Match.new("symphonimo", players=2, seed=seed, options=FIRST)


def at_turn(seed: int = 1) -> tutti.Match:
    """An étude in which nobody offered anything and player 0 has the turn."""
    match = etude(seed)
    for player in (0, 1, 2):
        match.play(player, "ready")
    return match


def refused(match: tutti.Match, player: int) -> tutti.UndoRefused:
    before = match.dump(), match.record(), match.question
    with pytest.raises(tutti.UndoRefused) as caught:
        match.undo(player)
    assert (match.dump(), match.record(), match.question) == before
    return caught.value


@rule("KN-25")
def test_there_must_be_something_to_take_back() -> None:
    match = symphonimo()
    assert refused(match, 0).code == "undo_nothing"
    with pytest.raises(tutti.UndoRefused) as caught:
        match.undo(0, agreed=True)
    assert caught.value.code == "undo_nothing"


@rule("KN-20", "KN-21")
def test_a_placement_is_free_and_the_draw_before_it_is_not() -> None:
    match = symphonimo()
    match.play(0, "draw")
    drawn = match.dump()
    match.play(0, "place 1")
    assert match.undo_refusal(0) is None
    assert match.undo(0) == ("place 1",)
    assert match.dump() == drawn
    match.play(0, "place 2")
    assert match.undo(0) == ("place 2",)
    assert refused(match, 0).code == "undo_chance"


@rule("KN-22")
def test_what_another_did_since_is_a_barrier() -> None:
    match = symphonimo()
    for player, action in ((0, "draw"), (0, "place 1"), (1, "take 1")):
        match.play(player, action)
    fault = refused(match, 0)
    assert (fault.code, fault.arguments) == ("undo_others_played", {"player": 1})
    assert match.undo(1) == ("take 1",)
    assert match.undo(0) == ("place 1",)


@rule("KN-21")
def test_showing_ones_own_card_is_no_barrier() -> None:
    match = at_turn()
    before = match.dump()
    match.play(0, "show 1")
    assert match.view(1)["hands"][0][0]["card"] != "?"
    assert match.undo(0) == ("show 1",)
    assert match.dump() == before
    assert match.view(1)["hands"][0][0]["card"] == "?"


def last_cards(seen: list[int]) -> tutti.Match:
    """Player 0 has the turn; all that is left of the deck is its tail, the first card of it known to ``seen``."""
    position = {
        "game": "etude",
        "players": 3,
        "options": FIRST,
        "hands": [["g"], ["f"], ["g"]],
        "tail": [{"card": "g", "seen": seen}, "f", "g"],
        "stage": [{"c": 4, "d": 4, "e": 4, "f": 2}, {}, {}],
        "stack": [{"step": "round", "at": 2}, {"step": "turn", "player": 0, "open": [0], "shown": 0}],
    }
    return tutti.Match.load(position, seed=1)


@rule("KN-21")
def test_a_card_from_under_the_deck_is_a_barrier_only_for_who_did_not_know_it() -> None:
    unknown = last_cards([1])
    assert unknown.view(0)["deck"] == 3
    assert unknown.view(1)["tail"][0] == {"card": "g", "seen": [1]}
    assert unknown.view(0)["tail"][0] == {"card": "?", "seen": [1]}
    unknown.play(0, "study")
    assert unknown.log[-1].outcomes == []
    assert refused(unknown, 0).code == "undo_seen"
    assert unknown.record(0)["log"][-1]["seen"] == ["g"]
    assert unknown.record(2)["log"][-1]["seen"] == ["?"]
    assert unknown.view(1)["peeked"] == {"card": "g", "seen": [0, 1]}, "who buried it still knows it"

    known = last_cards([0])
    known.play(0, "study")
    assert known.undo(0) == ("study",)


@rule("KN-24")
def test_inside_an_open_group_undo_is_free() -> None:
    match = tutti.Match.load(BEFORE_CHORD, seed=1)
    dumps = [match.dump()]
    for action in ("show 1", "pick c", "pick e"):
        match.play(0, action)
        dumps.append(match.dump())
    for action in ("pick e", "pick c", "show 1"):
        dumps.pop()
        assert match.undo(0) == (action,)
        assert match.dump() == dumps[-1]
    for action in ("pick c", "pick d", "pick f"):
        match.play(0, action)
    assert match.view()["chords"] == [1, 0]
    assert match.undo(0) == ("pick f",), "its effect taught nobody anything"
    assert match.view()["chords"] == [0, 0]


@rule("KN-23", "KN-27")
def test_a_sealed_answer_is_withdrawn_click_by_click_whoever_answered_since() -> None:
    match = etude()
    question = match.question
    match.play(0, "offer 1")
    match.play(1, "offer 2")
    match.play(0, "ready")
    match.play(1, "ready")
    match.play(2, "offer 3")
    assert list(match.active) == [2]
    assert match.undo(0) == ("ready",)
    assert list(match.active) == [0, 2]
    assert match.undo(0) == ("offer 1",)
    assert match.view(0)["offered"] == []
    assert refused(match, 0).code == "undo_nothing"
    assert match.view(1)["offered"] == [2], "what the others sealed stays"
    assert match.view(2)["offered"] == [3]
    assert match.question == question
    match.play(0, "offer 2")
    match.play(0, "ready")
    match.play(2, "ready")
    assert match.question == question + 1
    shown = [(entry["player"], entry["action"]) for entry in match.record(0)["log"]]
    assert shown == [(1, "offer 2"), (1, "ready"), (0, "offer 2"), (0, "ready"), (2, "offer 3"), (2, "ready")]
    assert tutti.Match.replay(match.record()).dump() == match.dump()


@rule("KN-25", "KN-23", "KN-27")
def test_opened_answers_are_taken_back_only_if_the_table_agrees_and_are_sealed_again() -> None:
    match = etude()
    for player, action in ((0, "offer 1"), (0, "ready"), (1, "offer 1"), (1, "ready"), (2, "ready")):
        match.play(player, action)
    assert refused(match, 2).code == "undo_answers_open"
    assert refused(match, 1).code == "undo_others_played"
    question = match.question
    assert match.undo(1, agreed=True) == ("ready", "ready")
    assert list(match.active) == [1, 2]
    assert match.question == question + 1
    assert [entry["action"] for entry in match.record(1)["log"]] == ["?", "offer 1"]
    assert [entry["action"] for entry in match.record(2)["log"]] == ["?"]
    assert match.undo(0) == ("ready",), "the question is open again, and so is every answer to it"
    match.play(0, "ready")
    match.play(2, "ready")
    match.play(1, "ready")
    assert list(match.active) != [0, 1, 2]
    assert [entry["action"] for entry in match.record(2)["log"][:2]] == ["offer 1", "ready"], "opened again"


@rule("KN-22", "KN-28", "KN-13")
def test_unfinished_clicks_of_others_neither_bar_nor_show() -> None:
    match = at_turn()
    for player in (0, 1):
        match.play(player, "rest")
    match.play(2, "rest")
    assert list(match.active) == [0, 1, 2]
    free = match.undo_refusal(2)
    match.play(0, "offer 1")
    assert match.undo_refusal(2) == free is None
    assert match.undo(2) == ("rest",)
    assert list(match.active) == [2]
    assert match.log[-1].player == 1, "the clicks went with the question they answered"
    assert tutti.Match.replay(match.record()).record() == match.record()


@rule("KN-28")
def test_undo_names_no_sealed_answer_of_others() -> None:
    match = etude()
    match.play(0, "ready")
    match.play(1, "offer 1")
    match.play(1, "ready")
    match.play(2, "offer 1")
    match.play(2, "ready")
    for entry in match.log:
        entry.shown = False  # as in a game that opens nothing
    assert match.undo(0, agreed=True) == ("ready", "?", "?")


@rule("KN-26", "KN-25")
def test_chance_taken_back_comes_anew_also_after_saving() -> None:
    match = symphonimo()
    start = match.drawn
    match.play(0, "draw")
    assert match.undo(0, agreed=True) == ("draw",)
    saved = tutti.Match.replay(match.record())
    assert saved.drawn == match.drawn == start + 1
    assert saved.record() == match.record()
    for again in (match, saved):
        again.play(0, "draw")
        assert again.log[-1].start == start + 1
    assert match.record() == saved.record()
    assert match.record()["log"][0]["skip"] == 1
    third = tutti.Match.replay(match.record())
    assert third.record() == match.record()
    assert third.drawn == match.drawn


@rule("KN-25")
def test_with_consent_everything_since_goes() -> None:
    match = symphonimo()
    before = match.dump()
    for player, action in ((0, "draw"), (0, "place 1"), (1, "draw"), (1, "place 1")):
        match.play(player, action)
    assert match.undo(0, agreed=True) == ("place 1", "draw", "place 1")
    assert match.undo(0, agreed=True) == ("draw",)
    assert match.dump() == before


@rule("KN-26")
def test_a_match_without_seed_can_be_taken_back_to_its_beginning() -> None:
    record = symphonimo().record(0)
    assert "seed" not in record
    match = tutti.Match.replay(record)
    for player, action in ((0, "draw"), (0, "place 1")):
        match.play(player, action)
    half = tutti.Match.replay({**match.record(0)})
    assert half.seeded_after == 2
    half.undo(0, agreed=True)
    half.undo(0, agreed=True)
    half.play(0, "draw")
    again = tutti.Match.replay(half.record())
    assert again.record() == half.record()
    assert again.drawn == half.drawn


@rule("KN-20", "KN-23", "KN-25", "KN-26", "KN-27")
@law()
def test_undo_anywhere_leaves_a_sound_match(game: str, players: int, data: st.DataObject) -> None:
    line = data.draw(lines(game, players))
    line.moves = min(line.moves or 60, 60)
    match = new(game, players, line)
    if line.dice.below(4) == 0:  # a record without seed that goes on with a new one
        match = tutti.Match.replay(match.record() | {"seed": "other", "seeded_after": 0})
    drawn = match.drawn
    for player, action in moves(match, line):
        if line.dice.below(4) == 0:
            _undo_somewhere(match, line.dice.below(players), agreed=line.dice.below(2) == 0)
            _same_numbers(match)
            if player not in match.active or action not in match.legal(player):
                continue
        before, number = match.dump(), match.question
        match.play(player, action)
        entry = match.log[-1]
        assert entry.start >= drawn, "a draw of the seed was used twice"
        drawn = match.drawn
        if not entry.outcomes and not entry.taught(player) and not entry.closed:
            assert match.undo(player) == (action,)
            assert match.dump() == before
            assert (match.question == number) == (entry.sealed or entry.held)
            match.play(player, action)
    record = match.record()
    again = tutti.Match.replay(record)
    assert again.record() == record
    assert again.drawn == match.drawn
    assert [again.record(p) for p in range(players)] == [match.record(p) for p in range(players)]


def _undo_somewhere(match: tutti.Match, player: int, agreed: bool) -> None:
    refusal, question = match.undo_refusal(player), match.question
    length, drawn = len(match.log), match.drawn
    if refusal is not None and (not agreed or refusal.code == "undo_nothing"):
        assert refused(match, player).code == refusal.code
        return
    taken = match.undo(player, agreed=agreed)
    assert taken
    assert len(match.log) < length
    assert player in match.active
    assert match.drawn == drawn
    assert match.question >= question


def _same_numbers(match: tutti.Match) -> None:
    """Whoever answers names the question as they know it, also after the match was stored and read again."""
    again, seats = tutti.Match.replay(match.transcript()), range(match.options.players)
    assert [again.asked(p) for p in seats] == [match.asked(p) for p in seats]


@rule("KN-24", "KN-25")
def test_the_last_click_of_a_group_is_taken_back_and_the_question_keeps_its_number() -> None:
    match = tutti.Match.load(BEFORE_CHORD, seed=1)
    for action in ("pick c", "pick e", "pick f"):
        match.play(0, action)
        _same_numbers(match)
    assert match.log[-1].done
    match.undo(0, agreed=True)
    assert open_group(match.log)
    assert match.clicks == 0
    _same_numbers(match)
    match.undo(0)
    _same_numbers(match)


@rule("KN-16", "KN-24")
def test_undo_of_another_does_not_wait_for_clicks_that_nobody_knows_of() -> None:
    """A refusal would tell of them. They go with what is taken back."""
    match = tutti.Match.new("symphony", players=3, seed=0, options=FIRST)
    while match.prompt(match.active[0]).step != "card" or match.log == []:  # type: ignore[union-attr]  # whoever is active is asked
        match.play(match.active[0], match.legal(match.active[0])[0])
    before = match.log[-1].player
    assert before != match.active[0]
    free = match.undo_refusal(before)
    length = len(match.log)
    match.play(match.active[0], match.legal(match.active[0])[0])
    assert not match.log[-1].done
    assert match.undo_refusal(before) == free
    assert free is None
    match.undo(before)
    assert len(match.log) < length
