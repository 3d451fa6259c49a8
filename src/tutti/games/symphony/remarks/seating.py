"""Cards, seats and control: what opens, who plays when, tokens and objectives that come with it."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.remarks.standings import bonus_ahead
from tutti.games.symphony.rules import scoring
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import A_CONTROL_00, A_DISCARD, A_PART
from tutti.games.symphony.rules.instruments import (
    abilities,
    fits,
    is_free_seat,
    is_well,
    kind_at,
    seat_card,
    take_control,
)
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.bonuses import in_all_columns, minority
from tutti.games.symphony.rules.steps.seats import ANY, named_by
from tutti.kernel.types import Remark

CODES = (
    "no_fitting_seat", "badly_placed", "must_control", "strong_duty", "disturbed_by", "minority_lost",
    "fits", "well_placed", "attack", "plays_first", "stack", "concertmaster", "conductor", "spread", "minority",
    "orchestra_objective",
)  # fmt: skip


# -- what a card has to open -----------------------------------------------------------------------


def linked(d: Box, kind: int) -> list[str]:
    """SY-055, SY-015: own discs and abilities that only a fitting seat opens, as ``opening`` of the words."""
    first = kind * bx.SPACES
    discs = d.spaces[first : first + bx.SPACES].count(bx.GREY)
    return [f"discs_{discs}"] * bool(discs) + [name for name in d.unlock_names[kind] if name != "note"]


def fitting(d: Box, s: State, kind: int, column: int = ANY) -> int:
    """How many free seats, of a Column or of all, fit the card (SY-013)."""
    seats = range(bx.SEATS) if column == ANY else range(column * bx.ROWS, column * bx.ROWS + bx.ROWS)
    return sum(is_free_seat(s, seat) and fits(d, s.terms, kind, seat) for seat in seats)


def seats_card(s: State, a: int) -> bool:
    """Whether a card is chosen for a seat now, not kept, picked or put aside."""
    return a < A_DISCARD and s.stack[-1].step in (st.S_CARD, st.S_ALLOCATE)


def placing(d: Box, kind: int, well: bool) -> list[Remark]:
    """How a card sits that has something to open."""
    args = {"card": d.ids[kind], "opens": linked(d, kind)}
    if not args["opens"]:
        return []
    return [Remark("well_placed", "SY-055", args) if well else Remark("badly_placed", "SY-055", args)]


def pick_merits(d: Box, s: State, player: int, kind: int) -> list[Remark]:
    """Objectives that the card would count for under the player's control, on a fitting seat if there is one."""
    trial = s.copy()
    if kind in (d.conductor_kind, d.concertmaster_kind):
        inst = bx.CONDUCTOR if kind == d.conductor_kind else bx.CONCERTMASTER
    else:
        free = [seat for seat in range(bx.SEATS) if is_free_seat(s, seat)]
        inst = next((seat for seat in free if fits(d, s.terms, kind, seat)), free[0])
        seat_card(d, trial, inst, kind, player)
    take_control(d, trial, inst, 0, player)
    return objectives(d, s, trial, player)


# -- a card and its seat ---------------------------------------------------------------------------


def card_warnings(d: Box, s: State, kind: int) -> list[Remark]:
    if linked(d, kind) and not fitting(d, s, kind, _column(s)):
        return [Remark("no_fitting_seat", "SY-055", {"card": d.ids[kind]})]
    return []


def card_merits(d: Box, s: State, kind: int) -> list[Remark]:
    count = fitting(d, s, kind, _column(s))
    if linked(d, kind) and count:
        return [Remark("fits", "SY-013", {"card": d.ids[kind], "count": count})]
    return []


def _column(s: State) -> int:
    f = s.stack[-1]
    return int(f.a) if f.step == st.S_ALLOCATE else ANY


def seat_warnings(d: Box, s: State, player: int, seat: int) -> list[Remark]:
    """SY-051: and whoever seats badly though a fitting seat is free has to control it."""
    f = s.stack[-1]
    kind = int(f.a)
    if f.b != ANY:  # SY-251: control comes with the seat
        return _control_warnings(d, s, seated(d, s, kind, seat, player), player, seat, 0)
    well = fits(d, s.terms, kind, seat)
    found = [] if well else placing(d, kind, False)
    if not well and d.dots[kind] and fitting(d, s, kind):
        found.append(Remark("must_control", "SY-051", {"card": d.ids[kind]}))
    return found


def seat_merits(d: Box, s: State, player: int, seat: int) -> list[Remark]:
    f = s.stack[-1]
    kind = int(f.a)
    if f.b != ANY:
        return _control_merits(d, s, seated(d, s, kind, seat, player), player, seat, 0)
    return placing(d, kind, True) if fits(d, s.terms, kind, seat) else []


def seated(d: Box, s: State, kind: int, seat: int, player: int) -> State:
    trial = s.copy()
    seat_card(d, trial, seat, kind, player)
    return trial


# -- control ---------------------------------------------------------------------------------------


def control_warnings(d: Box, s: State, player: int, a: int) -> list[Remark]:
    return _control_warnings(d, s, s.copy(), player, int(named_by(a)), _part(a))


def control_merits(d: Box, s: State, player: int, a: int) -> list[Remark]:
    return _control_merits(d, s, s.copy(), player, int(named_by(a)), _part(a))


def told(s: State, player: int, inst: int) -> bool:
    """Whether the player chose its seat, and so has read how it sits; in Progressive Orchestra both come at once."""
    base = inst * st.REC
    return int(s.inst[base + st.PLACER]) == player + 1 and not s.terms.progressive


def _part(a: int) -> int:
    return (a - A_PART) % 3 if A_PART <= a < A_CONTROL_00 else 0


def _control_warnings(d: Box, s: State, trial: State, player: int, inst: int, part: int) -> list[Remark]:
    take_control(d, trial, inst, part, player)
    if inst >= bx.SEATS:
        return []
    kind = int(kind_at(trial, inst))
    found = []
    if abilities(d, trial, inst, part) & bx.STRONG:
        found.append(Remark("strong_duty", "SY-128", {"card": d.ids[kind]}))
    if not is_well(trial, inst) and not told(trial, player, inst):
        found += placing(d, kind, False)
    column = inst // bx.ROWS
    for other in range(column * bx.ROWS, column * bx.ROWS + bx.ROWS):
        loud = int(kind_at(trial, other))
        if other != inst and loud >= 0 and abilities(d, trial, other, 0) & bx.DISTURB:
            found.append(Remark("disturbed_by", "SY-085", {"card": d.ids[loud], "instrument": names.place(other)}))
    token = int(s.desk[st.COLUMN_TOKEN + column]) - 1
    if token >= 0 and minority(d, s, column) == player != minority(d, trial, column):
        args = {"column": names.column(column), "token": bx.TOKEN_NAMES[token]}
        found.append(Remark("minority_lost", "SY-060", args))
    return found


def _control_merits(d: Box, s: State, trial: State, player: int, inst: int, part: int) -> list[Remark]:
    take_control(d, trial, inst, part, player)
    kind = int(kind_at(trial, inst))
    found = []
    if inst == bx.CONCERTMASTER:
        found.append(Remark("concertmaster", "SY-069"))
    elif inst == bx.CONDUCTOR:
        found.append(Remark("conductor", "SY-092", {"discs": len(s.terms.master.card.slots)}))
    found += objectives(d, s, trial, player)
    if inst >= bx.SEATS:
        return found
    column = inst // bx.ROWS
    mask = abilities(d, trial, inst, part)
    if mask & bx.ABSOLUTE:
        found.append(Remark("stack", "SY-067", {"card": d.ids[kind]}))
    if is_well(trial, inst) and not told(trial, player, inst):
        found += placing(d, kind, True)
    if not s.terms.progressive and in_all_columns(trial, player) and not in_all_columns(s, player):
        found.append(Remark("spread", "SY-063"))
    token = int(s.desk[st.COLUMN_TOKEN + column]) - 1
    if token >= 0 and minority(d, trial, column) == player != minority(d, s, column):
        found.append(Remark("minority", "SY-060", {"column": names.column(column), "token": bx.TOKEN_NAMES[token]}))
    if mask & bx.IMMINENT:
        found.append(Remark("attack", "SY-077", {"card": d.ids[kind]}))
    elif inst % bx.ROWS == 0:
        found.append(Remark("plays_first", "SY-079", {"card": d.ids[kind], "column": names.column(column)}))
    return found


def objectives(d: Box, s: State, trial: State, player: int) -> list[Remark]:
    """Orchestra Bonuses still to come that count the instrument: the public one, and those that the player holds."""
    held = [int(s.desk[st.CARDS_HELD + 2 * player + i]) - 1 for i in range(2)]
    rules = dict.fromkeys(held, "SY-186") if min(held) >= 0 else {}
    if s.terms.audience_public and bonus_ahead(s):
        rules[int(s.desk[st.PUBLIC]) - 1] = "SY-187"
    found = []
    for number, rule in rules.items():
        if number >= 0:
            card = d.cards[number]
            gain = scoring.orchestra_bonus(d, trial, card, player) - scoring.orchestra_bonus(d, s, card, player)
            if gain > 0:
                found.append(Remark("orchestra_objective", rule, {"bonus": card.orchestra, "points": gain}))
    return found
