"""What players are told before they decide: standings by source, warnings, costs. Merits: ``test_merits.py``."""

from __future__ import annotations

import pytest

from games.orchestra.tables import finish_match, members, play, table
from support import rule
from tutti import Match, words
from tutti.kernel.facts import Fields

THEATER = [{"dealt": ["T01", "T02"], "kept": "T01"}, {"dealt": ["T03", "T04"], "kept": "T03"}]
NEARER: Fields = {"conductor": {"left": 3, "right": 0}}
"""Whoever has this chooses an area before the others."""
ONE_I: Fields = {"reserve": {"b": 3}, "grid": {"B": [1], "P": [1, 2, 3, 4], "I": [2, 3, 4]}}
"""Three Beginners in the reserve; the Instrumentalist of column 1 is wherever the test puts it."""


def warned(match: Match, *actions: str, player: int = 0) -> dict[str, Fields]:
    """Warnings of a row of actions: code → its values."""
    found = match.preview(player, actions, views=False).warnings
    speaker = words.Speaker("orchestra", ["Ada", "Bo", "Cy", "Di"])
    assert all("{" not in speaker.remark(remark) for remark in found)
    return {remark.code: dict(remark.args) for remark in found}


def pieces(text: str, player: int = 0) -> list[Fields]:
    """Pieces as in ``"H3 a07, U2 e08"``."""
    return [dict(zip(("piece", "at"), piece.split(), strict=True), player=player) for piece in text.split(", ")]


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
    assert (area_b.counts, area_b.pays, area_b.margin) == ((1, 1), (0, 2), 0)


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
    assert warned(match, "develop")["costs"] == {"money": 2, "prestige": 2}
    seen = match.preview(0, ["develop", "with b"])
    assert seen.numbers["money"] == ([3, 3], [1, 3])
    assert seen.numbers["prestige"] == ([2, 2], [0, 2])
    assert seen.numbers["beginners"] == ([3, 3], [2, 3])


@rule("KN-44", "OR-037", "OR-146", "OR-206")
def test_a_card_tells_slot_costs_and_what_hired_musicians_take() -> None:
    own = {**members("b b p i"), "money": 6, "prestige": 6}
    match = table(2, [own], open_levels=["I", "II", "III"], rows={"III": ["III06", "III02", "III10"]})
    assert warned(match, "card iii.1")["costs"] == {"money": 1, "prestige": 0}
    assert warned(match, "card iii.3")["costs"] == {"money": 0, "prestige": 1}
    play(match, "0 card iii.1", "0 with i")
    assert warned(match, "with hire-p")["costs"] == {"money": 3, "prestige": 1}
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
    assert seen.events[0] == {"event": "paid", "player": 0, "money": 0, "prestige": 2}
    assert seen.numbers["money"] == ([3, 3], [5, 3])  # space 7 gives 2 of each: the Prestige comes back
    assert "prestige" not in seen.numbers


# -- warnings ------------------------------------------------------------------------------------------


@rule("OR-061", "KN-44")
def test_a_student_who_cannot_be_paid_repeats() -> None:
    match = table(2, [{"money": 2, "prestige": 3}])
    assert warned(match, "evolve e3")["student_repeats"] == {"space": "E3", "money": 2, "prestige": 5}
    assert "student_repeats" in warned(table(2, [{"money": 1, "prestige": 4}]), "evolve e3")  # the bonus is no Money
    assert warned(table(2, [{"money": 2, "prestige": 4}]), "evolve e3").keys() == {
        "cards_out_of_reach"
    }  # the bonus will do
    waiting = {"reserve": {"b": 3}, "spaces": {"E3": "p"}, "money": 2, "prestige": 4}
    match = table(2, [waiting], phase="resolution")
    seen = match.preview(0, "resolve e3")
    assert [remark.rule for remark in seen.warnings] == ["OR-061"]
    assert seen.numbers == {"prestige": ([4, 2], [5, 2])}
    said = words.Speaker("orchestra", ["Ada", "Bo"]).remark(seen.warnings[0])
    assert said == "cannot pay yet, the student repeats: it takes at least 2 Money and 5 Prestige"


@rule("OR-061")
def test_coins_that_do_not_do_for_all_students() -> None:
    own: Fields = {"reserve": {"b": 2, "p": 1}, "spaces": {"E1": "b"}, "money": 3, "prestige": 9}
    assert warned(table(2, [own]), "evolve e3")["students_short"] == {"money": 4, "prestige": 5}
    assert "students_short" not in warned(table(2, [{**own, "money": 5}]), "evolve e3")
    staffed = {**own, "money": 4, "prestige": 3}
    assert "student_unpaid" not in warned(table(2, [staffed]), "develop", "with b")
    assert warned(table(2, [{**staffed, "money": 3}]), "develop", "with b")["student_unpaid"] == {"space": "E1"}


@rule("OR-063")
def test_a_student_with_nobody_to_follow() -> None:
    own: Fields = {"reserve": {"b": 2, "i": 1}, "grid": {"B": [1, 2], "P": [1, 2, 3], "I": []}, "spaces": {"E3": "p"}}
    match = table(2, [own], phase="resolution", spots={"ST1": 0, "ST2": 0, "ST3": 0})
    assert warned(match, "resolve e3") == {"nobody_left": {}}


@rule("OR-066", "OR-067", "OR-068", "OR-087", "OR-090")
def test_spaces_that_would_do_little() -> None:
    match = table(2, [{**members("b b p i"), "money": 0, "prestige": 0}])
    assert {"nothing_to_exchange", "type_wasted"} <= warned(match, "x p").keys()
    assert warned(match, "x p")["type_wasted"] == {"space": "X", "musician": "b"}
    assert warned(match, "x b").keys() == {"nothing_to_exchange"}
    assert "type_wasted" not in warned(match, "c i")  # more steps
    match = table(2, [{**members("b b p i"), "column": 15}])
    assert warned(match, "c i")["steps_lost"] == {"steps": 2}
    assert "steps_lost" not in warned(match, "c b")
    assert "column_at_end" in warned(table(2, [{"column": 16}]), "c b")
    match = table(2, [{"reserve": {"b": 2, "p": 1}, "spaces": {"X": "b"}}], phase="resolution")
    assert warned(match, "resolve x", "exchange 0m 0p") == {"nothing_exchanged": {}}


@rule("OR-070", "OR-073")
@pytest.mark.parametrize(
    ("musician", "banners", "percent"), [("b", [], 25), ("p", [], 45), ("p", ["brass"], 5), ("b", ["brass"], None)]
)
def test_how_likely_too_many_eyes_are(musician: str, banners: list[str], percent: int | None) -> None:
    """5 eyes among 20: 5/20; 1 - 15·14/(20·19); 5·4/(20·19)."""
    found = warned(table(2, [{"banners": banners}]), f"m {musician}").get("eyes_risk")
    assert (found and found["percent"]) == percent


@rule("OR-070", "OR-073")
def test_eyes_of_a_short_deck_come_for_certain() -> None:
    """The last card is an eye; 4 of the 19 discards are, too."""
    discards = {f"SM{i:02}": 1 for i in range(1, 13)} | {"SM13": 3, "SM16": 4}
    social = {"deck": {"SM16": 1}, "discards": discards}
    assert warned(table(2, social=social), "m b")["eyes_risk"]["percent"] == 100
    match = table(2, [{"banners": ["brass"]}], social=social)
    assert warned(match, "m p")["eyes_risk"] == {"cards": 2, "ignored": 1, "percent": 21}


@rule("OR-033", "OR-064", "OR-096", "OR-116", "OR-151")
def test_rewards_that_come_to_nothing() -> None:
    own: Fields = {**ONE_I, "reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}}
    levels = ["I", "II", "III", "S"]
    rows = {"III": ["III01", "III02", "III03"], "S": ["S09", "S02", "S03"]}
    mine = {**own, "reserve": {"b": 2, "p": 1, "i": 1}, "banners": ["percussion"]}
    match = table(2, [mine], open_levels=levels, rows=rows)
    assert warned(match, "card s.1")["gain_lost"] == {"gain": "return"}
    assert "gain_lost" not in warned(table(2, [{**mine, "column": 4}], open_levels=levels, rows=rows), "card s.1")
    staffed = {"card": "S09", "player": 0, "part": 1, "musicians": ["i", "p"]}
    rows["S"] = [staffed, "S02", "S03"]  # type: ignore[list-item]  # a place with Musicians is an object
    match = table(2, [{**own, "banners": ["percussion"]}], phase="resolution", open_levels=levels, rows=rows)
    assert warned(match, "resolve s.1")["gain_lost"] == {"gain": "return"}
    evolving: Fields = {**members("p p p i"), "reserve": {"p": 3}, "spaces": {"C": "i"}, "column": 5}
    match = table(2, [evolving], phase="resolution")
    play(match, "0 resolve c")
    assert warned(match, "to 6")["gain_lost"] == {"gain": "evolve"}  # no Beginner is at hand
    assert "gain_lost" not in warned(match, "to 7")


@rule("OR-126", "OR-131", "OR-080", "OR-154")
def test_the_orchestra() -> None:
    own = {**members("b b p i"), "conductor": {"left": 6, "right": 0}}
    match = table(2, [own], wcu=6)
    assert warned(match, "assign st5")["gain_lost"] == {"gain": "pieces"}
    assert warned(match, "assign st1")["step_lost"] == {"side": "left"}
    match = table(2, [{**members("b b p i")}], phase="resolution")
    assert warned(match, "pass") == {"could_assign": {}}
    match = table(2, [{"reserve": {"p": 1}, "spaces": {"X": "b", "C": "b", "M": "b"}}])
    assert warned(match, "pass")["musicians_idle"] == {"count": 1}


@rule("OR-083", "OR-EX-31")
def test_a_virtuoso_who_would_wait() -> None:
    other = {**members("b b p p"), "banners": ["strings"], "virtuosos": ["gone"] * 4}
    full = {"ST6": 1, "ST7": 1, "ST8": 1, "ST9": 1}
    mine = {"reserve": {"b": 3}, "column": 9, "spaces": {"C": "p"}}
    match = table(2, [mine, other], spots=full, phase="resolution")
    assert warned(match, "resolve c", "to 10") == {"virtuoso_waits": {"virtuoso": "V1"}}
    match = table(2, [mine], phase="resolution")
    assert warned(match, "resolve c", "to 10") == {}


@rule("OR-076", "OR-131")
def test_a_banner_for_a_section_without_spots() -> None:
    spots = {"PE1": 1, "PE2": 1, "PE3": 1, "PE4": 1, "PE5": 1, "PE6": 1, "PE7": 1}
    other = {**members("b b b b", 3), "banners": ["percussion"], "virtuosos": ["gone"] * 4}
    own: Fields = {"reserve": {"b": 2, "p": 1}, "slots": [["b"], [], []], "conductor": {"left": 0, "right": 4}}
    match = table(2, [own, other], spots=spots, phase="resolution")
    play(match, "0 resolve banner")
    found = warned(match, "banner percussion")
    assert found == {"no_spots": {"section": "percussion"}, "step_lost": {"side": "right"}}
    assert warned(match, "banner woodwinds") == {"step_lost": {"side": "right"}}


@rule("OR-142")
def test_cards_that_get_out_of_reach() -> None:
    match = table(2, [{"money": 0}])  # one Professional, wanted by two open cards, and nobody can be hired
    assert warned(match, "c p")["cards_out_of_reach"] == {"cards": ["Student Matinee", "Music Shop Window"]}
    assert "cards_out_of_reach" not in warned(match, "c b")
    assert "cards_out_of_reach" not in warned(match, "card i.1", "with b")


@rule("OR-114", "OR-191", "OR-197")
def test_pieces_that_score_nothing() -> None:
    hall = pieces("S1 b06, S1 b07, H2 c06, S1 i04")
    match = table(2, [members("b b p i")], pieces=hall, theater=THEATER)
    play(match, "0 assign st1")
    assert warned(match, "piece h2", "at e05")["piece_scores_nothing"] == {"area": "A"}
    assert "piece_scores_nothing" not in warned(match, "piece u2", "at e08")  # two chairs of the Overture
    assert "piece_scores_nothing" not in warned(match, "piece h2", "at a10")
    assert warned(match, "skip") == {"gives_up": {"left": 2}}


@rule("OR-197")
def test_a_chair_that_only_a_single_seat_could_cover() -> None:
    """Five of six single seats are used; i18 and j18 of the Overture are what Bo left of their block."""
    hall = [*pieces("U2 i19, H2 g18, S1 h18", player=1), *pieces("S1 b00, S1 b01, S1 c00, S1 c01, S1 d00")]
    match = table(2, [members("b b p i")], pieces=hall, theater=THEATER)
    play(match, "0 assign st1")
    assert warned(match, "piece s1", "at i18").get("chairs_lost") == {"count": 1, "chairs": ["j18"]}
    assert "chairs_lost" not in warned(match, "piece u2", "at i18")


@rule("OR-125", "OR-170", "OR-191")
def test_what_others_would_thank_for() -> None:
    match = table(2, [members("b b p i")])
    play(match, "0 assign st5")
    assert warned(match, "wcu") == {"opens_wcu": {"points": 5}}
    match = table(2, [members("b b p i")], wcu=1)
    play(match, "0 assign st5")
    assert warned(match, "wcu") == {}
    match = table(2, [{"cards": ["II05", "II06", "S09", "I04"]}])
    assert warned(match, "gather", "flip children", "flip children", "flip star-children") == {"star_in_gather": {}}
    match = table(2, phase="special_round", reason="deck_i", pieces=pieces("S1 a07, S1 a08, S1 e05"))
    play(match, "0 pass", "1 pass")
    chooser = match.active[0]
    if chooser == 1:
        play(match, "1 area d")
    assert warned(match, "area b") == {"better_area": {"area": "A", "points": 6}}
    assert warned(match, "area a") == {}
