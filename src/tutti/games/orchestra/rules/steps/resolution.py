# tutti: compiled
"""The Resolution turn: spaces, banners and cards in any order, and what each of them does."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import BITS
from tutti.games.orchestra.pack.names import SPACE_NAMES
from tutti.games.orchestra.rules.actions import A_FLIP, A_PASS, A_RESOLVE, A_RESOLVE_BANNER, A_RESOLVE_CARD
from tutti.games.orchestra.rules.bank import TYPE_OF, go_home
from tutti.games.orchestra.rules.decks import fulfil
from tutti.games.orchestra.rules.effects import offer_move
from tutti.games.orchestra.rules.spots import assignable
from tutti.games.orchestra.rules.state import (
    ADDED,
    EXCHANGE,
    FILL,
    OWN,
    OWNER,
    PART,
    PLACES,
    RESOLUTION,
    RESOLVE,
    SOCIAL,
    SPACE,
    STAFF,
    STAFFED,
    C,
    State,
    X,
)
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
from tutti.kernel.facts import Refusal
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64

RESOLVE_FIRST: Final = TURN_FAULTS
TRIED_ALREADY: Final = TURN_FAULTS + 1
NOBODY_THERE: Final = TURN_FAULTS + 2


@final
class Resolve(Turn):
    """OR-162: everything where the player has Musicians, in any order."""

    def __init__(self) -> None:
        super().__init__(RESOLVE, "resolve", "OR-162", ("pass", "gather", "resolve", "concert", "assign"), RESOLUTION)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        at = player * OWN
        if not anything_left(s, player):
            found.append(A_PASS)  # OR-164
        add_gather(s, player, found)
        i: i64 = 0
        while i < 6:
            if s.own[at + SPACE + i] and not s.tried & BITS[i]:
                found.append(A_RESOLVE + i)
            i += 1
        if s.own[at + STAFFED] > s.own[at + ADDED]:
            found.append(A_RESOLVE_BANNER)  # OR-044: the leftmost one
        i = 0
        while i < PLACES:
            if i64(s.staff[i * STAFF + OWNER]) == player + 1:
                found.append(A_RESOLVE_CARD + i)
            i += 1
        add_concerts(s, player, found)
        add_set(s.d.a_spot, assignable(s, player), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        if A_RESOLVE <= a < A_RESOLVE_BANNER:
            resolve_space(s, player, a - A_RESOLVE, host)
        elif a == A_RESOLVE_BANNER:
            resolve_banner(s, player)
        elif A_RESOLVE_CARD <= a < A_FLIP:
            resolve_card(s, player, a - A_RESOLVE_CARD, host)
        else:
            apply_common(s, player, a, host)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        at = player * OWN
        if a == A_PASS:
            return RESOLVE_FIRST if anything_left(s, player) else LEGAL
        if A_RESOLVE <= a < A_RESOLVE_BANNER:
            if s.tried & BITS[a - A_RESOLVE]:
                return TRIED_ALREADY
            return LEGAL if s.own[at + SPACE + a - A_RESOLVE] else NOBODY_THERE
        if a == A_RESOLVE_BANNER:
            return LEGAL if s.own[at + STAFFED] > s.own[at + ADDED] else NOBODY_THERE
        if A_RESOLVE_CARD <= a < A_FLIP:
            return LEGAL if i64(s.staff[(a - A_RESOLVE_CARD) * STAFF + OWNER]) == player + 1 else NOBODY_THERE
        return common_fault(s, player, a)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == RESOLVE_FIRST:
            return Refusal("resolve_first", "OR-164")
        if fault == TRIED_ALREADY:
            return Refusal("tried_already", "OR-061", {"space": SPACE_NAMES[a - A_RESOLVE]})
        if fault == NOBODY_THERE:
            return Refusal("nobody_there", "OR-162")
        return super().why_not(s, f, player, a)


def anything_left(s: State, p: i64) -> bool:
    at = p * OWN
    if s.own[at + STAFFED] > s.own[at + ADDED]:
        return True
    i: i64 = 0
    while i < 6:
        if s.own[at + SPACE + i] and not s.tried & BITS[i]:
            return True
        i += 1
    i = 0
    while i < PLACES:
        if i64(s.staff[i * STAFF + OWNER]) == p + 1:
            return True
        i += 1
    return False


def resolve_space(s: State, p: i64, space: i64, host: Host) -> None:
    if space < X:
        resolve_evolution(s, p, space, host)
        return
    cell = p * OWN + SPACE + space
    kind = i64(s.own[cell]) - 1
    s.own[cell] = 0
    go_home(s, p, kind)  # OR-163
    kind = i64(TYPE_OF[kind])
    if space == X:
        s.ask(EXCHANGE, p)
    elif space == C:
        offer_move(s, p, i64(s.d.column_steps[kind]))  # OR-068
    else:
        s.run(SOCIAL, p, 0, 0, 0, 0, kind)


def resolve_card(s: State, p: i64, place: i64, host: Host) -> None:
    """OR-147."""
    cell = place * STAFF
    card = i64(s.rows[place]) - 1
    part = i64(s.d.card_part[card]) + i64(s.staff[cell + PART])
    i = cell + FILL
    while i < cell + STAFF:
        if s.staff[i]:
            go_home(s, p, i64(s.staff[i]) - 1)
        s.staff[i] = 0
        i += 1
    s.staff[cell + OWNER] = 0
    s.staff[cell + PART] = 0
    s.rows[place] = 0
    fulfil(s, p, card, part, host)


STEPS: Final = (Resolve(),)
