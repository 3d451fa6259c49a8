# tutti: compiled
"""Placing pieces: which one, then where."""

from __future__ import annotations

from typing import final

from tutti.games.orchestra.actions import A_SKIP, A_WCU
from tutti.games.orchestra.audience import (
    can_place_any,
    can_place_shape,
    can_place_wcu,
    place_piece,
    place_wcu,
    placements,
)
from tutti.games.orchestra.box import ALLOW_AUDIENCE
from tutti.games.orchestra.state import PIECE_AT, PLACE_PIECE, State
from tutti.games.orchestra.steps.answers import declined
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step
from tutti.kernel.native import i64


@final
class PlacePiece(Step[State]):
    """OR-114 to OR-123, OR-209: piece by piece; giving up one gives up the rest.

    ``left`` pieces of an offer, ``earlier`` Audience Pieces placed with it, ``must`` after a step back.
    """

    def __init__(self) -> None:
        super().__init__(PLACE_PIECE, "place_piece", "OR-116", ("left", "offer", "earlier", "must"))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        if not f.c:
            found.append(A_SKIP)
        if can_place_wcu(s, player, f.a):
            found.append(A_WCU)
        if s.d.offer_allows[f.a] & ALLOW_AUDIENCE:
            shape: i64 = 0
            while shape < len(s.d.size):
                if can_place_shape(s, player, f.a, f.b, shape):
                    found.append(s.d.a_piece + shape)
                shape += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        if declined(player, a, host):
            s.stack.pop()
        elif a == A_WCU:
            place_wcu(s, player, f.a, host)
            go_on(s, f, player)
        else:
            s.ask(PIECE_AT, player, a - s.d.a_piece)


def go_on(s: State, f: Frame, p: i64) -> None:
    """The next piece of the benefit, while one is left and could be placed."""
    f.at -= 1
    if f.at == 0 or not can_place_any(s, p, f.a, f.b):
        s.stack.pop()


@final
class PieceAt(Step[State]):
    """OR-114: the anchor of the chosen piece; paid now (OR-119)."""

    def __init__(self) -> None:
        super().__init__(PIECE_AT, "piece_at", "OR-114", ("shape",), inner=True)

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        below = s.stack[-2]
        return tuple(placements(s, player, below.a, below.b, f.at))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        below = s.stack[-1]
        place_piece(s, player, below.a, below.b, f.at, a - s.d.a_at, host)
        below.b += 1
        go_on(s, below, player)
