# tutti: compiled
"""Placing pieces: which one, then where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, final

from tutti.games.orchestra.pack.box import ALLOW_AUDIENCE, ALLOW_WCU, BOARD, FLAT
from tutti.games.orchestra.pack.names import AREA_NAMES
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.actions import A_SKIP, A_WCU
from tutti.games.orchestra.rules.audience import (
    can_place_any,
    can_place_shape,
    can_place_wcu,
    is_free,
    piece_price,
    place_piece,
    place_wcu,
    placement_at,
    placements,
    seats_of,
    wcu_price,
)
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.answers import declined
from tutti.games.orchestra.rules.steps.base import LEGAL, OTHER_QUESTION, OWN_FAULTS, Bounds, Question, cannot_pay
from tutti.games.orchestra.types import Areas, Asking, Cost, OfferArgs, PieceAtArgs, PlacePieceArgs, Places
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64
from tutti.kernel.types import Prompt, Refusal

CANNOT_PAY: Final = OWN_FAULTS

MUST_PLACE: Final = OWN_FAULTS + 1
NO_WCU_OFFERED: Final = OWN_FAULTS + 2
ALL_WCU_PLACED: Final = OWN_FAULTS + 3
NO_AUDIENCE_OFFERED: Final = OWN_FAULTS + 4
NO_PIECE_LEFT: Final = OWN_FAULTS + 5
FITS_NOWHERE: Final = OWN_FAULTS + 6

OFF_THE_SEATS: Final = OWN_FAULTS + 1
SEATS_TAKEN: Final = OWN_FAULTS + 2


@final
class PlacePiece(Question):
    """OR-114 to OR-123, OR-209: piece by piece; giving up one gives up the rest.

    ``left`` pieces of an offer, ``earlier`` Audience Pieces placed with it, ``must`` after a step back.
    """

    def __init__(self) -> None:
        super().__init__(
            st.PLACE_PIECE,
            "place_piece",
            "OR-116",
            ("skip", "wcu", "piece"),
            ("left", "offer", "earlier", "must"),
            on=(st.GAINS,),
            args=PlacePieceArgs,
            public=False,  # a Theater Card may warn of where a piece would lie
        )

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
            s.ask(st.PIECE_AT, player, a - s.d.a_piece)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        if a == A_SKIP:
            return MUST_PLACE if f.c else LEGAL
        if a == A_WCU:
            return self.wcu_fault(s, f, player)
        if s.d.a_piece <= a < s.d.a_keep:
            return self.piece_fault(s, f, player, a - s.d.a_piece)
        return OTHER_QUESTION

    def wcu_fault(self, s: State, f: Frame, player: i64) -> i64:
        if can_place_wcu(s, player, f.a):
            return LEGAL
        if not s.d.offer_allows[f.a] & ALLOW_WCU:
            return NO_WCU_OFFERED
        return ALL_WCU_PLACED if s.wcu == s.d.wcu_total else CANNOT_PAY

    def piece_fault(self, s: State, f: Frame, player: i64, shape: i64) -> i64:
        if not s.d.offer_allows[f.a] & ALLOW_AUDIENCE:
            return NO_AUDIENCE_OFFERED
        if can_place_shape(s, player, f.a, f.b, shape):
            return LEGAL
        me = player * st.OWN
        if not s.own[me + st.SUPPLY + shape]:
            return NO_PIECE_LEFT
        return CANNOT_PAY if s.open[shape * 2] | s.open[shape * 2 + 1] else FITS_NOWHERE

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        args: PlacePieceArgs = {
            "left": f.at,
            "prices": prices(s, f.a),
            "offer": asking(s, f.a),
            **offer(s, f.a),
            "places": {
                s.d.shapes[a - s.d.a_piece]: places(s, player, f, a - s.d.a_piece)
                for a in self.legal(s, f, player)
                if s.d.a_piece <= a < s.d.a_keep
            },
        }
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == MUST_PLACE:
            return Refusal("must_place", "OR-122")
        if fault == NO_WCU_OFFERED:
            return Refusal("wcu_not_offered", "OR-123")
        if fault == ALL_WCU_PLACED:
            return Refusal("all_wcu_placed", "OR-126")
        if fault == CANNOT_PAY:
            return cannot_pay(s, player, "OR-119")
        if s.d.a_at <= a < s.d.a_piece:
            return Refusal("piece_first", "OR-116")
        if fault == OTHER_QUESTION:
            return super().why_not(s, f, player, a)
        piece = {"piece": s.d.shapes[a - s.d.a_piece]}
        if fault == NO_AUDIENCE_OFFERED:
            return Refusal("audience_not_offered", "OR-123", piece)
        return Refusal("no_piece_left" if fault == NO_PIECE_LEFT else "fits_nowhere", "OR-116", piece)

    def bounds(self, s: State, around: Around) -> Bounds:
        offers = s.d.offer_count
        number = around.frame.a
        most = offers[number] if 0 <= number < len(offers) else 0
        return (1, most), (0, len(offers) - 1), (0, most - 1), (0, 1)


def offer(s: State, number: i64) -> OfferArgs:
    """How an offer is paid, and for which pieces it is."""
    d = s.d
    mode = d.offer_mode[number]
    price = d.offer_price[number]
    return {
        "payment": "less"
        if mode == BOARD and price
        else "board"
        if mode == BOARD
        else "flat"
        if mode == FLAT
        else "free",
        "price": price,
        "audience": bool(d.offer_allows[number] & ALLOW_AUDIENCE),
        "wcu": bool(d.offer_allows[number] & ALLOW_WCU),
    }


def prices(s: State, number: i64) -> list[str]:
    """OR-118, OR-120, OR-121: at board price so much a chair, else so much a piece. Poster 4 b is in ``piece_at``."""
    d = s.d
    if d.offer_mode[number] != BOARD:
        return [str(d.offer_price[number] if d.offer_mode[number] == FLAT else 0)]
    found = []
    if d.offer_allows[number] & ALLOW_AUDIENCE:
        found = [f"{name} {max(0, d.price[i] - d.offer_price[number])}" for i, name in enumerate(AREA_NAMES)]
    if d.offer_allows[number] & ALLOW_WCU:
        found.append(f"♿ {wcu_price(s, number)}")
    return found


def asking(s: State, number: i64, whole: Sequence[int] = ()) -> Asking:
    """The same, to be said: for any piece, or for one by what the whole of it costs in each area."""
    d = s.d
    if d.offer_mode[number] != BOARD:
        flat = whole[0] if whole else d.offer_price[number]
        money = int(flat) if d.offer_mode[number] == FLAT else 0
        return {"name": "flat" if money else "free", "args": {"money": money, "costs": []}}
    costs: list[Cost] = []
    if whole or d.offer_allows[number] & ALLOW_AUDIENCE:
        each = whole or [max(0, d.price[i] - d.offer_price[number]) for i in range(len(AREA_NAMES))]
        costs = [_cost("area" if money else "area_free", money, AREA_NAMES[i]) for i, money in enumerate(each)]
    if not whole and d.offer_allows[number] & ALLOW_WCU:
        costs.append(_cost("wcu", wcu_price(s, number)))
    name: Literal["whole", "less", "board"] = "whole" if whole else "less" if d.offer_price[number] else "board"
    return {"name": name, "args": {"money": 0, "costs": costs}}


def _cost(name: Literal["area", "area_free", "wcu"], money: int, area: str = "") -> Cost:
    return {"name": name if money or name != "wcu" else "wcu_free", "args": {"area": area, "money": money}}


def places(s: State, p: i64, f: Frame, shape: i64) -> Places:
    """What ``piece_at`` would offer for a shape: whoever picks up a piece sees at once where it may lie."""
    found = placements(s, p, f.a, f.b, shape)
    return {"at": " ".join([s.d.anchors[a - s.d.a_at] for a in found]), "costs": costs(s, p, f, shape)}


def costs(s: State, p: i64, f: Frame, shape: i64) -> Areas:
    """What a piece costs by area, with Poster 4 b (OR-110)."""
    a, b, c, rest = [piece_price(s, p, f.a, f.b, shape, area) for area in range(len(AREA_NAMES))]
    return {"A": a, "B": b, "C": c, "D": rest}


def go_on(s: State, f: Frame, p: i64) -> None:
    """The next piece of the benefit, while one is left and could be placed."""
    f.at -= 1
    if f.at == 0 or not can_place_any(s, p, f.a, f.b):
        s.stack.pop()


@final
class PieceAt(Question):
    """OR-114: the anchor of the chosen piece; paid now (OR-119)."""

    def __init__(self) -> None:
        super().__init__(
            st.PIECE_AT,
            "piece_at",
            "OR-114",
            ("at",),
            ("shape",),
            on=(st.PLACE_PIECE,),
            inner=True,
            args=PieceAtArgs,
            public=False,
        )

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        below = s.stack[-2]
        return tuple(placements(s, player, below.a, below.b, f.at))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        below = s.stack[-1]
        place_piece(s, player, below.a, below.b, f.at, a - s.d.a_at, host)
        below.b += 1
        go_on(s, below, player)

    def fault(self, s: State, f: Frame, player: i64, a: i64) -> i64:
        d = s.d
        if not d.a_at <= a < d.a_piece:
            return OTHER_QUESTION
        k = placement_at(s, f.at, a - d.a_at)
        if k < 0:
            return OFF_THE_SEATS
        if not is_free(s, f.at, k):
            return SEATS_TAKEN
        below = s.stack[-2]
        price = piece_price(s, player, below.a, below.b, f.at, i64(d.place_area[k]))
        mine = player * st.ACCOUNT
        return CANNOT_PAY if price > s.account[mine + st.MONEY] else LEGAL

    def prompt(self, s: State, f: Frame, player: int) -> Prompt:
        below = s.stack[-2]
        by_area = costs(s, player, below, f.at)
        args: PieceAtArgs = {
            "piece": s.d.shapes[f.at],
            "shape": list(s.d.shape_cells[f.at]),
            "prices": [f"{name} {by_area[name]}" for name in AREA_NAMES]
            if s.d.offer_mode[below.a] == BOARD
            else [str(by_area["A"])],
            "costs": by_area,
            "offer": asking(s, below.a, [by_area["A"], by_area["B"], by_area["C"], by_area["D"]]),
            **offer(s, below.a),
        }
        return Prompt(self.name, self.rule, args)

    def why_not(self, s: State, f: Frame, player: int, a: int) -> Refusal:
        fault = self.fault(s, f, player, a)
        if fault == CANNOT_PAY:
            return cannot_pay(s, player, "OR-119")
        if fault == OTHER_QUESTION:
            return super().why_not(s, f, player, a)
        anchor = a - s.d.a_at
        where = {"piece": s.d.shapes[f.at], "at": s.d.anchors[anchor]}
        if fault == OFF_THE_SEATS:
            return Refusal("off_the_seats", "OR-114", where)
        taken = [s.d.seats[seat] for seat in seats_of(s, placement_at(s, f.at, anchor)) if s.chairs[seat]]
        return Refusal("seats_taken", "OR-114", {**where, "seats": taken})

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((0, len(s.d.shapes) - 1),)


STEPS: Final = (PlacePiece(), PieceAt())
