"""What is told before one decides: how it stands, pitfalls of actions and what speaks for them."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from games.symphony.tables import GAME, D, Scene, finish, match, play_until
from support import rule
from tutti import Dice, words
from tutti.games.symphony.pack.box import TOKEN_NAMES
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.setup import lay_clefs
from tutti.games.symphony.rules.state import State
from tutti.kernel.native import u8
from tutti.kernel.preview import Outlook, Preview
from tutti.kernel.types import Fields, Majority

ANY = -1


def warned(scene: Scene, text: str, player: int = 0) -> dict[str, Fields]:
    return {one.code: dict(one.args) for one in GAME.warnings(scene.s, player, GAME.codes[text])}


def praised(scene: Scene, text: str, player: int = 0) -> dict[str, Fields]:
    return {one.code: dict(one.args) for one in GAME.merits(scene.s, player, GAME.codes[text])}


def looked(scene: Scene, *texts: str) -> Preview:
    """A preview of the player whose turn it is."""

    def read(s: State, player: int, text: str) -> int:
        assert GAME.codes[text] in GAME.legal(s, player), text
        return GAME.codes[text]

    # No line of play leads to a scene, so there is no match to ask.
    return Outlook(GAME, scene.s, scene.active[0]).look(texts, True, read)


def turn(scene: Scene, *cards: str, player: int = 0) -> Scene:
    """A turn of Seats Allocation with these cards in hand; others wait."""
    scene.hand(player, *cards)
    scene.s.run(st.S_SEATS, -1, 1, 0, 0, 0, 0)
    scene.s.ask(st.S_CONTROL, player, 0, ANY, 0, 0, 0)
    if cards:
        scene.s.ask(st.S_CARD, player, 0, 0, 0, 0, 0)
    return scene


def card_with(**wanted: str) -> int:
    return next(c.id for c in D.cards if all(getattr(c, key) == value for key, value in wanted.items()))


# -- how it stands ---------------------------------------------------------------------------------


def laid_out() -> Scene:
    """Sheet 1 has been scored, sheet 2 is being played; the notes by Zone: orange 1.4, blue 2.4 and 2.5, green 3.6."""
    scene = Scene(3)
    for note, discs in (
        ("1.4.1", (0,)), ("1.4.2", (1,)), ("1.4.3", (0,)), ("2.4.2", (1,)), ("2.5.2", (1,)), ("2.5.5", (2,)),
        ("2.6.2", (1,)), ("3.6.2", (2,)), ("3.6.4", (0,)), ("1.6.1", (1, 2)),
    ):  # fmt: skip
        scene.put(note, *discs)
    scene.set_track(0, "flat", 1)
    scene.set_track(1, "clash", 1)
    scene.hold(2, "clef")
    scene.seat("C2", "03a", 0, well=False)
    return scene.begin("C2")


@rule("SY-165", "SY-168", "SY-170", "SY-173", "SY-174", "SY-176", "KN-45")
def test_the_standing_is_what_a_scoring_now_would_bring() -> None:
    now = GAME.standing(laid_out().s, 0)
    assert now.points == (0, 0, 0)
    assert now.sources == (
        {"voices": 12, "note_tracks": 6, "zone_tracks": 8},
        {"sheets": 6, "voices": 6, "zone_tracks": 4, "clashes": -2},
        {"voices": 9, "leftover_tokens": 1, "note_tracks": 4, "zone_tracks": 4},
    )
    assert now.scored == (26, 14, 18)
    assert now.open == (False, False, False)


def majority(majorities: tuple[Majority, ...], name: str, **args: Any) -> Majority:
    return next(one for one in majorities if one.name == name and one.args == args)


@rule("SY-168", "SY-170", "SY-173", "KN-45")
def test_majorities_tell_counts_and_what_they_pay() -> None:
    found = GAME.standing(laid_out().s, ANY).majorities
    assert len(found) == 15, "three Sheets, nine Zones, three Voices"
    sheet = majority(found, "sheet", sheet=2)
    assert (sheet.counts, sheet.pays, sheet.leaders, sheet.margin) == ((3, 4, 3), (0, 6, 0), (1,), 1)
    green = majority(found, "zone", sheet=2, zone="green")
    assert (green.counts, green.pays, green.leaders) == ((1, 0, 1), (4, 0, 4), (0, 2))
    assert majority(found, "zone", sheet=2, zone="orange").counts == (2, 1, 0)
    assert majority(found, "voice", voice=3).pays == (9, 0, 9)
    assert majority(found, "sheet", sheet=3).leaders == ()


@rule("SY-168", "SY-176")
def test_zones_of_one_colour_pay_step_by_step() -> None:
    scene = Scene(2)
    score = scene.s.terms.score
    for sheet in range(3):
        note = next(i for i in range(score.count) if score.zone[i] == 1 and score.bar[i] // 3 == sheet)
        code = int(score.code[note])
        scene.put(f"{code // 72 + 1}.{code // 8 % 9 + 1}.{code % 8 + 1}", 0)
    found = GAME.standing(scene.s, 0).majorities
    pays = [majority(found, "zone", sheet=sheet, zone="green").pays for sheet in (1, 2, 3)]
    assert pays == [(4, 0), (6, 0), (8, 0)]


@rule("SY-213", "SY-217")
def test_a_variable_prize_is_counted_in_the_standing() -> None:
    scene = Scene(2, variable_prizes=["sheet2"], sheet_prizes=["black", "stacked", "chained"])
    scene.put("1.4.1", 0)
    scene.put("1.4.2", 1, 0)
    scene.put("2.4.2", 0, 1)
    scene.seat("C2", "03a", 0)
    scene.begin("C2")
    assert majority(GAME.standing(scene.s, 0).majorities, "sheet", sheet=2).pays == (2, 0)
    assert GAME.standing(scene.s, 0).sources[0]["sheets"] == 2


@rule("SY-018")
def test_numbers_are_what_players_watch() -> None:
    scene = Scene(2)
    scene.seat("C2", "29", 0, well=True)  # a disc, and a stack of three
    scene.absolute("C2")
    scene.seat("00", "00", 1)
    scene.seat("C4", "41", 0, 1)
    scene.hold(1, "clef", "clef", "eclectic")
    scene.put("1.4.1", 0, 1)
    scene.set_track(1, "blue", 2)
    found = GAME.numbers(scene.s, ANY)
    assert (found["discs"], found["conductor_discs"]) == ([6, 2], [0, 2])
    assert (found["tokens"], found["clef"], found["eclectic"]) == ([0, 3], [0, 2], [0, 1])
    assert (found["instruments"], found["visible_discs"], found["blue_steps"]) == ([2, 2], [0, 1], [0, 2])


# -- objectives stay secret ------------------------------------------------------------------------

SECRETS = [
    {"audience": "private"},
    {"audience": "both"},
    {"audience": "both", "progressive": True},
    {"audience": "both", "preset": True, "draft": "none"},
    {"audience": "private", "master": "wagner", "clefs": "II", "variable_prizes": ["sheet1", "voice3"]},
]


@rule("KN-45", "SY-018", "SY-188")
@pytest.mark.parametrize("options", SECRETS)
def test_a_secret_objective_counts_for_its_owner_alone(options: dict[str, Any]) -> None:
    table = play_until(match(3, seed=4, **{"draft": "public", **options}), "place", seed=3)
    for _ in range(60):
        player = table.active[0]
        table.play(player, table.legal(player)[-1])
    true = table.state
    own = set()
    for card in range(1, len(D.cards) + 1):
        other = true.copy()
        other.desk[st.CARDS_HELD + 2] = u8(card)
        for seat in (ANY, 0, 2):
            assert GAME.standing(other, seat) == GAME.standing(true, seat)
        own.add(GAME.standing(other, 1).scored[1])
    assert len(own) > 1, "the owner sees the difference"
    assert [GAME.standing(true, seat).open for seat in (ANY, 0, 1)] == [
        (True, True, True), (False, True, True), (True, False, True),
    ]  # fmt: skip


@rule("SY-186", "SY-187", "SY-188", "SY-189")
def test_objectives_are_in_the_standing_until_they_are_scored() -> None:
    scene = Scene(2, draft="public", audience="both")
    scene.s.desk[st.PUBLIC] = u8(card_with(symphony="allegro"))
    trill, quintet = card_with(orchestra="brass_trill"), card_with(orchestra="string_quintet")
    scene.s.desk[st.CARDS_HELD], scene.s.desk[st.CARDS_HELD + 1] = u8(trill), u8(quintet)
    for place, card in (("A2", "02a"), ("A4", "04"), ("B4", "07")):
        scene.seat(place, card, 0)
    public = GAME.standing(turn(scene).s, 1).sources[0].get("orchestra_bonus", 0)
    now = GAME.standing(scene.s, 0).sources[0]["orchestra_bonus"]
    assert now == public + 8, "the Strings of the better card, beside what the public card pays"


@rule("SY-261", "KN-44")
def test_a_sealed_choice_is_the_one_that_counts() -> None:
    table = play_until(match(2, seed=5, draft="public", audience="private", progressive=True), "objective")
    held = [int(text.split()[1]) for text in table.legal(0)]
    ways = [table.preview(0, f"score {card}") for card in held]
    assert [way.stop for way in ways] == ["turn", "turn"]
    best = table.standing(0).scored[0]
    lost = [dict(way.warnings[0].args)["points"] if way.warnings else 0 for way in ways]
    assert sorted(lost)[0] == 0, "one of the ways is the better one, or both are alike"
    for card, less in zip(held, lost, strict=True):
        trial = tutti.Match.replay(table.record())
        trial.play(0, f"score {card}")
        assert trial.standing(0).scored[0] == best - less
        assert finish(trial).result.points[0] == best - less  # type: ignore[union-attr]  # it is over


@rule("KN-44", "KN-45", "SY-188")
@pytest.mark.parametrize("audience", ["private", "both", "none"])
def test_the_last_move_tells_what_is_certain_of_the_end(audience: str) -> None:
    options: dict[str, Any] = {"audience": audience, "draft": "public"}
    table = match(2, seed=8, **options)
    while True:
        player = table.active[0]
        seen = table.preview(player, table.legal(player)[0], views=False)
        table.play(player, table.legal(player)[0])
        if not table.active:
            break
    result = table.result
    assert result is not None
    assert seen.stop == ("over" if audience == "none" else "seen")
    _, after = seen.numbers.get("scored", ([], table.standing(player).scored))
    assert after[player] == result.points[player]
    assert audience != "none" or list(after) == list(result.points)


# -- cards, seats, control ---------------------------------------------------------------------------


@rule("SY-013", "SY-051", "SY-055", "SY-287")
def test_a_seat_says_what_it_opens() -> None:
    scene = turn(Scene(), "22")
    assert praised(scene, "card 22")["fits"]["count"] == 8
    scene.play("card 22")
    opened = {"card": "22", "opens": ["discs_2"]}
    assert warned(scene, "seat A2") == {"badly_placed": opened, "must_control": {"card": "22"}}
    assert praised(scene, "seat A2") == {}
    assert (warned(scene, "seat C2"), praised(scene, "seat C2")) == ({}, {"well_placed": opened})
    scene = turn(Scene(), "41")
    scene.play("card 41")
    assert (warned(scene, "seat A2"), praised(scene, "seat A2")) == ({}, {}), "a choir fits nowhere and anywhere"


@rule("SY-055")
def test_a_card_without_a_fitting_seat_is_told() -> None:
    scene = Scene()
    for place in ("B2", "B3", "C2", "C3", "C4", "C5", "D2", "D3"):
        scene.seat(place, "02a", 1)
    turn(scene, "22", "02b")
    assert warned(scene, "card 22") == {"no_fitting_seat": {"card": "22"}}
    assert praised(scene, "card 22") == {}
    assert warned(scene, "card 02b") == {}
    scene.play("card 22")
    assert "must_control" not in warned(scene, "seat A2"), "no fitting seat is free"


@rule("SY-053", "SY-067", "SY-069", "SY-077", "SY-079", "SY-092", "SY-128")
def test_control_says_what_the_instrument_does() -> None:
    scene = Scene(4)
    scene.seat("C1", "21")
    scene.seat("B2", "14")
    scene.seat("C2", "30")
    scene.seat("B4", "09")
    scene.seat("A2", "22")
    turn(scene)
    assert praised(scene, "control C1") == {"plays_first": {"card": "21", "column": "C"}}
    assert set(praised(scene, "control B2")) == {"well_placed", "attack"}
    assert praised(scene, "control C2")["stack"] == {"card": "30"}
    assert set(praised(scene, "control 01")) == {"concertmaster"}
    assert praised(scene, "control 00") == {"conductor": {"discs": 2}}
    assert warned(scene, "control B4") == {"strong_duty": {"card": "09"}}
    assert warned(scene, "control A2") == {"badly_placed": {"card": "22", "opens": ["discs_2"]}}


@rule("SY-060", "SY-063", "SY-085")
def test_control_says_what_becomes_of_the_column() -> None:
    scene = Scene()
    scene.seat("C1", "21", 1)  # three discs
    scene.seat("C2", "02a")
    scene.seat("C5", "22")
    for place in ("A1", "B1", "D1", "E1"):
        scene.seat(place, "02b", 0)
    scene.s.desk[st.COLUMN_TOKEN + 2] = u8(TOKEN_NAMES.index("clef") + 1)
    turn(scene)
    token = {"column": "C", "token": "clef"}
    assert praised(scene, "control C2") == {"spread": {}, "minority": token}
    assert "minority_lost" not in warned(scene, "control C2")
    scene.seat("C4", "34", 1)
    assert warned(scene, "control C2")["disturbed_by"] == {"card": "34", "instrument": "C4"}
    scene.seat("C2", "02a", 0)
    assert warned(scene, "control C5")["minority_lost"] == token
    assert "spread" not in praised(scene, "control C5")


@rule("SY-186", "SY-187")
def test_control_counts_for_objectives() -> None:
    scene = Scene(2, draft="public", audience="both")
    quintet, trill = card_with(orchestra="string_quintet"), card_with(orchestra="brass_trill")
    scene.s.desk[st.PUBLIC] = u8(quintet)
    scene.s.desk[st.CARDS_HELD], scene.s.desk[st.CARDS_HELD + 1] = u8(trill), u8(card_with(orchestra="clef_master"))
    scene.s.desk[st.CARDS_HELD + 2] = scene.s.desk[st.CARDS_HELD + 3] = u8(0)
    scene.seat("A2", "02a")
    scene.seat("B4", "07", 1)
    scene.seat("B5", "07")
    turn(scene)
    wanted = [dict(one.args) for one in GAME.merits(scene.s, 0, GAME.codes["control B5"]) if "objective" in one.code]
    assert wanted == [{"bonus": "brass_trill", "points": 4}, {"bonus": "clef_master", "points": 3}]
    assert praised(scene, "control A2", 1)["orchestra_objective"] == {"bonus": "string_quintet", "points": 4}
    assert "orchestra_objective" not in praised(scene, "control B5", 1), "the cards of others are secret"


@rule("SY-180", "SY-186", "SY-187")
def test_a_card_of_the_draft_tells_the_objectives_that_it_counts_for() -> None:
    scene = Scene(2, draft="public", audience="both", progressive=True)
    scene.s.desk[st.PUBLIC] = u8(card_with(orchestra="string_quintet"))
    scene.s.desk[st.CARDS_HELD] = u8(card_with(orchestra="heavenly_glissando"))
    scene.s.desk[st.CARDS_HELD + 1] = u8(card_with(orchestra="capriccio"))
    scene.s.ask(st.S_DRAFT, 0, 0, 0, 0, 0, 0)
    scene.s.stack[-1].open = 3

    def counts(card: str) -> set[str]:
        return {one.args["bonus"] for one in GAME.merits(scene.s, 0, GAME.codes[f"card {card}"])}

    assert counts("02a") == {"string_quintet"}
    assert counts("03a") == {"string_quintet", "heavenly_glissando"}, "where it is well placed"
    assert counts("00") == counts("01") == {"capriccio"}
    assert counts("07") == set()


@rule("SY-048", "KN-44")
def test_card_seat_and_control_are_looked_at_as_one() -> None:
    scene = turn(Scene(4), "22")
    scene.s.stack[0].at = 1
    seen = looked(scene, "card 22", "seat C2", "control C2")
    assert seen.actions == ("card 22", "seat C2", "control C2")
    assert [event["event"] for event in seen.events] == ["seated", "controlled"]
    assert seen.numbers["discs"] == ([0, 0, 0, 0], [5, 0, 0, 0])
    assert seen.numbers["cards"][1][0] == 0
    assert [one.code for one in seen.merits] == ["fits", "well_placed"]
    assert seen.warnings == ()
    badly = looked(scene, "card 22", "seat A2", "control A2")
    assert badly.numbers["discs"][1][0] == 3
    assert [one.code for one in badly.warnings] == ["badly_placed", "must_control"]


@rule("SY-251", "SY-252")
def test_in_progressive_orchestra_a_seat_is_control() -> None:
    scene = Scene(4, draft="public", progressive=True)
    scene.hand(0, "22")
    scene.s.ask(st.S_SEAT, 0, 0, D.ids.index("22"), 2, 0, 0)
    assert set(praised(scene, "seat C2")) >= {"well_placed"}
    assert set(warned(scene, "seat C6")) == {"badly_placed"}
    assert praised(scene, "seat C1")["plays_first"] == {"card": "22", "column": "C"}


# -- tokens and discs --------------------------------------------------------------------------------

IDLE = [
    ("03a", True, "eclectic", "03a is well placed"),
    ("06", False, "flat_sharp", "both are printed"),
    ("28", False, "protection", "it is printed"),
    ("08", False, "overwriting", "it is printed"),
    ("23", False, "chaining", "it is printed"),
]


@rule("SY-089")
@pytest.mark.parametrize(("card", "well", "token", "why"), IDLE, ids=[row[2] for row in IDLE])
def test_a_token_for_nothing(card: str, well: bool, token: str, why: str) -> None:
    scene = Scene()
    scene.seat("C2", card, 0, well=well)
    scene.hold(0, *TOKEN_NAMES)
    scene.begin("C2")
    assert warned(scene, f"play {token}") == {"token_no_effect": {"token": token, "card": card}}, why
    assert praised(scene, f"play {token}") == {}
    assert warned(scene, "play prolonged") == {}


@rule("SY-089", "SY-140", "SY-159", "SY-161")
def test_a_token_that_does_something() -> None:
    scene = Scene()
    scene.seat("C2", "22", 0, well=False)
    scene.hold(0, *TOKEN_NAMES)
    scene.begin("C2")
    assert praised(scene, "play virtuosity") == {"every_disc": {"count": 3}}
    assert praised(scene, "play eclectic") == {"well_placed": {"card": "22", "opens": ["discs_2"]}}
    assert not any(warned(scene, f"play {token}") for token in ("virtuosity", "eclectic", "chaining", "clef"))
    scene.discs("C2", 0)
    assert "token_no_effect" in warned(scene, "play chaining"), "nothing follows the last disc"
    scene.discs("C2", "black")
    assert "token_no_effect" in warned(scene, "play virtuosity"), "no own disc is left"
    scene.seat("00", "00", 0)
    assert warned(scene, "play virtuosity") == {}, "a disc of the Conductor may still come"


@rule("SY-164")
def test_a_clef_token_where_all_clefs_are_printed() -> None:
    for clefs, idle in (("I", True), ("none", False)):
        scene = Scene(clefs=clefs)
        scene.seat("C2", "30", 0, well=False)
        scene.hold(0, "clef")
        scene.begin("C2")
        assert ("token_no_effect" in warned(scene, "play clef")) == idle


@rule("SY-087", "SY-096")
def test_a_disc_without_a_note_is_told_before_it_is_lost() -> None:
    scene = Scene()
    scene.seat("C2", "03a", 0, well=False)
    scene.fill("1.4.3")  # flat
    scene.hold(0, "flat_sharp", "virtuosity")
    scene.begin("C2")
    assert warned(scene, "no token") == {"disc_lost": {"card": "03a"}}
    assert praised(scene, "play flat_sharp") == {"opens_note": {"card": "03a"}}
    assert "opens_note" not in praised(scene, "play virtuosity")
    lost = looked(scene, "no token")
    assert lost.numbers["discs"][0][0] - lost.numbers["discs"][1][0] == 1
    assert [event["event"] for event in lost.events] == ["burned"]


@rule("SY-092", "SY-096")
def test_a_leftmost_disc_without_a_note_beside_one_of_the_conductor() -> None:
    scene = Scene()
    scene.seat("C2", "13", 0, well=False)  # Strong Overwriting
    scene.seat("00", "00", 0)
    scene.put("1.4.1", 1)
    scene.begin("C2")
    assert warned(scene, "leftmost") == {}
    scene.fill()
    assert warned(scene, "leftmost") == {"disc_lost": {"card": "13"}}


@rule("SY-076", "SY-077")
def test_eclectic_before_the_attack() -> None:
    scene = Scene()
    inst = scene.seat("C3", "31", 0, well=False)
    scene.hold(0, "eclectic")
    scene.s.ask(st.S_PRE_ATTACK, 0, 0, inst, 0, 0, 0)
    assert set(praised(scene, "play eclectic")) == {"attack", "well_placed"}
    assert warned(scene, "no token") == {}


@rule("SY-150", "SY-162")
@pytest.mark.parametrize(("step", "pile"), [(st.S_PENTAGON, st.PENTAGON), (st.S_UNUSED, st.POOL)])
def test_a_token_that_nobody_can_use(step: int, pile: int) -> None:
    scene = Scene(column="A")
    scene.heap(pile, "eclectic", "flat_sharp")
    scene.seat("A2", "02a", 0)
    scene.s.run(st.S_SPREAD, -1, 1, 0, 0, 0, 0)
    scene.s.ask(step, 0, 0, pile, 0, 0, 0)
    assert warned(scene, "take eclectic") == {"token_no_use": {"token": "eclectic"}}
    assert warned(scene, "take flat_sharp") == {}
    scene.seat("B2", "02a", 0)
    assert warned(scene, "take eclectic") == {}


@rule("SY-099", "SY-152", "SY-154")
def test_a_black_disc_scores_nothing() -> None:
    scene = Scene()
    scene.seat("C2", "12", 0, well=False)
    scene.hold(0, "prolonged")
    scene.begin("C2").play("play prolonged")
    assert warned(scene, "add black left") == {"black_disc": {}}
    assert warned(scene, "add own left") == {}


@rule("SY-111")
def test_an_own_disc_pays_more_underneath() -> None:
    scene = Scene()
    scene.seat("C2", "39", 0, well=False)
    scene.begin("C2").play("note 1.6.1", "with 2")
    assert scene.step == "under"
    assert warned(scene, "under black") == {"black_below": {"points": 3}}
    assert warned(scene, "under own") == {}


# -- notes -------------------------------------------------------------------------------------------


@rule("SY-267", "SY-268")
def test_a_clash_names_the_track() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    scene.seat("C2", "33", 0, well=False)
    scene.begin("C2")
    assert warned(scene, "clash 1.6.1")["clash"] == {"points": -5, "steps": 2}
    note = next(text for text in scene.legal() if text.startswith("clash ") and text != "clash 1.6.1")
    assert warned(scene, note)["clash"] == {"points": -2, "steps": 1}
    seen = looked(scene, note)
    assert seen.sources["clashes"][1][0] == -2
    assert seen.numbers["clash_steps"] == ([0] * 5, [1, 0, 0, 0, 0])
    assert "clash" not in warned(scene, next(text for text in scene.legal() if text.startswith("note ")))
    scene.fill(note.split()[1])
    assert warned(scene, "burn") == {"burns": {"card": "33"}}


@rule("SY-115")
def test_a_black_disc_may_cover_ones_own() -> None:
    scene = Scene()
    scene.seat("C2", "08", 0, well=False)  # its leftmost disc is black
    scene.put("2.5.2", "black")
    scene.put("2.5.3", 0)
    scene.begin("C2")
    assert warned(scene, "note 2.5.3") == {"covers_own": {}}
    assert "overwrites" not in praised(scene, "note 2.5.3")


@rule("SY-100", "SY-114", "SY-130")
def test_tuplets_expose_and_support() -> None:
    scene = Scene()
    scene.seat("C2", "03a", 0, well=False)
    scene.seat("C3", "02a", 1)
    scene.put("2.5.2", 1)
    scene.begin("C2")
    assert warned(scene, "note 2.5.3") == {"exposed": {"players": [1]}}
    assert praised(scene, "note 2.5.3")["support"] == {"players": [1]}
    assert warned(scene, "note 2.5.4") == {}
    scene.put("2.5.1", 0)
    assert praised(scene, "note 2.5.2") == {"overwrites": {"player": 1}}
    scene.discs("C3")
    assert warned(scene, "note 2.5.3") == {}, "who has no disc left covers nothing"
    scene = Scene()
    scene.seat("C2", "31", 0, well=False)
    scene.seat("C3", "02a", 1)
    scene.put("2.5.2", 1)
    scene.begin("C2")
    assert warned(scene, "note 2.5.3") == {}
    assert praised(scene, "note 2.5.3")["protected"] == {}


@rule("SY-099", "SY-102", "SY-108", "KN-44")
def test_a_note_tells_points_token_and_majorities() -> None:
    scene = Scene(2)
    scene.seat("C2", "03a", 0, well=False)
    scene.token_on("1.5.2", "chaining")
    for note, player in (("1.4.1", 0), ("1.4.2", 1), ("2.4.2", 1)):
        scene.put(note, player)
    scene.movement()
    assert praised(scene, "note 1.5.2") == {"takes_token": {"token": "chaining"}}
    seen = looked(scene, "note 1.5.2")
    assert seen.sources["discs"] == ([0, 0], [3, 0])
    assert seen.sources["virtuosity"] == ([0, 0], [1, 0])
    assert seen.numbers["points"] == ([0, 0], [4, 0])
    assert seen.numbers["chaining"] == ([0, 0], [1, 0])
    assert [(new.name, dict(new.args), old.counts, new.counts) for old, new in seen.majorities] == [
        ("sheet", {"sheet": 2}, (1, 2), (2, 2)),
        ("voice", {"voice": 1}, (1, 1), (2, 1)),
    ]
    zone = looked(scene, "note 2.5.2").majorities
    assert [new.args["zone"] for _, new in zone if new.name == "zone"] == ["blue"]


@rule("SY-085", "SY-086")
def test_noise_is_told_by_whose_discs_it_takes() -> None:
    scene = Scene()
    scene.seat("C2", "34", 0, well=True)
    scene.seat("C3", "02a", 0)
    scene.seat("C4", "02b", 1)
    scene.seat("C5", "08", 2, well=False)  # its leftmost disc is black
    scene.begin("C2")
    note = f"note {scene.notes()[0]}"
    assert warned(scene, note) == {"disturbs_own": {"count": 1}}
    assert praised(scene, note)["disturbs"] == {"count": 1}
    seen = looked(scene, note)
    assert (seen.numbers["discs"][0][:2], seen.numbers["discs"][1][:2]) == ([4, 2], [2, 1])


@rule("SY-188", "SY-189", "SY-196")
def test_a_note_counts_for_objectives() -> None:
    scene = Scene(2, draft="public", audience="both")
    scene.s.desk[st.PUBLIC] = u8(card_with(symphony="vivace"))
    scene.s.desk[st.CARDS_HELD], scene.s.desk[st.CARDS_HELD + 1] = u8(card_with(symphony="triplet")), u8(0)
    scene.s.desk[st.CARDS_HELD + 2], scene.s.desk[st.CARDS_HELD + 3] = u8(card_with(symphony="andante")), u8(0)
    scene.seat("C2", "03a", 0, well=False)
    scene.movement()
    found = [dict(one.args) for one in GAME.merits(scene.s, 0, GAME.codes["note 2.5.2"]) if one.code == "objective"]
    assert found == [{"bonus": "triplet", "points": 4}, {"bonus": "vivace", "points": 3}]
    assert "objective" not in praised(scene, "note 1.5.2"), "the Minim pays somebody else, and that is secret"
    assert looked(scene, "note 2.5.2").sources["symphony_bonus"] == ([0, 0], [7, 0])


@rule("SY-230", "SY-234", "SY-236", "SY-239")
def test_masters_bring_something_with_a_note() -> None:
    scene = Scene(3, master="kleiber")
    scene.seat("C2", "06", 0, well=False)
    scene.hold(1, "clef")
    scene.begin("C2")
    assert praised(scene, "note 1.4.3")["gift"] == {"player": 1}
    assert "gift" not in praised(scene, "note 2.5.5"), "the neighbour on the right has nothing"
    scene = Scene(3, master="furtwangler")
    scene.seat("C2", "36", 0, well=False)
    scene.begin("C2")
    assert "unused_token" not in praised(scene, "note 1.6.1")
    scene.heap(st.POOL, "clef")
    assert praised(scene, "note 1.6.1") == {"unused_token": {}}
    scene = Scene(3, master="mahler")
    scene.seat("C2", "03a", 0, well=False)
    scene.begin("C2")
    assert "replay" in praised(scene, "note 1.4.1")
    assert "replay" not in praised(scene, "note 1.5.2"), "no Quaver"
    assert looked(scene, "note 1.4.1").stop == "question"
    scene = Scene(3, master="mengelberg")
    scene.seat("C2", "03a", 0, well=False)
    scene.begin("C2")
    assert [one.rule for one in GAME.merits(scene.s, 0, GAME.codes["note 1.4.1"])] == ["SY-239"]


# -- the world of previews ---------------------------------------------------------------------------

HIDDEN: list[tuple[dict[str, Any], str]] = [
    ({}, "control"),
    ({"draft": "secret"}, "draft"),
    ({"draft": "secret", "progressive": True}, "pentagon"),
    ({"draft": "public", "progressive": True, "audience": "private"}, "allocate"),
    ({"master": "berlioz", "draft": "secret"}, "discard"),
    ({"draft": "public", "audience": "both"}, "objective"),
    ({"draft": "public", "audience": "both"}, "place"),
]


@rule("KN-44", "SY-018")
@pytest.mark.parametrize(("options", "step"), HIDDEN)
def test_what_is_hidden_is_not_in_the_world_of_previews(options: dict[str, Any], step: str) -> None:
    table = play_until(match(4, seed=6, **options), step, seed=2)
    true = table.state
    for player in range(4):
        mine = GAME.imagined(true, player, Dice(1))
        for seed in range(3):
            other = GAME.imagined(GAME.determinize(true, player, Dice(seed)), player, Dice(1))
            for name in ("hands", "discards", "bag", "desk", "inst", "notes", "points"):
                assert list(getattr(other, name)) == list(getattr(mine, name)), name
        assert GAME.numbers(mine, player) == GAME.numbers(true, player)


# -- words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_remarks_name_things(lang: str) -> None:
    speaker = words.Speaker("symphony", ("Anna", "Ben", "Cleo", "Dora"), lang=lang, you=0)
    scene = turn(Scene(4), "22")
    scene.play("card 22")
    said = [speaker.remark(one) for one in GAME.warnings(scene.s, 0, GAME.codes["seat A2"])]
    name = {"en": "Piccolo", "fr": "Piccolo", "de": "Piccolo"}[lang]
    assert all(name in text and "{" not in text for text in said)
    place = laid_out()
    found = GAME.standing(place.s, 0).majorities
    shown = [speaker.say(f"majority.{one.name}", **one.args) for one in found]
    assert len(set(shown)) == len(shown)
    assert not any("{" in text for text in shown)
