"""The Column Track and the Posters: OR-085 to OR-112, OR-207, OR-208, OR-213."""

from __future__ import annotations

import pytest

from games.orchestra.tables import academy, coins, legal, members, play, points, refused, table
from support import rule
from tutti import BadRecord, Match
from tutti.kernel.types import Fields


def moving(column: int, kind: str = "i", *others: int, **own: object) -> Match:
    """Player 0 is about to resolve the Column with this Musician."""
    mine: Fields = {"reserve": {"b": 2, "p": 1}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}}
    if kind == "b":
        mine = {"reserve": {"b": 2, "p": 1}}
    elif kind == "p":
        mine = {"reserve": {"b": 3}}
    mine |= {"spaces": {"C": kind}, "column": column, **own}
    rest: list[Fields] = [{"column": space} for space in others]
    match = table(max(2, 1 + len(rest)), [mine, *rest], phase="resolution")
    play(match, "0 resolve c")
    return match


@rule("OR-085", "OR-086", "OR-EX-07")
def test_example_07_occupied_spaces_are_skipped_free() -> None:
    assert legal(moving(0, "b", 1)) == ["skip", "to 2"]
    assert legal(moving(0, "i", 1, 2)) == ["skip", "to 3", "to 4", "to 5"]
    assert refused(moving(0, "b", 1), "0 to 1").code == "space_occupied"
    assert refused(moving(0, "b", 1), "0 to 3").code == "out_of_reach"


@rule("OR-087", "OR-093", "OR-090")
def test_the_last_space_is_shared_and_steps_beyond_it_are_lost() -> None:
    match = moving(15, "i", 16)
    assert legal(match) == ["skip", "to 16"]
    play(match, "0 to 16")
    assert points(match) == 7
    assert "pass" in legal(moving(16, "i"))  # nothing is asked of a marker on the last space


@rule("OR-088", "OR-089", "OR-091", "OR-098")
def test_the_bonus_of_the_stop_then_the_edges_passed() -> None:
    match = moving(2, "i")
    play(match, "0 to 5")  # past the edge of space 3
    assert points(match) == 2
    assert coins(match) == (3, 2)  # no bonus of passed spaces
    assert legal(match) == ["poster 1", "poster 2", "poster 3", "poster 4"]
    play(match, "0 poster 2")
    assert academy(match)["poster"] == {"id": "PO2", "parts": 1}


@rule("OR-090")
def test_staying_gives_nothing() -> None:
    match = moving(2, "i")
    play(match, "0 skip")
    assert coins(match) == (3, 2)
    assert academy(match)["column"] == 2


@rule("OR-030", "OR-089", "OR-082")
def test_passing_the_edge_of_space_10_frees_the_first_virtuoso() -> None:
    match = moving(9, "i")
    play(match, "0 to 11")
    assert points(match) == 3
    play(match, "0 assign st9")
    assert legal(match) == ["skip", "wcu"]
    play(match, "0 wcu")
    assert academy(match)["virtuosos"][0] == "gone"
    assert academy(match)["conductor"]["left"] == 1


@rule("OR-092", "OR-118", "OR-124", "OR-209", "OR-EX-35")
def test_space_9_sells_two_pieces_at_board_price() -> None:
    match = moving(8, "b", money=2)
    play(match, "0 to 9", "0 piece s1", "0 at b00")
    assert coins(match)[0] == 1
    assert "piece s1" in legal(match)
    assert "wcu" not in legal(match)
    play(match, "0 piece s1")
    assert all(action[3] in "bcdeghij" for action in legal(match))
    assert refused(match, "0 at a07").code == "cannot_pay"


@rule("OR-095", "OR-151", "OR-152", "OR-153", "OR-148")
def test_spaces_8_13_and_15_take_cards() -> None:
    match = moving(7, "b")
    play(match, "0 to 8")
    assert legal(match) == ["skip", "take i.1", "take i.2", "take i.3", "take i"]
    play(match, "0 take i.3")
    assert points(match) == 1
    assert match.view()["rows"]["I"][2] is None
    assert legal(match) == ["coin money", "coin prestige"]
    play(match, "0 coin prestige")
    assert coins(match) == (4, 4)
    match = moving(12, "b")
    play(match, "0 to 13")
    play(match, "0 take ii", chance=["II23"])
    assert points(match) == 5
    assert academy(match)["cards"] == [{"card": "II23", "face_up": False}]
    match = moving(14, "b")
    play(match, "0 to 15")
    assert [a for a in legal(match) if a.startswith("take iii")] == []
    assert "take ii" in legal(match)


@rule("OR-151")
def test_a_card_with_musicians_is_not_taken() -> None:
    own = {"reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 7}
    staffed = {"card": "I01", "player": 1, "part": 1, "musicians": ["b"]}
    other = {"reserve": {"b": 2, "p": 1}}
    match = table(2, [own, other], phase="resolution", rows={"I": [staffed, "I02", "I03"]})
    play(match, "0 resolve c", "0 to 8")
    assert legal(match) == ["skip", "take i.2", "take i.3", "take i"]


@rule("OR-151")
def test_with_nothing_to_take_nothing_happens() -> None:
    own = {"reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 7}
    gone = [f"I{n:02}" for n in range(1, 22)]
    match = table(2, [{**own, "cards": gone}], phase="resolution", rows={"I": [None] * 3})
    play(match, "0 resolve c", "0 to 8")
    assert "pass" in legal(match)


@rule("OR-116", "OR-209")
def test_a_piece_that_could_not_be_paid_is_not_asked_for() -> None:
    match = moving(8, "b", money=1)
    play(match, "0 to 9")
    assert match.prompt(0).args["left"] == 2  # type: ignore[union-attr]  # player 0 is asked
    play(match, "0 piece s1", "0 at b00")
    assert "pass" in legal(match)


@rule("OR-096", "OR-EX-24", "OR-145", "OR-151")
def test_example_24_letters_and_a_return_point() -> None:
    staffed = {"card": "S11", "player": 0, "part": 2, "musicians": ["i", "p"]}
    own = {"reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}, "column": 8}
    match = table(2, [own], phase="resolution", open_levels=["I", "II", "S"], rows={"S": [staffed, "S01", "S02"]})
    play(match, "0 resolve s.1")
    assert points(match) == 5
    assert coins(match) == (3, 6)
    assert legal(match) == ["skip", "return 4", "return 7"]
    play(match, "0 return 7")
    assert coins(match) == (5, 8)
    assert points(match) == 5
    assert academy(match)["poster"] is None  # the outer edge is not taken again


@rule("OR-096")
def test_the_return_point_one_stands_on_is_reached() -> None:
    staffed = {"card": "S09", "player": 0, "part": 1, "musicians": ["i", "p"]}
    own = {"reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}, "column": 7}
    match = table(2, [own], phase="resolution", open_levels=["I", "II", "S"], rows={"S": [staffed, "S01", "S02"]})
    play(match, "0 resolve s.1")
    assert legal(match) == ["skip", "return 4", "return 7"]


@rule("OR-096")
def test_no_return_point_reached_gives_nothing() -> None:
    staffed = {"card": "S09", "player": 0, "part": 1, "musicians": ["i", "p"]}
    own = {"reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}, "column": 3}
    match = table(2, [own], phase="resolution", open_levels=["I", "II", "S"], rows={"S": [staffed, "S01", "S02"]})
    play(match, "0 resolve s.1")
    assert "pass" in legal(match)


# -- Posters -----------------------------------------------------------------------------------------


def poster(number: int, parts: int) -> Fields:
    return {"id": f"PO{number}", "parts": parts}


@rule("OR-098")
def test_a_poster_belongs_to_one_player() -> None:
    match = table(
        2,
        [
            {"reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 2},
            {"poster": poster(3, 1), "column": 4},
        ],
        phase="resolution",
    )
    play(match, "0 resolve c", "0 to 3")
    assert legal(match) == ["poster 1", "poster 2", "poster 4"]
    assert refused(match, "0 poster 3").rule == "OR-098"


@rule("OR-099", "OR-102", "OR-097", "OR-207")
def test_poster_1_b_places_a_piece_or_moves() -> None:
    match = moving(5, "b", poster=poster(1, 1))
    play(match, "0 to 6", "0 skip")
    assert academy(match)["poster"]["parts"] == 2
    assert legal(match) == ["skip", "choose 1", "choose 2"]
    play(match, "0 choose 2")
    assert legal(match) == ["skip", "to 7"]
    play(match, "0 to 7")
    assert coins(match) == (5, 4)
    match = moving(5, "b", poster=poster(1, 1))
    play(match, "0 to 6", "0 skip", "0 choose 1", "0 piece q4", "0 at a07")
    assert coins(match) == (3, 2)


def at_c(prestige: int, star: bool, first: str = "S01") -> Match:
    """Player 0 has come to part c of Poster 1."""
    own = {
        "reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 11, "prestige": prestige,
        "poster": poster(1, 2), "virtuosos": ["gone", "locked", "locked", "locked"],
    }  # fmt: skip
    more = {"open_levels": ["I", "II", "S"], "rows": {"S": [first, "S02", "S03"]}} if star else {}
    match = table(2, [own], phase="resolution", spots={"ST9": 0}, **more)
    play(match, "0 resolve c", "0 to 12", "0 skip")
    return match


@rule("OR-103", "OR-152")
def test_poster_1_c_sells_a_star_card_for_six_prestige() -> None:
    match = at_c(6, True)
    assert legal(match) == ["skip", "pay"]
    play(match, "0 pay")
    assert coins(match) == (3, 0)
    assert legal(match) == ["take s.1", "take s.2", "take s.3", "take s"]
    assert refused(match, "0 skip").code == "must_take", "who has paid has bought a card"
    play(match, "0 take s.1")
    assert points(match) == 8
    assert coins(match) == (8, 4)
    assert "pass" in legal(at_c(5, True))
    assert "pass" in legal(at_c(9, False))


@rule("OR-151", "OR-145")
def test_a_card_taken_brings_the_rewards_of_all_its_letters() -> None:
    match = at_c(6, True, "S11")
    play(match, "0 pay", "0 take s.1")
    assert coins(match) == (3, 4)
    play(match, "0 return 4")
    assert legal(match)[0] == "skip"
    play(match, "0 skip")
    assert points(match) == 5 + 3


@rule("OR-103", "KN-31")
def test_a_record_of_version_1_is_refused_only_where_a_paid_card_was_declined() -> None:
    match = at_c(6, True)
    play(match, "0 pay")
    paid = {**match.record(), "rules": 1, "start": {**match.record()["start"], "rules": 1}}
    taken = Match.replay(paid)
    play(taken, "0 take s.1")
    assert Match.replay({**taken.record(), "rules": 1}).dump() == taken.dump()
    declined = {**paid, "length": paid["length"] + 1, "log": [*paid["log"], {"player": 0, "action": "skip"}]}
    with pytest.raises(BadRecord) as caught:
        Match.replay(declined)
    assert (caught.value.code, caught.value.place) == ("differs", f"log[{paid['length']}]")


@rule("OR-104", "OR-105")
def test_poster_2_b_ends_a_move_on_an_occupied_space() -> None:
    match = moving(6, "p", 7, 8, poster=poster(2, 2))
    assert legal(match) == ["skip", "to 7", "to 8", "to 9", "to 10"]
    play(match, "0 to 7")
    assert coins(match) == (3 + 2, 2 - 2 + 2)
    assert academy(match)["column"] == 7
    assert legal(moving(6, "p", 7, 8, poster=poster(2, 2), prestige=1)) == ["skip", "to 9", "to 10"]


@rule("OR-106", "OR-109", "OR-112", "OR-208")
@pytest.mark.parametrize(("number", "options"), [(2, ["choose 1", "choose 2"]), (3, ["choose 1", "choose 2"])])
def test_part_c_of_posters_2_and_3(number: int, options: list[str]) -> None:
    own = {"poster": poster(number, 2), "virtuosos": ["gone", "locked", "locked", "locked"]}
    match = table(
        2,
        [{"reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 11, **own}],
        phase="resolution",
        spots={"ST9": 0},
    )
    play(match, "0 resolve c", "0 to 12", "0 skip")
    assert legal(match) == ["skip", *options]
    play(match, "0 choose 2")
    assert points(match) == 6


@rule("OR-112", "OR-132", "OR-208")
def test_poster_4_c_offers_only_what_can_have_an_effect() -> None:
    arrived = {"left": 6, "right": 4, "below": [0, 0], "arrived": 1}
    own: Fields = {
        "reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 11, "poster": poster(4, 2),
        "virtuosos": ["gone", "locked", "gone", "locked"], "conductor": arrived,
    }  # fmt: skip
    spots = {"ST9": 0, "ST8": 0}
    match = table(2, [own], phase="resolution", spots=spots, arrivals=1)
    play(match, "0 resolve c", "0 to 12", "0 skip")
    assert legal(match) == ["skip", "choose 2"]
    own["conductor"] = {"left": 6, "right": 0, "below": [0, 0], "arrived": None}
    match = table(2, [own], phase="resolution", spots=spots)
    play(match, "0 resolve c", "0 to 12", "0 skip", "0 choose 1")
    assert legal(match) == ["skip", "right"]


@rule("OR-107", "OR-108", "OR-EX-29", "OR-212")
def test_example_29_poster_3_b_adds_one_money_a_card() -> None:
    staffed = {"card": "I03", "player": 0, "part": 1, "musicians": ["b"]}
    own = {"reserve": {"b": 2, "p": 1}, "money": 0, "prestige": 0, "poster": poster(3, 2)}
    match = table(2, [own], phase="resolution", rows={"I": [staffed, "I01", "I02"]})
    play(match, "0 resolve i.1", "0 coin money")
    assert coins(match) == (3, 1)
    staffed = {"card": "II01", "player": 0, "part": 1, "musicians": ["p", "b"]}
    own = {"reserve": {"b": 2}, "money": 0, "prestige": 0, "poster": poster(3, 2)}
    match = table(2, [own], phase="resolution", rows={"II": [staffed, "II02", "II03"]})
    play(match, "0 resolve ii.1")
    assert coins(match) == (0, 3)  # no Money, nothing extra


@rule("OR-108")
def test_poster_3_b_does_not_count_for_spaces_type_bonuses_and_exchange() -> None:
    own = {"reserve": {"b": 1}, "spaces": {"C": "b", "M": "p", "X": "b"}, "poster": poster(3, 2), "column": 1}
    match = table(2, [own], phase="resolution")
    play(match, "0 resolve c", "0 to 2")
    assert coins(match) == (5, 2)
    play(match, "0 resolve m", chance=["SM02", "SM07"])
    assert coins(match) == (6, 4)
    play(match, "0 show sm02")
    assert coins(match) == (10, 4)
    play(match, "0 resolve x", "0 exchange 0m 1p")
    assert coins(match) == (12, 3)


@rule("OR-110", "OR-111", "OR-EX-18")
def test_example_18_poster_4_b_takes_off_up_to_three_seats() -> None:
    match = moving(8, "b", money=20, poster=poster(4, 2))
    play(match, "0 to 9", "0 piece h4", "0 at e05")
    assert coins(match)[0] == 20 - 9
    play(match, "0 piece s1", "0 at e09")
    assert coins(match)[0] == 20 - 9 - 3  # only the first piece of the opportunity
    match = moving(8, "b", money=20, poster=poster(4, 2))
    play(match, "0 to 9", "0 wcu", "0 piece h2", "0 at b00")
    assert coins(match)[0] == 20 - 5 - 0  # never for WCU Pieces; then 2 - 2


@rule("OR-110")
def test_poster_4_b_takes_off_no_more_than_the_seats_of_the_piece() -> None:
    match = moving(8, "b", money=20, poster=poster(4, 2))
    play(match, "0 to 9", "0 piece s1", "0 at a07")
    assert coins(match)[0] == 20 - (4 - 1)


@rule("OR-099", "OR-104", "OR-107", "OR-110")
def test_part_a_of_a_poster_has_no_continuous_effect_yet() -> None:
    assert legal(moving(6, "p", 7, 8, poster=poster(2, 1))) == ["skip", "to 9", "to 10"]
    staffed = {"card": "I03", "player": 0, "part": 1, "musicians": ["b"]}
    own = {"reserve": {"b": 2, "p": 1}, "money": 0, "prestige": 0, "poster": poster(3, 1)}
    match = table(2, [own], phase="resolution", rows={"I": [staffed, "I01", "I02"]})
    play(match, "0 resolve i.1", "0 coin money")
    assert coins(match) == (2, 1)
    match = moving(8, "b", money=20, poster=poster(4, 1))
    play(match, "0 to 9", "0 piece s1", "0 at a07")
    assert coins(match)[0] == 20 - 4


@rule("OR-094", "OR-213")
def test_players_on_the_last_space_are_paid_in_turn_order() -> None:
    own = {
        "reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 13, "poster": poster(2, 3),
        "virtuosos": ["gone", "locked", "locked", "locked"],
    }  # fmt: skip
    last: Fields = {"column": 16}
    match = table(4, [own, last, {}, last], phase="resolution", spots={"ST9": 0})
    play(match, "0 resolve c")
    told = play(match, "0 to 14")
    assert [event["player"] for event in told if event["event"] == "scored" and event["player"]] == [1, 3]


@rule("OR-101", "OR-100", "OR-EX-10")
@pytest.mark.parametrize(("earlier", "gained"), [(0, 6), (1, 4), (2, 2), (3, 0)])
def test_example_10_completing_posters(earlier: int, gained: int) -> None:
    own = {
        "reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 13, "poster": poster(2, 3),
        "virtuosos": ["gone", "locked", "locked", "locked"],
    }  # fmt: skip
    match = table(4, [own], phase="resolution", spots={"ST9": 0}, posters_completed=earlier)
    play(match, "0 resolve c", "0 to 14")
    assert points(match) == gained
    assert coins(match) == (6, 5)


@rule("OR-094", "OR-204", "OR-213", "OR-EX-15")
@pytest.mark.parametrize(("players", "extra"), [(4, 2), (3, 2), (2, 0)])
def test_example_15_the_last_space_pays_for_posters_of_others(players: int, extra: int) -> None:
    own = {
        "reserve": {"b": 2, "p": 1}, "spaces": {"C": "b"}, "column": 13, "poster": poster(2, 3),
        "virtuosos": ["gone", "locked", "locked", "locked"],
    }  # fmt: skip
    match = table(players, [own, {"column": 16}], phase="resolution", spots={"ST9": 0})
    play(match, "0 resolve c", "0 to 14")
    assert points(match, 1) == extra
    own = {**own, "column": 13, "spaces": {"C": "i"}, **members("b b p i")}
    own["reserve"] = {"b": 2, "p": 1}
    match = table(players, [own], phase="resolution", spots={"ST9": 0})
    play(match, "0 resolve c", "0 to 16")
    assert points(match) == 7 + 6  # not for the own Poster


@rule("OR-009", "OR-004")
def test_effects_are_resolved_depth_first() -> None:
    """Column move, poster, piece, Virtuoso, arrival: each with all that follows from it before the next."""
    own: Fields = {
        "reserve": {"b": 2, "p": 1}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}, "spaces": {"C": "i"},
        "column": 9, "poster": poster(3, 2), "conductor": {"left": 4, "right": 4, "below": [0, 0], "arrived": None},
    }  # fmt: skip
    match = table(2, [own], phase="resolution", wcu=1)
    play(match, "0 resolve c", "0 to 12")
    assert legal(match)[0] == "skip"  # the bonus of the stop comes first: a free evolution
    play(match, "0 skip")
    assert legal(match, "assign")  # V1 of space 10 before the poster part of space 12
    play(match, "0 assign st9", "0 wcu")
    assert points(match) == 5  # the second WCU Piece, before the marker of V1 frees V3
    assert academy(match)["conductor"]["left"] == 5
    play(match, "0 assign st8", "0 skip")
    assert points(match) == 5 + 7  # V3's marker arrives
    assert coins(match) == (3, 4)  # its bolt bonus
    assert legal(match) == ["skip", "choose 2"]  # only now the poster part, and no marker can move
    play(match, "0 choose 2")
    assert points(match) == 5 + 7 + 6
