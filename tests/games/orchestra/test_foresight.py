"""What looks better than it is: warnings of an action before it is made."""

from __future__ import annotations

import pytest

from games.orchestra.tables import THEATER, members, pieces, play, table, warned
from support import rule
from tutti import words
from tutti.games.orchestra.pack.names import price
from tutti.kernel.types import Fields


@rule("OR-061", "KN-44")
def test_a_student_who_cannot_be_paid_repeats() -> None:
    match = table(2, [{"money": 2, "prestige": 3}])
    assert warned(match, "evolve e3")["student_repeats"] == {"space": "E3", "price": price(2, 5)}
    assert "student_repeats" in warned(table(2, [{"money": 1, "prestige": 4}]), "evolve e3")  # the bonus is no Money
    just_enough = table(2, [{"money": 2, "prestige": 4}])  # with the bonus
    assert warned(just_enough, "evolve e3").keys() == {"cards_out_of_reach"}
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
    assert warned(table(2, [own]), "evolve e3")["students_short"] == {"price": price(4, 5)}
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
    own: Fields = {"reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}}
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
    own = {"reserve": {"b": 2, "i": 1}, "grid": {"B": [1, 2], "P": [1, 2, 3], "I": [2, 3, 4]}, "money": 0}
    match = table(
        2, [{**own, "column": 12, "spaces": {"C": "p"}}], phase="resolution", rows={"II": ["II09", "II12", "II03"]}
    )
    play(match, "0 resolve c", "0 to 13")
    assert warned(match, "take ii.1")["gain_lost"] == {"gain": "pieces"}  # no Money for one
    assert warned(match, "take ii.2") == warned(match, "take ii") == {}


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
    assert warned(match, "skip") == {"leaves_pieces": {"left": 2}}


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
