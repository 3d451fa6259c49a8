"""What the view tells of Virtuosity: the points that it adds to each own disc of an instrument, by Part."""

from __future__ import annotations

from games.symphony.tables import GAME, Scene, match
from support import rule


def added(scene: Scene) -> dict[str, list[int]]:
    found: dict[str, list[int]] = GAME.view(scene.s, -1)["virtuosity"]
    return found


@rule("SY-135", "SY-014")
def test_virtuosity_of_card_seat_and_token_is_added_up() -> None:
    scene = Scene(players=2)
    scene.seat("A1", "02a", 0, well=False)  # a Violin: Virtuosity on the card, and as much again where it fits
    scene.seat("B1", "02a", 0, well=True)
    scene.seat("C2", "33", 0)  # none
    assert added(scene) == {"A1": [1], "B1": [2], "01": [1]}
    scene.hold(0, "virtuosity")
    scene.begin("C2").play("play virtuosity")
    assert added(scene)["C2"] == [1]


@rule("SY-136")
def test_the_concertmaster_adds_what_the_board_says() -> None:
    assert {players: match(players).view()["virtuosity"]["01"] for players in (2, 6)} == {2: [1], 6: [2]}
