"""Sections 3 and 12 of the ledger: first row, choirs, deal, draft, seats, bonuses."""

from __future__ import annotations

import pytest

import tutti
from games.symphony.tables import GAME, D, Scene, match, play_until
from support import rule
from tutti.games.symphony.pack.box import CHOIR
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.steps.bonuses import ALL_COLUMNS, minority
from tutti.kernel.native import u8


@rule("SY-040")
@pytest.mark.parametrize(("players", "row"), [(2, "ABDE"), (3, "ABDE"), (4, "ABDE"), (5, "ACE"), (6, "ACE")])
def test_the_first_row_is_dealt(players: int, row: str) -> None:
    orchestra = match(players, seed=5).view()["orchestra"]
    front = {place: card for place, card in orchestra.items() if place.endswith("1") and place != "01"}
    assert {place[0] for place, card in front.items() if card} == set(row)
    assert all(card["owners"] == [None] for card in front.values() if card)
    assert not any(card for place, card in orchestra.items() if place[0] in "ABCDE" and place[1] != "1")


@rule("SY-041")
def test_a_thematic_front_row() -> None:
    for seed in range(6):
        orchestra = match(3, seed=seed, thematic_front_row=True).view()["orchestra"]
        for column, category in (("A", 0), ("B", 1), ("D", 1), ("E", 0)):
            assert D.category[D.ids.index(orchestra[f"{column}1"]["card"])] == category
        orchestra = match(5, seed=seed, thematic_front_row=True).view()["orchestra"]
        assert D.category[D.ids.index(orchestra["C1"]["card"])] == 2


@rule("SY-042", "SY-043", "SY-044", "SY-046")
@pytest.mark.parametrize(("players", "choirs"), [(2, 0), (3, 0), (4, 1), (5, 2), (6, 3)])
def test_the_last_players_keep_a_choir_each(players: int, choirs: int) -> None:
    table = match(players, seed=3, first_player=0)
    asked = []
    while table.prompt(table.active[0]).step == "choir":  # type: ignore[union-attr]  # somebody is asked
        player = table.active[0]
        asked.append(player)
        assert len(table.legal(player)) == choirs - len(asked) + 1
        table.play(player, table.legal(player)[0])
    assert asked == [players - 1 - i for i in range(max(choirs - 1, 0))]
    state = table.state
    kept = [
        sum(int(state.hands[p * KINDS + kind]) for kind in range(KINDS) if D.category[kind] == CHOIR)
        for p in range(players)
    ]
    assert kept == [0] * (players - choirs) + [1] * choirs


@rule("SY-043")
def test_six_players_have_two_small_choirs_and_the_large_one() -> None:
    state = play_until(match(6, seed=2), "card").state
    kinds = [
        kind
        for kind in range(KINDS)
        if D.category[kind] == CHOIR and any(state.hands[p * KINDS + kind] for p in range(6))
    ]
    assert sorted(D.part_count[kind] for kind in kinds) == [2, 2, 3]


@rule("SY-045", "SY-046", "SY-047", "SY-EX-34")
@pytest.mark.parametrize(("players", "hand", "turns"), [(2, 8, 11), (3, 7, 9), (4, 5, 7), (5, 5, 7), (6, 4, 6)])
def test_hands_and_turns(players: int, hand: int, turns: int) -> None:
    table = play_until(match(players, seed=4), "card")
    setup = D.setup(players, False)
    choirs = setup.choir2 + setup.choir3
    assert sum(table.view()["hands"]) == players * hand + choirs
    assert setup.turns == turns
    assert D.setup(players, True).hand == {2: 11, 3: 9, 4: 8, 5: 6, 6: 5}[players]


@rule("SY-179", "SY-180", "SY-181", "SY-182")
def test_a_secret_draft() -> None:
    table = match(3, seed=6, draft="secret")
    assert [len(table.view(p)["own"]["packet"]) for p in range(3)] == [8, 8, 8]
    passed = {p: table.view(p)["own"]["packet"] for p in range(3)}
    for player in (2, 0, 1):
        card = table.legal(player)[0]
        passed[player].remove(card.split()[1])
        table.play(player, card)
        assert not any(event["event"] == "picked" for event in table.events((player + 1) % 3)) or player == 1
    assert {p: table.view(p)["own"]["packet"] for p in range(3)} == {(p + 1) % 3: passed[p] for p in range(3)}
    assert table.view(0)["picks"] is None
    play_until(table, "card")
    assert table.view()["hands"] == [7, 7, 7]
    assert "?" in str(table.record(0)["log"])


@rule("SY-183")
def test_a_public_draft_shows_picks_when_all_are_in() -> None:
    table = match(2, seed=6, draft="public")
    first = table.legal(0)[0]
    table.play(0, first)
    assert table.view(1)["picks"] == [[], []]
    assert table.view(0)["own"]["sealed"] == first.split()[1]
    assert table.active == (1,)
    second = table.legal(1)[-1]
    table.play(1, second)
    assert table.view()["picks"] == [[first.split()[1]], [second.split()[1]]]
    play_until(table, "card")
    assert table.view()["hands"] == [8, 8]


def seating(players: int = 3) -> Scene:
    """A table at the start of Seats Allocation with these hands to be given."""
    scene = Scene(players)
    for at in range(players * KINDS):
        scene.s.hands[at] = u8(0)
    return scene


@rule("SY-048", "SY-049", "SY-053")
def test_a_turn_is_a_card_then_a_control() -> None:
    scene = seating()
    scene.hand(0, "22")
    scene.run(st.S_SEATS)
    assert (scene.step, scene.active, scene.legal()) == ("card", (0,), ["card 22"])
    scene.play("card 22", "seat B2")
    assert scene.legal() == ["control B2", "control 00", "control 01"]
    scene.play("control 00")
    assert (scene.step, scene.active) == ("control", (1,))  # no cards left: only control
    scene.play("control B2")
    assert scene.active == (2,)
    assert scene.owner("B2") == 1


@rule("SY-050")
def test_any_free_seat_will_do_for_an_instrument_one_takes() -> None:
    scene = seating(2)
    scene.hand(0, "22")
    scene.seat("A1", "02a")
    scene.run(st.S_SEATS).play("card 22")
    seats = {text.split()[1] for text in scene.legal()}
    assert "C1" in seats
    assert not seats & {"A1", "A3", "C3", "A6"}
    assert scene.why("seat A3") == ("no_seat", "SY-022")
    assert scene.why("seat A1") == ("seat_taken", "SY-050")


@rule("SY-051", "SY-287")
def test_who_seats_an_instrument_badly_must_take_it() -> None:
    scene = seating()
    scene.hand(0, "19")
    scene.run(st.S_SEATS).play("card 19", "seat A2")
    assert scene.legal() == ["control A2"]
    assert scene.why("control 00") == ("must_control", "SY-051")
    asked = GAME.prompt(scene.s, 0)
    assert (asked.rule, asked.args) == ("SY-287", {"only": "A2"})


@rule("SY-051", "SY-052")
def test_without_a_fitting_seat_any_seat_and_any_target_will_do() -> None:
    scene = seating()
    scene.hand(0, "19")
    for place in ("B2", "B3", "C2", "C4", "D2", "D3"):
        scene.seat(place, "02a", 1)
    scene.run(st.S_SEATS).play("card 19", "seat A2")
    assert "control 00" in scene.legal()


@rule("SY-052", "SY-014")
def test_choirs_are_never_tied() -> None:
    scene = seating(5)
    scene.hand(0, "40")
    scene.run(st.S_SEATS).play("card 40", "seat A2")
    assert scene.legal() == ["control A2.1", "control A2.2", "control 00", "control 01"]
    assert scene.why("control A2") == ("name_the_part", "SY-016")


@rule("SY-053", "SY-016", "SY-054", "SY-EX-04")
def test_parts_are_taken_one_by_one_by_anybody() -> None:
    scene = seating(5)
    scene.hand(0, "42")
    scene.run(st.S_SEATS).play("card 42", "seat A2", "control 01", "control A2.1")
    assert scene.row("A2") == [1, None, 1, None]
    scene.play("control A2.2")
    assert scene.row("A2") == [1, 2, 1, 2]


@rule("SY-013", "SY-054", "SY-055", "SY-059", "SY-002", "SY-EX-01", "SY-EX-02")
def test_discs_by_seat() -> None:
    scene = Scene()
    scene.seat("A2", "19", 0)
    assert not scene.s.inst[(0 * 6 + 1) * 20 + 1]
    scene.seat("B2", "22", 0)
    assert scene.row("B2") == [0, 0, 0, 0, 0]
    scene.seat("A3", "22", 0)
    assert scene.row("A3") == [0, 0, 0, None, None]
    scene.seat("C3", "09", 1)  # two dots, W and B
    assert scene.s.inst[(2 * 6 + 2) * 20 + 1]
    scene.seat("A4", "35", 1)  # two half-dots, S and B
    assert scene.s.inst[3 * 20 + 1]
    scene.seat("C1", "22", 2)
    assert scene.row("C1") == [2, 2, 2, None, None]  # row 1 has no dots


@rule("SY-014")
def test_choirs_and_printed_spaces_are_never_well_placed() -> None:
    scene = Scene()
    scene.seat("C3", "43", 0, 1, 2)
    shown = GAME.view(scene.s, -1)["orchestra"]
    assert "well_placed" not in shown["C3"]
    assert "well_placed" not in shown["01"]


@rule("SY-056", "SY-057", "SY-EX-03")
def test_a_bass_drum() -> None:
    scene = Scene()
    scene.seat("A2", "28", 0)
    assert scene.row("A2") == [None, 0]
    scene.seat("A6", "28", 0)
    assert scene.row("A6") == ["black", 0]
    scene.s.column = 0
    scene.begin("A2").play("note 1.1.3")
    assert scene.stack("1.1.3") == ["black", 0]


def test_discs_under_control_are_told() -> None:
    table = play_until(match(2, seed=1), "control")
    player = table.active[0]
    events = table.play(player, table.legal(player)[0])
    assert events[0]["event"] == "controlled"


@rule("SY-060", "SY-061", "SY-064", "SY-EX-06", "SY-EX-07", "SY-EX-08")
def test_the_minority_takes_the_token() -> None:
    scene = Scene()
    scene.seat("A2", "02a", 0)
    scene.seat("A3", "02a", 1)
    scene.seat("A4", "02a", 1)
    scene.seat("A5", "02a", 0)
    assert minority(D, scene.s, 0) == 0
    scene.seat("B2", "07", 0)
    scene.seat("B3", "21", 1, well=False)
    assert minority(D, scene.s, 1) == 0  # the black disc of the Trumpet does not count
    choir = Scene()
    choir.seat("C2", "04", 2)
    choir.seat("C3", "40", 0, 1)
    assert minority(D, choir.s, 2) == 1  # the rightmost disc of the choir
    choir.discs("C3", 1, 0, 1, 0)
    assert minority(D, choir.s, 2) == 0


@rule("SY-060", "SY-062")
def test_column_tokens_are_handed_out_before_absolute_stacks() -> None:
    scene = Scene()
    scene.seat("A2", "29", 0, well=True)
    scene.seat("A3", "02a", 1)
    scene.s.desk[st.PENTAGON + 8] = u8(1)
    scene.run(st.S_MINORITY, ALL_COLUMNS)
    assert scene.tokens(0) == ["prolonged"]
    assert scene.stacked("A2") == 0


@rule("SY-062", "SY-067", "SY-258")
def test_absolute_stacks_follow_the_column_tokens_and_precede_them_in_progressive_orchestra() -> None:
    usual = list(Scene().s.terms.programme[::2])
    assert usual.index(st.S_MINORITY) < usual.index(st.S_SPREAD) < usual.index(st.S_ABSOLUTE)
    progressive = list(Scene(draft="secret", progressive=True).s.terms.programme[::2])
    assert progressive.index(st.S_ABSOLUTE) < progressive.index(st.S_MINORITY)


@rule("SY-063", "SY-064", "SY-065", "SY-066", "SY-003")
def test_spread_compensation_in_reverse_order() -> None:
    scene = Scene(3)
    for column in "ABCDE":
        scene.seat(f"{column}2", "02a", 2)
        scene.seat(f"{column}3", "02a", 1)
    for column in "ABCD":
        scene.seat(f"{column}4", "02a", 0)
    scene.seat("01", "01", 0)
    scene.heap(st.PENTAGON, "clef", "clef", "chaining", "virtuosity")
    scene.run(st.S_SPREAD)
    assert scene.active == (2,)
    assert scene.legal() == ["take chaining", "take virtuosity", "take clef"]
    scene.play("take clef")
    assert scene.active == (1,)
    scene.play("take virtuosity")
    assert scene.s.stack == []
    scene.run(st.S_OBJECTIVES)
    assert GAME.view(scene.s, -1)["unused"] == ["chaining", "clef"]
    assert int(scene.s.desk[st.POOL + 2]) == 1


@rule("SY-067", "SY-EX-09")
def test_absolute_stacks() -> None:
    scene = Scene()
    scene.seat("A6", "29", 0)
    scene.seat("A2", "29", 1)
    scene.run(st.S_ABSOLUTE, ALL_COLUMNS)
    assert (scene.stacked("A6"), scene.stacked("A2")) == (3, 0)
    scene.s.column = 0
    scene.discs("A6")
    scene.begin("A6", coda=True).play("note 1.1.3")
    assert scene.stack("1.1.3") == ["black", 0]


@rule("SY-068", "SY-069")
def test_the_concertmaster_gets_the_first_player_token() -> None:
    scene = Scene(3)
    scene.seat("01", "01", 2)
    scene.run(st.S_BATON)
    assert scene.s.holder == 2
    table = play_until(match(3, seed=8), "place")
    view = table.view()
    assert view["first_player"] == view["orchestra"]["01"]["owners"][0]


@rule("SY-225")
def test_berlioz_adds_a_disc_to_every_single_instrument() -> None:
    scene = Scene(master="berlioz")
    scene.seat("A2", "06", 0)
    scene.seat("A3", "02a", 1)
    scene.seat("A4", "40", 1, 2)
    scene.run(st.S_SINGLES, ALL_COLUMNS)
    assert scene.row("A2") == [0, 0, 0]
    assert scene.row("A3") == [1, 1]
    assert scene.row("A4") == [1, 2, 1, 2]


def test_a_whole_seating_controls_everything() -> None:
    table = play_until(match(6, seed=9), "place")
    assert all(None not in card["owners"] for card in table.view()["orchestra"].values() if card)
    assert isinstance(table, tutti.Match)
