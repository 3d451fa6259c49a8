"""What speaks for an action: what it opens, frees, completes and makes possible."""

from __future__ import annotations

from games.orchestra.tables import THEATER, members, pieces, play, praised, table
from support import rule
from tutti.kernel.types import Fields


@rule("OR-173", "OR-174", "KN-44")
def test_the_musician_that_opens_a_level() -> None:
    grown = members("b b p i")
    rivals = [members("b b b i"), members("b b i i")]
    own: Fields = {"reserve": {"b": 3}, "spaces": {"E3": "p"}, "money": 9, "prestige": 9}
    match = table(3, [own, *rivals], phase="resolution")
    assert praised(match, "resolve e3", "grid 1")["opens_level"] == {"level": "III"}
    assert "opens_level" not in praised(table(3, [own, rivals[1]], phase="resolution"), "resolve e3", "grid 1")
    seated = {"ST1": 1, "ST2": 1, "ST3": 1}
    other = {**members("b b b b", 3), "banners": ["strings"]}
    assert praised(table(2, [grown, other], spots=seated), "assign st4")["opens_level"] == {"level": "S"}
    assert "opens_level" not in praised(table(2, [grown]), "assign st4")


@rule("OR-175", "OR-176")
def test_the_end_comes_nearer() -> None:
    """Two players: three Musicians in each section."""
    brass = {"BR1": 1, "BR2": 1, "BR5": 1}
    winds = {"WW1": 1, "WW5": 1, "WW6": 1}
    drums = {"PE1": 1, "PE4": 0, "PE5": 0}
    strings = {"ST1": 0, "ST2": 0}
    own: Fields = {**members("b b p i", 2), "banners": ["percussion", "brass"], "column": 10}
    own["virtuosos"] = ["gone", "gone", "locked", "locked"]
    other: Fields = {**members("b b b b", 4), "banners": ["brass", "percussion"], "column": 10}
    other["virtuosos"] = ["gone", "gone", "gone", "locked"]
    other["conductor"] = {"left": 5, "right": 3}
    match = table(2, [own, other], spots={**brass, **winds, **drums, **strings})
    found = praised(match, "assign st3")
    assert found["fills_orchestra"] == {}
    assert found["fills_section"] == {"section": "strings", "done": 4}
    seen = praised(match, "assign br3")
    assert "fills_orchestra" not in seen
    assert "fills_section" not in seen


@rule("OR-175")
def test_the_last_chair() -> None:
    match = table(2, [members("b b p i")], theater=THEATER)
    play(match, "0 assign st3")
    game = match.game
    world = game.copy(match.state)
    free = world.d.seats.index("i18")
    for seat, _ in enumerate(world.chairs):
        if seat != free and not world.chairs[seat]:
            world.chairs[seat] = 2
            world.taken += 1
    for shape in range(len(world.d.size)):  # only the single seat fits, and only there
        for word in range(2):
            world.open[shape * 2 + word] &= ~world.d.cover[(free * 16 + shape) * 2 + word] if shape == 0 else 0
    game.apply(world, game.codes["piece s1"], match.scribe(), 0)
    codes = [remark.code for remark in game.merits(world, 0, game.codes["at i18"])]
    assert codes[0] == "fills_hall"


@rule("OR-030", "OR-050", "OR-051", "OR-134")
def test_virtuosos_that_come_free() -> None:
    one = {**members("b b b p"), "banners": ["brass"], "money": 9, "prestige": 9}
    assert praised(table(2, [one]), "develop")["frees_virtuoso"] == {"virtuoso": "V2"}
    match = table(2, [{"reserve": {"b": 3}, "column": 9, "spaces": {"C": "p"}}], phase="resolution")
    assert praised(match, "resolve c", "to 11")["frees_virtuoso"] == {"virtuoso": "V1"}
    assert "frees_virtuoso" not in praised(match, "resolve c")
    near = {"cards": ["S04", "S09"], "conductor": {"left": 4, "right": 3}}
    match = table(2, [near], open_levels=["I", "II", "S"], rows={"S": [None, None, None]})
    assert praised(match, "concert seniors")["frees_virtuoso"] == {"virtuoso": "V3"}


@rule("OR-172", "OR-167", "OR-169")
def test_what_becomes_possible_at_once() -> None:
    own: Fields = {"reserve": {"b": 3}, "spaces": {"E3": "p"}, "money": 9, "prestige": 9}
    match = table(2, [own], phase="resolution")
    assert praised(match, "resolve e3", "grid 1")["lets_assign"] == {}
    staffed = {"card": "I01", "player": 0, "part": 1, "musicians": ["b"]}
    mine: Fields = {"reserve": {"b": 2, "p": 1}, "cards": ["II05", "II06"]}
    match = table(2, [mine], phase="resolution", rows={"I": [staffed, "I02", "I03"]})
    assert praised(match, "resolve i.1")["lets_gather"] == {}
    match = table(2, [{**mine, "cards": ["II05"]}], phase="resolution", rows={"I": [staffed, "I02", "I03"]})
    assert "lets_gather" not in praised(match, "resolve i.1")
    star = {"card": "S09", "player": 0, "part": 1, "musicians": ["i", "p"]}
    mine = {"reserve": {"b": 2}, "grid": {"B": [1, 2], "P": [2, 3, 4], "I": [2, 3, 4]}, "banners": ["percussion"]}
    rows = {"I": ["I01", "I02", "I03"], "S": [star, None, None]}
    match = table(2, [mine], phase="resolution", open_levels=["I", "II", "S"], rows=rows)
    assert praised(match, "resolve s.1")["lets_concert"] == {}


@rule("OR-142", "OR-055")
def test_a_bonus_that_lets_a_card_be_used_in_this_turn() -> None:
    """Hiring a Professional for the Student Matinee takes 3 Money and 1 Prestige; the bonus of E1 is the Prestige."""
    own = {"reserve": {"b": 4}, "grid": {"B": [], "P": [1, 2, 3, 4], "I": [1, 2, 3, 4]}, "money": 3, "prestige": 0}
    match = table(2, [own])
    assert praised(match, "evolve e1")["lets_fulfil"] == {"cards": ["Student Matinee", "Music Shop Window"]}
    assert "lets_fulfil" not in praised(table(2, [{**own, "prestige": 1}]), "evolve e1")


@rule("OR-142", "OR-179", "OR-141")
def test_cards_for_the_next_round_are_those_that_will_still_lie_there() -> None:
    own: Fields = {"reserve": {"b": 2, "p": 1}, "slots": [["b"], [], []], "money": 0, "prestige": 0}
    match = table(2, [own], phase="resolution", rows={"I": ["I07", None, "I02"], "II": ["II10", "II02", "II03"]})
    play(match, "0 resolve banner")
    found = praised(match, "banner brass")
    assert found["lets_fulfil_next"] == {"cards": ["Village Fair"]}  # the row of Level II will be renewed
    assert found["cards_want"] == {"cards": ["Village Fair", "City Zoo"]}
    assert "lets_fulfil_next" not in praised(match, "banner percussion")


@rule("OR-047", "OR-048", "OR-049", "OR-050", "OR-068", "OR-099")
def test_banners_and_the_column() -> None:
    match = table(2)
    assert praised(match, "develop")["ignores_eyes"] == {"eyes": 1}
    assert "develops" not in praised(match, "develop")  # one musician a round, before (OR-048) and after (OR-049)
    second = table(2, [{"banners": ["brass"], "money": 9, "prestige": 9}])
    assert praised(second, "develop")["develops"] == {"limit": 2, "eyes": 2}
    assert praised(match, "c p")["column_reach"] == {"space": 2}
    assert "column_reach" not in praised(match, "x p")
    own: Fields = {"reserve": {"b": 3}, "column": 5, "spaces": {"C": "p"}, "poster": {"id": "PO1", "parts": 1}}
    match = table(2, [own], phase="resolution")
    assert praised(match, "resolve c", "to 7")["poster_part"] == {"parts": ["b"]}


@rule("KN-44", "OR-011")
def test_others_see_no_warning_of_a_card_that_is_secret() -> None:
    """The same piece, the same hall: who does not want the chair is told nothing of it."""
    hall = [*pieces("U2 i19, H2 g18, S1 h18", player=1), *pieces("S1 b00, S1 b01, S1 c00, S1 c01, S1 d00")]
    theater = [{"dealt": ["T02", "T05"], "kept": "T02"}, {"dealt": ["T01", "T04"], "kept": "T01"}]
    match = table(2, [members("b b p i")], pieces=hall, theater=theater)
    play(match, "0 assign st1")
    assert "chairs_lost" not in [remark.code for remark in match.preview(0, ["piece s1", "at i18"]).warnings]
