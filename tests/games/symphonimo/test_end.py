"""The end of the game: SO-025 to SO-028, SO-046, SO-063, SO-066, SO-067."""

from __future__ import annotations

import pytest

from games.symphonimo.tables import collection, legal, play, refused, row, table
from support import rule


@rule("SO-025")
@pytest.mark.parametrize("players", range(2, 7))
def test_last_choices_go_clockwise_from_the_drawers_left_and_the_drawer_is_last(players: int) -> None:
    drawer = players - 2
    match = table("3", *["7"] * (players - 1), left="9", player=drawer)
    told = play(match, f"{drawer} draw → 9")
    assert told[-1] == {"event": "last_card", "player": drawer}
    play(match, f"{drawer} place 1")
    for step in range(1, players + 1):
        player = (drawer + step) % players
        assert match.active == (player,)
        assert match.view()["step"] == "last"
        assert legal(match)[-1] == "end"
        play(match, f"{player} end")
    assert match.active == ()
    assert match.result is not None


@rule("SO-025")
def test_the_last_choice_is_to_take_or_to_end_and_comes_once() -> None:
    match = table("3", "", "5", left="9")
    play(match, "0 draw → 9", "0 place 3")
    assert legal(match) == ["take 1", "take 3", "end"]
    assert refused(match, "take 2") == ("conductor_empty", "SO-016")
    assert refused(match, "draw") == ("deck_empty", "SO-025")
    play(match, "1 take 3", "2 end")
    assert match.active == (0,)
    assert legal(match) == ["take 1", "end"]
    play(match, "0 take 1")
    assert not match.active
    assert [collection(match, player) for player in range(3)] == [[3], [5, 9], []]


@rule("SO-025")
def test_whoever_has_taken_before_has_no_last_choice() -> None:
    match = table("3", "", "5", left="9", taken={2: 1})
    play(match, "0 draw → 9", "0 place 1", "2 take 1", "0 end")
    assert match.result is not None
    assert [collection(match, player) for player in range(3)] == [[], [], [3, 9]]


@rule("SO-025")
def test_ending_is_not_possible_while_the_deck_lasts() -> None:
    assert refused(table("3", ""), "end") == ("deck_not_empty", "SO-025")


@rule("SO-026")
def test_what_is_left_on_the_table_belongs_to_nobody() -> None:
    match = table("3", "5 5", left="", hands=["7", "8"])
    play(match, "0 end", "1 take 1")
    assert match.result is not None
    assert match.result.points == (1, 2)
    assert row(match, 2) == [5, 5]
    assert match.view()["conductors"][1]["taken_by"] is None


@rule("SO-027")
def test_the_score_is_counted_when_all_have_ended() -> None:
    match = table("3", "5", left="", hands=["7", "8"])
    play(match, "0 take 1")
    assert match.result is None
    told = play(match, "1 end")
    assert told == [{"event": "ended", "player": 1}, {"event": "finished"}]
    assert match.result is not None
    assert match.result.points == (2, 1)
    assert match.result.reason == "deck_empty"
    assert match.view()["step"] == "over"
    assert match.view()["result"] == match.result.json()


@rule("SO-028")
def test_draw_one_can_empty_the_deck_and_the_others_choose_last() -> None:
    match = table("3", "4", "5", left="9", powers=["draw_one"], player=1)
    told = play(match, "1 take 1 → 9")
    assert told[-1] == {"event": "last_card", "player": 1}
    assert match.view()["step"] == "last"
    play(match, "2 end")
    assert match.active == (0,)
    play(match, "0 take 3")
    assert match.result is not None
    assert [collection(match, player) for player in range(3)] == [[5], [3, 9], []]


@rule("SO-028")
def test_draw_one_can_empty_the_deck_with_nobody_left() -> None:
    match = table("3", "", powers=["draw_one"], left="9", taken={2: 1})
    told = play(match, "0 take 1 → 9")
    assert [event["event"] for event in told] == ["took", "gained", "last_card", "finished"]
    assert match.result is not None
    assert match.view()["round"] == 1


@rule("SO-046")
def test_take_now_with_the_last_card_comes_before_the_last_choices() -> None:
    match = table("3", "4", "", powers=["take_now"], left="9")
    play(match, "0 draw → 9", "0 place 1")
    assert legal(match) == ["now yes", "now no"]
    play(match, "0 now yes")
    assert collection(match, 0) == [3, 9]
    assert match.view()["step"] == "last"
    play(match, "1 end", "2 take 2")
    assert match.result is not None


@rule("SO-046")
def test_take_now_with_the_last_card_and_nobody_else_left_ends_the_game() -> None:
    match = table("3", "", powers=["take_now"], left="9", taken={2: 1})
    told = play(match, "0 draw → 9", "0 place 1", "0 now yes")
    assert told[-1] == {"event": "finished"}
    assert match.result is not None


@rule("SO-066")
def test_declining_with_the_last_card_leaves_the_drawers_last_choice() -> None:
    match = table("3", "4", powers=["take_now"], left="9")
    play(match, "0 draw → 9", "0 place 1", "0 now no", "1 take 2")
    assert legal(match) == ["take 1", "end"]
    play(match, "0 take 1")
    assert collection(match, 0) == [3, 9]

    match = table("3", "", powers=["take_now"], left="9", taken={2: 1})
    play(match, "0 draw → 9", "0 place 1", "0 now no")
    assert match.view()["step"] == "last"
    assert legal(match) == ["take 1", "end"]


@rule("SO-063")
def test_the_last_card_drawn_still_has_to_be_placed() -> None:
    match = table("3", "4 4 4 4", left="9")
    play(match, "0 draw → 9")
    view = match.view()
    assert (view["step"], view["deck"], view["drawn"]) == ("place", 0, 9)
    assert [conductor["cards"] for conductor in view["conductors"]] == [[3], [4, 4, 4, 4]]
    assert legal(match) == ["place 1"]
    play(match, "0 place 1")
    assert match.view()["step"] == "last"


@rule("SO-067")
def test_the_deck_ends_before_the_removed_cards() -> None:
    match = table("3", "4", left="5 6 7 8 9 9", false_note=True)
    assert match.view()["deck"] == 1
    play(match, "0 draw → 7", "0 place 1")
    assert match.view()["step"] == "last"
    assert match.view()["deck"] == 0
    play(match, "1 end", "0 end")
    assert match.view()["removed"] == {"5": 1, "6": 1, "8": 1, "9": 2}


@rule("SO-067")
def test_draw_one_never_reaches_the_removed_cards() -> None:
    match = table("3", "4", left="5 6 7 8 9", false_note=True, powers=["draw_one"])
    play(match, "0 take 1")
    assert collection(match, 0) == [3]
    assert sum(match.view()["unseen"].values()) == 5
