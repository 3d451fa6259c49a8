"""The six Grand Maestros: SO-031, SO-040 to SO-047, SO-061, SO-063, SO-064, SO-066, SO-069."""

from __future__ import annotations

import pytest

from games.symphonimo.tables import collection, legal, play, refused, row, table
from support import rule
from tutti import Prompt


@rule("SO-031")
@pytest.mark.parametrize(
    ("power", "asked"),
    [
        ("pass_left", ["give 3", "give 4"]),
        ("discard_one", ["discard 3", "discard 4"]),
        ("discard_own", ["drop 8", "drop none"]),
    ],
)
def test_taking_a_grand_maestro_asks_its_power(power: str, asked: list[str]) -> None:
    match = table("3 4", "5", powers=[power], hands=["8"])
    play(match, "0 take 1")
    assert match.active == (0,)
    assert legal(match) == asked


@rule("SO-031")
def test_a_classic_conductor_asks_nothing() -> None:
    match = table("3 4", "5", powers=["pass_left"])
    play(match, "0 take 2")
    assert match.active == (1,)
    assert collection(match, 0) == [5]


# -- limit_two -------------------------------------------------------------------------------------


@rule("SO-040")
def test_two_musicians_fill_limit_two() -> None:
    match = table("3", "4 4", powers=["limit_two"])
    play(match, "0 draw → 5", "0 place 1")
    assert match.view()["conductors"][0]["limit"] == 2
    play(match, "1 draw → 5")
    assert legal(match) == ["place 2"]
    assert refused(match, "place 1") == ("conductor_full", "SO-040")


@rule("SO-040")
def test_limit_two_is_taken_like_any_other_and_counts_as_full() -> None:
    match = table("3 5", "4 4 4 4", powers=["limit_two"])
    assert legal(match) == ["take 1", "take 2"]
    play(match, "0 take 1")
    assert collection(match, 0) == [3, 5]
    assert match.active == (1,)


# -- pass_left -------------------------------------------------------------------------------------


@rule("SO-041")
def test_one_card_goes_to_the_left_neighbour_and_the_rest_to_the_taker() -> None:
    match = table("3 4 4", "", "", powers=["pass_left"], hands=["", "9", ""], player=0)
    told = play(match, "0 take 1", "0 give 4")
    assert told == [
        {"event": "took", "player": 0, "conductor": 1, "cards": [3, 4, 4]},
        {"event": "gave", "player": 0, "card": 4, "to": 1},
    ]
    assert [collection(match, player) for player in range(3)] == [[3, 4], [4, 9], []]
    assert match.active == (1,)


@rule("SO-041")
def test_the_last_seat_gives_to_the_first_even_out_of_the_round() -> None:
    match = table("3 4", "", "5", powers=["pass_left"], taken={2: 0}, player=2)
    play(match, "2 take 1", "2 give 3")
    assert collection(match, 0) == [3]
    assert collection(match, 2) == [4]
    assert match.view()["in_round"] == [False, True, False]


@rule("SO-041")
def test_only_cards_under_the_conductor_can_be_given() -> None:
    match = table("3 4", "5", powers=["pass_left"], hands=["8"])
    play(match, "0 take 1")
    assert refused(match, "give 8") == ("family_not_there", "SO-041")
    assert refused(match, "give 5") == ("family_not_there", "SO-041")


@rule("SO-064")
def test_a_single_card_is_given_and_nothing_collected() -> None:
    match = table("3", "5", powers=["pass_left"])
    play(match, "0 take 1")
    assert legal(match) == ["give 3"]
    play(match, "0 give 3")
    assert collection(match, 0) == []
    assert collection(match, 1) == [3]
    assert match.view()["in_round"] == [False, True]
    play(match, "1 take 2")
    assert match.view()["round"] == 2


@rule("SO-064")
def test_of_two_players_each_is_the_others_left_neighbour() -> None:
    for player in (0, 1):
        match = table("3 4", "5", powers=["pass_left"], player=player)
        play(match, f"{player} take 1", f"{player} give 4")
        assert collection(match, 1 - player) == [4]


# -- discard_one -----------------------------------------------------------------------------------


@rule("SO-042")
def test_one_card_of_the_row_is_discarded_before_collecting() -> None:
    match = table("3 4 4", "5", powers=["discard_one"], hands=["7"])
    play(match, "0 take 1")
    assert legal(match) == ["discard 3", "discard 4"]
    assert refused(match, "discard 7") == ("family_not_there", "SO-042")
    told = play(match, "0 discard 4")
    assert told == [{"event": "discarded", "player": 0, "card": 4}]
    assert collection(match, 0) == [3, 4, 7]
    assert match.view()["discards"] == {"4": 1}


@rule("SO-042")
def test_with_a_single_card_nothing_is_collected() -> None:
    match = table("3", "5", powers=["discard_one"])
    play(match, "0 take 1")
    assert legal(match) == ["discard 3"]
    play(match, "0 discard 3")
    assert collection(match, 0) == []
    assert match.view()["discards"] == {"3": 1}
    assert match.view()["in_round"] == [False, True]
    assert match.view()["conductors"][0]["taken_by"] == 0


@rule("SO-042")
def test_discards_never_come_back() -> None:
    match = table("3", "5", powers=["discard_one"])
    play(match, "0 take 1", "0 discard 3", "1 take 2")
    assert match.view()["unseen"]["3"] == 2
    assert match.view()["discards"] == {"3": 1}


# -- discard_own -----------------------------------------------------------------------------------


@rule("SO-043")
def test_a_card_held_before_may_be_discarded() -> None:
    match = table("3 4", "5", powers=["discard_own"], hands=["7 7", "8"])
    play(match, "0 take 1")
    assert legal(match) == ["drop 7", "drop none"]
    for other in ("drop 3", "drop 4", "drop 8"):
        assert refused(match, other) == ("family_not_held", "SO-043")
    told = play(match, "0 drop 7")
    assert told == [{"event": "dropped", "player": 0, "card": 7}]
    assert collection(match, 0) == [3, 4, 7]
    assert match.view()["discards"] == {"7": 1}


@rule("SO-043")
def test_the_taker_may_keep_all() -> None:
    match = table("3 4", "5", powers=["discard_own"], hands=["7"])
    told = play(match, "0 take 1", "0 drop none")
    assert told[-1] == {"event": "kept", "player": 0}
    assert collection(match, 0) == [3, 4, 7]
    assert match.view()["discards"] == {}


@rule("SO-043")
def test_a_family_that_also_came_now_may_go_once_if_held_before() -> None:
    match = table("7 7", "5", powers=["discard_own"], hands=["7"])
    play(match, "0 take 1", "0 drop 7")
    assert collection(match, 0) == [7, 7]


@rule("SO-043", "SO-047")
def test_with_nothing_held_the_only_answer_is_none() -> None:
    match = table("3 4", "5", powers=["discard_own"])
    play(match, "0 take 1")
    assert legal(match) == ["drop none"]


# -- draw_one --------------------------------------------------------------------------------------


@rule("SO-044")
def test_the_taker_draws_one_card_more() -> None:
    match = table("3", "5", powers=["draw_one"])
    deck = match.view()["deck"]
    told = play(match, "0 take 1 → 9")
    assert told == [
        {"event": "took", "player": 0, "conductor": 1, "cards": [3]},
        {"event": "gained", "player": 0, "card": 9},
    ]
    assert collection(match, 0) == [3, 9]
    assert match.view()["deck"] == deck - 1
    assert match.active == (1,)


@rule("SO-044", "SO-061")
def test_draw_one_is_ignored_when_the_deck_is_empty() -> None:
    match = table("3", "5", powers=["draw_one"], left="")
    play(match, "0 take 1")
    assert collection(match, 0) == [3]


@rule("SO-044")
def test_draw_one_as_the_last_take_of_a_round_leads_to_the_next_round() -> None:
    match = table("3", "", powers=["draw_one"], left="8 9", taken={2: 1})
    play(match, "0 take 1 → 9")
    assert match.view()["round"] == 2
    assert match.active == (0,)
    assert match.view()["deck"] == 1


@rule("SO-063")
def test_the_card_of_draw_one_is_bound_by_no_limit_and_shown_to_all() -> None:
    match = table("3 4 5 6", "", powers=["draw_one"])
    play(match, "0 take 1 → 9")
    assert collection(match, 0) == [3, 4, 5, 6, 9]
    assert {"event": "gained", "player": 0, "card": 9} in match.events(1)
    assert match.view()["drawn"] is None


# -- take_now --------------------------------------------------------------------------------------


@rule("SO-045")
def test_whoever_places_under_take_now_may_take_at_once() -> None:
    match = table("3", "5", powers=["take_now"])
    play(match, "0 draw → 7", "0 place 1")
    assert match.active == (0,)
    assert legal(match) == ["now yes", "now no"]
    told = play(match, "0 now yes")
    assert told == [{"event": "took", "player": 0, "conductor": 1, "cards": [3, 7]}]
    assert collection(match, 0) == [3, 7]
    assert match.active == (1,)


@rule("SO-045")
def test_take_now_can_be_declined_and_taken_in_the_normal_way() -> None:
    match = table("3", "5", powers=["take_now"])
    told = play(match, "0 draw → 7", "0 place 1", "0 now no")
    assert told[-1] == {"event": "declined", "player": 0, "conductor": 1}
    assert legal(match) == ["draw", "take 1", "take 2"]
    play(match, "1 take 1")
    assert collection(match, 1) == [3, 7]


@rule("SO-045")
def test_placing_elsewhere_offers_nothing() -> None:
    match = table("3", "5", powers=["take_now"])
    play(match, "0 draw → 7", "0 place 2")
    assert match.active == (1,)


@rule("SO-066")
def test_declining_costs_nothing() -> None:
    match = table("3", "5", powers=["take_now"])
    play(match, "0 draw → 7", "0 place 1", "0 now no", "1 take 2", "0 draw → 8", "0 place 1", "0 now no", "0 take 1")
    assert collection(match, 0) == [3, 7, 8]


# -- all of them -----------------------------------------------------------------------------------


@rule("SO-047")
@pytest.mark.parametrize(
    ("power", "answer"), [("pass_left", "give 3"), ("discard_one", "discard 3"), ("discard_own", "drop none")]
)
def test_a_single_answer_is_still_a_decision_before_the_next_player(power: str, answer: str) -> None:
    match = table("3", "5", powers=[power])
    play(match, "0 take 1")
    assert match.active == (0,)
    assert match.legal(1) == ()
    assert legal(match) == [answer]
    assert refused(match, "draw")[0] == "power_first"
    play(match, f"0 {answer}")
    assert match.active == (1,)


@rule("SO-069")
@pytest.mark.parametrize(
    ("power", "answer", "collected"),
    [("pass_left", "give 3", [4, 8]), ("discard_one", "discard 3", [4, 8]), ("discard_own", "drop 8", [3, 4])],
)
def test_cards_stay_in_sight_until_the_answer(power: str, answer: str, collected: list[int]) -> None:
    match = table("3 4", "5", powers=[power], hands=["8"])
    play(match, "0 take 1")
    view = match.view()
    assert view["step"] == power
    assert view["chosen"] == 1
    assert view["conductors"][0]["cards"] == [3, 4]
    assert view["in_round"] == [True, True]
    assert collection(match, 0) == [8]
    play(match, f"0 {answer}")
    assert row(match, 1) == []
    assert collection(match, 0) == collected
    assert match.view()["chosen"] is None
    assert match.view()["in_round"] == [False, True]


@rule("SO-061")
@pytest.mark.parametrize(
    ("power", "answer", "collected"),
    [
        ("limit_two", None, [3, 4]),
        ("pass_left", "0 give 3", [4]),
        ("discard_one", "0 discard 3", [4]),
        ("discard_own", "0 drop none", [3, 4]),
        ("draw_one", None, [3, 4]),
        ("take_now", None, [3, 4]),
    ],
)
def test_powers_apply_to_the_last_takes_too(power: str, answer: str | None, collected: list[int]) -> None:
    match = table("3 4", "5", powers=[power], left="")
    play(match, "0 take 1", *([answer] if answer else []))
    assert collection(match, 0) == collected
    assert match.active == (1,)
    assert legal(match) == ["take 2", "end"]


@rule("SO-061")
def test_a_card_passed_left_reaches_one_who_has_ended_or_taken() -> None:
    match = table("3 4", "5", "", powers=["pass_left"], left="", player=2)
    play(match, "2 end", "0 take 2", "1 take 1", "1 give 4")
    assert collection(match, 2) == [4]
    assert match.result is not None

    match = table("3 4", "5", powers=["pass_left"], left="")
    play(match, "0 take 2", "1 take 1", "1 give 3")
    assert collection(match, 0) == [3, 5]
    assert match.result is not None
    assert match.result.points == (2, 1)


def test_prompts_of_the_powers_say_which_conductor_asks() -> None:
    for power, rule_id, more in (
        ("pass_left", "SO-041", {"to": 0}),
        ("discard_one", "SO-042", {}),
        ("discard_own", "SO-043", {}),
    ):
        match = table("5", "3 4", powers=["limit_two", power], player=1)
        play(match, "1 take 2")
        assert match.prompt(1) == Prompt(power, rule_id, {"conductor": 2, "power": power, **more})
        assert match.prompt(0) is None
