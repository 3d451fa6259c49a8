# tutti: compiled
"""The Resolution turn: spaces, banners and cards in any order, and what each of them does."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.actions import (
    A_BANNER,
    A_FLIP,
    A_GRID,
    A_PASS,
    A_RESOLVE,
    A_RESOLVE_BANNER,
    A_RESOLVE_CARD,
    A_SKIP,
)
from tutti.games.orchestra.bank import TYPE_OF, gain_money, gain_prestige, go_home, pay, score
from tutti.games.orchestra.box import BITS, VIRTUOSO
from tutti.games.orchestra.conductor import RIGHT, step
from tutti.games.orchestra.decks import fulfil
from tutti.games.orchestra.effects import offer_move
from tutti.games.orchestra.ensemble import assignable, first_waiting, free_virtuoso
from tutti.games.orchestra.events import BANNER_ADDED, EXCHANGED, REPEATED, SENT_BACK, VIRTUOSO_JOINED
from tutti.games.orchestra.growth import columns, evolve, payable
from tutti.games.orchestra.state import (
    ACCOUNT,
    ADDED,
    BANNER,
    BY_ACADEMY,
    CHOOSE_BANNER,
    DEVELOPED,
    EVOLVE,
    EXCHANGE,
    FILL,
    FREED,
    GAINS,
    GONE,
    MONEY,
    OWN,
    OWNER,
    PART,
    PLACES,
    PRESTIGE,
    RESERVE,
    RESOLVE,
    SLOT,
    SOCIAL,
    SPACE,
    STAFF,
    STAFFED,
    TEACHES,
    VIRTUOSO_SPOT,
    C,
    State,
    X,
)
from tutti.games.orchestra.steps.answers import add_set, declined, one_of
from tutti.games.orchestra.steps.common import add_concerts, add_gather, apply_common
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step
from tutti.kernel.native import i64, u8

V4: Final = 3


@final
class Resolve(Step[State]):
    """OR-162: everything where the player has Musicians, in any order."""

    def __init__(self) -> None:
        super().__init__(RESOLVE, "resolve", "OR-162")

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


def resolve_evolution(s: State, p: i64, space: i64, host: Host) -> None:
    """OR-057 to OR-063."""
    kind = i64(s.d.space_need[space])
    if payable(s, p, kind):
        s.ask(EVOLVE, p, kind, space + 1)
    elif columns(s, p, kind):
        s.tried |= BITS[space]
        if host.hears:
            host.tell(REPEATED, p, space)
        s.run(GAINS, p, 0, i64(s.d.space_row[space]), BY_ACADEMY)
    else:
        s.own[p * OWN + SPACE + space] = 0
        s.own[p * OWN + RESERVE + kind] += 1
        if host.hears:
            host.tell(SENT_BACK, p, space)


@final
class EvolveColumn(Step[State]):
    """OR-057: which column; ``space`` is the space + 1, or 0 for a free evolution, which may be declined."""

    def __init__(self) -> None:
        super().__init__(EVOLVE, "evolve_column", "OR-057", ("type", "space"))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        if not f.a:
            found.append(A_SKIP)
        add_set(A_GRID, payable(s, player, f.at) if f.a else columns(s, player, f.at), found)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        if f.a:
            s.own[player * OWN + SPACE + f.a - 1] = 0
        else:
            s.own[player * OWN + RESERVE + f.at] -= 1
        evolve(s, player, f.at, a - A_GRID, f.a == 0, host)


@final
class Exchange(Step[State]):
    """OR-066, OR-067: both directions at the same moment."""

    def __init__(self) -> None:
        super().__init__(EXCHANGE, "exchange", "OR-066")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = []
        money = s.account[player * ACCOUNT + MONEY]
        prestige = s.account[player * ACCOUNT + PRESTIGE]
        i: i64 = 0
        while i < len(s.d.exchange_m):
            if s.d.exchange_m[i] <= money and s.d.exchange_p[i] <= prestige:
                found.append(s.d.a_exchange + i)
            i += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        money = i64(s.d.exchange_m[a - s.d.a_exchange])
        prestige = i64(s.d.exchange_p[a - s.d.a_exchange])
        if host.hears:
            host.tell(EXCHANGED, player, money, prestige)
        pay(s, player, money, prestige, host)
        if prestige:
            gain_money(s, player, prestige * s.d.exchange_rate, host)
        if money:
            gain_prestige(s, player, money * s.d.exchange_rate, host)


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


def resolve_banner(s: State, p: i64) -> None:
    """OR-045 (1): the Musicians of the leftmost staffed slot go home."""
    at = p * OWN
    i = at + SLOT + i64(s.own[at + ADDED]) * 3
    stop = i + 3
    while i < stop:
        if s.own[i]:
            go_home(s, p, i64(s.own[i]) - 1)
        s.own[i] = 0
        i += 1
    s.run(DEVELOPED, p)
    s.ask(CHOOSE_BANNER, p)


@final
class ChooseBanner(Step[State]):
    """OR-045 (2): a section not taught yet."""

    def __init__(self) -> None:
        super().__init__(CHOOSE_BANNER, "banner", "OR-045")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(A_BANNER, 15 & ~i64(s.own[player * OWN + TEACHES]))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        at = player * OWN
        section = a - A_BANNER
        s.own[at + BANNER + i64(s.own[at + ADDED])] = u8(section + 1)
        s.own[at + ADDED] += 1
        s.own[at + TEACHES] = u8(i64(s.own[at + TEACHES]) | BITS[section])
        s.stack.pop()
        if host.hears:
            host.tell(BANNER_ADDED, player, section)


@final
class Developed(Step[State]):
    """Automatic. OR-045, OR-046: after the banner waiting Virtuosos, the right marker, the slot's benefits."""

    def __init__(self) -> None:
        super().__init__(DEVELOPED, "developed", "OR-045", ("at",))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        p = f.player
        if f.at == 0:
            v = first_waiting(s, p)  # OR-083
            if v >= 0:
                s.ask(VIRTUOSO_SPOT, p, v)
            else:
                f.at = 1
        elif f.at == 1:
            f.at = 2
            step(s, p, RIGHT, host)
        else:
            s.stack.pop()
            added = i64(s.own[p * OWN + ADDED])
            v = i64(s.d.develop_virtuoso[added - 1]) - 1
            if v == V4:
                s.own[p * OWN + FREED + V4] = GONE
                s.own[p * OWN + RESERVE + VIRTUOSO] += 1  # OR-051
                if host.hears:
                    host.tell(VIRTUOSO_JOINED, p)
            if added == 3:
                complete(s, p, host)
            if 0 <= v < V4:
                free_virtuoso(s, p, v, host)


def complete(s: State, p: i64, host: Host) -> None:
    """OR-052, OR-053: points for the first three; all bonuses of the boards for a fourth."""
    place = s.completed
    s.completed += 1
    if place < len(s.d.completion):
        score(s, p, BY_ACADEMY, i64(s.d.completion[place]), host)
    else:
        s.run(GAINS, p, 0, s.d.completion_row, BY_ACADEMY)
