"""Section 7 of the ledger: placement restrictions, stacks, tuplets, Semibreves."""

from __future__ import annotations

import pytest

from games.symphony.tables import GAME, D, Scene
from support import rule
from tutti.games.symphony.pack.box import COVER


@rule("SY-105", "SY-071", "SY-074", "SY-EX-10")
@pytest.mark.parametrize(
    ("column", "bars"), [("A", {1, 2}), ("B", {2, 3, 4}), ("C", {4, 5, 6}), ("D", {6, 7, 8}), ("E", {8, 9})]
)
def test_only_notes_in_the_area_of_the_movement(column: str, bars: set[int]) -> None:
    scene = Scene(column=column)
    scene.seat(f"{column}2", "21", 0)
    scene.begin(f"{column}2")
    assert {int(note.split(".")[1]) for note in scene.notes()} == bars
    outside = "note 1.9.1" if column != "E" else "note 1.1.1"
    assert scene.why(outside) == ("outside_area", "SY-105")


@rule("SY-106", "SY-011", "SY-118", "SY-008")
def test_one_disc_on_a_note_crotchets_and_quavers_free_for_all() -> None:
    scene = Scene()
    scene.seat("C2", "21", 0)
    scene.put("1.4.1", 1)
    scene.begin("C2")
    assert "1.4.1" not in scene.notes()
    assert scene.why("note 1.4.1") == ("cannot_overwrite", "SY-106")
    assert {"1.4.2", "3.4.3", "2.6.2"} <= set(scene.notes())
    assert scene.why("note 1.4.7") == ("no_such_note", "SY-012")


@rule("SY-010", "SY-027")
def test_covered_notes_are_no_targets() -> None:
    scene = Scene(players=3)
    scene.seat("C2", "08", 0)
    scene.discs("C2", None, 0)
    assert int(scene.s.notes[scene.note("1.5.3") * 5]) == COVER
    scene.begin("C2")
    assert "1.5.3" not in scene.notes()
    assert scene.why("note 1.5.3") == ("covered", "SY-010")


@rule("SY-010", "SY-012")
def test_a_cover_still_separates_its_neighbours() -> None:
    scene = Scene(players=3)
    scene.seat("C2", "23", 0)
    scene.begin("C2").play("note 1.5.2")  # beside the covered blue note 1.5.3 and the orange 1.5.1
    assert scene.step == "chain"
    assert scene.legal() == ["stop", "note 1.5.1"]


@rule("SY-107", "SY-132", "SY-133")
def test_flat_and_sharp_notes_want_the_ability() -> None:
    for card, open, closed in (("16", "1.4.3", "2.5.5"), ("15", "2.5.5", "1.4.3")):
        scene = Scene()
        scene.seat("C2", card, 0)
        scene.begin("C2")
        assert open in scene.notes()
        assert closed not in scene.notes()
    assert scene.why("note 1.4.3") == ("needs_flat", "SY-107")
    black = Scene()
    black.seat("C2", "16", 0)
    black.discs("C2", "black")
    assert "1.4.3" in black.begin("C2").notes()


@rule("SY-107", "SY-119")
def test_overwriting_an_accidental_wants_the_ability_too() -> None:
    scene = Scene()
    scene.seat("C2", "08", 0)
    scene.discs("C2", None, 0)
    scene.put("1.4.3", 1)
    scene.put("1.4.2", 1)
    scene.begin("C2")
    assert "1.4.2" in scene.notes()
    assert "1.4.3" not in scene.notes()


@rule("SY-108", "SY-109", "SY-EX-23")
def test_minims_want_a_coloured_disc_first() -> None:
    scene = Scene()
    scene.seat("C2", "08", 0)
    scene.token_on("3.4.1", "eclectic")
    scene.begin("C2")
    assert "3.4.1" not in scene.notes()
    assert scene.why("note 3.4.1") == ("minim_needs_colour", "SY-109")
    scene.play("note 3.4.3")
    scene.begin("C2").play("note 3.4.1")
    assert (scene.points(0), scene.tokens(0)) == (1, ["eclectic"])


@rule("SY-109", "SY-126")
def test_a_black_disc_may_overwrite_on_a_minim() -> None:
    scene = Scene()
    scene.seat("C2", "26", 0)
    scene.discs("C2", "black")
    scene.put("3.4.1", 1)
    scene.begin("C2").play("note 3.4.1")
    assert scene.stack("3.4.1") == [1, "black"]
    assert scene.points(0) == 0


@rule("SY-110", "SY-113", "SY-146")
def test_a_semibreve_takes_two_discs_of_one_play() -> None:
    scene = Scene()
    scene.seat("C2", "21", 0)
    scene.begin("C2")
    assert scene.why("note 1.6.1") == ("semibreve_needs_two", "SY-110")
    scene.put("1.6.1", 1, 1)
    assert scene.why("note 1.6.1") == ("semibreve_full", "SY-113")
    coda = Scene()
    coda.seat("C2", "29", 0, well=True)
    coda.absolute("C2")
    assert "1.6.1" not in coda.begin("C2", coda=True).notes()
    strong = Scene()
    strong.seat("C2", "09", 0)
    strong.put("1.6.1", 1, 1)
    strong.put("1.4.1", 1)
    assert strong.begin("C2").notes() == ["1.4.1"]


@rule("SY-111", "SY-139", "SY-009", "SY-131", "SY-278", "SY-EX-16")
def test_the_piano_stacks_two_discs_on_a_semibreve() -> None:
    scene = Scene(sheets=["2W", "1W", "3W"])
    scene.seat("C2", "35", 0, well=False)
    scene.begin("C2").play("note 2.6.1")
    assert scene.stack("2.6.1") == [0, 0]
    assert scene.points(0) == 2 + 1
    assert scene.s.stack == []


@rule("SY-111", "SY-136")
def test_virtuosity_counts_for_both_discs_on_a_semibreve() -> None:
    scene = Scene()
    scene.seat("C2", "38", 0, well=False)
    scene.begin("C2").play("note 1.6.1")
    assert scene.stack("1.6.1") == [0, 0]
    assert (scene.points(0, "discs"), scene.points(0, "virtuosity")) == (3 + 1, 2 + 2)


@rule("SY-112", "SY-111")
def test_of_two_colours_the_player_says_which_lies_underneath() -> None:
    for under, stack, points in (("own", [0, "black"], 3), ("black", ["black", 0], 1)):
        scene = Scene()
        scene.seat("C2", "12", 0, well=True)
        scene.hold(0, "chaining")
        scene.begin("C2").play("play chaining", "note 1.6.1")
        assert scene.legal() == ["under own", "under black"]
        scene.play(f"under {under}")
        assert scene.stack("1.6.1") == stack
        assert scene.points(0) == points


@rule("SY-112", "SY-138")
def test_of_a_group_the_second_disc_is_chosen() -> None:
    scene = Scene()
    scene.seat("C2", "39", 0)
    scene.begin("C2").play("note 3.5.1")
    assert scene.legal() == ["with 2", "with 3"]
    scene.play("with 3", "under black")
    assert scene.row("C2") == [None, 0, None, 0]
    assert scene.step == "place"


@rule("SY-112")
def test_two_black_discs_may_share_a_semibreve() -> None:
    scene = Scene()
    scene.seat("C2", "23", 0)
    scene.discs("C2", "black", "black")
    scene.begin("C2").play("note 1.6.1")
    assert scene.stack("1.6.1") == ["black", "black"]
    assert scene.points(0) == 0


@rule("SY-114")
def test_tuplet_power_reaches_all_of_the_tuplet() -> None:
    scene = Scene()
    scene.seat("C2", "12", 0)
    scene.put("1.4.1", 0)
    scene.put("1.4.4", 1)
    assert "1.4.4" in scene.begin("C2").notes()


@rule("SY-114", "SY-116", "SY-EX-13")
def test_tuplet_power_of_a_colour() -> None:
    scene = Scene()
    scene.seat("C2", "12", 0)
    scene.put("1.4.1", 0)
    scene.put("1.4.2", 1)
    scene.put("2.5.2", 1)
    scene.begin("C2")
    assert "1.4.2" in scene.notes()
    assert "2.5.2" not in scene.notes()
    scene.play("note 1.4.2")
    assert scene.points(0) == 1
    hidden = Scene()
    hidden.seat("C2", "12", 0)
    hidden.put("1.4.1", 0, 2)
    hidden.put("1.4.2", 1)
    assert "1.4.2" not in hidden.begin("C2").notes()
    high = Scene()
    high.seat("C2", "12", 0)
    high.put("1.4.1", 0)
    high.put("1.4.2", "black", 1)
    high.begin("C2")
    assert "1.4.2" not in high.notes()
    assert high.why("note 1.4.2") == ("too_high", "SY-127")


@rule("SY-115", "SY-116")
def test_tuplet_power_of_black() -> None:
    scene = Scene()
    scene.seat("01", "01", 0)
    scene.put("2.5.4", "black")
    scene.put("2.5.5", 1)
    scene.put("1.4.1", "black")
    scene.put("1.4.2", 0)
    scene.begin("01").play("disc black")
    assert "1.4.2" in scene.notes()  # the player's own disc too
    assert "2.5.5" not in scene.notes()  # sharp
    under = Scene()
    under.seat("01", "01", 0)
    under.put("1.4.1", "black", 2)  # under a protected disc it supports nothing
    under.put("1.4.2", 1)
    under.begin("01").play("disc black")
    assert "1.4.2" not in under.notes()


@rule("SY-115", "SY-010", "SY-EX-15")
def test_the_concertmaster_overwrites_in_a_duplet_for_nothing() -> None:
    scene = Scene(sheets=["3W", "1B", "2W"], sides="any")
    scene.seat("01", "01", 0)
    scene.hold(0, "flat_sharp")
    scene.put("2.4.2", "black")
    scene.put("2.4.3", 1)
    scene.begin("01").play("play flat_sharp", "disc black", "note 2.4.3")
    assert scene.stack("2.4.3") == [1, "black"]
    assert scene.points(0) == 0


@rule("SY-012", "SY-141")
def test_neighbours_reach_across_bars_and_sheets() -> None:
    scene = Scene(column="B")
    scene.seat("B2", "23", 0)
    scene.begin("B2").play("note 3.3.4")  # the last note of sheet 1 in Voice 3
    assert "note 3.4.1" in scene.legal()
    assert scene.why("note 1.4.1") == ("not_adjacent", "SY-140")


@rule("SY-012", "SY-006", "SY-EX-12")
def test_zone_and_tuplet_add_no_restriction() -> None:
    scene = Scene()
    scene.seat("C2", "02a", 0)
    assert {"2.5.2", "2.5.3"} <= set(scene.begin("C2").notes())


@rule("SY-117", "SY-265", "SY-266")
def test_clefs_limit_positions() -> None:
    scene = Scene(clefs="I")
    scene.seat("C2", "03a", 0)
    scene.begin("C2")
    score = scene.s.terms.score
    for text in scene.notes():
        assert scene.s.terms.note_clefs[scene.note(text)] & 2
    closed = [i for i in range(score.count) if 3 <= score.bar[i] < 6 and not scene.s.terms.note_clefs[i] & 2]
    assert closed


@rule("SY-123")
def test_black_discs_cannot_be_overwritten() -> None:
    scene = Scene()
    scene.seat("C2", "09", 0)
    scene.put("1.4.1", "black")
    scene.put("1.4.2", 1)
    scene.begin("C2")
    assert scene.notes() == ["1.4.2"]
    assert scene.why("note 1.4.1") == ("black_on_top", "SY-123")


@rule("SY-017")
def test_black_discs_never_run_out() -> None:
    scene = Scene()
    scene.seat("C2", "11", 0)
    for i in range(scene.s.terms.score.count):
        scene.s.notes[i * 5] = scene.s.notes[i * 5 + 1] = 1
    scene.fill("1.4.1")
    for at in (0, 1, 2, 3):
        scene.s.notes[scene.note("1.4.1") * 5 + at] = 0
    scene.begin("C2").play("note 1.4.1")
    assert scene.stack("1.4.1") == ["black", 0]


def test_every_refusal_has_its_rule() -> None:
    scene = Scene()
    scene.seat("C2", "21", 0)
    scene.begin("C2")
    legal = set(GAME.legal(scene.s))
    for a in range(len(GAME.actions)):
        if a not in legal:
            assert GAME.why_not(scene.s, 0, a).rule.startswith("SY-")
    assert D.kinds == 46
