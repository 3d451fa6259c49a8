"""The box, the set-up and the options: SO-001 to SO-007, SO-030, SO-050, SO-051, SO-062."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from games.symphonimo.tables import legal, play
from support import rule
from tutti import BadOption, Match
from tutti.kernel.scribe import OutcomeImpossible

POWERS = ["limit_two", "pass_left", "discard_one", "discard_own", "draw_one", "take_now"]


def new(players: int = 4, seed: int = 7, **options: Any) -> Match:
    return Match.new("symphonimo", players=players, seed=seed, options=options)


def faces(match: Match) -> list[str]:
    return [conductor["power"] for conductor in match.view()["conductors"]]


def refusal(players: int, **options: Any) -> tuple[str, str, dict[str, Any]]:
    with pytest.raises(BadOption) as caught:
        new(players, **options)
    return caught.value.code, caught.value.rule, caught.value.arguments


@rule("SO-001")
def test_eighty_eight_musicians_in_eleven_families() -> None:
    unseen = new(6).view()["unseen"]
    assert unseen == {str(value): value for value in range(3, 14)}
    assert sum(unseen.values()) == 88


@rule("SO-002", "SO-005")
def test_six_conductors_at_most_each_with_its_own_power() -> None:
    assert faces(new(6, grand_maestro=6, seed=3)) != POWERS
    assert sorted(faces(new(6, grand_maestro=6, seed=3))) == sorted(POWERS)
    assert faces(new(6)) == ["classic"] * 6


@rule("SO-003")
@pytest.mark.parametrize(
    ("players", "highest", "deck"), [(2, 9, 42), (3, 10, 52), (4, 11, 63), (5, 12, 75), (6, 13, 88)]
)
def test_high_families_leave_with_fewer_players(players: int, highest: int, deck: int) -> None:
    view = new(players).view()
    assert view["deck"] == deck
    assert list(view["unseen"]) == [str(value) for value in range(3, highest + 1)]


@rule("SO-004")
def test_the_deck_brings_any_card_that_is_left_and_each_as_often_as_it_is_there() -> None:
    for card in range(3, 10):
        match = new(2, first_player=0)
        play(match, f"0 draw → {card}")
        assert match.view()["drawn"] == card
    with pytest.raises(OutcomeImpossible):
        play(new(2, first_player=0), "0 draw → 10")
    first_cards = []
    for seed in range(400):
        match = new(2, seed=seed, first_player=0)
        match.play(0, "draw")
        first_cards.append(match.view()["drawn"])
    assert set(first_cards) == set(range(3, 10))
    assert first_cards.count(9) > 2 * first_cards.count(3)


@rule("SO-004")
def test_every_musician_comes_exactly_once() -> None:
    match = new(3, seed=5)
    came = []
    while match.active:
        player = match.active[0]
        told = match.play(player, match.legal(player)[0])
        came += [event["card"] for event in told if event["event"] == "drawn"]
    assert sorted(came) == sorted(value for value in range(3, 11) for _ in range(value))


@rule("SO-005")
@pytest.mark.parametrize("players", range(2, 7))
def test_as_many_conductors_as_players_empty_and_classic(players: int) -> None:
    empty = {"power": "classic", "limit": 4, "cards": [], "taken_by": None}
    assert new(players).view()["conductors"] == [empty] * players


@rule("SO-006")
def test_the_table_says_who_begins_or_the_seed_does() -> None:
    assert new(5, first_player=3).active == (3,)
    assert {new(3, seed=seed).active for seed in range(20)} == {(0,), (1,), (2,)}
    assert new(3, seed=4).active == new(3, seed=4).active


@rule("SO-006")
def test_a_first_player_who_is_not_there_is_refused() -> None:
    assert refusal(3, first_player=3) == ("no_such_player", "SO-006", {"player": 3, "last": 2})
    assert refusal(3, first_player=-1)[:2] == ("bad_option", "SO-006")
    assert refusal(3, first_player=True)[:2] == ("bad_option", "SO-006")


@rule("SO-007")
def test_play_goes_round_in_seat_order() -> None:
    match = new(3, first_player=1)
    play(match, "1 draw → 3", "1 place 1", "2 draw → 4", "2 place 1", "0 draw → 5", "0 place 1", "1 draw → 6")


@rule("SO-030", "SO-062")
def test_a_list_turns_the_first_conductors_in_its_order() -> None:
    assert faces(new(4, grand_maestro=["take_now", "limit_two"])) == ["take_now", "limit_two", "classic", "classic"]
    assert faces(new(2, grand_maestro=["draw_one", "pass_left"])) == ["draw_one", "pass_left"]


@rule("SO-030", "SO-062")
def test_a_number_picks_different_powers_for_the_first_conductors() -> None:
    seen = set()
    for seed in range(40):
        shown = faces(new(4, seed=seed, grand_maestro=3))
        assert shown[3] == "classic"
        assert "classic" not in shown[:3]
        assert len(set(shown[:3])) == 3
        seen.update(shown[:3])
    assert seen == set(POWERS)
    assert faces(new(4, grand_maestro=0)) == ["classic"] * 4


@rule("SO-030")
def test_faces_stay_for_the_whole_game() -> None:
    match = new(3, seed=2, grand_maestro=2)
    before = faces(match)
    while match.active:
        player = match.active[0]
        match.play(player, match.legal(player)[-1])
        assert faces(match) == before
    assert match.view()["round"] > 2


@rule("SO-062")
def test_wrong_powers_are_refused() -> None:
    assert refusal(2, grand_maestro=["draw_one", "take_now", "limit_two"]) == (
        "too_many_powers",
        "SO-062",
        {"asked": 3, "conductors": 2},
    )
    assert refusal(5, grand_maestro=6) == ("too_many_powers", "SO-062", {"asked": 6, "conductors": 5})
    assert refusal(4, grand_maestro=["draw_one", "draw_one"]) == ("power_twice", "SO-062", {"power": "draw_one"})
    for wrong in (["draw_two"], ["classic"], 7, -1, "draw_one", True, None, [1]):
        assert refusal(6, grand_maestro=wrong)[:2] == ("bad_option", "SO-062")


@rule("SO-050")
@pytest.mark.parametrize("players", range(2, 7))
def test_false_note_removes_five_cards_that_never_come(players: int) -> None:
    match = new(players, seed=11, false_note=True)
    whole = new(players).view()["deck"]
    view = match.view()
    assert view["deck"] == whole - 5
    assert sum(view["unseen"].values()) == whole
    assert view["removed_unseen"] == 5
    while match.active:
        assert "removed" not in match.view()
        player = match.active[0]
        match.play(player, match.legal(player)[0])
    assert sum(match.view()["removed"].values()) == 5
    drawn = [event for event in match.events() if event["event"] == "drawn"]
    assert len(drawn) == whole - 5


@rule("SO-050")
def test_false_note_removes_other_cards_in_other_matches() -> None:
    removed = set()
    for seed in range(12):
        match = new(2, seed=seed, false_note=True)
        while match.active:
            player = match.active[0]
            match.play(player, match.legal(player)[0])
        removed.add(tuple(match.view()["removed"].items()))
    assert len(removed) > 6


@rule("SO-050")
def test_false_note_is_off_unless_asked_for() -> None:
    assert new(2).view()["removed_unseen"] == 0
    assert refusal(2, false_note=1)[:2] == ("bad_option", "SO-050")


@rule("SO-051")
def test_both_variants_together() -> None:
    match = new(2, false_note=True, grand_maestro=["limit_two", "draw_one"], first_player=0)
    assert faces(match) == ["limit_two", "draw_one"]
    assert match.view()["deck"] == 37
    play(match, "0 draw → 3", "0 place 2", "1 take 2 → 3")
    assert match.view()["deck"] == 35
    play(match, "0 draw → 3", "0 place 1", "0 draw → 4", "0 place 1")
    assert legal(match) == ["take 1"]


def test_players_and_options_outside_the_game_are_refused() -> None:
    for players in (0, 1, 7):
        assert refusal(players)[0] == "bad_players"
    assert refusal(4, harmony=True)[0] == "unknown_option"


def test_the_same_seed_is_the_same_match() -> None:
    def events() -> list[Any]:
        match = new(4, seed=9, grand_maestro=4, false_note=True)
        while match.active:
            player = match.active[0]
            match.play(player, match.legal(player)[0])
        return match.events()

    assert events() == events()


def test_component_file_and_rules_number_the_powers_alike() -> None:
    from tutti.games.symphonimo.pack import box, reader

    for name, number in {
        "limit_two": box.LIMIT_TWO,
        "pass_left": box.POWER_PASS_LEFT,
        "discard_one": box.POWER_DISCARD_ONE,
        "discard_own": box.POWER_DISCARD_OWN,
        "draw_one": box.POWER_DRAW_ONE,
        "take_now": box.POWER_TAKE_NOW,
    }.items():
        assert reader.POWERS[number] == name


def test_the_game_presents_itself() -> None:
    shown = tutti.game("symphonimo").json()
    assert shown["players"] == [2, 6]
    assert [option["name"] for option in shown["options"]] == ["grand_maestro", "false_note", "first_player"]
