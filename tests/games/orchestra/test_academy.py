"""Development, evolution and the three key-hole spaces: OR-026 to OR-074."""

from __future__ import annotations

import pytest

from games.orchestra.tables import academy, coins, finish_round, idle, legal, members, play, points, refused, table
from support import rule
from tutti import Match

RICH = {"money": 30, "prestige": 30}


def allocated(own: dict[str, object], *moves: str, players: int = 2, **more: object) -> Match:
    """Player 0 has made these moves and filled up the rest; all others idle; Resolution begins."""
    match = table(players, [own], **more)
    play(match, *(f"0 {move}" for move in moves))
    for player in range(players):
        while match.active == (player,) and match.view()["phase"] == "allocation":
            free = legal(match, "x", "c", "m")
            play(match, f"{player} {'pass' if 'pass' in legal(match) else free[0]}")
    assert match.view()["phase"] == "resolution"
    return match


@rule("OR-042", "OR-041", "OR-043", "OR-044", "OR-205")
def test_developing_takes_musicians_and_coins_in_one_step() -> None:
    match = table(2, [RICH])
    play(match, "0 develop")
    assert legal(match) == ["with b", "with p"]
    assert coins(match) == (30, 30)
    play(match, "0 with b")
    assert coins(match) == (28, 28)
    assert academy(match)["slots"] == [["b"], [], []]
    play(match, "0 develop", "0 with b")
    assert coins(match) == (28, 28)
    assert academy(match)["reserve"] == {"b": 2, "p": 1}  # nothing moves before the last choice
    assert legal(match) == ["with b", "with p"]
    play(match, "0 with p")
    assert coins(match) == (24, 25)
    assert academy(match)["slots"] == [["b"], ["b", "p"], []]
    assert refused(match, "0 develop").code == "too_few_musicians"


@rule("OR-042")
@pytest.mark.parametrize(("money", "prestige", "offered"), [(4, 3, True), (3, 3, False), (4, 2, False)])
def test_developing_wants_the_whole_price(money: int, prestige: int, offered: bool) -> None:
    own = {"money": money, "prestige": prestige, "banners": ["brass"]}
    match = table(2, [own])
    assert ("develop" in legal(match)) == offered
    if not offered:
        assert refused(match, "0 develop").rule == "OR-042"


@rule("OR-042", "OR-034")
def test_invited_musicians_alone_may_develop() -> None:
    match = table(2, [{**RICH, "reserve": {"b": 3, "p": 1, "inv-i": 1}}])
    play(match, "0 develop", "0 with inv-i")
    assert academy(match)["slots"][0] == ["inv-i"]


@rule("OR-045", "OR-130", "OR-036", "OR-049")
def test_resolving_a_banner() -> None:
    match = allocated({**RICH, "reserve": {"b": 3, "p": 1, "inv-i": 1}}, "develop", "with inv-i")
    assert match.view()["freelancers"]["I"] == 3
    play(match, "0 resolve banner")
    assert match.view()["freelancers"]["I"] == 4
    assert legal(match) == ["banner woodwinds", "banner brass", "banner percussion"]
    assert refused(match, "0 banner strings").rule == "OR-045"
    play(match, "0 banner brass")
    own = academy(match)
    assert own["teaches"] == ["strings", "brass"]
    assert own["conductor"]["right"] == 1
    assert (own["limit"], own["eyes_ignored"]) == (1, 1)


@rule("OR-044", "OR-045", "OR-162")
def test_a_banner_is_resolved_once() -> None:
    match = table(2, [{"banners": ["brass"]}], phase="resolution")
    assert "pass" in legal(match)
    assert refused(match, "0 resolve banner").code == "nobody_there"


@rule("OR-050", "OR-046", "OR-047", "OR-081", "OR-084", "OR-EX-30")
def test_example_30_the_second_banner_sends_its_virtuoso() -> None:
    own = {**RICH, "banners": ["brass"], "conductor": {"left": 0, "right": 1, "below": [0, 0], "arrived": None}}
    match = allocated(own, "develop", "with b", "with b")
    play(match, "0 resolve banner", "0 banner percussion")
    assert academy(match)["conductor"]["right"] == 2
    spots = legal(match)
    assert "assign pe4" in spots
    assert "assign ww5" not in spots
    assert "assign st1" not in spots
    play(match, "0 assign pe6", "0 skip")
    now = academy(match)
    assert now["conductor"]["left"] == 1
    assert (now["limit"], now["eyes_ignored"], now["assigned"]) == (2, 2, 0)
    assert now["virtuosos"] == ["locked", "gone", "locked", "locked"]
    assert sum(now["reserve"].values()) == 4 - len([s for s in now["spaces"].values() if s])


@rule("OR-051", "OR-029", "OR-030", "OR-053")
def test_the_third_banner_brings_the_fourth_virtuoso() -> None:
    own = {**RICH, "banners": ["brass", "percussion"], "virtuosos": ["locked", "gone", "locked", "locked"]}
    match = allocated(own, "develop", "with b", "with b", spots={"BR5": 0})
    play(match, "0 resolve banner", "0 banner woodwinds")
    now = academy(match)
    assert now["reserve"]["v"] == 1
    assert (now["limit"], now["eyes_ignored"]) == (3, 3)
    assert points(match) == 7
    assert coins(match) == (25, 26)  # nothing of the bonus under V4
    play(match, "0 assign ww7", "0 skip")
    assert academy(match)["assigned"] == 1
    assert academy(match)["reserve"].get("v", 0) == 0


@rule("OR-052", "OR-EX-11")
@pytest.mark.parametrize(("earlier", "gained"), [(0, 7), (1, 4), (2, 2)])
def test_completing_an_academy(earlier: int, gained: int) -> None:
    own = {**RICH, "banners": ["brass", "percussion"], "virtuosos": ["locked", "gone", "locked", "locked"]}
    match = allocated(own, "develop", "with b", "with b", players=4, spots={"BR5": 0}, academies_completed=earlier)
    play(match, "0 resolve banner", "0 banner woodwinds")
    assert points(match) == gained


@rule("OR-052", "OR-EX-11")
def test_the_fourth_of_four_takes_all_bonuses_of_the_boards() -> None:
    own = {**RICH, "banners": ["brass", "percussion"], "virtuosos": ["locked", "gone", "locked", "locked"]}
    match = allocated(own, "develop", "with b", "with b", players=4, spots={"BR5": 0}, academies_completed=3)
    before = coins(match)
    play(match, "0 resolve banner", "0 banner woodwinds")
    assert points(match) == 2
    assert coins(match) == before
    play(match, "0 piece s1", "0 at a07", "0 piece s1", "0 at a08")
    assert coins(match) == (before[0] + 8, before[1] + 8)
    assert academy(match)["areas"]["A"] == 2


# -- evolution -------------------------------------------------------------------------------------


@rule("OR-054", "OR-055", "OR-026", "OR-156", "OR-157")
def test_evolution_spaces_take_their_type_and_give_their_bonus() -> None:
    match = table(2, [members("b b p p")])
    assert legal(match, "evolve") == ["evolve e1", "evolve e2", "evolve e3"]
    play(match, "0 evolve e1")
    assert coins(match) == (3, 3)
    play(match, "0 evolve e2")
    assert coins(match) == (4, 3)
    play(match, "0 evolve e3")
    assert coins(match) == (4, 4)
    assert refused(match, "0 evolve e1").code == "space_taken"
    assert academy(match)["spaces"] == {"E1": "b", "E2": "p", "E3": "p"}


@rule("OR-034", "OR-054")
def test_invited_musicians_do_not_evolve() -> None:
    match = table(2, [{**members("b b b b"), "reserve": {"b": 4, "inv-p": 2}}])
    assert legal(match, "evolve") == ["evolve e1"]


@rule("OR-056")
def test_nobody_is_sent_to_evolve_into_nothing() -> None:
    own = {"reserve": {"p": 2, "b": 2}, "grid": {"B": [1, 2], "P": [3, 4], "I": [4]}, "banners": ["brass"]}
    match = table(2, [own], spots={"ST1": 0, "ST2": 0, "ST3": 0})
    play(match, "0 evolve e2")
    assert refused(match, "0 evolve e3").code == "nothing_to_evolve_to"


@rule("OR-057", "OR-059", "OR-163", "OR-EX-20")
def test_example_20_a_professional_becomes_an_instrumentalist() -> None:
    match = allocated({"money": 2, "prestige": 4}, "evolve e3")
    assert coins(match) == (2, 5)
    play(match, "0 resolve e3")
    assert legal(match) == ["grid 1"]
    play(match, "0 grid 1")
    assert coins(match) == (0, 0)
    own = academy(match)
    assert own["grid"] == {"B": [1], "P": [1, 2, 3, 4], "I": [2, 3, 4]}
    assert own["reserve"]["i"] == 1


@rule("OR-061", "OR-062", "OR-060", "OR-EX-21")
def test_example_21_a_student_repeats() -> None:
    match = allocated({"money": 1, "prestige": 4}, "evolve e3")
    play(match, "0 resolve e3")
    assert academy(match)["spaces"]["E3"] == "p"
    assert coins(match) == (1, 6)
    assert refused(match, "0 resolve e3").rule == "OR-061"
    finish_round(match)
    while match.active != (0,):
        play(match, f"{match.active[0]} {'pass' if 'pass' in legal(match) else legal(match, 'x', 'c', 'm')[0]}")
    assert academy(match)["spaces"] == {"E3": "p"}
    assert "p" not in academy(match)["reserve"]
    assert refused(match, "0 evolve e3").code == "space_taken"


@rule("OR-061")
def test_one_try_for_each_player_and_in_each_round() -> None:
    student = {"money": 0, "prestige": 0, "reserve": {"b": 3}, "spaces": {"E3": "p"}}
    match = table(2, [student, student], phase="resolution")
    play(match, "0 resolve e3", "0 pass")
    assert refused(match, "1 pass").rule == "OR-164"
    play(match, "1 resolve e3", "1 pass")
    assert match.view()["round"] == 2
    for player in (1, 0):
        while match.active != (player,) or match.view()["phase"] != "resolution":
            idle(match)
        assert "resolve e3" in legal(match)


@rule("OR-057", "OR-060")
def test_a_payable_column_must_be_taken_and_may_be_chosen() -> None:
    match = allocated({"money": 2, "prestige": 0}, "evolve e1")
    play(match, "0 resolve e1")
    assert legal(match) == ["grid 2", "grid 3"]  # column 4 costs 3
    assert refused(match, "0 skip").code == "must_evolve"


@rule("OR-057")
def test_in_a_straight_column_the_old_piece_goes_below_the_new_one() -> None:
    match = allocated({"money": 2, "prestige": 0}, "evolve e1")
    play(match, "0 resolve e1", "0 grid 3")  # the B space of column 2 is empty, too
    assert academy(match)["grid"] == {"B": [1, 3], "P": [2, 4], "I": [1, 2, 3, 4]}


@rule("OR-058", "OR-078", "OR-EX-22")
def test_example_22_without_a_straight_column_the_leftmost_is_taken() -> None:
    own = {
        "money": 9,
        "prestige": 9,
        "reserve": {"p": 1, "b": 3},
        "grid": {"B": [1], "P": [2, 3, 4], "I": [3, 4]},
    }
    match = allocated(own, "evolve e2", spots={"ST1": 0, "ST2": 0})
    play(match, "0 resolve e2")
    assert legal(match) == ["grid 3"]
    before = coins(match)
    play(match, "0 grid 3")
    assert coins(match) == (before[0] - 2, before[1] - 5)
    assert academy(match)["grid"] == {"B": [1], "P": [1, 2, 3, 4], "I": [4]}
    play(match, "0 assign st3", "0 skip")
    assert legal(match) == ["grid 1"]


@rule("OR-058")
def test_without_a_straight_column_the_old_piece_goes_to_the_leftmost_of_several_empty_spaces() -> None:
    own = {
        "money": 9,
        "prestige": 9,
        "reserve": {"p": 2, "b": 2},
        "grid": {"B": [1, 2], "P": [3, 4], "I": [3, 4]},
    }
    match = allocated(own, "evolve e2", spots={"ST1": 0, "ST2": 0})
    play(match, "0 resolve e2")
    assert legal(match) == ["grid 3"]
    play(match, "0 grid 3")
    assert academy(match)["grid"] == {"B": [1, 2], "P": [1, 3, 4], "I": [4]}


@rule("OR-063")
def test_a_student_without_a_follower_comes_back_without_bonus() -> None:
    own = {"reserve": {"b": 3}, "grid": {"B": [1], "P": [2, 3, 4], "I": []}, "spaces": {"E2": "p"}}
    match = table(2, [own], phase="resolution", spots={"ST1": 0, "ST2": 0, "ST3": 0, "ST4": 0})
    before = coins(match)
    play(match, "0 resolve e2")
    assert coins(match) == before
    assert academy(match)["reserve"]["p"] == 1


@rule("OR-064", "OR-008")
def test_a_free_evolution_needs_a_musician_in_the_reserve() -> None:
    match = allocated({"column": 5, "money": 0, "prestige": 0}, "c p", "x b")
    play(match, "0 resolve c", "0 to 6")
    assert legal(match) == ["skip", "grid 2", "grid 3", "grid 4"]
    play(match, "0 grid 4")
    assert coins(match) == (0, 0)
    assert academy(match)["reserve"] == {"p": 2}
    match = allocated({"column": 5, **members("i i p p")}, "c i")
    play(match, "0 resolve c", "0 to 6")
    assert legal(match) == ["poster 1", "poster 2", "poster 3", "poster 4"]  # no B at home: nothing happens


@rule("OR-064")
def test_without_a_musician_of_the_next_level_on_the_grid_there_is_no_free_evolution() -> None:
    own = {
        "reserve": {"b": 2, "p": 1}, "grid": {"B": [1], "P": [2, 3, 4], "I": []}, "spaces": {"C": "b"},
        "column": 11, "virtuosos": ["gone", "locked", "locked", "locked"], "poster": {"id": "PO2", "parts": 1},
    }  # fmt: skip
    match = table(2, [own], phase="resolution", spots={"ST1": 0, "ST2": 0, "ST3": 0, "ST4": 0, "ST9": 0})
    play(match, "0 resolve c", "0 to 12")
    assert "pass" in legal(match)
    assert academy(match)["poster"]["parts"] == 2


# -- the three key-hole spaces -----------------------------------------------------------------------


@rule("OR-065", "OR-160", "OR-027")
def test_each_key_hole_takes_any_one_musician_once() -> None:
    match = table(2, [{"reserve": {"b": 3, "p": 1, "inv-b": 1}}])
    assert legal(match, "m") == ["m b", "m p", "m inv-b"]
    play(match, "0 m inv-b")
    assert legal(match, "m") == []
    assert refused(match, "0 m b").rule == "OR-065"


@rule("OR-066", "OR-067", "OR-EX-14")
@pytest.mark.parametrize(
    ("given", "money", "prestige"), [("5m 0p", 15, 30), ("3m 2p", 21, 24), ("0m 5p", 30, 15), ("0m 0p", 20, 20)]
)
def test_example_14_exchange(given: str, money: int, prestige: int) -> None:
    match = allocated({"money": 20, "prestige": 20}, "x b")
    play(match, "0 resolve x")
    assert len(legal(match)) == 21
    play(match, f"0 exchange {given}")
    assert coins(match) == (money, prestige)
    assert academy(match)["reserve"]["b"] >= 1


@rule("OR-067")
def test_coins_received_cannot_be_given_in_the_same_exchange() -> None:
    match = allocated({"money": 1, "prestige": 0}, "x b")
    play(match, "0 resolve x")
    assert legal(match) == ["exchange 0m 0p", "exchange 1m 0p"]


@rule("OR-068")
@pytest.mark.parametrize(("kind", "reach"), [("b", 1), ("p", 2), ("i", 3), ("inv-p", 2)])
def test_the_type_decides_the_steps_on_the_column(kind: str, reach: int) -> None:
    own = members("b b p i")
    own["reserve"]["inv-p"] = 1
    match = allocated(own, f"c {kind}")
    play(match, "0 resolve c")
    assert legal(match) == ["skip", *(f"to {n}" for n in range(1, reach + 1))]


@rule("OR-069", "OR-071", "OR-EX-17")
def test_example_17_an_eye_leaves_the_bonus_of_the_type() -> None:
    match = allocated({}, "m b")
    play(match, "0 resolve m", chance=["SM16"])
    assert coins(match) == (3, 4)
    assert match.view()["social"]["discards"] == {"SM16": 1}


@rule("OR-070", "OR-074", "OR-EX-16")
@pytest.mark.parametrize(("revealed", "money"), [(["SM16", "SM02"], 7), (["SM16", "SM16"], 4)])
def test_example_16_one_banner_ignores_one_eye(revealed: list[str], money: int) -> None:
    match = allocated({"banners": ["brass"]}, "m p")
    play(match, "0 resolve m", chance=revealed)
    assert coins(match) == (money, 4)


@rule("OR-070", "OR-072")
@pytest.mark.parametrize("revealed", [["SM16", "SM02", "SM12"], ["SM02", "SM16", "SM12"], ["SM02", "SM12", "SM16"]])
def test_an_ignored_eye_is_never_one_of_the_cards_to_resolve(revealed: list[str]) -> None:
    match = allocated({**members("b b p i"), "banners": ["brass"]}, "m i")
    play(match, "0 resolve m", chance=revealed)
    assert legal(match) == ["show sm02", "show sm12"]
    assert match.view()["social"]["discards"] == {"SM16": 1}


@rule("OR-072", "OR-008")
def test_all_cards_are_revealed_then_resolved_in_any_order() -> None:
    match = allocated({**members("b b p i"), "banners": ["brass"]}, "m i")
    play(match, "0 resolve m", chance=["SM02", "SM12", "SM07"])
    assert legal(match) == ["show sm02", "show sm07", "show sm12"]
    play(match, "0 show sm12")
    assert legal(match) == ["skip", "invite i"]
    play(match, "0 invite i")
    assert legal(match) == ["show sm02", "show sm07"]
    play(match, "0 show sm07")
    assert coins(match) == (3 + 2 + 3, 2 + 2)
    assert points(match) == 1


@rule("OR-073")
def test_a_short_deck_is_filled_with_the_discards_but_not_with_the_cards_just_revealed() -> None:
    everything = {
        "SM01": 1, "SM02": 1, "SM03": 1, "SM04": 1, "SM05": 1, "SM06": 1, "SM07": 1, "SM08": 1,
        "SM10": 1, "SM11": 1, "SM12": 1, "SM13": 3, "SM16": 5,
    }  # fmt: skip
    match = allocated({}, "m p", social={"discards": everything})
    play(match, "0 resolve m", chance=["SM09", "SM01"])
    assert match.view()["social"]["deck"] == {kind: n for kind, n in everything.items() if kind != "SM01"}
    assert legal(match) == ["show sm01", "show sm09"]
    play(match, "0 show sm01")
    assert match.view()["social"]["discards"] == {"SM01": 1, "SM09": 1}
    assert points(match) == 3


@rule("OR-031", "OR-032", "OR-035", "OR-039")
def test_an_invited_musician_waits_and_goes_back_after_use() -> None:
    match = allocated({}, "x b", "c p", "m b")
    play(match, "0 resolve m", chance=["SM11"])
    play(match, "0 invite p")
    assert academy(match)["reserve"]["inv-p"] == 1
    assert match.view()["freelancers"] == {"B": 4, "P": 3, "I": 4}
    assert sum(n for kind, n in academy(match)["reserve"].items() if kind in "bpi") + len(academy(match)["spaces"]) == 4


@rule("OR-033")
def test_an_invitation_without_freelancers_is_lost() -> None:
    others = {"reserve": {"b": 3, "p": 1, "inv-b": 4, "inv-p": 4, "inv-i": 4}}
    match = table(2, [{"reserve": {"b": 2, "p": 1}, "spaces": {"M": "b"}}, others], phase="resolution")
    play(match, "0 resolve m", chance=["SM12"])
    assert legal(match) == ["pass"]
