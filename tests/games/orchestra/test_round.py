"""The round, its end and the end of the match: OR-003, OR-154 to OR-165, OR-173 to OR-186, OR-210, OR-211."""

from __future__ import annotations

import pytest

from games.orchestra.tables import academy, finish_round, idle, legal, members, play, refused, table
from support import rule
from tutti import Match
from tutti.games.orchestra import GAME


@rule("OR-154", "OR-155", "OR-159", "OR-161", "OR-003")
def test_a_round_is_all_allocation_then_all_resolution() -> None:
    match = table(3)
    phases = []
    while match.view()["round"] == 1:
        phases.append((match.view()["phase"], match.active[0]))
        idle(match)
    turns = list(dict.fromkeys(phases))
    assert turns == [(phase, player) for phase in ("allocation", "resolution") for player in (0, 1, 2)]


@rule("OR-159", "OR-035")
def test_passing_needs_all_key_holes_filled_or_no_academy_musician() -> None:
    match = table(2)
    assert refused(match, "0 pass").rule == "OR-159"
    play(match, "0 x b", "0 c b")
    assert "pass" not in legal(match)
    play(match, "0 m b")
    assert "pass" in legal(match)
    assert academy(match)["reserve"] == {"p": 1}
    own = {"reserve": {"inv-b": 1}, "grid": {"B": [1], "P": [2, 3, 4], "I": [1, 2, 3, 4]}}
    own |= {"spaces": {"E1": "b", "X": "b", "E2": "p", "C": "b"}}
    assert "pass" in legal(table(2, [own]))  # an Invited Musician may wait


@rule("OR-159")
@pytest.mark.parametrize("empty", ["X", "C", "M"])
def test_one_empty_key_hole_is_enough_to_forbid_passing(empty: str) -> None:
    spaces = {space: "b" for space in "XCM" if space != empty}
    match = table(2, [{"reserve": {"b": 1, "p": 1}, "spaces": spaces}])
    assert refused(match, "0 pass").rule == "OR-159"
    play(match, f"0 {empty.lower()} p")
    assert "pass" in legal(match)


@rule("OR-159", "OR-051")
def test_the_fourth_virtuoso_in_the_reserve_forbids_passing() -> None:
    own = {
        "reserve": {"v": 1},
        "spaces": {"E1": "b", "X": "b", "C": "b", "E2": "p"},
        "banners": ["brass", "percussion", "woodwinds"],
        "virtuosos": ["locked", "gone", "locked", "gone"],
    }
    match = table(2, [own], spots={"BR5": 0}, academies_completed=1)
    assert refused(match, "0 pass").rule == "OR-159"
    play(match, "0 m v")
    assert "pass" in legal(match)


@rule("OR-162", "OR-164", "OR-165")
def test_everything_must_be_resolved_and_nothing_is_assigned_again() -> None:
    match = table(2, [{"reserve": {"b": 1}, "spaces": {"X": "b", "C": "b", "M": "p"}}], phase="resolution")
    assert legal(match) == ["resolve x", "resolve c", "resolve m"]
    play(match, "0 resolve x", "0 exchange 0m 0p", "0 resolve c", "0 skip")
    assert refused(match, "0 pass").rule == "OR-164"
    assert refused(match, "0 x b").code == "wrong_phase"
    assert refused(match, "0 resolve x").rule == "OR-162"


@rule("OR-173", "OR-180", "OR-210", "OR-138")
def test_level_three_opens_with_four_empty_spaces_of_instrumentalists() -> None:
    match = table(2, [members("i i b b"), members("i b b b")])
    finish_round(match)
    assert match.view()["open_levels"] == ["I", "II"]
    match = table(2, [members("i i b b"), members("i i b b")], rows={"I": ["I01", None, "I02"]})
    finish_round(match)
    assert match.view()["open_levels"] == ["I", "II", "III"]
    assert match.view()["decks"]["III"] == {"unseen": 8, "below": []}


@rule("OR-174", "OR-210")
def test_star_opens_with_four_musicians_in_the_orchestra() -> None:
    match = table(2, [members("b b p p", 2), members("b b p p", 1)], spots={"ST1": 0, "ST2": 0, "WW1": 1})
    finish_round(match)
    assert "S" not in match.view()["open_levels"]
    match = table(2, [members("b b p p", 2), members("b b p p", 2)], spots={"ST1": 0, "ST2": 0, "WW1": 1, "WW2": 1})
    finish_round(match)
    assert match.view()["open_levels"] == ["I", "II", "III", "S"]
    assert [sum(place is not None for place in match.view()["rows"][level]) for level in ("III", "S")] == [3, 3]
    assert [match.view()["decks"][level]["below"] for level in ("III", "S")] == [[], []]  # not renewed at once
    assert [event["level"] for event in match.events() if event["event"] == "level_opened"] == ["III", "S"]


def filled(counts: list[int], players: int) -> tuple[list[dict[str, object]], dict[str, int]]:
    """Sections with so many Musicians, owned by players who teach everything."""
    names = {"ST": ["ST1", "ST2", "ST3", "ST4"], "WW": ["WW1", "WW2", "WW3", "WW4"]}
    names |= {"BR": ["BR1", "BR2", "BR3", "BR4"], "PE": ["PE1", "PE2", "PE3", "PE4"]}
    spots: dict[str, int] = {}
    seated = [0] * players
    virtuosos = [0] * players
    for (_, row), count in zip(names.items(), counts, strict=True):
        for spot in row[:count]:
            owner = min(range(players), key=seated.__getitem__) if spot != "PE4" else 0
            spots[spot] = owner
            if spot == "PE4":
                virtuosos[owner] += 1
            else:
                seated[owner] += 1
    sections = ["strings", "woodwinds", "brass", "percussion"]
    academies: list[dict[str, object]] = []
    for p in range(players):
        own: dict[str, object] = members("b b b b", seated[p])
        own["banners"] = [section for i, section in enumerate(sections) if i != p]
        own["virtuosos"] = ["gone" if virtuosos[p] else "locked", "locked", "locked", "locked"]
        academies.append(own)
    return academies, spots


@rule("OR-176", "OR-178", "OR-184", "OR-204", "OR-EX-27")
@pytest.mark.parametrize(
    ("players", "counts", "ends"), [(2, [3, 3, 2, 0], False), (3, [4, 4, 4, 0], False), (4, [4, 4, 4, 4], True)]
)
def test_example_27_sections_filled(players: int, counts: list[int], ends: bool) -> None:
    academies, spots = filled(counts, players)
    match = table(players, academies, spots=spots, open_levels=["I", "II", "III", "S"])
    rows = match.view()["rows"]
    finish_round(match)
    assert (match.view()["phase"] == "special_round") == ends
    if ends:
        assert match.view()["reason"] == "orchestra_full"
        assert match.view()["rows"] == rows  # no Maintenance
        assert match.view()["first_player"] == 1


@rule("OR-176", "OR-204", "OR-EX-27")
@pytest.mark.parametrize(("players", "pe", "ends"), [(2, 3, True), (2, 2, False), (3, 3, False)])
def test_example_27_with_the_last_section(players: int, pe: int, ends: bool) -> None:
    least = 3 if players == 2 else 4
    match = _virtuoso_table(players, least, pe)
    finish_round(match)
    assert (match.view()["phase"] == "special_round") == ends


def _virtuoso_table(players: int, least: int, pe: int) -> Match:
    spots: dict[str, int] = {}
    names = {
        "strings": ["ST1", "ST6", "ST2", "ST7"], "woodwinds": ["WW1", "WW5", "WW2", "WW6"],
        "brass": ["BR1", "BR5", "BR2", "BR6"], "percussion": ["PE1", "PE4", "PE2", "PE5"],
    }  # fmt: skip
    shapes = {"I": [0] * players, "V": [0] * players}
    for section, row in names.items():
        for spot in row[: pe if section == "percussion" else least]:
            shape = "V" if spot in ("ST6", "ST7", "WW5", "WW6", "BR5", "BR6", "PE4", "PE5") else "I"
            owner = min(range(players), key=shapes[shape].__getitem__)
            shapes[shape][owner] += 1
            spots[spot] = owner
    academies = []
    for p in range(players):
        own = members("b b b b", shapes["I"][p])
        own["banners"] = [section for i, section in enumerate(names) if i != p]
        gone = shapes["V"][p]
        own["virtuosos"] = ["gone" if v < gone else "locked" for v in range(4)]
        academies.append(own)
    return table(players, academies, spots=spots)


@rule("OR-175", "OR-178", "OR-211")
def test_a_full_hall_ends_the_match_before_a_full_orchestra() -> None:
    pieces = tiling()
    match = table(2, [{}, {}], pieces=pieces)
    finish_round(match)
    assert match.view()["reason"] == "audience_full"
    match = table(2, [{}, {}], pieces=pieces[:-1])
    finish_round(match)
    assert match.view()["reason"] is None


def tiling() -> list[dict[str, object]]:
    """The whole hall covered from the supplies of two players."""
    d = GAME.d
    free = dict.fromkeys(d.seats)
    supply = [list(d.supply), list(d.supply)]
    placed = []
    sizes = sorted(range(len(d.shapes)), key=lambda shape: -d.size[shape])
    for seat in d.seats:
        if seat not in free:
            continue
        for shape, player in [(shape, player) for shape in sizes for player in (0, 1) if supply[player][shape]]:
            for k in range(d.first_place[shape], d.first_place[shape + 1]):
                seats = [d.seats[s] for s in d.place_seats[4 * k : 4 * k + 4] if s != 255]
                if seats[0] == seat and all(one in free for one in seats):
                    break
            else:
                continue
            supply[player][shape] -= 1
            for one in seats:
                del free[one]
            placed.append({"player": player, "piece": d.shapes[shape], "at": d.anchors[d.place_anchor[k]]})
            break
    assert not free
    return placed


@rule("OR-122")
def test_no_step_back_without_a_place_for_the_piece() -> None:
    staffed = {"card": "S15", "player": 0, "part": 1, "musicians": ["i", "i"]}
    own = {
        "reserve": {"b": 2},
        "grid": {"B": [1, 2], "P": [1, 2, 3, 4], "I": [3, 4]},
        "conductor": {"left": 2, "right": 1, "below": [0, 0], "arrived": None},
    }
    more = {"open_levels": ["I", "II", "S"], "rows": {"S": [staffed, "S01", "S02"]}}
    match = table(2, [own], phase="resolution", pieces=tiling(), wcu=6, **more)
    play(match, "0 resolve s.1")
    assert "pass" in legal(match)
    assert academy(match)["conductor"]["left"] == 2


@rule("OR-177", "OR-181", "OR-184", "OR-211", "OR-EX-26")
def test_example_26_a_row_that_cannot_be_refilled_ends_the_match() -> None:
    gone = [f"I{n:02}" for n in range(4, 22)]
    match = table(2, [{"cards": [*gone, "I03"]}], rows={"I": ["I01", "I02", None]})
    finish_round(match)
    assert (match.view()["phase"], match.view()["reason"]) == ("special_round", "deck_i")
    assert match.view()["first_player"] == 1
    match = table(2, [{"cards": gone}], rows={"I": ["I01", "I02", None]})
    finish_round(match)
    assert match.view()["reason"] is None  # a full refill that empties the deck is no trigger
    assert match.view()["decks"]["I"] == {"unseen": 0, "below": []}


@rule("OR-177", "OR-211")
def test_of_two_short_rows_the_first_is_the_reason() -> None:
    gone = [f"I{n:02}" for n in range(3, 22)] + [f"II{n:02}" for n in range(3, 25)]
    match = table(2, [{"cards": gone}], rows={"I": ["I01", "I02", None], "II": ["II01", "II02", None]})
    finish_round(match)
    assert match.view()["reason"] == "deck_i"


@rule("OR-177", "OR-179", "OR-EX-34")
def test_example_34_a_complete_row_is_renewed_even_from_its_own_cards() -> None:
    gone = [f"II{n:02}" for n in range(4, 25)]
    match = table(2, [{"cards": gone}])
    finish_round(match)
    assert match.view()["reason"] is None
    assert [place["card"] for place in match.view()["rows"]["II"]] == ["II01", "II02", "II03"]
    match = table(2, [{"cards": gone[1:]}])
    finish_round(match)
    assert [place["card"] for place in match.view()["rows"]["II"]] == ["II04", "II01", "II02"]
    assert match.view()["decks"]["II"] == {"unseen": 0, "below": ["II03"]}


@rule("OR-179", "OR-139", "OR-182")
def test_maintenance_fills_gaps_and_renews_untouched_rows() -> None:
    match = table(2, rows={"I": ["I01", None, "I02"]})
    finish_round(match)
    view = match.view()
    assert [place["card"] for place in view["rows"]["I"]][::2] == ["I01", "I02"]
    assert view["decks"]["II"]["below"] == ["II01", "II02", "II03"]
    assert (view["round"], view["first_player"]) == (2, 1)


@rule("OR-183")
def test_round_thirty_is_the_last() -> None:
    match = table(2, round=30)
    finish_round(match)
    assert (match.view()["phase"], match.view()["reason"]) == ("special_round", "last_round")
    match = table(2, round=29)
    finish_round(match)
    assert match.view()["round"] == 30


@rule("OR-185", "OR-186", "OR-184")
def test_the_special_round_only_assigns_with_a_fresh_limit() -> None:
    own = {**members("i i b b"), "cards": ["I01", "I02", "I03"], "assigned": 0}
    match = table(2, [own], phase="special_round", reason="deck_i", rows={"I": ["I05", "I06", "I08"]})
    assert legal(match, "gather", "concert", "x", "card") == []
    play(match, "0 assign st5", "0 wcu", "0 grid 1")
    assert legal(match) == ["pass"]  # the limit of one
    assert academy(match)["conductor"]["left"] == 1
