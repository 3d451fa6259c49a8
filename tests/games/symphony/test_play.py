"""Sections 5 and 6 of the ledger: playing order and the course of a play."""

from __future__ import annotations

from games.symphony.tables import GAME, Scene, match, play_until
from support import rule


def order(scene: Scene) -> list[str]:
    """Who plays, until the Movement ends; every question gets its first answer that places."""
    played: list[str] = []
    while scene.s.stack:
        if scene.step == "place":
            played.append(GAME.prompt(scene.s, scene.active[0]).args["instrument"])
        scene.play(scene.legal()[-1] if scene.step != "chain" else "stop")
    return played


@rule("SY-077", "SY-079", "SY-080", "SY-081", "SY-134", "SY-075", "SY-070", "SY-003", "SY-EX-11")
def test_attack_from_the_top_then_body_from_the_front_then_coda() -> None:
    scene = Scene()
    scene.seat("C1", "02a", 0)
    scene.seat("C5", "12", 1, well=True)
    scene.seat("C6", "30", 2, well=True)
    scene.absolute("C6")
    scene.seat("01", "01", 3)
    scene.movement()
    assert order(scene) == ["C5", "01", "C1", "C5", "C6", "C1", "C5", "C6", "C6", "C6"]
    assert scene.s.stack == []


@rule("SY-077", "SY-078")
def test_of_two_imminent_instruments_the_one_behind_begins_and_must_play() -> None:
    scene = Scene()
    scene.seat("C2", "14", 0)
    scene.seat("C4", "14", 1)
    scene.movement()
    assert scene.active == (1,)
    assert all(text.startswith("note ") for text in scene.legal())
    assert order(scene)[:2] == ["C4", "C2"]


@rule("SY-082", "SY-121", "SY-286", "SY-016", "SY-EX-26")
def test_body_order_of_the_column_c_example() -> None:
    scene = Scene()
    scene.seat("C1", "35", 0, well=False)
    scene.seat("C2", "41", 1, 2)
    scene.seat("C3", "08", 3, well=True)
    scene.seat("C4", "30", 4, well=False)
    scene.movement()
    players: list[tuple[str, int]] = []
    while scene.s.stack:
        args = GAME.prompt(scene.s, scene.active[0]).args
        players.append((args["instrument"], scene.active[0]))
        scene.play(scene.legal()[-1])
    assert players == [
        ("C1", 0), ("C1", 0), ("C2", 1), ("C3", 3), ("C4", 4), ("C2", 2), ("C3", 3), ("C2", 1), ("C3", 3), ("C2", 2),
    ]  # fmt: skip


@rule("SY-079", "SY-087")
def test_instruments_without_discs_are_skipped() -> None:
    scene = Scene()
    scene.seat("C1", "02a", 0)
    scene.seat("C2", "04", 1)
    scene.discs("C2")
    scene.hold(1, "flat_sharp")
    scene.movement()
    assert order(scene) == ["C1", "C1"]
    assert scene.tokens(1) == ["flat_sharp"]


@rule("SY-076", "SY-162", "SY-089")
def test_before_the_attack_only_eclectic_and_only_on_locked_imminent() -> None:
    scene = Scene()
    scene.seat("C1", "36", 0, well=False)
    scene.seat("C4", "31", 1, well=False)
    scene.seat("C5", "02a", 2, well=False)
    for player in (0, 1, 2):
        scene.hold(player, "eclectic", "virtuosity")
    scene.movement()
    assert (scene.step, scene.active, scene.legal()) == ("pre_attack", (1,), ["no token", "play eclectic"])
    assert scene.why("play virtuosity") == ("only_eclectic", "SY-162")
    scene.play("play eclectic")
    assert (scene.step, scene.active) == ("pre_attack", (0,))
    scene.play("no token")
    assert GAME.prompt(scene.s, 1).args["instrument"] == "C4"  # its Imminent is open now: it attacks


@rule("SY-076")
def test_before_the_attack_nobody_is_asked_about_an_instrument_with_a_token() -> None:
    scene = Scene()
    scene.seat("C4", "31", 1, well=False)
    scene.hold(1, "virtuosity", "eclectic")
    scene.begin("C4").play("play virtuosity")
    scene.s.stack.clear()
    scene.movement()
    assert (scene.step, scene.tokens(1)) == ("place", ["eclectic"])


@rule("SY-083", "SY-084")
def test_obsessive_calls_the_instrument_in_front_and_goes_on_from_there() -> None:
    scene = Scene()
    scene.seat("C1", "21", 0, well=False)
    scene.seat("C3", "32", 1, well=False)
    scene.seat("C4", "02a", 2, well=False)
    scene.movement()
    assert order(scene) == ["C1", "C3", "C1", "C3", "C1", "C4", "C4"]


@rule("SY-083", "SY-084")
def test_obsessive_in_the_front_row_changes_nothing() -> None:
    scene = Scene()
    scene.seat("C1", "32", 0, well=False)
    scene.seat("C2", "02a", 1, well=False)
    scene.movement()
    assert order(scene) == ["C1", "C2", "C1", "C2"]


@rule("SY-084", "SY-096")
def test_obsessive_calls_nobody_when_its_disc_burned() -> None:
    scene = Scene()
    scene.seat("C1", "21", 0, well=False)
    scene.seat("C3", "32", 1, well=False)
    scene.seat("C4", "02a", 2, well=False)
    scene.fill()
    scene.movement()
    assert [burned["instrument"] for burned in scene.events("burned")] == ["C1", "C3", "C4", "C1", "C3", "C4", "C1"]


@rule("SY-084", "SY-096")
def test_a_disc_that_another_instrument_placed_does_not_count_for_obsessive() -> None:
    scene = Scene()
    scene.seat("C1", "21", 0, well=False)
    scene.seat("C3", "32", 1, well=False)
    scene.seat("C4", "02a", 2, well=False)
    scene.fill("1.4.1")
    scene.movement()
    scene.play("note 1.4.1")
    assert [burned["instrument"] for burned in scene.events("burned")] == ["C3", "C4", "C1", "C3", "C4", "C1"]


@rule("SY-083")
def test_obsessive_calls_nobody_when_the_instrument_in_front_is_silent() -> None:
    scene = Scene()
    scene.seat("C1", "21", 0, well=False)
    scene.seat("C2", "02a", 3)
    scene.discs("C2")
    scene.seat("C3", "32", 1, well=False)
    scene.seat("C4", "02a", 2, well=False)
    scene.movement()
    assert order(scene) == ["C1", "C3", "C4", "C1", "C3", "C4", "C1"]


@rule("SY-085", "SY-086", "SY-283", "SY-EX-35")
def test_the_first_disc_of_a_disturbing_instrument_silences_the_column() -> None:
    scene = Scene()
    scene.seat("C1", "34", 0, well=False)
    scene.hold(0, "eclectic")
    scene.seat("C2", "09", 1, well=False)
    scene.seat("C3", "07", 2, well=False)
    scene.seat("C4", "30", 3, well=True)
    scene.absolute("C4")
    scene.seat("01", "01", 4)
    scene.begin("C1")
    scene.play("play eclectic", "note 3.4.3")
    assert scene.row("C2") == [None]
    assert scene.row("C3") == [None, "black", 2]
    assert scene.row("C4") == [None]
    assert scene.stacked("C4") == 3
    assert scene.row("01") == [4, 4, "black", "black", "black"]
    scene.begin("C1")
    scene.play("note 3.4.2")
    assert scene.row("C3") == [None, "black", 2]  # once only


@rule("SY-086", "SY-147", "SY-161")
def test_disturbing_unlocked_after_a_first_disc_never_sounds() -> None:
    scene = Scene()
    scene.seat("C1", "34", 0, well=False)
    scene.seat("C2", "02a", 1)
    scene.begin("C1").play("note 3.4.3")
    scene.hold(0, "eclectic")
    scene.begin("C1").play("play eclectic", "note 3.4.2")
    assert scene.row("C2") == [1, 1]


@rule("SY-087", "SY-088", "SY-150", "SY-151")
def test_one_token_for_each_instrument() -> None:
    scene = Scene()
    scene.seat("C2", "02a", 0)
    scene.hold(0, "flat_sharp", "virtuosity")
    scene.begin("C2")
    assert scene.legal() == ["no token", "play flat_sharp", "play virtuosity"]
    scene.play("play virtuosity", "note 1.4.1")
    assert scene.tokens(0) == ["flat_sharp"]
    scene.begin("C2")
    assert scene.step == "place"  # it carries a token already


@rule("SY-088", "SY-150", "SY-162")
def test_no_token_on_a_choir() -> None:
    scene = Scene()
    scene.seat("C2", "41", 0, 1)
    scene.hold(0, "virtuosity", "flat_sharp")
    assert scene.begin("C2").step == "place"


@rule("SY-089", "SY-108")
def test_a_token_found_is_used_from_the_next_play_on() -> None:
    scene = Scene()
    scene.seat("C2", "23", 0, well=False)
    scene.token_on("1.5.2", "virtuosity")
    scene.begin("C2").play("note 1.5.2")
    assert scene.tokens(0) == ["virtuosity"]
    assert scene.step == "chain"
    scene.play("stop")
    assert scene.begin("C2").legal() == ["no token", "play virtuosity"]


@rule("SY-090", "SY-007", "SY-098")
def test_the_leftmost_disc_must_be_placed() -> None:
    scene = Scene()
    scene.seat("C2", "08", 0, well=True)
    scene.begin("C2")
    assert GAME.prompt(scene.s, 0).args["disc"] == "black"
    assert all(text.startswith("note ") for text in scene.legal())
    assert scene.why("burn") == ("must_place", "SY-096")
    scene.play("note 3.4.3")
    assert scene.stack("3.4.3") == ["black"]
    assert scene.row("C2") == [None, 0, 0]
    assert scene.s.stack == []


@rule("SY-091", "SY-003")
def test_the_concertmaster_chooses_a_placeable_disc() -> None:
    scene = Scene()
    scene.seat("01", "01", 0)
    assert scene.begin("01").legal() == ["disc own", "disc black"]
    other = Scene()
    other.seat("01", "01", 0)
    other.fill("1.5.2")  # a Minim: not for black
    other.begin("01")
    assert (other.step, other.notes()) == ("place", ["1.5.2"])
    none = Scene()
    none.seat("01", "01", 0)
    none.fill()
    none.begin("01")
    assert none.legal() == ["disc own", "disc black"]
    none.play("disc black")
    assert none.row("01") == [0, 0, None, "black", "black"]
    assert none.events("burned")[0]["disc"] == "black"


@rule("SY-092", "SY-093", "SY-094")
def test_a_conductor_disc_plays_through_the_instrument() -> None:
    scene = Scene()
    scene.seat("C2", "02a", 0, well=False)
    scene.seat("C3", "05", 0, well=False)
    scene.seat("00", "00", 0)
    scene.begin("C2")
    assert scene.legal() == ["leftmost", "conduct 1 left"]
    scene.play("conduct 1 left", "note 1.4.1")
    assert scene.points(0) == 4  # with the Virtuosity of the Violin
    assert scene.row("C2") == [0, 0]
    assert scene.row("00") == [None, 0]
    assert scene.begin("C2").step == "place"  # the second disc needs another instrument
    scene.play("note 1.4.2")
    assert scene.begin("C3").legal() == ["leftmost", "conduct 2 left"]


@rule("SY-091")
def test_the_concertmasters_disc_must_be_one_that_can_be_placed() -> None:
    scene = Scene()
    scene.seat("01", "01", 0)
    scene.fill("1.4.2")
    scene.put("1.4.2", 1)  # black discs beside it in the tuplet let a black one overwrite it
    scene.begin("01")
    assert (scene.step, scene.legal()) == ("place", ["note 1.4.2"])
    scene.play("note 1.4.2")
    assert scene.stack("1.4.2") == [1, "black"]


@rule("SY-095", "SY-128")
def test_a_conductor_disc_without_a_note_is_not_offered() -> None:
    scene = Scene()
    scene.seat("C2", "09", 0)  # own discs must overwrite, and there is nothing to overwrite
    scene.discs("C2", "black")
    scene.seat("00", "00", 0)
    assert scene.begin("C2").step == "place"
    scene.s.stack.clear()
    scene.put("1.4.1", 1)
    assert scene.begin("C2").legal() == ["leftmost", "conduct 1 left"]


@rule("SY-094", "SY-152", "SY-282")
def test_a_conductor_disc_on_a_locked_space() -> None:
    scene = Scene()
    scene.seat("C2", "15", 0, well=False)
    scene.seat("00", "00", 0)
    scene.begin("C2")
    assert scene.legal() == ["leftmost", "conduct 1 left", "conduct 1 3"]
    scene.play("conduct 1 3")
    assert scene.row("C2") == [0, 0, 0]
    assert scene.step == "place"


@rule("SY-095", "SY-121")
def test_a_conductor_disc_on_a_choir_waits_for_the_owner_of_the_leftmost_disc() -> None:
    scene = Scene()
    scene.seat("C2", "41", 0, 1)
    scene.seat("00", "00", 1)
    assert scene.begin("C2").step == "place"  # player 0's disc: player 1 cannot conduct
    scene.play("note 3.4.3")
    assert scene.begin("C2").legal() == ["leftmost", "conduct 1 left"]
    scene.put("1.4.1", 0)
    scene.play("conduct 1 left")
    assert "1.4.1" in scene.notes()  # Overwriting belongs to Part 2


@rule("SY-095", "SY-154")
def test_a_conductor_disc_on_the_concertmaster_replaces_a_black_one() -> None:
    scene = Scene()
    scene.seat("01", "01", 0)
    scene.seat("00", "00", 0)
    scene.begin("01")
    assert scene.legal() == ["disc own", "disc black", "conduct 1 swap"]
    scene.play("conduct 1 swap")
    assert scene.row("01") == [0, 0, 0, "black", "black"]
    assert scene.legal() == ["disc own", "disc black"]


@rule("SY-095", "SY-155")
def test_neither_conductor_disc_nor_prolonged_in_the_coda() -> None:
    scene = Scene()
    scene.seat("C4", "30", 0, well=True)
    scene.seat("00", "00", 0)
    scene.absolute("C4")
    scene.discs("C4")
    scene.hold(0, "prolonged", "clef")
    assert scene.begin("C4", coda=True).legal() == ["no token", "play clef"]
    assert scene.why("play prolonged") == ("not_in_coda", "SY-155")
    assert scene.play("no token").step == "place"


@rule("SY-096", "SY-119")
def test_without_a_legal_note_the_disc_burns_and_the_play_ends() -> None:
    scene = Scene()
    scene.seat("C2", "02a", 0)
    scene.fill("1.4.3")  # a flat note
    scene.begin("C2")
    assert scene.s.stack == []
    assert scene.row("C2") == [None, 0]
    assert scene.events("burned") == [{"event": "burned", "player": 0, "instrument": "C2", "card": "02a", "disc": 0}]


@rule("SY-087", "SY-096")
def test_a_token_may_still_open_a_note() -> None:
    scene = Scene()
    scene.seat("C2", "02a", 0)
    scene.fill("1.4.3")
    scene.hold(0, "flat_sharp")
    scene.begin("C2").play("play flat_sharp")
    assert scene.notes() == ["1.4.3"]


@rule("SY-097", "SY-110")
def test_a_semibreve_within_reach_must_be_used() -> None:
    scene = Scene()
    scene.seat("C2", "35", 0, well=False)
    scene.fill("1.6.1")
    assert scene.begin("C2").legal() == ["note 1.6.1"]


@rule("SY-099", "SY-100", "SY-030", "SY-122")
def test_points_by_voice_and_one_for_a_disc_above_another() -> None:
    for note, points in (("1.4.1", 3), ("2.4.2", 2), ("3.4.3", 1)):
        scene = Scene()
        scene.seat("C2", "21", 0)
        scene.begin("C2").play(f"note {note}")
        assert scene.points(0, "discs") == points
    scene = Scene()
    scene.seat("C2", "08", 0, well=True)
    scene.discs("C2", None, 0, 0)
    scene.put("1.4.1", 1)
    scene.begin("C2").play("note 1.4.1")
    assert scene.stack("1.4.1") == [1, 0]
    assert scene.points(0) == 1


@rule("SY-101", "SY-145", "SY-163", "SY-EX-25")
def test_the_coda_of_the_celesta() -> None:
    scene = Scene()
    scene.seat("C4", "30", 0, well=True)
    scene.absolute("C4")
    scene.discs("C4")
    scene.token_on("2.6.1", "clef")
    scene.put("1.4.1", 1)
    scene.movement()
    scene.play("note 2.6.1")
    assert (scene.points(0), scene.tokens(0)) == (0, ["clef"])
    scene.play("play clef")
    assert scene.points(0) == 6
    scene.play("note 1.4.2")
    scene.play("note 1.4.1")
    assert scene.stack("1.4.1") == [1, 0]
    assert scene.points(0) == 6


@rule("SY-102", "SY-135")
def test_virtuosity_adds_to_every_own_disc_and_to_no_black_one() -> None:
    scene = Scene()
    scene.seat("C2", "02a", 0, well=True)
    scene.hold(0, "virtuosity")
    scene.begin("C2").play("play virtuosity", "note 3.4.3")
    assert (scene.points(0, "discs"), scene.points(0, "virtuosity")) == (1, 3)
    scene.discs("C2", "black")
    scene.begin("C2").play("note 3.4.2")
    assert scene.points(0) == 4


@rule("SY-103", "SY-281")
def test_points_and_tokens_go_to_the_owner_of_the_disc() -> None:
    scene = Scene()
    scene.seat("C2", "41", 0, 1)
    scene.token_on("1.5.2", "clef")
    scene.begin("C2").play("note 1.4.1")
    scene.begin("C2").play("note 1.5.2")
    assert scene.points(0) == 3
    assert (scene.points(1), scene.tokens(1)) == (3, ["clef"])


@rule("SY-104", "SY-243")
def test_effects_come_in_the_order_of_the_ledger() -> None:
    scene = Scene(master="kleiber")
    scene.seat("C1", "34", 0, well=True)
    scene.seat("C2", "02a", 1)
    scene.hold(0, "flat_sharp")
    scene.hold(1, "clef", "virtuosity")
    scene.begin("C1").play("play flat_sharp", "note 1.4.3")
    assert (scene.step, scene.active) == ("gift", (1,))
    assert scene.row("C2") == [1, 1]  # Disturbing waits for the gift
    scene.play("give clef")
    assert scene.row("C2") == [None, 1]
    assert [event["event"] for event in scene.ear.told] == ["token_played", "placed", "gave", "disturbed"]


@rule("SY-275", "SY-276", "SY-292")
def test_a_play_is_a_row_of_small_questions() -> None:
    scene = Scene()
    scene.seat("C2", "33", 0, well=True)
    scene.seat("00", "00", 0)
    scene.hold(0, "virtuosity")
    asked: list[str] = []
    scene.begin("C2")
    while scene.s.stack:
        asked.append(scene.step)
        scene.play(scene.legal()[0])
    assert asked == ["musician", "source", "place", "place", "place", "place"]


@rule("SY-076", "SY-087")
def test_prompts_say_instrument_disc_and_rule() -> None:
    table = play_until(match(3, seed=3), "place")
    asked = table.prompt(table.active[0])
    assert asked is not None
    assert asked.rule.startswith("SY-")
    assert {"instrument", "card", "disc", "coda", "near"} <= asked.args.keys()
