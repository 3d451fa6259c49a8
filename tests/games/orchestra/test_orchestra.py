"""The Orchestra and the Conductor Track: OR-028, OR-075 to OR-084, OR-128 to OR-137, OR-166 to OR-172."""

from __future__ import annotations

import pytest

from games.orchestra.tables import academy, coins, finish_round, idle, legal, members, play, points, refused, table
from support import rule


def walked(left: int, right: int, below: tuple[int, int] = (0, 0)) -> dict[str, object]:
    return {"left": left, "right": right, "below": list(below), "arrived": None}


@rule("OR-028", "OR-075", "OR-076", "OR-171")
def test_only_instrumentalists_and_virtuosos_of_the_right_shape_and_section() -> None:
    match = table(2, [members("b b p i")])
    assert legal(match, "assign") == [f"assign st{n}" for n in range(1, 6)]
    assert refused(match, "0 assign ww1").code == "section_not_taught"
    assert refused(match, "0 assign st6").code == "no_musician"
    play(match, "0 assign st1", "0 skip", "0 grid 1")
    assert match.view()["spots"] == {"ST1": 0}
    match = table(2, [members("b b b i"), members("b b b i")], first_player=1)
    assert refused(match, "1 assign st1").code == "section_not_taught"


@rule("OR-077", "OR-078", "OR-079", "OR-117", "OR-EX-06")
def test_assigning_an_instrumentalist_step_by_step() -> None:
    match = table(2, [members("b b p i")])
    before = coins(match)
    play(match, "0 assign st1")
    assert academy(match)["conductor"]["left"] == 0
    play(match, "0 piece h2", "0 at a07", "0 piece q4", "0 at i04")
    assert coins(match) == before
    assert academy(match)["areas"] == {"A": 1, "B": 0, "C": 1, "D": 0}
    assert academy(match)["conductor"]["left"] == 1
    assert legal(match) == ["grid 1"]
    play(match, "0 grid 1")
    assert academy(match)["reserve"] == {"b": 3, "p": 1}
    assert "x b" in legal(match)


@rule("OR-080", "OR-EX-25")
def test_example_25_the_limit_is_shared_by_both_phases() -> None:
    own = {**members("i i b b"), "money": 20, "prestige": 20, "banners": ["brass"]}
    match = table(2, [own])
    play(match, "0 assign st3", "0 skip", "0 grid 1")
    assert refused(match, "0 assign br1").rule == "OR-080"
    play(match, "0 develop", "0 with b", "0 with b", "0 x b", "0 c i", "0 pass")
    play(match, "1 x b", "1 c b", "1 m b", "1 pass")
    play(match, "0 resolve c", "0 skip")
    assert legal(match, "assign") == []
    play(match, "0 resolve banner", "0 banner percussion", "0 assign pe4", "0 skip")
    assert "assign br1" in legal(match)  # the second banner raises the limit at once; V2 does not count


@rule("OR-080")
def test_the_limit_is_for_one_round() -> None:
    match = table(2, [members("i i b b")])
    play(match, "0 assign st3", "0 skip", "0 grid 1")
    assert legal(match, "assign") == []
    assert academy(match)["assigned"] == 1
    finish_round(match)
    assert academy(match)["assigned"] == 0
    while match.active != (0,):
        idle(match)
    assert "assign st1" in legal(match)


@rule("OR-082", "OR-134", "OR-137")
def test_the_third_virtuoso_is_unlocked_by_both_markers() -> None:
    own = {**members("b b p i"), "conductor": walked(4, 3), "prestige": 0}
    match = table(2, [own])
    play(match, "0 assign st5", "0 wcu")
    assert academy(match)["virtuosos"][2] == "waiting"
    assert legal(match) == ["assign st6", "assign st7", "assign st8", "assign st9"]
    play(match, "0 assign st7", "0 skip")
    assert academy(match)["virtuosos"][2] == "gone"
    assert academy(match)["conductor"]["left"] == 6
    assert coins(match) == (3, 2)  # the bolt bonus, after the marker
    assert legal(match) == ["grid 1"]


@rule("OR-134")
@pytest.mark.parametrize("right", [0, 2])
def test_one_marker_alone_does_not_unlock_the_third_virtuoso(right: int) -> None:
    match = table(2, [{**members("b b p i"), "conductor": walked(4, right)}])
    play(match, "0 assign st5", "0 wcu")
    assert academy(match)["conductor"]["left"] == 5
    assert academy(match)["virtuosos"][2] == "locked"


@rule("OR-083", "OR-EX-31")
def test_example_31_a_virtuoso_waits_for_a_spot_and_goes_with_the_next_banner() -> None:
    mine = {"column": 9, "money": 30, "prestige": 30}
    other = {
        **members("b b p p"),
        "banners": ["strings"],
        "virtuosos": ["gone", "gone", "gone", "gone"],
    }
    spots = {"ST6": 1, "ST7": 1, "ST8": 1, "ST9": 1}
    match = table(2, [mine, other], spots=spots)
    play(match, "0 develop", "0 with b", "0 c b", "0 x b", "0 m p", "0 pass", "1 x b", "1 c b", "1 m p", "1 pass")
    play(match, "0 resolve c", "0 to 10")
    assert academy(match)["virtuosos"][0] == "waiting"
    assert academy(match)["conductor"]["left"] == 0
    play(match, "0 resolve banner", "0 banner brass")
    assert legal(match) == ["assign br5", "assign br6", "assign br7", "assign br8"]
    assert academy(match)["conductor"]["right"] == 0
    play(match, "0 assign br8", "0 skip")
    assert academy(match)["conductor"] == {"left": 1, "right": 1, "below": [0, 0], "arrived": None}


# -- the Conductor Track -----------------------------------------------------------------------------


@rule("OR-128", "OR-129", "OR-169", "OR-170", "OR-172")
def test_a_concert_moves_the_left_marker_once_per_star_card() -> None:
    match = table(2, [{"cards": ["S01", "S04"]}], open_levels=["I", "II", "S"], rows={"S": [None, None, None]})
    assert legal(match, "concert") == ["concert seniors", "concert patrons"]
    play(match, "0 concert patrons")
    assert academy(match)["conductor"]["left"] == 1
    assert academy(match)["cards"] == [{"card": "S01", "face_up": False}, {"card": "S04", "face_up": True}]
    assert refused(match, "0 concert patrons").rule == "OR-169"


@rule("OR-169", "OR-170")
def test_a_concert_flips_the_star_card_and_no_other_of_its_icon() -> None:
    match = table(2, [{"cards": ["I01", "S09"]}], open_levels=["I", "II", "S"], rows={
        "I": ["I05", "I06", "I08"], "S": [None] * 3})  # fmt: skip
    play(match, "0 concert children")
    assert academy(match)["cards"] == [{"card": "I01", "face_up": True}, {"card": "S09", "face_up": False}]


@rule("OR-130", "OR-166", "OR-167", "OR-168", "OR-EX-23")
@pytest.mark.parametrize(
    ("cards", "possible"),
    [
        (["I01", "I02", "I16"], True),  # children, children, fork
        (["I01", "I10", "I16"], True),  # children, seniors, fork
        (["I01", "I02", "I10"], False),  # children, children, seniors
        (["I01", "I02", "I03"], True),
        (["I01", "I04", "I07"], True),
        (["I01", "I16"], False),
    ],
)
def test_example_23_sets_of_icons(cards: list[str], possible: bool) -> None:
    match = table(2, [{"cards": cards}], rows={"I": ["I05", "I06", "I08"]})
    assert ("gather" in legal(match)) == possible
    if possible:
        play(match, "0 gather")
        for _ in range(3):
            play(match, f"0 {legal(match)[0]}")
        assert academy(match)["conductor"]["right"] == 1
        assert not any(card["face_up"] for card in academy(match)["cards"])
        assert "gather" not in legal(match)


@rule("OR-167", "OR-168")
@pytest.mark.parametrize(
    "cards",
    [
        ["I01", "I04", "I05", "I07"],  # children, students, students, families
        ["I01", "I02", "I04", "I07"],  # children, children, students, families
    ],
)
def test_without_a_fork_two_equal_icons_and_another_are_no_set(cards: list[str]) -> None:
    match = table(2, [{"cards": cards}], rows={"I": ["I06", "I08", "I09"]})
    play(match, "0 gather", "0 flip children", "0 flip students")
    assert legal(match) == ["flip families"]
    assert refused(match, "0 flip students").code == "no_set"


@rule("OR-167", "OR-168")
def test_a_gather_begins_with_a_card_that_two_others_follow() -> None:
    cards = ["I01", "I04", "I07", "I13", "I14"]  # children, students, families, patrons, patrons
    match = table(2, [{"cards": cards}], rows={"I": ["I05", "I06", "I08"]})
    play(match, "0 gather")
    assert legal(match) == ["flip children", "flip students"]


@rule("OR-167", "OR-170")
def test_a_star_card_may_serve_in_a_gather() -> None:
    own = {"cards": ["I01", "I02", "S09"]}
    match = table(2, [own], open_levels=["I", "II", "S"], rows={"I": ["I05", "I06", "I08"], "S": [None] * 3})
    play(match, "0 gather", "0 flip children", "0 flip children", "0 flip star-children")
    assert legal(match, "gather", "concert") == []


@rule("OR-131", "OR-132")
def test_gather_and_concert_are_illegal_with_their_marker_in_the_centre() -> None:
    own = {"cards": ["I01", "I02", "I03", "S01"], "conductor": walked(6, 0)}
    more = {"open_levels": ["I", "II", "S"], "rows": {"I": ["I05", "I06", "I08"], "S": [None] * 3}}
    match = table(2, [own], **more)
    assert legal(match, "gather", "concert") == ["gather"]
    assert refused(match, "0 concert patrons").code == "marker_in_centre"
    match = table(2, [{**own, "conductor": walked(0, 4)}], **more)
    assert legal(match, "gather", "concert") == ["concert patrons"]


@rule("OR-133", "OR-131", "OR-EX-09")
@pytest.mark.parametrize(("players", "gained"), [(3, [7, 5, 5]), (2, [7, 10])])
def test_example_09_arriving_in_the_centre(players: int, gained: list[int]) -> None:
    stars = ["S01", "S04", "S07"]
    academies = [
        {"cards": [stars[p]], "conductor": walked(5, 4, (p, p)), "virtuosos": ["locked", "locked", "gone", "locked"]}
        for p in range(players)
    ]
    sections = ["ST6", "WW5", "BR5"]
    match = table(
        players,
        academies,
        open_levels=["I", "II", "S"],
        rows={"S": [None] * 3},
        spots={sections[p]: p for p in range(players)},
    )
    for player in range(players):
        play(match, f"{player} {legal(match, 'concert')[0]}")
        assert academy(match, player)["points"] == gained[player]
        assert academy(match, player)["conductor"] == {
            "left": 6, "right": 4, "below": [0, 0], "arrived": player + 1,
        }  # fmt: skip
        play(match, *(f"{player} {space} b" for space in "xcm"), f"{player} pass")


@rule("OR-133", "OR-135")
def test_markers_that_arrived_lie_in_no_stack_of_the_centre() -> None:
    arrived = {"left": 6, "right": 4, "below": [0, 0], "arrived": 1}
    academies = [
        {"conductor": arrived, "virtuosos": ["locked", "locked", "gone", "locked"]},
        {"cards": ["S01"], "conductor": walked(5, 0)},
    ]
    more = {"open_levels": ["I", "II", "S"], "rows": {"S": [None] * 3}}
    match = table(2, academies, arrivals=1, spots={"ST6": 0}, first_player=1, **more)
    play(match, "1 concert patrons")
    assert academy(match, 1)["conductor"] == walked(6, 0)


@rule("OR-133", "OR-135")
@pytest.mark.parametrize("side", ["left", "right"])
def test_who_arrives_leaves_the_stack_of_the_centre_with_both_markers(side: str) -> None:
    waiting = {"left": (6, 3), "right": (5, 4)}[side]  # one marker lies in the centre already, below the rival's
    own = {"cards": ["I01", "I02", "I03", "S01"], "conductor": walked(*waiting)}
    rival = {"conductor": walked(6, 0, (1, 0))}
    more = {"open_levels": ["I", "II", "S"], "rows": {"I": ["I05", "I06", "I08"], "S": [None] * 3}}
    gone = {"virtuosos": ["locked", "locked", "gone", "locked"]}
    match = table(2, [own | gone, rival], spots={"ST6": 0}, **more)
    if side == "left":
        play(match, "0 gather", *["0 flip children"] * 3)
    else:
        play(match, "0 concert patrons")
    assert academy(match, 0)["conductor"] == {"left": 6, "right": 4, "below": [0, 0], "arrived": 1}
    assert academy(match, 1)["conductor"]["below"] == [0, 0]


@rule("OR-135", "OR-136")
def test_stacks_keep_who_came_first_lower() -> None:
    academies = [
        {"cards": ["S01", "S02", "S15"], "conductor": walked(2, 0, (1, 0))},
        {"cards": ["S04"], "conductor": walked(2, 0, (0, 0))},
    ]
    match = table(2, academies, open_levels=["I", "II", "S"], rows={"S": [None] * 3})
    play(match, "0 concert patrons")
    assert academy(match, 0)["conductor"]["below"] == [0, 0]
    play(match, *(f"0 {space} b" for space in "xcm"), "0 pass", "1 concert seniors")
    assert academy(match, 1)["conductor"]["left"] == 3
    assert academy(match, 1)["conductor"]["below"] == [1, 0]


@rule("OR-135")
def test_in_the_centre_markers_of_both_sides_lie_in_one_stack() -> None:
    academies: list[dict[str, object]] = [
        {"conductor": walked(6, 0)},
        {"cards": ["I01", "I02", "I03"], "conductor": walked(0, 3)},
    ]
    match = table(2, academies, first_player=1, rows={"I": ["I05", "I06", "I08"]})
    play(match, "1 gather", "1 flip children", "1 flip children", "1 flip children")
    assert academy(match, 1)["conductor"] == walked(0, 4, (0, 1))


@rule("OR-135", "OR-136")
def test_what_lay_on_a_marker_that_leaves_comes_down() -> None:
    academies: list[dict[str, object]] = [
        {"cards": ["S01"], "conductor": walked(2, 0, (0, 0))},
        {"conductor": walked(2, 0, (1, 0))},
        {"conductor": walked(2, 0, (2, 0))},
    ]
    match = table(3, academies, open_levels=["I", "II", "S"], rows={"S": [None] * 3})
    play(match, "0 concert patrons")
    assert [academy(match, p)["conductor"]["below"][0] for p in (1, 2)] == [0, 1]


@rule("OR-122", "OR-136")
def test_a_step_back_buys_a_piece_and_both_are_made() -> None:
    staffed = {"card": "S15", "player": 0, "part": 1, "musicians": ["i", "i"]}
    own = {"reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [1, 2, 3, 4], "I": [3, 4]}, "conductor": walked(2, 1)}
    other = {"conductor": walked(1, 0)}
    match = table(
        2, [own, other], phase="resolution", open_levels=["I", "II", "S"], rows={"S": [staffed, "S01", "S02"]}
    )
    play(match, "0 resolve s.1")
    assert points(match) == 8
    assert legal(match) == ["skip", "left", "right"]
    play(match, "0 left")
    assert academy(match)["conductor"]["left"] == 1
    assert academy(match)["conductor"]["below"] == [1, 0]  # on top of the marker that was there
    assert refused(match, "0 skip").rule == "OR-122"
    assert match.undo(0) == ("left",)
    play(match, "0 left", "0 piece s1", "0 at a07")
    assert "pass" in legal(match)


@rule("OR-122", "OR-136")
def test_the_offer_is_lost_when_no_marker_can_step_back() -> None:
    staffed = {"card": "S15", "player": 0, "part": 1, "musicians": ["i", "i"]}
    own = {"reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [1, 2, 3, 4], "I": [3, 4]}}
    match = table(2, [own], phase="resolution", open_levels=["I", "II", "S"], rows={"S": [staffed, "S01", "S02"]})
    play(match, "0 resolve s.1")
    assert "pass" in legal(match)


@rule("OR-136")
def test_markers_that_arrived_step_back_no_more() -> None:
    staffed = {"card": "S15", "player": 0, "part": 1, "musicians": ["i", "i"]}
    own = {
        "reserve": {"b": 2},
        "grid": {"B": [1, 2], "P": [1, 2, 3, 4], "I": [3, 4]},
        "conductor": {"left": 6, "right": 4, "below": [0, 0], "arrived": 1},
        "virtuosos": ["locked", "locked", "gone", "locked"],
    }
    more = {"open_levels": ["I", "II", "S"], "rows": {"S": [staffed, "S01", "S02"]}, "spots": {"ST6": 0}}
    match = table(2, [own], phase="resolution", arrivals=1, **more)
    play(match, "0 resolve s.1")
    assert "pass" in legal(match)


@rule("OR-158", "OR-166")
def test_complementary_actions_mix_with_assignments_but_not_with_an_open_question() -> None:
    match = table(2, [{"cards": ["I01", "I02", "I03"]}], rows={"I": ["I05", "I06", "I08"]})
    play(match, "0 x b")
    assert "gather" in legal(match)
    play(match, "0 card i.3")
    assert legal(match) == ["with b"]
    assert refused(match, "0 gather").code == "other_question"
