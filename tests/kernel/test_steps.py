"""Numbers of steps and events are written down, for compiled code; a game in which one is wrong cannot be made."""

from __future__ import annotations

import pytest

from games.etude.events import EVENTS
from games.etude.state import Desk
from games.etude.steps import STEPS
from support import rule
from tutti.kernel.events import Event, Events
from tutti.kernel.frames import MANY_ASKED, Step, StepGame


def made(*steps: Step[Desk]) -> StepGame[Desk]:
    return StepGame("other", 1, ("one", "two"), steps)


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
