"""What a Musician on a space of the academy would come to: students, Exchange, Column and Social Media."""

from __future__ import annotations

from math import comb

from tutti.games.orchestra.pack.box import RESERVED
from tutti.games.orchestra.pack.names import SPACE_NAMES, price
from tutti.games.orchestra.remarks.outlook import least_money, least_prestige
from tutti.games.orchestra.rules import actions as act
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import TYPE_OF
from tutti.games.orchestra.rules.column import farthest
from tutti.games.orchestra.rules.growth import columns, payable
from tutti.games.orchestra.rules.state import State
from tutti.kernel.types import Remark


def student(s: State, p: int, space: int) -> list[Remark]:
    """OR-061: whoever is put there cannot be paid as things stand, alone or with the others."""
    d, at = s.d, p * st.OWN
    then = s.copy()
    mine = p * st.ACCOUNT
    for token in d.rows[d.space_row[space]]:  # OR-055
        if token[0] in "mp":
            then.account[mine + (st.MONEY if token[0] == "m" else st.PRESTIGE)] += int(token[1:])
    kind = d.space_need[space]
    if not payable(then, p, kind):
        return [_repeats(s, p, space)]
    there = [int(s.own[at + st.SPACE + other]) - 1 for other in range(3)]
    kinds = [kind, *(other for other in there if other >= 0)]
    money, prestige = sum(least_money(s, p, k) for k in kinds), sum(least_prestige(s, p, k) for k in kinds)
    if money > then.account[mine + st.MONEY] or prestige > then.account[mine + st.PRESTIGE]:
        return [Remark("students_short", "OR-061", {"price": price(int(money), int(prestige))})]
    return []


def _repeats(s: State, p: int, space: int) -> Remark:
    kind = s.d.space_need[space]
    least = price(int(least_money(s, p, kind)), int(least_prestige(s, p, kind)))
    return Remark("student_repeats", "OR-061", {"space": SPACE_NAMES[space], "price": least})


def evolving(s: State, p: int, space: int) -> list[Remark]:
    """OR-057 to OR-063: an evolution that is resolved now."""
    kind = s.d.space_need[space]
    if payable(s, p, kind):
        return []
    return [_repeats(s, p, space) if columns(s, p, kind) else Remark("nobody_left", "OR-063")]


def placed(s: State, p: int, space: int, kind: int) -> list[Remark]:
    """A Musician for Exchange, Column or Social Media; a lower one might do as well."""
    found = effect(s, p, space, TYPE_OF[kind])
    me = p * st.OWN
    for other in range(RESERVED):
        lower = TYPE_OF[other] < TYPE_OF[kind] and s.own[me + st.RESERVE + other]
        if lower and (space == st.X or (space == st.C and _steps(s, other) == _steps(s, kind))):
            rule = "OR-066" if space == st.X else "OR-068"
            args = {"space": SPACE_NAMES[space], "musician": act.KIND_NAMES[other]}
            return [*found, Remark("type_wasted", rule, args)]
    return found


def _steps(s: State, kind: int) -> int:
    return s.d.column_steps[TYPE_OF[kind]]


def effect(s: State, p: int, space: int, kind: int) -> list[Remark]:
    """What Exchange, Column and Social Media would do for a Musician of a type as things stand."""
    if space == st.X:
        account = s.account
        mine = p * st.ACCOUNT
        empty = not account[mine + st.MONEY] + account[mine + st.PRESTIGE]
        return [Remark("nothing_to_exchange", "OR-066")] if empty else []
    if space == st.M:
        return _eyes(s, p, s.d.social_cards[kind])
    me = p * st.OWN
    here = int(s.own[me + st.COLUMN])
    if here == s.d.last:
        return [Remark("column_at_end", "OR-090")]
    steps = s.d.column_steps[kind]
    useful = next(n for n in range(1, steps + 1) if n == steps or farthest(s, p, n) == s.d.last)
    return [Remark("steps_lost", "OR-087", {"steps": steps - useful})] if useful < steps else []


def _eyes(s: State, p: int, cards: int) -> list[Remark]:
    """OR-070, OR-073: how likely it is, of a hundred, that too many closed eyes come."""
    d = s.d
    kinds = len(d.social_eye)
    piles = [[int(n) for n in s.social[:kinds]], [int(n) for n in s.social[kinds:]]]
    eyes = [sum(n for n, eye in zip(pile, d.social_eye, strict=True) if eye) for pile in piles]
    sizes = [sum(pile) for pile in piles]
    me = p * st.OWN
    ignored = d.eyes[int(s.own[me + st.ADDED])]
    sure, size, there, drawn = 0, sizes[0], eyes[0], cards
    if drawn > size:  # the rest of the deck comes, and then the discards
        sure, drawn, size, there = eyes[0], min(cards - size, sizes[1]), sizes[1], eyes[1]
    ways = sum(comb(there, k) * comb(size - there, drawn - k) for k in range(drawn + 1) if sure + k > ignored)
    if not ways:
        return []
    percent = max(1, round(100 * ways / comb(size, drawn)))
    return [Remark("eyes_risk", "OR-070", {"cards": cards, "ignored": ignored, "percent": percent})]
