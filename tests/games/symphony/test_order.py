"""The order of play that views tell: it is what then happens, unless somebody's choice bends it."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import pytest

from games.symphony.tables import GAME, Scene
from support import rule
from tutti import Match
from tutti.games.symphony.rules.playing_order import SHOWN, order

PLAIN = ("no token", "leftmost", "stop", "no replay")
"""Answers that change nothing in the order."""
BENT = {"token_played", "added", "swapped", "conducted", "burned", "paired"}


def turns(scene: Scene) -> list[Any]:
    found = order(GAME.d, scene.s)
    assert found is not None
    return found


def heads(scene: Scene) -> list[tuple[str, int, str, int]]:
    return [(one["instrument"], one["player"], one["stage"], one["discs"]) for one in turns(scene)]


def bends(scene: Scene) -> list[list[str]]:
    return [one.get("bends", []) for one in turns(scene)]


@rule("SY-077", "SY-079", "SY-080", "SY-081")
def test_attack_concertmaster_body_and_coda_in_their_order() -> None:
    scene = Scene()
    scene.seat("C1", "02a", 0)
    scene.seat("C5", "12", 1, well=True)
    scene.seat("C6", "30", 2, well=True)
    scene.absolute("C6")
    scene.seat("01", "01", 3)
    scene.movement()
    assert heads(scene) == [
        ("C5", 1, "attack", 3), ("01", 3, "concertmaster", 5),
        ("C1", 0, "body", 2), ("C5", 1, "body", 2), ("C6", 2, "body", 1), ("C1", 0, "body", 1), ("C5", 1, "body", 1),
        ("C6", 2, "coda", 3), ("C6", 2, "coda", 2), ("C6", 2, "coda", 1),
    ]  # fmt: skip


@rule("SY-076")
def test_windows_before_the_attack_from_the_back_to_the_front() -> None:
    scene = Scene()
    scene.seat("C1", "36", 0, well=False)
    scene.seat("C4", "31", 1, well=False)
    for player in (0, 1):
        scene.hold(player, "eclectic")
    scene.movement()
    assert [(at, player) for at, player, stage, _ in heads(scene) if stage == "pre_attack"] == [("C4", 1), ("C1", 0)]
    scene.play("play eclectic")
    assert [(at, player) for at, player, stage, _ in heads(scene) if stage == "pre_attack"] == [("C1", 0)]
    assert next((at, player) for at, player, stage, _ in heads(scene) if stage == "attack") == ("C4", 1)


@rule("SY-083", "SY-084")
def test_obsessive_says_where_it_calls_the_instrument_in_front() -> None:
    scene = Scene()
    scene.seat("C1", "21", 0, well=False)
    scene.seat("C3", "32", 1, well=False)
    scene.seat("C4", "02a", 2, well=False)
    scene.movement()
    assert [at for at, *_ in heads(scene)] == ["C1", "C3", "C1", "C3", "C1", "C4", "C4"]
    assert bends(scene) == [[], ["obsessive"], [], ["obsessive"], [], [], []]


@rule("SY-085", "SY-086")
def test_disturbing_says_so_once_and_what_it_silences_does_not_play() -> None:
    scene = Scene()
    scene.seat("C1", "34", 0, well=True)
    scene.seat("C2", "09", 1, well=False)
    scene.seat("C3", "02a", 2, well=False)
    scene.movement()
    assert turns(scene)[0]["bends"] == ["disturb"]
    assert [one for one in bends(scene) if one] == [["disturb"]]
    # the only disc of C2 is gone, and one of C3's two
    assert [at for at, *_ in heads(scene)][1:] == [at for at, *_ in heads(scene)[1:] if at != "C2"]
    assert sum(at == "C3" for at, *_ in heads(scene)) == 1


@rule("SY-137")
def test_a_soloist_plays_its_group_at_once() -> None:
    scene = Scene()
    scene.seat("C1", "35", 0, well=False)
    scene.seat("C2", "02a", 1)
    scene.movement()
    group = next(one for one in turns(scene) if one["instrument"] == "C1" and "soloist" in one.get("bends", []))
    after = [one["discs"] for one in turns(scene) if one["instrument"] == "C1"]
    assert group["discs"] == after[-1] or group["discs"] - after[after.index(group["discs"]) + 1] > 1


@rule("SY-082")
def test_a_choir_is_played_by_the_owner_of_its_leftmost_disc() -> None:
    scene = Scene()
    scene.seat("C2", "41", 1, 2)
    scene.movement()
    assert [(one["player"], one["part"]) for one in turns(scene)] == [(1, 1), (2, 2), (1, 1), (2, 2)]


@rule("SY-092", "SY-095")
def test_who_controls_the_conductor_may_bend_it_before_the_coda() -> None:
    scene = Scene()
    scene.seat("C1", "02a", 0)
    scene.seat("C2", "30", 0, well=True)
    scene.absolute("C2")
    scene.seat("C3", "02b", 1)
    scene.seat("00", "00", 0)
    scene.movement()
    told = [(one["player"], one["stage"], "conductor" in one.get("bends", [])) for one in turns(scene)]
    assert all(may == (player == 0 and stage != "coda") for player, stage, may in told)
    assert {may for *_, may in told} == {True, False}


def test_there_is_no_order_outside_of_movements() -> None:
    match = Match.new("symphony", 3, seed=1)
    assert match.view(0)["order"] is None


def calm(legal: list[str], dice: random.Random) -> str:
    """An answer that bends nothing, where there is one."""
    return next((one for one in PLAIN if one in legal), "") or dice.choice(legal)


@rule("SY-077", "SY-079", "SY-081", "SY-083", "SY-085")
@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {"clefs": "II"}), (6, {"master": "kleiber"})])
def test_what_was_told_is_what_happens(players: int, options: dict[str, object]) -> None:
    compared = 0
    for seed in range(3):
        match = Match.new("symphony", players, seed=seed, options=options)
        dice = random.Random(seed)
        told: list[tuple[int, list[Any]]] = []  # how many events had happened, and the order told then
        happened: list[dict[str, Any]] = []
        while match.active:
            player = dice.choice(match.active)
            view = match.view(player)
            if view["order"] is not None and view["step"] in ("musician", "source", "place"):
                told.append((len(happened), view["order"]))
            happened += match.play(player, calm(list(match.legal(player)), dice))
        compared += sum(agrees(seen, happened[at:]) for at, seen in told)
    assert compared > 100


def agrees(seen: list[Any], later: list[dict[str, Any]]) -> int:
    """Checks the instruments that played until something bent the order; how many there were after the first."""
    played: list[tuple[str, int]] = []
    for event in later:
        if event["event"] in BENT or event["event"] == "movement":
            break
        if event["event"] == "placed":
            played.append((event["instrument"], event["player"]))
    # a group of a soloist, or an instrument that plays twice in a row, is one run; the last run may go on
    runs = [at for at, _ in groupby(at for at, _ in played)][:-1]
    expected = [at for at, _ in groupby(one["instrument"] for one in seen if one["stage"] != "pre_attack")]
    if len(seen) == SHOWN:
        expected = expected[:-1]
    shorter = min(len(runs), len(expected))
    assert runs[:shorter] == expected[:shorter]
    return max(0, shorter - 1)
