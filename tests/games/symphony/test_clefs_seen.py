"""What the view tells of the Clefs variant: cards, clefs of instruments, and the price of each clash."""

from __future__ import annotations

from games.symphony.tables import GAME, D, Scene, match
from support import rule
from tutti.games.symphony.rules.setup import lay_clefs
from tutti.kernel.types import Fields


def seen(scene: Scene) -> Fields:
    view: Fields = GAME.view(scene.s, -1)
    return view


@rule("SY-263", "SY-264")
def test_the_positions_of_a_clef_card_are_those_of_its_minor_clef() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    score, terms = scene.s.terms.score, scene.s.terms
    for voice, card in enumerate(seen(scene)["clef_cards"]):
        main, minor = ("GCF".index(card[name]) for name in ("main", "minor"))
        for i in range(score.count):
            if score.voice[i] == voice:
                assert terms.note_clefs[i] >> main & 1
                assert bool(terms.note_clefs[i] >> minor & 1) == (card["from"] <= score.position[i] <= card["to"])


@rule("SY-164")
def test_an_instrument_shows_the_clefs_that_it_may_use() -> None:
    scene = Scene(clefs="I")
    scene.seat("C2", "08", 0)
    scene.hold(0, "clef")
    assert seen(scene)["orchestra"]["C2"]["clefs"] == "CF"
    scene.begin("C2").play("play clef")
    assert seen(scene)["orchestra"]["C2"]["clefs"] == "GCF"
    plain = match(2).view()["orchestra"]
    assert all("clefs" not in seat for seat in plain.values() if seat), "without the variant the card tells them"


@rule("SY-267", "SY-268")
def test_the_view_names_every_clash_with_its_price() -> None:
    scene = Scene(clefs="I")
    lay_clefs(D, scene.s.terms, (0, 1, 2))
    scene.seat("C2", "33", 0, well=False)  # C and F; the Semibreve of Voice 1 lies on position 4
    scene.begin("C2")
    found = {one["note"]: (one["steps"], one["points"]) for one in seen(scene)["play"]["clashes"]}
    assert [f"clash {note}" for note in found] == [text for text in scene.legal() if text.startswith("clash ")]
    assert found["1.6.1"] == (2, -5)
    assert {price for note, price in found.items() if note != "1.6.1"} == {(1, -2)}
    scene.set_track(0, "clash", 2)
    assert {(one["steps"], one["points"]) for one in seen(scene)["play"]["clashes"]} == {(1, -4)}


@rule("SY-269")
def test_without_clashes_none_is_named() -> None:
    for scene in (Scene(clefs="I", clashes=False), Scene()):
        scene.seat("C2", "03a", 0)
        assert "clashes" not in seen(scene.begin("C2"))["play"]
