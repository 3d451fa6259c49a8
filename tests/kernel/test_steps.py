"""Numbers of steps and events are written down, for compiled code; a game in which one is wrong cannot be made."""

from __future__ import annotations

import pytest

from games.etude.events import EVENTS
from games.etude.state import Desk
from games.etude.steps import STEPS
from support import rule
from tutti.kernel.chance import Dice, Host
from tutti.kernel.events import Event, Events
from tutti.kernel.frames import MANY_ASKED, NO_FRAME, NOBODY_ASKED, Flat, FlatGame, Frame, Step, StepGame
from tutti.kernel.native import i64
from tutti.kernel.verbs import Verb, Verbs


def made(*steps: Step[Desk]) -> StepGame[Desk]:
    return StepGame("other", 1, Verbs(Verb(0, "one"), Verb(1, "two")), steps)


@rule("KN-42")
def test_steps_are_given_in_any_order() -> None:
    assert made(*reversed(STEPS)).steps == STEPS


@rule("KN-42")
@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (STEPS[1:], "step offer has the number 1, expected 0"),
        ((*STEPS, STEPS[2]), "step gains has the number 2, expected 3"),
        ((*STEPS, Step(9, "ninth", "ET-01")), "step ninth has the number 9, expected 6"),
        ((*STEPS, Step(6, "turn", "ET-01")), "two steps have one name"),
    ],
    ids=["lacking", "twice", "out of place", "of one name"],
)
def test_a_wrong_number_is_found_when_the_game_is_made(steps: tuple[Step[Desk], ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made(*steps)


@rule("KN-17")
@pytest.mark.parametrize(
    ("events", "said"),
    [
        (EVENTS.declared[1:], "has the number 1, expected 0"),
        ((*EVENTS.declared, EVENTS.declared[0]), "has the number 0, expected 13"),
        ((*EVENTS.declared, Event(13, "drew")), "two events have one name"),
    ],
    ids=["lacking", "twice", "of one name"],
)
def test_a_wrong_number_of_an_event_is_found_when_it_is_declared(events: tuple[Event, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Events(events)


def test_what_steps_ask_tells_whether_several_are_asked_at_once() -> None:
    assert made(*STEPS).simultaneous
    alone = [step for step in STEPS if step.asks != MANY_ASKED]
    assert not made(*[Step[Desk](i, step.name, step.rule) for i, step in enumerate(alone)]).simultaneous


class Bell(Flat):
    """Each of two players rings once."""

    def __init__(self) -> None:
        self.step = 0
        self.player = 0
        self.rung: list[tuple[int, int]] = []


class Ring(Step[Bell]):
    def legal(self, s: Bell, f: Frame, player: i64) -> tuple[int, ...]:
        assert f is NO_FRAME
        return (player, 2)

    def apply(self, s: Bell, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.rung.append((player, a))
        s.player = 1
        s.step += player


def test_the_state_of_a_flat_game_names_the_step_that_answers() -> None:
    verbs = Verbs(Verb(0, "ring"), Verb(1, "ring_twice", text="ring twice"), Verb(2, "rest"))
    game = FlatGame("bells", 1, verbs, (Ring(0, "ring", "BE-01"),))
    s, dice = Bell(), Dice(1)
    assert (game.active(s), game.legal(s), game.legal(s, 0), game.legal(s, 1)) == ((0,), (0, 2), (0, 2), ())
    assert game.prompt(s, 0).step == "ring"
    assert game.why_not(s, 0, 1).rule == "BE-01"
    game.apply(s, 0, dice)
    assert (game.active(s), game.legal(s), game.legal(s, 0)) == ((1,), (1, 2), ())
    game.apply(s, 2, dice)
    assert s.rung == [(0, 0), (1, 2)]
    assert (game.active(s), game.legal(s), game.legal(s, 1)) == ((), (), ())


@pytest.mark.parametrize(
    "step",
    [
        Step[Bell](0, "all", "BE-01", asks=MANY_ASKED),
        Step[Bell](0, "none", "BE-01", asks=NOBODY_ASKED),
        Step[Bell](0, "counts", "BE-01", fields=("left",)),
    ],
    ids=["many asked", "nobody asked", "a field"],
)
def test_a_flat_game_takes_no_step_that_needs_a_stack(step: Step[Bell]) -> None:
    with pytest.raises(ValueError, match=f"step {step.name} needs a stack"):
        FlatGame("bells", 1, Verbs(Verb(0, "ring")), (step,))
