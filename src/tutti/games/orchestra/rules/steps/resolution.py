# tutti: compiled
"""The Resolution turn: spaces, banners and cards in any order, and what each of them does."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BITS
from tutti.games.orchestra.pack.names import SPACE_NAMES
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import TYPE_OF, go_home
from tutti.games.orchestra.rules.decks import fulfil
from tutti.games.orchestra.rules.effects import offer_move
from tutti.games.orchestra.rules.spots import assignable
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import add_set
from tutti.games.orchestra.rules.steps.banners import resolve_banner
from tutti.games.orchestra.rules.steps.base import LEGAL
from tutti.games.orchestra.rules.steps.spaces import resolve_evolution
from tutti.games.orchestra.rules.steps.turn import (
    TURN_FAULTS,
    Turn,
    add_concerts,
    add_gather,
    apply_common,
    common_fault,
)
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Refusal

RESOLVE_FIRST: Final = TURN_FAULTS
TRIED_ALREADY: Final = TURN_FAULTS + 1
NOBODY_THERE: Final = TURN_FAULTS + 2


@final
class Resolve(Turn):
    """OR-162: everything where the player has Musicians, in any order."""

    def __init__(self) -> None:
        super().__init__(
            st.RESOLVE, "resolve", "OR-162", ("pass", "gather", "resolve", "concert", "assign"), st.RESOLUTION
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        me = player * st.OWN
        if not anything_left(s, player):
            found.append(act.A_PASS)  # OR-164
        add_gather(s, player, found)
        own = s.own
        i: i64 = 0
        while i < 6:
            if own[me + st.SPACE + i] and not s.tried & BITS[i]:
                found.append(act.A_RESOLVE + i)
            i += 1
        if own[me + st.STAFFED] > own[me + st.ADDED]:
            found.append(act.A_RESOLVE_BANNER)  # OR-044: the leftmost one
        i = 0
        while i < st.PLACES:
            cell = i * st.STAFF
            if i64(s.staff[cell + st.OWNER]) == player + 1:
                found.append(act.A_RESOLVE_CARD + i)
            i += 1
        add_concerts(s, player, found)
        add_set(s.d.a_spot, assignable(s, player), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        if act.A_RESOLVE <= a < act.A_RESOLVE_BANNER:
            resolve_space(s, player, a - act.A_RESOLVE, host)
        elif a == act.A_RESOLVE_BANNER:
            resolve_banner(s, player)
        elif act.A_RESOLVE_CARD <= a < act.A_FLIP:
            resolve_card(s, player, a - act.A_RESOLVE_CARD, host)
        else:
            apply_common(s, player, a, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        me = player * st.OWN
        if a == act.A_PASS:
            return RESOLVE_FIRST if anything_left(s, player) else LEGAL
        own = s.own
        if act.A_RESOLVE <= a < act.A_RESOLVE_BANNER:
            if s.tried & BITS[a - act.A_RESOLVE]:
                return TRIED_ALREADY
            return LEGAL if own[me + st.SPACE + a - act.A_RESOLVE] else NOBODY_THERE
        if a == act.A_RESOLVE_BANNER:
            return LEGAL if own[me + st.STAFFED] > own[me + st.ADDED] else NOBODY_THERE
        if act.A_RESOLVE_CARD <= a < act.A_FLIP:
            cell = (a - act.A_RESOLVE_CARD) * st.STAFF
            return LEGAL if i64(s.staff[cell + st.OWNER]) == player + 1 else NOBODY_THERE
        return common_fault(s, player, a)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == RESOLVE_FIRST:
            return Refusal("resolve_first", "OR-164")
        if fault == TRIED_ALREADY:
            return Refusal("tried_already", "OR-061", {"space": SPACE_NAMES[a - act.A_RESOLVE]})
        if fault == NOBODY_THERE:
            return Refusal("nobody_there", "OR-162")
        return super().why_not(s, f, player, a)


def anything_left(s: State, p: i64) -> bool:
    own = s.own
    me = p * st.OWN
    if own[me + st.STAFFED] > own[me + st.ADDED]:
        return True
    i: i64 = 0
    while i < 6:
        if own[me + st.SPACE + i] and not s.tried & BITS[i]:
            return True
        i += 1
    i = 0
    while i < st.PLACES:
        cell = i * st.STAFF
        if i64(s.staff[cell + st.OWNER]) == p + 1:
            return True
        i += 1
    return False


def resolve_space(s: State, p: i64, space: i64, host: Host) -> None:
    if space < st.X:
        resolve_evolution(s, p, space, host)
        return
    cell = p * st.OWN + st.SPACE + space
    own = s.own
    kind = i64(own[cell]) - 1
    own[cell] = 0
    go_home(s, p, kind)  # OR-163
    kind = i64(TYPE_OF[kind])
    if space == st.X:
        s.ask(st.EXCHANGE, p)
    elif space == st.C:
        offer_move(s, p, i64(s.d.column_steps[kind]))  # OR-068
    else:
        s.run(st.SOCIAL, p, 0, 0, 0, 0, kind)


def resolve_card(s: State, p: i64, place: i64, host: Host) -> None:
    """OR-147."""
    cell = place * st.STAFF
    card = i64(s.rows[place]) - 1
    part = i64(s.d.card_part[card]) + i64(s.staff[cell + st.PART])
    i = cell + st.FILL
    while i < cell + st.STAFF:
        if s.staff[i]:
            go_home(s, p, i64(s.staff[i]) - 1)
        s.staff[i] = 0
        i += 1
    s.staff[cell + st.OWNER] = 0
    s.staff[cell + st.PART] = 0
    s.rows[place] = 0
    fulfil(s, p, card, part, host)


STEPS: Final = (Resolve(),)
