# tutti: compiled
"""Gain tokens carried out: one small class a verb. ``steps/gains.py`` runs a row of them.

An effect that asks pushes a question; what it leads to lies above the row of gains and is finished
before the next token (OR-009).
"""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.audience import can_place_any
from tutti.games.orchestra.rules.bank import gain_money, gain_prestige, score
from tutti.games.orchestra.rules.column import farthest
from tutti.games.orchestra.rules.conductor import LEFT, RIGHT, can_step, can_step_back
from tutti.games.orchestra.rules.decks import can_take
from tutti.games.orchestra.rules.growth import columns
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame
from tutti.kernel.native import i64, mypyc_attr

FORWARD: Final = 0
BACK: Final = 1


@mypyc_attr(allow_interpreted_subclasses=False)
class Effect:
    """What a token does, and whether it could do anything now (OR-208)."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        return True

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        """``f`` is the row of gains that the token stands in."""
        raise NotImplementedError


@final
class Money(Effect):
    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        gain_money(s, p, n + extra_money(s, p, f), host)


@final
class Prestige(Effect):
    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        gain_prestige(s, p, n, host)


@final
class Coins(Effect):
    """Single coins of the player's choice."""

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        s.ask(st.COIN, p, n)


@final
class Points(Effect):
    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        score(s, p, f.b, n, host)


@final
class Invite(Effect):
    """OR-033: ``n`` is the mask of types that may be chosen."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        return invitable(s, n) != 0

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        if invitable(s, n):
            s.ask(st.INVITE, p, n)


@final
class Pieces(Effect):
    """OR-117 to OR-121: ``n`` is the number of the offer."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        return can_place_any(s, p, n, 0)

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        if can_place_any(s, p, n, 0):
            s.ask(st.PLACE_PIECE, p, i64(s.d.offer_count[n]), n)


@final
class PieceForStepBack(Effect):
    """OR-122: accepted only if a step back and a placement are both possible."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        return (can_step_back(s, p, LEFT) or can_step_back(s, p, RIGHT)) and can_place_any(s, p, n, 0)

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        if self.able(s, p, n):
            s.ask(st.CONDUCTOR_SIDE, p, BACK, n)


@final
class ReturnPoint(Effect):
    """OR-096."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        me = p * st.OWN
        return len(s.d.returns) > 0 and s.own[me + st.COLUMN] >= s.d.returns[0]

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        if self.able(s, p, n):
            s.ask(st.RETURN_SPACE, p)


@final
class FreeEvolution(Effect):
    """OR-064: ``n`` is the type that evolves."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        me = p * st.OWN
        return s.own[me + st.RESERVE + n] > 0 and columns(s, p, n) != 0

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        if self.able(s, p, n):
            s.ask(st.EVOLVE, p, n, 0)


@final
class TakeCard(Effect):
    """OR-151: ``n`` is the mask of levels."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        return can_take(s, n)

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        if can_take(s, n):
            s.ask(st.TAKE_CARD, p, n)


@final
class MoveColumn(Effect):
    """OR-097."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        me = p * st.OWN
        return i64(s.own[me + st.COLUMN]) < s.d.last

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        offer_move(s, p, n)


@final
class MoveConductor(Effect):
    """OR-132: either marker, but only one that can move."""

    def able(self, s: State, p: i64, n: i64) -> bool:
        return can_step(s, p, LEFT) or can_step(s, p, RIGHT)

    def do(self, s: State, p: i64, n: i64, f: Frame, host: Host) -> None:
        if self.able(s, p, n):
            s.ask(st.CONDUCTOR_SIDE, p, FORWARD)


EFFECTS: Final[tuple[Effect, ...]] = (
    Money(),
    Prestige(),
    Coins(),
    Points(),
    Invite(),
    Pieces(),
    ReturnPoint(),
    FreeEvolution(),
    TakeCard(),
    MoveColumn(),
    MoveConductor(),
    PieceForStepBack(),
)
"""By verb, as numbered in box.py."""


def able(s: State, p: i64, row: i64) -> bool:
    """OR-208: whether some token of the row could have an effect now."""
    at = s.d.gain_first[row]
    while at < s.d.gain_first[row + 1]:
        if EFFECTS[s.d.gain_verb[at]].able(s, p, i64(s.d.gain_value[at])):
            return True
        at += 1
    return False


def extra_money(s: State, p: i64, f: Frame) -> i64:
    """OR-107, OR-108: Poster 3 b, once a card, with its first Money."""
    own = s.own
    me = p * st.OWN
    if not f.c or own[me + st.PARTS] < 2:
        return 0
    extra = i64(s.d.extra_money[i64(own[me + st.POSTER]) - 1])
    if extra:
        f.c = 0
    return extra


def invitable(s: State, types: i64) -> i64:
    """Of a mask of types, those with a Freelancer on the Theater board."""
    mask: i64 = 0
    if types & 1 and s.pool[0]:
        mask = 1
    if types & 2 and s.pool[1]:
        mask |= 2
    if types & 4 and s.pool[2]:
        mask |= 4
    return mask


def offer_move(s: State, p: i64, steps: i64) -> None:
    """OR-090: nothing is asked of a marker on the last space."""
    me = p * st.OWN
    if i64(s.own[me + st.COLUMN]) < s.d.last:
        s.ask(st.COLUMN_STEPS, p, farthest(s, p, steps))
