"""Sections 10 to 14 of the ledger: midgame, endgame, objectives, variable prizes."""

from __future__ import annotations

from typing import Any

import pytest

from games.symphony.tables import GAME, D, Scene, finish, match, play_until
from support import rule
from tutti.games.symphony.pack.box import BLUE_NOTE, ORANGE_NOTE, VALUES, ZONES, Card
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.scoring import bonus_notes, flanks, orchestra_bonus, prize, symphony_bonus
from tutti.games.symphony.views.view import result
from tutti.kernel.native import u8


def card_with(**wanted: str) -> Card:
    return next(c for c in D.cards if all(getattr(c, key) == value for key, value in wanted.items()))


def symphony(scene: Scene, name: str, player: int = 0) -> int:
    return symphony_bonus(D, scene.s, card_with(symphony=name), player)


def orchestra(scene: Scene, name: str, player: int = 0) -> int:
    return orchestra_bonus(D, scene.s, card_with(orchestra=name), player)


# -- midgame and endgame -------------------------------------------------------------------------


@rule("SY-165", "SY-166", "SY-167", "SY-072")
def test_note_tracks_count_visible_discs() -> None:
    scene = Scene()
    scene.put("1.4.3", 0)  # flat
    scene.put("2.5.1", 1, 0)  # flat
    scene.put("2.5.5", 0, 1)  # sharp
    scene.put("1.6.1", 2, 0)  # Semibreve: the upper disc
    scene.put("3.5.1", 0, "black")
    scene.run(st.S_SCORING, 1)
    assert [scene.track(0, name) for name in ("flat", "sharp", "semibreve")] == [2, 0, 1]
    assert scene.track(1, "sharp") == 1
    assert scene.track(2, "semibreve") == 0


@rule("SY-168", "SY-169", "SY-EX-27", "SY-EX-28", "SY-EX-29")
def test_zone_tracks() -> None:
    scene = Scene()
    scene.put("3.6.2", 0)
    scene.put("3.6.4", "black")
    scene.put("1.4.1", 0, 1)
    scene.put("1.4.2", 0, 2)
    scene.put("2.4.2", 2)
    scene.put("2.5.2", 2)
    scene.put("2.5.3", 0)
    scene.put("2.5.1", 1, "black")
    scene.run(st.S_SCORING, 1)
    assert [scene.track(p, "green") for p in range(3)] == [1, 0, 0]
    assert [scene.track(p, "orange") for p in range(3)] == [0, 1, 1]
    assert [scene.track(p, "blue") for p in range(3)] == [0, 0, 1]


@rule("SY-170", "SY-169")
def test_the_sheet_prize_is_shared_in_full() -> None:
    scene = Scene()
    scene.put("1.4.1", 0)
    scene.put("2.6.1", 1)
    scene.run(st.S_SCORING, 1)
    assert [scene.points(p, "sheets") for p in range(3)] == [6, 6, 0]
    assert int(scene.s.desk[st.WINNERS + 1]) == 3
    nobody = Scene()
    nobody.run(st.S_SCORING, 1)
    assert [nobody.points(p) for p in range(5)] == [0] * 5


@rule("SY-171", "SY-176", "SY-EX-30")
def test_tracks_score_their_space() -> None:
    scene = Scene(3)
    for player, steps in ((0, (0, 2, 5)), (1, (2, 2, 0)), (2, (4, 0, 0))):
        for name, count in zip(("flat", "sharp", "semibreve"), steps, strict=True):
            scene.set_track(player, name, count)
    scene.set_track(0, "green", 3)
    scene.set_track(1, "flat", 99)  # the last space holds
    scene.endgame()
    assert [scene.points(p, "note_tracks") for p in (0, 2)] == [33, 17]
    assert scene.points(1, "note_tracks") == 50 + 6
    assert scene.points(0, "zone_tracks") == 18


@rule("SY-176")
def test_clash_cubes_cost() -> None:
    scene = Scene(3, clefs="I")
    scene.set_track(1, "clash", 2)
    scene.endgame()
    assert [scene.points(p, "clashes") for p in range(3)] == [0, -5, 0]


@rule("SY-172", "SY-173", "SY-169")
def test_voice_prizes() -> None:
    scene = Scene(3)
    for note in ("1.4.1", "1.9.1"):
        scene.put(note, 0)
    scene.put("2.1.1", 1)
    scene.put("2.6.1", 2)
    scene.endgame()
    assert [scene.points(p, "voices") for p in range(3)] == [3, 6, 6]


@rule("SY-174")
def test_leftover_tokens() -> None:
    scene = Scene(2)
    scene.hold(1, "clef", "clef", "eclectic")
    scene.endgame()
    assert [scene.points(p) for p in range(2)] == [0, 3]


@rule("SY-172")
def test_the_end_comes_in_order() -> None:
    scene = Scene(2, draft="public", audience="public")
    scene.put("1.4.1", 0)
    scene.endgame()
    told = [event["event"] for event in scene.ear.told]
    assert [told.index(name) for name in ("voice", "leftover", "final_bonus", "tracks_scored", "finished")] == sorted(
        told.index(name) for name in ("voice", "leftover", "final_bonus", "tracks_scored", "finished")
    )


@rule("SY-177", "SY-178")
def test_ties_go_clockwise_from_the_first_player_token() -> None:
    scene = Scene(3)
    scene.s.holder = 1
    outcome = result(D, scene.s)
    assert outcome.winners == (1,)
    assert outcome.places == (3, 1, 2)
    assert outcome.tiebreak == "first_player_token"
    scene.hold(0, "clef")
    scene.endgame()
    assert result(D, scene.s).winners == (0,)
    assert result(D, scene.s).tiebreak is None


# -- objectives ----------------------------------------------------------------------------------


@rule("SY-186", "SY-068", "SY-187")
def test_private_objectives_are_chosen_at_once() -> None:
    table = play_until(match(3, seed=2, draft="public", audience="both"), "objective")
    assert table.active == (0, 1, 2)
    first = table.legal(0)[0]
    table.play(0, first)
    assert table.view(1)["objectives"]["revealed"] == [None, None, None]
    assert table.view(0)["own"]["sealed"] == int(first.split()[1])
    table.play(2, table.legal(2)[1])
    events = table.play(1, table.legal(1)[0])
    assert sum(event["event"] == "revealed" for event in events) == 3
    assert table.view()["objectives"]["held"] == [1, 1, 1]


@rule("SY-187", "SY-189")
def test_a_public_objective_pays_everybody_twice() -> None:
    scene = Scene(2, draft="public", audience="public")
    scene.s.desk[st.PUBLIC] = u8(1)  # Pivotal Duplets, String Quintet
    scene.seat("A2", "02a", 0)
    scene.seat("A4", "04", 0)
    scene.seat("B2", "02b", 1)
    scene.run(st.S_OBJECTIVES)
    assert [scene.points(p, "orchestra_bonus") for p in range(2)] == [8, 4]
    scene.put("2.5.4", 0)
    scene.put("2.5.5", 1)
    scene.put("3.6.4", 1)
    scene.endgame()
    assert [scene.points(p, "symphony_bonus") for p in range(2)] == [3, 6]


@rule("SY-188", "SY-186", "SY-175", "SY-EX-31")
def test_the_kept_card_pays_at_the_end() -> None:
    scene = Scene(6, draft="public", audience="private")
    for place, card in (("B4", "07"), ("B5", "08"), ("D4", "09"), ("A2", "02a"), ("B2", "14"), ("A5", "23")):
        scene.seat(place, card, 0)
    trill, ample = card_with(orchestra="brass_trill"), card_with(orchestra="ample_assortment")
    assert trill.symphony == "vivace"
    assert orchestra(scene, "brass_trill") == orchestra(scene, "ample_assortment") == 12
    scene.s.desk[st.CARDS_HELD], scene.s.desk[st.CARDS_HELD + 1] = u8(trill.id), u8(ample.id)
    scene.run(st.S_OBJECTIVES)
    scene.play(f"score {ample.id}")
    for _ in range(5):
        scene.play(scene.legal()[0])
    assert scene.points(0) == 12
    assert int(scene.s.desk[st.CARDS_HELD]) == trill.id
    scene.put("1.4.1", 0)
    scene.endgame()
    assert scene.points(0, "symphony_bonus") == 3


@rule("SY-190", "SY-192", "SY-193", "SY-194", "SY-196")
def test_bonuses_by_kind_of_note_count_hidden_discs_too() -> None:
    scene = Scene()
    scene.put("2.5.4", 0, 1)
    scene.put("2.5.2", 0)
    scene.put("1.4.1", 0)
    scene.put("1.6.1", 0, 0)
    scene.put("2.6.1", 0)
    scene.put("3.4.3", 0)
    assert symphony(scene, "duplets") == 3
    assert symphony(scene, "triplet") == 4
    assert symphony(scene, "quadruplet") == 3
    assert symphony(scene, "vivace") == 9
    assert symphony(scene, "andante") == 3
    assert symphony(scene, "allegro") == 3


@rule("SY-195")
def test_chromatic_dominance_pays_two_notes_on_each_side() -> None:
    scene = Scene()
    score = scene.s.terms.score
    beside = {GAME.actions[GAME.codes["note 1.1.1"] + int(score.code[i])].split()[1] for i in flanks(score, 2, 2)}
    assert {"1.3.4", "1.3.3", "1.5.1", "1.5.2"} <= beside  # around the orange Zone of sheet 2
    assert not {"1.4.1", "1.4.4"} & beside
    scene.put("1.5.1", 0, 1)
    scene.put("1.4.1", 0)
    assert symphony(scene, "chromatic_orange") == 4


@rule("SY-195")
def test_a_note_inside_another_zone_of_the_colour_may_flank_a_zone() -> None:
    scene = Scene(sheets=["1W", "2W", "3B"], sides="any")
    score = scene.s.terms.score
    green = ZONES.index("green")
    for note in ("3.6.5", "3.7.2"):  # the ends of two green Zones with one note between them
        assert score.zone[scene.note(note)] == green
        assert scene.note(note) in flanks(score, green, 2)
    assert scene.note("3.6.4") not in flanks(score, green, 2)


@rule("SY-195")
def test_a_zone_has_no_flank_in_another_voice() -> None:
    scene = Scene()
    orange, blue = ZONES.index("orange"), ZONES.index("blue")
    score = scene.s.terms.score
    before, first = scene.note("1.9.5"), scene.note("2.1.1")  # the last note of Voice 1; a Zone begins at 2.1.2
    assert (score.zone[first + 1], before + 1) == (orange, first)
    assert first in flanks(score, orange, 2)
    assert before not in flanks(score, orange, 2)
    after, last = scene.note("3.1.1"), scene.note("2.9.3")
    assert after == last + 1
    for zone in range(1, len(ZONES)):
        voices = {score.voice[i] for i in range(score.count) if score.zone[i] == zone}
        assert {score.voice[i] for i in flanks(score, zone, 2)} <= voices
    scene.put("1.9.5", 0)
    assert symphony(scene, "chromatic_orange") == 0
    assert score.zone[after + 1] == blue
    scene.put("2.9.3", 0)
    assert symphony(scene, "chromatic_blue") == 0


@rule("SY-197", "SY-009")
def test_melodious_fusion_pays_overwritten_discs() -> None:
    scene = Scene()
    scene.put("1.4.1", 0, 1)
    scene.put("1.4.2", 0, 0)
    scene.put("1.6.1", 0, 0)
    scene.put("2.5.2", "black", 0)
    scene.put("2.5.3", 0, "black")
    assert symphony(scene, "fusion") == 4 * 4


@rule("SY-198", "SY-199")
def test_pivotal_notes_are_the_neighbours_of_coloured_ones() -> None:
    scene = Scene()
    scene.put("1.4.4", 0)  # before the orange 1.5.1
    scene.put("1.5.2", 0)  # after it, and before the blue 1.5.3
    scene.put("1.6.1", 0, 0)  # after the blue one
    assert symphony(scene, "orange_before") == 4
    assert symphony(scene, "orange_after") == 4
    assert symphony(scene, "blue_before") == 4
    assert symphony(scene, "blue_after") == 8
    score = scene.s.terms.score
    for name in ("orange_before", "blue_after"):
        assert len(bonus_notes(D, score, name)) >= 6


@rule("SY-198", "SY-199")
def test_a_pivotal_note_has_no_neighbour_in_another_voice() -> None:
    scene = Scene()
    last, first = scene.note("1.9.5"), scene.note("2.1.1")
    score = scene.s.terms.score
    assert first == last + 1
    assert [score.colour[last], score.colour[first]] == [ORANGE_NOTE, BLUE_NOTE]
    scene.put("1.9.5", 0)  # the last note of Voice 1
    assert symphony(scene, "blue_before") == 0
    scene = Scene()
    scene.put("2.1.1", 0)  # the first note of Voice 2
    assert symphony(scene, "orange_after") == 0
    assert first not in bonus_notes(D, score, "orange_after")
    assert last not in bonus_notes(D, score, "blue_before")


@rule("SY-200")
def test_melodic_ubiquity_counts_bars_and_sheet_majorities() -> None:
    scene = Scene()
    scene.put("1.4.1", 0, 1)
    scene.put("2.4.2", 0)
    scene.put("3.6.2", 0)
    scene.s.desk[st.WINNERS] = u8(0b11)
    scene.s.desk[st.WINNERS + 2] = u8(0b10)
    assert symphony(scene, "ubiquity") == 2 * (2 + 1)


@rule("SY-200", "SY-190")
def test_melodic_ubiquity_counts_covered_discs_too() -> None:
    scene = Scene()
    scene.put("1.4.1", 0, 1)
    assert symphony(scene, "ubiquity") == 2


@rule("SY-201", "SY-211", "SY-202")
def test_bonuses_by_category() -> None:
    for players, each in ((4, 4), (5, 6)):
        scene = Scene(players)
        scene.seat("A2", "02a", 0)
        scene.seat("A4", "23", 0)
        scene.seat("B2", "14", 0)
        scene.seat("B4", "35", 0)
        scene.seat("C2", "40", 0, 0)
        scene.seat("01", "01", 0)
        for name in ("string_quintet", "woodwinds_fugue", "martial_march"):
            assert orchestra(scene, name) == 4
        assert orchestra(scene, "brass_trill") == 0
        assert orchestra(scene, "capriccio") == 3 * each


@rule("SY-203", "SY-204", "SY-205", "SY-206", "SY-211")
def test_bonuses_by_colours_clefs_and_numbers() -> None:
    scene = Scene()
    for place, card in (("A2", "02a"), ("A3", "05"), ("B2", "15"), ("B4", "10"), ("00", "00")):
        scene.seat(place, card, 0)
    assert orchestra(scene, "ample_assortment") == 3 * 4
    assert orchestra(scene, "clef_master") == 3 * 4  # G, F, GC, CF; none for the Conductor
    assert orchestra(scene, "little_orchestra") == 4 * 4  # 05, 15, 10, 00
    assert orchestra(scene, "troublesome_g") == 2 * 3
    assert orchestra(scene, "troublesome_f") == 2 * 3
    assert orchestra(scene, "troublesome_c") == 2 * 3


@rule("SY-207", "SY-208", "SY-209")
def test_bonuses_by_seat() -> None:
    scene = Scene()
    scene.seat("A1", "02a", 0)
    scene.seat("A2", "15", 0)
    scene.seat("B2", "15", 0)
    scene.seat("A3", "02a", 0)
    scene.seat("C2", "40", 0, 0)
    scene.seat("B3", "19", 0)
    scene.seat("A6", "28", 0)
    scene.seat("A4", "28", 0)
    scene.seat("01", "01", 0)
    scene.seat("00", "00", 0)
    assert orchestra(scene, "experimental") == 5 * 3
    assert orchestra(scene, "heavenly_glissando") == 3
    assert orchestra(scene, "neutral_melody") == 4 * 3


@rule("SY-210")
def test_a_group_of_talents_takes_first_and_counts_then() -> None:
    scene = Scene(3, draft="public", audience="public")
    scene.s.desk[st.PUBLIC] = u8(card_with(orchestra="group_of_talents").id)
    scene.heap(st.PENTAGON, "clef", "chaining")
    scene.hold(0, "eclectic", "eclectic")
    scene.run(st.S_OBJECTIVES)
    assert scene.active == (2,)
    scene.play("take clef")
    assert scene.active == (1,)
    scene.play("take chaining")
    assert [scene.points(p) for p in range(3)] == [6, 3, 3]


@rule("SY-191", "SY-EX-33")
def test_a_master_takes_its_objective_out_of_the_deck() -> None:
    pairs = {
        "karajan": "woodwinds_fugue", "furtwangler": "martial_march", "toscanini": "string_quintet",
        "wagner": "brass_trill", "bulow": "capriccio",
    }  # fmt: skip
    for master, name in pairs.items():
        out = card_with(orchestra=name).id
        for seed in range(4):
            state = match(6, seed=seed, draft="public", audience="both", master=master).state
            held = {int(state.desk[st.CARDS_HELD + i]) for i in range(12)} | {int(state.desk[st.PUBLIC])}
            assert out not in held
            assert len(held) == 13


@rule("SY-184", "SY-185")
@pytest.mark.parametrize("audience", ["public", "private", "both"])
def test_objectives_alone_or_together(audience: str) -> None:
    table = finish(match(3, seed=4, draft="public", audience=audience))
    assert table.result is not None
    assert any(row["symphony_bonus"] or row["orchestra_bonus"] for row in table.result.sources)


# -- variable prizes -----------------------------------------------------------------------------


def flipped(**options: Any) -> Scene:
    every = ["sheet1", "sheet2", "sheet3", "voice1", "voice2", "voice3"]
    return Scene(variable_prizes=every, sheet_prizes=["stacked", "black", "chained"], **options)


@rule("SY-212", "SY-213", "SY-214")
def test_flipped_prizes_are_shown_and_won_by_the_majority() -> None:
    view = match(4, variable_prizes=["sheet2", "voice1"], sheet_prizes=["chained", "stacked", "black"]).view()
    assert view["prizes"] == [6, {"counts": "stacked", "per": 1}, 6, {"counts": "recurring", "per": 2}, 6, 9]
    orders = {
        tuple(
            prize["counts"]
            for prize in match(2, seed=seed, variable_prizes=["sheet1", "sheet2", "sheet3"]).view()["prizes"][:3]
        )
        for seed in range(25)
    }
    assert len(orders) == 6
    scene = flipped()
    scene.put("1.4.1", 0)
    scene.put("1.4.2", 0)
    scene.put("2.6.1", 1)
    scene.put("1.5.2", "black", 2)
    scene.run(st.S_SCORING, 1)
    assert [scene.points(p, "sheets") for p in range(3)] == [1, 0, 0]


@rule("SY-215", "SY-010")
def test_black_discs_of_a_sheet_count_wherever_they_lie() -> None:
    scene = flipped(players=3)
    covers = sum(scene.s.terms.score.colour[i] == 1 and scene.s.terms.score.bar[i] // 3 == 1 for i in range(81))
    scene.put("1.4.1", "black", 0)
    scene.put("1.4.2", "black")
    scene.put("1.4.4", 1, "black")
    assert prize(D, scene.s, 1, 0) == covers + 3


@rule("SY-216")
def test_chained_discs_pay_the_longest_run() -> None:
    scene = flipped()
    for note in ("1.7.1", "1.8.1", "1.8.2", "1.8.3", "3.8.1"):
        scene.put(note, 0, 0) if note == "1.7.1" else scene.put(note, 0)
    scene.put("1.9.1", 0, 1)
    assert prize(D, scene.s, 2, 0) == 2 * 4


@rule("SY-217")
def test_stacked_discs_pay_for_each_stack() -> None:
    scene = flipped()
    scene.put("1.1.1", "black", 0)
    scene.put("1.1.2", 1, 2, 0)
    scene.put("1.1.3", 0)
    assert prize(D, scene.s, 0, 0) == 2
    scene.put("1.1.4", 0, 1)  # of any colours
    assert prize(D, scene.s, 0, 0) == 3


@rule("SY-218")
def test_a_recurring_position() -> None:
    scene = flipped()
    score = scene.s.terms.score
    sixth = [i for i in range(score.count) if score.voice[i] == 0 and score.position[i] == 6]
    assert len(sixth) >= 3
    for i in sixth[:3]:
        scene.s.notes[i * 5] = scene.s.notes[i * 5 + 1] = u8(2)
    scene.put("1.5.2", 0)
    assert prize(D, scene.s, 3, 0) == 6


@rule("SY-218")
def test_covered_discs_do_not_recur() -> None:
    scene = flipped()
    score = scene.s.terms.score
    sixth = [i for i in range(score.count) if score.voice[i] == 0 and score.position[i] == 6]
    for i in sixth[:3]:
        scene.s.notes[i * 5] = scene.s.notes[i * 5 + 2] = u8(3)  # another player's disc on the winner's
        scene.s.notes[i * 5 + 1] = u8(2)
    scene.put("1.5.2", 0)
    assert prize(D, scene.s, 3, 0) == 2
    assert score.position[scene.note("1.6.1")] == score.position[scene.note("1.7.1")]
    scene.put("1.6.1", 0, 1)  # a Semibreve, the winner's disc underneath
    scene.put("1.7.1", 0)
    assert prize(D, scene.s, 3, 0) == 2
    scene.put("1.6.1", 0, 0)  # counts once
    assert prize(D, scene.s, 3, 0) == 4


@rule("SY-219", "SY-220")
def test_black_and_opponent_discs_of_a_voice() -> None:
    scene = flipped()
    scene.put("2.4.2", "black", 0)
    scene.put("2.9.1", 1, "black")
    assert prize(D, scene.s, 4, 0) == 2
    scene.put("3.4.1", 1)
    scene.put("3.4.3", 0, 2)
    scene.put("3.6.2", 2, 0)
    scene.put("3.5.1", 1, 1)
    assert prize(D, scene.s, 5, 0) == 3


def test_values_have_names() -> None:
    assert VALUES[0] == "semibreve"
