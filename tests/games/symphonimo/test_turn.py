"""A turn and a round: SO-010 to SO-023, SO-065, SO-068."""

from __future__ import annotations

import pytest

from games.symphonimo.tables import collection, legal, play, refused, row, table
from support import rule
from tutti import IllegalAction, Match


def new(players: int) -> Match:
    return Match.new("symphonimo", players=players, seed=1, options={"first_player": 0})


@rule("SO-010")
def test_a_turn_is_one_draw_or_one_take() -> None:
    match = table("3", "", "4 5")
    assert legal(match) == ["draw", "take 1", "take 3"]
    play(match, "0 draw → 9", "0 place 2")
    assert match.active == (1,)
    play(match, "1 take 1")
    assert match.active == (2,)


@rule("SO-011")
def test_the_card_is_seen_before_it_is_placed() -> None:
    match = table("3", "", "4 5", taken={2: 1})
    play(match, "0 draw → 9")
    assert match.view()["drawn"] == 9
    assert legal(match) == ["place 1", "place 3"]
    play(match, "0 place 3")
    assert match.view()["drawn"] is None
    assert row(match, 3) == [4, 5, 9]


@rule("SO-012")
def test_four_musicians_fill_a_conductor() -> None:
    match = table("3 4 5 6", "7 7 7", player=1)
    play(match, "1 draw → 8")
    assert legal(match) == ["place 2"]
    assert refused(match, "place 1") == ("conductor_full", "SO-012")
    play(match, "1 place 2")
    assert legal(match) == ["take 1", "take 2"]


@rule("SO-013")
def test_no_draw_without_room_or_deck() -> None:
    assert "draw" in legal(table("3 4 5 6", "3 4 5"))
    full = table("3 4 5 6", "3 4 5 6")
    assert "draw" not in legal(full)
    assert refused(full, "draw") == ("all_full", "SO-018")
    taken = table("3 4 5 6", "", taken={2: 1})
    assert legal(taken) == ["take 1"]
    empty = table("3", "", left="")
    assert refused(empty, "draw") == ("deck_empty", "SO-025")


@rule("SO-014")
def test_whoever_drew_cannot_take_in_the_same_turn() -> None:
    match = table("3", "4 5 6")
    play(match, "0 draw → 7")
    assert refused(match, "take 2") == ("take_after_draw", "SO-014")
    play(match, "0 place 2")
    assert match.legal(0) == ()
    with pytest.raises(IllegalAction) as caught:
        match.play(0, "take 2")
    assert caught.value.code == "not_your_turn"
    assert "take 2" in match.legal(1)


@rule("SO-015")
def test_taking_brings_all_musicians_under_the_conductor() -> None:
    match = table("3 4 4", "5", hands=["4 6", "3"])
    play(match, "0 take 1")
    assert match.view()["collections"] == [{"3": 1, "4": 3, "6": 1}, {"3": 1}]
    assert match.view()["conductors"][0] == {"power": "classic", "limit": 4, "cards": [], "taken_by": 0}
    assert row(match, 2) == [5]
    assert refused(match, "take 1") == ("conductor_taken", "SO-015")


@rule("SO-016")
def test_an_empty_conductor_cannot_be_taken() -> None:
    match = table("", "5")
    assert legal(match) == ["draw", "take 2"]
    assert refused(match, "take 1") == ("conductor_empty", "SO-016")
    play(match, "0 take 2")
    assert collection(match, 0) == [5]


@rule("SO-017")
def test_whoever_has_taken_is_skipped() -> None:
    match = table("3", "4", "5")
    play(match, "0 draw → 6", "0 place 1", "1 take 2")
    play(match, "2 draw → 6", "2 place 1", "0 draw → 7", "0 place 1", "2 draw → 8")
    assert match.view()["in_round"] == [True, False, True]
    assert [conductor["taken_by"] for conductor in match.view()["conductors"]] == [None, 1, None]
    assert match.legal(1) == ()


@rule("SO-018")
def test_all_empty_means_draw_and_all_full_means_take() -> None:
    assert legal(table("", "", "")) == ["draw"]
    assert legal(table("3 3 3 4", "5 5 5 5", "6 6 6 6")) == ["take 1", "take 2", "take 3"]


@rule("SO-018")
def test_what_has_been_taken_counts_neither_as_empty_nor_as_full() -> None:
    assert legal(table("", "", "3 3", taken={1: 1})) == ["draw", "take 3"]
    assert legal(table("", "", "", taken={1: 1})) == ["draw"]
    assert legal(table("", "4 4 4 4", "5 5 5 5", taken={1: 1})) == ["take 2", "take 3"]


@rule("SO-020")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_round_ends_when_all_have_taken(players: int) -> None:
    match = new(players)
    for player in range(players):
        play(match, f"{player} draw → 8", f"{player} place {player + 1}")
    for player in range(players):
        assert match.view()["round"] == 1
        play(match, f"{player} take {player + 1}")
    assert match.view()["round"] == 2
    assert match.view()["in_round"] == [True] * players


@rule("SO-021")
def test_the_last_player_may_fill_the_last_conductor_alone() -> None:
    match = table("", "", taken={1: 0}, player=1)
    assert legal(match) == ["draw"]
    assert refused(match, "take 2") == ("conductor_empty", "SO-016")
    for card in (5, 6, 7):
        play(match, f"1 draw → {card}", "1 place 2")
        assert legal(match) == ["draw", "take 2"]
    play(match, "1 draw → 8", "1 place 2")
    assert legal(match) == ["take 2"]
    play(match, "1 take 2")
    assert collection(match, 1) == [5, 6, 7, 8]


@rule("SO-022")
def test_the_last_taker_begins_the_next_round_with_empty_conductors() -> None:
    match = table("3", "4", "5", player=2)
    told = play(match, "2 take 3", "0 take 1", "1 take 2")
    assert told[-1] == {"event": "round", "player": 1, "number": 2}
    assert match.active == (1,)
    assert legal(match) == ["draw"]
    assert [(c["cards"], c["taken_by"]) for c in match.view()["conductors"]] == [([], None)] * 3


@rule("SO-023")
def test_nothing_is_counted_before_the_end() -> None:
    match = table("3", "4", hands=["5", "6 6"])
    play(match, "0 take 1", "1 take 2")
    assert match.result is None
    assert match.view()["result"] is None
    assert match.view()["collections"] == [{"3": 1, "5": 1}, {"4": 1, "6": 2}]


@rule("SO-065")
def test_a_take_at_once_ends_the_round_and_begins_the_next() -> None:
    match = table("", "", "5", powers=["take_now"], taken={2: 0}, player=2)
    play(match, "2 draw → 6", "2 place 1", "2 now yes")
    assert match.view()["in_round"] == [False, True, False]
    play(match, "1 take 3")
    assert match.active == (1,)

    match = table("", "", "", powers=["take_now"], taken={2: 0, 3: 1}, player=2)
    told = play(match, "2 draw → 6", "2 place 1", "2 now yes")
    assert told[-1] == {"event": "round", "player": 2, "number": 2}
    assert match.active == (2,)
    assert legal(match) == ["draw"]


@rule("SO-068")
def test_a_round_begins_even_with_a_single_card() -> None:
    match = table("3", "", left="9", taken={2: 1})
    play(match, "0 take 1")
    assert match.view()["round"] == 2
    play(match, "0 draw → 9", "0 place 2", "1 take 2")
    assert legal(match) == ["end"]
    play(match, "0 end")
    assert match.result is not None
    assert match.view()["collections"] == [{"3": 1}, {"9": 1}]
