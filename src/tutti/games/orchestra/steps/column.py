# tutti: compiled
"""Moving on the Column Track, outer edges, Posters and Return Points."""

from __future__ import annotations

from typing import final

from tutti.games.orchestra.actions import A_CHOOSE, A_PAY, A_POSTER, A_SKIP
from tutti.games.orchestra.bank import pay, score
from tutti.games.orchestra.box import CHOICE, EDGE_POSTER, EDGE_VIRTUOSO, NOTHING_NOW
from tutti.games.orchestra.column import may_stop, move_to
from tutti.games.orchestra.effects import able
from tutti.games.orchestra.ensemble import V1, free_virtuoso
from tutti.games.orchestra.events import POSTER_TAKEN, RETURNED
from tutti.games.orchestra.state import (
    ACCOUNT,
    BY_COLUMN,
    BY_LAST_SPACE,
    BY_POSTERS,
    CHOOSE_POSTER,
    COLUMN,
    COLUMN_STEPS,
    EDGES,
    FREED,
    GAINS,
    LOCKED,
    OWN,
    PARTS,
    POSTER,
    POSTER_EFFECT,
    PRESTIGE,
    RETURN_SPACE,
    State,
)
from tutti.games.orchestra.steps.answers import declined, held, one_of
from tutti.kernel.chance import Host
from tutti.kernel.frames import Frame, Step
from tutti.kernel.native import i64, u8


@final
class ColumnSteps(Step[State]):
    """OR-086, OR-104: where to stop, as far as ``reach``; staying is legal (OR-090)."""

    def __init__(self) -> None:
        super().__init__(COLUMN_STEPS, "column_steps", "OR-086", ("reach",))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        space = i64(s.own[player * OWN + COLUMN]) + 1
        while space <= f.at:
            if may_stop(s, player, space):
                found.append(s.d.a_to + space)
            space += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if not declined(player, a, host):
            move_to(s, player, a - s.d.a_to, host)


@final
class Edges(Step[State]):
    """Automatic. OR-088, OR-089, OR-207: the outer edges from ``at`` to ``stop``, in track order."""

    def __init__(self) -> None:
        super().__init__(EDGES, "edges", "OR-088", ("at", "stop"))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        while f.at <= f.a:
            edge = s.d.edge[f.at]
            f.at += 1
            if edge == EDGE_POSTER:
                next_part(s, f.player, host)
                return
            if edge == EDGE_VIRTUOSO and s.own[f.player * OWN + FREED + V1] == LOCKED:
                free_virtuoso(s, f.player, V1, host)
                return
        s.stack.pop()


def next_part(s: State, p: i64, host: Host) -> None:
    """OR-098 to OR-101: the next part that the player lacks."""
    at = p * OWN
    parts = i64(s.own[at + PARTS])
    if parts == 0:
        s.ask(CHOOSE_POSTER, p)
        return
    if parts == 4:
        return
    poster = i64(s.own[at + POSTER]) - 1
    s.own[at + PARTS] = u8(parts + 1)
    if host.hears:
        host.tell(POSTER_TAKEN, p, poster, parts)
    if parts == 3:
        complete_poster(s, p, host)
    elif s.d.poster_now[poster * 2 + parts - 1] != NOTHING_NOW and any_choice(s, p, poster * 2 + parts - 1):
        s.ask(POSTER_EFFECT, p, poster * 2 + parts - 1)


def complete_poster(s: State, p: i64, host: Host) -> None:
    """OR-101, then OR-094 in turn order (OR-213)."""
    place = s.posters_done
    s.posters_done += 1
    if place < len(s.d.poster_points):
        score(s, p, BY_POSTERS, i64(s.d.poster_points[place]), host)
    if s.n == 2:
        return  # OR-204
    i: i64 = 1
    while i < s.n:
        q = p + i
        if q >= s.n:
            q -= s.n
        if i64(s.own[q * OWN + COLUMN]) == s.d.last:
            score(s, q, BY_LAST_SPACE, s.d.last_bonus, host)
        i += 1


def can_choose(s: State, p: i64, effect: i64, which: i64) -> bool:
    """OR-208: an alternative that could have an effect; OR-103: an offer that could be paid."""
    d = s.d
    if d.poster_now[effect] == CHOICE:
        return able(s, p, i64(d.poster_two[effect] if which else d.poster_one[effect]))
    if which or s.account[p * ACCOUNT + PRESTIGE] < d.poster_pay[effect]:
        return False
    return able(s, p, i64(d.poster_one[effect]))


def any_choice(s: State, p: i64, effect: i64) -> bool:
    return can_choose(s, p, effect, 0) or can_choose(s, p, effect, 1)


@final
class ChoosePoster(Step[State]):
    """OR-098: one of the Posters nobody has."""

    def __init__(self) -> None:
        super().__init__(CHOOSE_POSTER, "poster", "OR-098")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        return one_of(A_POSTER, 15 & ~held(s, POSTER))

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        s.own[player * OWN + POSTER] = u8(a - A_POSTER + 1)
        s.own[player * OWN + PARTS] = 1
        if host.hears:
            host.tell(POSTER_TAKEN, player, a - A_POSTER, 0)


@final
class PosterEffect(Step[State]):
    """OR-102 to OR-112: one of two alternatives, or a price for an effect; may be declined (OR-008)."""

    def __init__(self) -> None:
        super().__init__(POSTER_EFFECT, "poster_effect", "OR-100", ("effect",))

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        if s.d.poster_now[f.at] == CHOICE:
            if can_choose(s, player, f.at, 0):
                found.append(A_CHOOSE)
            if can_choose(s, player, f.at, 1):
                found.append(A_CHOOSE + 1)
        elif can_choose(s, player, f.at, 0):
            found.append(A_PAY)
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        if a == A_PAY:
            pay(s, player, 0, i64(s.d.poster_pay[f.at]), host)
        row = i64(s.d.poster_two[f.at] if a == A_CHOOSE + 1 else s.d.poster_one[f.at])
        s.run(GAINS, player, 0, row, BY_POSTERS)


@final
class ReturnSpace(Step[State]):
    """OR-096: the bonus of a Return Point reached or passed, not its outer edge."""

    def __init__(self) -> None:
        super().__init__(RETURN_SPACE, "return_space", "OR-096")

    def legal(self, s: State, f: Frame, player: i64) -> tuple[int, ...]:
        found: list[int] = [A_SKIP]
        i: i64 = 0
        while i < len(s.d.returns):
            if s.d.returns[i] <= s.own[player * OWN + COLUMN]:
                found.append(s.d.a_return + i)
            i += 1
        return tuple(found)

    def apply(self, s: State, f: Frame, player: i64, a: i64, host: Host) -> None:
        s.stack.pop()
        if declined(player, a, host):
            return
        space = i64(s.d.returns[a - s.d.a_return])
        if host.hears:
            host.tell(RETURNED, player, space)
        s.run(GAINS, player, 0, i64(s.d.space_gain[space]), BY_COLUMN)
