# tutti: compiled
"""A turn: draw a card and place it, or take a Conductor."""

from __future__ import annotations

from typing import Final, final

from tutti.games.symphonimo.pack.box import (
    POWER_DISCARD_ONE,
    POWER_DISCARD_OWN,
    POWER_DRAW_ONE,
    POWER_PASS_LEFT,
    POWER_TAKE_NOW,
    SIZE,
)
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import events as ev
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.cards import value
from tutti.games.symphonimo.rules.effects import add, collect, leave_round, packed_row, pass_on, turn_up
from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.rules.steps.base import Question, full, taken
from tutti.games.symphonimo.types import PlaceArgs
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64, u8
from tutti.kernel.types import Prompt, Refusal


def draw(s: State, host: Host) -> None:  # tutti: hot
    """SO-011: turn up the top card."""
    s.drawn = turn_up(s, ev.DREW, host)
    s.step = st.PLACE


def place(s: State, c: i64, host: Host) -> None:  # tutti: hot
    """SO-011: put the drawn card under a Conductor with room."""
    f = s.drawn
    s.drawn = -1
    row = st.ROWS + c * st.ROW
    cards = s.cards
    size = i64(cards[row + SIZE])
    cards[row + size] = u8(f)
    size += 1
    cards[row + SIZE] = u8(size)
    s.filled |= 1 << c
    face: i64 = s.faces[c]
    if size == s.d.limits[face]:
        s.room &= ~(1 << c)  # SO-012, SO-040
    if host.hears:
        host.tell(ev.PLACED, s.player, f, c)
    if face == POWER_TAKE_NOW:
        s.chosen = c
        s.step = st.TAKE_NOW  # SO-045, SO-046
    else:
        pass_on(s)


def take(s: State, c: i64, host: Host) -> None:  # tutti: hot
    """SO-015: take a Conductor. A power that asks leaves the cards under it until the answer."""
    if host.hears:
        host.tell(ev.TOOK, s.player, c, packed_row(s, c))
    face: i64 = s.faces[c]
    if face == POWER_PASS_LEFT:
        s.chosen = c
        s.step = st.PASS_LEFT
    elif face == POWER_DISCARD_ONE:
        s.chosen = c
        s.step = st.DISCARD_ONE
    elif face == POWER_DISCARD_OWN:
        s.chosen = c
        s.step = st.DISCARD_OWN
    else:
        collect(s, c)
        if face == POWER_DRAW_ONE and s.deck:
            add(s, s.player, turn_up(s, ev.GAINED, host))  # SO-044, SO-063: straight into the collection
        leave_round(s, host)


@final
class Turn(Question):
    """SO-010: draw, or take a Conductor with cards (SO-016); draw only if a card fits somewhere (SO-013, SO-018)."""

    def __init__(self) -> None:
        super().__init__(st.TURN, "SO-010")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:  # tutti: hot
        return act.DRAW_OR_TAKE[s.filled] if s.room else act.ONLY_TAKE[s.filled]

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:  # tutti: hot
        if a == act.A_DRAW:
            draw(s, host)
        else:
            take(s, a - act.A_TAKE, host)

    def refusal(self, s: State, a: int) -> Refusal:
        if a == act.A_DRAW:
            return Refusal("all_full", "SO-018")
        if a == act.A_END:
            return Refusal("deck_not_empty", "SO-025", {"deck": s.deck})
        return not_to_take(s, a)


@final
class Place(Question):
    """SO-011: where the card goes that was drawn, among the Conductors with room (SO-012)."""

    def __init__(self) -> None:
        super().__init__(st.PLACE, "SO-011", PlaceArgs)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:  # tutti: hot
        return act.ONLY_PLACE[s.room]

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:  # tutti: hot
        place(s, a - act.A_PLACE, host)

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: PlaceArgs = {"card": value(s.d, s.drawn)}
        return Prompt(self.name, self.rule, args)

    def refusal(self, s: State, a: int) -> Refusal:
        if act.A_PLACE <= a < act.A_TAKE:
            return taken(s, a - act.A_PLACE) or full(s, a - act.A_PLACE)
        if act.A_TAKE <= a < act.A_YES:
            return Refusal("take_after_draw", "SO-014", {"card": value(s.d, s.drawn)})
        return Refusal("place_first", self.rule, {"card": value(s.d, s.drawn)})


def not_to_take(s: State, a: int) -> Refusal:
    """What is no answer for somebody who may take: an action of another question, or a Conductor that is not there."""
    if act.A_TAKE <= a < act.A_YES:
        c = a - act.A_TAKE
        return taken(s, c) or Refusal("conductor_empty", "SO-016", {"conductor": c + 1})
    if act.A_PLACE <= a < act.A_TAKE:
        return Refusal("nothing_drawn", "SO-011")
    return Refusal("no_power_asks", "SO-031")


STEPS: Final = (Turn(), Place())
