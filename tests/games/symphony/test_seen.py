"""What the view tells for a picture: Columns, seats that fit a hand, worth of objectives, own discs at risk."""

from __future__ import annotations

import random

from games.symphony.tables import GAME, Scene, match, play_until
from support import rule
from tutti.kernel.types import Fields


@rule("SY-060", "SY-063")
def test_a_column_tells_discs_by_player_and_who_would_get_its_token() -> None:
    scene = Scene()
    scene.seat("B2", "02a", 0)
    scene.seat("B3", "05", 1)
    view: Fields = GAME.view(scene.s, -1)
    laid = {
        place: sum(disc == owner for disc in view["orchestra"][place]["discs"])
        for place, owner in (("B2", 0), ("B3", 1))
    }
    discs = view["columns"][1]["discs"]
    assert discs[:2] == [laid["B2"], laid["B3"]]
    assert discs[2:] == [None] * (len(discs) - 2), "who controls nothing there has no part in it"
    assert view["columns"][1]["minority"] == (0 if laid["B2"] < laid["B3"] else 1)
    assert view["columns"][0] == {"discs": [None] * len(discs), "minority": None}


@rule("SY-013", "SY-018")
def test_the_seats_that_fit_a_card_are_those_where_it_is_well_placed() -> None:
    table = play_until(match(3, seed=5), "seat")
    player = table.active[0]
    asked = table.prompt(player)
    assert asked is not None
    card = asked.args["card"]
    fits = table.view(player)["own"]["fits"][card]
    offered = [text.split()[1] for text in table.legal(player)]
    assert set(fits) < set(offered)
    for seat in offered:
        trial = play_until(match(3, seed=5), "seat")
        trial.play(player, f"seat {seat}")
        assert trial.view()["orchestra"][seat].get("well_placed", False) == (seat in fits)
    assert "own" not in table.view()


@rule("SY-186", "SY-188")
def test_objectives_tell_what_they_are_worth_now() -> None:
    table = match(3, seed=2, draft="public", audience="both")
    dice = random.Random(2)
    while table.active:
        player = table.active[0]
        view = table.view(player)
        cards = [*view["own"].get("objective_cards", []), view["objectives"]["public_card"]]
        for card in cards[:-1]:
            assert ("orchestra" in card["worth"]) == (len(cards) == 3), "the Orchestra Bonus is scored by one of two"
        table.play(player, dice.choice(table.legal(player)))
    card = table.view()["objectives"]["public_card"]
    assert "orchestra" not in card["worth"]
    final = [event for event in table.events() if event["event"] == "final_bonus" and event["bonus"] == card["card"]]
    told = {event["player"]: event["points"] for event in final}
    assert {player: worth for player, worth in enumerate(card["worth"]["symphony"]) if worth} == told


@rule("SY-115")
def test_notes_where_a_disc_would_cover_ones_own_are_named() -> None:
    scene = Scene()
    scene.seat("C2", "08", 0, well=False)  # its leftmost disc is black
    scene.put("2.5.2", "black")
    scene.put("2.5.3", 0)
    scene.begin("C2")
    assert GAME.view(scene.s, -1)["play"]["covers"] == ["2.5.3"]
    scene = Scene()
    scene.seat("C2", "02a", 0)
    scene.begin("C2")
    assert "covers" not in GAME.view(scene.s, -1)["play"]
