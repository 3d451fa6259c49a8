"""What is asked, and why an answer is refused. No sentences: codes and values."""

from __future__ import annotations

from collections.abc import Mapping

from tutti.games.symphonimo.pack.box import FAMILIES, SIZE
from tutti.games.symphonimo.rules import actions as act
from tutti.games.symphonimo.rules import state as st
from tutti.games.symphonimo.rules.cards import value
from tutti.games.symphonimo.rules.state import State
from tutti.games.symphonimo.types import PassArgs, PlaceArgs, PowerArgs
from tutti.kernel.facts import Json, Prompt, Refusal

RULES = {
    st.TURN: "SO-010",
    st.PLACE: "SO-011",
    st.TAKE_NOW: "SO-045",
    st.PASS_LEFT: "SO-041",
    st.DISCARD_ONE: "SO-042",
    st.DISCARD_OWN: "SO-043",
    st.LAST: "SO-025",
}
"""The ledger rule behind each decision point."""


def prompt(s: State) -> Prompt:
    return Prompt(st.STEPS[s.step], RULES[s.step], _args(s))


def _args(s: State) -> Mapping[str, Json]:
    if s.step == st.PLACE:
        card: PlaceArgs = {"card": value(s.d, s.drawn)}
        return card
    if s.chosen < 0:
        return {}
    conductor, power = s.chosen + 1, s.d.powers[s.faces[s.chosen]]
    if s.step == st.PASS_LEFT:
        left: PassArgs = {"conductor": conductor, "power": power, "to": (s.player + 1) % s.n}
        return left
    asked: PowerArgs = {"conductor": conductor, "power": power}
    return asked


def why_not(s: State, a: int) -> Refusal:
    """Why an active player may not do this now. Must agree with legal(): every illegal action has a reason."""
    if act.A_PLACE <= a < act.A_YES:
        c = (a - act.A_PLACE) % (act.A_TAKE - act.A_PLACE)
        if c >= s.n:
            return Refusal("no_such_conductor", "SO-005", {"conductor": c + 1, "conductors": s.n})
    if s.step == st.PLACE:
        return _why_not_placed(s, a)
    if s.step in (st.TURN, st.LAST):
        return _why_not_on_turn(s, a)
    return _why_not_power(s, a)


def _why_not_placed(s: State, a: int) -> Refusal:
    if act.A_TAKE <= a < act.A_YES or a == act.A_DRAW:
        code, rule = ("take_after_draw", "SO-014") if a != act.A_DRAW else ("place_first", "SO-011")
        return Refusal(code, rule, {"card": value(s.d, s.drawn)})
    if act.A_PLACE <= a < act.A_TAKE:
        return _gone_or_full(s, a - act.A_PLACE)
    return Refusal("place_first", "SO-011", {"card": value(s.d, s.drawn)})


def _why_not_on_turn(s: State, a: int) -> Refusal:
    if a == act.A_DRAW:
        return Refusal("deck_empty", "SO-025") if s.step == st.LAST else Refusal("all_full", "SO-018")
    if act.A_TAKE <= a < act.A_YES:
        c = a - act.A_TAKE
        holder = s.cards[st.ROWS + c * st.ROW + st.HOLDER]
        if holder:
            return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": holder - 1})
        return Refusal("conductor_empty", "SO-016", {"conductor": c + 1})
    if act.A_PLACE <= a < act.A_TAKE:
        return Refusal("nothing_drawn", "SO-011")
    if a == act.A_END:
        return Refusal("deck_not_empty", "SO-025", {"deck": s.deck})
    return Refusal("no_power_asks", "SO-031")


def _why_not_power(s: State, a: int) -> Refusal:
    asked = {"conductor": s.chosen + 1, "power": s.d.powers[s.faces[s.chosen]]}
    for step, first in ((st.PASS_LEFT, act.A_GIVE), (st.DISCARD_ONE, act.A_DISCARD), (st.DISCARD_OWN, act.A_DROP)):
        if s.step == step and first <= a < first + FAMILIES:
            code = "family_not_held" if step == st.DISCARD_OWN else "family_not_there"
            return Refusal(code, RULES[step], {"card": s.d.values[a - first], **asked})
    return Refusal("power_first", RULES.get(s.step, "SO-047"), asked)


def _gone_or_full(s: State, c: int) -> Refusal:
    holder = s.cards[st.ROWS + c * st.ROW + st.HOLDER]
    if holder:
        return Refusal("conductor_taken", "SO-015", {"conductor": c + 1, "player": holder - 1})
    limit = s.d.limits[s.faces[c]]
    size = s.cards[st.ROWS + c * st.ROW + SIZE]
    return Refusal("conductor_full", "SO-040" if limit == 2 else "SO-012", {"conductor": c + 1, "limit": size})
