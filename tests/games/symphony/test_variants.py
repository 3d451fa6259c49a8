"""Sections 15 to 17 of the ledger: Masters, Progressive Orchestra, Clefs."""

from __future__ import annotations

import pytest

from games.symphony.tables import GAME, D, Scene, finish, match, play_until
from support import rule
from tutti.games.symphony.pack.box import CHOIR, PROTECT
from tutti.games.symphony.pack.names import place_number
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.instruments import abilities
from tutti.games.symphony.rules.scoring import orchestra_bonus
from tutti.games.symphony.rules.setup import lay_clefs
from tutti.games.symphony.rules.steps.bonuses import minority
from tutti.kernel.native import u8


def dealt(master: str, players: int, **options: str) -> list[int]:
    """Cards of each kind in hands, packets and discards after the deal."""
    state = play_until(match(players, seed=7, master=master, **options), "draft" if options else "card").state
    found = [0] * KINDS
    for piles in (state.hands, state.packets, state.discards):
        for at in range(len(piles)):
            found[at % KINDS] += int(piles[at])
    return found


# -- Masters -------------------------------------------------------------------------------------


@rule("SY-221", "SY-093")
def test_a_master_sets_number_and_use_of_the_discs() -> None:
    scene = Scene(master="mengelberg")
    scene.seat("00", "00", 0)
    assert scene.row("00") == [0, 0, "black"]


@rule("SY-222", "SY-228", "SY-229", "SY-231", "SY-240", "SY-242")
@pytest.mark.parametrize(
    ("master", "category"),
    [("toscanini", 0), ("wagner", 1), ("karajan", 2), ("furtwangler", 3), ("bulow", 4)],
)
def test_all_cards_of_a_masters_colour_are_dealt(master: str, category: int) -> None:
    for players in (2, 4, 6):
        found = dealt(master, players)
        for kind in range(KINDS):
            if D.category[kind] == category:
                assert found[kind] == D.copies[kind]


@rule("SY-222", "SY-233")
def test_kleiber_deals_flats_and_sharps_and_nothing_else_when_they_are_too_many() -> None:
    wanted = [kind for kind in range(KINDS) if D.category[kind] != CHOIR and (D.basic[3 * kind] | D.unlock[kind]) & 3]
    assert sum(D.copies[kind] for kind in wanted) == 24
    found = dealt("kleiber", 2)
    assert sum(found) == sum(found[kind] for kind in wanted) == 16
    more = dealt("kleiber", 5)
    assert sum(more[kind] for kind in wanted) == 24


@rule("SY-223")
def test_berlioz_has_a_disc_for_a_choir() -> None:
    scene = Scene(master="berlioz")
    scene.seat("C2", "40", 0, 1)
    scene.seat("C3", "02a", 0)
    scene.seat("00", "00", 0)
    scene.begin("C3")
    assert scene.legal() == ["leftmost", "conduct 1 left"]
    scene.play("conduct 1 left", "note 1.4.1")
    scene.begin("C2")
    assert scene.legal() == ["leftmost", "conduct 2 left", "conduct 3 left"]
    scene.play("conduct 3 left", "note 3.4.3")
    assert (scene.step, scene.active) == ("chain", (0,))  # the same player's disc of the choir is next
    scene.play("stop")
    assert scene.begin("C2").legal() == ["leftmost", "conduct 2 left"]


@rule("SY-224")
def test_berlioz_deals_everything_and_all_discard_at_once() -> None:
    table = match(3, seed=5, master="berlioz")
    assert (table.active, table.view()["hands"]) == ((0, 1, 2), [16, 16, 16])
    state = table.state
    assert sum(int(count) for count in state.bag) == 2
    before = table.view(0)
    first = table.legal(1)[0]
    table.play(1, first)
    assert table.view(0) == before  # one click of nine: nobody can tell
    for player in (1, 0, 2):
        while player in table.active and table.prompt(player).step == "discard":  # type: ignore[union-attr]  # active
            legal = table.legal(player)
            codes = [GAME.codes[text] for text in legal]
            assert codes == sorted(codes)
            table.play(player, legal[0])
    assert table.view()["hands"] == [7, 7, 7]
    assert len(table.view(1)["own"]["discards"]) == 9
    assert "?" not in str(table.record()["log"])


@rule("SY-224", "SY-044")
def test_the_choir_is_not_counted_when_berlioz_has_players_discard() -> None:
    table = play_until(match(5, seed=5, master="berlioz", first_player=0), "discard")
    while table.prompt(table.active[0]).step == "discard":  # type: ignore[union-attr]  # somebody is asked
        table.play(table.active[0], table.legal(table.active[0])[0])
    hands, usual = table.state.hands, table.state.terms.setup.hand
    for player in range(5):
        held = [int(count) for count in hands[player * KINDS : (player + 1) * KINDS]]
        assert sum(count for kind, count in enumerate(held) if D.category[kind] != CHOIR) == usual
    assert [size - usual for size in table.view()["hands"]] == [0, 0, 0, 1, 1]


@rule("SY-224", "SY-247")
def test_berlioz_in_progressive_orchestra_keeps_00_and_01() -> None:
    table = play_until(match(3, seed=5, master="berlioz", draft="secret", progressive=True), "discard")
    state = table.state
    assert any(f.step == st.S_DISCARD for f in state.stack)
    for player in range(3):
        assert not {"discard 00", "discard 01"} & set(table.legal(player))
    assert finish(table).result


@rule("SY-226", "SY-227")
def test_bernstein_fills_voices_from_the_left() -> None:
    scene = Scene(master="bernstein")
    scene.seat("C2", "21", 0, well=False)
    scene.seat("00", "00", 0)
    scene.begin("C2")
    assert scene.notes() == ["1.4.1", "2.4.1", "3.4.1"]
    assert scene.why("note 1.4.2") == ("not_leftmost", "SY-227")
    black = Scene(master="bernstein")
    black.seat("C2", "21", 0)
    black.discs("C2", "black")
    assert black.begin("C2").notes() == ["1.4.1", "2.4.1", "3.4.2"]  # the Minim is skipped
    strings = Scene(master="bernstein")
    strings.seat("C2", "02a", 0)
    strings.seat("00", "00", 0)
    assert strings.begin("C2").legal() == ["leftmost", "conduct 1 left"]


@rule("SY-227")
def test_bernstein_lets_a_pair_take_a_semibreve_and_overwriting_go_anywhere() -> None:
    scene = Scene(master="bernstein")
    scene.seat("C2", "36", 0)
    scene.begin("C2")
    assert "1.6.1" not in scene.notes()
    for note in ("1.4.1", "1.4.2", "1.4.4", "1.5.1", "1.5.2", "1.5.3"):
        scene.put(note, "black")
    assert "1.6.1" in scene.notes()  # 1.4.3 is flat: not open to this disc
    over = Scene(master="bernstein")
    over.seat("C2", "08", 0)
    over.discs("C2", None, 0)
    over.put("2.6.2", 1)
    assert "2.6.2" in over.begin("C2").notes()


@rule("SY-227", "SY-265")
def test_bernstein_asks_for_the_leftmost_note_of_the_clefs() -> None:
    scene = Scene(master="bernstein", clefs="I")
    lay_clefs(D, scene.s.terms, (0, 2, 1))
    scene.seat("C2", "02a", 0, well=False)  # G alone
    scene.begin("C2")
    assert scene.why("note 2.4.1") == ("wrong_clef", "SY-265")
    assert scene.notes() == ["1.4.1", "2.4.2"]


@rule("SY-228")
def test_bulow_protects_soloist_cards() -> None:
    scene = Scene(master="bulow")
    scene.seat("C2", "36", 0)
    scene.seat("C3", "33", 0)
    assert abilities(D, scene.s, place_number("C2"), 0) & PROTECT
    assert not abilities(D, scene.s, place_number("C3"), 0) & PROTECT
    scene.begin("C2").play("note 1.4.1")
    assert scene.stack("1.4.1") == ["black", 0]


@rule("SY-230", "SY-278")
def test_furtwangler_pays_a_semibreve_with_an_unused_token() -> None:
    scene = Scene(master="furtwangler")
    scene.seat("C2", "36", 0)
    scene.heap(st.POOL, "clef", "chaining")
    scene.begin("C2").play("note 1.6.1")
    assert scene.legal() == ["take chaining", "take clef"]
    scene.play("take clef")
    assert scene.tokens(0) == ["clef"]
    assert scene.s.stack == []
    empty = Scene(master="furtwangler")
    empty.seat("C2", "36", 0)
    assert empty.begin("C2").play("note 1.6.1").s.stack == []


@rule("SY-229")
def test_furtwanglers_discs_go_to_two_percussion_instruments() -> None:
    scene = Scene(master="furtwangler")
    scene.seat("C2", "31", 0)
    scene.seat("C3", "02a", 0)
    scene.seat("00", "00", 0)
    assert scene.begin("C3").step == "place"
    scene.s.stack.clear()
    assert scene.begin("C2").legal() == ["leftmost", "conduct 1 left"]
    scene.play("conduct 1 left", "note 1.4.1")
    assert scene.begin("C2").step == "place"


@rule("SY-232", "SY-231")
def test_karajan_lets_woodwinds_overwrite_black_discs_and_covers() -> None:
    scene = Scene(3, master="karajan")
    scene.seat("C2", "21", 0)
    scene.put("1.4.1", "black")
    scene.put("1.4.2", 1, "black")
    scene.begin("C2")
    assert "1.4.1" in scene.notes()
    assert "1.4.2" not in scene.notes()
    assert "1.5.3" in scene.notes()  # a covered blue note
    scene.play("note 1.5.3")
    assert scene.points(0) == 1
    assert scene.stack("1.5.3") == ["cover", 0]
    scene.seat("C3", "09", 1)
    assert scene.begin("C3").notes() == ["1.5.3"]  # active from now on, two discs high
    brass = Scene(3, master="karajan")
    brass.seat("C3", "12", 0)
    brass.put("1.4.1", "black")
    assert "1.4.1" not in brass.begin("C3").notes()


@rule("SY-232", "SY-123")
def test_under_karajan_black_discs_overwrite_neither_black_discs_nor_covers() -> None:
    scene = Scene(3, master="karajan")
    scene.seat("C2", "19", 0, well=False)  # Woodwinds, the black disc first
    scene.put("1.4.1", "black")
    scene.begin("C2")
    assert scene.why("note 1.4.1") == ("black_on_top", "SY-123")
    assert scene.why("note 1.5.3") == ("covered", "SY-010")
    assert not {"1.4.1", "1.5.3"} & set(scene.notes())
    scene.play("note 1.4.2")
    scene.begin("C2")  # the next disc is a coloured one
    assert {"1.4.1", "1.5.3"} <= set(scene.notes())
    assert "1.4.2" in scene.notes()


@rule("SY-095", "SY-233")
def test_two_conductor_discs_for_one_instrument_take_two_plays() -> None:
    scene = Scene(master="kleiber")
    scene.seat("01", "01", 0)
    scene.seat("00", "00", 0)
    scene.hold(0, "flat_sharp")
    scene.begin("01").play("play flat_sharp")
    assert scene.legal() == ["disc own", "disc black", "conduct 1 swap", "conduct 2 swap"]
    scene.play("conduct 1 swap")
    assert scene.legal() == ["disc own", "disc black"]


@rule("SY-233")
def test_kleibers_discs_want_the_ability_now() -> None:
    scene = Scene(master="kleiber")
    scene.seat("C2", "04", 0, well=False)
    scene.seat("C3", "06", 0)
    scene.seat("00", "00", 0)
    assert scene.begin("C2").step == "place"
    scene.s.stack.clear()
    assert scene.begin("C3").legal() == ["leftmost", "conduct 1 left", "conduct 2 left"]
    scene.play("conduct 1 left", "note 1.4.1")
    assert scene.begin("C3").legal() == ["leftmost", "conduct 2 left"]  # may be the same instrument


@rule("SY-233", "SY-121")
def test_kleibers_discs_want_the_ability_of_the_part_that_plays() -> None:
    scene = Scene(master="kleiber")
    scene.seat("C2", "41", 0, 0)  # Sharp belongs to the first Part
    scene.seat("00", "00", 0)
    assert scene.begin("C2").legal() == ["leftmost", "conduct 2 left"]
    scene.s.stack.clear()
    scene.discs("C2", None, 0, None, 0)
    assert scene.begin("C2").step == "place"


@rule("SY-234", "SY-281")
def test_kleibers_gifts_come_from_the_neighbours() -> None:
    flat = Scene(master="kleiber")
    flat.seat("C2", "06", 0)
    flat.hold(1, "clef", "chaining")
    flat.begin("C2").play("note 1.4.3")
    assert (flat.step, flat.active, flat.legal()) == ("gift", (1,), ["give chaining", "give clef"])
    flat.play("give chaining")
    assert (flat.tokens(0), flat.tokens(1)) == (["chaining"], ["clef"])
    sharp = Scene(master="kleiber")
    sharp.seat("C2", "06", 0)
    sharp.hold(4, "clef", "clef")
    sharp.begin("C2").play("note 2.5.5")
    assert (sharp.tokens(0), sharp.tokens(4)) == (["clef"], ["clef"])
    black = Scene(master="kleiber")
    black.seat("C2", "06", 0)
    black.discs("C2", "black")
    black.hold(1, "clef")
    black.begin("C2").play("note 1.4.3")
    assert black.tokens(0) == ["clef"]


@rule("SY-235", "SY-236", "SY-237", "SY-280")
def test_mahler_replays_next_to_a_quaver() -> None:
    scene = Scene(master="mahler")
    scene.seat("C2", "21", 0, well=False)
    scene.begin("C2").play("note 1.4.1")
    assert (scene.step, scene.legal()) == ("replay", ["no replay", "replay"])
    scene.play("replay")
    assert scene.legal() == ["note 1.4.2"]
    assert scene.why("note 3.4.3") == ("not_adjacent", "SY-237")
    scene.play("note 1.4.2")
    assert scene.s.stack == []  # 1.4.3 is flat, 1.4.1 taken: no replay is offered
    no = Scene(master="mahler")
    no.seat("C2", "21", 0)
    no.begin("C2").play("note 1.4.1", "no replay")
    assert no.s.stack == []
    crotchet = Scene(master="mahler")
    crotchet.seat("C2", "21", 0)
    assert crotchet.begin("C2").play("note 3.4.3").s.stack == []


@rule("SY-236")
def test_a_replay_on_a_quaver_brings_another_one() -> None:
    scene = Scene(master="mahler")
    scene.seat("C2", "21", 0, well=False)
    scene.begin("C2").play("note 2.5.2", "replay", "note 2.5.3")
    assert scene.step == "replay"
    scene.play("replay", "note 2.5.4")
    assert scene.row("C2") == [None, None, None, None, None]
    assert scene.s.stack == []


@rule("SY-235")
def test_mahlers_discs_go_to_brass_and_woodwinds() -> None:
    scene = Scene(master="mahler")
    scene.seat("C2", "21", 0, well=False)
    scene.seat("C3", "07", 0, well=False)
    scene.seat("00", "00", 0)
    assert [text for text in scene.begin("C2").legal() if text.startswith("conduct")] == [
        "conduct 2 left",
        "conduct 2 4",
        "conduct 2 5",
    ]
    scene.s.stack.clear()
    assert scene.begin("C3").legal() == ["leftmost", "conduct 1 left"]


@rule("SY-237", "SY-280", "SY-291")
def test_a_replay_may_use_token_and_conductor_that_leave_a_neighbour() -> None:
    scene = Scene(master="mahler")
    scene.seat("C2", "21", 0, well=False)
    scene.seat("00", "00", 0)
    scene.begin("C2").play("leftmost", "note 1.4.2")
    assert scene.play("replay").step == "source"
    scene.play("conduct 2 left")
    assert scene.legal() == ["note 1.4.1"]
    scene.play("note 1.4.1")
    token = Scene(master="mahler")
    token.seat("C2", "21", 0, well=False)
    token.begin("C2").play("note 1.4.2")
    token.hold(0, "prolonged", "flat_sharp")
    token.play("replay")
    assert token.step == "musician"
    token.play("play prolonged")
    assert "add own left" in token.legal()


@rule("SY-280", "SY-154")
def test_in_a_replay_prolonged_needs_a_disc_that_leaves_a_neighbour() -> None:
    scene = Scene(master="mahler")
    scene.seat("01", "01", 0)
    scene.discs("01", "black", "black")
    scene.put("1.4.2", 1)
    scene.begin("01").play("note 1.4.1")
    scene.hold(0, "prolonged")
    scene.play("replay")  # an own disc in place of the black one would have no right to 1.4.2
    assert (scene.step, scene.legal()) == ("place", ["note 1.4.2"])


@rule("SY-280", "SY-138")
def test_in_a_replay_only_the_first_disc_of_a_group_is_bound() -> None:
    scene = Scene(master="mahler")
    scene.seat("C2", "36", 0, well=False)
    scene.hold(0, "prolonged")
    scene.begin("C2").play("play prolonged", "add own left", "note 1.4.1", "replay")
    assert scene.legal() == ["note 1.4.2"]
    scene.play("note 1.4.2")
    assert "3.4.3" in scene.notes()
    asked = GAME.prompt(scene.s, 0)
    assert (asked.rule, asked.args["replay"], asked.args["near"]) == ("SY-138", False, None)


@rule("SY-237")
def test_a_choir_replays_only_for_the_owner_of_the_next_disc() -> None:
    scene = Scene(master="mahler")
    scene.seat("C2", "41", 0, 1)
    assert scene.begin("C2").play("note 1.4.1").s.stack == []
    same = Scene(master="mahler")
    same.seat("C2", "41", 0, 0)
    assert same.begin("C2").play("note 1.4.1").step == "replay"
    coda = Scene(master="mahler")
    coda.seat("C2", "30", 0, well=True)
    coda.absolute("C2")
    coda.begin("C2", coda=True).play("note 1.4.1", "replay", "note 1.4.2")
    assert coda.stacked("C2") == 1


@rule("SY-238")
def test_mengelberg_has_a_black_disc_for_a_third_instrument() -> None:
    scene = Scene(master="mengelberg")
    for place, card in (("C2", "02a"), ("C3", "05"), ("C4", "04")):
        scene.seat(place, card, 0)
    scene.seat("00", "00", 0)
    assert scene.begin("C2").legal() == ["leftmost", "conduct 1 left", "conduct 3 left"]
    scene.play("conduct 3 left")
    assert GAME.prompt(scene.s, 0).args["disc"] == "black"
    scene.play("note 3.4.3")
    assert scene.begin("C2").step == "place"
    scene.s.stack.clear()
    scene.begin("C3").play("conduct 1 left", "note 1.4.1")
    assert scene.begin("C4").legal() == ["leftmost", "conduct 2 left"]


@rule("SY-239")
def test_mengelberg_shields_discs_on_quavers() -> None:
    scene = Scene(master="mengelberg")
    scene.seat("C2", "21", 0)
    scene.begin("C2").play("note 1.4.1")
    assert scene.stack("1.4.1") == ["black", 0]
    scene.begin("C2").play("note 3.4.3")
    assert scene.stack("3.4.3") == [0]
    twice = Scene(master="mengelberg")
    twice.seat("C2", "28", 0, well=False)
    twice.begin("C2").play("note 1.4.1")
    assert twice.stack("1.4.1") == ["black", 0]  # never two


@rule("SY-241", "SY-240")
def test_toscanini_seats_strings_well_everywhere() -> None:
    scene = Scene(master="toscanini")
    scene.seat("C1", "03a", 0)
    assert scene.row("C1") == [0, 0, 0]
    scene.seat("00", "00", 0)
    scene.seat("C2", "21", 0)
    assert "conduct 1 left" in scene.begin("C1").legal()
    scene.s.stack.clear()
    assert scene.begin("C2").step == "place"


@rule("SY-243", "SY-242")
def test_wagner_pays_every_overwriting() -> None:
    scene = Scene(master="wagner")
    scene.seat("C2", "08", 0)
    scene.discs("C2", None, 0)
    scene.put("1.4.1", 1)
    scene.begin("C2").play("note 1.4.1")
    assert (scene.points(0, "discs"), scene.points(0, "master")) == (1, 2)
    black = Scene(master="wagner")
    black.seat("C2", "26", 0)
    black.discs("C2", "black")
    black.put("1.4.1", 1)
    black.begin("C2").play("note 1.4.1")
    assert black.points(0) == 2
    pair = Scene(master="wagner")
    pair.seat("C2", "36", 0)
    pair.begin("C2").play("note 1.6.1")
    assert pair.points(0, "master") == 0


@rule("SY-243")
def test_wagner_pays_nothing_on_a_free_note() -> None:
    for disc in (0, "black"):
        scene = Scene(master="wagner")
        scene.seat("C2", "26", 0)
        scene.discs("C2", disc)
        scene.begin("C2").play("note 1.4.1")
        assert scene.stack("1.4.1") == [disc]
        assert scene.points(0, "master") == 0


@rule("SY-243", "SY-111", "SY-279")
def test_a_pair_on_a_semibreve_overwrites_nothing_for_wagner() -> None:
    for under, points in (("own", 3), ("black", 1)):
        pair = Scene(master="wagner")
        pair.seat("C2", "36", 0)
        pair.discs("C2", 0, "black")
        pair.begin("C2").play("note 1.6.1", f"under {under}")
        assert len(pair.stack("1.6.1")) == 2
        assert pair.points(0, "master") == 0, under
        assert pair.points(0, "discs") == points


@rule("SY-209", "SY-282")
def test_neutral_melody_counts_neither_mengelbergs_card_nor_what_his_disc_opens() -> None:
    card = next(card for card in D.cards if card.orchestra == "neutral_melody")
    scene = Scene(master="mengelberg")
    scene.seat("00", "00", 0)
    assert "black" in scene.row("00")
    assert orchestra_bonus(D, scene.s, card, 0) == 0
    scene.seat("01", "01", 0)
    scene.seat("C4", "28", 0, well=False)
    assert orchestra_bonus(D, scene.s, card, 0) == 4
    scene.begin("C4").play("conduct 3 1")
    assert scene.row("C4")[0] == "black"
    assert orchestra_bonus(D, scene.s, card, 0) == 4
    well = Scene(master="mengelberg")
    well.seat("C4", "28", 0, well=True)
    assert orchestra_bonus(D, well.s, card, 0) == 4


@rule("SY-280", "SY-087")
def test_a_token_in_hand_does_not_bring_mahlers_replay() -> None:
    def played(*before: str) -> Scene:
        scene = Scene(master="mahler")
        scene.seat("C2", "21", 0, well=False)
        scene.put("1.4.1", 0)
        scene.hold(0, "flat_sharp")
        return scene.begin("C2").play(*before, "note 1.4.2")

    assert played("no token").s.stack == []  # the flat 1.4.3 is the only neighbour
    used = played("play flat_sharp")
    assert used.step == "replay"
    assert used.play("replay").legal() == ["note 1.4.3"]


# -- Progressive Orchestra -----------------------------------------------------------------------


@rule("SY-244", "SY-245", "SY-246")
@pytest.mark.parametrize(("players", "seats"), [(2, 20), (3, 25), (4, 30), (5, 28), (6, 28)])
def test_the_board_of_progressive_orchestra(players: int, seats: int) -> None:
    orchestra = match(players, draft="secret", progressive=True).view()["orchestra"]
    assert len(orchestra) == seats + 2
    assert not any(card for place, card in orchestra.items() if place[0] in "ABCDE")
    assert ("B3" in orchestra) == (players < 5 and players != 2)


@rule("SY-247", "SY-248", "SY-249")
def test_everything_drafted_ends_in_a_hand() -> None:
    table = play_until(match(4, seed=3, draft="secret", progressive=True, first_player=1), "pentagon")
    state = table.state
    assert table.view()["hands"] == [8, 8, 8, 8]
    assert sum(int(state.hands[p * KINDS]) + int(state.hands[p * KINDS + 1]) for p in range(4)) == 2
    assert not any(state.packets)
    asked = []
    while table.prompt(table.active[0]).step == "pentagon":  # type: ignore[union-attr]  # somebody is asked
        asked.append(table.active[0])
        table.play(table.active[0], table.legal(table.active[0])[0])
    assert asked == [0, 3, 2, 1]
    assert all(table.view()["column_tokens"])


@rule("SY-250", "SY-253", "SY-251", "SY-252")
def test_the_holder_of_01_begins_and_must_use_it() -> None:
    table = play_until(match(3, seed=4, draft="secret", progressive=True), "allocate")
    player = table.active[0]
    assert "01" in table.view(player)["own"]["hand"]
    assert table.legal(player) == ("control 01",)
    assert table.view()["first_player"] == player
    refusal = table.why_not(
        player, "card " + next(c for c in table.view(player)["own"]["hand"] if c not in ("00", "01"))
    )
    assert refusal is not None
    assert refusal.code == "must_use_01"
    table.play(player, "control 01")
    assert table.active == ((player + 1) % 3,)
    other = table.active[0]
    card = next(text for text in table.legal(other) if text.startswith("card"))
    table.play(other, card)
    assert all(text.startswith("seat A") for text in table.legal(other))
    table.play(other, table.legal(other)[0])
    seated = [c for c in table.view()["orchestra"].values() if c and c["card"] == card.split()[1]]
    assert seated[0]["owners"] == [other]


@rule("SY-254", "SY-255", "SY-256", "SY-069")
@pytest.mark.parametrize("players", [2, 5])
def test_allocation_wanders_and_comes_home(players: int) -> None:
    table = finish(match(players, seed=6, draft="secret", progressive=True))
    view = table.view()
    assert view["hands"] == [0] * players
    assert view["first_player"] == view["orchestra"]["01"]["owners"][0]
    assert None not in view["orchestra"]["00"]["owners"]


@rule("SY-254")
def test_allocation_stops_when_the_column_is_full() -> None:
    scene = Scene(3, draft="secret", progressive=True, column="B")
    for row in (1, 2, 3, 4):
        scene.seat(f"B{row}", "02a", 0)
    for player in range(3):
        scene.hand(player, "04", "05")
    scene.s.holder = 1
    scene.run(st.S_ALLOCATION, 1)
    assert scene.active == (1,)
    scene.play("card 04", "seat B5")
    assert scene.s.stack == []
    assert scene.s.holder == 2


@rule("SY-255", "SY-252", "SY-254")
def test_in_movement_e_allocation_goes_on_while_00_is_in_hand() -> None:
    scene = Scene(3, draft="secret", progressive=True, column="E")
    for row in (1, 2, 3, 4):
        scene.seat(f"E{row}", "02a", 0)
    scene.hand(1, "04")
    scene.hand(2, "00")
    scene.s.holder = 1
    scene.run(st.S_ALLOCATION, 4)
    scene.play("card 04", "seat E5")
    assert (scene.step, scene.active, scene.legal()) == ("allocate", (2,), ["control 00"])
    scene.play("control 00")
    assert scene.owner("00") == 2
    assert scene.s.stack == []
    assert scene.s.holder == 0


@rule("SY-255", "SY-252", "SY-254")
def test_before_movement_e_00_may_stay_in_hand() -> None:
    scene = Scene(3, draft="secret", progressive=True, column="D")
    for row in (1, 2, 3, 4):
        scene.seat(f"D{row}", "02a", 0)
    scene.hand(1, "04")
    scene.hand(2, "00")
    scene.s.holder = 1
    scene.run(st.S_ALLOCATION, 3)
    scene.play("card 04", "seat D5")
    assert scene.s.stack == []
    assert scene.s.holder == 2


@rule("SY-254", "SY-251")
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_token_moves_only_when_the_column_is_full(players: int) -> None:
    table = play_until(match(players, seed=4, draft="secret", progressive=True), "allocate")
    holder, turns, columns = table.active[0], 0, 0
    while table.active:
        step, player = table.view()["step"], table.active[0]
        if step in ("allocate", "seat"):
            assert table.view()["first_player"] == holder, "as long as the Column has a free seat"
            assert player == (holder + turns) % players
            assert table.dump()["holder"] == holder
        action = table.legal(player)[-1]
        events = table.play(player, action)
        turns += action.startswith(("seat", "control"))
        if turns and table.view()["step"] not in ("allocate", "seat"):
            holder, turns, columns = (holder + turns) % players, 0, columns + 1
            assert table.view()["first_player"] == holder
        passed = [event["player"] for event in events if event["event"] == "baton"]
        assert passed in ([], [holder])
    assert columns == 5
    assert [event["event"] for event in table.events()].count("baton") == 6


@rule("SY-256", "SY-252")
def test_a_player_with_only_00_must_use_it() -> None:
    scene = Scene(3, draft="secret", progressive=True, column="B")
    scene.hand(1, "00")
    scene.hand(2, "04")
    scene.s.holder = 1
    scene.run(st.S_ALLOCATION, 1)
    assert scene.legal() == ["control 00"]
    scene.play("control 00")
    assert scene.row("00") == [1, 1]


@rule("SY-257", "SY-258", "SY-284")
def test_absolute_stacks_count_for_minority_in_progressive_orchestra() -> None:
    scene = Scene(3, draft="secret", progressive=True, column="A")
    scene.seat("A2", "29", 0, well=True)
    scene.seat("A3", "02a", 1)
    scene.run(st.S_ABSOLUTE, 0)
    assert minority(D, scene.s, 0) == 1
    scene.run(st.S_MINORITY, 0)
    programme = list(zip(scene.s.terms.programme[::2], scene.s.terms.programme[1::2], strict=True))
    start = programme.index((st.S_ALLOCATION, 0))
    assert [step for step, _ in programme[start : start + 3]] == [st.S_ALLOCATION, st.S_ABSOLUTE, st.S_MINORITY]
    berlioz = Scene(3, draft="secret", progressive=True, master="berlioz").s.terms.programme
    assert list(berlioz[::2]).count(10) == 5


@rule("SY-259", "SY-260", "SY-261")
def test_progressive_endgame_splits_the_two_cards() -> None:
    table = match(3, seed=5, draft="public", audience="both", progressive=True)
    play_until(table, "objective")
    assert table.active == (0, 1, 2)
    held = table.view(0)["own"]["objectives"]
    assert table.legal(0) == tuple(f"score {card}" for card in sorted(held))
    for player in range(3):
        table.play(player, table.legal(player)[0])
    finish(table)
    view = table.view()
    assert view["objectives"]["revealed"][0] == min(held)
    assert view["objectives"]["final"][0] == max(held)
    bonuses = [event for event in table.events() if event["event"] in ("bonus", "final_bonus") and event["player"] == 0]
    assert sorted(event["event"] for event in bonuses) == ["bonus", "bonus", "final_bonus", "final_bonus"]


@rule("SY-285", "SY-066")
def test_the_last_pentagon_token_of_progressive_orchestra() -> None:
    for audience, left in (("none", 0), ("public", 1)):
        scene = Scene(2, draft="public", progressive=True, audience=audience)
        scene.heap(st.PENTAGON, "clef", "clef", "chaining")
        scene.run(st.S_SPREAD)
        scene.play("take clef", "take clef")
        assert int(scene.s.desk[st.PENTAGON + 2]) == left
        assert int(scene.s.desk[st.POOL + 2]) == 1 - left


@rule("SY-285", "SY-210")
def test_in_progressive_orchestra_talents_choose_from_the_first_player_token() -> None:
    scene = Scene(3, draft="public", progressive=True, audience="public", first_player=0)
    number = next(card.id for card in D.cards if card.orchestra == "group_of_talents")
    scene.s.desk[st.PUBLIC] = u8(number)
    scene.heap(st.PENTAGON, "clef", "chaining")
    scene.s.holder = 2
    scene.run(st.S_OBJECTIVES, 1)
    assert scene.active == (1,)
    scene.play("take clef")
    assert scene.active == (0,)


# -- Clefs ---------------------------------------------------------------------------------------


@rule("SY-262")
def test_clef_cards_lie_in_any_order() -> None:
    orders = {tuple(card["main"] for card in match(2, seed=seed, clefs="I").view()["clef_cards"]) for seed in range(30)}
    assert len(orders) == 6


@rule("SY-263", "SY-264", "SY-265", "SY-EX-32")
def test_main_and_minor_clefs() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))  # Voice 1: Main G, Minor C on the upper three
    score = scene.s.terms.score
    for card, positions in (("12", {1, 2, 3, 4, 5, 6, 7}), ("08", {5, 6, 7})):
        mask = D.clefs[D.ids.index(card)]
        open = {
            score.position[i] for i in range(score.count) if score.voice[i] == 0 and scene.s.terms.note_clefs[i] & mask
        }
        assert open == positions & {score.position[i] for i in range(score.count) if score.voice[i] == 0}


@rule("SY-266", "SY-270")
def test_clefs_bind_every_disc_and_without_a_note_it_burns() -> None:
    scene = Scene(clefs="I", clashes=False)
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    scene.seat("C2", "08", 0)  # C and F
    scene.fill("1.5.2")  # position 2 of Voice 1: G only
    scene.discs("C2", None, 0)
    scene.begin("C2")
    assert scene.events("burned")
    assert Scene(clefs="I", clashes=False).s.terms.clash_limit == 0


@rule("SY-267", "SY-268", "SY-271")
def test_a_clash_ignores_the_clefs_for_a_price() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    scene.seat("C2", "08", 0)
    scene.discs("C2", None, 0)
    scene.fill("1.5.2")
    scene.begin("C2")
    assert scene.legal() == ["burn", "clash 1.5.2"]
    assert scene.why("note 1.5.2") == ("wrong_clef", "SY-265")
    scene.play("clash 1.5.2")
    assert scene.track(0, "clash") == 1
    assert scene.stack("1.5.2") == [0]
    out = Scene(clefs="I")
    lay_clefs(D, out.s.terms, (0, 1, 2))
    out.set_track(0, "clash", 3)
    out.seat("C2", "08", 0)
    out.discs("C2", None, 0)
    out.fill("1.5.2")
    assert out.begin("C2").events("burned")


@rule("SY-268", "SY-278")
def test_a_pair_outside_the_clefs_clashes_twice() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    scene.seat("C2", "33", 0, well=False)  # C and F; the Semibreve of Voice 1 lies on position 4
    scene.begin("C2")
    assert "clash 1.6.1" in scene.legal()
    scene.play("clash 1.6.1")
    assert scene.track(0, "clash") == 2
    scene.s.stack.clear()
    scene.seat("C3", "33", 0, well=False)
    assert "clash 3.5.1" not in scene.begin("C3").legal()


@rule("SY-268")
def test_a_clash_may_be_used_although_a_note_is_open_but_then_nothing_burns() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    scene.seat("C2", "08", 0)
    scene.discs("C2", None, 0)
    legal = scene.begin("C2").legal()
    assert "burn" not in legal
    assert any(text.startswith("clash") for text in legal)
    assert scene.why("clash 1.4.1") == ("no_clash_needed", "SY-267")


@rule("SY-269")
def test_hard_mode_has_no_clashes() -> None:
    scene = Scene(clefs="I", clashes=False)
    scene.seat("C2", "03a", 0)
    assert not any(text.startswith("clash") for text in scene.begin("C2").legal())


@rule("SY-271")
def test_a_choirs_clefs_hold_for_all_parts() -> None:
    scene = Scene(clefs="I")
    scene.seat("C2", "41", 0, 1)
    first = scene.begin("C2").notes()
    scene.play(f"note {first[0]}")
    second = scene.begin("C2").notes()
    assert all(scene.s.terms.note_clefs[scene.note(note)] & D.clefs[D.ids.index("41")] for note in first + second)


@rule("SY-289", "SY-091")
def test_a_concertmaster_disc_that_only_clashes_must_clash() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (1, 0, 2))  # Voice 1: Main C, Minor F central; the Concertmaster has G and F
    scene.seat("01", "01", 0)
    scene.fill("1.5.2", "1.4.4")  # a Minim outside the clefs, and position 5 inside
    scene.put("1.4.4", 1)
    scene.put("1.4.1", "black")
    scene.discs("01", 0, "black")
    scene.begin("01")
    assert scene.legal() == ["disc own", "disc black"]
    scene.play("disc own")
    assert scene.legal() == ["clash 1.5.2"]


def test_cards_held_are_where_the_tests_put_them() -> None:
    scene = Scene(2, draft="public", audience="private")
    scene.s.desk[st.CARDS_HELD] = u8(3)
    assert GAME.view(scene.s, 0)["own"]["objectives"][0] == 3
