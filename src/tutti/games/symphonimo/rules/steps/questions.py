"""What is asked, and why an answer is refused. No sentences: codes and values."""

from __future__ import annotations

from collections.abc import Mapping

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules.actions import A_DISCARD, A_DRAW, A_DROP, A_END, A_GIVE, A_PLACE, A_TAKE, A_YES
from tutti.games.symphonimo.rules.state import (
    DISCARD_ONE,
    DISCARD_OWN,
    HOLDER,
    LAST,
    PASS_LEFT,
    PLACE,
    ROW,
    ROWS,
    STEPS,
    TAKE_NOW,
    TURN,
    State,
    value,
)
from tutti.games.symphonimo.types import PassArgs, PlaceArgs, PowerArgs
from tutti.kernel.facts import Json, Prompt, Refusal

RULES = {
    TURN: "SO-010",
    PLACE: "SO-011",
    TAKE_NOW: "SO-045",
    PASS_LEFT: "SO-041",
    DISCARD_ONE: "SO-042",
    DISCARD_OWN: "SO-043",
    LAST: "SO-025",
}
"""The ledger rule behind each decision point."""


def prompt(s: State) -> Prompt:
    return Prompt(STEPS[s.step], RULES[s.step], _args(s))


def _args(s: State) -> Mapping[str, Json]:
    if s.step == PLACE:
        card: PlaceArgs = {"card": value(s.d, s.drawn)}
        return card
    if s.chosen < 0:
        return {}
    conductor, power = s.chosen + 1, s.d.powers[s.faces[s.chosen]]
    if s.step == PASS_LEFT:
        left: PassArgs = {"conductor": conductor, "power": power, "to": (s.player + 1) % s.n}
        return left
    asked: PowerArgs = {"conductor": conductor, "power": power}
    return asked


def why_not(s: State, a: int) -> Refusal:
    """Why an active player may not do this now. Must agree with legal(): every illegal action has a reason."""
    if A_PLACE <= a < A_YES:
        c = (a - A_PLACE) % (A_TAKE - A_PLACE)
        if c >= s.n:
            return Refusal("no_such_conductor", "SO-005", {"conductor": c + 1, "conductors": s.n})
    if s.step == PLACE:
        return _why_not_placed(s, a)
    if s.step in (TURN, LAST):
        return _why_not_on_turn(s, a)
    return _why_not_power(s, a)


def _why_not_placed(s: State, a: int) -> Refusal:
    if A_TAKE <= a < A_YES or a == A_DRAW:
        code, rule = ("take_after_draw", "SO-014") if a != A_DRAW else ("place_first", "SO-011")
        return Refusal(code, rule, {"card": value(s.d, s.drawn)})
    if A_PLACE <= a < A_TAKE:
        return _gone_or_full(s, a - A_PLACE)
    return Refusal("place_first", "SO-011", {"card": value(s.d, s.drawn)})


def _why_not_on_turn(s: State, a: int) -> Refusal:
    if a == A_DRAW:
        return Refusal("deck_empty", "SO-025") if s.step == LAST else Refusal("all_full", "SO-018")
    if A_TAKE <= a < A_YES:
        c = a - A_TAKE
        holder = s.cards[ROWS + c * ROW + HOLDER]
        if holder:
            return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": holder - 1})
        return Refusal("conductor_empty", "SO-016", {"conductor": c + 1})
    if A_PLACE <= a < A_TAKE:
        return Refusal("nothing_drawn", "SO-011")
    if a == A_END:
        return Refusal("deck_not_empty", "SO-025", {"deck": s.deck})
    return Refusal("no_power_asks", "SO-031")


def _why_not_power(s: State, a: int) -> Refusal:
    asked = {"conductor": s.chosen + 1, "power": s.d.powers[s.faces[s.chosen]]}
    for step, first in ((PASS_LEFT, A_GIVE), (DISCARD_ONE, A_DISCARD), (DISCARD_OWN, A_DROP)):
        if s.step == step and first <= a < first + FAMILIES:
            code = "family_not_held" if step == DISCARD_OWN else "family_not_there"
            return Refusal(code, RULES[step], {"card": s.d.values[a - first], **asked})
    return Refusal("power_first", RULES.get(s.step, "SO-047"), asked)


def _gone_or_full(s: State, c: int) -> Refusal:
    holder = s.cards[ROWS + c * ROW + HOLDER]
    if holder:
        return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": holder - 1})
    limit = s.d.limits[s.faces[c]]
    size = s.cards[ROWS + c * ROW + SIZE]
    return Refusal("conductor_full", "SO-040" if limit == 2 else "SO-012", {"conductor": c + 1, "limit": size})
