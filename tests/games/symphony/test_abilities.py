"""Sections 8 and 9 of the ledger: abilities and musician tokens."""

from __future__ import annotations

import pytest

from games.symphony.tables import GAME, D, Scene
from support import rule
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.names import place_number
from tutti.games.symphony.rules.instruments import abilities, virtuosity


def has(scene: Scene, place: str, name: str, part: int = 0) -> bool:
    return bool(abilities(D, scene.s, place_number(place), part) >> bx.ABILITIES.index(name) & 1)


@rule("SY-015", "SY-120")
def test_unlockable_abilities_want_a_good_seat_and_basic_ones_do_not() -> None:
    scene = Scene()
    scene.seat("C2", "14", 0, well=False)
    assert has(scene, "C2", "imminent")
    assert not has(scene, "C2", "flat")
    scene.hold(0, "eclectic")
    scene.begin("C2").play("play eclectic")
    assert has(scene, "C2", "flat")
    for kind in range(D.kinds):
        assert len(D.basic_names[kind]) <= 3
        assert len(D.unlock_names[kind]) <= 2


@rule("SY-121", "SY-130", "SY-132", "SY-133", "SY-EX-17", "SY-EX-20", "SY-EX-22", "SY-EX-24")
def test_parts_of_a_choir_have_their_own_abilities() -> None:
    scene = Scene()
    scene.seat("C2", "41", 0, 1)
    scene.put("1.4.1", 2)
    scene.begin("C2")
    assert "1.4.1" not in scene.notes()
    scene.play("note 3.6.3")
    assert (scene.stack("3.6.3"), scene.points(0)) == (["black", 0], 1)
    scene.begin("C2")
    assert "3.6.4" in scene.notes()
    scene.play("note 1.4.1")
    assert (scene.stack("1.4.1"), scene.points(1)) == ([2, 1], 1)
    scene.begin("C2").play("note 2.5.2")
    assert scene.stack("2.5.2") == ["black", 0]
    assert scene.points(0) == 3


@rule("SY-121", "SY-130")
def test_the_protection_of_one_part_is_not_for_the_other() -> None:
    scene = Scene()
    scene.seat("C2", "41", 0, 1)
    scene.discs("C2", None, 1, None, 1)
    scene.begin("C2").play("note 1.4.1")
    assert scene.stack("1.4.1") == [1]


@rule("SY-123", "SY-056", "SY-EX-18")
def test_a_trombone_begins_with_its_black_disc() -> None:
    scene = Scene()
    scene.seat("C2", "08", 0)
    scene.begin("C2").play("note 3.4.3")
    assert (scene.stack("3.4.3"), scene.points(0)) == (["black"], 0)


@rule("SY-124", "SY-125", "SY-EX-21")
def test_overwriting_is_a_right_on_opponents_of_height_one() -> None:
    scene = Scene()
    scene.seat("C2", "08", 0)
    scene.discs("C2", None, 0)
    scene.put("1.4.1", 1)
    scene.put("1.4.2", 0)
    scene.put("1.4.4", "black")
    scene.put("2.5.2", "black", 1)
    scene.put("2.5.3", 2, 1)
    scene.begin("C2")
    occupied = {"1.4.1", "1.4.2", "1.4.4", "2.5.2", "2.5.3"}
    assert set(scene.notes()) & occupied == {"1.4.1"}
    assert scene.why("note 1.4.2") == ("own_on_top", "SY-124")
    scene.play("note 2.4.2")
    assert scene.points(0) == 2


@rule("SY-126")
def test_black_overwriting_is_for_black_discs_only() -> None:
    scene = Scene()
    scene.seat("C2", "26", 0, well=True)
    scene.put("1.4.1", 1)
    scene.put("1.4.2", 0)
    scene.begin("C2")
    assert "1.4.1" in scene.notes()
    assert "1.4.2" not in scene.notes()
    scene.play("note 1.4.1")
    assert scene.stack("1.4.1") == [1, "black"]
    scene.put("3.4.3", 1)
    assert "3.4.3" not in scene.begin("C2").notes()


@rule("SY-127", "SY-128")
def test_strong_overwriting_reaches_height_two_and_is_a_duty() -> None:
    scene = Scene()
    scene.seat("C2", "09", 0)
    scene.put("1.4.1", "black", 1)
    scene.put("1.4.2", 1, 2)
    scene.put("1.4.4", 2, "black", 1)
    scene.begin("C2")
    assert scene.notes() == ["1.4.1", "1.4.2"]
    assert scene.why("note 3.4.3") == ("must_overwrite", "SY-128")
    scene.play("note 1.4.1")
    assert scene.stack("1.4.1") == ["black", 1, 0]
    none = Scene()
    none.seat("C2", "09", 0)
    none.begin("C2")
    assert none.events("burned")


@rule("SY-128", "SY-114")
def test_tuplet_power_satisfies_the_duty() -> None:
    scene = Scene()
    scene.seat("C2", "09", 0)
    scene.put("1.4.1", 0)
    scene.put("1.4.2", 1)
    scene.begin("C2").play("note 1.4.2")
    assert scene.points(0) == 1


@rule("SY-129", "SY-128")
def test_black_strong_overwriting_binds_black_discs_and_strong_does_not() -> None:
    scene = Scene()
    scene.seat("C2", "13", 0, well=True)
    scene.put("1.4.1", "black", 1)
    assert scene.begin("C2").notes() == ["1.4.1"]
    plain = Scene()
    plain.seat("C2", "09", 0)
    plain.discs("C2", "black")
    assert "3.4.3" in plain.begin("C2").notes()


@rule("SY-130", "SY-131", "SY-158")
def test_protection_lifts_the_disc_except_when_overwriting() -> None:
    scene = Scene()
    scene.seat("C2", "11", 0, well=True)
    scene.put("1.4.1", 1)
    scene.begin("C2").play("note 1.4.1")
    assert scene.stack("1.4.1") == [1, 0]
    scene.begin("C2").play("note 1.4.2")
    assert scene.stack("1.4.2") == ["black", 0]
    pair = Scene()
    pair.seat("C2", "38", 0, well=True)
    pair.begin("C2").play("note 1.6.1")
    assert pair.stack("1.6.1") == [0, 0]


@rule("SY-135", "SY-136")
def test_sources_of_virtuosity_add_up() -> None:
    scene = Scene(players=3)
    scene.seat("C2", "02a", 0, well=True)
    assert virtuosity(D, scene.s, place_number("C2"), 0) == 2
    assert virtuosity(D, scene.s, place_number("01"), 0) == 1
    assert virtuosity(D, Scene(players=5).s, place_number("01"), 0) == 2


@rule("SY-137", "SY-138")
def test_a_soloist_group_is_played_whole_from_left_to_right() -> None:
    scene = Scene()
    scene.seat("C2", "39", 0)
    scene.begin("C2").play("note 3.4.3", "note 1.4.1", "note 2.6.2")
    assert scene.row("C2") == [None, None, None, 0]
    assert scene.s.stack == []


@rule("SY-138", "SY-096")
def test_in_a_group_only_the_disc_without_a_note_burns() -> None:
    scene = Scene()
    scene.seat("C2", "37", 0)
    scene.discs("C2", "black", 0)
    scene.fill("1.5.2")  # a Minim, closed to the black disc
    scene.begin("C2")
    assert scene.events("burned")[0]["disc"] == "black"
    scene.play("note 1.5.2")
    assert scene.row("C2") == [None, None]


@rule("SY-138", "SY-153", "SY-155")
def test_an_extra_disc_at_the_left_is_outside_the_group() -> None:
    scene = Scene()
    scene.seat("C2", "36", 0)
    scene.hold(0, "prolonged")
    scene.begin("C2").play("play prolonged", "add own left", "note 1.4.1")
    assert scene.s.stack == []
    assert scene.row("C2") == [0, 0]


@rule("SY-140", "SY-141", "SY-142", "SY-EX-14")
def test_a_chain_goes_on_next_to_the_last_note_in_any_direction() -> None:
    scene = Scene()
    scene.seat("C2", "12", 0, well=True)
    scene.hold(0, "chaining")
    scene.begin("C2").play("play chaining", "note 1.4.1")
    assert scene.legal() == ["stop", "note 1.4.2"]
    scene.play("note 1.4.2")
    assert scene.s.stack == []  # 1.4.3 is flat and 1.4.1 taken: a chained disc is never burned
    assert scene.row("C2") == [None, None, 0]
    free = Scene(sheets=["1W", "4W", "3W"])
    free.seat("C2", "12", 0, well=True)
    free.hold(0, "chaining")
    free.begin("C2").play("play chaining", "note 1.4.1", "note 1.4.2", "note 1.4.3")
    assert free.points(0) == 6


@rule("SY-142")
def test_a_burned_first_disc_ends_the_play() -> None:
    scene = Scene()
    scene.seat("C2", "23", 0)
    scene.fill()
    scene.begin("C2")
    assert scene.s.stack == []
    assert len(scene.events("burned")) == 1


@rule("SY-143", "SY-286")
def test_in_a_choir_the_owner_of_the_next_disc_may_chain() -> None:
    scene = Scene()
    scene.seat("C2", "43", 0, 1, 2)
    scene.begin("C2").play("note 1.4.1")
    assert (scene.step, scene.active) == ("chain", (1,))
    scene.play("note 1.4.2")
    assert [scene.points(player, "discs") for player in range(3)] == [3, 3, 0]
    scene.begin("C2")
    assert GAME.prompt(scene.s, 2).args["part"] == 3
    other = Scene()
    other.seat("C2", "43", 0, 1, 2)
    other.begin("C2").play("note 1.4.1", "stop")
    assert other.row("C2") == [None, 1, 2]


@rule("SY-144")
def test_a_choir_shares_a_semibreve_only_within_one_player() -> None:
    scene = Scene()
    scene.seat("C2", "40", 0, 1)
    scene.begin("C2")
    assert scene.why("note 1.6.1") == ("semibreve_needs_two", "SY-110")
    one = Scene()
    one.seat("C2", "40", 0, 0)
    assert "1.6.1" in one.begin("C2").notes()


@rule("SY-145", "SY-146", "SY-101")
def test_absolute_discs_use_neither_overwriting_nor_chains() -> None:
    scene = Scene()
    scene.seat("C2", "29", 0, well=True)
    scene.absolute("C2")
    scene.hold(0, "overwriting", "chaining")
    scene.put("1.4.1", 1)
    scene.begin("C2", coda=True).play("play chaining")
    assert "1.4.1" not in scene.notes()
    scene.play("note 1.4.2")
    assert scene.stack("1.4.2") == ["black", 0]  # Protection holds
    assert scene.points(0) == 0
    assert scene.s.stack == []
    assert scene.stacked("C2") == 2


@rule("SY-146", "SY-116")
def test_absolute_discs_know_tuplet_power_and_no_strong_duty() -> None:
    scene = Scene()
    scene.seat("C2", "30", 0, well=True)
    scene.absolute("C2")
    scene.put("1.4.1", 0)
    scene.put("1.4.2", 1)
    scene.begin("C2", coda=True).play("note 1.4.2")
    assert scene.stack("1.4.2") == [1, 0]


@rule("SY-147", "SY-067", "SY-161")
def test_eclectic_stacks_absolute_discs_at_once() -> None:
    scene = Scene()
    scene.seat("C2", "29", 0, well=False)
    scene.hold(0, "eclectic")
    scene.begin("C2").play("play eclectic")
    assert scene.stacked("C2") == 3
    assert abilities(D, scene.s, place_number("C2"), 0) & bx.ABSOLUTE


@rule("SY-067", "SY-147")
def test_absolute_discs_are_stacked_once() -> None:
    scene = Scene()
    scene.seat("C2", "29", 0, well=True)
    scene.absolute("C2")
    scene.hold(0, "eclectic")
    scene.begin("C2").play("play eclectic")
    assert scene.stacked("C2") == 3
    assert scene.events("stacked") == []


@rule("SY-148")
def test_the_pack_keeps_what_is_unlockable_apart() -> None:
    assert D.unlock[D.ids.index("31")] == bx.IMMINENT
    assert D.basic[3 * D.ids.index("31")] == bx.PROTECT


@rule("SY-149")
def test_a_token_covers_conductor_discs_too() -> None:
    scene = Scene()
    scene.seat("C2", "21", 0)
    scene.seat("00", "00", 0)
    scene.hold(0, "virtuosity")
    scene.begin("C2").play("play virtuosity", "conduct 1 left", "note 3.4.3")
    assert scene.points(0) == 2


@rule("SY-152", "SY-153")
def test_prolonged_adds_a_disc_at_the_left_or_on_a_locked_space_of_its_colour() -> None:
    scene = Scene()
    scene.seat("C2", "12", 0, well=False)
    scene.hold(0, "prolonged")
    scene.begin("C2").play("play prolonged")
    assert scene.legal() == ["add own left", "add black left", "add black 2"]
    scene.play("add black 2")
    assert scene.row("C2") == [0, "black", 0]
    grey = Scene()
    grey.seat("C2", "15", 0, well=False)
    grey.hold(0, "prolonged")
    grey.begin("C2").play("play prolonged")
    assert grey.legal() == ["add own left", "add own 3", "add black left"]
    grey.play("add black left")
    assert GAME.prompt(grey.s, 0).args["disc"] == "black"


@rule("SY-154")
def test_prolonged_swaps_on_the_concertmaster() -> None:
    for action, row in (
        ("swap own", [0, 0, 0, "black", "black"]),
        ("swap black", ["black", 0, "black", "black", "black"]),
    ):
        scene = Scene()
        scene.seat("01", "01", 0)
        scene.hold(0, "prolonged")
        scene.begin("01").play("play prolonged")
        assert scene.legal() == ["swap own", "swap black"]
        assert scene.play(action).row("01") == row


@rule("SY-155")
def test_the_disc_added_last_at_the_left_plays_first() -> None:
    scene = Scene()
    scene.seat("C2", "02a", 0)
    scene.seat("00", "00", 0)
    scene.hold(0, "prolonged")
    scene.begin("C2").play("play prolonged", "add black left", "conduct 1 left", "note 1.4.1")
    assert scene.stack("1.4.1") == [0]
    assert scene.row("C2") == ["black", 0, 0]


@rule("SY-156")
def test_flat_sharp_covers_black_discs_on_the_concertmaster_too() -> None:
    scene = Scene()
    scene.seat("01", "01", 0)
    scene.hold(0, "flat_sharp")
    scene.begin("01").play("play flat_sharp", "disc black")
    assert {"1.4.3", "2.5.5"} <= set(scene.notes())
    assert abilities(D, scene.s, place_number("01"), 0) & (bx.FLAT | bx.SHARP) == bx.FLAT | bx.SHARP


@rule("SY-157")
def test_no_chaining_and_no_eclectic_on_the_concertmaster() -> None:
    scene = Scene()
    scene.seat("01", "01", 0)
    scene.hold(0, "chaining", "eclectic", "virtuosity")
    assert scene.begin("01").legal() == ["no token", "play virtuosity"]
    assert scene.why("play chaining") == ("token_not_here", "SY-150")


@rule("SY-159", "SY-102")
def test_a_virtuosity_token_counts_for_the_concertmaster() -> None:
    scene = Scene()
    scene.seat("01", "01", 0)
    scene.hold(0, "virtuosity")
    scene.begin("01").play("play virtuosity", "disc own", "note 3.4.3")
    assert scene.points(0) == 1 + 2 + 1


@rule("SY-160")
def test_overwriting_tokens_want_few_own_discs() -> None:
    scene = Scene()
    scene.seat("C2", "21", 0, well=False)
    scene.hold(0, "overwriting")
    assert scene.begin("C2").step == "place"
    scene.discs("C2", 0, 0, "black")
    scene.s.stack.clear()
    scene.put("1.4.1", 1)
    scene.begin("C2").play("play overwriting")
    assert "1.4.1" in scene.notes()
    assert abilities(D, scene.s, place_number("C2"), 0) & bx.OVERWRITE
    scene.play("note 1.4.2")
    scene.begin("C2").play("note 3.4.3")
    assert "1.4.1" not in scene.begin("C2").notes()  # the black disc has no such right


@rule("SY-161", "SY-282")
def test_eclectic_fills_locked_spaces_that_had_no_disc() -> None:
    scene = Scene()
    scene.seat("C1", "26", 0, well=False)
    scene.seat("00", "00", 0)
    scene.hold(0, "eclectic")
    scene.begin("C1").play("play eclectic")
    assert scene.row("C1") == ["black", 0, "black", 0]
    assert scene.play("leftmost").step == "place"
    assert GAME.prompt(scene.s, 0).args["disc"] == "black"
    once = Scene()
    once.seat("C2", "22", 0, well=False)
    once.seat("00", "00", 0)
    once.begin("C2").play("conduct 1 4", "note 1.4.1")
    once.discs("C2", None, None, 0)
    once.hold(0, "eclectic")
    once.begin("C2").play("play eclectic")
    assert once.row("C2") == [None, None, 0, None, 0]


@rule("SY-162")
@pytest.mark.parametrize("place", ["C2", "01"])
def test_no_eclectic_without_a_half_dot(place: str) -> None:
    scene = Scene()
    scene.seat("C2", "40", 0, 0)
    scene.seat("01", "01", 0)
    scene.hold(0, "eclectic")
    assert "play eclectic" not in scene.begin(place).legal()


@rule("SY-163")
def test_a_clef_token_pays_two_for_each_clef() -> None:
    for card, points in (("02a", 2), ("07", 4), ("31", 6)):
        scene = Scene()
        scene.seat("C2", card, 0)
        scene.hold(0, "clef")
        scene.begin("C2").play("play clef")
        assert scene.points(0, "clef_tokens") == points


@rule("SY-164")
def test_with_clefs_a_clef_token_opens_every_position() -> None:
    scene = Scene(clefs="I", clashes=False)
    scene.seat("C2", "03a", 0)
    scene.hold(0, "clef")
    scene.begin("C2")
    scene.play("play clef")
    free = Scene()
    free.seat("C2", "03a", 0)
    assert scene.notes() == free.begin("C2").notes()
    assert scene.points(0) == 0


@rule("SY-277", "SY-290")
def test_a_chain_that_reaches_a_group_takes_all_of_it() -> None:
    scene = Scene()
    scene.seat("C2", "36", 0, well=False)
    scene.seat("00", "00", 0)
    scene.hold(0, "chaining")
    scene.begin("C2").play("play chaining", "conduct 1 left", "note 1.4.1")
    assert scene.legal() == ["stop", "note 1.4.2"]
    scene.play("note 1.4.2")
    assert scene.step == "place"
    assert "3.4.3" in scene.notes()  # the rest of the group goes anywhere
    scene.play("note 3.4.3")
    assert scene.s.stack == []


@rule("SY-277", "SY-139")
def test_a_pair_that_takes_its_second_disc_from_a_group_takes_all_of_it() -> None:
    scene = Scene()
    scene.seat("C2", "36", 0, well=False)
    scene.seat("00", "00", 0)
    scene.hold(0, "chaining")
    scene.begin("C2").play("play chaining", "conduct 1 left", "note 1.6.1")
    assert scene.row("C2") == [None, 0]
    assert scene.step == "place"
    assert {"1.4.1", "3.4.3"} < set(scene.notes())
    scene.play("note 3.4.3")
    assert scene.s.stack == []


@rule("SY-279", "SY-128")
def test_a_disc_under_the_strong_duty_is_no_second_disc_on_a_semibreve() -> None:
    scene = Scene()
    scene.seat("C2", "09", 0)  # the duty is for own discs
    scene.discs("C2", "black", 0)
    scene.hold(0, "chaining")
    scene.begin("C2").play("play chaining")
    assert "1.4.1" in scene.notes()
    assert scene.why("note 1.6.1") == ("semibreve_needs_two", "SY-110")


@rule("SY-279", "SY-128")
def test_a_disc_under_the_strong_duty_never_goes_on_a_semibreve() -> None:
    scene = Scene()
    scene.seat("C2", "13", 0, well=True)
    scene.hold(0, "chaining")
    scene.put("1.4.1", 1)
    scene.begin("C2").play("play chaining")
    assert scene.why("note 1.6.1") == ("must_overwrite", "SY-279")


@rule("SY-107", "SY-133", "SY-EX-19")
def test_celesta_on_a_sharp_note_of_voice_one_scores_three() -> None:
    scene = Scene(sheets=["1W", "4W", "3W"])
    scene.seat("C2", "30", 0)
    scene.begin("C2").play("note 1.4.4")
    assert scene.points(0) == 3
