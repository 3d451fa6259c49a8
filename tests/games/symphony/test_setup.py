"""Sections 1, 2 and 18 of the ledger: options, set-up, presets."""

from __future__ import annotations

from typing import Any

import pytest

import tutti
from games.symphony.tables import GAME, D, Scene, finish, match
from support import rule
from tutti.games.symphony.pack.box import COVER, NO_SEAT, TOKENS
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.scoring import controlled
from tutti.kernel.schema import conflicts
from tutti.kernel.types import Fields
from tutti.words import find


def refused(players: int = 4, **options: Any) -> tuple[str, str]:
    with pytest.raises(tutti.BadOption) as caught:
        match(players, **options)
    return caught.value.code, caught.value.rule


@rule("SY-001")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(tutti.BadOption, match="2"):
        match(players)


@rule("SY-019", "SY-020", "SY-184", "SY-247", "SY-272")
def test_combinations_the_rules_forbid() -> None:
    assert refused(audience="public") == ("audience_needs_public_draft", "SY-184")
    assert refused(audience="both", draft="secret") == ("audience_needs_public_draft", "SY-184")
    assert refused(progressive=True) == ("progressive_needs_draft", "SY-247")
    assert refused(progressive=True, draft="secret", preset=True) == ("preset_and_progressive", "SY-272")
    everything: dict[str, Any] = {
        "draft": "public", "audience": "both", "variable_prizes": ["sheet1", "voice3"], "master": "mahler",
        "progressive": True, "clefs": "III",
    }  # fmt: skip
    assert match(3, **everything).active


VOID = [
    ({"preset": True, "draft": "secret"}, "preset_and_draft", ("draft", "preset")),
    ({"preset": True, "draft": "public", "audience": "both"}, "preset_and_draft", ("draft", "preset")),
    ({"preset": True, "thematic_front_row": True}, "preset_and_thematic", ("preset", "thematic_front_row")),
    (
        {"progressive": True, "draft": "secret", "thematic_front_row": True},
        "progressive_and_thematic",
        ("progressive", "thematic_front_row"),
    ),
    ({"clashes": False}, "clashes_without_clefs", ("clefs", "clashes")),
    ({"sheet_prizes": ["black", "chained", "stacked"]}, "sheet_prizes_fixed", ("variable_prizes", "sheet_prizes")),
    (
        {"sheet_prizes": ["black", "chained", "stacked"], "variable_prizes": ["voice1", "voice2", "voice3"]},
        "sheet_prizes_fixed",
        ("variable_prizes", "sheet_prizes"),
    ),
]
"""Choices that others make void."""


@rule("SY-020", "KN-37")
@pytest.mark.parametrize(("options", "code", "at"), VOID)
def test_a_choice_that_another_makes_void_is_refused_for_a_new_match_only(
    options: Fields, code: str, at: tuple[str, ...]
) -> None:
    assert refused(**options)[0] == code
    (found,) = conflicts(GAME, 4, options)
    assert (found.code, found.options) == (code, at)
    for lang in ("en", "fr", "de"):
        assert find("symphony", f"error.{code}", lang)
    old = tutti.Match.new(GAME, 4, "old", tutti.prepare(GAME, 4, options, fresh=False))
    while len(old.log) < 20:
        player = old.active[0]
        old.play(player, old.legal(player)[0])
    assert tutti.Match.replay(old.record()).record() == old.record()
    assert tutti.Match.load(old.dump(), seed=1).dump() == old.dump()


@rule("SY-020")
def test_what_has_an_effect_is_no_conflict() -> None:
    assert not conflicts(GAME, 4, {})
    assert not conflicts(GAME, 4, {"clefs": "I", "clashes": False})
    assert not conflicts(GAME, 4, {"preset": True, "audience": "both"})
    assert not conflicts(GAME, 4, {"variable_prizes": ["sheet2"], "sheet_prizes": ["black", "chained", "stacked"]})
    both = conflicts(GAME, 4, {"preset": True, "progressive": True, "draft": "secret", "clashes": False})
    assert [fault.code for fault in both] == ["preset_and_progressive", "preset_and_draft", "clashes_without_clefs"]


@rule("SY-021", "SY-022", "SY-002", "SY-050")
def test_seats_by_number_of_players() -> None:
    seats = {n: sum(dots != NO_SEAT for dots in D.setup(n, False).board) for n in range(2, 7)}
    assert seats == {2: 20, 3: 25, 4: 25, 5: 30, 6: 30}
    assert "A3" not in match(2).view()["orchestra"]
    assert "A3" in match(3).view()["orchestra"]
    assert "A6" in match(5).view()["orchestra"]
    assert "A6" not in match(4).view()["orchestra"]


@rule("SY-023", "SY-221", "SY-288")
def test_a_master_is_drawn_or_named() -> None:
    drawn = {match(2, seed=seed, master="random").view()["master"] for seed in range(25)}
    assert len(drawn) > 5
    assert "none" not in drawn
    assert match(2, master="wagner").view()["master"] == "wagner"
    assert match(2).view()["master"] == "none"


@rule("SY-024", "SY-025")
def test_three_of_four_sheets_in_any_order() -> None:
    seen = {tuple(match(2, seed=seed).view()["sheets"]) for seed in range(40)}
    assert len(seen) > 10
    assert all(face.endswith("W") for faces in seen for face in faces)
    assert all(len({face[0] for face in faces}) == 3 for faces in seen)
    mixed = {face for seed in range(20) for face in match(2, seed=seed, sides="any").view()["sheets"]}
    assert any(face.endswith("B") for face in mixed)
    assert match(2, sheets=["3W", "1W", "2W"]).view()["sheets"] == ["3W", "1W", "2W"]
    assert refused(sheets=["1W", "1B", "2W"], sides="any") == ("sheet_twice", "SY-025")
    assert refused(sheets=["1B", "3W", "2W"]) == ("black_side", "SY-024")
    assert refused(sheets=["3W", "2W"]) == ("wrong_sheets", "SY-024")


@rule("SY-026", "SY-071", "SY-072", "SY-073")
def test_movements_cover_nine_bars_and_score_each_sheet_when_it_is_complete() -> None:
    assert [(first + 1, end) for first, end in zip(D.area_first, D.area_end, strict=True)] == [
        (1, 2), (2, 4), (4, 6), (6, 8), (8, 9),
    ]  # fmt: skip
    assert list(D.scores) == [0, 1, 0, 2, 3]
    for column in range(4):
        if D.scores[column]:
            assert D.area_first[column + 1] >= 3 * D.scores[column]


@rule("SY-027", "SY-028", "SY-244")
@pytest.mark.parametrize(
    ("players", "options", "blue", "orange"),
    [
        (2, {}, True, True),
        (3, {}, True, False),
        (4, {}, True, False),
        (4, {"progressive": True, "draft": "secret"}, False, False),
        (5, {}, False, False),
        (6, {}, False, False),
    ],
)
def test_covered_notes(players: int, options: Any, blue: bool, orange: bool) -> None:
    scene = Scene(players, **options)
    score = scene.s.terms.score
    for i in range(score.count):
        covered = int(scene.s.notes[i * 5]) == COVER
        assert covered == ((score.colour[i] == 1 and blue) or (score.colour[i] == 2 and orange))


@rule("SY-029", "SY-003")
def test_special_cards_are_out_of_the_deck_and_their_spaces_there() -> None:
    table = match(3)
    state = table.state
    assert not state.bag[0]
    assert not state.bag[1]
    assert table.view()["orchestra"]["00"]["owners"] == [None]
    assert table.view()["orchestra"]["01"]["card"] == "01"


@rule("SY-030", "SY-031")
def test_values_of_voices_and_prizes() -> None:
    assert list(D.voice_points) == [3, 2, 1]
    assert match(3).view()["prizes"] == [6, 6, 6, 3, 6, 9]


@rule("SY-032", "SY-033", "SY-034", "SY-035")
@pytest.mark.parametrize("players", range(2, 7))
def test_musician_tokens_of_the_set_up(players: int) -> None:
    view = match(players, seed=players).view()
    assert all(view["column_tokens"])
    assert len(view["pentagon"]) == players + 1
    assert sum("token" in note for note in view["score"]) == 9
    assert len(view["unused"]) == 24 - 15 - players
    assert sum(D.token_copies) == 24


@rule("SY-036")
def test_all_start_at_nothing() -> None:
    view = match(4).view()
    assert view["points"] == [0, 0, 0, 0]
    assert all(not any(tracks.values()) for tracks in view["tracks"])


@rule("SY-037")
def test_the_first_player_is_drawn_or_chosen() -> None:
    assert {match(3, seed=seed).view()["first_player"] for seed in range(20)} == {0, 1, 2}
    assert match(3, first_player=2).view()["first_player"] == 2
    assert refused(3, first_player=3) == ("no_such_player", "SY-037")


@rule("SY-038", "SY-058", "SY-EX-05")
def test_the_concertmaster_starts_with_three_black_discs() -> None:
    scene = Scene()
    assert scene.row("01") == [None, None, "black", "black", "black"]
    scene.seat("01", "01", 0)
    scene.seat("00", "00", 1)
    assert scene.row("01") == [0, 0, "black", "black", "black"]
    assert scene.row("00") == [1, 1]


@rule("SY-039", "SY-185", "SY-018")
def test_objectives_are_dealt() -> None:
    table = match(3, draft="public", audience="both")
    view = table.view(1)
    assert view["objectives"]["held"] == [2, 2, 2]
    assert len(view["own"]["objectives"]) == 2
    assert view["objectives"]["public"]
    assert "own" not in table.view()


@rule("SY-005", "SY-004", "SY-120")
def test_what_a_card_shows() -> None:
    assert D.kinds == KINDS == 46
    assert sum(D.copies) == 60
    assert D.clefs[0] == 0
    assert all(D.clefs[kind] for kind in range(1, D.kinds))
    assert set(D.number) == set(range(44))


@rule("SY-272", "SY-273", "SY-184")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_preset_replaces_the_first_four_steps(players: int) -> None:
    table = match(players, seed=players, preset=True, audience="private", draft="none")
    asked = table.prompt(table.active[0])
    assert asked is not None
    assert asked.step in ("pentagon", "objective")
    state = table.state
    assert [len(controlled(state, p)) > 5 for p in range(players)] == [True] * players
    assert finish(table).result


@rule("SY-273", "SY-221")
def test_a_master_still_covers_the_conductor_of_a_preset() -> None:
    table = match(3, preset=True, master="mengelberg")
    assert len(table.view()["orchestra"]["00"]["discs"]) == 3


def test_tokens_and_actions_have_one_text_each() -> None:
    assert len(set(GAME.actions)) == len(GAME.actions) < 1000
    assert TOKENS == 8
