# tutti: compiled
"""The round: whose turn, the Check Phase, Maintenance, and the way to the Special Round."""

from __future__ import annotations

from typing import Final, final

from tutti.games.orchestra.pack.box import COUNT, INSTRUMENTALIST, STAR
from tutti.games.orchestra.rules import events as ev
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.decks import deck_size, put_below, turn_up
from tutti.games.orchestra.rules.spots import in_section
from tutti.games.orchestra.rules.state import State
from tutti.games.orchestra.rules.steps.base import Automatic, Bounds
from tutti.kernel.chance import Host
from tutti.kernel.frames import Around, Frame
from tutti.kernel.native import i64

LEVEL_III: Final = 2

OPENS_AT: Final = 4
"""OR-173, OR-174: so many Instrumentalists outside the grids open Level III, so many in the Orchestra Star."""


@final
class Round(Automatic):
    """OR-003, OR-154, OR-161: all Allocation turns, all Resolution turns, then the end of the round.

    ``at`` counts what has been begun; the turns of the Special Round go on from there.
    """

    def __init__(self) -> None:
        super().__init__(st.ROUND, "round", "OR-003", ("at",))

    def resume(self, s: State, f: Frame, host: Host) -> None:
        n = s.n
        turn = f.at
        f.at = turn + 1
        if turn < n:
            begin_turn(s, turn, st.ALLOCATION, st.ALLOCATE, host)
        elif turn < 2 * n:
            s.tried = 0
            begin_turn(s, turn - n, st.RESOLUTION, st.RESOLVE, host)
        elif turn == 2 * n:
            end_round(s, host)
            if s.reason == st.GOING_ON:
                f.at = 0
        elif turn <= 3 * n:
            begin_turn(s, turn - 2 * n - 1, st.SPECIAL_ROUND, st.SPECIAL, host)
        else:
            s.stack.pop()
            s.run(st.FINAL)

    def bounds(self, s: State, around: Around) -> Bounds:
        return ((begun(s), begun(s)),)

    def asked(self, s: State, around: Around) -> int:
        return -1

    def stands(self, s: State, around: Around) -> bool:
        return s.phase <= st.SPECIAL_ROUND


def begun(s: State) -> int:
    """How much of the round has been begun while it is the present turn."""
    if s.phase == st.SETUP:
        return 0
    turn = (s.player - s.first) % s.n + 1
    return int(turn + (s.n if s.phase == st.RESOLUTION else 2 * s.n + 1 if s.phase == st.SPECIAL_ROUND else 0))


def begin_turn(s: State, turn: i64, phase: i64, step: i64, host: Host) -> None:
    p = s.first + turn
    if p >= s.n:
        p -= s.n
    s.player = p
    s.phase = phase
    if host.hears:
        host.tell(ev.TURN_BEGAN, p, phase)
    s.ask(step, p)


def end_round(s: State, host: Host) -> None:
    """Check Phase, Maintenance, and the first-player marker to the left (OR-182, OR-184)."""
    opened = open_levels(s, host)
    if all_chairs_taken(s):
        s.reason = st.BY_SEATS
    elif all_sections_filled(s):
        s.reason = st.BY_ORCHESTRA
    elif s.round >= s.d.max_rounds:
        s.reason = st.BY_GUARD  # OR-183
    else:
        maintain(s, opened, host)  # OR-178: skipped when a trigger struck
    s.first += 1
    if s.first == s.n:
        s.first = 0
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        s.own[me + st.ASSIGNED] = 0
        p += 1
    if s.reason != st.GOING_ON:
        if host.hears:
            host.tell(ev.END_TRIGGERED, -1, s.reason)
        return
    s.round += 1
    if host.hears:
        host.tell(ev.ROUND_BEGAN, s.first, s.round)


def open_levels(s: State, host: Host) -> i64:
    """OR-173, OR-174, OR-210: levels that open now, III first, as a mask."""
    opened: i64 = 0
    if opens(s, LEVEL_III):
        opened |= 4
        open_level(s, LEVEL_III, host)
    if opens(s, STAR):
        opened |= 8
        open_level(s, STAR, host)
    return opened


def opens(s: State, level: i64) -> bool:
    """Whether a closed level opens in the next Check Phase, as things stand."""
    if level == LEVEL_III:
        return not s.levels & 4 and unlocked_instrumentalists(s) >= OPENS_AT
    seated = in_section(s, 0) + in_section(s, 1) + in_section(s, 2) + in_section(s, 3)
    return not s.levels & 8 and seated >= OPENS_AT


def unlocked_instrumentalists(s: State) -> i64:
    """R12: empty I spaces on all grids."""
    total: i64 = 0
    p: i64 = 0
    while p < s.n:
        me = p * st.OWN
        total += 4 - i64(COUNT[i64(s.own[me + st.GRID + INSTRUMENTALIST])])
        p += 1
    return total


def open_level(s: State, level: i64, host: Host) -> None:
    s.levels |= 4 if level == LEVEL_III else 8
    if host.hears:
        host.tell(ev.LEVEL_OPENED, -1, level)
    place = level * st.ROW
    while place < level * st.ROW + st.ROW:
        turn_up(s, place, host)
        place += 1


def all_chairs_taken(s: State) -> bool:
    """OR-175."""
    return s.taken == len(s.chairs)


def all_sections_filled(s: State) -> bool:
    """OR-176."""
    section: i64 = 0
    while section < 4:
        if in_section(s, section) < s.d.min_section[s.n]:
            return False
        section += 1
    return True


def maintain(s: State, opened: i64, host: Host) -> None:
    """OR-179 to OR-181: every open row is filled or renewed; the first that stays short ends the match."""
    level: i64 = 0
    while level < 4:
        if (s.levels & ~opened) >> level & 1:
            place = level * st.ROW
            if s.rows[place] and s.rows[place + 1] and s.rows[place + 2]:
                renew(s, level, host)
            elif not refill(s, level, host) and s.reason == st.GOING_ON:
                s.reason = st.BY_DECK + level  # OR-177, OR-211
        level += 1


def renew(s: State, level: i64, host: Host) -> None:
    place = level * st.ROW
    if host.hears:
        host.tell(ev.ROW_RENEWED, -1, level)
    while place < level * st.ROW + st.ROW:
        put_below(s, place)
        place += 1
    refill(s, level, host)


def refill(s: State, level: i64, host: Host) -> bool:
    """Gaps from left to right; False when the deck is too short."""
    place = level * st.ROW
    while place < level * st.ROW + st.ROW:
        if not s.rows[place]:
            if not deck_size(s, level):
                return False
            turn_up(s, place, host)
        place += 1
    return True


STEPS: Final = (Round(),)
