"""Set-up and general rules: OR-001 to OR-025."""

from __future__ import annotations

import pytest

import tutti
from games.orchestra.tables import academy, coins, legal, play, points, table
from support import rule
from tutti import Match


@rule("OR-001")
def test_two_to_four_players_in_seat_order() -> None:
    for players in (1, 5):
        with pytest.raises(tutti.BadOption):
            Match.new("orchestra", players=players)
    match = table(3, turn=2, first_player=2)
    for player in (2, 0, 1):
        assert match.active == (player,)
        while match.active == (player,) and match.view()["phase"] == "allocation":
            play(match, f"{player} {'pass' if 'pass' in legal(match) else legal(match, 'x', 'c', 'm')[0]}")


@rule("OR-005", "OR-015", "OR-016", "OR-017", "OR-018", "OR-020", "OR-024")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_alike(players: int) -> None:
    match = Match.new("orchestra", players=players, seed=5)
    for player in range(players):
        own = academy(match, player)
        assert coins(match, player) == (3, 2)
        assert own["reserve"] == {"b": 3, "p": 1}
        assert own["grid"] == {"B": [1], "P": [2, 3, 4], "I": [1, 2, 3, 4]}
        assert sum(own["supply"].values()) == 32
        assert (own["points"], own["column"]) == (0, 0)
        assert (own["conductor"]["left"], own["conductor"]["right"]) == (0, 0)
        assert own["virtuosos"] == ["locked"] * 4
    view = match.view()
    assert view["freelancers"] == {"B": 4, "P": 4, "I": 4}
    assert view["wcu"] == 0
    assert sum(len(view["unseen"][level]) for level in view["unseen"]) == 72 - 6


@rule("OR-013", "OR-014", "OR-040", "OR-048")
def test_boards_are_dealt_and_each_teaches_its_printed_section() -> None:
    match = Match.new("orchestra", players=4, seed=3)
    boards = [academy(match, p)["board"] for p in range(4)]
    assert sorted(boards) == ["AB1", "AB2", "AB3", "AB4"]
    printed = {"AB1": "strings", "AB2": "woodwinds", "AB3": "brass", "AB4": "percussion"}
    for player in range(4):
        own = academy(match, player)
        assert own["teaches"] == [printed[own["board"]]]
        assert (own["limit"], own["eyes_ignored"]) == (1, 0)
    dealt = {tuple(academy(Match.new("orchestra", players=2, seed=s), p)["board"] for p in (0, 1)) for s in range(12)}
    assert len(dealt) > 3


@rule("OR-019", "OR-138", "OR-139")
def test_three_cards_of_level_one_and_two_lie_open() -> None:
    view = Match.new("orchestra", players=2, seed=9).view()
    assert view["open_levels"] == ["I", "II"]
    levels = ("I", "II", "III", "S")
    assert [sum(place is not None for place in view["rows"][level]) for level in levels] == [3, 3, 0, 0]
    assert [view["decks"][level]["unseen"] for level in levels] == [18, 21, 11, 16]


@rule("OR-021", "OR-022")
def test_social_media_deck_and_posters_are_complete() -> None:
    match = Match.new("orchestra", players=2, seed=9)
    assert sum(match.view()["social"]["deck"].values()) == 20
    assert match.game.d.posters == ("PO1", "PO2", "PO3", "PO4")  # type: ignore[attr-defined]  # Orchestra's own data


@rule("OR-011", "OR-023")
def test_each_keeps_one_of_two_theater_cards_in_secret() -> None:
    match = Match.new("orchestra", players=3, seed=2)
    assert list(match.active) == [0, 1, 2]
    asked = match.prompt(1)
    assert asked is not None
    cards = asked.args["cards"]
    assert match.legal(1) == tuple(f"keep {card.lower()}" for card in cards)
    play(match, f"1 keep {cards[1].lower()}")
    assert list(match.active) == [0, 2]
    own = match.view(1)["theater"]
    assert (sorted(own["dealt"]), own["kept"]) == (cards, cards[1])
    assert cards[1] not in str(match.view(0))
    assert cards[1] not in str(match.record(2))
    assert cards[1] not in str(match.view())
    for player in (0, 2):
        play(match, f"{player} {match.legal(player)[0]}")
    assert match.view()["phase"] == "allocation"
    assert cards[1] not in str(match.view(0)) + str(match.record(0)) + str(match.dump(0))


@rule("OR-010")
def test_everything_else_is_open_to_all() -> None:
    match = Match.new("orchestra", players=3, seed=2)
    views = [match.view(p) for p in (None, 0, 1, 2)]
    for view in views:
        for key in ("theater", "you"):
            view.pop(key)
    assert views[0] == views[1] == views[2] == views[3]


@rule("OR-025")
def test_the_first_player_is_given_or_random() -> None:
    assert Match.new("orchestra", players=3, seed=1, options={"first_player": 2}).view()["first_player"] == 2
    assert {Match.new("orchestra", players=3, seed=s).view()["first_player"] for s in range(12)} == {0, 1, 2}
    with pytest.raises(tutti.BadOption):
        Match.new("orchestra", players=3, options={"first_player": 3})


@rule("OR-006", "OR-012")
def test_the_bank_and_the_score_track_have_no_end() -> None:
    match = table(2, [{"money": 200, "scores": {"cards": 250}}])
    play(
        match,
        "0 x b",
        "0 c b",
        "0 m b",
        "0 pass",
        "1 x b",
        "1 c b",
        "1 m b",
        "1 pass",
        "0 resolve x",
        "0 exchange 5m 0p",
    )
    assert coins(match) == (195, 12)
    assert points(match) == 250


@rule("OR-007")
def test_nobody_owes() -> None:
    match = table(2, [{"money": 1, "prestige": 9}])
    assert "develop" not in legal(match)
    match = table(2, [{"money": 2, "prestige": 2}])
    assert "develop" in legal(match)
