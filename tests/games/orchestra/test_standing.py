"""How a match stands, and what an action costs: shown before anybody decides."""

from __future__ import annotations

from games.orchestra.tables import THEATER, finish_match, members, pieces, play, praised, table, warned
from support import rule
from tutti import words
from tutti.games.orchestra.pack.names import price
from tutti.kernel.types import Fields

NEARER: Fields = {"conductor": {"left": 3, "right": 0}}
"""Whoever has this chooses an area before the others."""
ONE_I: Fields = {"reserve": {"b": 3}, "grid": {"B": [1], "P": [1, 2, 3, 4], "I": [2, 3, 4]}}
"""Three Beginners in the reserve; the Instrumentalist of column 1 is wherever the test puts it."""


# -- standings -------------------------------------------------------------------------------------


@rule("KN-45", "OR-187", "OR-188", "OR-191", "OR-197", "OR-198", "OR-011")
def test_a_standing_by_hand() -> None:
    """Ada: 5 for a card; Strings alone 12; three pieces in A 9 against one in B; 4 chairs of the Overture; 10 coins.
    Bo chooses second (Ada's marker is nearer) and gets B with one piece."""
    hall = [*pieces("H3 a07, S1 a10, S1 a11"), *pieces("S1 e08"), *pieces("S1 e09, S1 a12", player=1)]
    academies: list[Fields] = [
        {
            **members("b b b b", 1),
            "money": 7,
            "prestige": 3,
            "scores": {"cards": 5},
            "conductor": {"left": 3, "right": 0},
        },
        {**members("b b b b"), "money": 4, "prestige": 0},
    ]
    match = table(2, academies, spots={"ST1": 0}, pieces=hall, theater=THEATER)
    mine, theirs = match.standing(0), match.standing(1)
    assert mine.points == (5, 0)
    ada = {"cards": 5, "orchestra": 12, "audience": 9, "theater": 4, "coins": 2}
    assert {source: n for source, n in mine.sources[0].items() if n} == ada
    assert {source: n for source, n in mine.sources[1].items() if n} == {"audience": 2}
    assert mine.scored == (32, 2)
    assert mine.open == (False, True)
    assert theirs.sources[0]["theater"] == 0  # nobody but Ada knows her card
    assert theirs.open == (True, False)
    assert match.standing().open == (True, True)
    strings, *_, area_a, area_b, _, _ = mine.majorities
    assert (strings.args, strings.counts, strings.pays) == ({"section": "strings"}, (1, 0), (12, 0))
    assert (area_a.args, area_a.counts, area_a.pays) == ({"area": "A"}, (3, 1), (9, 0))
    assert (area_b.counts, area_b.pays) == ((1, 1), (0, 2))
    for area in (area_a, area_b):  # a choice, no race: nobody leads (OR-191)
        assert (area.exclusive, area.leaders, area.margin) == (True, (), 0)
        assert (area.json()["leaders"], area.json()["margin"]) == ([], 0)
    assert not strings.exclusive


@rule("KN-45", "OR-189", "OR-EX-01")
def test_majorities_share_ranks_as_the_final_scoring_does() -> None:
    spots = {"ST1": 0, "ST2": 0, "ST3": 1, "ST4": 1, "ST5": 2}
    teach: list[Fields] = [{}, {"banners": ["strings"]}, {"banners": ["strings"]}]
    academies = [{**members("b b b b", count), **teach[p]} for p, count in enumerate((2, 2, 1))]
    match = table(3, academies, spots=spots)
    strings = match.standing(0).majorities[0]
    assert (strings.counts, strings.pays, strings.leaders) == ((2, 2, 1), (10, 10, 4), (0, 1))
    finish_match(match)
    assert match.result is not None
    assert match.standing(1).sources == match.result.sources


@rule("KN-45", "OR-191", "OR-214")
def test_an_area_that_is_chosen_is_nobody_elses() -> None:
    hall = [*pieces("S1 a07, S1 a08"), *pieces("S1 a09, S1 e05", player=1)]
    match = table(
        2,
        [{"conductor": {"left": 3, "right": 0}}, {}],
        pieces=hall,
        phase="special_round",
        reason="deck_i",
        theater=THEATER,
    )
    play(match, "0 pass", "1 pass")
    assert match.standing(0).sources[1]["audience"] == 2  # Ada would take A
    assert match.preview(0, "area b").numbers["scored"] == ([9, 3], [3, 4])
    play(match, "0 area b")
    assert match.standing(0).sources[1]["audience"] == 3  # she did not


@rule("OR-214")
def test_who_has_no_piece_takes_nothing_that_others_want() -> None:
    """Bo chooses first and has nothing anywhere: Ada keeps A, be it ever so dear."""
    match = table(2, [{}, NEARER], pieces=pieces("S1 a07"))
    assert match.standing(0).sources[0]["audience"] == 3
    match = table(2, [{}, NEARER], pieces=[*pieces("S1 a07, S1 i04"), *pieces("S1 a08", player=1)])
    assert match.standing(0).sources[0]["audience"] == 1


# -- costs -------------------------------------------------------------------------------------------


@rule("KN-44", "OR-042", "OR-043")
def test_a_banner_tells_its_price_at_once_and_takes_it_with_the_last_musician() -> None:
    match = table(2)
    assert praised(match, "develop")["costs"] == {"price": price(2, 2)}
    assert "costs" not in warned(match, "develop")  # it speaks neither against nor for it
    assert [remark.code for remark in match.preview(0, "develop").judged().merits] == ["ignores_eyes"]
    seen = match.preview(0, ["develop", "with b"])
    assert seen.numbers["money"] == ([3, 3], [1, 3])
    assert seen.numbers["prestige"] == ([2, 2], [0, 2])
    assert seen.numbers["beginners"] == ([3, 3], [2, 3])


@rule("KN-44", "OR-037", "OR-146", "OR-206")
def test_a_card_tells_slot_costs_and_what_hired_musicians_take() -> None:
    own = {**members("b b p i"), "money": 6, "prestige": 6}
    match = table(2, [own], open_levels=["I", "II", "III"], rows={"III": ["III06", "III02", "III10"]})
    assert praised(match, "card iii.1")["costs"] == {"price": price(1, 0)}
    cheap = next(one for one in match.preview(0, "card iii.1").merits if one.code == "costs")
    assert words.Speaker("orchestra").remark(cheap) == "costs 1 Money"
    assert praised(match, "card iii.3")["costs"] == {"price": price(0, 1)}
    play(match, "0 card iii.1", "0 with i")
    assert praised(match, "with hire-p")["costs"] == {"price": price(3, 1)}
    seen = match.preview(0, "with hire-p")
    assert (seen.numbers["money"], seen.numbers["prestige"]) == (([6, 3], [2, 3]), ([6, 2], [5, 2]))
    assert match.preview(0, "with p").numbers["money"] == ([6, 3], [5, 3])


@rule("KN-44", "OR-118", "OR-191", "OR-197")
def test_piece_and_place_are_previewed_as_one() -> None:
    match = table(2, [{**ONE_I, "money": 9, "spaces": {"C": "i"}, "column": 8}], phase="resolution", theater=THEATER)
    play(match, "0 resolve c", "0 to 9")
    seen = match.preview(0, ["piece h2", "at a07"])
    assert seen.actions == ("piece h2", "at a07")
    assert seen.stop == "question"
    assert seen.numbers["money"] == ([9, 3], [1, 3])
    assert seen.numbers["pieces"] == ([0, 0], [1, 0])
    assert seen.sources["theater"] == ([0, 0], [2, 0])
    assert seen.sources["audience"] == ([0, 0], [3, 0])
    (before, after) = seen.majorities[0]
    assert (after.args, before.counts, after.counts, after.pays) == ({"area": "A"}, (0, 0), (1, 0), (3, 0))
    assert match.preview(0, ["piece h2", "at b00"]).numbers["money"] == ([9, 3], [7, 3])


@rule("KN-44", "OR-057", "OR-066", "OR-104")
def test_evolution_exchange_and_a_shared_space_show_what_they_take() -> None:
    own: Fields = {"reserve": {"b": 2}, "spaces": {"E1": "b", "X": "p"}}
    match = table(2, [own], phase="resolution")
    seen = match.preview(0, ["resolve e1", "grid 2"])
    assert seen.numbers["money"] == ([3, 3], [1, 3])
    assert seen.numbers["professionals"] == ([0, 1], [1, 1])
    seen = match.preview(0, ["resolve x", "exchange 2m 0p"])
    assert (seen.numbers["money"], seen.numbers["prestige"]) == (([3, 3], [1, 3]), ([2, 2], [6, 2]))
    own = {"reserve": {"b": 3}, "spaces": {"C": "p"}, "column": 6, "poster": {"id": "PO2", "parts": 2}}
    match = table(2, [own, {"column": 7}], phase="resolution")
    seen = match.preview(0, ["resolve c", "to 7"])
    assert seen.events[0] == {"event": "paid", "player": 0, "money": 0, "prestige": 2, "price": price(0, 2)}
    assert seen.numbers["money"] == ([3, 3], [5, 3])  # space 7 gives 2 of each: the Prestige comes back
    assert "prestige" not in seen.numbers
