"""Audience and WCU Pieces: OR-113 to OR-127, OR-209."""

from __future__ import annotations

import pytest

from games.orchestra.tables import academy, coins, legal, members, play, points, refused, table
from support import rule
from tutti import Match
from tutti.games.orchestra import GAME
from tutti.games.orchestra.pack.box import NO_SEAT, PIECE_SEATS
from tutti.kernel.chance import Dice
from tutti.kernel.types import Fields, Json

DATA = GAME.d


def resolving(card: str, level: str, money: int = 50, **more: Json) -> Match:
    """Player 0 has just resolved a staffed card and is asked about its pieces."""
    slots = {"II09": ["p", "p"], "II07": ["p", "b"], "S12": ["i", "p"], "S13": ["i", "p"], "III07": ["i", "p"]}
    kinds = slots[card]
    own: Fields = members(" ".join(["b"] * (4 - len(kinds))))
    for kind, row in (("b", "B"), ("p", "P"), ("i", "I")):
        own["grid"][row] = list(range(1, 5 - kinds.count(kind) - own["reserve"].get(kind, 0)))
    staffed = {"card": card, "player": 0, "part": 1, "musicians": kinds}
    rows = {level: [staffed, None, None]}
    own |= {"money": money, **more.pop("own", {})}
    match = table(2, [own], phase="resolution", open_levels=["I", "II", "III", "S"], rows={
        "III": ["III01", "III02", "III03"], "S": ["S01", "S02", "S03"], **rows}, **more)  # fmt: skip
    play(match, f"0 resolve {level.lower()}.1")
    return match


@rule("OR-113", "OR-114", "OR-115")
def test_placements_are_exactly_those_that_cover_free_chairs_of_one_area() -> None:
    """The masks against the map: every shape, a filling hall, cell by cell."""
    chairs = {(y, x): letter for y, line in enumerate(DATA.map) for x, letter in enumerate(line) if letter in "ABC1234"}
    match = Match.new("orchestra", players=2, seed=1)
    state = GAME.copy(match.state)
    free = set(chairs)
    dice = Dice(3)
    from tutti.games.orchestra.rules.audience import cover_chairs, placement_at, placements

    for _ in range(40):
        for shape, rows in enumerate(DATA.shape_cells):
            cells = [(y, x) for y, line in enumerate(rows) for x, mark in enumerate(line) if mark == "#"]
            expected = set()
            for y in range(-3, 12):
                for x in range(-3, 21):
                    covered = [(y + v, x + h) for v, h in cells]
                    if all(cell in free for cell in covered) and len({chairs[cell] for cell in covered}) == 1:
                        expected.add(f"at {chr(97 + y)}{x:02}")
            found = [GAME.actions[a] for a in placements(state, 0, 0, 0, shape)]
            assert found == sorted(expected)
        choice = dice.below(len(DATA.shapes))
        options = placements(state, 0, 0, 0, choice)
        if options:
            anchor = options[dice.below(len(options))] - DATA.a_at
            k = placement_at(state, choice, anchor)
            cover_chairs(state, 0, choice, k)
            seats = DATA.place_seats[k * PIECE_SEATS : (k + 1) * PIECE_SEATS]
            free -= {(ord(DATA.seats[s][0]) - 97, int(DATA.seats[s][1:])) for s in seats if s != NO_SEAT}


@rule("OR-118", "OR-119", "OR-EX-05")
@pytest.mark.parametrize(("at", "price"), [("a07", 8), ("e05", 6), ("i04", 4), ("b00", 2)])
def test_example_05_board_prices(at: str, price: int) -> None:
    match = resolving("II09", "II")
    play(match, "0 piece h2")
    assert coins(match)[0] == 50
    play(match, f"0 at {at}")
    assert coins(match)[0] == 50 - price


@rule("OR-116", "OR-119")
def test_what_cannot_be_paid_is_not_offered() -> None:
    match = resolving("II09", "II", money=1)
    assert legal(match) == ["skip", "piece s1"]
    play(match, "0 piece s1")
    assert {action[3] for action in legal(match)} <= set("bcdeghij")
    assert all(int(action[4:]) in (0, 1, 18, 19) for action in legal(match))
    assert "pass" in legal(resolving("II09", "II", money=0))  # lost


@rule("OR-116")
def test_an_empty_supply_of_a_shape_is_not_offered() -> None:
    pieces = [{"player": 0, "piece": "T4", "at": "a07"}]
    match = resolving("II09", "II", pieces=pieces)
    assert "piece t4" not in legal(match)
    assert refused(match, "0 piece t4").code == "no_piece_left"


@rule("OR-116")
def test_a_place_before_its_piece_is_refused_with_the_reason() -> None:
    match = resolving("II09", "II")
    assert "piece s1" in legal(match)
    assert refused(match, "0 at a07").code == "piece_first"


@rule("OR-120")
def test_flat_offers_cost_the_same_everywhere() -> None:
    match = resolving("S12", "S", money=4)
    assert {"wcu", "piece q4", "piece s1"} <= set(legal(match))
    play(match, "0 piece q4", "0 at a07")
    assert coins(match)[0] == 0
    match = resolving("S13", "S", money=4)
    assert "wcu" not in legal(match)
    assert refused(match, "0 wcu").code == "wcu_not_offered"
    assert "pass" in legal(resolving("S12", "S", money=3))
    match = resolving("II07", "II", money=3)
    play(match, "0 wcu")
    assert coins(match)[0] == 0


@rule("OR-121", "OR-EX-19")
@pytest.mark.parametrize(("at", "price"), [("a07", 6), ("e05", 3), ("i04", 0)])
def test_example_19_the_social_media_offer(at: str, price: int) -> None:
    match = table(2, [{"reserve": {"b": 2, "p": 1}, "spaces": {"M": "b"}, "money": 10}], phase="resolution")
    play(match, "0 resolve m", chance=["SM13"])
    play(match, "0 piece h3", f"0 at {at}")
    assert coins(match)[0] == 10 - price


@rule("OR-121", "OR-111", "OR-EX-19")
def test_the_social_media_offer_for_a_wcu_piece() -> None:
    own = {"reserve": {"b": 2, "p": 1}, "spaces": {"M": "b"}, "money": 3, "poster": {"id": "PO4", "parts": 2}}
    match = table(2, [own], phase="resolution")
    play(match, "0 resolve m", chance=["SM13"])
    play(match, "0 wcu")
    assert coins(match)[0] == 0


@rule("OR-123", "OR-125", "OR-EX-12")
def test_example_12_wcu_points() -> None:
    gained = []
    for placed in range(6):
        match = resolving("II07", "II", wcu=placed)
        before = points(match)
        play(match, "0 wcu")
        gained.append(points(match) - before)
    assert gained == [0, 5, 0, 7, 0, 10]


@rule("OR-126")
def test_with_all_wcu_pieces_placed_only_audience_is_left() -> None:
    match = resolving("II07", "II", wcu=6)
    assert "wcu" not in legal(match)
    assert "piece s1" in legal(match)
    assert refused(match, "0 wcu").rule == "OR-126"
    own = {**members("b b p i")}
    match = table(2, [own], wcu=6)
    play(match, "0 assign st5")
    assert legal(match) == ["grid 1"]  # a spot for a WCU Piece gives nothing


@rule("OR-117", "OR-209", "OR-EX-35")
def test_giving_up_one_piece_gives_up_the_rest() -> None:
    match = table(2, [members("b b p i")])
    play(match, "0 assign st1")
    assert match.prompt(0).args["left"] == 2  # type: ignore[union-attr]  # player 0 is asked
    play(match, "0 skip")
    assert legal(match) == ["grid 1"]


@rule("OR-127", "OR-192", "OR-EX-13")
@pytest.mark.parametrize(("placed", "gained"), [(0, 3), (1, 3), (2, 5), (3, 5), (4, 10), (5, 10), (6, 15)])
def test_example_13_area_d(placed: int, gained: int) -> None:
    pieces = [{"player": 0, "piece": "S1", "at": at} for at in ("b00", "b01", "b18", "g00", "g18")]
    match = table(2, [{}], phase="special_round", reason="orchestra_full", wcu=placed, pieces=pieces)
    play(match, "0 pass", "1 pass")
    while match.active != (0,):
        play(match, f"{match.active[0]} area a")
    play(match, "0 area d")
    assert academy(match)["scores"]["audience"] == gained
