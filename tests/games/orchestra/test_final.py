"""Final scoring and ties: OR-002, OR-187 to OR-204."""

from __future__ import annotations

import pytest

from games.orchestra.tables import academy, legal, members, play, table
from support import rule
from tutti import Match
from tutti.kernel.types import Fields, Json

STRINGS = ["ST1", "ST2", "ST3", "ST4", "ST5"]


def scored(players: int, academies: list[Fields], **more: Json) -> Match:
    """The last pass of the Special Round has been made: sections are scored, areas are to be chosen."""
    match = table(players, academies, phase="special_round", reason="deck_i", **more)
    for _ in range(players):
        play(match, f"{match.active[0]} pass")
    return match


def ended(players: int, academies: list[Fields], **more: Json) -> Match:
    match = scored(players, academies, **more)
    while match.active:
        play(match, f"{match.active[0]} {legal(match)[0]}")
    return match


@rule("OR-188", "OR-189", "OR-190", "OR-EX-01", "OR-EX-02", "OR-EX-03")
@pytest.mark.parametrize(
    ("counts", "gained"),
    [
        ([2, 2, 1], [10, 10, 4]),
        ([1, 1, 1], [8, 8, 8]),
        ([2, 1, 1, 0], [12, 6, 6, 0]),
        ([1, 0, 0, 0], [12, 0, 0, 0]),
    ],
)
def test_examples_01_to_03_sections(counts: list[int], gained: list[int]) -> None:
    players = len(counts)
    spots: dict[str, int] = {}
    names = iter(STRINGS)
    for player, count in enumerate(counts):
        spots |= {next(names): player for _ in range(count)}
    teach = [{}, *({"banners": ["strings"]} for _ in range(players - 1))]
    academies = [{**members("b b b b", counts[p]), **teach[p]} for p in range(players)]
    match = scored(players, academies, spots=spots)
    assert [academy(match, p)["scores"]["orchestra"] for p in range(players)] == gained


@rule("OR-189", "OR-190", "OR-EX-02", "OR-EX-03")
def test_sections_with_virtuosos_and_fractions() -> None:
    spots = {"ST1": 0, "ST2": 1, "ST3": 2, "ST4": 3, "ST6": 0, "ST7": 1, "ST8": 2}
    teach: list[Fields] = [{}, *({"banners": ["strings"]} for _ in range(3))]
    gone = ["gone", "locked", "locked", "locked"]
    academies = [{**members("b b b b", 1), **teach[p], **({"virtuosos": gone} if p < 3 else {})} for p in range(4)]
    match = scored(4, academies, spots=spots)
    assert [academy(match, p)["scores"]["orchestra"] for p in range(4)] == [8, 8, 8, 2]
    spots = {"ST1": 0, "ST2": 1, "ST3": 2, "ST4": 3}
    academies = [{**members("b b b b", 1), **teach[p]} for p in range(4)]
    match = scored(4, academies, spots=spots)
    assert [academy(match, p)["scores"]["orchestra"] for p in range(4)] == [6, 6, 6, 6]  # 26 / 4
    spots = {"ST6": 0, "ST1": 0, "ST2": 1, "ST3": 2, "ST4": 3}
    academies = [{**members("b b b b", 1), **teach[p], **({"virtuosos": gone} if p < 1 else {})} for p in range(4)]
    match = scored(4, academies, spots=spots)
    assert [academy(match, p)["scores"]["orchestra"] for p in range(4)] == [12, 4, 4, 4]  # 14 / 3


@rule("OR-191")
def test_each_chooses_one_area_and_scores_it_alone() -> None:
    pieces = [
        {"player": 0, "piece": "S1", "at": "a07"},
        {"player": 0, "piece": "H2", "at": "a08"},
        {"player": 1, "piece": "S1", "at": "a10"},
        {"player": 1, "piece": "Q4", "at": "e05"},
    ]
    match = scored(2, [{"conductor": _walked(3, 0)}, {}], pieces=pieces)
    assert list(match.active) == [0]
    assert legal(match) == ["area a", "area b", "area c", "area d"]
    play(match, "0 area a")
    assert academy(match)["scores"]["audience"] == 6
    assert legal(match) == ["area b", "area c", "area d"]
    play(match, "1 area b")
    assert academy(match, 1)["scores"]["audience"] == 2
    assert not match.active


def _walked(left: int, right: int, below: tuple[int, int] = (0, 0), arrived: int | None = None) -> Fields:
    return {"left": left, "right": right, "below": list(below), "arrived": arrived}


def choosing_order(match: Match, players: int) -> list[int]:
    order = []
    for _ in range(players):
        order.append(match.active[0])
        play(match, f"{match.active[0]} {legal(match)[0]}")
    return order


@rule("OR-193", "OR-194", "OR-133")
def test_who_arrived_chooses_first_then_whose_marker_is_nearer() -> None:
    gone = ["locked", "locked", "gone", "locked"]
    academies: list[Fields] = [
        {"conductor": _walked(5, 0)},
        {"conductor": _walked(6, 4, arrived=2), "virtuosos": gone},
        {"conductor": _walked(0, 1)},
        {"conductor": _walked(6, 4, arrived=1), "virtuosos": gone},
    ]
    match = scored(4, academies, arrivals=2, spots={"WW5": 1, "PE4": 3})
    assert choosing_order(match, 4) == [3, 1, 0, 2]


@rule("OR-194", "OR-195", "OR-135")
def test_on_one_space_the_lower_marker_is_nearer() -> None:
    academies: list[Fields] = [{"conductor": _walked(3, 0, (1, 0))}, {"conductor": _walked(3, 0)}, {}]
    assert choosing_order(scored(3, academies), 3)[:2] == [1, 0]


@rule("OR-135", "OR-195", "OR-EX-33")
def test_example_33_the_centre_is_one_space_for_both_sides() -> None:
    academies: list[Fields] = [
        {"conductor": _walked(6, 0)},
        {"conductor": _walked(0, 4, (0, 1)), **members("b b b b", 1)},
    ]
    assert choosing_order(scored(2, academies, spots={"WW1": 1}), 2) == [0, 1]


@rule("OR-196")
@pytest.mark.parametrize(
    ("one", "two", "spots", "first"),
    [
        ({}, members("b b b b", 1), {"WW1": 1}, 1),
        ({"cards": ["I04"]}, {}, {}, 0),
        ({"prestige": 9}, {"prestige": 8}, {}, 0),
        ({}, {}, {}, 1),
    ],
)
def test_ties_for_the_choice_of_areas(one: Fields, two: Fields, spots: Fields, first: int) -> None:
    assert choosing_order(scored(2, [one, two], spots=spots, first_player=0), 2)[0] == first


@rule("OR-196")
def test_a_virtuoso_is_no_instrumentalist_for_the_choice_of_areas() -> None:
    own: Fields = {
        "banners": ["brass", "percussion", "woodwinds"], "virtuosos": ["locked", "gone", "locked", "gone"],
        "reserve": {"b": 3, "p": 1, "v": 1},
    }  # fmt: skip
    more: Fields = {"phase": "special_round", "reason": "deck_i", "spots": {"BR5": 0}, "academies_completed": 1}
    match = table(2, [own, {}], first_player=0, **more)
    play(match, "0 assign st6", "0 skip", "0 pass", "1 pass")
    assert academy(match)["conductor"]["left"] == 1  # farther from the centre than the right start space
    assert choosing_order(match, 2) == [1, 0]  # level, so the later one in turn order


@rule("OR-197", "OR-187", "OR-011", "OR-EX-08")
@pytest.mark.parametrize(("covered", "gained"), [(15, 25), (14, 14), (0, 0)])
def test_example_08_theater_cards(covered: int, gained: int) -> None:
    placed = "H3 a07, U2 e08, H2 g11, U2 i06, H2 i10, S1 i18, H2 j18, S1 b08"  # T01
    pieces = [dict(zip(("piece", "at"), piece.split(), strict=True), player=0) for piece in placed.split(", ")]
    pieces = pieces[: {15: 8, 14: 7, 0: 0}[covered]]
    theater = [{"dealt": ["T01", "T02"], "kept": "T01"}, {}]
    match = ended(2, [{}, {}], pieces=pieces, theater=theater)
    assert academy(match)["scores"]["theater"] == gained
    assert match.view()["theater_cards"][0] == "T01"


@rule("OR-197")
def test_the_chairs_of_a_theater_card_are_mine_lost_or_free() -> None:
    own = [{"piece": piece, "at": at, "player": 0} for piece, at in (("H3", "a07"), ("U2", "e08"))]
    other = [{"piece": piece, "at": at, "player": 1} for piece, at in (("H2", "g11"), ("H2", "i10"), ("S1", "i18"))]
    theater = [{"dealt": ["T01", "T02"], "kept": "T01"}, {"dealt": ["T03", "T04"], "kept": "T03"}]
    card = table(2, [{}, {}], pieces=[*own, *other], theater=theater).view(0)["theater"]
    chairs = card["chairs"]
    assert (len(chairs["mine"]), len(chairs["lost"]), len(chairs["free"])) == (5, 5, 5)
    assert {"a07", "a08", "a09"} < set(chairs["mine"])
    assert (card["points"], card["all"]) == (5, 25)
    every = [chair for chairs in card["chairs"].values() for chair in chairs]
    assert len(set(every)) == 15


@rule("OR-187", "OR-188", "OR-191", "OR-197", "OR-198", "OR-011")
def test_final_scoring_is_told_part_by_part() -> None:
    """Whoever shows it need not reckon: each part has who, how many and how much; together they are all the points."""
    pieces = [{"piece": piece, "at": at, "player": 0} for piece, at in (("H3", "a07"), ("U2", "e08"))]
    theater = [{"dealt": ["T01", "T02"], "kept": "T01"}, {"dealt": ["T03", "T04"], "kept": "T03"}]
    more: Fields = {"pieces": pieces, "theater": theater, "spots": {"ST1": 0}}
    members_of = members("b b b b", 1)
    begun = scored(2, [{**members_of, "money": 7, "prestige": 5}, {}], **more)
    assert "reckoning" not in table(2, [{}, {}], phase="special_round", reason="deck_i").view(0)
    for seat in (None, 0, 1):
        told = begun.view(seat)["reckoning"]
        assert told["sections"]["strings"] == [{"player": 0, "count": 1, "points": 12}]
        assert (told["ranks"], told["sections"]["brass"], told["areas"]) == ([12, 8], [], [])
        assert not {"theaters", "coins"} & set(told), "nothing of what is not counted yet"
    while begun.active:
        play(begun, f"{begun.active[0]} {legal(begun)[0]}")
    told = begun.view()["reckoning"]
    assert told["theaters"][0] == {"player": 0, "count": 5, "points": 5, "theater": "T01", "seats": 15, "all": 25}
    assert told["coins"][0] == {"player": 0, "count": 12, "points": 2}
    parts = [*told["sections"].values(), told["areas"], told["theaters"], told["coins"]]
    for player, points in enumerate(told["before"]):
        gained = [one["points"] for part in parts for one in part if one["player"] == player]
        assert points + sum(gained) == academy(begun, player)["points"]


@rule("OR-127", "OR-191", "OR-192")
@pytest.mark.parametrize(("wcu", "halves", "points"), [(0, 1, 1), (3, 2, 2), (4, 4, 4)])
def test_an_area_is_told_with_what_a_piece_scores(wcu: int, halves: int, points: int) -> None:
    pieces = [{"piece": "S1", "at": "i18", "player": 0}, {"piece": "S1", "at": "j18", "player": 0}]
    match = scored(2, [{"conductor": _walked(3, 0)}, {}], pieces=pieces, wcu=wcu)
    assert match.active == (0,)
    assert match.view()["halves"]["D"] == halves
    play(match, "0 area d")
    assert match.view()["reckoning"]["areas"] == [
        {"player": 0, "count": 2, "points": points, "area": "D", "halves": halves}
    ]


@rule("OR-198", "OR-EX-04")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_example_04_coins(players: int) -> None:
    match = ended(players, [{"money": 3, "prestige": 7}, {"money": 4, "prestige": 0}])
    assert academy(match)["scores"]["coins"] == 2
    assert academy(match, 1)["scores"]["coins"] == 0


POOR = {"money": 0, "prestige": 0}


@rule("OR-002", "OR-199", "OR-200", "OR-201", "OR-202", "OR-203")
@pytest.mark.parametrize(
    ("one", "two", "winners", "tiebreak"),
    [
        ({"scores": {"cards": 13}}, {**members("b b b b", 1), "scores": {"cards": 1}}, (1,), "instrumentalists"),
        ({"column": 3}, {"column": 2}, (0,), "column"),
        ({"cards": ["I04"]}, {"cards": ["S01"]}, (1,), "star_cards"),
        ({"cards": ["II04"]}, {"cards": ["I04"]}, (1,), "level_i_cards"),
        ({}, {}, (0, 1), "shared"),
        ({"scores": {"cards": 1}}, {}, (0,), None),
    ],
)
def test_ties(one: Fields, two: Fields, winners: tuple[int, ...], tiebreak: str | None) -> None:
    theater = [{"dealt": ["T01", "T02"], "kept": "T01"}, {"dealt": ["T03", "T04"], "kept": "T03"}]
    spots = {"WW1": 1} if "grid" in two else {}
    match = ended(2, [{**POOR, **one}, {**POOR, **two}], spots=spots, theater=theater)
    result = match.result
    assert result is not None
    assert result.winners == winners
    assert result.tiebreak == tiebreak
    assert result.reason == "deck_i"
